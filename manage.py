#!/usr/bin/env python
"""Django's own entrance; `./td manage ...` is the same with the project's Python."""

from __future__ import annotations

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line


def main() -> None:
    """Run one management command; wrong settings are one sentence, not a traceback."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tdapp.settings")
    try:
        import tdapp.celery  # noqa: F401, PLC0415 - settings are read here; commands may send jobs
    except ImproperlyConfigured as error:
        raise SystemExit(f"{error}") from None
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
