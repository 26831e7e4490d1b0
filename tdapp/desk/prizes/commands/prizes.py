"""Prizes of an event: typed as lines, changed one by one, put in order, taken over from an earlier event."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any
from uuid import UUID

from django.db.models import F, Max
from django.utils.translation import gettext as _

from tdapp.desk.models import Prize, PrizeGiving, Saying
from tdapp.desk.prizes.rules import among
from tdapp.desk.prizes.rules.lines import Line
from tdapp.desk.prizes.rules.measures import BREAKERS
from tdapp.events.models import Division, Entrant, Event
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Conflict, Refusal

MOST_PRIZES = 120
WITH_DIVISION = frozenset({Prize.Kind.RANK, Prize.Kind.CLASS, Prize.Kind.AMONG})
COPIED = ("kind", "title", "klass", "among", "first", "places", "ties", "breakers", "best")


@dataclass(frozen=True, slots=True)
class Wanted:
    """A line of prizes as somebody wants it. `given_to`: the number of an entrant of the division."""

    kind: str
    places: Sequence[tuple[int, str]]
    division: UUID | None = None
    title: str = ""
    klass: str = ""
    first: int = 1
    ties: str = Prize.Ties.SPLIT
    breakers: Sequence[str] = ()
    best: int = 3
    given_to: UUID | None = None
    given_text: str = ""
    among: str = ""


def of_line(line: Line, division: Division | None) -> Wanted:
    """A typed line for a division (None: the whole event)."""
    return Wanted(
        line.kind,
        line.places,
        division.pk if division else None,
        line.title,
        line.klass,
        line.first,
        best=line.best,
        among=line.among,
    )


@command("prize.add", "prizes added", needs="prize.edit")
def add_prizes(ctx: Context, event: Event, *, wanted: Sequence[Wanted]) -> Change:
    """Add lines of prizes at the end of the order; all of them or none."""
    held = Prize.objects.filter(event=event)
    if held.count() + len(wanted) > MOST_PRIZES:
        raise Refusal("too-many", _("An event has at most %(n)s lines of prizes.") % {"n": MOST_PRIZES})
    last = held.aggregate(last=Max("order"))["last"] or 0
    rows = []
    for place, one in enumerate(wanted, start=last + 1):
        _refuse_odd(event, one)
        _refuse_twice(event, one, None)
        rows.append(Prize.objects.create(event=event, order=place, **_values(one)))
    return Change(
        {"prizes": [str(row.pk) for row in rows]}, str(event), None, [_as_data(one) for one in wanted]
    )


def _values(one: Wanted) -> dict[str, Any]:
    places = [{"cents": cents, "thing": thing} for cents, thing in one.places]
    return {
        "division_id": one.division, "kind": one.kind, "title": one.title, "klass": one.klass, "first": one.first,
        "places": places, "ties": one.ties, "breakers": list(one.breakers), "best": one.best,
        "given_to_id": one.given_to, "given_text": one.given_text, "among": one.among,
    }  # fmt: skip


def _as_data(one: Wanted) -> dict[str, Any]:
    """For the log, which never says whom a prize is for."""
    told = {name: value for name, value in asdict(one).items() if name != "among"}
    return {name: str(value) if isinstance(value, UUID) else value for name, value in told.items()}


def _refuse_odd(event: Event, one: Wanted) -> None:
    faults = []
    if one.kind in WITH_DIVISION and one.division is None:
        faults.append(_("Places and classes are of a division: choose which."))
    if one.division and not event.divisions.filter(pk=one.division).exists():
        faults.append(_("There is no such division here."))
    faults += _whom_faults(one)
    if not one.places:
        faults.append(_("Say what each place gets."))
    if odd := [name for name in one.breakers if name not in BREAKERS]:
        faults.append(_("%(names)s is no rule that breaks ties.") % {"names": ", ".join(odd)})
    if one.given_to and not Entrant.objects.filter(pk=one.given_to, event=event, house=False).exists():
        faults.append(_("There is no such player here."))
    if faults:
        raise Refusal("bad-prize", *faults)


def _whom_faults(one: Wanted) -> list[str]:
    """A class needs its name; a prize among some needs whom it is for, and a name of its own."""
    if one.kind == Prize.Kind.CLASS:
        return [] if one.klass else [_("Name the class.")]
    if one.kind != Prize.Kind.AMONG:
        return []
    found = [] if among.read(one.among) else [_("Say whom it is for: girls, boys, or an age.")]
    return found + ([] if one.title.strip() else [_("Give it a name: it is all that the public sees.")])


def _refuse_twice(event: Event, one: Wanted, but: Prize | None) -> None:
    """No place of one ladder is given twice."""
    if one.kind == Prize.Kind.CUSTOM:
        return
    same = Prize.objects.filter(
        event=event, kind=one.kind, division=one.division, klass=one.klass, among=one.among
    )
    if one.kind == Prize.Kind.SCHOOL:
        same = same.filter(best=one.best)
    for row in same.exclude(pk=but.pk) if but else same:
        if row.first < one.first + len(one.places) and one.first < row.first + len(row.places):
            facts = {"first": row.first, "last": row.first + len(row.places) - 1}
            sentence = _("Places %(first)s to %(last)s of this have a prize already.")
            raise Refusal("given-twice", sentence % facts)


@command("prize.edit", "prize changed", needs="prize.edit")
def edit_prize(ctx: Context, prize: Prize, *, wanted: Wanted, seen: int) -> Change:
    """Change a line of prizes; 409 when somebody else did since it was looked at."""
    _refuse_odd(prize.event, wanted)
    _refuse_twice(prize.event, wanted, prize)
    rows = Prize.objects.filter(pk=prize.pk, version=seen)
    if not rows.update(version=F("version") + 1, **_values(wanted)):
        sentence = _("Somebody else changed this prize meanwhile. Look again, then repeat.")
        raise Conflict("changed-meanwhile", sentence)
    return Change({"prize": str(prize.pk)}, str(prize.event), None, _as_data(wanted))


@command("prize.remove", "prize removed", needs="prize.edit")
def remove_prize(ctx: Context, prize: Prize) -> Change:
    """Take a line of prizes away. What was called final keeps what was won of it."""
    told = {"kind": prize.kind, "title": prize.title, "klass": prize.klass, "places": prize.places}
    event = prize.event
    Prize.objects.filter(pk=prize.pk).delete()
    return Change({"removed": 1}, str(event), told, None)


@command("prize.order", "prizes put in order", needs="prize.edit")
def order_prizes(ctx: Context, event: Event, *, order: Sequence[UUID]) -> Change:
    """Put all lines into this order of precedence."""
    rows = {row.pk: row for row in Prize.objects.filter(event=event)}
    if set(rows) != set(order) or len(order) != len(rows):
        sentence = _("Somebody else changed the prizes meanwhile. Look again, then repeat.")
        raise Conflict("changed-meanwhile", sentence)
    # Past the last place first: two lines never hold one place of the order, not even for a moment.
    beyond = max((row.order for row in rows.values()), default=0) + 1
    for step in (beyond, 1):
        for place, pk in enumerate(order):
            Prize.objects.filter(pk=pk).update(order=step + place)
    return Change({"lines": len(order)}, str(event), None, {"order": [str(pk) for pk in order]})


@command("prize.clone", "prizes taken over from another event", needs="prize.edit")
def clone_prizes(ctx: Context, event: Event, *, source: UUID, allowed: Sequence[UUID]) -> Change:
    """Take over the prizes of an earlier event, divisions by their short names; winners named by hand stay behind.

    `allowed`: the events this person has a part in.
    """
    if source not in allowed or source == event.pk:
        raise Refusal("no-source", _("Choose an event of yours to take the prizes from."))
    mine = dict(event.divisions.values_list("slug", "pk"))
    rows = list(Prize.objects.filter(event=source).select_related("division").order_by("order"))
    kept = [row for row in rows if row.division is None or row.division.slug in mine]
    if not kept:
        raise Refusal("no-prizes", _("That event has no prizes for divisions of these names."))
    last = Prize.objects.filter(event=event).aggregate(last=Max("order"))["last"] or 0
    for place, row in enumerate(kept, start=last + 1):
        one = _copied(row, mine)
        _refuse_twice(event, one, None)
        Prize.objects.create(event=event, order=place, **_values(one))
    told = {"lines": len(kept), "left_out": len(rows) - len(kept)}
    return Change(told, str(event), None, told)


def _copied(row: Prize, divisions: dict[str, UUID]) -> Wanted:
    values = {name: getattr(row, name) for name in COPIED}
    places = [(int(place["cents"]), str(place["thing"])) for place in row.places]
    division = divisions[row.division.slug] if row.division else None
    return Wanted(**{**values, "places": places, "division": division})


@command("prize.settings", "rules of prizes changed", needs="prize.edit")
def set_giving(
    ctx: Context, event: Event, *, protest_minutes: int, most_each: int, withdrawn_win: bool, currency: str,
    signer: str = "", signer_title: str = "",
) -> Change:  # fmt: skip
    """Set an event's rules of prizes: the time for protests, how many prizes a player gets at most."""
    values = {
        "protest_minutes": protest_minutes, "most_each": most_each, "withdrawn_win": withdrawn_win,
        "currency": currency, "signer": signer, "signer_title": signer_title,
    }  # fmt: skip
    row, _made = PrizeGiving.objects.get_or_create(event=event)
    before = {name: getattr(row, name) for name in values}
    PrizeGiving.objects.filter(pk=row.pk).update(version=F("version") + 1, **values)
    return Change({"event": event.slug}, str(event), before, values)


