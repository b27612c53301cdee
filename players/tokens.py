"""The text of tokens: 256 random bits behind a prefix by which a leaked one is recognised."""

from __future__ import annotations

import hashlib
import re
import secrets

# Scanners for leaked secrets look for this.
MARK = "ba_"
SHOWN = len(MARK) + 6
SHAPE = re.compile(rf"{MARK}[A-Za-z0-9_-]{{43}}")


def new_text() -> str:
    """A fresh token's text, to be shown once and never stored."""
    return MARK + secrets.token_urlsafe(32)


def shown_part(text: str) -> str:
    """The beginning of a token, by which its owner tells it from others."""
    return text[:SHOWN]


def digest(text: str) -> bytes:
    """What is stored of a token. A plain hash will do: nobody guesses 256 bits."""
    return hashlib.sha256(text.encode("ascii")).digest()


def well_formed(text: str) -> bool:
    """Whether the text could be a token at all."""
    return SHAPE.fullmatch(text) is not None
