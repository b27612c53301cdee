"""What follows of itself: the start, the next deal, the score, the end."""

from __future__ import annotations

from games.engine import shuffle
from games.engine.bidding import Contract
from games.engine.deal import Deal
from games.engine.dealing import deal_out
from games.engine.events import (
    DealPassedOut,
    DealScored,
    DealStarted,
    Event,
    GameFinished,
    GameStarted,
)
from games.engine.scoring import points, winner
from games.engine.seats import LEFT_OF, TEAMS, Seat
from games.engine.state import Game


def following(game: Game, told: Event | None = None) -> Event | None:
    """The event that now happens without anybody's doing; None when a seat is to act.

    The game starts when four seats are filled; a deal that four passed on is dealt again, the
    same hand size and deal number; a deal played out is scored; after the last one the game ends.
    Who deals first and how a deck lies is drawn from the seed, or taken as it is `told` by the
    event that a log has here, so that a log can be followed without the seed.
    """
    if game.over:
        return None
    if game.status == "waiting":
        full = all(occupant.present for occupant in game.seats.values())
        return GameStarted(_first_dealer(game, told)) if full else None
    if game.deal is None:
        return _first_or_redeal(game, told)
    return _after(game, game.deal, told)


def _first_or_redeal(game: Game, told: Event | None) -> DealStarted:
    if game.redeal is not None:
        return _deal(game, game.redeal.number, game.redeal.dealer, told)
    assert game.first_dealer is not None
    return _deal(game, 1, game.first_dealer, told)


def _after(game: Game, deal: Deal, told: Event | None) -> Event | None:
    if deal.phase == "done":
        return _next_deal(game, deal, told)
    if deal.phase == "bid":
        return DealPassedOut(deal.number, deal.attempt) if deal.passed_out else None
    return _score(game, deal) if deal.played_out else None


def _next_deal(game: Game, deal: Deal, told: Event | None) -> Event:
    left = LEFT_OF[deal.dealer]
    if deal.passed_out:
        same = game.ruleset.all_pass == "same_dealer"
        return _deal(game, deal.number, deal.dealer if same else left, told)
    last = len(game.ruleset.hand_sizes)
    result = winner(game.scores)
    extra = result == "tie" and game.ruleset.tie == "extra_deal" and deal.number == last
    if deal.number < last or extra:
        return _deal(game, deal.number + 1, left, told)
    return GameFinished(game.scores, result, game.seed)


def _score(game: Game, deal: Deal) -> DealScored:
    contracts: dict[str, Contract] = dict(deal.contracts or {})
    scored = {
        team: points(contracts[team], deal.won[team], deal.hand_size, game.ruleset)
        for team in TEAMS
    }
    return DealScored(
        number=deal.number,
        attempt=deal.attempt,
        contracts=contracts,
        tricks=dict(deal.won),
        points=scored,
        scores={team: game.scores[team] + scored[team] for team in TEAMS},
    )


def _entropy(game: Game) -> dict[Seat, str]:
    return {seat: occupant.entropy for seat, occupant in game.seats.items()}


def _first_dealer(game: Game, told: Event | None) -> Seat:
    if isinstance(told, GameStarted):
        return told.first_dealer
    return shuffle.first_dealer(bytes.fromhex(game.seed), game.id, _entropy(game))


def _deal(game: Game, number: int, dealer: Seat, told: Event | None) -> DealStarted:
    attempt = game.attempts.get(number, 0) + 1
    if isinstance(told, DealStarted):
        deck, salt = told.deck, told.salt
    else:
        seed = bytes.fromhex(game.seed)
        deck = shuffle.deck(seed, game.id, number, attempt, _entropy(game))
        salt = shuffle.salt(seed, game.id, number, attempt)
    hand_size = game.ruleset.hand_size(number)
    dealt = deal_out(deck, hand_size, dealer, game.ruleset)
    return DealStarted(
        number=number,
        attempt=attempt,
        hand_size=hand_size,
        dealer=dealer,
        turn_up=dealt.turn_up,
        trump=dealt.trump,
        replaced=dealt.replaced,
        deck=deck,
        salt=salt,
        hands=dealt.hands,
    )
