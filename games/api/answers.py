"""The shapes of what the operations on games answer, for the OpenAPI document alone.

The answers are made elsewhere, as plain values; a test holds them against these shapes.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse
from rest_framework import serializers

from games.api.examples import (
    A_BID,
    A_CARD,
    A_RECORD,
    A_RECORD_TEXT,
    A_ROW,
    BIDDING,
    OPENED,
    PLAYING,
    PROVEN,
    SEALED,
    TAMPERED,
    WAITING,
)
from games.api.parts import (
    Action,
    ActorKind,
    Anything,
    Bid,
    Card,
    Level,
    Phase,
    Seat,
    SeatOrNull,
    Shape,
    Status,
    Suit,
    Visibility,
    Winner,
    by_seat,
)
from players.api.pages import one_page


class SeatHolder(Shape):
    """Who holds a seat: a player, or a bot."""

    player = serializers.CharField(allow_null=True, help_text="The player's name.")
    bot = Level(help_text="The bot's level.")
    autopilot = serializers.BooleanField(help_text="Whether the player is absent.")


class MadeBid(Shape):
    """A bid."""

    seat = Seat()
    bid = Bid()
    level = serializers.IntegerField(help_text="1 to 4, for a board only.", required=False)


class Contract(Shape):
    """What a team must take."""

    tricks = serializers.IntegerField(help_text="All of them for a board.")
    board = serializers.IntegerField(help_text="The level of a board; 0 for a number.")


class Contracts(Shape):
    """What the teams must take."""

    NS = Contract()
    EW = Contract()


class ByTeam(Shape):
    """A number for each team."""

    NS = serializers.IntegerField()
    EW = serializers.IntegerField()


class Play(Shape):
    """A card on the table."""

    seat = Seat()
    card = Card()


class Trick(Shape):
    """The running trick."""

    number = serializers.IntegerField()
    leader = Seat()
    plays = Play(many=True)


class TakenTrick(Shape):
    """A trick that was taken."""

    leader = Seat()
    plays = Play(many=True)
    winner = Seat()


class Replaced(Shape):
    """A joker laid aside, and what was drawn for it."""

    seat = Seat()
    joker = Card()
    drawn = Card(help_text="For its seat alone.", required=False)


CardsLeft = by_seat("CardsLeft", serializers.IntegerField)
Seats = by_seat("Seats", partial(SeatHolder, allow_null=True))
Hands = by_seat("Hands", lambda: serializers.ListField(child=Card()))
Entropy = by_seat("Entropy", serializers.CharField)


class Deal(Shape):
    """The deal that stands."""

    number = serializers.IntegerField()
    hand_size = serializers.IntegerField(help_text="How many cards each seat was dealt.")
    attempt = serializers.IntegerField(help_text="One more after each passed-out attempt.")
    dealer = Seat()
    turn_up = Card()
    trump = Suit(help_text="Null: no trump.")
    replaced = Replaced(allow_null=True)
    phase = Phase()
    bids = MadeBid(many=True)
    contracts = Contracts(allow_null=True, help_text="Null while bidding.")
    trump_broken = serializers.BooleanField(help_text="Whether trump may be led.")
    trick = Trick(allow_null=True)
    last_trick = TakenTrick(allow_null=True)
    tricks = ByTeam()
    hand = serializers.ListField(
        child=Card(),
        help_text="The caller's cards, in no order that means anything.",
        required=False,
    )
    cards_left = CardsLeft()


class Turn(Shape):
    """Whose turn it is."""

    seat = Seat()
    action = Action()
    legal = serializers.ListField(
        child=Bid(),
        help_text="The legal bids or cards, for whose turn it is alone.",
        required=False,
    )
    deadline = serializers.DateTimeField(help_text="When the autopilot moves for an absent player.")


class Result(Shape):
    """A scored deal."""

    number = serializers.IntegerField()
    attempt = serializers.IntegerField()
    hand_size = serializers.IntegerField()
    contracts = Contracts()
    tricks = ByTeam()
    points = ByTeam()


class GameSummary(Shape):
    """A game in a list."""

    id = serializers.UUIDField()
    status = Status()
    version = serializers.IntegerField(help_text="The number of its events so far.")
    ruleset = serializers.CharField()
    options = Anything(help_text="Departures from the ruleset only.")
    visibility = Visibility()
    invite = serializers.CharField(
        help_text="The code of a private game, for its creator alone.", required=False
    )
    sandbox = serializers.BooleanField()
    now = serializers.DateTimeField(help_text="The clock of a sandbox game.", required=False)
    created_at = serializers.DateTimeField()
    turn_seconds = serializers.IntegerField(help_text="How long a turn may take.")
    you = SeatOrNull(help_text="The caller's seat; null for a spectator.")
    creator = serializers.CharField()
    seats = Seats()
    turn = Turn(allow_null=True, help_text="Null when nobody is to act.")
    scores = ByTeam()
    winner = Winner()


class Game(GameSummary):
    """A game as one caller may see it."""

    deal = Deal(allow_null=True, help_text="Null before the start; the last one after the end.")
    results = Result(many=True)


class Actor(Shape):
    """Who did it."""

    kind = ActorKind()
    id = serializers.CharField(allow_null=True, help_text="Random, for this game only.")
    name = serializers.CharField(allow_null=True, help_text="Not in the log, so not hashed.")
    level = serializers.CharField(help_text="Of a bot or the autopilot.", required=False)
    policy = serializers.CharField(help_text="The strategy and its version.", required=False)
    cause = serializers.CharField(help_text="bot-seat, timed-out or left.", required=False)


class Hint(Shape):
    """What a bot would do; `bid` or `card` is there according to `action`."""

    action = Action()
    bid = Bid(required=False)
    card = Card(required=False)
    reason = serializers.CharField(help_text="Why, in the caller's language.")
    policy = serializers.CharField(help_text="The strategy and its version.")


class DealRecord(Shape):
    """One attempt at a deal."""

    number = serializers.IntegerField()
    attempt = serializers.IntegerField()
    hand_size = serializers.IntegerField()
    dealer = Seat()
    deck = serializers.ListField(child=Card(), help_text="All 54, as dealt.", required=False)
    turn_up = Card()
    trump = Suit()
    replaced = Replaced(allow_null=True)
    hands = Hands(help_text="As the bidding began.", required=False)
    bids = MadeBid(many=True)
    plays = serializers.ListField(child=Card(), help_text="In order.")
    contracts = Contracts(allow_null=True)
    tricks = ByTeam(allow_null=True)
    points = ByTeam(allow_null=True)


class Fairness(Shape):
    """What proves that the cards were dealt fairly."""

    commitment = serializers.CharField(help_text="SHA-256 of the seed, in hex.")
    entropy = Entropy()
    seed = serializers.CharField(help_text="In hex, once the game is over.", required=False)


class Record(Shape):
    """A game to take away."""

    format = serializers.CharField()
    format_version = serializers.IntegerField()
    game = serializers.UUIDField()
    ruleset = serializers.CharField()
    options = Anything(help_text="All of them.")
    seats = Seats()
    deals = DealRecord(many=True)
    scores = ByTeam()
    winner = Winner()
    fairness = Fairness()


class ProofPart(Shape):
    """One part of a proof."""

    ok = serializers.BooleanField()
    failed_at = serializers.IntegerField(
        allow_null=True, help_text="The first version at which it fails."
    )


class Verification(Shape):
    """What a verification found."""

    ok = serializers.BooleanField(help_text="Whether all parts hold.")
    chain = ProofPart(help_text="No event was changed, and none is missing.")
    replay = ProofPart(help_text="The rules let every event come where it stands.")
    shuffle = ProofPart(help_text="Every deck comes of the seed that was committed to.")
    scores = ProofPart(help_text="Results, and all that is shown, are what was played.")


ONE_GAME: Final = OpenApiResponse(Game, examples=[WAITING, BIDDING, PLAYING])
GAMES: Final = one_page(GameSummary, A_ROW)
ONE_RECORD: Final = OpenApiResponse(Record, examples=[A_RECORD])
RECORD_TEXT: Final = OpenApiResponse(OpenApiTypes.STR, examples=[A_RECORD_TEXT])
ONE_VERIFICATION: Final = OpenApiResponse(Verification, examples=[PROVEN, TAMPERED])
ONE_FAIRNESS: Final = OpenApiResponse(Fairness, examples=[SEALED, OPENED])
ONE_HINT: Final = OpenApiResponse(Hint, examples=[A_BID, A_CARD])
