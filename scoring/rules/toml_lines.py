"""Where each key of a TOML text stands: `tomllib` gives no lines, and a mistake must name its line.

Runs only on text `tomllib` has accepted, so it looks for structure and never has to judge it.
"""

from __future__ import annotations

import re
from bisect import bisect_right

Path = tuple[str | int, ...]
_SPACE = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_KEY = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|[A-Za-z0-9_-]+')
_STRING = re.compile(r'"""(?:[^\\]|\\.)*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'', re.S)
_BARE = re.compile(r"[^,\]}#\n]+")


def key_lines(text: str) -> dict[Path, int]:
    """Key path -> 1-based line, array items under their index: `("tiles", "table", "value", 3, "count")`."""
    scanner = _Scanner(text)
    scanner.document()
    return scanner.lines


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.lines: dict[Path, int] = {}
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self._tables: dict[Path, int] = {}

    def document(self) -> None:
        table: Path = ()
        self._skip()
        while self.at < len(self.text):
            table = self._header() if self._peek() == "[" else self._pair(table, table)
            self._skip()

    def _header(self) -> Path:
        """`[a.b]` or `[[a.b]]`: the path that following keys belong to."""
        line, many = self._line(), self.text.startswith("[[", self.at)
        self.at += 2 if many else 1
        path = self._dotted(())
        self._skip()
        self.at += 2 if many else 1
        if many:
            self._tables[path] = self._tables.get(path, -1) + 1
            path = (*path, self._tables[path])
        self.lines.setdefault(path, line)
        return path

    def _pair(self, table: Path, result: Path) -> Path:
        line = self._line()
        path = self._dotted(table)
        for depth in range(len(table) + 1, len(path) + 1):
            self.lines.setdefault(path[:depth], line)
        self._skip()
        self.at += 1
        self._value(path)
        return result

    def _dotted(self, path: Path) -> Path:
        while True:
            self._skip()
            path = (*path, self._key())
            self._skip()
            if self._peek() != ".":
                return path
            self.at += 1

    def _key(self) -> str:
        word = self._take(_KEY)
        return word[1:-1] if word[:1] in "\"'" else word

    def _value(self, path: Path) -> None:
        self._skip()
        opening = self._peek()
        if opening == "[":
            self._array(path)
        elif opening == "{":
            self._inline(path)
        else:
            self._take(_STRING if opening in "\"'" else _BARE)

    def _array(self, path: Path) -> None:
        self.at += 1
        for index in range(len(self.text)):
            self._skip()
            if self._peek() == "]":
                break
            self.lines[(*path, index)] = self._line()
            self._value((*path, index))
            self._comma()
        self.at += 1

    def _inline(self, path: Path) -> None:
        self.at += 1
        self._skip()
        while self._peek() != "}" and self.at < len(self.text):
            self._pair(path, path)
            self._comma()
            self._skip()
        self.at += 1

    def _comma(self) -> None:
        self._skip()
        self.at += self._peek() == ","

    def _skip(self) -> None:
        self._take(_SPACE)

    def _peek(self) -> str:
        return self.text[self.at : self.at + 1] or "\n"

    def _take(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.text, self.at)
        if match is None:
            self.at += 1
            return ""
        self.at = match.end()
        return match.group(0)

    def _line(self) -> int:
        return bisect_right(self._starts, self.at)
