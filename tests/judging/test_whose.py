"""What somebody made is ended by them, or by who is in charge of it: incidents, calls, photos, packs, lists, files."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tdapp.interchange.commands.export import cancel_export, export_event
from tdapp.interchange.commands.roster import discard_roster, preview_roster
from tdapp.interchange.exports.render import Wish as ExportWish
from tdapp.interchange.models import RosterPreview
from tdapp.judging.incidents.commands.incidents import report, withdraw
from tdapp.judging.models import Call, Incident
from tdapp.judging.rulings.commands.calls import call_judge, call_off, hand_back, take
from tdapp.kernel.models import Job, User
from tdapp.kernel.refusals import Conflict, NeedsPassword, NotAllowed
from tdapp.publishing.paper.making import cancel_pack, make_pack, place_of, take_down
from tdapp.publishing.paper.pack import Wish as PackWish
from tests import factories as f
from tests.judging.access import a_call
from tests.judging.test_rulings import playing
from tests.kept import first

pytestmark = pytest.mark.django_db
whole, ready = first(playing)


def refused(call: Any) -> None:
    with pytest.raises(NotAllowed, match="Somebody else made this"):
        call()


def member(hall: f.Hall, role: str, name: str) -> User:
    return f.member(hall.event, role, name)


def test_an_incident_is_taken_back_by_who_wrote_it_down_or_by_who_decides() -> None:
    hall = playing()
    mine, other = hall.as_(hall.clerk), hall.as_(member(hall, "clerk", "other"))
    for ends in (mine, hall.as_(member(hall, "judge", "ana")), hall.as_(hall.director)):
        number = report(
            mine, hall.event, kind="protest", text="The score was added wrongly", table=hall.table(1)
        )["incident"]
        row = Incident.objects.select_related("event").get(number=number)
        refused(lambda row=row: withdraw(other, row, text="no matter", seen=1))
        assert withdraw(ends, row, text="settled", seen=1)["state"] == "withdrawn"


def test_a_call_is_called_off_by_who_called_or_by_a_judge_and_handed_back_by_who_has_it() -> None:
    hall = playing()
    mine, other = hall.as_(hall.clerk), hall.as_(member(hall, "clerk", "other"))
    ana, ben = (hall.as_(member(hall, "judge", name)) for name in ("ana", "ben"))
    for ends in (mine, ana, hall.as_(hall.director)):
        row = a_call(call_judge(mine, hall.table(1)))
        refused(lambda row=row: call_off(other, row, seen=1))
        assert call_off(ends, row, seen=1)["state"] == "off"
    row = a_call(call_judge(mine, hall.table(1)))
    take(ana, row, seen=1)
    with pytest.raises(Conflict, match="Take it over first"):
        hand_back(ben, a_call({"call": row.pk}), seen=2)
    assert hand_back(ana, a_call({"call": row.pk}), seen=2)["state"] == Call.State.WAITING


def test_a_pack_is_stopped_and_destroyed_by_who_asked_for_it_or_by_a_director() -> None:
    hall = playing()
    mine, other = hall.as_(hall.viewer), hall.as_(member(hall, "viewer", "other"))
    for ends in (mine, hall.as_(hall.director), hall.as_(member(hall, "deputy", "dep"))):
        job = Job.objects.get(pk=make_pack(mine, hall.event, wish=PackWish(("entries",)))["job"])
        place_of(job).parent.mkdir(parents=True, exist_ok=True)
        place_of(job).write_bytes(b"%PDF")
        refused(lambda job=job: cancel_pack(other, job))
        refused(lambda job=job: take_down(other, job))
        assert place_of(job).exists()
        cancel_pack(ends, job)
        assert Job.objects.get(pk=job.pk).status == Job.Status.CANCELLED
        assert take_down(ends, job)["was"]


def test_a_director_who_came_in_by_pin_is_asked_for_the_password_before_he_destroys_what_another_made() -> (
    None
):
    hall = playing()
    job = Job.objects.get(pk=make_pack(hall.as_(hall.viewer), hall.event, wish=PackWish(("entries",)))["job"])
    with pytest.raises(NeedsPassword) as refused:
        take_down(replace(hall.as_(hall.director), by_pin=True), job)
    assert refused.value.code == "password-needed"


def test_so_it_is_with_a_workbook_and_a_list_that_waits() -> None:
    hall = playing()
    director, publisher = hall.as_(hall.director), hall.as_(member(hall, "publisher", "pub"))
    job = Job.objects.get(
        pk=export_event(director, hall.event, wish=ExportWish("xlsx"), background=True)["job"]
    )
    refused(lambda: cancel_export(publisher, job))
    cancel_export(director, job)
    registrar = hall.as_(member(hall, "registrar", "reg"))
    listed = b"Surname,Given name,Division\nListed,Ana,Open\n"
    told = preview_roster(director, hall.event, data=listed, name="entries.csv")
    row = RosterPreview.objects.select_related("event").get(pk=told["id"])
    refused(lambda: discard_roster(registrar, row))
    discard_roster(director, row)
