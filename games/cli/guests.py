"""The guests as whom somebody has played from this account, with their tokens, in a file."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from games.cli.service import Refused, Service


def kept_in() -> Path:
    """The file: nobody but its owner may read it."""
    base = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(base) / "backalley" / "guests.json"


def come_in(service: Service, *, name: str | None = None, new: bool = False) -> str:
    """Sign in as the guest who played there last, as the one named, or as a new one; his name.

    Who was last is kept. Raises LookupError for a name that is not known here.
    """
    known = {} if new else _guests_of(service.address)
    if name is not None and name not in known:
        raise LookupError(name)
    for guest in [name] if name is not None else list(reversed(known))[:1]:
        service.sign_in(known[guest])
        try:
            service.get("/me")
        except Refused as refused:
            if refused.status != 401 or name is not None:
                raise
            service.sign_out()
        else:
            _keep(service.address, guest, known[guest])
            return guest
    made = service.post("/players/guest", {})
    service.sign_in(made["token"])
    _keep(service.address, made["username"], made["token"])
    return str(made["username"])


def _guests_of(address: str) -> dict[str, str]:
    """Tokens by name, the guest who played last at the end."""
    return {str(name): str(token) for name, token in _read().get(address, {}).items()}


def _keep(address: str, name: str, token: str) -> None:
    everything = _read()
    guests = _guests_of(address)
    guests.pop(name, None)
    everything[address] = {**guests, name: token}
    path = kept_in()
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # A new file of its own mode takes the old one's place, whatever mode that had.
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        json.dump(everything, file, indent=1)
    draft.replace(path)


def _read() -> dict[str, Any]:
    try:
        kept = json.loads(kept_in().read_text())
    except (FileNotFoundError, ValueError):
        return {}
    if not isinstance(kept, dict):
        return {}
    return {address: guests for address, guests in kept.items() if isinstance(guests, dict)}
