"""What a director asks of the pairings of a division, and what it plays for: typed in lines by entrants' numbers, kept by ids.

Kept as plain data: {"forbidden": [[id, id]], "apart": [[id, ...]], "byes": {"3": [id]}, "no_bye": [id], "clubs": "never",
"teams": "never", "back_to_back": "never", "given_wins": "ignore", "prizes": 4, "gibson_spread": [500], "reading": "tsh",
"class_prizes": [["B", 2]], "access": [["step-free", [[1, 4]], [id]]], "spread_caps": [300, 350], "withdrawn": "out"}; what nobody
asked for is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from core import canonical
from tdapp.events.models import Division

Data = dict[str, Any]
SENTENCES_MOST = 20
ROUNDS_MAX, PRIZES_MAX, SPREAD_MAX, TABLES_MAX = 200, 1000, 2000, 2000
KEEPS = ("avoid", "never", "ignore")
PERSONAL = frozenset({"forbidden", "apart", "byes", "no_bye", "access"})
READINGS = ("tsh", "liwords", "cop")
# Who withdrew: in the standings of past rounds they have no place either.
OUT = "out"


class _Reader:
    """Reads lines, keeps ids, and collects one sentence for each mistake."""

    def __init__(self, division: Division) -> None:
        rows = division.entrants.values_list("number", "pk")
        self.ids = {number: str(pk) for number, pk in rows}
        self.classes = set(division.entrants.exclude(klass="").values_list("klass", flat=True))
        self.rounds = division.rounds_planned or ROUNDS_MAX
        self.faults: list[str] = []

    def number(self, word: str, most: int, where: str) -> int:
        if word.isdecimal() and len(word) < 7 and 1 <= int(word) <= most:
            return int(word)
        facts = {"word": word[:40], "most": most, "where": where}
        self.faults.append(_("%(where)s: %(word)s is no number from 1 to %(most)s.") % facts)
        return 0

    def entrant(self, word: str, where: str) -> str:
        """An entrant's id by the number; "" with a sentence when there is none."""
        number = int(word) if word.isdecimal() and len(word) < 7 else 0
        if number not in self.ids:
            self.faults.append(
                _("%(where)s: no player has number %(word)s.") % {"where": where, "word": word[:40]}
            )
        return self.ids.get(number, "")

    def group(self, line: str, least: int, most: int) -> list[str]:
        where = _("Line “%(line)s”") % {"line": line[:60]}
        words = line.replace(",", " ").split()
        found = [self.entrant(word, where) for word in words]
        if not least <= len(found) <= most or len(set(words)) < len(words):
            facts = {"where": where, "least": least, "most": most}
            text = (
                _("%(where)s: write %(least)s different numbers.")
                if least == most
                else _("%(where)s: write %(least)s to %(most)s different numbers.")
            )
            self.faults.append(text % facts)
        return found


def _lines(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]


def _pairs(read: _Reader, text: str) -> list[list[str]]:
    return [read.group(line, 2, 2) for line in _lines(text)]


def _groups(read: _Reader, text: str) -> list[list[str]]:
    return [read.group(line, 2, 50) for line in _lines(text)]


def _people(read: _Reader, text: str) -> list[str]:
    return [one for line in _lines(text) for one in read.group(line, 1, 200)]


def _byes(read: _Reader, text: str) -> dict[str, list[str]]:
    """`3: 12 14`: in round 3 players 12 and 14 sit out."""
    found: dict[str, list[str]] = {}
    for line in _lines(text):
        head, colon, rest = line.partition(":")
        where = _("Line “%(line)s”") % {"line": line[:60]}
        if not colon:
            read.faults.append(
                _("%(where)s: write a round, a colon and the players, like 3: 12 14.") % {"where": where}
            )
            continue
        number = read.number(head.strip(), read.rounds, where)
        found.setdefault(str(number), []).extend(read.group(rest, 1, 200))
    return found


