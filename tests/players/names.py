"""Names that the service itself shows, and some that only look a little like them."""

from __future__ import annotations

from typing import Final

RESERVED: Final = (
    *("guest", "bot", "autopilot", "system", "beginner", "normal", "expert"),
    *("GUEST", "Bot", "AutoPilot", "eXpert"),
    *("guest-", "guest-abcd2345", "Guest-1", "GUEST-ana", "deleted-", "deleted-abcd", "Deleted-x"),
)
FREE: Final = ("guests", "guest_ana", "my-guest", "deleted", "bots", "bot-1", "expert2", "systems")