@command("prize.sayings", "how names are said", needs="standings.release")
def set_sayings(ctx: Context, event: Event, *, sayings: dict[str, str]) -> Change:
    """Keep how names are said, by entrant id; an empty one is forgotten."""
    rows = {str(row.pk): row for row in Entrant.objects.filter(event=event, pk__in=list(sayings))}
    if len(rows) != len(sayings):
        raise Refusal("no-player", _("There is no such player here."))
    for key, text in sayings.items():
        _say(rows[key], " ".join(text.split()))
    return Change({"names": len(sayings)}, str(event), None, {"names": len(sayings)})


def _say(row: Entrant, text: str) -> None:
    if text:
        Saying.objects.update_or_create(entrant=row, defaults={"text": text[:80]})
    else:
        Saying.objects.filter(entrant=row).delete()


def by_value(rows: Iterable[Prize]) -> list[UUID]:
    """Lines by the money of their best place, the most first; equal ones stay as they are."""
    ordered = sorted(
        rows, key=lambda row: (-max((int(p.get("cents", 0)) for p in row.places), default=0), row.order)
    )
    return [row.pk for row in ordered]


def moved(rows: Sequence[Prize], prize: Prize, up: bool) -> list[UUID]:
    """The order with one line a step earlier or later."""
    keys = [row.pk for row in rows]
    at = keys.index(prize.pk)
    other = at - 1 if up else at + 1
    if 0 <= other < len(keys):
        keys[at], keys[other] = keys[other], keys[at]
    return keys
