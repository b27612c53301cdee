"""The shapes of what is asked and answered about rulesets."""

from __future__ import annotations

from typing import Any, Final

from drf_spectacular.utils import OpenApiExample, OpenApiResponse
from rest_framework import serializers

from games.api.parts import Anything, Shape
from games.engine.ruleset import PRESETS
from players.api.fields import OneOf
from players.api.pages import one_page
from players.models import Locale

NAMES: Final = tuple(PRESETS)


class RulesQuery(serializers.Serializer[Any]):
    """Whose rules to tell."""

    ruleset = OneOf(choices=NAMES, default=NAMES[0], help_text="The ruleset to tell of.")


class Ruleset(Shape):
    """A ruleset."""

    name = serializers.CharField()
    options = Anything(help_text="All of them.")


class RulesText(Shape):
    """The rules of a ruleset in words."""

    ruleset = serializers.CharField()
    language = serializers.ChoiceField(choices=Locale.choices)
    title = serializers.CharField()
    text = serializers.CharField(help_text="Markdown, the title included.")


RULESETS: Final = one_page(Ruleset, {"name": NAMES[0], "options": PRESETS[NAMES[0]].options()})
ONE_TEXT: Final = OpenApiResponse(
    RulesText,
    examples=[
        OpenApiExample(
            "The default",
            {
                "ruleset": "gamerules",
                "language": "en",
                "title": "The rules of Back Alley: gamerules",
                "text": "# The rules of Back Alley: gamerules\n\nBack Alley is for four …\n",
            },
            response_only=True,
        )
    ],
)
