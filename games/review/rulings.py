"""The disputes of a game on its replay, and the form by which one is ruled on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple
from uuid import UUID

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games import models
from games.selectors.disputes import disputes_for
from games.services import disputes
from players.errors import Problem
from players.models import Player

Status = models.Dispute.Status
Remedy = models.Dispute.Remedy
LONGEST: Final = 2000
"""Characters of a note at most."""
REFUSALS: Final[Mapping[str, str | Promise]] = {
    "already-ruled": _("Somebody else has ruled on this dispute meanwhile."),
    "game-over": _("The game is over by now: what is left is to void it, or no remedy."),
    "game-not-started": _("The game has not started, so there is nothing to go back to."),
}


class RulingForm(forms.Form):
    """What a reviewer decides."""

    ruling = forms.ChoiceField(
        label=_("The claim is"),
        choices=[(status.value, status.label) for status in (Status.UPHELD, Status.REJECTED)],
        widget=forms.RadioSelect,
    )
    remedy = forms.ChoiceField(
        label=_("Remedy"), choices=Remedy.choices, widget=forms.RadioSelect, initial=Remedy.NONE
    )
    to_version = forms.IntegerField(
        label=_("Version to go back to"), required=False, min_value=1, max_value=2**31 - 1
    )
    note = forms.CharField(
        label=_("Note to the players"),
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    staff_note = forms.CharField(
        label=_("Note for staff alone"),
        required=False,
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    use_required_attribute = False

    class Meta:
        # Empty, but without one the type checker's plugin for Django never comes to an end.
        pass


class Claims(NamedTuple):
    """The disputes of a game, newest first, and the one in question."""

    all: Sequence[models.Dispute]
    asked: models.Dispute | None

    @property
    def versions(self) -> set[int]:
        """The versions that are disputed."""
        return {dispute.version for dispute in self.all}

    @property
    def to_rule(self) -> models.Dispute | None:
        """The dispute that the form is about: the one in question, else one that is open."""
        if self.asked is not None:
            return self.asked if self.asked.status == Status.OPEN else None
        return next((dispute for dispute in self.all if dispute.status == Status.OPEN), None)


def claims(player: Player, game: models.Game, asked: UUID | None) -> Claims:
    """The disputes of the game that are there for this player."""
    found = list(disputes_for(player).filter(game=game).order_by("-pk"))
    return Claims(found, next((dispute for dispute in found if dispute.pk == asked), None))


def rule(form: RulingForm, dispute: models.Dispute, *, by: Player, now: datetime) -> bool:
    """Rule as the form says; if that is refused, say why beside the field and return False."""
    if not form.is_valid():
        return False
    try:
        disputes.rule(dispute.pk, by=by, now=now, **form.cleaned_data)
    except Problem as problem:
        for error in problem.errors:
            form.add_error(error["field"], error["detail"])
        if not problem.errors:
            form.add_error(None, str(REFUSALS.get(problem.code, problem.code)))
        return False
    return True


def blank(version: int) -> RulingForm:
    """A form that would go back to the version that is shown."""
    return RulingForm(initial={"to_version": version})


def filled_in(given: Mapping[str, Any]) -> RulingForm:
    """The form as it was sent."""
    return RulingForm(given)
