"""What a visitor finds first: which events are on, what comes, what is over. Of each only what its director shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch, Q, QuerySet
from django.utils.translation import get_language

from tdapp.events.models import Division, Event, FrontText, Round
from tdapp.kernel import clock

MOST = 12


@dataclass(frozen=True, slots=True)
class Field:
    """A division with its newest round whose pairings are public (0: none), and whether any standings are; `kept_back`: its
    last rounds until a ceremony.
    """

    division: Division
    round: int
    playing: bool
    kept_back: bool = False

    @property
    def standings(self) -> bool:
        return self.division.released_round > 0

    @property
    def over(self) -> bool:
        """Whether the public sees the standings after the last round."""
        out = self.division.released_round >= self.division.rounds_planned
        return self.standings and out and not self.playing and not self.kept_back


@dataclass(frozen=True, slots=True)
class Line:
    """An event and its divisions."""

    event: Event
    fields: tuple[Field, ...]

    @property
    def playing(self) -> bool:
        """Whether a round everybody may see is being played."""
        return any(one.playing for one in self.fields)


@dataclass(frozen=True, slots=True)
class Own:
    """What the installation says of itself; `other`: the language of the text, where it is not the page's."""

    name: str = ""
    text: str = ""
    other: str = ""


def own_text() -> Own:
    """In the language of the page, else in the other one."""
    row = FrontText.objects.first()
    if row is None:
        return Own()
    texts = {"en": row.english, "fil": row.filipino}
    mine = get_language() or "en"
    language = next((code for code in (mine, *texts) if texts.get(code)), mine)
    return Own(row.name, texts.get(language, ""), language if language != mine else "")


def lines() -> dict[str, list[Line]]:
    """By when: `now`, `coming` (the next first), `over` (the newest first); the demo behind what is real. Of those to come
    and those that are over the first MOST, the rest stands in the list of all.
    """
    today, rows = clock.today(), Event.objects.filter(public=True, deleted_at=None)
    # The demo's day is the one it was made on; it is being looked at whenever that is.
    ahead = rows.filter(Q(ends_on__gte=today) | Q(demo=True)).order_by("demo", "starts_on", "sequence")
    over = rows.filter(ends_on__lt=today, demo=False).order_by("-starts_on", "-sequence")
    found: dict[str, list[Line]] = {"now": [], "coming": [], "over": []}
    for line in [*_read(ahead), *_read(over[:MOST])]:
        found[_when(line)].append(line)
    found["coming"] = found["coming"][:MOST]
    return found


def _read(rows: QuerySet[Event]) -> list[Line]:
    """Three queries."""
    divisions = Prefetch("divisions", Division.objects.select_related("freeze"))
    open_ = (
        Round.objects.filter(public_at__isnull=False).exclude(status=Round.Status.PLANNED).order_by("number")
    )
    shown = Prefetch("divisions__rounds", open_, to_attr="shown")
    return [_line(row) for row in rows.prefetch_related(divisions, shown)]


def _line(row: Event) -> Line:
    return Line(row, tuple(_field(one, one.shown) for one in row.divisions.all()))  # type: ignore[attr-defined]


def _field(row: Division, shown: list[Round]) -> Field:
    last = shown[-1] if shown else None
    kept_back = getattr(row, "freeze", None)
    return Field(
        row, last.number if last else 0, last is not None and last.is_open,
        kept_back is not None and kept_back.unveiled_at is None,
    )  # fmt: skip


def _when(line: Line) -> str:
    today = clock.today()
    # The demo's day is the one it was made on; it is being looked at whenever that is.
    if line.event.starts_on <= today <= line.event.ends_on or (line.event.demo and line.playing):
        return "now"
    return "coming" if line.event.starts_on > today else "over"


def newest(most: int) -> list[dict[str, Any]]:
    """Name, address and whether it is public of the newest events, for who starts the program."""
    rows = Event.objects.filter(deleted_at=None).order_by("-sequence")
    return [{"name": row.name, "slug": row.slug, "public": row.public} for row in rows[:most]]