def _numbers(read: _Reader, text: str, where: str) -> list[int]:
    """`250 200` or `250, 200`; a comma with no number beside it may be a number forgotten, so it is asked for."""
    if text.strip() and not all(part.strip() for part in text.split(",")):
        sentence = _("%(where)s: a number is missing beside a comma in %(text)s; write them like 250 200.")
        read.faults.append(sentence % {"where": where, "text": text[:40]})
        return []
    return [read.number(word, SPREAD_MAX, where) for word in text.replace(",", " ").split()]


def _gibson_spread(read: _Reader, text: str) -> list[int]:
    return _numbers(read, text, _("Spread a player may still gain in a round"))


def _spread_caps(read: _Reader, text: str) -> list[int]:
    return _numbers(read, text, _("Spread cap per game, round by round"))


def _class_prizes(read: _Reader, text: str) -> list[list[Any]]:
    """`B 2`: two prizes for class B."""
    found: list[list[Any]] = []
    for line in _lines(text):
        klass, _space, places = line.rpartition(" ")
        found.append([klass or line, read.number(places, PRIZES_MAX, _("Class prizes")) if klass else 1])
    names = [klass for klass, _places in found]
    read.faults += [
        _("Nobody entered is in class %(name)s.") % {"name": name[:40]}
        for name in names
        if _unknown(read, name)
    ]
    read.faults += [
        _("Class %(name)s has two lines.") % {"name": name}
        for name in sorted(set(names))
        if names.count(name) > 1
    ]
    return found


def _unknown(read: _Reader, klass: str) -> bool:
    """A class nobody has, once anybody has one: before the classes are given it may still come."""
    return bool(read.classes) and klass not in read.classes


def _prizes(read: _Reader, text: str) -> int:
    return read.number(text.strip(), PRIZES_MAX, _("Prize places")) if text.strip() else 0


def _choice(*known: str) -> Callable[[_Reader, str], str]:
    def chosen(read: _Reader, text: str) -> str:
        if text and text not in known:
            read.faults.append(
                _("%(word)s is not one of %(known)s.") % {"word": text[:40], "known": ", ".join(known)}
            )
        return text

    return chosen


def _access(read: _Reader, text: str) -> list[list[Any]]:
    """`step-free 1-4 7: 12 30`: players 12 and 30 need a step-free table; tables 1 to 4 and 7 are."""
    found: list[list[Any]] = []
    for line in _lines(text):
        where = _("Line “%(line)s”") % {"line": line[:60]}
        head, colon, players = line.partition(":")
        need, *ranges = head.replace(",", " ").split() or [""]
        if not (colon and need and ranges) or need[0].isdecimal():
            said = _(
                "%(where)s: write a need, the tables that suit it, a colon and the players, like step-free 1-4: 12."
            )
            read.faults.append(said % {"where": where})
            continue
        tables = [_range(read, word, where) for word in ranges]
        found.append([need[:40], tables, read.group(players, 1, 200)])
    return found


def _range(read: _Reader, word: str, where: str) -> list[int]:
    """`7` or `1-4` as first and last table."""
    low, _dash, high = word.partition("-")
    first, last = read.number(low, TABLES_MAX, where), read.number(high or low, TABLES_MAX, where)
    if last < first:
        read.faults.append(
            _("%(where)s: %(word)s is no range; write the lower table first.")
            % {"where": where, "word": word[:40]}
        )
    return [first, last]


FIELDS: dict[str, Callable[[_Reader, str], Any]] = {
    "forbidden": _pairs, "apart": _groups, "byes": _byes, "access": _access, "no_bye": _people, "clubs": _choice("never"),
    "teams": _choice("never"), "back_to_back": _choice(*KEEPS), "given_wins": _choice("ignore"), "prizes": _prizes,
    "gibson_spread": _gibson_spread, "reading": _choice(*READINGS), "class_prizes": _class_prizes, "spread_caps": _spread_caps,
    "withdrawn": _choice(OUT),
}  # fmt: skip


