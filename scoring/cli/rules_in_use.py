"""What the command line says about rules and files: read once a run, however many sheets there are."""

from __future__ import annotations

import unicodedata
from argparse import Namespace

from core.messages import gettext_noop
from core.plain_files import read_plain_file
from scoring.checks.choose_ruleset import Choice, choose_ruleset
from scoring.cli.unreadable import Unreadable
from scoring.rules.loading import Checked, Ruleset, check_ruleset
from scoring.rules.ruleset_files import shipped_ids
from scoring.sheets.scoresheet import Scoresheet
from scoring.sheets.sheet_files import read_sheet_file

CONFIRMED = ("board.confirmed=true", "tiles.confirmed=true")
MAX_WORDS_BYTES = 100_000_000
_SHOWN = 60
_UNKNOWN_RULESET = gettext_noop(
    "The sheet names the ruleset “%(name)s”, which nobody knows here; known are %(known)s. Say which one it is with --ruleset."
)


class Rules:
    """The rules and words of one run; `as_json`: how it answers. Raises Unreadable for those that cannot be used."""

    def __init__(self, options: Namespace) -> None:
        self.overrides = (*options.set, *(CONFIRMED if options.confirmed else ()))
        self.as_json = bool(options.json)
        self.named = _usable(check_ruleset(options.ruleset, self.overrides)) if options.ruleset else None
        self.words, self.theme = _words(options.words), _words(options.theme)
        self._known: dict[str, Checked] = {}

    def of(self, sheet: Scoresheet) -> tuple[Ruleset, Choice | None]:
        """The ruleset named on the command line, else on the sheet, else the one that fits best."""
        if self.named is not None:
            return self.named, None
        if sheet.ruleset:
            return self._of_sheet(sheet.ruleset), None
        choice = choose_ruleset(sheet, self.overrides)
        return choice.ruleset, choice

    def _of_sheet(self, name: str) -> Ruleset:
        if name not in self._known:
            self._known[name] = check_ruleset(name, self.overrides)
        found = self._known[name]
        if not found.readable:
            facts = {
                "name": name if len(name) <= _SHOWN else f"{name[:_SHOWN]}…",
                "known": ", ".join(shipped_ids()),
            }
            raise Unreadable([_UNKNOWN_RULESET % facts])
        return _usable(found)


def _usable(found: Checked) -> Ruleset:
    if found.ruleset is None:
        raise Unreadable([str(mistake) for mistake in found.mistakes])
    return found.ruleset


def _words(file: str | None) -> frozenset[str] | None:
    """One word a line, in any case; what stands behind the first blank is left out."""
    if file is None:
        return None
    try:
        text = read_plain_file(file, MAX_WORDS_BYTES).decode("utf-8-sig")
    except (OSError, ValueError) as error:
        raise Unreadable([f"{file} cannot be read: {getattr(error, 'strerror', None) or error}"]) from error
    lines = (line.split() for line in unicodedata.normalize("NFC", text).splitlines())
    return frozenset(words[0].upper() for words in lines if words)


def read(file: str) -> Scoresheet:
    """The sheet in a file; raises Unreadable with every mistake."""
    found = read_sheet_file(file)
    if found.sheet is None:
        told = [str(problem) for problem in found.problems]
        raise Unreadable([one if one.startswith(str(file)) else f"{file}: {one}" for one in told])
    return found.sheet
