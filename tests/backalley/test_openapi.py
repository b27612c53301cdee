"""GET /openapi.json and GET /docs"""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.conf import settings
from django.urls import URLPattern, URLResolver, get_resolver
from openapi_schema_validator import OAS31Validator, oas31_format_checker
from openapi_spec_validator import OpenAPIV31SpecValidator

from backalley import openapi
from backalley.problem_kinds import KINDS
from tests.caller import Caller
from tests.documented import codes_of
from tests.links import check_links, links_of

METHODS = {"get", "post", "put", "patch", "delete"}


@pytest.fixture(scope="module")
def document() -> Any:
    # Whatever was asked for it first may have had limits of its own.
    openapi._document.cache_clear()
    return Caller().get("/openapi.json").json


def served(patterns: list[Any], prefix: str = "") -> dict[str, set[str]]:
    """The methods of every path that the service really has under the base path."""
    found: dict[str, set[str]] = {}
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            found |= served(pattern.url_patterns, route)
        elif isinstance(pattern, URLPattern) and hasattr(pattern.callback, "operations"):
            found["/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", route)] = set(
                vars(pattern.callback)["operations"]
            )
    return found


def test_it_is_json() -> None:
    answer = Caller().get("/openapi.json")

    assert (answer.status, answer.media_type) == (200, "application/json")
    assert answer.json["openapi"].startswith("3.1")


def test_it_is_valid(document: Any) -> None:
    assert list(OpenAPIV31SpecValidator(document).iter_errors()) == []


def test_it_has_every_operation_that_is_served_and_no_other(document: Any) -> None:
    described = {path: set(item) & METHODS for path, item in document["paths"].items()}

    assert described == served(get_resolver().url_patterns)


def test_every_operation_has_a_name_of_its_own_a_summary_and_a_tag(document: Any) -> None:
    operations = [
        item[method] for item in document["paths"].values() for method in set(item) & METHODS
    ]

    names = [operation["operationId"] for operation in operations]
    assert len(names) == len(set(names))
    assert all(operation["summary"] and operation["tags"] for operation in operations)
    assert all(min(operation["responses"]) < "300" for operation in operations)


def test_every_refusal_is_a_problem_with_a_code_of_its_status(document: Any) -> None:
    for path, item in document["paths"].items():
        for method in set(item) & METHODS:
            for status, response in item[method]["responses"].items():
                if status < "400":
                    continue
                schema = response["content"]["application/problem+json"]["schema"]
                assert schema == {"$ref": "#/components/schemas/Problem"}, (path, status)
                codes = re.findall(r"`([a-z-]+)`", response["description"])
                assert codes
                assert {KINDS[code].status for code in codes} == {int(status)}


def test_every_code_is_one_of_some_operation(document: Any) -> None:
    named = {
        code
        for _, operation in operations(document)
        for status in operation["responses"]
        for code in codes_of(operation, status)
        if status >= "400"
    }

    # A path that has another method is no operation.
    missing = set(KINDS) - named - {"method-not-allowed"}
    assert missing == set()


def test_it_says_which_operations_need_a_token_and_of_what_scope(document: Any) -> None:
    scheme = document["components"]["securitySchemes"]["bearer"]
    assert (scheme["type"], scheme["scheme"]) == ("http", "bearer")
    assert document["paths"]["/api/v1/me"]["get"]["security"] == [{"bearer": ["account"]}]
    assert "security" not in document["paths"]["/api/v1/players"]["post"]


def test_the_pages_load_nothing_from_another_host() -> None:
    answer = Caller().get("/docs", accept="text/html")

    page = answer.content.decode()
    assert answer.status == 200
    check_links(page)
    assert "://" not in page
    assert 'data-document="/api/v1/openapi.json"' in page
    assert len([link for link in links_of(page) if ".js" in link]) == 2


def operations(document: Any) -> list[tuple[str, Any]]:
    return [
        (method, item[method])
        for item in document["paths"].values()
        for method in set(item) & METHODS
    ]