def read(division: Division, typed: Mapping[str, str]) -> tuple[Data, list[str]]:
    """What was typed as data, and one sentence for each mistake in it."""
    reader = _Reader(division)
    found = {name: rule(reader, str(typed.get(name) or "")) for name, rule in FIELDS.items()}
    reader.faults += _byes_never(reader, found)
    return {name: value for name, value in found.items() if value}, _first(reader.faults)


def _byes_never(read: _Reader, found: Data) -> list[str]:
    """Who is to sit out in a round and never is."""
    numbers = {pk: number for number, pk in read.ids.items()}
    never = set(found["no_bye"])
    return [
        _("Round %(round)s: player %(player)s is to have a bye and is never to have one.")
        % {"round": number, "player": numbers[one]}
        for number, ids in found["byes"].items()
        for one in ids
        if one and one in never
    ]


def faults_of(division: Division, lines: Sequence[tuple[str, str]]) -> list[list[str]]:
    """What is wrong with each of these lines of a field, by itself."""
    reader, found = _Reader(division), []
    for name, line in lines:
        reader.faults = []
        FIELDS[name](reader, line)
        found.append(reader.faults)
    return found


def _first(faults: list[str]) -> list[str]:
    """So many sentences as somebody reads, and how many more there are."""
    more = len(faults) - SENTENCES_MOST
    return faults if more <= 0 else [*faults[:SENTENCES_MOST], _("And %(n)s more of the kind.") % {"n": more}]


def written(division: Division) -> dict[str, str]:
    """The wishes as their form shows them. An entrant who is gone is left out."""
    numbers = {str(pk): str(number) for pk, number in division.entrants.values_list("pk", "number")}

    def named(ids: list[str]) -> str:
        return " ".join(numbers[one] for one in ids if one in numbers)

    data: Data = division.wishes
    lines = {name: "\n".join(filter(None, map(named, data.get(name, ())))) for name in ("forbidden", "apart")}
    byes = (
        f"{number}: {named(ids)}"
        for number, ids in sorted(data.get("byes", {}).items(), key=lambda row: int(row[0]))
    )
    prizes = (f"{klass} {places}" for klass, places in data.get("class_prizes", ()))
    access = (
        f"{need} {' '.join(f'{a}-{b}' if b > a else str(a) for a, b in tables)}: {named(ids)}"
        for need, tables, ids in data.get("access", ())
    )
    plain = {
        name: str(data.get(name, ""))
        for name in ("clubs", "teams", "back_to_back", "given_wins", "reading", "prizes", "withdrawn")
    }
    spreads = {name: " ".join(map(str, data.get(name, ()))) for name in ("gibson_spread", "spread_caps")}
    return {
        **lines,
        **plain,
        **spreads,
        "byes": "\n".join(byes),
        "access": "\n".join(access),
        "no_bye": named(data.get("no_bye", [])),
        "class_prizes": "\n".join(prizes),
    }


def for_archive(division: Division, *, private: bool) -> dict[str, str]:
    """The wishes for an archive; who is related to whom, and who asked for what, only in a private one."""
    return {
        name: text for name, text in written(division).items() if text and (private or name not in PERSONAL)
    }


def fingerprint(division: Division) -> str:
    """What a page remembers of the wishes it shows."""
    return canonical.digest(division.wishes)[:16]


def kept(ids: list[str], known: set[str]) -> tuple[str, ...]:
    """Those of some ids who are still entrants."""
    return tuple(one for one in ids if one in known)


def needs_of(division: Division) -> dict[str, tuple[str, ...]]:
    """What each entrant's table has to be, by entrant id."""
    found: dict[str, tuple[str, ...]] = {}
    for need, _tables, ids in division.wishes.get("access", ()):
        for one in ids:
            found[one] = (*found.get(one, ()), need)
    return found
