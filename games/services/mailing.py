"""Notices on their way to the mail server: claimed, sent, and tried again until it is time to stop.

The row is the timer. Any number of senders may run. Each notice is claimed before it is sent, and a
claim is never given to anybody else: so nobody is told twice, and what a sender that dies in that
moment was sending is told to nobody.
"""

from __future__ import annotations

import logging
import smtplib
import time
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.core import mail
from django.db import transaction

from games.models import Notice
from games.services.letters import letter
from games.services.machines import Clock

logger = logging.getLogger(__name__)

BACK_OFF: Final = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 360, 720))
"""After each failed attempt so long until the next; after the last none."""
SILENCE: Final = 30.0
"""So many seconds a mail server is left alone after it did not answer."""
TURN: Final = 5.0
"""After so many seconds the sweep comes up for air: it may have been asked to end."""
NEVER: Final = 500
"""From this on an answer of a mail server is for good."""


@dataclass
class _Server:
    """What this process knows of the mail server: until when it is taken to be away."""

    away_until: float = 0.0


_server: Final = _Server()


def send_due(*, clock: Clock) -> int:
    """Send what is due, one after another, those first that have waited for longest; how many.

    While the mail server is away nothing is claimed.
    """
    if not settings.MAIL or time.monotonic() < _server.away_until:
        return 0
    # In their order, in which the database reads one and no more.
    if Notice.objects.filter(due_at__lte=clock()).order_by("due_at").first() is None:
        return 0
    connection = mail.get_connection()
    try:
        connection.open()
    except (OSError, smtplib.SMTPException) as error:
        _rest(error)
        return 0
    try:
        return _send_all(connection, clock)
    finally:
        connection.close()


def _send_all(connection: Any, clock: Clock) -> int:
    until, done, usable = time.monotonic() + TURN, 0, True
    while usable and time.monotonic() < until and (notice := _claim(clock())) is not None:
        usable = _send(notice, connection, clock)
        done += 1
    return done


def _claim(now: datetime) -> Notice | None:
    with transaction.atomic():
        due = Notice.objects.select_for_update(skip_locked=True).filter(due_at__lte=now)
        notice = due.order_by("due_at").first()
        if notice is not None:
            notice.due_at = None
            notice.tries += 1
            notice.save(update_fields=["due_at", "tries"])
    return notice


def _send(notice: Notice, connection: Any, clock: Clock) -> bool:
    """Send one notice and note how that went; whether the connection can still be used."""
    try:
        message = letter(notice)
        if message is None:
            logger.info("notice not needed any more notice=%s kind=%s", notice.pk, notice.kind)
            return True
        message.connection = connection
        message.send()
    except (smtplib.SMTPRecipientsRefused, smtplib.SMTPDataError) as error:
        _failed(notice, error, clock(), for_good=_refused_for_good(error))
        return True
    except OSError as error:
        _failed(notice, error, clock())
        _rest(error)
        return False
    except Exception as error:
        # A fault in one text must not keep the others waiting.
        logger.exception("no mail notice=%s", notice.pk)
        _failed(notice, error, clock())
        return True
    Notice.objects.filter(pk=notice.pk).update(sent_at=clock())
    logger.info("notice sent notice=%s kind=%s player=%s", notice.pk, notice.kind, notice.player_id)
    return True


def _failed(notice: Notice, error: Exception, now: datetime, *, for_good: bool = False) -> None:
    given_up = for_good or notice.tries > len(BACK_OFF)
    due = None if given_up else now + BACK_OFF[notice.tries - 1]
    Notice.objects.filter(pk=notice.pk).update(due_at=due)
    # What the server says may name an address, which is nobody's business.
    logger.warning(
        "notice failed notice=%s tries=%s given_up=%s error=%s",
        notice.pk,
        notice.tries,
        given_up,
        type(error).__name__,
    )


def _refused_for_good(error: smtplib.SMTPRecipientsRefused | smtplib.SMTPDataError) -> bool:
    if isinstance(error, smtplib.SMTPDataError):
        return error.smtp_code >= NEVER
    return all(code >= NEVER for code, _ in error.recipients.values())


def _rest(error: Exception) -> None:
    _server.away_until = time.monotonic() + SILENCE
    logger.warning("mail server away: %s", type(error).__name__)
