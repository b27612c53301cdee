"""How often a caller may ask, and what he is told of it."""

from __future__ import annotations

import logging
import re
import socket
import time
from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import pytest
import redis
from django.http import HttpRequest
from django.test import Client

from players import limits, services, valkey
from players.models import Player
from tests.backalley.test_languages import LANGUAGES, told_in
from tests.caller import PASSWORD, Answer, Caller
from tests.games.conftest import person
from tests.games.seated import seat_four

GAME = "/games/01890a5d-ac96-774b-bcce-b302099a8057"
POLICY = re.compile(r'"[a-z-]+";q=\d+;w=60(, "[a-z-]+";q=\d+;w=60)*')
LIMIT = re.compile(r'"[a-z-]+";r=\d+;t=\d+(, "[a-z-]+";r=\d+;t=\d+)*')

SetQuotas = Callable[..., None]


@pytest.fixture
def quotas(
    settings: Any, redis_url: str, db: None, monkeypatch: pytest.MonkeyPatch
) -> Iterator[SetQuotas]:
    """Limits are on, and counted apart from all other tests'; sets some of the budgets."""
    settings.RATE_LIMITS = True
    monkeypatch.setattr(limits, "_PREFIX", f"test:{uuid4()}")
    monkeypatch.setattr(valkey, "_known", valkey._Known())
    usual = dict(settings.RATE_LIMIT_QUOTAS)

    def set_quotas(**some: int) -> None:
        named = {name.replace("_", "-"): quota for name, quota in some.items()}
        settings.RATE_LIMIT_QUOTAS = usual | named

    set_quotas()
    yield set_quotas
    valkey._server.cache_clear()


def left(answer: Answer) -> dict[str, int]:
    """What is left of each budget."""
    found = re.findall(r'"([a-z-]+)";r=(\d+)', answer.headers["RateLimit"])
    return {name: int(number) for name, number in found}


def is_limited(answer: Answer) -> bool:
    if answer.status != 429:
        return False
    assert answer.code == "rate-limited"
    assert 1 <= int(answer.headers["Retry-After"]) <= 60
    return True


def from_address(address: str, **headers: str) -> Caller:
    caller = Caller()
    caller.client = Client(REMOTE_ADDR=address, headers=headers)
    return caller


def sign_in(caller: Caller, password: str = "wrong password", username: str = "ana") -> Answer:
    return caller.post("/tokens", {"username": username, "password": password})


class TestHeaders:
    @pytest.mark.parametrize(
        ("method", "path", "name"),
        [
            ("GET", "/me", "reads"),
            ("HEAD", "/me", "reads"),
            ("GET", f"{GAME}", "reads"),
            ("GET", "/tokens?limit=x", "reads"),
            ("DELETE", "/tokens/x", "writes"),
            ("POST", "/games", "writes"),
            ("POST", f"{GAME}/bids", "moves"),
            ("POST", f"{GAME}/plays", "moves"),
            ("POST", f"{GAME}/return", "moves"),
            ("GET", "/rulesets", "anonymous"),
            ("GET", "/openapi.json", "anonymous"),
            ("GET", "/docs", "anonymous"),
            ("GET", "/nowhere", "anonymous"),
            ("GET", "", "anonymous"),
            ("PUT", "/me", "anonymous"),
            ("OPTIONS", "/me", "anonymous"),
            ("POST", "/players", "arrivals"),
            ("POST", "/players/guest", "arrivals"),
            ("POST", "/tokens", "arrivals"),
        ],
    )
    @pytest.mark.parametrize("on", [True, False])
    def test_every_answer_tells_what_is_left(
        self,
        quotas: SetQuotas,
        settings: Any,
        ana: Caller,
        method: str,
        path: str,
        name: str,
        on: bool,
    ) -> None:
        settings.RATE_LIMITS = on
        answer = ana.send(method, path, b"[" if method == "POST" else b"")

        assert POLICY.fullmatch(answer.headers["RateLimit-Policy"])
        assert LIMIT.fullmatch(answer.headers["RateLimit"])
        quota = settings.RATE_LIMIT_QUOTAS[name]
        assert f'"{name}";q={quota};w=60' in answer.headers["RateLimit-Policy"]
        assert left(answer)[name] == (quota - 1 if on else quota)

    def test_who_has_no_token_or_a_wrong_one_draws_on_his_address(self, quotas: SetQuotas) -> None:
        quotas(anonymous=3)

        assert left(Caller().get("/me")) == {"anonymous": 2}
        assert left(Caller("ba_" + "x" * 43).get("/me")) == {"anonymous": 1}
        assert left(Caller().send("GET", "/me", headers={"host": "evil.example"}))["anonymous"] == 0
        assert is_limited(Caller().get("/me"))
        assert is_limited(Caller().get("/nowhere"))
        assert is_limited(Caller().get("/docs", accept="text/html"))

    def test_other_pages_have_none(self, quotas: SetQuotas) -> None:
        answer = Client().get("/admin/login/")

        assert answer.status_code == 200
        assert "RateLimit" not in answer.headers


