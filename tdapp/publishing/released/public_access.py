"""What of an event the public may see at all, in two queries: every public request starts here."""

from __future__ import annotations

import functools
import hashlib
from contextvars import ContextVar
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.core.cache import cache
from django.db.models import Count, F, Max, OuterRef, QuerySet, Subquery, Sum, Value
from django.utils.translation import gettext as _

from tdapp.events.models import Event, Round
from tdapp.kernel.commands import REGISTRY
from tdapp.kernel.models import AuditEntry
from tdapp.kernel.refusals import Missing
from tdapp.kernel.running.written_once import WrittenOnce
from tdapp.people.models import ClubHome, PlayerPrivate
from tdapp.publishing.entering import telling
from tdapp.publishing.entering.telling import NOTHING, Entering, Line
from tdapp.scoresheets.models import Sheet


@dataclass(frozen=True, slots=True)
class DivisionDoor:
    """One division as far as the gate knows it.

    `shown`: the newest round whose pairings are public (0 none); `released`: standings after this round are (0 none).
    `visible` changes with whatever decides about being seen; `stamp` with every command that may have changed a fact
    behind it, drafts and corrections that are not released included. The stamp therefore never leaves the server.
    `held`: so many of the last rounds are kept back until the prize giving; `released` never reaches into them.
    `games`: changes with the games that may be replayed. `pages`: changes with what is said of pages over all events; it
    stands in the `stamp`, so that processes which share no cache put the same pages beside the names.
    """

    id: str
    slug: str
    name: str
    shown: int
    released: int
    visible: str
    stamp: str
    held: int = 0
    games: str = ""
    pages: str = ""


@dataclass(frozen=True, slots=True)
class EventDoor:
    """An event with a public page, and its divisions in order. Its `id` never leaves the server.

    `look`: the version of its look, for the addresses of what it has of it, a colour or a logo; what it has not of its own
    is its club's. `club`, `club_page`: whose event it is, where that club has a page everybody sees. `website`: where its
    pages are found outside the hall; `frames`: the websites that may show them in a frame, those of the club
    that runs the event before the event's own. `entering`: how one enters.
    """

    slug: str
    name: str
    venue: str
    starts_on: date
    ends_on: date
    guarded: bool
    divisions: tuple[DivisionDoor, ...]
    id: str = ""
    demo: bool = False
    look: str = ""
    coloured: bool = False
    logo: bool = False
    website: str = ""
    frames: tuple[str, ...] = ()
    entering: Entering = NOTHING
    club: str = ""
    club_page: str = ""

    @property
    def entering_lines(self) -> list[Line]:
        """How one enters, in the reader's language."""
        return telling.lines(self.entering)

    def division(self, slug: str) -> DivisionDoor:
        """The division of this short name, or Missing."""
        for row in self.divisions:
            if row.slug == slug:
                return row
        raise nothing_here()


def nothing_here() -> Missing:
    """The one answer to everything that is not public: not there, not yet, not any more."""
    return Missing("missing", _("There is nothing public at this address."))


EVENT = ("slug", "name", "venue", "starts_on", "ends_on", "school", "demo")
LOOK = (
    "look__version",
    "look__colour",
    "look__width",
    "website__address",
    "website__frames",
    "host__home__frames",
    "host__home__public",
    "host__home__slug",
    "host__home__version",
    "host__home__colour",
    "host__home__width",
    "host__name",
    *(f"entering__{name}" for name in telling.FIELDS),
)
DIVISION = (
    "id", "slug", "name", "school", "rounds_planned", "released_round", "released_version",
    "freeze__last", "freeze__unveiled_at",
)  # fmt: skip


# Commands that need one of these enter what stays unseen until a release: hundreds an hour, and not one changes a page.
UNSEEN = frozenset({"result.enter", "result.confirm", "claim.make", "challenge.call", "link.call"})


# While this is set: by which digest of the whole event `now.json` told of it. A page that is kept under that digest is made
# of what was read for it then, and asks the database nothing of that again.
AS_TOLD: ContextVar[str] = ContextVar("AS_TOLD", default="")
TOLD_SECONDS = 60


def remember(door: EventDoor, whole: str) -> None:
    """Keep what was read for this digest of the whole event, for the pages that are made under it."""
    cache.set(f"public:door:{door.slug}:{whole}", door, TOLD_SECONDS)


def open_event(slug: str) -> EventDoor:
    """The event's public side; Missing while nothing of it was ever released, or when it was put away. Two queries."""
    told = AS_TOLD.get()
    known: EventDoor | None = cache.get(f"public:door:{slug}:{told}") if told else None
    return known or _read(slug)


def _read(slug: str) -> EventDoor:
    rows = _rows(slug)
    if not rows:
        raise nothing_here()
    first = rows[0]
    seen = _newest_seen(f"event:{first['event_id']}")
    divisions = tuple(_division(row, seen) for row in rows if row["divisions__id"])
    guarded = first["school"] or any(row["divisions__school"] for row in rows)
    return EventDoor(
        first["slug"], first["name"], first["venue"], first["starts_on"], first["ends_on"], guarded, divisions,
        str(first["event_id"]), first["demo"], *_look(first), first["website__address"] or "",
        tuple(dict.fromkeys([*(first["host__home__frames"] or ()), *(first["website__frames"] or ())])),
        telling.of_values(first, "entering__"), *_club(first),
    )  # fmt: skip


