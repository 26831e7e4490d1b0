"""Rehearse: a throw-away copy of an event with invented results. Marked on every page, never public, never rated."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any
from uuid import uuid4

from django.apps import apps
from django.db import transaction
from django.utils.translation import gettext as _

from tdapp.desk.pairing.commands.release import close_round
from tdapp.desk.rehearsal import simulation
from tdapp.events.day import notices
from tdapp.events.entries.commands.presence import check_in
from tdapp.events.log.commands.log import begin
from tdapp.events.models import Division, Event, Membership, Round
from tdapp.interchange.copies import content, insert_rows
from tdapp.interchange.event_file import event_tables
from tdapp.interchange.event_file.left_out import SCOPED
from tdapp.kernel import clock, context
from tdapp.kernel.context import Context
from tdapp.kernel.log import facts
from tdapp.kernel.refusals import Refusal

ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
Step = Callable[[int, int, str], None]
ALONE = 2


def copied(source: Event) -> Event:
    """The event once more under ids of its own, inside a transaction, with its people, settings and rounds; without
    links, log and private data.
    """
    return insert_rows.put(_twin_of(source))


def _twin_of(source: Event) -> content.EventCopy:
    """Its rows."""
    told = content.gathered(source, {"from": "", "addresses": [], "secret": ""})
    kept = {label: rows for label, rows in told.rows.items() if _goes_along(apps.get_model(label))}
    fresh = {
        str(row["id"]): str(uuid4())
        for label, rows in kept.items()
        if apps.get_model(label) in event_tables.owned()
        for row in rows
    }
    text = json.dumps(kept, default=content._plain)
    rows: dict[str, Any] = json.loads(ID.sub(lambda found: fresh.get(found[0], found[0]), text))
    _cut_loose(rows)
    told.rows = rows
    told.facts |= {"event": {"id": fresh[str(source.pk)]}, "number": 0, "chained": ""}
    (event,) = rows["events.Event"]
    event |= {
        "name": _("Rehearsal: %(name)s") % {"name": source.name[:100]}, "slug": f"{source.slug[:45]}-rehearsal",
        "public": False, "extras": {notices.KEY: {"rehearsal": str(source.pk)}},
    }  # fmt: skip
    for division in rows.get("events.Division", []):
        division |= {"rating_kind": "unrated", "released_round": 0, "released_version": 0}
    return told


def _goes_along(model: Any) -> bool:
    """Not the log, not what was told of children, nothing that opens doors: a hash of a link is there only once."""
    if model._meta.label in (*SCOPED, "people.PlayerPrivate"):
        return False
    if model is Event or model not in event_tables.owned():
        return True
    once = (one for one in model._meta.concrete_fields if one.unique and not one.primary_key)
    return not any(not one.is_relation for one in once)


def _cut_loose(rows: dict[str, Any]) -> None:
    """References to what was left behind are emptied; rows that cannot be without it stay behind as well."""
    for label in list(rows):
        for field in apps.get_model(label)._meta.concrete_fields:
            target = field.related_model if field.is_relation else None
            if target is None or not isinstance(target, type) or _goes_along(target):
                continue
            if not field.null:
                del rows[label]
                break
            for row in rows[label]:
                row[field.attname] = None


def rehearse(ctx: Context, source: Event, *, seed: int, step: Step) -> Event:
    """A rehearsal of the event, played to its end. Nothing is left of it when it is stopped on the way."""
    event = begun(ctx, source)
    try:
        _played(context.system(event.scope_key, via=ctx.via), event, seed, step)
    except BaseException:
        with transaction.atomic():
            away(event)
        raise
    return event


def begun(ctx: Context, source: Event) -> Event:
    """The copy, with a log of its own from here on: written in the bin, a batch at a time, and brought out whole."""
    told = _twin_of(source)
    (row,) = told.rows["events.Event"]
    # Who works there would see it lie in the bin, and so would the officers of its club.
    row["deleted_at"], row["host_id"], host = clock.now().isoformat(), None, row["host_id"]
    members = _parents_first({label: rows for label, rows in told.rows.items() if _of_members(label)})
    told.rows = _parents_first({label: rows for label, rows in told.rows.items() if label not in members})
    try:
        event = insert_rows.put(told)
        rows = facts.ready(event.scope_key)
        with transaction.atomic():
            for label, found in members.items():
                insert_rows.insert(apps.get_model(label), found)
            Event.objects.filter(pk=event.pk).update(deleted_at=None, host=host)
            begin(context.system(event.scope_key, via=ctx.via), event, rows=rows)
    except BaseException:
        with transaction.atomic():
            for left in Event.objects.filter(pk=told.event):
                away(left)
        raise
    event.refresh_from_db()
    return event


def _parents_first(rows: dict[str, list[content.Row]]) -> dict[str, list[content.Row]]:
    """By table, those first that others refer to: each batch has to stand by itself."""
    order = [model._meta.label for model in reversed(event_tables.children_first())]
    return {
        label: rows[label] for label in sorted(rows, key=lambda one: order.index(one) if one in order else -1)
    }


def _of_members(label: str) -> bool:
    model = apps.get_model(label)
    if model not in event_tables.owned():
        return False
    return model is Membership or any(target is Membership for _name, target in event_tables.inside(model))


def _played(ctx: Context, event: Event, seed: int, step: Step) -> None:
    rows = list(event.divisions.select_related("event"))
    total, done = sum(row.rounds_planned for row in rows), 0
    for division in rows:
        for entrant in division.entrants.filter(checked_in_at=None).select_related("club"):
            check_in(ctx, entrant)
        for number in range(1, division.rounds_planned + 1):
            step(done, total, _("%(name)s, round %(n)s") % {"name": division.name, "n": number})
            if not _round(ctx, division, number, seed):
                break
            done += 1
        division.refresh_from_db()
    if not done:
        raise Refusal(
            "nobody-to-rehearse", _("A rehearsal needs a division with at least two players in it.")
        )


def _round(ctx: Context, division: Division, number: int, seed: int) -> bool:
    """Play one round to its close, whatever state it was in; False when nobody could be paired."""
    if division.entrants.count() < ALONE:
        return False
    round_ = Round.objects.select_related("division__event").filter(division=division, number=number).first()
    if round_ is None or round_.status == Round.Status.PLANNED:
        division.refresh_from_db()
        round_ = simulation.pair_and_publish(ctx, division, number)
    if round_.status == Round.Status.PUBLISHED:
        _finish(ctx, round_, seed)
        close_round(ctx, round_)
    return True


def _finish(ctx: Context, round_: Round, seed: int) -> None:
    """What is in stays; what is out is invented."""
    out = {row.pk for row in round_.tables.exclude(results__in_force=True)}
    simulation.play(ctx, round_, seed, only=out)


def away(event: Event) -> None:
    """Delete a rehearsal or an event of the demo for good, inside a transaction. Refuses any other event."""
    if not (notices.is_rehearsal(event) or event.demo):
        raise Refusal("no-rehearsal", _("This is no rehearsal; nothing was deleted."))
    for model, path in event_tables.at_home().items():
        model._base_manager.filter(**{path: event}).delete()
    insert_rows.forget(event)