def test_every_operation_may_be_limited_and_every_answer_tells_of_it(document: Any) -> None:
    for _, operation in operations(document):
        responses = operation["responses"]
        assert "`rate-limited`" in responses["429"]["description"]
        assert "Retry-After" in responses["429"]["headers"]
        for response in responses.values():
            assert {"RateLimit", "RateLimit-Policy"} <= set(response["headers"])


def test_every_post_and_nothing_else_takes_an_idempotency_key(document: Any) -> None:
    for method, operation in operations(document):
        taken = "Idempotency-Key" in {p["name"] for p in operation.get("parameters", [])}
        codes = operation["responses"].get("422", {}).get("description", "")
        assert taken == (method == "post")
        assert taken == ("`idempotency-key-reused`" in codes)


def test_it_tells_the_limits(document: Any) -> None:
    told = document["info"]["description"]

    for name, quota in settings.RATE_LIMIT_QUOTAS.items():
        assert f"`{name}`: {quota}" in told


def test_what_makes_or_lists_a_thing_is_linked_to_the_calls_on_it(document: Any) -> None:
    made = document["paths"]["/api/v1/games"]["post"]["responses"]["201"]["links"]
    hooks = document["paths"]["/api/v1/webhooks"]["get"]["responses"]["200"]["links"]
    told = document["paths"]["/api/v1/webhooks/{webhook_id}/deliveries"]["get"]["responses"]["200"]

    player = document["paths"]["/api/v1/players"]["post"]["responses"]["201"]["links"][
        "show-player"
    ]

    assert player["parameters"] == {"username": "$response.body#/username"}
    assert made["play-card"]["parameters"] == {"game_id": "$response.body#/id"}
    assert made["show-state"]["parameters"]["version"] == "$response.body#/version"
    assert set(hooks) == {"show-webhook", "delete-webhook", "list-deliveries"}
    assert told["links"]["redeliver"]["parameters"] == {
        "webhook_id": "$request.path.webhook_id",
        "delivery_id": "$response.body#/results/0/id",
    }


def media_of(document: Any) -> list[tuple[str, Any]]:
    """Whatever of one kind is sent or answered anywhere, with where."""
    found = []
    for path, item in document["paths"].items():
        for method, operation in item.items():
            answers = operation["responses"].items()
            for part, holder in [("body", operation.get("requestBody", {})), *answers]:
                for media_type, media in holder.get("content", {}).items():
                    found.append((f"{method} {path} {part} {media_type}", media))
    return found


def test_every_example_fits_its_schema(document: Any) -> None:
    checked = 0
    for where, media in media_of(document):
        schema = {**media["schema"], "components": document["components"]}
        validator = OAS31Validator(schema, format_checker=oas31_format_checker)
        for name, example in media.get("examples", {}).items():
            shared = example.get("$ref", "").rpartition("/")[2]
            shown = document["components"]["examples"][shared] if shared else example
            wrong = [error.message for error in validator.iter_errors(shown["value"])]
            assert wrong == [], (where, name)
            checked += 1
    assert checked > 300


def test_every_body_and_every_answer_in_json_has_an_example(document: Any) -> None:
    without = {where for where, media in media_of(document) if not media.get("examples")}

    assert without == {
        "get /api/v1/docs 200 text/html",
        "get /api/v1/docs/fairness 200 text/html",
        "get /api/v1/docs/guide 200 text/html",
        "get /api/v1/docs/verify_record.py 200 text/plain",
        "get /api/v1/openapi.json 200 application/json",
    }


def test_every_parameter_and_answer_says_what_it_is(document: Any) -> None:
    for _, operation in operations(document):
        assert all(response["description"] for response in operation["responses"].values())
        for parameter in operation.get("parameters", []):
            assert parameter.get("description") or parameter["in"] == "path", parameter["name"]


def test_every_refusal_has_an_example_of_each_of_its_codes(document: Any) -> None:
    for _, operation in operations(document):
        for status, response in operation["responses"].items():
            if status >= "400":
                shown = response["content"]["application/problem+json"]["examples"]
                assert set(shown) == set(re.findall(r"`([a-z-]+)`", response["description"]))
