"""Every text is there in every language, and what Django reads is what the translators wrote."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo
from django.core.management import call_command
from django.urls import URLResolver, get_resolver
from django.utils import translation
from rest_framework import serializers

from backalley.management.commands import texts
from players.api.borrowed import BORROWED
from players.models import Locale

LANGUAGES = ("bg", "te", "ne", "ja")
PUT_IN = r"\{[^{}]*\}|%\(\w+\)\w|`[^`]*`|<[^<>]*>"
OTHER_LETTER = r"[^\W\d_a-zA-Z]"
every_language = pytest.mark.parametrize("language", LANGUAGES)


@pytest.fixture(scope="module")
def said() -> Catalog:
    """What the code says."""
    return texts.gathered()


def messages(catalogue: Catalog) -> list[Message]:
    return [message for message in catalogue if message.id]


def forms(text: Any) -> list[str]:
    return list(text) if isinstance(text, list | tuple) else [text]


def pairs(catalogue: Catalog) -> dict[tuple[str, ...], list[str]]:
    return {tuple(forms(message.id)): forms(message.string) for message in messages(catalogue)}


def placeholders(text: str) -> Counter[str]:
    """What is put into a text, and what it quotes: tags, names of options, values."""
    return Counter(re.findall(PUT_IN, text))


def test_there_are_five_languages() -> None:
    assert texts.languages() == list(LANGUAGES)
    assert set(Locale.values) == {"en", *LANGUAGES}


@every_language
def test_every_text_of_the_code_is_translated_and_none_besides(
    language: str, said: Catalog
) -> None:
    catalogue = texts.read(language)

    assert [m.id for m in messages(catalogue)] == [m.id for m in messages(said)]
    assert not catalogue.obsolete
    assert [m.id for m in messages(catalogue) if not texts.is_translated(m.string)] == []
    assert [m.id for m in messages(catalogue) if m.fuzzy] == []


@every_language
def test_what_is_put_into_a_text_is_put_into_its_translation(language: str) -> None:
    for message in messages(texts.read(language)):
        for string in forms(message.string):
            assert placeholders(string) == placeholders(forms(message.id)[-1]), message.id


@every_language
def test_a_translation_is_not_the_english_again(language: str) -> None:
    for message in messages(texts.read(language)):
        for string in forms(message.string):
            words = re.sub(PUT_IN, "", string)
            assert not re.search(r"[a-zA-Z]", words) or re.search(OTHER_LETTER, words), message.id


@every_language
def test_a_sentence_stays_a_sentence(language: str) -> None:
    ends = {"bg": ".", "te": ".", "ne": "।", "ja": "。"}
    for message in messages(texts.read(language)):
        if language != "ja" and forms(message.id)[0].endswith("."):
            assert all(form.endswith(ends[language]) for form in forms(message.string)), message.id
        assert all(form == form.strip() for form in forms(message.string))


@every_language
def test_the_plural_has_the_forms_that_django_expects(language: str) -> None:
    catalogue = texts.read(language)

    assert catalogue.plural_forms == (
        "nplurals=1; plural=0;" if language == "ja" else "nplurals=2; plural=(n != 1);"
    )
    for message in messages(catalogue):
        if message.pluralizable:
            assert len(forms(message.string)) == catalogue.num_plurals


@every_language
def test_the_compiled_file_holds_the_same(language: str) -> None:
    with texts.compiled(language).open("rb") as file:
        compiled = read_mo(file)

    assert pairs(compiled) == pairs(texts.read(language))


def test_nothing_changes_when_nothing_has_changed(
    said: Catalog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    before = {language: texts.source(language).read_bytes() for language in LANGUAGES}
    monkeypatch.setattr(texts, "gathered", lambda: said)
    for language in LANGUAGES:
        assert texts.written(texts.merged(language, said)) == before[language]
    monkeypatch.setattr(texts, "LOCALE", tmp_path)

    call_command("texts")

    assert f"ja: {len(said)} texts, {len(said)} without translation" in capsys.readouterr().out
    assert texts.compiled("ja").exists()


def test_the_texts_of_templates_are_gathered(tmp_path: Path) -> None:
    template = tmp_path / "page.html"
    template.write_text(
        "<p>\n  {% translate 'Your turn' %}</p>{% blocktranslate %}x{% endblocktranslate %}"
    )

    with template.open("rb") as file:
        found = [text for _, _, text, *_ in texts.extract_template(file, {"gettext": None}, (), {})]
    assert found == ["Your turn", "x"]


# --- What the libraries say by themselves ---


def operations(patterns: list[Any]) -> Iterator[Any]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from operations(pattern.url_patterns)
        else:
            yield from getattr(pattern.callback, "operations", {}).values()


def sayings(field: serializers.Field[Any, Any, Any, Any]) -> Iterator[Any]:
    """All that a field, and what is in it, may say to a client."""
    yield from field.error_messages.values()
    for validator in field.validators:
        message = getattr(validator, "message", None)
        yield getattr(message, "format_string", message)
    for inner in [*getattr(field, "fields", {}).values(), getattr(field, "child", None)]:
        if inner is not None:
            yield from sayings(inner)


def test_all_that_fields_may_say_is_in_the_catalogues(said: Catalog) -> None:
    shapes = [
        shape()
        for operation in operations(get_resolver().url_patterns)
        for shape in (operation.Query, operation.Body)
        if shape is not None
    ]
    with translation.override("en"):
        # One that knows its plural is ours, and says nothing without a number.
        heard = {str(saying or "") for shape in shapes for saying in sayings(shape)} - {""}
    ours = {forms(message.id)[0] for message in messages(said)}

    assert heard - ours == set()
    assert set(BORROWED) - heard == set()
