"""An event as the API shows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypedDict

from games.eventstore.actors import Actor
from games.eventstore.chain import timestamp
from games.eventstore.stream import StoredEvent


class EventObject(TypedDict):
    """An event; secret parts of `data` are left out, but the hash covers them."""

    version: int
    type: str
    at: str
    actor: dict[str, Any]
    data: dict[str, Any]
    hash: str


def event_object(event: StoredEvent, names: Mapping[str, str]) -> EventObject:
    """An event whose data is what the caller may see; `names` are those of the participants.

    Everything but the author's name stands there as it was hashed.
    """
    return {
        "version": event.version,
        "type": event.kind,
        "at": timestamp(event.at),
        "actor": {**event.actor.json(), "name": _name(event.actor, names)},
        "data": event.data,
        "hash": event.hash.hex(),
    }


def _name(actor: Actor, names: Mapping[str, str]) -> str | None:
    """A person's name, or that of the absent player; a bot goes by its level, the system by none.

    Staff stay unnamed: they speak for the service.
    """
    if actor.kind == "staff":
        return None
    return actor.level if actor.id is None else names.get(actor.id)
