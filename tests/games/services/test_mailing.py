"""Notices on their way: once, in time, and past a mail server that is away."""

from __future__ import annotations

import re
import smtplib
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.core import mail
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import translation
from django.utils.translation import gettext

from games import models
from games.services import disputes, letters, mailing
from games.services.mailing import BACK_OFF, SILENCE
from players.models import Player
from tests.backalley.test_languages import LANGUAGES, SCRIPTS
from tests.games.mail import everybody_wants, mail_is_on, wants
from tests.games.rated import play_out
from tests.games.services.table import SECOND, People, Table, seated
from tests.games.services.test_races import at_once

DELAY = timedelta(minutes=5)
pytestmark = pytest.mark.usefixtures("woken")


@pytest.fixture(autouse=True)
def mail_on(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    mail_is_on(settings, monkeypatch)


class Server:
    """A mail server as Django's connection to it shows it."""

    def __init__(self) -> None:
        self.taken: list[EmailMessage] = []
        self.failure: Exception | None = None
        self.away: Exception | None = None

    def open(self) -> None:
        if self.away:
            raise self.away

    def close(self) -> None:
        """Nothing is kept open."""

    def send_messages(self, messages: list[EmailMessage]) -> int:
        if self.failure:
            raise self.failure
        self.taken += messages
        return len(messages)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Server:
    server = Server()
    monkeypatch.setattr(mail, "get_connection", lambda: server)
    return server


def send(table: Table, after: timedelta = timedelta(0)) -> int:
    """What is sent so long after."""
    table.now += after
    return mailing.send_due(clock=table.clock)


def turn(people: People) -> Table:
    """A game in which whoever is to act is to be told so."""
    everybody_wants(people, "turn")
    return seated(people)


def the_notice() -> models.Notice:
    return models.Notice.objects.get()


def test_a_player_is_told_of_his_turn(people: People) -> None:
    table = turn(people)
    assert send(table, DELAY - SECOND) == 0
    assert send(table, SECOND) == 1
    assert (send(table), the_notice().sent_at) == (0, table.now)
    (sent,) = mail.outbox
    assert sent.to == [f"{people[table.turn].username}@example.org"]
    assert sent.from_email == "Back Alley <cards@cards.example>"
    assert sent.subject == "It is your turn"
    assert "ana, boris, chie, dipa" in sent.body
    assert "2026-08-01 12:00 (UTC)" in sent.body
    assert "https://cards.example\n" in sent.body
    assert not re.search(r"\b[2-9TJQKA][CDHS]\b", str(sent.body))


def test_a_mail_program_can_end_it_with_one_click(people: People, client: Client) -> None:
    table = turn(people)
    send(table, DELAY)
    headers = mail.outbox[0].extra_headers
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    # They are in what is sent, too, each on a line of its own.
    lines = mail.outbox[0].message().as_string().splitlines()
    assert "List-Unsubscribe-Post: List-Unsubscribe=One-Click" in lines
    found = re.fullmatch(r"<(https://[^<>\s]+)>", headers["List-Unsubscribe"])
    assert found
    address = found[1]
    assert address in mail.outbox[0].body
    assert address.startswith("https://cards.example/notices/stop/")
    # As RFC 8058 has it: no cookie, no sign-in, a form.
    answer = client.post(
        address.removeprefix("https://cards.example"), {"List-Unsubscribe": "One-Click"}
    )
    assert answer.status_code == 200
    assert Player.objects.get(pk=people[table.turn].pk).notices == []


@pytest.mark.parametrize("locale", ["bg", "te", "ne", "ja"])
def test_it_is_written_in_the_players_language(people: People, locale: str) -> None:
    for player in people.values():
        player.locale = locale
    table = turn(people)
    send(table, DELAY)
    with translation.override(locale):
        subject = gettext("It is your turn")
        body = gettext("After that the autopilot plays for you until you come back.")
    (sent,) = mail.outbox
    assert sent.subject == subject != "It is your turn"
    assert body in sent.body
    assert translation.get_language() == "en"


def test_each_kind_has_its_words(people: People) -> None:
    everybody_wants(people, "game_over", "dispute", "turn_expiring")
    table = seated(people, options={"hand_sizes": [1]}, turn_seconds=600)
    stanka = Player.objects.create(username="stanka", is_staff=True)
    dispute = disputes.file_dispute(
        player=people["N"], game_id=table.row.pk, reason="No.", now=table.later()
    )
    models.Notice.objects.create(
        player=people[table.turn],
        game=table.row,
        kind="turn_expiring",
        deadline=table.row.deadline,
        created_at=table.now,
        due_at=table.now,
    )
    send(table)
    ruling: dict[str, Any] = {"ruling": "upheld", "remedy": "none", "note": "It was no diamond."}
    disputes.rule(dispute.pk, by=stanka, now=table.later(), **ruling)
    send(table)
    table.leave("W", people["W"])
    play_out(table)
    send(table)
    subjects = [sent.subject for sent in mail.outbox]
    assert subjects == [
        "Your time is nearly up",
        "Your dispute was upheld",
        *["Your game is over"] * 4,
    ]
    assert "It was no diamond." in mail.outbox[1].body
    assert "ana, boris, chie, a bot" in mail.outbox[2].body
    row = table.row
    assert f"{row.score_ns} points for NS, {row.score_ew} points for EW" in mail.outbox[2].body


KINDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("turn", {}),
    ("turn_expiring", {}),
    ("dispute", {"status": "upheld"}),
    ("dispute", {"status": "rejected"}),
    ("game_over", {"void": False}),
    ("game_over", {"void": True}),
)


