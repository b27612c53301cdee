/**
 * A client of the service on the types that openapi-typescript makes of its document: a guest plays
 * a game of one deal against bots, and reads what happened from the stream.
 *
 * What is marked as an expected error is one that the types are to keep a client from.
 */
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.ts";

type Game = components["schemas"]["Game"];
type Problem = components["schemas"]["Problem"];
type GameEvent = components["schemas"]["Event"];
type Bid = components["schemas"]["BidBody"]["bid"];

declare const process: { argv: string[] };

const baseUrl = process.argv[2] ?? "http://127.0.0.1:8000";
const nobody = createClient<paths>({ baseUrl });
const { token, username } = good(await nobody.POST("/api/v1/players/guest"));
const headers = { Authorization: `Bearer ${token}` };
const me = createClient<paths>({ baseUrl, headers });

/** What was answered, if it was no refusal. */
function good<T>(answer: { data?: T; error?: Problem }): T {
  if (answer.data === undefined) {
    throw new Error(`${answer.error?.code}: ${answer.error?.detail}`);
  }
  return answer.data;
}

/** What a client says of a refusal; it switches on the code, and knows them all. */
function told(problem: Problem): string {
  switch (problem.code) {
    case "illegal-bid":
      return `${problem.code}, legal are ${problem.legal?.join(" ")}`;
    case "stale-version":
      return `${problem.code}, it is ${problem.version}`;
    case "invalid-request":
      return `${problem.code}, ${problem.errors?.map((error) => error.field).join(" ")}`;
    // @ts-expect-error: there is no such code
    case "no-such-code":
      return "never";
    default:
      return problem.code;
  }
}

/** The game once it is the player's turn, or over. */
async function next(game: Game): Promise<Game> {
  while (game.status === "active" && game.turn?.seat !== game.you) {
    const { data, error } = await me.GET("/api/v1/games/{game_id}", {
      params: {
        path: { game_id: game.id },
        query: { wait: 25 },
        header: { "If-None-Match": `"${game.version}"` },
      },
    });
    if (error) throw new Error(told(error));
    // Without one it was 304: nothing is new.
    game = data ?? game;
  }
  return game;
}

/** Make the first move that is legal; the game after it. */
async function move(game: Game): Promise<Game> {
  // @ts-expect-error: it may be nobody's turn
  game.turn.action;
  const choice = game.turn?.legal?.[0];
  if (choice === undefined) throw new Error("It is not our turn.");
  const params = {
    path: { game_id: game.id },
    header: { "If-Match": `"${game.version}"`, "Idempotency-Key": `${game.id}-${game.version}` },
  };
  if (isBid(choice)) {
    return good(await me.POST("/api/v1/games/{game_id}/bids", { params, body: { bid: choice } }));
  }
  return good(await me.POST("/api/v1/games/{game_id}/plays", { params, body: { card: choice } }));
}

/** Among what is legal there are either bids or cards. */
function isBid(choice: string | number): choice is Bid {
  return typeof choice === "number" || choice === "pass" || choice === "board";
}

/** Every event of a game once, in order, until it is over. */
async function* follow(id: string): AsyncGenerator<GameEvent> {
  const stream = await fetch(`${baseUrl}/api/v1/games/${id}/stream`, { headers });
  if (!stream.ok || stream.body === null) throw new Error(`the stream: ${stream.status}`);
  let rest = "";
  for await (const text of stream.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line.startsWith("data: ")) yield JSON.parse(line.slice("data: ".length));
    }
  }
}

/** What a client shows of an event; each type has data of its own. */
function shown(event: GameEvent): string {
  // @ts-expect-error: not every event is about a card
  event.data.card;
  switch (event.type) {
    case "bid-made":
      return `${event.data.seat} bids ${event.data.bid}`;
    case "card-played":
      return `${event.data.seat} plays ${event.data.card}`;
    case "deal-scored":
      return `NS ${event.data.points.NS}, EW ${event.data.points.EW}`;
    case "game-finished":
      return `${event.data.winner} wins`;
    default:
      return event.type;
  }
}

const level = "beginner";
const created = await me.POST("/api/v1/games", {
  body: { options: { hand_sizes: [2] }, bots: { E: level, S: level, W: level }, sandbox: true },
});
let game = await next(good(created));
const { error } = await me.POST("/api/v1/games/{game_id}/bids", {
  params: { path: { game_id: game.id } },
  body: { bid: 14 },
});
console.log(`${username}: ${error ? told(error) : "accepted"}`);
while (game.status === "active") game = await next(await move(game));
for await (const event of follow(game.id)) console.log(`${event.version} ${shown(event)}`);
console.log(`over: ${game.winner}, NS ${game.scores.NS}, EW ${game.scores.EW}`);
