#!/usr/bin/env python
"""Django's own entrance; `./td manage ...` is the same with the project's Python."""

from __future__ import annotations

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import ManagementUtility
from django.core.management.base import BaseCommand

from core import gc_settings
from tdapp.launch.host import data_folder, machine

PIPE_CLOSED = 128 + 13  # as a shell says it: SIGPIPE


class Manage(ManagementUtility):
    """Django's, but an unknown word is a mistake of the person who typed it: 2, as for every other refusal."""

    def fetch_command(self, subcommand: str) -> BaseCommand:
        """The command of this name; exit 2 after Django's own sentence when there is none."""
        try:
            return super().fetch_command(subcommand)
        except SystemExit:
            raise SystemExit(2) from None


def main() -> None:
    """Run one management command; wrong settings are one sentence, not a traceback."""
    gc_settings.seldom()
    machine.keep_to_ourselves()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tdapp.settings")
    data_folder.make_for(sys.argv[1] if len(sys.argv) > 1 else "")
    try:
        import tdapp.celery  # noqa: F401, PLC0415 - settings are read here; commands may send jobs
    except ImproperlyConfigured as error:
        raise SystemExit(f"{error}") from None
    try:
        Manage(sys.argv).execute()
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read along (`| head`) has seen enough: no fault. What is still to be flushed goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(PIPE_CLOSED) from None


if __name__ == "__main__":
    main()
