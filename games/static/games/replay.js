// Steps through a game without loading the page anew. The server draws every frame: this only
// fetches frames, puts them in place, and keeps address, focus and screen reader up to date.

const PACE = 1100; // milliseconds between two events while it plays on
const KEPT = 400; // frames kept at most

const main = document.getElementById("main");
const said = document.getElementById("said");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const frames = new Map(); // address → promise of the frame's HTML
let timer = null;
let asked = 0; // only the frame that was asked for last is shown

const goBackTo = document.getElementById("id_to_version");
let chosen = false;
goBackTo?.addEventListener("input", () => (chosen = true));

const shown = () => main.querySelector(".frame");
// A record comes along with every step, in a form, so that its steps are buttons without address.
const record = document.getElementById("record");
const link = (id) => document.getElementById(id)?.closest("a[href], button[name=version]");
const address = (step) => step.href ?? `?version=${step.value}`;

function fetched(href) {
  if (!frames.has(href)) {
    const url = new URL(href, location.href);
    url.searchParams.set("part", "frame");
    const frame = fetch(...request(url)).then((answer) => {
      if (!answer.ok || answer.redirected) throw new Error(answer.status);
      return answer.text();
    });
    frame.catch(() => frames.delete(href));
    frames.set(href, frame);
    if (frames.size > KEPT) frames.delete(frames.keys().next().value);
  }
  return frames.get(href);
}

function request(url) {
  if (!record) return [url, { credentials: "same-origin" }];
  const body = new FormData(record);
  for (const [name, value] of url.searchParams) body.set(name, value);
  return [location.pathname, { credentials: "same-origin", method: "POST", body }];
}

async function go(href, { remember = true } = {}) {
  const turn = ++asked;
  let html;
  try {
    html = await fetched(href);
  } catch {
    pause();
    said.textContent = main.dataset.lost;
    return;
  }
  if (turn !== asked) return;
  if (remember && !record) history.pushState(null, "", href);
  await put(html, turn);
}

async function put(html, turn) {
  const fresh = document.createRange().createContextualFragment(html).querySelector(".frame");
  const focused = main.contains(document.activeElement) ? document.activeElement.id : "";
  const replace = () => {
    const kept = places();
    shown().replaceWith(fresh);
    restore(kept);
    dress();
    if (focused) (document.getElementById(focused) ?? main).focus({ preventScroll: true });
  };
  const near = Math.abs(fresh.dataset.version - shown().dataset.version) === 1;
  if (near && !still.matches && document.startViewTransition) {
    name(true);
    const flight = document.startViewTransition(() => {
      name(false);
      replace();
      name(true);
    });
    // The next one may begin before this one is over.
    flight.ready.catch(() => {});
    flight.finished.finally(() => turn === asked && name(false));
    await flight.updateCallbackDone;
  } else {
    replace();
  }
  said.textContent = fresh.dataset.said;
  // A ruling goes back to what is shown, until somebody writes something else.
  if (goBackTo && !chosen) goBackTo.value = fresh.dataset.version;
  for (const id of ["go-next", "go-previous"]) if (link(id)) fetched(address(link(id)));
}

// Each card on the table goes by its own name while it flies.
function name(on) {
  for (const card of main.querySelectorAll(".hand [data-card], .trick [data-card]")) {
    card.style.viewTransitionName = on ? `card-${card.dataset.card}` : "";
  }
}

const places = () => [...main.querySelectorAll(".scroll")].map((box) => box.scrollTop);

function restore(kept) {
  main.querySelectorAll(".scroll").forEach((box, place) => {
    box.scrollTop = kept[place] ?? 0;
    const here = box.querySelector("[aria-current]");
    if (!here) return;
    const { top, bottom } = box.getBoundingClientRect();
    const row = here.getBoundingClientRect();
    if (row.top < top || row.bottom > bottom) {
      box.scrollTop += row.top - top - (bottom - top) / 2;
    }
  });
}

function dress() {
  const button = document.getElementById("go-play");
  const playing = timer !== null;
  button.hidden = false;
  button.setAttribute("aria-pressed", String(playing));
  button.querySelector("use").setAttribute("href", playing ? "#icon-pause" : "#icon-play");
  button.querySelector(".heard").textContent = playing ? main.dataset.pause : main.dataset.play;
}

async function play() {
  timer = setTimeout(async () => {
    const next = link("go-next");
    if (!next) return pause();
    await go(address(next));
    if (timer !== null) play();
  }, PACE);
  dress();
}

function pause() {
  clearTimeout(timer);
  timer = null;
  dress();
}

const KEYS = {
  ArrowLeft: "go-previous",
  ArrowRight: "go-next",
  PageUp: "go-previous-deal",
  PageDown: "go-next-deal",
  Home: "go-first",
  End: "go-last",
};
const SHIFTED = { ArrowLeft: "go-previous-trick", ArrowRight: "go-next-trick" };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.closest("input:not([type=checkbox]), textarea, select")) return;
  if (event.key === " " && !event.target.closest("a, button, summary")) {
    event.preventDefault();
    return timer === null ? play() : pause();
  }
  const id = event.shiftKey ? SHIFTED[event.key] : KEYS[event.key];
  if (!id) return;
  event.preventDefault();
  if (timer !== null) pause();
  if (link(id)) go(address(link(id)));
});

main.addEventListener("click", (event) => {
  if (event.target.closest("#go-play")) return timer === null ? play() : pause();
  const to = event.target.closest(".frame a[href], a[data-to], button[name=version]");
  if (!to || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  if (timer !== null) pause();
  go(address(to));
});

main.addEventListener("submit", (event) => {
  if (!event.target.matches(".jump")) return;
  event.preventDefault();
  const query = new URLSearchParams(new FormData(event.target));
  go(`${location.pathname}?${query}`);
});

addEventListener("popstate", () => go(location.href, { remember: false }));

const colours = document.getElementById("four-colours");
const wear = () => (document.documentElement.dataset.colours = colours.checked ? "4" : "2");
colours.closest("label").hidden = false;
try {
  colours.checked = localStorage.getItem("four-colours") === "yes";
} catch {
  // Without a memory, two colours.
}
wear();
colours.addEventListener("change", () => {
  wear();
  try {
    localStorage.setItem("four-colours", colours.checked ? "yes" : "no");
  } catch {
    // Nothing is remembered then.
  }
});

dress();
restore([]);
for (const id of ["go-next", "go-previous"]) if (link(id)) fetched(address(link(id)));