@pytest.mark.parametrize("locale", LANGUAGES)
def test_each_kind_is_written_in_every_language(people: People, locale: str) -> None:
    Player.objects.update(locale=locale)
    everybody_wants({seat: Player.objects.get(pk=one.pk) for seat, one in people.items()})
    table = seated(people)
    subjects = set()
    for kind, data in KINDS:
        facts = {"kind": kind, "data": data, "deadline": table.row.deadline}
        notice = models.Notice(player=people[table.turn], game=table.row, **facts)
        sent = letters.letter(notice)
        assert sent is not None
        subjects.add(sent.subject)
        for text in map(str, (sent.subject, *sent.body.split("\n\n"))):
            own = re.search(f"[{SCRIPTS[locale]}]", text)
            assert own or text.strip() == "https://cards.example"
            assert not re.search("[A-Za-z]{2,} [A-Za-z]{2,}", text)
    assert len(subjects) == len(KINDS)


def over(table: Table) -> None:
    table.move()


def unwanted(table: Table) -> None:
    Player.objects.update(notices=["game_over"])


def no_address(table: Table) -> None:
    Player.objects.update(email="")


def shut_out(table: Table) -> None:
    Player.objects.update(is_active=False)


def absent(table: Table) -> None:
    models.Seat.objects.update(autopilot=True)


@pytest.mark.parametrize("change", [over, unwanted, no_address, shut_out, absent])
def test_what_he_need_not_be_told_any_more_is_not_sent(
    people: People, change: Callable[[Table], None]
) -> None:
    table = turn(people)
    first = the_notice()
    change(table)
    table.now = first.due_at or table.now
    send(table)
    assert mail.outbox == []
    first.refresh_from_db()
    assert (first.due_at, first.sent_at) == (None, None)


def test_while_the_server_is_away_nothing_is_claimed(
    people: People, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = turn(people)
    server.away = ConnectionRefusedError()
    assert send(table, DELAY) == 0
    assert the_notice().tries == 0
    server.away = None
    # It is left alone for a while.
    assert send(table) == 0
    monkeypatch.setattr(mailing._server, "away_until", mailing._server.away_until - SILENCE)
    assert (send(table), len(server.taken)) == (1, 1)


def test_what_fails_is_tried_again_ever_less_often_and_then_given_up(
    people: People, server: Server
) -> None:
    everybody_wants(people, "game_over")
    table = play_out(seated(people, options={"hand_sizes": [1]}))
    models.Notice.objects.exclude(player=people["N"]).delete()
    server.failure = smtplib.SMTPDataError(451, b"later")
    for number, pause in enumerate(BACK_OFF, start=1):
        assert send(table) == 1
        assert (the_notice().tries, the_notice().due_at) == (number, table.now + pause)
        assert send(table, pause - SECOND) == 0
        table.now += SECOND
    assert send(table) == 1
    assert (the_notice().due_at, the_notice().sent_at) == (None, None)
    assert list(BACK_OFF) == sorted(BACK_OFF)


@pytest.mark.parametrize(
    "failure",
    [
        smtplib.SMTPRecipientsRefused({"ana@example.org": (550, b"no such user")}),
        smtplib.SMTPDataError(554, b"spam"),
    ],
)
def test_what_is_refused_for_good_is_not_tried_again(
    people: People, server: Server, failure: Exception
) -> None:
    server.failure = failure
    assert send(turn(people), DELAY) == 1
    assert (the_notice().due_at, the_notice().tries) == (None, 1)


def test_a_connection_that_breaks_is_no_longer_used(people: People, server: Server) -> None:
    everybody_wants(people, "game_over")
    table = play_out(seated(people, options={"hand_sizes": [1]}))
    server.failure = smtplib.SMTPServerDisconnected("gone")
    assert send(table) == 1
    assert sorted(models.Notice.objects.values_list("tries", flat=True)) == [0, 0, 0, 1]
    assert mailing._server.away_until > 0


def test_a_fault_in_one_text_keeps_no_other_waiting(
    people: People, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    everybody_wants(people, "game_over")
    table = play_out(seated(people, options={"hand_sizes": [1]}))
    write, faults = letters.letter, [ZeroDivisionError()]

    def letter(notice: models.Notice) -> EmailMessage | None:
        if faults:
            raise faults.pop()
        return write(notice)

    monkeypatch.setattr(mailing, "letter", letter)
    assert (send(table), len(server.taken)) == (4, 3)
    assert models.Notice.objects.filter(due_at=table.now + BACK_OFF[0]).count() == 1


@pytest.mark.django_db(transaction=True)
def test_many_senders_at_once_tell_everybody_once(people: People) -> None:
    everybody_wants(people, "game_over")
    table = play_out(seated(people, options={"hand_sizes": [1]}))
    sent = at_once([partial(mailing.send_due, clock=table.clock)] * 4)
    assert sum(sent) == 4
    assert sorted(message.to[0] for message in mail.outbox) == sorted(
        player.email for player in people.values()
    )


def test_nothing_is_sent_where_the_service_sends_no_mail(people: People, settings: Any) -> None:
    table = turn(people)
    settings.MAIL = {}
    assert send(table, DELAY) == 0
    assert the_notice().tries == 0


def test_an_address_taken_after_the_act_is_the_one(people: People) -> None:
    table = turn(people)
    wants(people[table.turn], "turn", email="new@example.org")
    send(table, DELAY)
    assert mail.outbox[0].to == ["new@example.org"]
