#!/usr/bin/env python
"""Django's command line, which also says in one sentence why the service is not there."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Run one management command; end with a sentence, not a traceback, when nothing serves it."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "backalley.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    from backalley.embedded.absence import missing_service

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as refusal:
        sys.exit(f"Settings: {refusal}")
    except Exception as failure:
        sentence = missing_service(failure)
        if sentence is None:
            raise
        sys.exit(sentence)


if __name__ == "__main__":
    main()
