"""The OpenAPI document and what the operations on games really take and answer"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any, NotRequired, get_origin, get_type_hints

import pytest
from openapi_schema_validator import OAS31Validator, oas31_format_checker

from backalley import openapi
from games.api import answers, deal_object, event_shapes, game_object
from games.api.event_object import EventObject
from games.api.examples import AN_EVENT, BIDDING, PLAYING, WAITING
from games.eventstore.codec import BY_NAME, event_class
from tests.caller import Answer, Caller
from tests.games.seated import SEATS, People, deals, open_game, seat_four

SHAPES = {
    game_object.GameObject: answers.Game,
    game_object.GameSummary: answers.GameSummary,
    game_object.SeatObject: answers.SeatHolder,
    game_object.TurnObject: answers.Turn,
    deal_object.DealObject: answers.Deal,
    deal_object.BidObject: answers.MadeBid,
    deal_object.ContractObject: answers.Contract,
    deal_object.PlayObject: answers.Play,
    deal_object.TrickObject: answers.Trick,
    deal_object.LastTrickObject: answers.TakenTrick,
    deal_object.ReplacedObject: answers.Replaced,
    deal_object.ResultObject: answers.Result,
}


@pytest.fixture(scope="module")
def document() -> Any:
    return json.loads(openapi._document())


def matches(document: Any, name: str, value: Any) -> list[str]:
    """What is wrong with a value by the named shape."""
    schema = {"$ref": f"#/components/schemas/{name}", "components": document["components"]}
    validator = OAS31Validator(schema, format_checker=oas31_format_checker)
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(value)]


def closed(document: Any) -> Any:
    """The document with shapes that let no unknown field through.

    What is one of several, by its type, is looked at as that one alone, which takes less time.
    """
    strict = json.loads(json.dumps(document))
    for schema in strict["components"]["schemas"].values():
        if "properties" in schema:
            schema["additionalProperties"] = False
        if "discriminator" in schema:
            told = schema.pop("discriminator")
            name, shapes = told["propertyName"], told["mapping"]
            schema["properties"] = {name: {"enum": list(shapes)}}
            schema["allOf"] = [
                {"if": {"properties": {name: {"const": kind}}}, "then": {"$ref": shape}}
                for kind, shape in shapes.items()
            ]
            del schema["oneOf"]
    return strict


@pytest.mark.parametrize("plain", SHAPES, ids=lambda plain: plain.__name__)
def test_every_plain_value_has_the_fields_of_its_shape(plain: Any) -> None:
    shape = SHAPES[plain]()

    hints = get_type_hints(plain, include_extras=True)
    assert set(hints) == set(shape.fields)
    optional = {name for name, hint in hints.items() if get_origin(hint) is NotRequired}
    assert optional == {name for name, field in shape.fields.items() if not field.required}


@pytest.mark.parametrize("kind", BY_NAME)
def test_every_type_of_event_has_a_shape_with_its_fields(kind: str) -> None:
    shape, data = event_shapes.SHAPES[kind](), event_shapes.DATA[kind]()

    assert set(shape.fields) == set(get_type_hints(EventObject))
    assert set(data.fields) == set(get_type_hints(event_class(kind)))


@pytest.mark.parametrize("example", [WAITING, BIDDING, PLAYING], ids=lambda example: example.name)
def test_the_examples_of_a_game_have_its_shape(document: Any, example: Any) -> None:
    assert matches(closed(document), "Game", example.value) == []


def test_the_example_of_an_event_has_its_shape(document: Any) -> None:
    assert matches(closed(document), "EventList", AN_EVENT.value) == []


def reads(people: People, eve: Caller, path: str) -> Iterator[tuple[str, Answer]]:
    """All reads of a game, each with the name of its shape."""
    for caller in (people["N"], people["W"], eve):
        yield "Game", caller.get(path)
        yield "Game", caller.get(f"{path}/states/2")
        yield "GameSummaryList", caller.get("/games")
        yield "EventList", caller.get(f"{path}/events?limit=100")
        yield "Record", caller.get(f"{path}/record")
        yield "Fairness", caller.get(f"{path}/fairness")
        yield "Verification", caller.get(f"{path}/verification")
    yield "RulesetList", people["N"].get("/rulesets")


def test_every_answer_has_the_shape_that_the_document_gives(
    document: Any, people: People, eve: Caller
) -> None:
    strict = closed(document)
    for wish in (deals(2, 1), {"sandbox": True, "bots": {"E": "normal"}, "ruleset": "bab"}):
        table = open_game(people["N"], visibility="private", **wish)
        assert matches(strict, "Game", table) == []
    table = seat_four(people, **deals(2, 2))
    moves = table.moves(random.Random(8))
    for _ in range(3):
        for name, answer in reads(people, eve, table.path):
            assert answer.status == 200
            assert matches(strict, name, answer.json) == [], (name, answer.json)
        for _ in range(7):
            moved = next(moves)
            assert matches(strict, "Game", moved.json) == []
    for _ in moves:
        pass
    for name, answer in reads(people, eve, table.path):
        assert matches(strict, name, answer.json) == [], (name, answer.json)


def test_what_happens_to_the_absent_and_to_who_leaves_has_its_shapes(
    document: Any, people: People
) -> None:
    table = seat_four(people, **deals(2, 1))
    table.bid_all("pass", "pass", "pass", "pass")
    absent = table.turn
    table.time_out()
    people[absent].post(f"{table.path}/return")
    people[absent].delete(f"{table.path}/seats/{absent}")

    page = people[table.turn].get(f"{table.path}/events?limit=100").json
    new = {"deal-passed-out", "autopilot-on", "autopilot-off", "seat-left"}
    assert new <= {event["type"] for event in page["results"]}
    assert matches(closed(document), "EventList", page) == []


def test_every_refusal_is_one_that_the_document_names(
    document: Any, people: People, eve: Caller
) -> None:
    table = seat_four(people)
    turn, other = table.turn, table.waiting
    refused = {
        ("post", "/bids"): [
            table.bid(turn, 0),
            table.bid(turn, None),
            table.bid(other, 1),
            table.bid(turn, 1, if_match='"1"'),
            eve.post(f"{table.path}/bids", {"bid": 1}),
        ],
        ("post", "/plays"): [table.play(turn, "QS"), table.play(turn, "ZZ")],
        ("put", "/seats/{seat}"): [
            eve.put(f"{table.path}/seats/N"),
            eve.put(f"{table.path}/seats/N", {"bot": "normal"}),
            people["E"].put(f"{table.path}/seats/N"),
        ],
        ("delete", "/seats/{seat}"): [eve.delete(f"{table.path}/seats/N")],
        ("get", "/states/{version}"): [eve.get(f"{table.path}/states/0")],
    }
    for (method, what), answered in refused.items():
        operation = document["paths"]["/api/v1/games/{game_id}" + what][method]
        for answer in answered:
            named = operation["responses"][str(answer.status)]["description"]
            assert f"`{answer.code}`" in named
            assert matches(document, "Problem", answer.json) == []


@pytest.mark.parametrize("seat", SEATS)
def test_request_bodies_in_the_document_are_accepted(
    document: Any, people: People, seat: str
) -> None:
    media = document["paths"]["/api/v1/games"]["post"]["requestBody"]["content"]
    for example in media["application/json"]["examples"].values():
        body = example["value"]
        assert matches(document, "NewGameBody", body) == []
        assert people[seat].post("/games", body).status == 201
