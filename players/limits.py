"""How often somebody may ask: budgets a minute, counted in Redis in one round trip a request.

The counting is a script of our own because a request may draw on several budgets, and the
libraries ask the server twice for each. While Redis is away nobody is refused.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from django.conf import settings
from django.http import HttpRequest

from players import valkey
from players.errors import Problem

Name = Literal["reads", "writes", "moves", "anonymous", "arrivals", "sign-ins", "account"]

WINDOW: Final = 60
"""Seconds for which a budget lasts; it begins with the first request that draws on it."""
ONLY_REFUSALS: Final = frozenset({"moves", "sign-ins", "account"})
"""Of these only requests that are refused are counted: whoever plays by the rules, and knows his
password, never uses them up."""
FORGIVING: Final = frozenset({"moves"})
"""Nor is a request ever refused for these that could be carried out, so they are looked at when it
has been: a seat whose turn it is always has budget for its move."""
FAMILIAR: Final = 30 * 24 * 3600
"""So many seconds an address is known as its owner's after he has signed in from there."""

_STANDINGS: Final = "backalley.standings"
_PREFIX: Final = "backalley:limit"
# For each key: adds ARGV[i + 1] to what was used (0: only looks), and tells how much that is and
# for how many milliseconds more. ARGV[1] is the window in milliseconds.
_COUNT: Final = """
local answer = {}
for i, key in ipairs(KEYS) do
  local by = tonumber(ARGV[i + 1])
  local used = 0
  if by > 0 then used = redis.call('INCRBY', key, by)
  else used = tonumber(redis.call('GET', key) or '0') end
  local left = redis.call('PTTL', key)
  if left < 0 then
    left = tonumber(ARGV[1])
    if by > 0 then redis.call('PEXPIRE', key, left) end
  end
  answer[2 * i - 1], answer[2 * i] = used, left
end
return answer
"""


class Charge(NamedTuple):
    """One budget and whose it is: a player's id, an address, an account's name."""

    budget: Name
    holder: str

    @property
    def quota(self) -> int:
        """How many requests it has in a window."""
        return int(settings.RATE_LIMIT_QUOTAS[self.budget])

    @property
    def key(self) -> str:
        """Where it is counted."""
        return f"{_PREFIX}:{self.budget}:{self.holder}"


class Standing(NamedTuple):
    """What is left of a budget, and the seconds until it is full again."""

    charge: Charge
    left: int
    seconds: int
    exhausted: bool = False


def ask(request: HttpRequest, *charges: Charge) -> None:
    """Draw on these budgets for a request, and keep what is left of them for its answer.

    Raises Problem `rate-limited` if one of them is used up.
    """
    counted = [0 if charge.budget in ONLY_REFUSALS else 1 for charge in charges]
    standings = _count(charges, counted)
    # A request that is carried out once more, as a long poll is, has some of before.
    others = [before for before in standings_of(request) if before.charge not in charges]
    request.META[_STANDINGS] = [*others, *standings]
    _require(standings)


def settle(request: HttpRequest, *charges: Charge, refused: bool) -> None:
    """Keep what is left of forgiving budgets for the answer, the request counted if it was refused.

    Raises Problem `rate-limited` if that was once too often.
    """
    before = standings_of(request)
    if not {standing.charge for standing in before}.isdisjoint(charges):
        return
    standings = _count(charges, [int(refused)] * len(charges))
    request.META[_STANDINGS] = [*before, *standings]
    if refused:
        _require(standings)


def note_refusal(request: HttpRequest) -> None:
    """Count a request that was refused where only those are counted."""
    standings = standings_of(request)
    counted = [s.charge for s in standings if s.charge.budget in ONLY_REFUSALS]
    if counted and not any(standing.exhausted for standing in standings):
        others = [s for s in standings if s.charge.budget not in ONLY_REFUSALS]
        request.META[_STANDINGS] = [*others, *_count(counted, [1] * len(counted))]


def untouched(budget: Name) -> Standing:
    """A budget as it is for somebody who has not drawn on it yet."""
    charge = Charge(budget, "")
    return Standing(charge, charge.quota, WINDOW)


def _require(standings: Sequence[Standing]) -> None:
    waits = [standing.seconds for standing in standings if standing.exhausted]
    if waits:
        raise Problem("rate-limited", headers={"Retry-After": str(max(waits))})


def standings_of(request: HttpRequest) -> list[Standing]:
    """What is left of the budgets that this request drew on; empty if it drew on none yet."""
    return list(request.META.get(_STANDINGS, []))


def headers(standings: Sequence[Standing]) -> dict[str, str]:
    """The budgets and what is left of them, as the IETF's draft on such headers writes it."""
    policies = [f'"{s.charge.budget}";q={s.charge.quota};w={WINDOW}' for s in standings]
    limits = [f'"{s.charge.budget}";r={max(s.left, 0)};t={s.seconds}' for s in standings]
    return {"RateLimit-Policy": ", ".join(policies), "RateLimit": ", ".join(limits)}


def guesses(username: str, address: str) -> Charge:
    """The budget of wrong passwords for a name, from wherever they come.

    An address from which its owner has signed in lately has one of its own, so that others'
    guesses do not lock him out.
    """
    familiar = settings.RATE_LIMITS and valkey.ask("EXISTS", _familiar(username, address))
    return Charge("account", _digest(username, address if familiar else ""))


def remember_address(username: str, address: str) -> None:
    """Know this address as that of the name's owner, who has just signed in from it."""
    if settings.RATE_LIMITS:
        valkey.say("SET", _familiar(username, address), 1, "EX", FAMILIAR)


def _familiar(username: str, address: str) -> str:
    return f"{_PREFIX}:familiar:{_digest(username, address)}"


def _digest(username: str, address: str) -> str:
    # Names that do not exist are counted too, and may be anything.
    return hashlib.sha256(f"{username.lower()}\n{address}".encode()).hexdigest()[:32]


def _count(charges: Sequence[Charge], by: Sequence[int]) -> list[Standing]:
    keys = [charge.key for charge in charges]
    command: valkey.Command = ("EVAL", _COUNT, len(keys), *keys, WINDOW * 1000, *by)
    found = valkey.ask(*command) if settings.RATE_LIMITS else None
    if found is None:
        return [Standing(charge, charge.quota, WINDOW) for charge in charges]
    return [
        _standing(charge, one, found[2 * i], found[2 * i + 1])
        for i, (charge, one) in enumerate(zip(charges, by, strict=True))
    ]


def _standing(charge: Charge, by: int, used: int, milliseconds: int) -> Standing:
    left = charge.quota - used
    seconds = max(1, math.ceil(milliseconds / 1000))
    return Standing(charge, left, seconds, exhausted=left < 0 if by else left <= 0)