class TestPlayers:
    def test_who_has_used_up_his_budget_waits(self, quotas: SetQuotas, ana: Caller) -> None:
        quotas(reads=2)

        assert [left(ana.get("/me")) for _ in "ab"] == [{"reads": 1}, {"reads": 0}]
        refused = ana.get("/me")
        assert is_limited(refused)
        assert left(refused) == {"reads": 0}

    def test_each_has_his_own_behind_one_address(
        self, quotas: SetQuotas, ana: Caller, boris: Caller
    ) -> None:
        quotas(reads=1)
        ana.get("/me")

        assert is_limited(ana.get("/me"))
        assert boris.get("/me").status == 200

    def test_another_token_or_address_changes_nothing(self, quotas: SetQuotas, ana: Caller) -> None:
        quotas(reads=1)
        ana.get("/me")
        other = Caller(services.create_token(Player.objects.get(username="ana"))[1])
        other.client = Client(REMOTE_ADDR="203.0.113.7")

        assert is_limited(other.get("/me"))

    def test_reads_and_writes_leave_moves_alone(self, quotas: SetQuotas, ana: Caller) -> None:
        quotas(reads=1, writes=1)
        for _ in "abc":
            ana.get("/me")
            ana.delete("/tokens/x")

        assert is_limited(ana.get("/me"))
        assert is_limited(ana.delete("/tokens/x"))
        assert ana.post(f"{GAME}/plays", {"card": "TD"}).code == "not-found"

    def test_only_refused_moves_are_counted(self, quotas: SetQuotas, ana: Caller) -> None:
        quotas(moves=2)

        answers = [ana.post(f"{GAME}/plays", {"card": "TD"}) for _ in "abc"]

        assert [answer.status for answer in answers] == [404, 404, 429]
        assert [left(answer)["moves"] for answer in answers] == [1, 0, 0]

    def test_whose_turn_it_is_always_has_budget_for_his_move(self, quotas: SetQuotas) -> None:
        quotas(moves=2)
        seats = {seat: person(f"{seat}-player") for seat in "NESW"}
        table = seat_four(seats)
        seat = table.turn
        refused = [table.bid(seat, 0) for _ in "abc"]
        made = table.bid(seat, 3)

        assert [answer.status for answer in refused] == [422, 422, 429]
        assert is_limited(refused[-1])
        assert (made.status, left(made)["moves"]) == (201, 0)
        late = table.bid(seat, 3)
        assert is_limited(late)
        assert (late.json["version"], late.json["last_move"]["seat"]) == (table.version, seat)

    def test_the_budget_is_there_again_after_its_time(
        self, quotas: SetQuotas, ana: Caller, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(limits, "WINDOW", 1)
        quotas(reads=1)
        ana.get("/me")
        refused = ana.get("/me")

        assert is_limited(refused)
        time.sleep(1.1)
        assert ana.get("/me").status == 200


class TestAddresses:
    @pytest.mark.parametrize("path", ["/players", "/players/guest", "/tokens"])
    def test_no_header_opens_another_budget(self, quotas: SetQuotas, path: str) -> None:
        quotas(arrivals=3)

        answers = [
            Caller().post(
                path,
                {},
                x_forwarded_for=f"198.51.100.{number}",
                x_real_ip=f"198.51.100.{number}",
                forwarded=f"for=198.51.100.{number}",
                client_ip=f"198.51.100.{number}",
            )
            for number in range(4)
        ]

        assert [is_limited(answer) for answer in answers] == [False, False, False, True]

    @pytest.mark.parametrize("proxies", [1, 2])
    def test_behind_proxies_each_client_has_his_own(
        self, quotas: SetQuotas, settings: Any, proxies: int
    ) -> None:
        settings.TRUSTED_PROXIES = proxies
        quotas(arrivals=1)
        behind = ", 192.0.2.1" * (proxies - 1)

        def guest(claimed: str, real: str) -> Answer:
            return Caller().post("/players/guest", {}, x_forwarded_for=f"{claimed}, {real}{behind}")

        assert guest("1.1.1.1", "203.0.113.1").status == 201
        assert is_limited(guest("2.2.2.2", "203.0.113.1"))
        assert guest("2.2.2.2", "203.0.113.2").status == 201

    def test_all_of_one_ipv6_network_are_one(self, quotas: SetQuotas) -> None:
        quotas(arrivals=1)

        assert from_address("2001:db8::1").post("/players/guest", {}).status == 201
        assert is_limited(from_address("2001:db8::2").post("/players/guest", {}))


class TestSignIn:
    def test_an_address_may_guess_so_often(self, quotas: SetQuotas, ana: Caller) -> None:
        quotas(sign_ins=2)
        names = ["ana", "chie", "dipa"]

        answers = [sign_in(Caller(), username=name) for name in names]

        assert [answer.status for answer in answers] == [401, 401, 429]
        assert is_limited(sign_in(Caller(), PASSWORD))
        assert sign_in(from_address("203.0.113.1"), PASSWORD).status == 201

    def test_who_knows_his_password_is_not_counted(self, quotas: SetQuotas, ana: Caller) -> None:
        quotas(sign_ins=1, account=1)

        assert [sign_in(Caller(), PASSWORD).status for _ in "abc"] == [201] * 3

    @pytest.mark.parametrize("username", ["ana", "nobody-has-it"])
    def test_many_addresses_may_guess_one_name_so_often(
        self, quotas: SetQuotas, ana: Caller, username: str
    ) -> None:
        quotas(account=2)
        names = [username, username.upper(), username]

        answers = [
            sign_in(from_address(f"203.0.113.{i}"), username=name) for i, name in enumerate(names)
        ]

        assert [answer.status for answer in answers] == [401, 401, 429]
        assert left(answers[-1])["account"] == 0

    def test_others_guesses_do_not_lock_the_owner_out(self, quotas: SetQuotas, ana: Caller) -> None:
        quotas(account=2)
        assert sign_in(from_address("203.0.113.1"), PASSWORD).status == 201
        for number in range(3):
            sign_in(from_address(f"198.51.100.{number}"))

        assert sign_in(from_address("203.0.113.1"), PASSWORD).status == 201
        assert is_limited(sign_in(from_address("203.0.113.2"), PASSWORD))

    @pytest.mark.parametrize("guest", [False, True])
    def test_nor_where_he_opened_his_account_or_took_his_name(
        self, quotas: SetQuotas, guest: bool
    ) -> None:
        quotas(account=2)
        home, wish = from_address("203.0.113.1"), {"username": "nina", "password": PASSWORD}
        if guest:
            home.token = home.post("/players/guest", {}).json["token"]
        assert home.post("/me/claim" if guest else "/players", wish).status in (200, 201)
        for number in range(3):
            sign_in(from_address(f"198.51.100.{number}"), username="nina")

        assert sign_in(home, PASSWORD, username="nina").status == 201
        elsewhere = from_address("203.0.113.2")
        assert is_limited(sign_in(elsewhere, PASSWORD, username="nina"))

    def test_nor_may_his_own_address_guess_without_end(
        self, quotas: SetQuotas, ana: Caller
    ) -> None:
        quotas(account=2)
        home = from_address("203.0.113.1")
        sign_in(home, PASSWORD)

        assert [sign_in(home).status for _ in "abc"] == [401, 401, 429]


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_is_refused_is_told_so_in_his_language(
    quotas: SetQuotas, ana: Caller, language: str
) -> None:
    quotas(reads=1, anonymous=1, arrivals=1, sign_ins=1)
    ana.patch("/me", {"locale": language})
    for caller, path, asked in (
        (ana, "/me", {}),
        (ana, f"{GAME}/stream", {"accept_language": language}),
        (Caller(), "/rules", {"accept_language": language}),
        (Caller(), "/nowhere", {"accept_language": language}),
    ):
        caller.get(path, **asked)
        refused = caller.get(path, **asked)
        assert is_limited(refused)
        assert told_in(refused) == {language}
        assert refused.headers["Content-Language"] == language
    Caller().post("/players/guest", {})
    assert told_in(Caller().post("/players/guest", {}, accept_language=language)) == {language}
    assert told_in(Caller().post("/tokens", {}, accept_language=language)) == {language}


class TestOwnAccount:
    """Claims and new passwords are no way around the limits of sign-up and sign-in."""

    def change(self, caller: Caller, current: str) -> Answer:
        return caller.patch("/me", {"password": PASSWORD, "current_password": current})

    def test_claims_draw_on_the_addresss_arrivals(self, quotas: SetQuotas, boris: Caller) -> None:
        quotas(arrivals=2)

        answers = [boris.post("/me/claim", {}) for _ in "abc"]
        assert [answer.status for answer in answers] == [400, 400, 429]
        assert set(left(answers[0])) == {"arrivals", "writes"}
        assert is_limited(Caller().post("/players/guest", {}))

    def test_guesses_at_the_present_password_are_counted_as_at_sign_in(
        self, quotas: SetQuotas, ana: Caller
    ) -> None:
        quotas(account=3)
        sign_in(Caller())

        assert [self.change(ana, "wrong password").status for _ in "abc"] == [400, 400, 429]
        assert is_limited(self.change(ana, PASSWORD))
        assert is_limited(sign_in(Caller(), PASSWORD))
        assert ana.patch("/me", {"locale": "bg"}).status == 200

    def test_who_knows_his_password_is_not_counted(self, quotas: SetQuotas, ana: Caller) -> None:
        quotas(sign_ins=1, account=1)

        assert [self.change(ana, PASSWORD).status for _ in "abc"] == [200] * 3


class TestReviewPages:
    @pytest.fixture
    def stanka(self, db: None) -> Player:
        return Player.objects.create_superuser("stanka", PASSWORD)

    def is_let_in(self, password: str, username: str = "stanka") -> bool:
        wish = {"username": username, "password": password}
        return Client().post("/admin/login/?next=/admin/", wish).status_code == 302

    def test_who_knows_the_password_is_let_in(self, quotas: SetQuotas, stanka: Player) -> None:
        quotas(sign_ins=1, account=1)

        assert [self.is_let_in(PASSWORD) for _ in "abc"] == [True] * 3

    def test_guesses_are_counted_together_with_those_at_the_api(
        self, quotas: SetQuotas, stanka: Player
    ) -> None:
        quotas(account=3)
        sign_in(Caller(), username="Stanka")

        assert not self.is_let_in("wrong password")
        assert not self.is_let_in("wrong password", "STANKA")
        assert not self.is_let_in(PASSWORD)
        assert is_limited(sign_in(Caller(), PASSWORD, "stanka"))


class TestRedisAway:
    @pytest.fixture
    def silent(self) -> Iterator[str]:
        """A server that takes connections and never answers."""
        with socket.create_server(("127.0.0.1", 0)) as server:
            yield f"redis://127.0.0.1:{server.getsockname()[1]}/0"

    def test_nobody_is_refused_and_it_is_logged_once(
        self,
        quotas: SetQuotas,
        settings: Any,
        ana: Caller,
        silent: str,
        monkeypatch: pytest.MonkeyPatch,
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        quotas(reads=1)
        monkeypatch.setattr(valkey, "SILENCE", 0.0)
        monkeypatch.setattr(valkey, "PATIENCE", 0.05)
        settings.REDIS_URL = silent

        with caplog.at_level(logging.WARNING):
            answers = [ana.get("/me") for _ in "abc"]

        assert [answer.status for answer in answers] == [200] * 3
        assert left(answers[-1]) == {"reads": 1}
        assert sum("Redis is away" in line for line in caplog.messages) == 1

    def test_it_is_left_alone_for_a_while(
        self, quotas: SetQuotas, settings: Any, ana: Caller, silent: str
    ) -> None:
        settings.REDIS_URL = silent
        ana.get("/me")
        begin = time.monotonic()

        for _ in range(20):
            assert ana.get("/me").status == 200
        assert time.monotonic() - begin < valkey.PATIENCE * 20

    def test_limits_hold_again_when_it_is_back(
        self, quotas: SetQuotas, settings: Any, ana: Caller, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        there = settings.REDIS_URL
        quotas(reads=1)
        monkeypatch.setattr(valkey, "SILENCE", 0.0)
        settings.REDIS_URL = "redis://127.0.0.1:1/0"
        ana.get("/me")
        settings.REDIS_URL = there

        assert ana.get("/me").status == 200
        assert is_limited(ana.get("/me"))


def test_what_is_counted_is_forgotten_by_itself(
    quotas: SetQuotas, settings: Any, ana: Caller
) -> None:
    ana.get("/me")
    sign_in(Caller(), PASSWORD)

    with redis.Redis.from_url(settings.REDIS_URL) as server:
        keys = list(server.scan_iter(f"{limits._PREFIX}*"))
        assert keys
        assert all(server.ttl(key) > 0 for key in keys)
    # Nor does it say whose it was.
    assert not [key for key in keys if b"ana" in key]


def test_a_request_that_is_carried_out_once_more_tells_of_each_budget_once(
    quotas: SetQuotas,
) -> None:
    request = HttpRequest()
    for _ in "ab":
        limits.ask(request, limits.Charge("reads", "ana"))

    assert [standing.charge.budget for standing in limits.standings_of(request)] == ["reads"]
