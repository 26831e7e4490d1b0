"""`./td run --dev`: when a source file changes, the children start again. Standard library only."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from tdapp.launch.host import environment
from tdapp.launch.sentences import say

ROOMS = environment.ROOMS
# Read once, when a process starts. Templates, scripts and style sheets are read at every request anyway.
KINDS = {".py", ".toml", ".po"}
EVERY_SECONDS = 1.0


class Sources:
    """What the parent looks at now and then; due once something in it is newer than at the last start."""

    def __init__(self, root: Path = environment.ROOT) -> None:
        self.root, self.looked_at = root, time.monotonic()
        self.seen = self._state()

    def is_due(self) -> bool:
        """Whether a file was changed, made or taken away since; looked at once a second."""
        if time.monotonic() - self.looked_at < EVERY_SECONDS:
            return False
        self.looked_at = time.monotonic()
        return self._state() != self.seen

    def run(self) -> None:
        """Nothing but to say so: whoever stood aside for it starts with the new files."""
        now = self._state()
        changed = sorted({path for path, _at in now ^ self.seen})
        self.seen = now
        shown = ", ".join(path.relative_to(self.root).as_posix() for path in changed[:3])
        say(f"Changed: {shown}{' and more' if len(changed) > 3 else ''}. Starting again.")

    def _state(self) -> set[tuple[Path, int]]:
        return {(path, path.stat().st_mtime_ns) for path in self._files()}

    def _files(self) -> Iterator[Path]:
        for room in ROOMS:
            yield from (
                path for path in (self.root / room).rglob("*") if path.suffix in KINDS and path.is_file()
            )
