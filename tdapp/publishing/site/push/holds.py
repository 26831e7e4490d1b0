"""What a place holds, as far as it acknowledged it: one line a file, added to as it goes, so that a push that broke off goes
on from there. A path that may be there is written down before it is sent: whatever was once sent is deleted when it is
public no longer, whatever broke in between.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from django.conf import settings

from tdapp.publishing.site import folder

UNSURE, GONE = "?", "-"


def place_of(pk: Any) -> Path:
    """The file of a place."""
    return Path(settings.DATA_DIR) / "pushed" / f"{pk}.txt"


def forget(pk: Any) -> None:
    """A place that is no longer one."""
    place_of(pk).unlink(missing_ok=True)
    _note_of(pk).unlink(missing_ok=True)


def _note_of(pk: Any) -> Path:
    return place_of(pk).with_suffix(".json")


class Holds:
    """`files`: digest by path, `?` where nobody knows; `new`: nothing was ever written down."""

    def __init__(self, pk: Any) -> None:
        self._file, self._note = place_of(pk), _note_of(pk)
        self.new = not self._file.exists()
        self.files: dict[str, str] = {}
        if not self.new:
            # What is behind the last line break was being written when the power went: it was not acknowledged.
            for line in self._file.read_text(encoding="utf-8").split("\n")[:-1]:
                self._take(*line.split(" ", 1))

    def _take(self, digest: str, path: str = "") -> None:
        if digest == GONE:
            self.files.pop(path, None)
        elif path:
            self.files[path] = digest

    def note(self, digests: Mapping[str, str]) -> None:
        """These are there now."""
        self._write(digests.items())

    def unsure(self, paths: Iterable[str]) -> None:
        """These may be there from now on; what is known of them does not count any more."""
        self._write((path, UNSURE) for path in paths)

    def removed(self, paths: Iterable[str]) -> None:
        """These are not there any more."""
        self._write((path, GONE) for path in paths)

    def forget_digests(self) -> None:
        """Everything is sent again; what is public no longer is still deleted."""
        self.unsure(list(self.files))

    def made_of(self) -> Any:
        """What the pages there were made of, as data; None where nobody knows."""
        try:
            return json.loads(self._note.read_bytes())
        except (OSError, ValueError):
            return None

    def note_made_of(self, told: Mapping[str, Any] | None) -> None:
        """Write it down, before anything of it is sent."""
        folder.write(self._note, json.dumps(told).encode())

    def _write(self, lines: Iterable[tuple[str, str]]) -> None:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        with open(self._file, "a", encoding="utf-8", newline="\n") as out:
            for path, digest in lines:
                self._take(digest, path)
                out.write(f"{digest} {path}\n")
            out.flush()
            os.fsync(out.fileno())
        self.new = False

    def start_over(self) -> None:
        """Nothing was ever sent there: the next push looks what lies there, as the first one does."""
        self._file.unlink(missing_ok=True)
        self.files, self.new = {}, True

    def compact(self) -> None:
        """One line for each file again."""
        part = self._file.with_suffix(".part")
        text = "".join(f"{digest} {path}\n" for path, digest in sorted(self.files.items()))
        part.write_text(text, encoding="utf-8", newline="\n")
        os.replace(part, self._file)