def _look(first: dict[str, Any]) -> tuple[str, bool, bool]:
    """Version, colour, logo: the event's own before its club's."""
    of_club = first["host__home__version"] if first["host__home__public"] else 0
    colour, logo = (
        first[f"look__{name}"] or (of_club and first[f"host__home__{name}"]) for name in ("colour", "width")
    )
    return f"{first['look__version'] or 0}-{of_club}", bool(colour), bool(logo)


def _club(first: dict[str, Any]) -> tuple[str, str]:
    """Name and page of the club that runs the event, where it has one everybody sees."""
    if not first["host__home__public"]:
        return "", ""
    return first["host__name"], f"/clubs/{first['host__home__slug']}/"


def _newest_seen(scope: str) -> int:
    """Number of the newest entry of a log that may have changed what is seen, 0 none."""
    return next(iter(_seen(scope)), 0)


@WrittenOnce
def _seen(scope: str) -> QuerySet[AuditEntry, int]:
    entries = AuditEntry.objects.filter(scope=scope, refused="").exclude(intent__in=_unseen())
    return entries.order_by("-number").values_list("number", flat=True)[:1]


@functools.cache
def _unseen() -> tuple[str, ...]:
    return tuple(sorted(intent for intent, known in REGISTRY.items() if known.needs in UNSEEN))


@WrittenOnce
def _rows(slug: str) -> QuerySet[Event, Any]:
    rounds = Round.objects.filter(division=OuterRef("divisions__id")).order_by()
    shown = rounds.filter(public_at__isnull=False).exclude(status=Round.Status.PLANNED)
    newest = shown.order_by("-number").values("number")[:1]
    out = Sheet.objects.filter(
        table__round__division=OuterRef("divisions__id"), released_at__isnull=False
    ).order_by()
    games = out.values("table__round__division").annotate(
        n=Count("pk") + Sum("version"), last=Max("released_at")
    )
    renamed = ClubHome.objects.filter(renamed_at__isnull=False).order_by("-renamed_at").values("renamed_at")
    said = PlayerPrivate.objects.filter(page_at__isnull=False).order_by()
    everybody = said.annotate(all=Value(1)).values("all")
    events = Event.objects.filter(slug=slug, public=True, deleted_at=None).order_by(
        "divisions__order", "divisions__name"
    )
    return events.values(
        *EVENT,
        *LOOK,
        *(f"divisions__{name}" for name in DIVISION),
        shown=Subquery(newest),
        games=Subquery(games.values("n")),
        newest_game=Subquery(games.values("last")),
        renamed=Subquery(renamed[:1]),
        pages_said=Subquery(everybody.annotate(n=Count("pk")).values("n")),
        page_said=Subquery(everybody.annotate(last=Max("page_at")).values("last")),
        event_id=F("id"),
    )


def _division(row: dict[str, Any], seen: int) -> DivisionDoor:
    told = [row[name] for name in EVENT] + [row[f"divisions__{name}"] for name in DIVISION]
    visible = hashlib.sha256(repr([*told, row["shown"]]).encode()).hexdigest()[:16]
    held = _held(row)
    bound = max(0, row["divisions__rounds_planned"] - held) if held else row["divisions__released_round"]
    games, pages = f"{row['games']}.{row['newest_game']}", f"{row['pages_said']}.{row['page_said']}"
    return DivisionDoor(
        str(row["divisions__id"]), row["divisions__slug"], row["divisions__name"], row["shown"] or 0,
        min(row["divisions__released_round"], bound), visible, f"{seen}.{games}.{row['renamed']}.{pages}",
        held, games, pages,
    )  # fmt: skip


def _held(row: dict[str, Any]) -> int:
    """How many of the last rounds are kept back now."""
    return 0 if row["divisions__freeze__unveiled_at"] else row["divisions__freeze__last"] or 0


def public_rounds(door: DivisionDoor) -> list[int]:
    """The rounds whose pairings everybody may see, the first one first."""
    shown = Round.objects.filter(division__id=door.id, number__lte=door.shown, public_at__isnull=False)
    return sorted(shown.exclude(status=Round.Status.PLANNED).values_list("number", flat=True))


def after_round(door: DivisionDoor, number: int, known: list[int]) -> DivisionDoor:
    """With the standings after a round, beside the pairings of the next of those `known`. Missing: they are not out."""
    if not 1 <= number <= door.released:
        raise nothing_here()
    shown = number + 1 if number + 1 in known else 0
    return replace(door, released=number, shown=shown, visible=f"{door.visible}.after{number}")


def with_round(door: DivisionDoor, number: int, known: list[int]) -> DivisionDoor:
    """With the pairings of a round, beside the newest standings that were out before it. Missing: they are not out."""
    if number not in known:
        raise nothing_here()
    released = min(number - 1, door.released)
    return replace(door, released=released, shown=number, visible=f"{door.visible}.round{number}")
