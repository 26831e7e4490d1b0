"""The website by pressing: asked for, built by the worker with progress, taken away, gone after a day."""

from __future__ import annotations

import io
import os
import zipfile
from datetime import timedelta

import pytest
from django.test import Client

from tdapp.events.models import Event
from tdapp.kernel import clock, jobs
from tdapp.kernel.models import AuditEntry, Job
from tdapp.publishing.site.download import making
from tests import factories as f
from tests.kept import first
from tests.publishing.hall import Hall, played_hall

pytestmark = pytest.mark.django_db
whole, ready = first(played_hall, 4)


def director(here: Hall) -> Client:
    client = Client()
    client.force_login(f.member(here.division.event, "director"))
    return client


def page(here: Hall) -> str:
    return f"/e/{here.division.event.slug}/website/"


def test_a_director_makes_it_and_takes_it_away(monkeypatch: pytest.MonkeyPatch) -> None:
    said, steps, step = set[str](), list[tuple[int, int]](), jobs.JobRun.step

    def told(run: jobs.JobRun, done: int, total: int, *word: str) -> None:
        said.update(word)
        steps.append((done, total))
        step(run, done, total, *word)

    monkeypatch.setattr(jobs.JobRun, "step", told)
    here = played_hall(4)
    client = director(here)
    answer = client.post(page(here), {"base": " results.example.org/ ", "on_disk": "1"})
    assert answer.status_code == 303
    assert "Making the website" in client.get(answer["Location"]).content.decode()
    row = Job.objects.get(kind=making.KIND)
    jobs.run(row.pk)
    row.refresh_from_db()
    assert row.status == "done"
    assert row.done == row.total > 20
    assert [one for one in steps if one[0] > one[1]] == [], "no more is written than was said"
    assert said == {"Reading what is public", "Writing the pages"}, (
        "not in the language of the page just written"
    )
    file = client.get(f"{answer['Location']}file")
    with zipfile.ZipFile(io.BytesIO(file.content)) as archive:
        home = archive.read(f"t/{here.division.event.slug}/index.html").decode()
    assert f'rel="canonical" href="https://results.example.org/t/{here.division.event.slug}/"' in home
    assert f'filename="{here.division.event.slug}-website.zip"' in file["Content-Disposition"]
    assert 'value="https://results.example.org"' in client.get(page(here)).content.decode()
    assert AuditEntry.objects.filter(intent="event.site", refused="").exists()


@pytest.mark.parametrize("base", ["results", "https://", "https://a b.example", "javascript:alert(1)"])
def test_what_is_no_address_is_told_beside_what_was_typed(base: str) -> None:
    here = played_hall(4)
    answer = director(here).post(page(here), {"base": base, "on_disk": "0"})
    assert answer.status_code == 422
    text = answer.content.decode()
    assert "is no address of a website; write it like https://results.example.org" in text
    assert base in text
    assert not Job.objects.filter(kind=making.KIND).exists()


def test_nothing_public_is_told_and_what_was_hidden_meanwhile_is_not_built() -> None:
    here = played_hall(4)
    client = director(here)
    asked = client.post(page(here), {"base": "", "on_disk": "1"})
    Event.objects.filter(pk=here.division.event_id).update(public=False)
    row = Job.objects.get(kind=making.KIND)
    jobs.run(row.pk)
    row.refresh_from_db()
    assert row.status == "failed"
    assert not making.place_of(row).exists()
    assert client.get(f"{asked['Location']}file").status_code == 404
    assert client.post(page(here), {"base": "", "on_disk": "1"}).status_code in (404, 422)


def test_a_file_is_kept_for_a_day() -> None:
    here = played_hall(4)
    row = Job.objects.create(kind=making.KIND, scope=here.division.event.scope_key, params={"file": "w.zip"})
    making.place_of(row).parent.mkdir(parents=True, exist_ok=True)
    making.place_of(row).write_bytes(b"PK")
    making.forget_old()
    assert making.place_of(row).exists()
    old = (clock.now() - making.KEEP - timedelta(minutes=1)).timestamp()
    os.utime(making.place_of(row), (old, old))
    making.forget_old()
    assert not making.place_of(row).exists()
