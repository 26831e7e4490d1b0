"""Prizes as they stand: every line measured, given by the rules, told as plain data that can be kept and read later."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from tdapp.desk.models import Prize, PrizeGiving
from tdapp.desk.prizes.rules import awards, why_nobody
from tdapp.desk.prizes.rules.field import Field, fields
from tdapp.desk.prizes.rules.measures import Asked, Best, breakers, measured, rules_of
from tdapp.events.models import Event

Who = tuple[str, int]  # a division's short name and the entrant's number in it


@dataclass(frozen=True, slots=True)
class Won:
    """A prize won, as plain data. `who` is None for a school, a team or a text, which `text` names then.

    `tied` and `passed` hold people as [division, number] or names of schools; `facts` are what the sentence tells.
    """

    prize: str
    kind: str
    title: str
    klass: str
    division: str
    place: int
    who: Who | None
    text: str
    cents: int
    thing: str
    how: str = awards.ALONE
    places: list[int] = field(default_factory=list)
    tied: list[Any] = field(default_factory=list)
    by: str = ""
    passed: list[dict[str, Any]] = field(default_factory=list)
    facts: dict[str, Any] = field(default_factory=dict)
    first: int = 1
    several: bool = False
    most: int = 0

    def as_data(self) -> dict[str, Any]:
        """For a row of the database; `of_data` reads it again."""
        return asdict(self)


def of_data(data: Mapping[str, Any]) -> Won:
    """What was kept, read again."""
    who = data.get("who")
    known = {name: data[name] for name in Won.__slots__ if name in data}
    return Won(**{**known, "who": (who[0], who[1]) if who else None})


@dataclass(frozen=True, slots=True)
class Nobody:
    """A place of a line that found nobody, and why (`why_nobody.reason`)."""

    prize: str
    place: int
    cents: int
    why: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Table:
    """Every prize as it stands, in order of precedence."""

    won: tuple[Won, ...]
    nobody: tuple[Nobody, ...]
    lines: tuple[Prize, ...]

    def of(self, prize: Prize) -> list[Won]:
        """The winners of one line."""
        return [one for one in self.won if one.prize == str(prize.pk)]

    def left(self, prize: Prize) -> list[Nobody]:
        """The places of one line that found nobody."""
        return [one for one in self.nobody if one.prize == str(prize.pk)]


def settings_of(event: Event) -> PrizeGiving:
    """The event's own settings, or what holds without any."""
    return PrizeGiving.objects.filter(event=event).first() or PrizeGiving(event=event)


def table(event: Event, *, exact: bool = False) -> Table:
    """All prizes of an event as they stand on confirmed results; `exact` for what is kept."""
    lines = tuple(Prize.objects.filter(event=event).select_related("division", "given_to").order_by("order"))
    known, settings = fields(event.divisions.select_related("event"), exact=exact), settings_of(event)
    asked = {str(row.pk): Asked(row, _about(row, known), settings.withdrawn_win) for row in lines}
    found = {
        key: {best.who: best for best in measured(one)} if _played(one) else {} for key, one in asked.items()
    }
    contests = {key: _contest(asked[key], bests.values()) for key, bests in found.items()}
    given = awards.give(contests.values(), settings.most_each)
    teller = _Teller(
        {key: one.prize for key, one in asked.items()},
        found,
        _numbers(known.values()) if given.awards else {},
        settings.most_each,
    )
    won = tuple(teller.won(award) for award in given.awards)
    return Table(won, tuple(_nobody(asked, contests, given, settings.most_each)), lines)


def _nobody(
    asked: Mapping[str, Asked], contests: Mapping[str, awards.Contest], given: awards.Given, most: int
) -> Iterable[Nobody]:
    for slot in given.nobody:
        mine = contests[slot.contest]
        ladder = {key for key, one in contests.items() if one.ladder == mine.ladder}
        why = why_nobody.reason(asked[slot.contest], mine, given, ladder, most)
        yield Nobody(slot.contest, slot.place, slot.cents, why)


