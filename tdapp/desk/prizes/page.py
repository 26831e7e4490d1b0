"""What the pages of prizes walk through: lines with their winners, totals, the script, the receipts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from django.utils.translation import gettext as _

from tdapp.desk.models import Finalisation, Prize, PrizeGiving, Saying
from tdapp.desk.prizes import ceremony, finals
from tdapp.desk.prizes.rules import read_aloud, stage, unnamed, why_nobody, winners, words
from tdapp.desk.prizes.rules.unnamed import Unnamed
from tdapp.desk.prizes.rules.words import Names
from tdapp.events import access
from tdapp.events.models import Division, Event, Named, tell_apart
from tdapp.kernel.context import Context


@dataclass(frozen=True, slots=True)
class Shown:
    """One winner on a page; `title` with the place, `say` how the name is said, `members` the players of a team.

    `told`: place, wins and spread as the announcer reads them.
    """

    title: str
    name: str
    gets: str
    why: str
    place: int = 0
    say: str = ""
    club: str = ""
    cents: int = 0
    members: str = ""
    told: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of prizes with who would win it. `left`: its places that found nobody, and why."""

    prize: Prize
    title: str
    about: str
    ties: str
    won: tuple[Shown, ...]
    left: str


@dataclass(frozen=True, slots=True)
class End:
    """A division as far as its end goes: the newest final version, and whether something changed since."""

    division: Division
    final: Finalisation | None
    changed: bool

    @property
    def protests(self) -> bool:
        """Whether the time for protests runs."""
        return self.final is not None and finals.protest_open(self.final)


@dataclass(frozen=True, slots=True)
class Page:
    """The prizes page. `pot`: money of all lines; `out`: what goes out as it stands."""

    rows: tuple[Row, ...]
    ends: tuple[End, ...]
    pot: str
    out: str
    prizes: int
    people: int

    @property
    def final(self) -> bool:
        """Whether every division is final, with nothing changed since."""
        return bool(self.ends) and all(one.final and not one.changed for one in self.ends)


def page(event: Event, settings: PrizeGiving) -> Page:
    """Everything as it stands."""
    table = winners.table(event)
    names = words.names_of(event, words.spoken)
    rows = tuple(_row(table, line, names, settings.currency) for line in table.lines)
    pot = sum(int(place.get("cents", 0)) for line in table.lines for place in line.places)
    out = sum(one.cents for one in table.won)
    return Page(
        rows, tuple(ends(event, table.won)), words.money(pot, settings.currency), words.money(out, settings.currency),
        sum(len(line.places) for line in table.lines), len({names.winner(one) for one in table.won}),
    )  # fmt: skip


def ends(event: Event, won: Sequence[winners.Won]) -> Iterable[End]:
    """Every division with its newest final version."""
    known = finals.of_event(event)
    for row in event.divisions.select_related("event"):
        final = known.get(row.slug)
        yield End(row, final, bool(final and finals.changed(row, final, won)))


def _row(table: winners.Table, line: Prize, names: Names, currency: str) -> Row:
    won = tuple(_shown(one, names, currency) for one in table.of(line))
    slots = table.left(line)
    left = _left(slots, currency) if slots else ""
    about = line.division.name if line.division else _("the whole event")
    return Row(line, words.line_title(line), about, str(words.TIES[line.ties]), won, left)


def _shown(one: winners.Won, names: Names, currency: str) -> Shown:
    return Shown(
        words.title(one), names.winner(one), words.gets(one, currency), words.why(one, names), one.place,
        cents=one.cents,
    )  # fmt: skip


def _left(slots: Sequence[winners.Nobody], currency: str) -> str:
    """The empty places of a line, what money stays, and why: one sentence each."""
    first, last = slots[0].place, slots[-1].place
    facts = {"first": first, "last": last, "money": words.money(sum(one.cents for one in slots), currency)}
    if first == last:
        told = (
            _("Nobody for place %(first)s: %(money)s stays.")
            if facts["money"]
            else _("Nobody for place %(first)s.")
        )
    elif facts["money"]:
        told = _("Nobody for places %(first)s to %(last)s: %(money)s stays.")
    else:
        told = _("Nobody for places %(first)s to %(last)s.")
    return " ".join(part for part in (told % facts, why_nobody.sentence(slots[0].why)) if part)


def sources(ctx: Context, event: Event) -> list[Event]:
    """Earlier events of this person's with prizes, newest first."""
    if not ctx.actor.startswith("user:"):
        return []
    rows = Event.objects.filter(deleted_at=None, prizes__isnull=False, demo=event.demo).exclude(pk=event.pk)
    mine = rows.filter(access.within_reach(ctx.actor.removeprefix("user:"), "director", "deputy"))
    return list(mine.distinct().order_by("-starts_on", "-sequence")[:20])


