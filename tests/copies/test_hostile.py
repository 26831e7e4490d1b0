"""A copy written by hand by somebody who knows the passphrase: it brings this one event, and no door to anything else."""

from __future__ import annotations

import copy
import json
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tdapp.events.models import Event, Membership
from tdapp.interchange.copies import content, making, plans
from tdapp.interchange.copies.content import EventCopy
from tdapp.interchange.models import CopyPlan
from tdapp.judging.incidents.commands.incident_photos import attach
from tdapp.judging.incidents.commands.incidents import report
from tdapp.judging.models.incidents import Incident, IncidentPhoto
from tdapp.kernel.models import Job
from tdapp.kernel.pages import photos
from tdapp.kernel.refusals import Refusal
from tests import factories as f
from tests.copies.conftest import gone, sealed_copy, taken
from tests.copies.test_takeover import making_told
from tests.scoresheets.pictures import picture

pytestmark = pytest.mark.django_db


def sealed_anew(hall: f.Hall, told: EventCopy) -> bytes:
    """What somebody made of the hall's copy, under its own passphrase; the hall itself is forgotten here."""
    key = key_of(hall)
    gone(hall)
    return sealed(told, key)


def key_of(hall: f.Hall) -> Any:
    key = plans.key_kept(CopyPlan.objects.get(event=hall.event))
    assert key is not None
    return key


def sealed(told: EventCopy, key: Any) -> bytes:
    with making.aside() as inside, making.aside() as out:
        content.write(told, inside, making.nobody_waits)
        inside.seek(0)
        making.sealed.seal(key, inside, out)
        out.seek(0)
        return out.read()


# A row of the copy once more, under another event: label, and what it says then of (event, division, scope, user).
MOVED: dict[str, tuple[str, dict[str, str]]] = {
    "a role at another event": ("events.Membership", {"event_id": "event", "user_id": "user"}),
    "a player in another's division": ("events.Entrant", {"division_id": "division"}),
    "a second event": ("events.Event", {}),
    "another's log": ("kernel.AuditEntry", {"scope": "scope"}),
}
# A row of a table that is no event's.
BESIDE: dict[str, tuple[str, dict[str, Any]]] = {
    "a session": ("sessions.Session", {"session_key": "k" * 32, "session_data": "x", "expire_date": "2030-01-01T00:00:00Z"}),
    "work for the worker": ("kernel.Job", {"kind": "event.copy", "params": {}, "actor": "system"}),
    "a fence": ("kernel.AuditHead", {"fenced": {"name": "me"}}),
    "a table there is not": ("events.Nothing", {}),
}  # fmt: skip


def plant(told: EventCopy, what: str, other: f.Hall, user: str) -> None:
    """A row that would open something of another event, or of the installation."""
    known = {
        "event": str(other.event.pk),
        "division": str(other.division.pk),
        "scope": other.event.scope_key,
        "user": user,
    }
    if what in MOVED:
        label, values = MOVED[what]
        row = {**told.rows[label][-1], **{name: known[value] for name, value in values.items()}}
    else:
        label, row = BESIDE[what]
    told.rows.setdefault(label, []).append({"scope": known["scope"], **row, "id": str(uuid4())})


def test_a_copy_holds_its_own_event_and_nothing_beside_it(hall: f.Hall) -> None:
    other = f.hall(2)
    whole, key = making_told(sealed_copy(hall)), key_of(hall)
    gone(hall)
    before = (Membership.objects.filter(event=other.event).count(), Job.objects.count())
    for what in (*MOVED, *BESIDE):
        told = copy.deepcopy(whole)
        plant(told, what, other, str(hall.director.pk))
        with pytest.raises(
            Refusal, match=r"This copy cannot be used: it (holds what does|is not of one event)"
        ):
            taken(sealed(told, key))
        assert not Event.objects.filter(pk=hall.event.pk).exists(), what
        assert (Membership.objects.filter(event=other.event).count(), Job.objects.count()) == before, what


WRONG: list[dict[str, Any]] = [
    {"event": {"id": "x", "slug": "a", "name": "b"}}, {"at": "yesterday"}, {"at": "2026-03-14T10:00:00"}, {"term": "1"},
    {"term": 2**63}, {"number": True}, {"holder": None}, {"secret": "zz"}, {"addresses": [1]}, {"chained": 5},
]  # fmt: skip


def test_facts_of_another_shape_are_one_sentence(hall: f.Hall) -> None:
    whole, key = making_told(sealed_copy(hall)), key_of(hall)
    gone(hall)
    for wrong in WRONG:
        told = copy.deepcopy(whole)
        told.facts |= wrong
        with pytest.raises(Refusal, match="its inside is not what this program writes"):
            taken(sealed(told, key))


def test_the_photos_of_incidents_go_along(hall: f.Hall) -> None:
    ctx = hall.as_(hall.director)
    report(ctx, hall.event, kind="exposed", text="A rack fell over.", table=hall.table(1))
    attach(ctx, Incident.objects.get(), data=picture())
    (row,) = IncidentPhoto.objects.all()
    data = sealed_copy(hall)
    gone(hall)
    photos.path_of(row.sha256).unlink()
    taken(data)
    assert photos.path_of(row.sha256).is_file()
    assert IncidentPhoto.objects.get().sha256 == row.sha256


@pytest.mark.parametrize("event", ["abc", {"a": 1}, [1], 1e400, 7, None, "\0"], ids=repr)
def test_a_message_that_names_no_event_is_refused_and_no_crash(event: Any) -> None:
    body = json.dumps({"event": event, "sign": "x"})
    assert Client().post(reverse("copies:meet"), body, content_type="application/json").status_code == 400
