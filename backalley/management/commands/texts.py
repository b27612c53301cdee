"""`manage.py texts`: gathers what the code says to people, and compiles the translations.

Django's own commands for this need GNU gettext on the machine; Babel comes with pip.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir, extract_python
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils.translation.template import templatize

SOURCES: Final = ("backalley", "games", "players")
LOCALE: Final = settings.BASE_DIR / "backalley" / "locale"
# By which functions texts are marked, and which of their arguments are texts.
KEYWORDS: Final[dict[str, Any]] = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop")),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), (1, 2)),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), ((1, "c"), 2)),
}
METHODS: Final = [
    ("**.py", "python"),
    ("**/templates/**.*", "backalley.management.commands.texts:extract_template"),
]
ABOUT: Final = (
    "# The texts of Back Alley. `manage.py texts` keeps this file and its .mo up to date."
)


class Command(BaseCommand):
    """Brings the catalogue of each language up to date with the code, and compiles it."""

    help = "Gather all texts into backalley/locale/*/LC_MESSAGES/django.po and compile these."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Write both files of each language, and say what is left to translate."""
        texts = gathered()
        for language in languages():
            catalogue = merged(language, texts)
            path = source(language)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(written(catalogue))
            compiled(language).write_bytes(machine_readable(catalogue))
            lacking = sum(not is_translated(message.string) for message in catalogue if message.id)
            self.stdout.write(f"{language}: {len(catalogue)} texts, {lacking} without translation")


def languages() -> list[str]:
    """The languages into which is translated: all but the one in which the code is written."""
    return [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


def source(language: str) -> Path:
    """The file that translators write."""
    return Path(LOCALE / language / "LC_MESSAGES" / "django.po")


def compiled(language: str) -> Path:
    """The file that Django reads."""
    return source(language).with_suffix(".mo")


def gathered() -> Catalog:
    """All texts that the code marks as such, in the order of the code, without translations."""
    texts = Catalog(header_comment=ABOUT, fuzzy=False)
    for folder in SOURCES:
        found = extract_from_dir(
            settings.BASE_DIR / folder, METHODS, keywords=KEYWORDS, comment_tags=("Translators:",)
        )
        for name, _line, text, comments, context in sorted(found, key=lambda one: one[:2]):
            texts.add(
                text, None, [(f"{folder}/{name}", 0)], auto_comments=comments, context=context
            )
    return texts


def read(language: str) -> Catalog:
    """The catalogue of a language as it lies there; empty if there is none."""
    path = source(language)
    text = path.read_bytes() if path.exists() else b""
    return read_po(io.BytesIO(text), locale=language, abort_invalid=True)


def merged(language: str, texts: Catalog) -> Catalog:
    """All texts, with the translations that the language has for them; none is guessed."""
    catalogue = read(language)
    catalogue.update(texts, no_fuzzy_matching=True, update_creation_date=False)
    catalogue.obsolete.clear()
    catalogue.header_comment = ABOUT
    catalogue.fuzzy = False
    # Who has translated what and when, the project's history knows better than a header.
    catalogue.project, catalogue.version = "Back Alley", "1"
    catalogue.msgid_bugs_address = catalogue.last_translator = catalogue.language_team = ""
    catalogue.revision_date = catalogue.creation_date
    return catalogue


def written(catalogue: Catalog) -> bytes:
    """The catalogue as translators read it; without numbers of lines, which change too often."""
    file = io.BytesIO()
    write_po(file, catalogue, width=100, include_lineno=False, omit_header=False)
    return file.getvalue()


def machine_readable(catalogue: Catalog) -> bytes:
    """The catalogue as Django reads it."""
    file = io.BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def is_translated(string: Any) -> bool:
    """Whether a text, in all its plural forms, has been translated."""
    return all(string) if isinstance(string, (tuple, list)) else bool(string)


def extract_template(file: Any, keywords: Any, comment_tags: Any, options: Any) -> Iterator[Any]:
    """Babel's way to a template's texts: through Django's, which makes code of it."""
    code = templatize(file.read().decode())
    lines = "\n".join(line.strip() for line in code.splitlines())
    yield from extract_python(io.BytesIO(lines.encode()), keywords, comment_tags, options)
