"""tsh's `config.tsh`: which divisions an event has and in which files, and what is set for them. No Perl is ever run.

| line | what becomes of it |
|---|---|
| `division A a.t` | a division and its file |
| `config key = value`, `config key{'A'} = value` | a setting, where the value is a plain one |
| `classes`, `autopair`, `prize`, `begin`, `perl` | kept as words, for whoever reads the settings |
| `encoding name`, `#begin_file name=a.t` .. `#end_file` | how the text is written; a file inside the archive form |

Names of divisions and of settings' parts are the same in capitals and small letters, as tsh has them. `tsh_settings` says
what the settings mean here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from core.messages import say
from pairings.event.refusals import Refusal, Refusals
from pairings.formats.perl_values import NotPlain, Value, read_value

BREAK = re.compile(r"\r\n|\r|\n")
SETTING = re.compile(
    r"config\s+(?P<key>\w{1,60})\s*(?P<parts>(?:\[[^\]]*\]|\{[^}]*\})*)\s*=\s*(?P<value>.*)", re.I
)
PART = re.compile(r"[\[{]\s*['\"]?(.*?)['\"]?\s*[\]}]")
DIVISION = re.compile(r"division\s+(?P<name>\S{1,40})\s+(?P<file>\S.*)", re.I)
AUTOPAIR = re.compile(
    r"autopair\s+(?P<name>\w+)\s+(?P<source>\d{1,3})\s+(?P<round>\d{1,3})\s+(?P<command>\w+)\s*(?P<rest>.*)",
    re.I,
)
BEGIN_FILE = re.compile(r"#begin_file\s.*?\bname=(?P<name>'[^']*'|\"[^\"]*\"|\S+)", re.I)
WORDS = ("classes", "prize", "begin", "perl", "autopair", "encoding")
MOST_LINES, LINE_MAX, MOST_DIVISIONS, MOST_MISTAKES = 20_000, 20_000, 40, 20
# What Perl and tsh call encodings, by Python's names; anything else is guessed as if nothing had been said.
ENCODINGS = {
    "utf8": "utf-8", "utf-8": "utf-8", "isolatin1": "iso-8859-1", "iso-8859-1": "iso-8859-1", "latin1": "iso-8859-1",
    "iso-8859-2": "iso-8859-2", "isolatin2": "iso-8859-2", "iso-8859-15": "iso-8859-15", "cp1250": "cp1250",
    "windows-1250": "cp1250", "cp1252": "cp1252", "windows-1252": "cp1252", "windows-874": "cp874", "cp874": "cp874",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class TshDivision:
    """A line `division`; `line` is its number in the file."""

    name: str
    file: str
    line: int


@dataclass(frozen=True, slots=True)
class Autopair:
    """How tsh pairs a round of a division by itself: on the standings after `source`, by a command and its words."""

    division: str
    source: int
    round: int
    command: str
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TshConfig:
    """A whole file. `settings` by (name, part in capitals or ""); `kept`: other lines by their first word; `files`: those
    inside an archive; `unread`: numbers of `config` lines whose value would have to be run.
    """

    divisions: tuple[TshDivision, ...]
    settings: Mapping[tuple[str, str], Value] = field(default_factory=dict)
    autopairs: tuple[Autopair, ...] = ()
    kept: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    files: Mapping[str, bytes] = field(default_factory=dict)
    unread: tuple[int, ...] = ()

    def value(self, key: str, division: str = "") -> Value:
        """A setting: of the division where it has its own (`key{'A'}` or `key = {A => ..}`), else of all."""
        own = self.settings.get((key, division.upper())) if division else None
        if own is not None:
            return own
        found = self.settings.get((key, ""))
        if isinstance(found, dict):
            return {name.upper(): value for name, value in found.items()}.get(division.upper())
        return found

    def number(self, key: str, division: str = "") -> int | None:
        """A setting that is a whole number, also one in quotation marks; None for anything else."""
        found = self.value(key, division)
        if isinstance(found, str) and re.fullmatch(r"-?\d{1,6}", found.strip()):
            return int(found)
        return found if isinstance(found, int) else None

    def text(self, key: str, division: str = "") -> str:
        """A setting in one line of words; empty where there is none."""
        found = self.value(key, division)
        return " ".join(str(found).split()) if isinstance(found, str | int | float) else ""

    def numbers(self, key: str, division: str = "") -> tuple[int, ...]:
        """A setting that is a list of whole numbers; empty for anything else."""
        found = self.value(key, division)
        listed = found if isinstance(found, list) else ()
        whole = tuple(one for one in listed if isinstance(one, int))
        return whole if len(whole) == len(listed) else ()


def read_config(data: bytes) -> TshConfig | Refusals:
    """The file from its bytes, or every mistake with its line, one sentence each."""
    if b"\x00" in data or not data.strip():
        return Refusals((Refusal("unreadable", say("config.tsh holds no text.")),))
    lines = BREAK.split(_decoded(data))
    if len(lines) > MOST_LINES:
        sentence = say(
            "config.tsh has %(lines)s lines; at most %(most)s are read.", lines=len(lines), most=MOST_LINES
        )
        return Refusals((Refusal("unreadable", sentence),))
    reader = _Reader(lines)
    mistakes = list(reader.read())
    if not reader.divisions and not mistakes:
        sentence = say("config.tsh names no division: it needs a line such as “division A a.t”.")
        mistakes = [Refusal("unreadable", sentence)]
    return Refusals(tuple(mistakes[:MOST_MISTAKES])) if mistakes else reader.found()


def _decoded(data: bytes) -> str:
    """The text: as its line `encoding` says, else UTF-8 when the bytes are, else ISO-8859-1."""
    said = re.search(rb"^[ \t]*encoding[ \t]+(\S+)", data[:200_000], re.MULTILINE | re.IGNORECASE)
    told = ENCODINGS.get(said[1].decode("ascii", "replace").lower()) if said else None
    for encoding in (told, "utf-8-sig", "iso-8859-1"):
        try:
            return data.decode(encoding or "utf-8-sig")
        except UnicodeDecodeError:
            continue
    raise AssertionError("every byte is a letter of ISO-8859-1")


class _Reader:
    """The lines one after the other; what they say is gathered."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.divisions: dict[str, TshDivision] = {}
        self.settings: dict[tuple[str, str], Value] = {}
        self.autopairs: list[Autopair] = []
        self.kept: dict[str, list[int]] = {}
        self.files: dict[str, bytes] = {}
        self.unread: list[int] = []

    def found(self) -> TshConfig:
        """What was read."""
        kept = {word: tuple(numbers) for word, numbers in self.kept.items()}
        return TshConfig(
            tuple(self.divisions.values()),
            self.settings,
            tuple(self.autopairs),
            kept,
            self.files,
            tuple(self.unread),
        )

    def read(self) -> Iterator[Refusal]:
        """Take every line in; what is wrong with one is yielded."""
        at = 0
        while at < len(self.lines):
            line, at = self.lines[at].strip(), at + 1
            if begun := BEGIN_FILE.match(line):
                at = self._file(begun["name"].strip("'\""), at)
            elif line and not line.startswith("#"):
                yield from self._line(line, at)

    def _file(self, name: str, at: int) -> int:
        """A file inside the archive, up to its end; answers where the reading goes on."""
        end = at
        while end < len(self.lines) and not self.lines[end].lower().startswith("#end_file"):
            end += 1
        self.files[name] = ("\n".join(self.lines[at:end]) + "\n").encode()
        return end + 1

    def _line(self, line: str, number: int) -> Iterator[Refusal]:
        word = line.split(None, 1)[0].lower()
        if len(line) > LINE_MAX:
            text = say("it has %(text)s letters; at most %(it)s are read.", text=len(line), it=LINE_MAX)
            yield _wrong(number, text)
        elif word == "division":
            yield from self._division(line, number)
        elif word == "config":
            self._setting(line, number)
        elif word in WORDS:
            self.kept.setdefault(word, []).append(number)
            self._autopair(line)
        else:
            text = say("“%(word)s” is no word config.tsh lines begin with.", word=word[:20])
            yield _wrong(number, text)

    def _division(self, line: str, number: int) -> Iterator[Refusal]:
        found = DIVISION.match(line)
        if found is None:
            yield _wrong(number, say("a division needs a name and a file, as in “division A a.t”."))
        elif found["name"].upper() in self.divisions:
            yield _wrong(number, say("division %(name)s is named twice.", name=found["name"]))
        elif len(self.divisions) == MOST_DIVISIONS:
            yield _wrong(number, say("there are more than %(most)s divisions.", most=MOST_DIVISIONS))
        else:
            file = found["file"].strip().strip("'\"")
            self.divisions[found["name"].upper()] = TshDivision(found["name"], file, number)

    def _setting(self, line: str, number: int) -> None:
        found = SETTING.match(line)
        if found is None:
            self.unread.append(number)
            return
        key, parts = found["key"].lower(), PART.findall(found["parts"])
        if "password" in key:
            return
        try:
            value = read_value(re.sub(r"\s*;\s*(#.*)?$", "", found["value"]).strip())
        except NotPlain:
            self.unread.append(number)
            return
        if len(parts) < 2:
            self.settings[key, parts[0].upper() if parts else ""] = value

    def _autopair(self, line: str) -> None:
        if found := AUTOPAIR.match(line):
            words = tuple(found["rest"].split()[:20])
            one = Autopair(
                found["name"].upper(),
                int(found["source"]),
                int(found["round"]),
                found["command"].lower(),
                words,
            )
            self.autopairs.append(one)


def _wrong(line: int, text: str) -> Refusal:
    return Refusal(
        "unreadable_line", say("config.tsh, line %(line)s: %(text)s", line=line, text=text), (str(line),)
    )
