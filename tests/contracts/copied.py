"""An event's copies for the contracts: a plan with a key, a link, a job; what to send so that each address does something."""

from __future__ import annotations

import tempfile
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction

from tdapp.interchange.commands import copies
from tdapp.interchange.copies import handover, insert_rows, making, plans, rehearsing, results, sealed
from tdapp.interchange.models import CopyLink, CopyPlan, Handover
from tdapp.kernel.context import Context
from tdapp.kernel.models import AuditHead, Job
from tests import factories as f

if TYPE_CHECKING:
    from tdapp.events.models import Event
    from tests.contracts.worlds import World

WORDS = "bulag tanim sobra lakad"
KEY = sealed.key_of(WORDS, b"s" * 16)


def prepared(event: Event, director: Context) -> dict[str, Any]:
    """A plan with a kept key, a link in force, a copy that waits for a worker."""
    plan = _planned(event)
    link = CopyLink.objects.get(pk=copies.make_link(director, event, label="Ana")["id"])
    job = UUID(copies.copy_now(director, event)["job"])
    making.make(event, plan)
    return {"copy_link": link, "copy_token": copies.token_of(link), "copy_job": job, "copy_plan": plan}


def _planned(event: Event) -> CopyPlan:
    plan = plans.new_plan(event)
    plans.keep_key(plan, KEY)
    plan.save()
    return plan


def key_unseen(here: World) -> dict[str, Any]:
    """A key of the program's own, whose words nobody has seen."""
    plan = here.facts["copy_plan"]
    CopyPlan.objects.filter(pk=plan.pk).update(words=plans.boxed(plan.event_id, WORDS.encode()))
    return {}


def idle(here: World) -> dict[str, Any]:
    """No copy waits any more."""
    Job.objects.filter(pk=here.facts["copy_job"]).update(status=Job.Status.DONE)
    return {}


def stick(_here: World) -> dict[str, Any]:
    """A folder that can be written to."""
    return {"folder": tempfile.mkdtemp(prefix="td-stick-")}


def message(here: World) -> dict[str, Any]:
    """What a laptop says that took the event over."""
    told = {
        "event": str(here.event.pk), "term": 2, "holder": "b", "fenced": False, "name": "Laptop B",
        "address": "http://192.168.1.9:8000", "at": "2026-03-14T02:00:00+00:00", "results": [],
    }  # fmt: skip
    return told | {"sign": handover._sign(here.facts["copy_plan"], told)}


def other_result(here: World) -> dict[str, Any]:
    """Another laptop has a result one point higher."""
    told = [row | {} for row in results.of_event(here.event)]
    row = next(one for one in told if one.get("kind") == "played")
    row["scores"] = [score + 1 for score in row["scores"]]
    Handover.objects.update_or_create(event=here.event, defaults={"results": told, "other_name": "Laptop B"})
    seen = next(one for one in results.differing(here.event, told) if one.key == row["id"])
    return {"table": seen.key, "seen": seen.digest}


def words(here: World) -> dict[str, Any]:
    """The six words it shows."""
    return {"said": handover.spoken_words.say(handover._code(here.facts["copy_plan"], 2, "abcd"))}


def rehearsal(here: World) -> dict[str, Any]:
    """A rehearsal of the event, not played."""
    with transaction.atomic():
        rehearsing.copied(here.event)
    return {}


def of_another(_here: World) -> dict[str, Any]:
    """The copy of an event nobody here knows."""
    event = f.hall(players=4).event
    making.make(event, _planned(event))
    data = plans.newest(event).read_bytes()
    with transaction.atomic():
        CopyPlan.objects.filter(event=event).delete()
        insert_rows.forget(event)
        AuditHead.objects.filter(scope=event.scope_key).delete()
    return {"file": SimpleUploadedFile("a.tdcopy", data), "passphrase": WORDS}
