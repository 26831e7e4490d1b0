"""What a command cannot use. By itself, for `python -m scoring` knows it before it loads anything of the game."""

from __future__ import annotations

Lines = list[str]


class Unreadable(Exception):
    """A file or ruleset that cannot be used; the lines say why, one a mistake."""

    def __init__(self, lines: Lines) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines
