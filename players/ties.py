"""What other apps tie to an account: they tell what they hold of a player, and let go of him.

The accounts know nothing of games. Whatever does adds itself here when the service starts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from players.models import Player

Tell = Callable[[Player], Iterable[Mapping[str, Any]]]
"""What is held of a player, as JSON has it, the newest first."""
LetGo = Callable[[Player], None]
"""Ends what a player has, within the transaction that deletes his account; his name goes after."""

_tells: Final[dict[str, Tell]] = {}
_let_gos: Final[list[LetGo]] = []


def add_section(name: str, tell: Tell) -> None:
    """From now on exports have a list of this name."""
    _tells[name] = tell


def add_farewell(let_go: LetGo) -> None:
    """From now on this is done when an account is deleted."""
    if let_go not in _let_gos:
        _let_gos.append(let_go)


def sections(player: Player) -> Iterator[tuple[str, Iterable[Mapping[str, Any]]]]:
    """What all apps hold of this player."""
    return ((name, tell(player)) for name, tell in _tells.items())


def let_go_of(player: Player) -> None:
    """Have all apps end what this player has."""
    for let_go in _let_gos:
        let_go(player)
