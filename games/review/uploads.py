"""A record that staff hand in: what is read of it, and what of it does not hold."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.records import RecordError, parse
from games.records.shape import Record
from games.records.verify_record import check
from games.review.pages import Page, page
from games.review.retold import Retold

MOST: Final = 128 * 1024
"""Bytes of a record at most: ten times a long game's, and half of what a request may hold."""


class RecordForm(forms.Form):
    """A record, pasted or in a file; once it is clean, `text` and `parsed` are what was read."""

    record = forms.CharField(
        label=gettext_lazy("Record, as JSON or as text"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false"}),
    )
    file = forms.FileField(
        label=gettext_lazy("Or a file"), required=False, allow_empty_file=True, max_length=255
    )
    use_required_attribute = False

    class Meta:
        # Empty, but without one the type checker's plugin for Django never comes to an end.
        pass

    def clean(self) -> dict[str, Any]:
        """Read the record, from the file if there is one."""
        cleaned: dict[str, Any] = self.cleaned_data
        if self.errors:
            return cleaned
        field = "file" if cleaned["file"] else "record"
        try:
            # A browser sends the ends of lines in two characters, each time a form goes out.
            text = (_content(cleaned["file"]) or cleaned["record"]).replace("\r\n", "\n")
            if len(text.encode()) > MOST:
                raise RecordError("", _("Must be {most} bytes at most.").format(most=MOST))
            if not text.strip():
                raise RecordError("", _("Paste a record, or choose a file."))
            return {**cleaned, "text": text, "parsed": parse(text)}
        except RecordError as error:
            self.add_error(field, str(error))
        return cleaned


def _content(file: UploadedFile[bytes] | None) -> str:
    """What is in the file, as far as its size has to be told. Raises RecordError."""
    if not file:
        return ""
    content: bytes = file.read(2 * MOST)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RecordError("", _("Must be text in UTF-8.")) from None


class Finding(NamedTuple):
    """What does not hold of a deal, or of the game; `version` is where the deal begins, if told."""

    title: str
    faults: list[str]
    version: int | None


def findings(record: Record, told: Retold) -> list[Finding]:
    """What the published checker says of a record, but for what holds. Its words are English."""
    firsts = [chapter.first for chapter in told.chapters if chapter.dealt is not None]
    return [
        Finding(title, faults, firsts[place] if place < len(firsts) else None)
        for place, (title, faults) in enumerate(check(record))
        if faults
    ]


def record_page(told: Retold, version: int | None) -> Page:
    """The page of a record at a version. Raises StreamNotFound for one that is not there."""
    shown = page(told.at(version))
    # No ruling has taken back what could not be told to its end.
    deals = [row._replace(stands=row.stands or row.first in told.stopped) for row in shown.deals]
    return shown._replace(deals=deals)
