from __future__ import annotations

import pytest
from django.core.exceptions import ImproperlyConfigured

from backalley import environment


@pytest.mark.parametrize(
    ("value", "means"), [("1", True), ("Yes", True), ("off", False), ("", True)]
)
def test_a_boolean(monkeypatch: pytest.MonkeyPatch, value: str, means: bool) -> None:
    monkeypatch.setenv("SWITCH", value)
    assert environment.boolean("SWITCH", True) is means


@pytest.mark.parametrize("value", ["7", " 7 "])
def test_a_whole_number(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("NUMBER", value)
    assert environment.integer("NUMBER", 1, minimum=0, maximum=9) == 7


def test_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NAMES", "a, b,,c ")
    assert environment.words("NAMES", []) == ["a", "b", "c"]
    assert environment.words("NONE_SUCH", ["d"]) == ["d"]


def test_what_makes_no_sense_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("THING", "maybe")
    with pytest.raises(ImproperlyConfigured, match="THING must be true or false, not 'maybe'"):
        environment.boolean("THING", True)
    with pytest.raises(ImproperlyConfigured, match="THING must be a whole number, not 'maybe'"):
        environment.integer("THING", 1, minimum=0, maximum=9)
    with pytest.raises(ImproperlyConfigured, match="THING must be one of a, b, not 'maybe'"):
        environment.choice("THING", "a", ("a", "b"))
    monkeypatch.setenv("THING", "10")
    with pytest.raises(ImproperlyConfigured, match="THING must be 0 to 9, not 10"):
        environment.integer("THING", 1, minimum=0, maximum=9)


def test_a_mail_servers_url(monkeypatch: pytest.MonkeyPatch) -> None:
    assert environment.email("NONE_SUCH") == {}
    monkeypatch.setenv("MAIL", "smtp+tls://ana:p%40ss@mail.example")
    read = environment.email("MAIL")
    assert (read["EMAIL_HOST"], read["EMAIL_PORT"]) == ("mail.example", 587)
    assert (read["EMAIL_HOST_USER"], read["EMAIL_HOST_PASSWORD"]) == ("ana", "p@ss")
    assert (read["EMAIL_USE_TLS"], read["EMAIL_USE_SSL"]) == (True, False)
    monkeypatch.setenv("MAIL", "smtps://mail.example:2465")
    assert environment.email("MAIL")["EMAIL_PORT"] == 2465
    assert environment.email("MAIL")["EMAIL_USE_SSL"] is True


@pytest.mark.parametrize("url", ["mail.example", "http://secret@mail.example", "smtp://:secret@"])
def test_a_mail_servers_url_that_makes_no_sense(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("MAIL", url)
    with pytest.raises(ImproperlyConfigured, match="MAIL must be smtp://") as refusal:
        environment.email("MAIL")
    assert "secret" not in str(refusal.value)


def test_what_another_setting_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    # A shell of one's own may have a mailbox there.
    monkeypatch.delenv("MAIL", raising=False)
    assert environment.needed("SITE", by="MAIL") == environment.web_address("SITE", by="MAIL") == ""
    monkeypatch.setenv("MAIL", "smtp://mail.example")
    with pytest.raises(ImproperlyConfigured, match="SITE must be set, too, where MAIL is"):
        environment.web_address("SITE", by="MAIL")
    monkeypatch.setenv("SITE", "https://cards.example/")
    assert environment.web_address("SITE", by="MAIL") == "https://cards.example"
    monkeypatch.setenv("SITE", "cards.example")
    with pytest.raises(ImproperlyConfigured, match="SITE must begin with https://"):
        environment.web_address("SITE", by="MAIL")


def test_a_database_url_over_the_network() -> None:
    url = "postgres://ana:p%40ss@db.example:6000/games?sslmode=require"
    read = environment.database("NONE_SUCH", url)
    assert (read["USER"], read["PASSWORD"]) == ("ana", "p@ss")
    assert (read["HOST"], read["PORT"], read["NAME"]) == ("db.example", "6000", "games")
    assert read["OPTIONS"] == {"sslmode": "require"}


def test_a_database_url_of_a_socket() -> None:
    read = environment.database("NONE_SUCH", "postgresql://ana@/games?host=/run/my%20folder")
    assert (read["HOST"], read["PORT"]) == ("/run/my folder", "")


@pytest.mark.parametrize(
    ("url", "word"),
    [
        ("mysql://ana:secret@db/games", "must begin with postgresql://"),
        ("postgresql://ana:secret@db/", "must end with a database's name"),
        ("postgresql://ana:secret@db:port/games", "is not a URL that can be read"),
    ],
)
def test_a_bad_database_url_is_refused_without_its_password(url: str, word: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=word) as refused:
        environment.database("NONE_SUCH", url)
    assert "secret" not in str(refused.value)


def test_a_broker_on_a_socket_is_spelled_as_celery_wants_it() -> None:
    assert environment.celery_broker("redis://host:1/2") == "redis://host:1/2"
    assert environment.celery_broker("unix:///a/b.sock?db=9") == (
        "redis+socket:///a/b.sock?virtual_host=9"
    )
    with pytest.raises(ImproperlyConfigured, match="must begin with redis://"):
        environment.redis("NONE_SUCH", "http://host")
