#!/usr/bin/env python
"""Django's own entrance; `./td manage ...` is the same with the project's Python."""

from __future__ import annotations

import os
import sys

from django.core.management import execute_from_command_line


def main() -> None:
    """Run one management command."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tdapp.settings")
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
