"""Every code that an error can carry, with its status and its words: the contract's table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Kind:
    """One code: its HTTP status, its title, and the sentence that facts are put into."""

    status: int
    title: str | Promise
    detail: str | Promise
    headers: Mapping[str, str] = field(default_factory=dict)


KINDS: Mapping[str, Kind] = {
    # --- The request is not understood ---
    "invalid-request": Kind(
        400, _("Invalid request"), _("The request is not of the shape that is asked for here.")
    ),
    "not-authenticated": Kind(
        401,
        _("Not authenticated"),
        _("Send a valid token as “Authorization: Bearer …”; POST /api/v1/tokens gives one."),
        {"WWW-Authenticate": "Bearer"},
    ),
    # --- The caller may not ---
    "not-a-player": Kind(403, _("Not a player"), _("Only those who sit in this game may do that.")),
    "not-the-creator": Kind(
        403, _("Not the creator"), _("Only the creator of this game may do that.")
    ),
    "insufficient-scope": Kind(
        403, _("Insufficient scope"), _("That takes a token with the scope “{scope}”.")
    ),
    "not-staff": Kind(403, _("Not staff"), _("Only staff may do that.")),
    "own-game": Kind(403, _("Own game"), _("Nobody may judge a game in which he sits or sat.")),
    # --- HTTP ---
    "not-found": Kind(
        404, _("Not found"), _("There is no such thing here, or it is not visible to you.")
    ),
    "method-not-allowed": Kind(
        405, _("Method not allowed"), _("The methods allowed here are {allowed}.")
    ),
    "not-acceptable": Kind(
        406, _("Not acceptable"), _("Answers are application/json; let Accept include it.")
    ),
    "too-large": Kind(413, _("Too large"), _("A body has {max_bytes} bytes at most.")),
    "unsupported-media-type": Kind(
        415, _("Unsupported media type"), _("Send the body as application/json, in UTF-8.")
    ),
    # --- Not now ---
    "not-your-turn": Kind(409, _("Not your turn"), _("It is {turn}’s turn, not yours.")),
    "wrong-phase": Kind(409, _("Wrong phase"), _("Not now: this deal is in the phase “{phase}”.")),
    "game-not-started": Kind(
        409,
        _("Game not started"),
        _("The game has not started; it starts when all four seats are filled."),
    ),
    "game-over": Kind(409, _("Game over"), _("The game is over.")),
    "seat-taken": Kind(409, _("Seat taken"), _("Somebody else sits in seat {seat}.")),
    "already-seated": Kind(
        409, _("Already seated"), _("You have another seat in this game; leave that one first.")
    ),
    "username-taken": Kind(
        409, _("Username taken"), _("Somebody has the username {username}; choose another.")
    ),
    "not-a-sandbox": Kind(
        409, _("Not a sandbox"), _("Only the clock of a sandbox game can be moved.")
    ),
    "game-not-over": Kind(409, _("Game not over"), _("That has to wait for the end of the game.")),
    "already-disputed": Kind(
        409,
        _("Already disputed"),
        _("Another dispute of yours in this game is open; wait for its ruling."),
    ),
    "already-ruled": Kind(409, _("Already ruled"), _("This dispute has been ruled on.")),
    "not-a-guest": Kind(
        409, _("Not a guest"), _("Only a guest can claim a name; this account has one.")
    ),
    "stale-version": Kind(
        412,
        _("Stale version"),
        _("If-Match does not name the game’s present version, which is {version}."),
    ),
    # --- Against the rules ---
    "illegal-bid": Kind(
        422,
        _("Illegal bid"),
        _("That is no legal bid now; the legal ones are {legal}. To bid nothing, pass."),
    ),
    # The same words wherever the card really is, so that nobody learns where it is.
    "card-not-in-hand": Kind(
        422, _("Card not in hand"), _("You do not hold that card; the legal ones are {legal}.")
    ),
    "must-follow-suit": Kind(
        422,
        _("Must follow suit"),
        _("You hold cards of the suit led and must play one of them: {legal}."),
    ),
    "trump-not-broken": Kind(
        422,
        _("Trump not broken"),
        _("Trump cannot be led before it is broken; lead one of {legal}."),
    ),
    "must-play-highest-trump": Kind(
        422,
        _("Must play the highest trump"),
        _("The Big Blooper was led: you must play your highest trump, {legal}."),
    ),
    "must-play-lowest-trump": Kind(
        422,
        _("Must play the lowest trump"),
        _("The Little Blooper was led: you must play your lowest trump, {legal}."),
    ),
    "idempotency-key-reused": Kind(
        422,
        _("Idempotency key reused"),
        _("This Idempotency-Key came with another request before; use a new one."),
    ),
    # --- Too often, and our own faults ---
    "rate-limited": Kind(
        429, _("Rate limited"), _("Too many requests; ask again after the time in Retry-After.")
    ),
    "unavailable": Kind(
        503,
        _("Unavailable"),
        _("The database cannot be reached now; ask again after the time in Retry-After."),
        {"Retry-After": "2"},
    ),
    "internal-error": Kind(
        500,
        _("Internal error"),
        _("Something went wrong on our side. It was noted as request {request_id}."),
    ),
}
