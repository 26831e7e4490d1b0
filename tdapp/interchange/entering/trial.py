"""A list read as a trial: what entering it would do, found out by looking only. Nothing is written, nothing is locked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Q

from tdapp.events.models import Division, Event
from tdapp.interchange.entering import existing_people
from tdapp.interchange.entering.reconcile import Plan, reconcile
from tdapp.interchange.entering.report import digest, report
from tdapp.interchange.entering.steps import Step, steps
from tdapp.interchange.lists.book import Book, open_book
from tdapp.interchange.models import RosterPreview
from tdapp.interchange.roster import Roster, Rules, parse_book
from tdapp.interchange.roster.parse import section_field
from tdapp.kernel.models import AuditHead
from tdapp.kernel.refusals import Refusal
from tdapp.people.models import PlayerPrivate

# How many rows, how many of how many: a trial that takes long tells, and stops where this raises.
Tell = Callable[[int, int], None]
# A file that can be read, of which somebody has to say which column holds what.
UNSAID = ("no-headings", "no-names")


@dataclass(frozen=True, slots=True)
class Trial:
    """A plan and what it was made from. `head`: how long the event's log was before anything was looked at; `fresh`:
    divisions without an entry; `unknown`: newcomers whose age nobody knows and no rule settles. `book`: its sheets and
    columns. `stopped`: why its rows could not be read, though the file could.
    """

    roster: Roster
    plan: Plan
    head: int
    fresh: frozenset[str]
    unknown: int
    book: Book
    rules: Rules
    stopped: Refusal | None = None

    @property
    def digest(self) -> str:
        return digest(self.plan)

    @property
    def report(self) -> dict[str, Any]:
        told = {"unknown_ages": self.unknown, "layout": self.book.told}
        if self.stopped is not None:
            return {**told, "stopped": list(self.stopped.sentences)}
        return {**report(self.roster, self.plan), **told, "sections": self.section_field}

    @property
    def section_field(self) -> str:
        """Which field headings that stand alone say for the rows below them."""
        texts = [one.text for one in self.roster.left if one.code == "section-row"]
        return section_field(self.book.reading.sections, texts, self.rules)

    def steps(self) -> list[Step]:
        """What is to be written, row by row."""
        return steps(self.plan, self.fresh)


def read(preview: RosterPreview, tell: Tell = lambda _done, _total: None) -> Trial:
    """What entering the list would do as things stand. `preview` need not be stored."""
    event = preview.event
    head = head_of(event)
    rules = _rules(preview)
    book = open_book(preview, rules)
    rules = replace(rules, known_divisions=book.reading.divisions, surname_first=book.reading.surname_first)
    try:
        roster = parse_book(book.sheets, rules, tell, book.reading)
    except Refusal as refusal:
        if refusal.code not in UNSAID:
            raise
        return Trial(Roster((), (), {}, 0), Plan(), head, frozenset(), 0, book, rules, refusal)
    roster = replace(roster, rows=existing_people.renumbered(roster.rows))
    plan = reconcile(roster, existing_people.entrants(event), existing_people.players(event, roster.rows))
    fresh = event.divisions.filter(entrants=None, frozen_at=None).values_list("slug", flat=True)
    return Trial(roster, plan, head, frozenset(fresh), _unknown(event, plan), book, rules)


def head_of(event: Event) -> int:
    """The number of the newest entry in the event's log."""
    return AuditHead.objects.filter(pk=event.scope_key).values_list("number", flat=True).first() or 0


def _rules(preview: RosterPreview) -> Rules:
    event = preview.event
    rows = list(event.divisions.order_by("order", "name").values_list("slug", "name", "school"))
    schools = event.school or (bool(rows) and all(school for _slug, _name, school in rows))
    pairs = tuple((slug, name) for slug, name, _school in rows)
    return Rules(event.starts_on, pairs, preview.division, preview.totals, schools=schools)


def _unknown(event: Event, plan: Plan) -> int:
    """How many of those who come in are of unknown age where neither division nor event say what that means."""
    if event.school or event.guards_unknown:
        return 0
    schools = set(Division.objects.filter(event=event, school=True).values_list("slug", flat=True))
    silent = [
        one for one in plan.add
        if not (one.row.birth_year or one.row.birth_date or one.row.consent) and one.row.division not in schools
    ]  # fmt: skip
    ids = [one.player for one in silent if one.player]
    born = PlayerPrivate.objects.filter(Q(birth_date__isnull=False) | Q(birth_year__isnull=False))
    told = {str(pk) for pk in born.filter(player_id__in=ids).values_list("player", flat=True)}
    return sum(one.player not in told for one in silent)
