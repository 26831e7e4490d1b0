"""Certificates: made by a command, which keeps what each one says; drawn by the worker into one PDF."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from core import canonical
from tdapp.desk.models import Certificate
from tdapp.desk.prizes import finals
from tdapp.events.models import Event
from tdapp.interchange.commands.export import write_file
from tdapp.kernel import clock, jobs
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.models import Job
from tdapp.kernel.refusals import Refusal
from tdapp.publishing.certificates import drawing, outdated
from tdapp.publishing.certificates.facts import Owner, key_of, owners
from tdapp.publishing.paper import making as packs
from tdapp.publishing.paper.drawing.document import SIZES

KIND = "certificates.draw"
NEEDS = "roster.private"


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants printed. `address`: where a phone in the hall finds the event's public page, "" without one."""

    paper: str = "a4"
    only_winners: bool = False
    schools: bool = True
    address: str = ""


@command("certificates.make", "certificates made", needs=NEEDS)
def make(ctx: Context, event: Event, *, wish: Wish) -> Change:
    """Keep what every certificate says and let the worker draw them. Refuses while nothing is final.

    One that says what it said keeps its code; one that says something else is replaced.
    """
    if wish.paper not in SIZES:
        raise Refusal("bad-paper", _("Paper is A4 or Letter."))
    done = finals.of_event(event)
    if not done:
        raise Refusal(
            "not-final", _("Finalise a division's standings first: certificates say what is final.")
        )
    found = owners(event, only_winners=wish.only_winners, schools=wish.schools)
    if not found:
        raise Refusal("nobody", _("Nobody has won a prize yet; choose everybody."))
    ids = [str(row.pk) for row in _kept(event, found)]
    file = f"{event.slug}-certificates.pdf"
    params = {"event": str(event.pk), "wish": asdict(wish), "ids": ids, "file": file, "private": True}
    row = jobs.enqueue(ctx, KIND, {**params, "language": translation.get_language()})
    told = {"certificates": len(ids), "paper": wish.paper}
    return Change({**told, "job": str(row.pk)}, str(event), None, told)


def _kept(event: Event, found: Iterable[Owner]) -> list[Certificate]:
    """The row of each owner: the one there is when it says the same, else a new one in its place."""
    known = {
        key_of(row.entrant_id, row.school, row.says): row
        for row in Certificate.objects.filter(event=event, replaced_at=None)
    }
    kept, old, new = [], [], []
    for one in found:
        says = canonical.plain(one.says)
        row = known.get(one.key)
        if row is None or outdated.wording(row.says) != outdated.wording(says):
            old += [row.pk] if row else []
            division = one.entrant.division if one.entrant else None
            row = Certificate(
                event=event, division=division, entrant=one.entrant, school=one.school, says=says
            )
            new.append(row)
        kept.append(row)
    Certificate.objects.filter(pk__in=old).update(replaced_at=clock.now())
    Certificate.objects.bulk_create(new)
    return kept


@command("certificates.cancel", "making of certificates stopped", needs=NEEDS)
def cancel(ctx: Context, job: Job) -> Change:
    """Ask the worker to stop."""
    jobs.stop(ctx, job)
    return Change({"job": str(job.pk)}, f"certificates {job.params.get('file', '')}")


@jobs.job(KIND)
def draw(run: jobs.JobRun) -> dict[str, Any]:
    """Draw the certificates to a file that is kept for a day."""
    event = Event.objects.get(pk=run.params["event"])
    wish, ids = Wish(**run.params["wish"]), run.params["ids"]
    with translation.override(run.params.get("language") or settings.LANGUAGE_CODE):
        data = drawing.build(event, ids, wish.paper, wish.address, run.step)
    packs.forget_old()
    write_file(packs.place_of(Job.objects.get(pk=run.id)), data)
    run.step(len(ids), len(ids))
    return {"file": run.params["file"], "bytes": len(data)}
