"""Who did it, as the log knows it: persons only by a random id drawn per player and game."""

from __future__ import annotations

from typing import Any, Final, Literal, NamedTuple

ActorKind = Literal["player", "bot", "autopilot", "system", "staff"]


class Actor(NamedTuple):
    """The author of an event.

    A bot or the autopilot also says why it moved: `level`, `policy` (name and version of the
    strategy) and `cause` (`bot-seat`, `timed-out`, `left`).
    """

    kind: ActorKind
    id: str | None = None
    level: str | None = None
    policy: str | None = None
    cause: str | None = None

    def why(self) -> dict[str, str] | None:
        """The reason of a move that no person made."""
        if self.level is None:
            return None
        return {"level": self.level, "policy": self.policy or "", "cause": self.cause or ""}

    def json(self) -> dict[str, Any]:
        """As hashed and shown, but for the name, which is looked up when read."""
        return {"kind": self.kind, "id": self.id, **(self.why() or {})}


SYSTEM: Final = Actor("system")
"""What follows of itself."""
