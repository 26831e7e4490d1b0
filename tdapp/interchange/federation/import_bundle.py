"""A bundle brought in: the event is made once, however often it is sent; later results of it become corrections."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tdapp.desk.ledger.result_entry import Entry
from tdapp.desk.ledger.rows import current_result
from tdapp.desk.results.commands.results import confirm_result, correct_result
from tdapp.events.models import Entrant, Event, Table
from tdapp.interchange.archives.importing import PEOPLE_A_LEG, finished, staged
from tdapp.interchange.federation import making
from tdapp.interchange.federation.match_people import NAME, Met
from tdapp.interchange.federation.reading import CheckedBundle, signed_at
from tdapp.interchange.models import BroughtIn
from tdapp.kernel import context
from tdapp.kernel.context import Context
from tdapp.kernel.log.facts import ready
from tdapp.kernel.refusals import Conflict, Refusal
from tdapp.kernel.running.legs import Legs
from tdapp.people.models import Player
from tdapp.people.names import MINOR

Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Correction:
    """A table whose result is another one now."""

    division: str
    round: int
    table: int
    before: Entry | None
    after: Entry


def brought_before(sent: CheckedBundle) -> BroughtIn | None:
    """The event of an earlier bundle of the same origin, unless it lies in the bin."""
    rows = BroughtIn.objects.select_related("event").filter(origin=sent.origin, event__deleted_at=None)
    return rows.first()


def bring(ctx: Context, sent: CheckedBundle, met: Sequence[Met]) -> Legs:
    """The event of a bundle, the results corrected in it, and whether it was made now; in legs.

    The same bundle again changes nothing. Refuses (422) one of an event that was played here, one signed before the
    newest that came of its event, and a later one with other people or pairings.
    """
    refuse_own(sent)
    if (row := brought_before(sent)) is None:
        event = yield from stage(ctx, sent, met)
        rows = yield lambda: ready(event.scope_key)
        if brought_before(sent) is not None:
            raise Conflict(
                "already-imported", _("This bundle was brought in at the same moment; look at it again.")
            )
        finished(replace(ctx, key=""), event, rows)
        _note(ctx, sent, event)
        return event, [], True
    found = yield lambda: corrected(row, sent)
    for one in found:
        _correct(ctx, row.event, one)
        yield None
    _note(ctx, sent, row.event)
    return row.event, found, False


def refuse_own(sent: CheckedBundle) -> None:
    """Refuse a bundle of an event that was played here."""
    if own := Event.objects.filter(pk=sent.origin, deleted_at=None).first():
        sentence = _("%(name)s was played on this installation; rate it as it is, it needs no bundle.")
        raise Refusal("own-event", sentence % {"name": own.name}, slug=own.slug)


def corrected(row: BroughtIn, sent: CheckedBundle) -> list[Correction]:
    """What a later bundle of an event that is here corrects; refuses one that knows less."""
    _refuse_older(row, sent)
    return [] if row.digest == sent.bundle.digest else corrections(row.event, sent)


def _refuse_older(row: BroughtIn, sent: CheckedBundle) -> None:
    """What was signed earlier knows less: it would take back what was corrected since."""
    this, newest = signed_at(sent.signed), signed_at(row.signed)
    if this is None or newest is None or this >= newest:
        return
    facts = {"name": row.event.name, "this": _moment(this), "newest": _moment(newest)}
    sentence = _("This bundle of %(name)s was signed at %(this)s and a newer one, signed at %(newest)s, is here already; "
                 "if the older results are right, have them signed again.")  # fmt: skip
    raise Refusal("older-bundle", sentence % facts, slug=row.event.slug)


def _moment(at: datetime) -> str:
    return f"{timezone.localtime(at):%Y-%m-%d %H:%M:%S}"


def stage(ctx: Context, sent: CheckedBundle, met: Sequence[Met]) -> Legs:
    """The event of a bundle as its archive tells it, with its people as they are known here; staged, in legs."""
    facts = sent.event["event"]
    event = yield from staged(ctx, sent.archive, slug=_free_slug(str(facts["slug"])))
    people = {(row.division.slug, row.number): row for row in making.entrants_of(making.divisions_of(event))}
    for at, one in enumerate(met):
        _settle(people[one.division, one.number], one)
        if at % PEOPLE_A_LEG == PEOPLE_A_LEG - 1:
            yield None
    yield None
    return event


def _settle(entrant: Entrant, one: Met) -> None:
    """Who was guarded there is guarded here; who is known by name and club is that player, not a new one."""
    if one.guarded:
        entrant.age, entrant.display_consent = MINOR, False
    fresh = None
    if one.how == NAME and one.player and entrant.player_id != one.player.pk:
        fresh, entrant.player = entrant.player, one.player
    entrant.save(update_fields=["age", "display_consent", "player"])
    if fresh:
        Player.objects.filter(pk=fresh.pk).delete()


def _free_slug(wanted: str) -> str:
    """The sender's short name, or with a number behind: two clubs may both have an `open-2026`."""
    taken = set(Event.objects.filter(slug__startswith=wanted[:55]).values_list("slug", flat=True))
    if wanted not in taken:
        return wanted
    return next(name for n in range(2, 10_000) if (name := f"{wanted[:55]}-{n}") not in taken)


