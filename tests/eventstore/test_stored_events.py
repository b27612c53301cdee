"""What was ever stored can be read for ever.

`stored_events/<name>.v<schema>.json` holds examples of the data of one kind of event in one schema
version. Files are added, with their sum in SHA256SUMS, and never edited: the log is not either.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from games.eventstore.codec import BY_NAME, decode, encode, event_class
from games.eventstore.upcasters import UPCASTERS

FOLDER = Path(__file__).parent / "stored_events"
FILES = sorted(FOLDER.glob("*.json"))


def parts(file: Path) -> tuple[str, int, list[dict[str, Any]]]:
    """The stored name, the schema version and the examples of a file."""
    name, version, _ = file.name.split(".")
    return name, int(version.removeprefix("v")), json.loads(file.read_text("utf-8"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_stored_event_is_read(file: Path) -> None:
    name, schema, examples = parts(file)
    assert examples
    for data in examples:
        assert type(decode(name, schema, data)) is event_class(name)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_an_event_of_the_present_shape_is_stored_as_it_ever_was(file: Path) -> None:
    name, schema, examples = parts(file)
    if schema == BY_NAME[name].schema:
        for data in examples:
            assert encode(decode(name, schema, data)) == (name, schema, data)


def test_every_shape_that_was_ever_stored_has_its_examples() -> None:
    shapes = {(kind.name, kind.schema) for kind in BY_NAME.values()} | set(UPCASTERS)
    assert {parts(file)[:2] for file in FILES} == shapes


def test_no_example_was_edited() -> None:
    lines = (FOLDER / "SHA256SUMS").read_text().splitlines()
    sums = {name: digest for digest, name in (line.split() for line in lines)}
    assert sums == {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in FILES}
