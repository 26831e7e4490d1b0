"""Takeover: this laptop runs an event from its copy. Everything of the copy, or nothing; never an older one over a newer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import IO, Any
from uuid import uuid4

from django.core.exceptions import ValidationError
from django.db.utils import DatabaseError
from django.utils import timezone
from django.utils.translation import gettext as _

from tdapp.desk.ledger.rounds import kept
from tdapp.desk.rehearsal import invariants
from tdapp.events.day import notices
from tdapp.events.models import Event, Membership
from tdapp.interchange.copies import (
    content,
    insert_rows,
    making,
    phone_codes,
    places,
    plans,
    results,
    sealed,
)
from tdapp.interchange.copies.content import EventCopy
from tdapp.interchange.models import CopyPlan, Handover
from tdapp.judging.models import Kiosk
from tdapp.kernel import audit, clock, fence
from tdapp.kernel.commands import Change, Installation, command
from tdapp.kernel.context import Context
from tdapp.kernel.log import facts
from tdapp.kernel.models import AuditHead, User
from tdapp.kernel.refusals import Conflict, Refusal

# What rows that somebody made up run into.
WRONG = (
    ValueError, TypeError, KeyError, IndexError, AttributeError, ArithmeticError, ValidationError, DatabaseError,
)  # fmt: skip


# Names drawn until one sorts behind the last: after so many restores that none does, the next term begins.
HOLDERS_TRIED = 64


@dataclass(frozen=True, repr=False)
class Opened:
    """A copy that was opened, on its way in. `own`: by the key kept here, so it is this installation's own from before."""

    told: EventCopy
    key: sealed.Key
    own: bool = False

    def __repr__(self) -> str:
        """What names it in the digest of what was asked; its rows do not."""
        facts = self.told.facts
        return f"copy {facts['event']['id']} {facts['term']} {facts['number']} {facts['chained']}"


def take_over(ctx: Context, source: IO[bytes], passphrase: str | None) -> dict[str, Any]:
    """Run the event of a copy here from now on. Tells slug, name, copied_at, out (tables), term, and what was here before.
    `passphrase` None: by the key this installation keeps of the event's copies.

    Refuses a wrong passphrase, a cut or changed file, one that is older than what is here, and one of an event that
    runs here already; 507 when the disk is full. Pictures and word lists are put in place before the rows: what is
    there without a row harms nobody.
    """
    header = source.read(sealed.HEADER)
    source.seek(0)
    salt = header[len(sealed.MAGIC) : len(sealed.MAGIC) + sealed.SALT]
    key = plans.key_here(salt) if passphrase is None else sealed.key_of(passphrase, salt or None)
    try:
        with making.aside() as inside:
            opened = Opened(making.opened_to(key, source, inside), key, own=passphrase is None)
            look_over(opened.told)
            inside.seek(0)
            content.put_files(inside)
            return begin(replace(ctx, key=""), Installation(), copy=opened)
    except OSError as error:
        raise places.unwritable(plans.folder(), error) from error


def take_over_newest(ctx: Context, paths: Iterable[Path]) -> dict[str, list[dict[str, Any]]]:
    """Bring each event forward by the newest of its own copies that the keys kept here open: once one was taken up, a newer
    one is of before that. Tells what was `taken` up (as `take_over`), what is `known` here already, and `faults`.
    """
    newest: dict[Any, tuple[Any, Path]] = {}
    told: dict[str, list[dict[str, Any]]] = {"taken": [], "known": [], "faults": []}
    for path in paths:
        try:
            with path.open("rb") as source, making.aside() as inside:
                copy = making.opened_to(_kept_key(source), source, inside)
        except (Refusal, OSError) as error:
            told["faults"].append({"file": str(path), "sentence": str(error)})
            continue
        facts = copy.facts
        rank = (fence.order(facts["term"], facts["holder"]), facts["number"])
        if copy.event not in newest or rank > newest[copy.event][0]:
            newest[copy.event] = rank, path
    for _rank, path in newest.values():
        try:
            with path.open("rb") as source:
                told["taken"].append(take_over(ctx, source, None))
        except Refusal as error:
            kind = "known" if error.code in ("runs-here", "older-copy") else "faults"
            told[kind].append({"file": str(path), "sentence": str(error)})
    return told


def _kept_key(source: IO[bytes]) -> sealed.Key:
    header = source.read(sealed.HEADER)
    source.seek(0)
    return plans.key_here(header[len(sealed.MAGIC) : len(sealed.MAGIC) + sealed.SALT])


def look_over(told: EventCopy) -> Event | None:
    """The event as it is here already, if it is. Refuses (409) a copy that would put something older over it."""
    event = Event.objects.filter(pk=told.event).first()
    if event is None:
        return None
    head = fence.state(event.scope_key)
    known = head.fenced or {"term": head.term, "holder": head.holder}
    mine, theirs = (
        fence.order(known["term"], known["holder"]),
        fence.order(told.facts["term"], told.facts["holder"]),
    )
    facts = {"name": event.name, "slug": event.slug}
    if theirs < mine:
        raise Conflict("older-copy", _older(bool(head.fenced)) % facts, copied_at=told.facts["at"])
    if theirs == mine and not head.fenced and not _continues(told, head):
        sentence = _(
            "%(name)s runs here already, and nothing in this copy is new here; it is at /e/%(slug)s/."
        )
        raise Conflict("runs-here", sentence % facts, slug=event.slug)
    return event


