"""Saying one clear sentence and stopping, instead of a traceback."""

from __future__ import annotations

import sys


class Stop(Exception):
    """The program cannot go on; the text is the sentence for the person at the keyboard."""

    def __init__(self, sentence: str, status: int = 2) -> None:
        super().__init__(sentence)
        self.status = status


class Terminated(KeyboardInterrupt):
    """Somebody asked this process alone to end; Ctrl-C would have reached its children too."""


def say(text: str = "") -> None:
    """One line to the person, at once, whatever the console can show."""
    encoding = sys.stdout.encoding or "ascii"
    sys.stdout.write(text.encode(encoding, "replace").decode(encoding) + "\n")
    sys.stdout.flush()


def complain(text: str) -> None:
    """One line of trouble, on the error stream."""
    sys.stderr.write(text + "\n")
    sys.stderr.flush()
