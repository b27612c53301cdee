"""The texts of notices, in the language of whoever gets them. No card is in any."""

from __future__ import annotations

from datetime import UTC
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage
from django.utils import translation
from django.utils.translation import gettext as _

from games.engine.seats import SEATS
from games.models import Game, Notice, Seat
from players.models import NoticeKind, Player
from players.unsubscribing import address_for

TURNS: Final = (NoticeKind.TURN, NoticeKind.TURN_EXPIRING)


def letter(notice: Notice) -> EmailMessage | None:
    """The mail that tells of this; None if he need not be told any more.

    That is when he wants no such notices, has no address, or his turn is over.
    """
    player = Player.objects.filter(pk=notice.player_id, is_active=True).exclude(email="").first()
    game = Game.objects.get(pk=notice.game_id)
    if player is None or notice.kind not in player.notices:
        return None
    if notice.kind in TURNS and not _still_his_turn(notice, game):
        return None
    stop = address_for(player)
    with translation.override(player.locale):
        subject, text = _words(notice, game)
        footer = _("You get this because your account has this address. To get no more: {address}")
        parts = [text, notice.data.get("note"), settings.PUBLIC_URL, footer.format(address=stop)]
        body = "\n\n".join(part for part in parts if part)
    headers = {
        "Message-ID": f"<{notice.pk}@{urlsplit(settings.PUBLIC_URL).hostname}>",
        "Auto-Submitted": "auto-generated",
        # By these a mail program's own button ends all notices at once (RFC 8058).
        "List-Unsubscribe": f"<{stop}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    return EmailMessage(subject, f"{body}\n", to=[player.email], headers=headers)


def _still_his_turn(notice: Notice, game: Game) -> bool:
    own = Seat.objects.filter(
        game=game, seat=game.turn_seat, participant__player=notice.player_id, autopilot=False
    )
    return game.deadline == notice.deadline and own.exists()


def _words(notice: Notice, game: Game) -> tuple[str, str]:
    """Subject and text, in the language that is on."""
    names = _names(game)
    if notice.kind in TURNS:
        assert notice.deadline is not None
        # Django's own way to write a time is not that of every language.
        time = f"{notice.deadline.astimezone(UTC):%Y-%m-%d %H:%M}"
        if notice.kind == NoticeKind.TURN:
            subject = _("It is your turn")
            text = _("It is your turn in the game of {names}. You have until {time} (UTC).")
        else:
            subject = _("Your time is nearly up")
            text = _("It is your turn in the game of {names}, and your time ends {time} (UTC).")
        after = _("After that the autopilot plays for you until you come back.")
        return subject, f"{text.format(names=names, time=time)} {after}"
    if notice.kind == NoticeKind.DISPUTE:
        if notice.data["status"] == "upheld":
            subject = _("Your dispute was upheld")
            text = _("Your dispute about the game of {names} was upheld.")
        else:
            subject = _("Your dispute was rejected")
            text = _("Your dispute about the game of {names} was rejected.")
        return subject, text.format(names=names)
    if notice.data["void"]:
        text = _("The game of {names} was declared void and counts for nothing.")
        return _("Your game is void"), text.format(names=names)
    text = _("The game of {names} is over: {ns} points for NS, {ew} points for EW.")
    points = {"ns": game.score_ns, "ew": game.score_ew}
    return _("Your game is over"), text.format(names=names, **points)


def _names(game: Game) -> str:
    """Who sits in the game, N first."""
    held = {
        seat.seat: seat.participant.player.username if seat.participant else _("a bot")
        for seat in Seat.objects.select_related("participant__player").filter(game=game)
        if seat.participant or seat.bot
    }
    return ", ".join(held[seat] for seat in SEATS if seat in held)
