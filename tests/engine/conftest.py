"""How many random games a property is tried on: `quick` by default.

`HYPOTHESIS_PROFILE=thorough` tries twenty times as many.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "quick", max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("thorough", settings.get_profile("quick"), max_examples=400)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))
