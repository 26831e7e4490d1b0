"""A reading that was cut off goes on from the last part that was kept: by the worker, from the page, by the same command."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from lexicon_admin.commands import imports, list_reading
from lexicon_admin.lists import storage
from lexicon_admin.management.commands import import_lexicon
from lexicon_admin.models import Edition, ListImport
from lexicon_admin.words import building
from tdapp.kernel import jobs
from tdapp.kernel.models import Job
from tdapp.kernel.refusals import Refusal
from tests import factories as f
from tests.lexicon import making as m
from tests.lexicon.pages import at, browser, text
from tests.lexicon.test_command_line import FACTS, output_of

pytestmark = pytest.mark.django_db
WORDS = "".join(f"{a}{b}{c}a\n" for a in "bkdg" for b in "aeiou" for c in "nlpstkmbdg")


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts of forty entries, and a step at each."""
    for name in ("ENTRIES", "BATCH"):
        monkeypatch.setattr(building, name, 40)


class Killed(BaseException):
    """What ends a worker in the middle of a step."""


def test_a_reading_that_was_cut_off_says_where_goes_on_from_there_and_leaves_nothing_when_discarded(
    data: Path, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    here = m.lexicon()
    sita = m.member(here, role="secretary")
    whole, stored = m.sent(here, WORDS), storage.keep([WORDS.encode()])
    told = imports.start_import(
        m.acting(sita, here), here, name="list.txt", size=stored.size, content=stored.content
    )
    row, steps, step = ListImport.objects.get(pk=told["id"]), list[int](), jobs.JobRun.step

    def noted(run: jobs.JobRun, done: int, total: int, message: str = "") -> None:
        steps.append(done)
        step(run, done, total, message)
        if len(steps) == 4:
            raise Killed

    monkeypatch.setattr(jobs.JobRun, "step", noted)
    with pytest.raises(Killed):
        jobs.run(told["job"])
    browsing = browser(sita)

    def shown(name: str = "import_page") -> str:
        return text(browsing.get(at(name, here.slug, *([row.pk] if name == "import_page" else []))))

    sentence = "Stopped at line 120 of 200: 120 entries are read and kept. No edition was touched."
    assert sentence not in shown()  # whoever reads it may be at a long step
    Job.objects.update(heartbeat=datetime(2020, 1, 1, tzinfo=UTC))
    for page in (shown(), shown("import")):
        assert sentence in page
    form = shown().partition('id="stopped"')[2].partition("</form>")[0]
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', form))
    assert "goes on from line 120" in text(
        browsing.post(at("import_again", here.slug, row.pk), fields, follow=True)
    )
    steps.clear()
    row.refresh_from_db()
    jobs.run(told["job"])  # sent again by the reaper: it was taken back
    assert steps == [121]
    steps[:] = [0] * 9
    jobs.run(row.job)
    assert steps[9:] == [121, 161, 40, 80, 120, 160, 200, 200]
    row.refresh_from_db()
    assert (row.sha256, row.file_sha256) == (whole.sha256, whole.file_sha256)
    assert row.report == whole.report
    # Cancelled by hand at the same place: kept until it is discarded, with the list itself.
    fields["linker"] = "exclude"
    browsing.post(at("import_again", here.slug, row.pk), fields)
    row.refresh_from_db()
    steps.clear()
    with pytest.raises(Killed):
        jobs.run(row.job)
    Job.objects.filter(pk=row.job).update(heartbeat=datetime(2020, 1, 1, tzinfo=UTC), cancel_requested=True)
    jobs.run(row.job)
    assert Job.objects.get(pk=row.job).status == "cancelled"
    assert sentence in shown()
    path = data / "lexicon-work" / f"{stored.content}.list"
    path.write_bytes(path.read_bytes() + b"aso\n")
    with pytest.raises(Refusal, match="changed on the disk"):
        list_reading.read_import(m.program(here), row)
    with django_capture_on_commit_callbacks(execute=True):
        browsing.post(at("import_discard", here.slug, row.pk))
        imports.discard_import(m.program(here), whole)
    assert list((data / "lexicon-work").iterdir()) == []


def test_an_import_that_was_stopped_says_where_and_the_same_command_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    m.lexicon()
    path = tmp_path / "list.txt"
    told = ("import_lexicon", path, "--lexicon", "salita", "--edition", "2026", *FACTS)

    def stopped(*more: str) -> tuple[int, str]:
        with monkeypatch.context() as patch:
            patch.setattr(
                import_lexicon.Command, "told", Mock(side_effect=[None, None, None, KeyboardInterrupt])
            )
            return output_of(*told, *more)

    path.write_text(WORDS)
    left = "Stopped at line 120 of 200: 120 entries are read and kept. No edition was touched.\n"
    hint = "The same command goes on from there, with --anew from the start.\n"
    assert stopped() == (2, left + hint)
    page = browser(f.user(operator=True)).get(at("import_page", "salita", ListImport.objects.get().pk))
    assert left.strip() in text(page)
    path.write_text(WORDS.replace("bana", "abana"))
    changed = "list.txt was changed since its import was stopped at line 120: it is read from its start.\n"
    assert stopped() == (2, changed + left + hint)
    assert stopped("--anew") == (2, left + hint)
    code, said = output_of(*told)
    assert (code, said.splitlines()[0]) == (0, "Going on from line 120: 120 entries are read.")
    edition = Edition.objects.get()
    assert (edition.words, edition.sha256) == (200, m.sent(edition.lexicon, path.read_text()).sha256)
    statuses = ListImport.objects.exclude(status="ready").values_list("status", flat=True)
    assert sorted(statuses) == ["applied", "discarded", "discarded"]
