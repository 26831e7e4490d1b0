"""A club takes home what is its own: sealed copies, or its data as open files; another club's is not in it."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from tdapp.clubs.commands import members, taking
from tdapp.events.models import Event
from tdapp.interchange.copies import plans, sealed
from tdapp.kernel import jobs
from tdapp.kernel.models import AuditEntry, Job
from tdapp.people.officers import club_context
from tests import factories as f

pytestmark = pytest.mark.django_db(transaction=True)


def test_an_officer_takes_the_clubs_copies_and_data_home_and_nothing_of_another_club(
    settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DATA_DIR, settings.MEDIA_ROOT = tmp_path, tmp_path / "media"
    monkeypatch.setitem(sealed.SCRYPT, "n", 2**10)
    ours, theirs = f.hall(players=4, rounds=1, played=1), f.hall(players=4, rounds=1, played=1)
    home, other = f.club("lipa"), f.club("cebu")
    for here, club in ((ours, home), (theirs, other)):
        Event.objects.filter(pk=here.event.pk).update(host=club.club)
    officer, stranger = f.officer(home, "club-officer", "ana"), f.officer(other, "club-officer", "ben")
    ctx = club_context(officer, home, "web")
    members.add_member(ctx, home, given="Lia", surname="=Ponce", number="7")
    browser, elsewhere = Client(), Client()
    browser.force_login(officer)
    elsewhere.force_login(stranger)

    def fetched(what: str) -> zipfile.ZipFile:
        assert browser.post("/c/lipa/files/", {"what": what}).status_code == 303
        assert "wait for it" in browser.post("/c/lipa/files/", {"what": what}, follow=True).content.decode()
        job = Job.objects.filter(kind=taking.KIND).first()
        assert job
        jobs.run(job.pk)
        assert "Download" in browser.get("/c/lipa/files/", headers={"HX-Request": "true"}).content.decode()
        for club in ("lipa", "cebu"):
            assert elsewhere.post(f"/c/{club}/files/{job.pk}").status_code == 404
        answer: Any = browser.post(f"/c/lipa/files/{job.pk}")
        return zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content)))

    with fetched("copies") as archive:
        (name,) = archive.namelist()
        assert name.startswith(plans.stem(ours.event))
        assert archive.read(name).startswith(sealed.MAGIC)
        assert archive.read(name) == plans.newest(ours.event).read_bytes()
    with fetched("export") as archive:
        assert sorted(archive.namelist()) == [f"events/{ours.event.slug}.json", "members.csv"]
        assert json.loads(archive.read(f"events/{ours.event.slug}.json"))["event"]["slug"] == ours.event.slug
        assert "'=Ponce" in archive.read("members.csv").decode("utf-8-sig")
    out = tmp_path / "taken.zip"
    call_command("club_files", "cebu", "--what", "copies", "--out", str(out))
    with zipfile.ZipFile(out) as archive:
        assert [one.split("-r")[0] for one in archive.namelist()] == [plans.stem(theirs.event)]
    call_command("copy_event", ours.event.slug, "--to", str(tmp_path / "stick"))
    (copy,) = (tmp_path / "stick").iterdir()
    assert copy.read_bytes() == plans.newest(ours.event).read_bytes()
    taken = AuditEntry.objects.filter(intent__in=("club.file_taken", "copy.take"), refused="")
    assert sorted(taken.values_list("scope", "intent")) == sorted(
        [(home.scope_key, "club.file_taken")] * 2
        + [(other.scope_key, "club.file_taken"), (ours.event.scope_key, "copy.take")]
    )