def _played(asked: Asked) -> bool:
    """Whether anybody can have won: a game was played, or it is given by hand. By rating or number nobody has won yet."""
    return asked.prize.kind == Prize.Kind.CUSTOM or any(one.games for one in asked.fields)


def _about(prize: Prize, known: Mapping[str, Field]) -> list[Field]:
    return [one for one in known.values() if prize.division_id in (None, one.division.pk)]


def _numbers(known: Iterable[Field]) -> dict[str, Who]:
    return {key: (one.division.slug, row.number) for one in known for key, row in one.people.items()}


def _contest(asked: Asked, bests: Iterable[Best]) -> awards.Contest:
    prize = asked.prize
    people = {key: row.number for one in asked.fields for key, row in one.people.items()}
    contenders = tuple(
        awards.Contender(best.who, best.value, breakers(asked, best), people.get(best.who, 0))
        for best in bests
    )
    ladder = f"{prize.kind}:{prize.division_id}:{prize.klass}:{prize.among}:{prize.best if prize.kind == 'school' else ''}"
    if prize.kind == Prize.Kind.CUSTOM:
        ladder = str(prize.pk)
    cents = tuple(int(place.get("cents", 0)) for place in prize.places)
    by_hand = prize.kind in (Prize.Kind.CUSTOM, Prize.Kind.SCHOOL, Prize.Kind.TEAM)
    return awards.Contest(
        str(prize.pk), prize.order, ladder, cents, contenders, prize.first, prize.ties, not by_hand
    )


def _quiet(award: awards.Award) -> awards.Award:
    """Without whom it names beside its winner: that they could have won tells of their gender or age."""
    if award.how == awards.BROKEN:
        return replace(award, how=awards.ALONE, tied=(award.winner,), by=None, passed=())
    return replace(award, passed=())


@dataclass(frozen=True)
class _Teller:
    """Turns awards into plain data."""

    lines: Mapping[str, Prize]
    found: Mapping[str, Mapping[str, Best]]
    numbers: Mapping[str, Who]
    most: int

    def won(self, award: awards.Award) -> Won:
        prize = self.lines[award.contest]
        best = self.found[award.contest].get(award.winner) or Best(award.winner, ())
        who = self.numbers.get(award.winner)
        award = _quiet(award) if prize.kind == Prize.Kind.AMONG else award
        return Won(
            award.contest, prize.kind, prize.title, prize.klass, prize.division.slug if prize.division else "",
            award.place, who, "" if who else award.winner, award.cents, self._things(prize, award), self._how(prize, award),
            list(award.places), [self._who(key) for key in award.tied], self._by(prize, award),
            [{"who": self._who(one.key), "holds": [self._line(key) for key in one.holds]} for one in award.passed],
            best.facts, prize.first, len(prize.places) > 1, self.most,
        )  # fmt: skip

    def _how(self, prize: Prize, award: awards.Award) -> str:
        return awards.GIVEN if prize.kind == Prize.Kind.CUSTOM else award.how

    def _who(self, key: str) -> Any:
        known = self.numbers.get(key)
        return list(known) if known else key

    def _line(self, key: str) -> dict[str, Any]:
        row = self.lines[key]
        return {"kind": row.kind, "title": row.title, "klass": row.klass}

    def _by(self, prize: Prize, award: awards.Award) -> str:
        return rules_of(prize)[award.by] if award.by is not None and award.by < len(rules_of(prize)) else ""

    def _things(self, prize: Prize, award: awards.Award) -> str:
        """What goes with the money: of all places that went together."""
        rows = [
            prize.places[at - prize.first] for at in award.places if 0 <= at - prize.first < len(prize.places)
        ]
        return ", ".join(dict.fromkeys(row["thing"] for row in rows if row.get("thing")))