def _note(ctx: Context, sent: CheckedBundle, event: Event) -> None:
    BroughtIn.objects.update_or_create(
        origin=sent.origin,
        defaults={
            "event": event, "digest": sent.bundle.digest, "fingerprint": sent.bundle.fingerprint, "signed": sent.signed,
            "rulings": sent.rulings, "incidents": sent.incidents, "by_name": ctx.actor_name[:150],
        },
    )  # fmt: skip


def corrections(event: Event, sent: CheckedBundle) -> list[Correction]:
    """The tables whose result in force differs. Refuses when people or pairings differ: no correction brings that."""
    theirs = sent.event["divisions"]
    own = making.event_data(event, [row.slug for row in making.divisions_of(event)])["divisions"]
    if [_frame(one) for one in own] != [_frame(one) for one in theirs]:
        sentence = _("%(name)s is here already with other people or pairings. Take its rating updates off the lists, put it in"
                     " the bin, then bring this bundle in.")  # fmt: skip
        raise Refusal("other-event", sentence % {"name": event.name}, slug=event.slug)
    return [change for a, b in zip(own, theirs, strict=True) for change in _changes(a, b)]


def _frame(division: Data) -> list[Any]:
    """Who is in it and who met whom: what must agree before results are compared."""
    people = [[one["number"], one["given"], one["surname"]] for one in division["entrants"]]
    rounds = [
        [one["number"], [[table["number"], table["seats"]] for table in one["tables"]], one["without_table"]]
        for one in division["rounds"]
    ]
    return [division["slug"], people, rounds]


def _changes(own: Data, theirs: Data) -> Iterator[Correction]:
    for mine, other in zip(own["rounds"], theirs["rounds"], strict=True):
        for a, b in zip(mine["tables"], other["tables"], strict=True):
            before, after = _in_force(a), _in_force(b)
            if after is not None and before != after:
                yield Correction(own["slug"], mine["number"], a["number"], before, after)


def _in_force(table: Data) -> Entry | None:
    result = next((one for one in table["results"] if one["in_force"]), None)
    if result is None:
        return None
    lines = result["lines"]
    scored = result["kind"] in {"played", "unfinished"}
    return Entry(
        result["kind"],
        tuple(line["score"] for line in lines) if scored else (),
        tuple(line["before"] for line in lines if line["before"] is not None),
        {line["seat"]: line["penalty"] for line in lines if line["penalty"]},
        tuple(line["seat"] for line in lines if line["absent"]),
    )


def _correct(ctx: Context, event: Event, one: Correction) -> None:
    """As the desk corrects: a new version with a reason, confirmed because the director confirmed it over there."""
    # Whoever may bring in an event may bring in what was corrected in it; he need not work at its desk.
    acting = replace(ctx, scope=event.scope_key, roles=frozenset({"system"}), key="")
    table = Table.objects.select_related("round__division__event").get(
        round__division__event=event,
        round__division__slug=one.division,
        round__number=one.round,
        number=one.table,
    )
    current = current_result(table)
    reason = _("Corrected where it was played")
    seen = current.version if current else 0
    correct_result(acting, table, entry=one.after, seen=seen, reason=reason, sure=True)
    table.refresh_from_db()
    newest = current_result(table)
    if newest and not newest.in_force:
        confirm_result(context.system(event.scope_key), table, seen=newest.version)
