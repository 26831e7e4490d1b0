"""The one moment a staged list becomes valid: a fixed number of statements over what stands ready, however long it is."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, F, Max, OuterRef, Q, QuerySet, Subquery

from tdapp.events.models import Division, Entrant, Event
from tdapp.interchange.entering import hidden
from tdapp.interchange.models import RosterPreview, StagedChange
from tdapp.people.models import Player, PlayerPrivate

TAKEN = (
    "given",
    "surname",
    "club",
    "rating",
    "team",
    "klass",
    "fixed_table",
    "player",
    "age",
    "display_consent",
)


def make_valid(preview: RosterPreview) -> None:
    """Take everything that is staged over. Call inside a command, after all that could speak against it."""
    changes = StagedChange.objects.filter(preview=preview)
    of_entries = changes.filter(entrant__isnull=False)
    _private(preview)
    _follow(of_entries, preview)
    _merge(of_entries, preview.event)
    _numbers(changes)
    _entries(of_entries)
    _names(of_entries)
    _moves(of_entries.filter(division__isnull=False))
    _newcomers(preview)


def _private(preview: RosterPreview) -> None:
    """What was told of staged people, in place of what was known before."""
    waiting = PlayerPrivate.objects.filter(scope=hidden.scope(preview))
    PlayerPrivate.objects.filter(scope=preview.scope_key, player__in=waiting.values("player")).delete()
    waiting.update(scope=preview.scope_key)


def _follow(changes: QuerySet[StagedChange], preview: RosterPreview) -> None:
    """What the event was told of somebody goes with them to the number they turn out to have."""
    others = changes.exclude(player=F("entrant__player"))
    told = PlayerPrivate.objects.filter(scope=preview.scope_key)
    theirs = Subquery(others.filter(entrant__player=OuterRef("player")).values("player")[:1])
    left = told.filter(player__in=others.values("entrant__player")).annotate(whose=theirs)
    left.exclude(whose__in=told.values("player")).update(player=theirs)


def _merge(changes: QuerySet[StagedChange], event: Event) -> None:
    """Who turns out to be somebody with a number leaves the temporary one, unless another event knows it."""
    others = changes.exclude(player=F("entrant__player"))
    known_elsewhere = Entrant.objects.exclude(event=event).filter(player=OuterRef("pk"))
    theirs = others.filter(entrant__player=OuterRef("pk")).values("player")[:1]
    gone = Player.objects.filter(number__startswith="T-", pk__in=others.values("entrant__player"))
    ids = list(gone.exclude(pk__in=known_elsewhere.values("player")).values_list("pk", flat=True))
    Player.objects.filter(pk__in=ids).update(merged_into=Subquery(theirs))


def _numbers(changes: QuerySet[StagedChange]) -> None:
    numbered = changes.exclude(member="")
    _taken(Player.objects.filter(pk__in=numbered.values("player")), numbered, "player", {"number": "member"})


def _entries(changes: QuerySet[StagedChange]) -> None:
    rows = Entrant.objects.filter(pk__in=changes.values("entrant"))
    divisions = Division.objects.filter(pk__in=rows.values("division"))
    divisions.update(version=F("version") + 1)
    fields = {name: name for name in _differing(changes)}
    _taken(rows, changes, "entrant", fields, version=F("version") + 1)


def _differing(changes: QuerySet[StagedChange]) -> list[str]:
    """Which columns any change has otherwise than its entry; the others need neither be written nor be in the log."""
    others = {f"n_{name}": Count("pk", filter=_differs(name)) for name in TAKEN}
    counts = changes.order_by().aggregate(**others)
    return [name for name in TAKEN if counts[f"n_{name}"]]


def _differs(name: str) -> Q:
    """Another value, or one where the other has none."""
    neither = Q(**{f"{name}__isnull": True, f"entrant__{name}__isnull": True})
    return ~Q(**{name: F(f"entrant__{name}")}) & ~neither


def _names(changes: QuerySet[StagedChange]) -> None:
    """The person's own name and club, where they were the entry's."""
    for follows, names in (("named", ("given", "surname", "key")), ("clubbed", ("club",))):
        some = changes.filter(**{follows: True})
        rows = Player.objects.filter(pk__in=some.values("player"))
        _taken(rows, some, "player", {name: name for name in names})


def _taken(
    rows: QuerySet[Any], changes: QuerySet[StagedChange], on: str, fields: dict[str, str], **more: Any
) -> None:
    """Set these columns of `rows` from the changes that speak of them; one statement."""
    of_row = changes.filter(**{on: OuterRef("pk")})
    rows.update(**{name: Subquery(of_row.values(column)[:1]) for name, column in fields.items()}, **more)


def _moves(changes: QuerySet[StagedChange]) -> None:
    """To another division, behind its last number; one pair of statements a division."""
    for division in Division.objects.filter(pk__in=changes.values("division")):
        coming = changes.filter(division=division)
        rows = Entrant.objects.filter(pk__in=coming.values("entrant"))
        Division.objects.filter(pk__in=rows.values("division")).update(version=F("version") + 1)
        place = coming.filter(entrant=OuterRef("pk")).values("place")[:1]
        rows.update(division=division, number=Subquery(place) + last_number(division))
        Division.objects.filter(pk=division.pk).update(version=F("version") + 1)


def _newcomers(preview: RosterPreview) -> None:
    """Staged entries, into the real divisions behind their last numbers; one statement a division."""
    event = hidden.of(preview)
    if event is None:
        return
    real = {row.slug: row for row in preview.event.divisions.all()}
    for slug, division in hidden.divisions(event).items():
        rows = Entrant.objects.filter(division=division)
        number = F("number") + last_number(real[slug])
        rows.update(event=preview.event, division=real[slug], number=number)
    hidden.away(event)


def last_number(division: Division) -> int:
    """The last number in a division, 0 for an empty one."""
    return int(division.entrants.aggregate(last=Max("number"))["last"] or 0)
