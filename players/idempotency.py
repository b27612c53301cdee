"""A request that is sent twice is carried out once: the only reader and writer of its keys.

A key is claimed in the transaction of the request's effect. So a repeat that comes meanwhile
waits for that transaction at the unique index, and a request that is refused leaves no key.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from django.db import OperationalError, connection, transaction
from django.db.models import F, Func, Value
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from psycopg.errors import LockNotAvailable

from players import presence
from players.errors import Problem
from players.models import IdempotencyKey, Player

logger = logging.getLogger(__name__)

KEPT: Final = timedelta(hours=25)
"""So long an answer is there for repeats; the contract says 24 hours at least."""
TRIES: Final = 3
"""So often the wait for the first request, of the database's lock_timeout each, is taken up."""
BATCH: Final = 1000
NAMING: Final = "player|creator|username|name|by"
"""The members of answers that are names of accounts."""
NAMED: Final = re.compile(rf'"(?:{NAMING})"\s*:\s*"([A-Za-z0-9_-]+)"')
# Nobody is waited for: that is no time to, with the locks of all that has been done in hand.
_STAY: Final = """
SELECT username FROM players_player WHERE username = ANY(%s) FOR KEY SHARE SKIP LOCKED
"""


class Kept(NamedTuple):
    """An answer as it can be given again: without the secrets that were shown once."""

    status: int
    headers: Mapping[str, str]
    body: str


def fingerprint(method: str, path: str, query: str, body: Mapping[str, Any] | bytes) -> bytes:
    """By which a repeat is told from another request: of a body in JSON the order of keys and
    spaces do not count, of any other every byte does. It is keyed with the service's secret, so
    that whoever reads it cannot try passwords on it.
    """
    # As a string, which no JSON object is.
    whole = [method, path, query, body.hex() if isinstance(body, bytes) else body]
    text = json.dumps(whole, sort_keys=True, separators=(",", ":"))
    return salted_hmac("players.idempotency", text, algorithm="sha256").digest()


def once(
    player: Player,
    key: str,
    print_: bytes,
    first: Callable[[], Kept | None],
    *,
    alone: bool = False,
) -> Kept | None:
    """Carry a request out, unless one with the player's key has been: then its answer.

    `first` does the work and tells what to keep of its answer. If it raises, or keeps nothing,
    all it did is undone and the key stays unused; then, and after the work, None is returned. With
    `alone` no other request that writes for the player is at work meanwhile.
    Raises Problem `idempotency-key-reused` for another request under the key, `rate-limited` if the
    first is still at work after a long wait or somebody whom the answer names is just leaving, and
    `not-authenticated` if the account was deleted.
    """
    for _try in range(TRIES):
        try:
            with transaction.atomic():
                if _claim(player, key, print_):
                    # Of an account that was deleted meanwhile nothing may stay.
                    presence.require(player, alone=alone)
                    _carry_out(player, key, first)
                    return None
                found = IdempotencyKey.objects.filter(player=player, key=key).first()
        except _StillRunning:
            continue
        if found is not None:
            if bytes(found.fingerprint) != print_:
                raise Problem("idempotency-key-reused")
            logger.info("answered again player=%s", player.pk)
            return Kept(found.status or 200, found.headers, found.body)
        # It was too old and went between the two looks.
    detail = _("An earlier request with this Idempotency-Key is still at work; ask again.")
    raise Problem(
        "rate-limited",
        headers={"Retry-After": "1"},
        errors=[{"field": "", "code": "still-running", "detail": detail}],
    )


def forget_old_keys(now: datetime) -> int:
    """Clear away the keys whose time is up, some at a time; how many. Any number may do it."""
    old = IdempotencyKey.objects.filter(created_at__lt=now - KEPT).order_by("created_at")
    forgotten = 0
    while True:
        with transaction.atomic():
            rows = old.select_for_update(skip_locked=True).values_list("pk", flat=True)
            batch = list(rows[:BATCH])
            IdempotencyKey.objects.filter(pk__in=batch).delete()
        forgotten += len(batch)
        if len(batch) < BATCH:
            return forgotten


def forget_name(name: str, anonymous: str) -> None:
    """Put the name under which a deleted account's games stay into the answers that are kept.

    So of a repeat by somebody else this is the one thing that differs from the first answer.
    """
    named = IdempotencyKey.objects.filter(names__contains=[name])
    named.update(
        body=Func(
            F("body"),
            Value(rf'("(?:{NAMING})"\s*:\s*)"{re.escape(name)}"'),
            Value(rf'\1"{anonymous}"'),
            Value("g"),
            function="regexp_replace",
        ),
        names=Func(F("names"), Value(name), Value(anonymous), function="array_replace"),
    )


class _StillRunning(Exception):
    """The first request has not ended for as long as the database lets one wait."""


def _claim(player: Player, key: str, print_: bytes) -> bool:
    """Whether the key was unused, or its request was refused. Waits for one that is at work."""
    try:
        with connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO players_idempotencykey (player_id, key, fingerprint, created_at)"
                " VALUES (%s, %s, %s, now()) ON CONFLICT (player_id, key) DO NOTHING",
                [player.pk, key, print_],
            )
            return bool(cursor.rowcount == 1)
    except OperationalError as error:
        if isinstance(error.__cause__, LockNotAvailable):
            raise _StillRunning from None
        raise


def _carry_out(player: Player, key: str, first: Callable[[], Kept | None]) -> None:
    kept = first()
    if kept is None:
        transaction.set_rollback(True)
        return
    names = sorted(set(NAMED.findall(kept.body)))
    _require_named(names)
    IdempotencyKey.objects.filter(player=player, key=key).update(
        status=kept.status, headers=dict(kept.headers), body=kept.body, names=names
    )


def _require_named(names: list[str]) -> None:
    """See that those whom an answer names have their names until it is kept.

    A deletion that comes later waits, and finds the answer. Raises Problem `rate-limited` if one
    came first: it has looked through what was kept by then, and would miss this.
    """
    if not names:
        return
    with connection.cursor() as cursor:
        cursor.execute(_STAY, [names])
        if len(cursor.fetchall()) < len(names):
            logger.info("somebody who is named just went")
            raise Problem("rate-limited", headers={"Retry-After": "1"})
