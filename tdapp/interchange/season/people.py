"""Who of one file is who of another: by member number, else by name where only one of the name is known. Never a guess."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tdapp.interchange.season.events import Line, Notes
from tdapp.people.names import fold


@dataclass(eq=False, slots=True)
class Somebody:
    """A person of the season, by the name first met and the number, if any file has one. `bye`: nobody; `played`: an event
    has them, not lists alone.
    """

    name: str
    number: str = ""
    bye: bool = False
    played: bool = False


def name_key(name: str) -> str:
    """A name for matching: "Cruz, Ana" is "Ana Cruz"."""
    surname, comma, given = name.partition(",")
    return fold(f"{given} {surname}" if comma else name)


def number_key(number: str) -> str:
    """A member number for matching: 0233 is 233."""
    return number.strip().casefold().lstrip("0") or number.strip()


class Folk:
    """The people met so far."""

    def __init__(self, notes: Notes) -> None:
        self._notes = notes
        self._numbers: dict[str, Somebody] = {}
        self._names: dict[str, list[Somebody]] = defaultdict(list)
        self._words: dict[tuple[str, ...], Somebody] = {}

    def of_list(self, lines: Sequence[Line]) -> dict[Somebody, Line]:
        """Who a list names, each once; a name that several have and that says no number is passed over, and said."""
        found: dict[Somebody, Line] = {}
        for line in sorted(lines, key=lambda line: not line.number):
            who = self._of(line)
            if who is None:
                self._notes.add(
                    _("A list names %(name)s without a number, and there are several.") % {"name": line.name}
                )
            else:
                found.setdefault(who, line)
        return found

    def of_division(self, where: str, lines: Sequence[Line], faults: list[str]) -> list[Somebody]:
        """Who the lines of a division are; a sentence in `faults` for a name that could be several, or stands there twice."""
        # Who has a number goes first, so that nobody of the same name without one is taken for them.
        order = sorted(range(len(lines)), key=lambda at: (not lines[at].number, at))
        found: dict[int, Somebody] = {}
        for at in order:
            who = self._of(lines[at])
            if who is None:
                numbers = ", ".join(one.number for one in self._names[name_key(lines[at].name)])
                facts = {"where": where, "name": lines[at].name, "numbers": numbers}
                faults.append(
                    _("%(where)s: %(name)s may be one of several (%(numbers)s); add the number.") % facts
                )
                who = Somebody(lines[at].name)
            elif who in found.values():
                facts = {"where": where, "name": lines[at].name}
                faults.append(_("%(where)s: %(name)s stands there twice; give both their numbers.") % facts)
            if not who.played:
                who.name, who.played = lines[at].name, True
            found[at] = who
        return [found[at] for at in range(len(lines))]

    def _of(self, line: Line) -> Somebody | None:
        """The person of a line, new where nobody fits; None where several do."""
        key, number = name_key(line.name), number_key(line.number) if line.number else ""
        if number and (known := self._numbers.get(number)):
            if name_key(known.name) != key:
                facts = {"number": line.number, "one": known.name, "other": line.name}
                self._notes.add(
                    _("Number %(number)s is %(one)s and %(other)s: one person, by the number.") % facts
                )
                self._called(key, known)
            return known
        same = [one for one in self._names[key] if not (number and one.number)]
        if len(same) > 1:
            # Of several whom only lists have, nobody is meant: it is somebody new.
            same = [one for one in same if one.played]
        if len(same) > 1:
            return None
        who = same[0] if same else Somebody(line.name, bye=line.bye)
        self._tell_of_like_words(key, who, number)
        if number:
            who.number = who.number or line.number
            self._numbers[number] = who
        self._called(key, who)
        return who

    def _tell_of_like_words(self, key: str, who: Somebody, number: str) -> None:
        """Two whose names have the same words in another order may be one: "Cruz Ana", by somebody who left out the comma."""
        other = self._words.setdefault(tuple(sorted(key.split())), who)
        if other is not who and not (number and other.number) and who not in self._names[key]:
            told = _("%(one)s and %(other)s count as two people: if they are one, write the name alike.")
            self._notes.add(told % {"one": other.name, "other": who.name})

    def _called(self, key: str, who: Somebody) -> None:
        if who not in self._names[key]:
            self._names[key].append(who)