@dataclass(frozen=True, slots=True)
class Scene:
    """One line of prizes on the announcer's script, the last place first."""

    title: str
    division: str
    winners: tuple[tuple[Shown, ...], ...]


@dataclass(frozen=True, slots=True)
class Script:
    """The whole of it, in the order of the stage. `final`: made from what was called final.

    `unnamed`: prizes given by hand that nobody is named for yet, so that they are not forgotten on the stage.
    """

    scenes: tuple[Scene, ...]
    final: bool
    unnamed: tuple[Unnamed, ...] = ()


def awards(event: Event) -> tuple[list[winners.Won], bool]:
    """What is given, in the order of precedence: what was called final, else as it stands; and whether it is final."""
    done = finals.of_event(event)
    if done and all(row.slug in done for row in event.divisions.all()):
        return ceremony.awards_of(event), True
    return list(winners.table(event).won), False


def script(event: Event) -> Script:
    """What the announcer reads."""
    return script_of(event, *awards(event))


def script_of(
    event: Event, won: Sequence[winners.Won], final: bool, people: Sequence[Named] | None = None
) -> Script:
    """The script of what was won; `people`: the event's, where they are read already."""
    names = words.names_of(event, words.spoken, people) if won else Names({}, {})
    currency = winners.settings_of(event).currency
    sayings, clubs = _sayings(event), words.clubs_of(event)
    scenes, divisions = [], stage.with_places(won)
    for line in stage.lines(won):
        levels = [list(level) for _place, level in groupby(line, key=lambda one: one.place)]
        shown = tuple(
            tuple(_said(one, _award(one, names, clubs, sayings, currency), names, divisions) for one in level)
            for level in reversed(levels)
        )
        title = words.kind_title(line[0].kind, line[0].title, line[0].klass)
        scenes.append(Scene(title, names.division(line[0]), shown))
    return Script(tuple(scenes), final, tuple(unnamed.of_event(event)))


def _said(one: winners.Won, shown: Shown, names: Names, divisions: frozenset[str]) -> Shown:
    """An award as it is read out: before the places of its division nothing tells one."""
    if not stage.is_before(one, divisions):
        return shown
    return replace(shown, why=words.why_without_places(one, names), told="")


def _award(
    one: winners.Won, names: Names, clubs: Names, sayings: dict[winners.Who, str], currency: str
) -> Shown:
    say, club = (sayings.get(one.who, ""), clubs.of(one.who)) if one.who else ("", "")
    return Shown(
        words.title(one), words.without(names.winner(one), club), words.gets(one, currency), words.why(one, names),
        one.place, say, club, one.cents, _members(one, names, sayings), read_aloud.sentence(one),
    )  # fmt: skip


def _members(one: winners.Won, names: Names, sayings: dict[winners.Who, str]) -> str:
    """The players of a team, each with how the name is said."""
    if not any((slug, number) in sayings for slug, number in one.facts.get("members", ())):
        return names.members(one)
    found = []
    for slug, number in one.facts["members"]:
        say = sayings.get((slug, number), "")
        found.append(names.of((slug, number)) + (f" [{say}]" if say else ""))
    return ", ".join(found)


def _sayings(event: Event) -> dict[winners.Who, str]:
    rows = Saying.objects.filter(entrant__event=event).select_related("entrant__division")
    return {(row.entrant.division.slug, row.entrant.number): row.text for row in rows}


def people_on_script(
    event: Event, won: Sequence[winners.Won], people: Sequence[Named]
) -> list[tuple[Named, str]]:
    """Whoever of the event's `people` is named on the script, with how the name is said."""
    wanted = {one.who for one in won if one.who}
    wanted |= {(slug, number) for one in won for slug, number in one.facts.get("members", ())}
    if not wanted:
        return []
    sayings = _sayings(event)
    tell_apart(people, public=False)
    found = [(row, key) for row in people if (key := (row.division.slug, row.number)) in wanted]
    found.sort(key=lambda one: (one[0].division.order, one[0].order))
    return [(row, sayings.get(key, "")) for row, key in found]


@dataclass(frozen=True, slots=True)
class Receipts:
    """The list to sign, and the sum of its money. `unnamed`: prizes whose winner is still to be written in."""

    rows: tuple[Shown, ...]
    total: str
    final: bool
    unnamed: tuple[Unnamed, ...] = ()


def receipts(event: Event) -> Receipts:
    """Every prize with its winner, in the order of precedence."""
    won, final = awards(event)
    names, currency = words.names_of(event, words.spoken), winners.settings_of(event).currency
    clubs = words.clubs_of(event)
    rows = tuple(_award(one, names, clubs, {}, currency) for one in won)
    total = words.money(sum(row.cents for row in rows), currency)
    return Receipts(rows, total, final, tuple(unnamed.of_event(event)))
