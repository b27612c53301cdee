"""What games hold of a player: told when he takes everything away, let go when he goes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from games import clock, models, selectors
from games.eventstore.chain import timestamp
from games.selectors import held
from games.selectors.disputes import own_disputes
from games.services import farewells
from players import ties
from players.models import Player

FARED: Final = tuple(f.name for f in models.Performance._meta.concrete_fields if not f.primary_key)


def tie() -> None:
    """Tie all this to the accounts, which do not know of it."""
    ties.add_section("games", games_of)
    ties.add_section("messages", messages_of)
    ties.add_section("disputes", disputes_of)
    ties.add_section("webhooks", webhooks_of)
    ties.add_section("rating_changes", rating_changes_of)
    ties.add_section("notices", notices_of)
    ties.add_section("kept_seats", kept_seats_of)
    ties.add_section("staff_acts", staff_acts_of)
    ties.add_farewell(let_go_of)


def let_go_of(player: Player) -> None:
    """Get the player up from all tables, and end what tells him of them."""
    farewells.let_go_of(player, clock=clock.now)


def games_of(player: Player) -> Iterator[dict[str, Any]]:
    """The games where the player sits or sat or that he opened; `participant` is his id in their
    events, which name him by nothing else, and `fared` what counts of it for his profile.
    """
    for person in held.participations_of(player).iterator():
        game = person.game
        yield {
            "id": str(game.pk),
            "participant": str(person.pk),
            "sat": person.sat,
            "creator": game.creator_id == player.pk,
            "status": game.status,
            "ruleset": game.ruleset,
            "visibility": game.visibility,
            "sandbox": game.sandbox,
            "created_at": timestamp(game.created_at),
            "scores": {"NS": game.score_ns, "EW": game.score_ew},
            "winner": game.winner,
            "fared": _fared(getattr(person, "performance", None)),
        }


def _fared(performance: models.Performance | None) -> dict[str, Any] | None:
    return None if performance is None else {name: getattr(performance, name) for name in FARED}


def messages_of(player: Player) -> Iterator[dict[str, Any]]:
    """What the player has said at tables."""
    for message in held.messages_of(player).iterator():
        yield {
            "id": str(message.pk),
            "game": str(message.game_id),
            "at": timestamp(message.at),
            "text": message.text,
        }


def disputes_of(player: Player) -> Iterator[dict[str, Any]]:
    """What the player has claimed, and what staff made of it."""
    for dispute in own_disputes(player).order_by("-pk").iterator():
        yield {
            "id": str(dispute.pk),
            "game": str(dispute.game_id),
            "version": dispute.version,
            "reason": dispute.reason,
            "at": timestamp(dispute.at),
            "status": dispute.status,
            "remedy": dispute.remedy,
            "note": dispute.note,
        }


def webhooks_of(player: Player) -> Iterator[dict[str, Any]]:
    """The player's webhooks, without their secrets."""
    for webhook in selectors.webhooks_of(player).order_by("-pk").iterator():
        yield {
            "id": str(webhook.pk),
            "url": webhook.url,
            "events": webhook.events,
            "created_at": timestamp(webhook.created_at),
        }


def rating_changes_of(player: Player) -> Iterator[dict[str, Any]]:
    """By how much each rated game changed what the player's skill is taken to be."""
    for change in held.rating_changes_of(player).iterator():
        back = change.taken_back_at
        yield {
            "game": str(change.contest),
            "mu": str(change.mu),
            "sigma": str(change.sigma),
            "at": timestamp(change.at),
            "taken_back_at": None if back is None else timestamp(back),
        }


def notices_of(player: Player) -> Iterator[dict[str, Any]]:
    """What the player was told by e-mail, or is to be."""
    for notice in held.notices_of(player).iterator():
        yield {
            "game": str(notice.game_id),
            "kind": notice.kind,
            "created_at": timestamp(notice.created_at),
            "sent_at": None if notice.sent_at is None else timestamp(notice.sent_at),
        }


def kept_seats_of(player: Player) -> Iterator[dict[str, Any]]:
    """The seats in rematches that are kept for the player."""
    for hold in held.holds_of(player).iterator():
        yield {"game": str(hold.game_id), "seat": hold.seat, "until": timestamp(hold.until)}


def staff_acts_of(player: Player) -> Iterator[dict[str, Any]]:
    """What the player did as one of the staff, and what staff did to his account."""
    for act in held.staff_acts_of(player).iterator():
        yield {
            "id": str(act.pk),
            "at": timestamp(act.at),
            "kind": act.kind,
            "own": act.by_id == player.pk,
            "game": None if act.game_id is None else str(act.game_id),
        }