def _older(fenced: bool) -> str:
    if fenced:
        return _(
            "This copy is from before the event was taken over; what is known here is newer. Take a copy made since."
        )
    return _(
        "%(name)s runs here already, at /e/%(slug)s/; this copy is from before it was taken over. Nothing was changed."
    )


def _continues(told: EventCopy, head: AuditHead) -> bool:
    """Whether the copy's log holds the whole of ours and more: this laptop was set back, and lost nothing by going on."""
    entries = told.rows.get("kernel.AuditEntry", [])
    ours = any(row["number"] == head.number and row["chained"] == head.chained for row in entries)
    return bool(told.facts["number"] > head.number and (ours or head.number == 0))


@command(
    "event.take_over", "event taken over from a copy", needs="installation.create_event", private=("copy",)
)
def begin(ctx: Context, target: Installation, *, copy: Opened) -> Change:
    """The rows themselves, the next term, and what is known of the laptop they came from."""
    told = copy.told
    before = look_over(told)
    had = results.of_event(before) if before else None
    left = results.not_in(before, told.rows.get(content.LOG, [])) if before else []
    if before:
        Kiosk.objects.filter(division__event=before).delete()
        insert_rows.forget(before)
    event = _whole(told)
    term, holder = _turn(copy, fence.state(event.scope_key))
    fence.begin_term(event.scope_key, term, holder)
    _keep(ctx, event, copy, had, left)
    shown = {"slug": event.slug, "name": event.name, "term": term, "copied_at": told.facts["at"]}
    inside = replace(ctx, scope=event.scope_key)
    if not audit.begun(event.scope_key):
        facts.note_all(event.scope_key)
    audit.write(inside, "event.taken_over", str(event), after={**shown, "from": told.facts["from"]})
    out = results.out_in(told.rows)
    return Change({**shown, "id": event.pk, "out": out, "had": had is not None}, str(event), None, shown)


def _turn(copy: Opened, head: AuditHead) -> tuple[int, str]:
    """Term and holder from now on. From another's copy the next term begins. From its own an installation goes on in the same
    one: a laptop that took the event over in what was lost has the next, and must win wherever the two meet; the machine that
    was lost, should it come back, is behind by the holder.
    """
    told = copy.told.facts
    last = max(fence.order(told["term"], told["holder"]), fence.order(head.term, head.holder))
    if copy.own:
        holders = (str(uuid4()) for _try in range(HOLDERS_TRIED))
        if later := next((one for one in holders if one > last[1]), ""):
            return last[0], later
    return last[0] + 1, str(uuid4())


def _whole(told: EventCopy) -> Event:
    """The event of a copy of which everything holds; refuses others, however they are wrong."""
    try:
        event = insert_rows.put(told)
        faults = invariants.unsound(event)
    except WRONG as error:
        raise sealed.damaged(_("its rows do not fit together")) from error
    if faults:
        raise sealed.damaged(faults[0]["sentence"].rstrip("."))
    for division in event.divisions.all():
        kept.keep_closed(division)
    return event


def _keep(ctx: Context, event: Event, copy: Opened, had: list[Any] | None, left: list[Any]) -> None:
    facts = copy.told.facts
    plan, _made = CopyPlan.objects.update_or_create(
        event=event, defaults={"secret": facts["secret"], "held": ""}
    )
    plans.keep_key(plan, copy.key)
    phone_codes.keep(plan, copy.told)
    phone_codes.leave_phones(event)
    plan.passphrase_at = clock.now()
    plan.save()
    Handover.objects.update_or_create(
        event=event,
        defaults={
            "copied_at": datetime.fromisoformat(facts["at"]), "taken_at": clock.now(), "by_name": ctx.actor_name[:150],
            # Of its own copy the address is where it ran itself: it would stop the event there, a drill the one that runs.
            "other_name": facts["from"], "addresses": [one for one in facts["addresses"] if one and not copy.own],
            "out": results.out_in(copy.told.rows), "results": had, "own": had is not None, "left": left,
            "met_at": clock.now() if had else None,
            "stopped_at": None, "seen_at": None,
        },
    )  # fmt: skip
    notices.drop(event, "fenced", "copy_fault")
    if ctx.actor.startswith("user:"):
        user = User.objects.get(pk=ctx.actor.removeprefix("user:"))
        Membership.objects.get_or_create(event=event, user=user, role="director")


def local_time(text: str) -> str:
    """A moment of a copy as people read it."""
    return f"{timezone.localtime(datetime.fromisoformat(text)):%Y-%m-%d %H:%M}"
