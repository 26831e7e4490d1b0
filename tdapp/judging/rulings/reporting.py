"""The report after the event: what was challenged, with what success, who ruled, which words the committee should see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils.timezone import localtime

from lexicon_admin.models import Lexicon, Proposal
from tdapp.events.models import Event, Round
from tdapp.judging.access import rulings
from tdapp.judging.models import Pin, Ruling

MOST_WORDS = 50


@dataclass(frozen=True, slots=True)
class Tally:
    """Challenges under one heading; a challenge succeeds when the play goes."""

    name: str
    all: int
    succeeded: int

    @property
    def percent(self) -> int:
        return round(100 * self.succeeded / self.all) if self.all else 0


class ForCommittee(NamedTuple):
    """A word a judge let stand that no list has. `proposal`: where it went, None yet."""

    word: str
    key: str
    ruling: Ruling
    lexicon: Lexicon | None
    proposal: Proposal | None


@dataclass(frozen=True, slots=True)
class Report:
    """Rulings in force counted; superseded ones apart."""

    whole: Tally
    words: tuple[Tally, ...]
    judges: tuple[Tally, ...]
    divisions: tuple[Tally, ...]
    superseded: int
    committee: tuple[ForCommittee, ...]

    @property
    def to_send(self) -> int:
        return sum(one.lexicon is not None and one.proposal is None for one in self.committee)


def report_on(event: Event) -> Report:
    """Everything at once; as many queries for 500 rulings as for one."""
    everything = list(rulings().filter(division__event=event).order_by("at"))
    rows = [row for row in everything if getattr(row, "superseded_by", None) is None]
    return Report(
        _tally("", rows), _by_word(rows),
        _by((name, row) for row in rows for name in row.judges or [""]),
        _by((row.division.name, row) for row in rows), len(everything) - len(rows), tuple(for_committee(rows)),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class SeasonReport:
    """The rulings in force of several events: the same figures, by event and by month beside them. `running`: a round of one
    of them is being played.
    """

    whole: Tally
    words: tuple[Tally, ...]
    judges: tuple[Tally, ...]
    events: tuple[Tally, ...]
    months: tuple[Tally, ...]
    superseded: int
    running: bool


def season_report(events: QuerySet[Event]) -> SeasonReport:
    """What was ruled at these events. Two queries, however many they are."""
    everything = list(
        Ruling.objects.filter(division__event__in=events).select_related(
            "division__event", "superseded_by", "call"
        )
    )
    rows = [row for row in everything if getattr(row, "superseded_by", None) is None]
    months = _by((localtime(row.at).strftime("%Y-%m"), row) for row in rows)
    playing = Round.objects.filter(division__event__in=events, status=Round.Status.PUBLISHED)
    return SeasonReport(
        _tally("", rows), _by_word(rows),
        _by((name, row) for row in rows for name in row.judges or [""]),
        _by((row.division.event.name, row) for row in rows), tuple(sorted(months, key=lambda one: one.name)),
        len(everything) - len(rows), playing.exists(),
    )  # fmt: skip


def _tally(name: str, rows: Iterable[Ruling]) -> Tally:
    found = [row.acceptable for row in rows]
    return Tally(name, len(found), found.count(False))


def _by(named: Iterable[tuple[str, Ruling]]) -> tuple[Tally, ...]:
    groups: dict[str, list[Ruling]] = {}
    for name, row in named:
        groups.setdefault(name, []).append(row)
    found = (_tally(name, rows) for name, rows in groups.items())
    return tuple(sorted(found, key=lambda tally: (-tally.all, tally.name)))


def _by_word(rows: Iterable[Ruling]) -> tuple[Tally, ...]:
    """By the word's own answer: in a play of several words only the bad one was challenged with success."""
    asked, bad = Counter[str](), Counter[str]()
    for row in rows:
        for answer in row.answers:
            asked[answer["key"]] += 1
            bad[answer["key"]] += not answer["acceptable"]
    found = [Tally(key, number, bad[key]) for key, number in asked.items()]
    return tuple(sorted(found, key=lambda tally: (-tally.all, tally.name))[:MOST_WORDS])


def for_committee(rows: Iterable[Ruling]) -> list[ForCommittee]:
    """Words that stand by a judge's decision, each once, under its division's dictionary."""
    judged = [row for row in rows if not row.by_list]
    mains = _dictionaries(judged)
    known = _proposals(judged, mains)
    found: dict[tuple[object, str], ForCommittee] = {}
    for row in judged:
        lexicon = mains.get(row.division_id)
        for answer in row.answers:
            if answer["layer"] == "judge" and answer["acceptable"]:
                place = (lexicon.pk if lexicon else None, answer["key"])
                one = ForCommittee(answer["typed"], answer["key"], row, lexicon, known.get(place))
                found.setdefault(place, one)
    return list(found.values())


def _dictionaries(rows: Iterable[Ruling]) -> dict[object, Lexicon]:
    wanted = {row.division_id for row in rows}
    pins = Pin.objects.filter(division__in=wanted, layer=Pin.Layer.MAIN).select_related("edition__lexicon")
    return {pin.division_id: pin.edition.lexicon for pin in pins}


def _proposals(rows: Iterable[Ruling], mains: dict[object, Lexicon]) -> dict[tuple[object, str], Proposal]:
    """The newest proposal of each word that is undecided or came from a ruling."""
    keys = {answer["key"] for row in rows for answer in row.answers}
    found = Proposal.objects.filter(lexicon__in=set(mains.values()), key__in=keys, action="add")
    live = found.exclude(status=Proposal.Status.WITHDRAWN).order_by("number")
    return {(proposal.lexicon_id, proposal.key): proposal for proposal in live}


def may_send(row: Ruling) -> bool:
    """Whether this ruling holds a word its committee has not seen."""
    return any(one.lexicon and one.proposal is None for one in for_committee([row]))
