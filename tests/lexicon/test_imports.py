"""From a list to an edition: dry run, apply, take back; stopped, killed, repeated and hostile."""

from __future__ import annotations

import io
import os
import time
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from openpyxl import Workbook

from core.problems import Unfit
from lexicon_admin.commands import imports, list_reading
from lexicon_admin.commands.editions import revert_edition
from lexicon_admin.lists import editions, storage
from lexicon_admin.lists.searching import search
from lexicon_admin.models import Edition, ListImport
from lexicon_admin.words.adjudicate import Layers, answer
from tdapp.kernel import clock, jobs
from tdapp.kernel.models import AuditEntry, Job
from tdapp.kernel.refusals import Conflict, Missing, NotAllowed, Refusal
from tests import factories as f
from tests.lexicon import making as m

pytestmark = pytest.mark.django_db
WORDS = "bahay\naso\nCebu\nunti-unti\nnga\n"


def keys(edition: Edition) -> list[str]:
    return [word.key for word in editions.store_of(edition)]


def test_a_dry_run_tells_what_would_be_and_publishes_nothing() -> None:
    here = m.lexicon()
    row = m.sent(here, WORDS)
    assert row.status == "ready"
    assert row.report["words"] == 3
    assert row.report["left_out"] == {"proper": 1, "hyphen": 1}
    assert row.report["encoding"] == "utf-8"
    assert row.report["growth"] == {"against": "", "added": 3, "removed": 0, "changed": 0, "words": {}}
    assert not Edition.objects.exists()
    assert not storage.editions().exists()


def test_applying_names_the_store_that_was_looked_at(data: Path) -> None:
    here = m.lexicon()
    edition = m.edition(here, WORDS)
    assert keys(edition) == ["ASO", "BAHAY", "NGA"]
    assert (edition.words, edition.number, edition.status) == (3, 1, "published")
    assert [path.name for path in (data / "lexicons").iterdir()] == [f"{edition.file_sha256}.sqlite3"]
    entry = AuditEntry.objects.filter(intent="lexicon.import_apply").get()
    assert entry.scope == here.scope_key
    assert entry.payload["after"]["sha256"] == edition.sha256


def test_growth_is_told_against_the_newest_edition() -> None:
    here = m.lexicon()
    first = m.edition(here, WORDS)
    row = m.sent(here, "bahay\npusa\nibon\n")
    growth = row.report["growth"]
    assert (growth["against"], growth["added"], growth["removed"]) == (first.name, 2, 2)
    assert growth["words"] == {"added": ["ibon", "pusa"], "removed": ["aso", "nga"]}


def test_the_old_edition_counts_until_the_new_one_takes_effect() -> None:
    here = m.lexicon()
    old = m.edition(here, WORDS)
    new = m.edition(here, "pusa\n", "2027", effective_from=date(2027, 1, 1))
    assert editions.in_force(here, date(2026, 12, 31)) == old
    assert editions.in_force(here, date(2027, 1, 1)) == new
    assert editions.in_force(here, date(2025, 12, 31)) is None


def test_an_edition_taken_back_gives_way_to_the_one_before_and_keeps_its_words() -> None:
    here = m.lexicon()
    old, new = m.edition(here, WORDS), m.edition(here, "pusa\n", "2026-2")
    revert_edition(m.program(here), new, reason="the wrong file")
    assert editions.in_force(here, date(2026, 6, 1)) == old
    new.refresh_from_db()
    assert (new.status, new.revert_reason) == ("reverted", "the wrong file")
    assert keys(new) == ["PUSA"]
    with pytest.raises(Refusal) as refused:
        revert_edition(m.program(here), new, reason="again")
    assert refused.value.code == "not-published"
    with pytest.raises(Refusal) as refused:
        revert_edition(m.program(here), old, reason="  ")
    assert refused.value.code == "no-reason"


def test_what_was_read_anew_since_is_not_applied_unseen() -> None:
    here = m.lexicon()
    row = m.sent(here, WORDS)
    seen = row.sha256
    imports.read_again(m.program(here), row, policy={"capitals": "ignore"}, at_once=True)
    with pytest.raises(Refusal) as refused:
        imports.apply_import(m.program(here), row, seen=seen, name="x", effective_from=m.DAY, **m.FACTS)
    assert refused.value.code == "import-over"
    list_reading.read_import(m.program(here), row)
    assert row.report["words"] == 4
    with pytest.raises(Conflict):
        imports.apply_import(m.program(here), row, seen=seen, name="x", effective_from=m.DAY, **m.FACTS)
    assert not Edition.objects.exists()


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"name": "2026"}, "edition-taken"), ({"name": "no spaces"}, "bad-edition"), ({"name": "x" * 41}, "bad-edition"),
        ({"source": " "}, "no-licence"), ({"licence": ""}, "no-licence"),
    ],
)  # fmt: skip
def test_an_edition_has_a_name_of_its_own_and_a_licence(facts: dict[str, Any], code: str) -> None:
    here = m.lexicon()
    m.edition(here, WORDS)
    row = m.sent(here, "pusa\n")
    with pytest.raises(Refusal) as refused:
        imports.apply_import(
            m.program(here),
            row,
            seen=row.sha256,
            **{"name": "2027", "effective_from": m.DAY, **m.FACTS, **facts},
        )
    assert refused.value.code == code
    assert Edition.objects.count() == 1


def test_choices_there_are_not_are_refused() -> None:
    here, stored = m.lexicon(), storage.keep([b"aso\n"])
    for more, code in (
        ({"policy": {"hyphen": "burn"}}, "bad-policy"),
        ({"encoding": "koi8-r"}, "bad-encoding"),
    ):
        with pytest.raises(Refusal) as refused:
            imports.start_import(m.program(here), here, name="x", size=4, content=stored.content, **more)
        assert refused.value.code == code
    assert not ListImport.objects.exists()


def test_what_is_over_stays_over() -> None:
    here = m.lexicon()
    row = m.sent(here, WORDS)
    imports.discard_import(m.program(here), row)
    for call in (
        lambda: imports.discard_import(m.program(here), row),
        lambda: imports.read_again(m.program(here), row),
        lambda: list_reading.note_import(
            m.program(here), row, report=row.report, sha256="a", file_sha256="b"
        ),
        lambda: imports.apply_import(
            m.program(here), row, seen=row.sha256, name="x", effective_from=m.DAY, **m.FACTS
        ),
    ):
        with pytest.raises(Refusal) as refused:
            call()
        assert refused.value.code == "import-over"


def test_only_who_looks_after_a_list_imports_and_only_into_his_own() -> None:
    here, there = m.lexicon(), m.lexicon("other")
    secretary, voter = m.member(here, role="secretary"), m.member(here)
    stored = storage.keep([b"aso\n"])
    facts = {"name": "x", "size": 4, "content": stored.content, "at_once": True}
    imports.start_import(m.acting(secretary, here), here, **facts)
    imports.start_import(m.acting(f.user(operator=True), here), here, **facts)
    for who in (voter, f.user()):
        with pytest.raises(NotAllowed):
            imports.start_import(m.acting(who, here), here, **facts)
        with pytest.raises(NotAllowed):
            list_reading.look_at(
                m.acting(who, here), ListImport(lexicon=here, name="x", content=stored.content)
            )
    with pytest.raises(Missing):
        imports.start_import(m.acting(secretary, here), there, **facts)


def test_a_workbook_and_a_table_bring_definitions() -> None:
    book = Workbook()
    for row in (["Salita", "Kahulugan"], ["bahay", "house"], ["aso", None], [17, "no word"]):
        book.active.append(row)
    stream = io.BytesIO()
    book.save(stream)
    here = m.lexicon()
    for name, data in (("a", stream.getvalue()), ("b", b"Salita;Kahulugan\nbahay;house\naso;\n17;x\n")):
        edition = m.edition(here, data, name)
        words = {word.key: word.definition for word in editions.store_of(edition)}
        assert words == {"BAHAY": "house", "ASO": ""}


def test_a_job_reads_with_progress_and_is_applied_afterwards() -> None:
    here, stored = m.lexicon(), storage.keep([WORDS.encode()])
    secretary = m.member(here, role="secretary")
    told = imports.start_import(
        m.acting(secretary, here), here, name="x", size=stored.size, content=stored.content
    )
    jobs.run(told["job"])
    job, row = Job.objects.get(pk=told["job"]), ListImport.objects.get(pk=told["id"])
    assert (job.status, row.status, job.result) == ("done", "ready", {"import": str(row.pk)})
    assert job.done == 3
    logged = AuditEntry.objects.get(intent="lexicon.import_read")
    assert (logged.actor, logged.via) == (secretary.actor, "job")


def test_a_list_that_cannot_be_read_says_why_on_its_job() -> None:
    here, stored = m.lexicon(), storage.keep(["añejo\nseñor".encode() + b"\n\xf1\n"])
    told = imports.start_import(m.program(here), here, name="x", size=9, content=stored.content)
    jobs.run(told["job"])
    job = Job.objects.get(pk=told["job"])
    assert job.status == "failed"
    assert "Line 3" in job.message
    assert ListImport.objects.get().status == "waiting"


def test_a_cancelled_job_leaves_the_list_unread_and_no_file(data: Path) -> None:
    here, stored = m.lexicon(), storage.keep([b"aso\n"])
    told = imports.start_import(m.program(here), here, name="x", size=4, content=stored.content)
    row = ListImport.objects.select_related("lexicon").get()
    Job.objects.update(cancel_requested=True)
    jobs.run(told["job"])
    assert Job.objects.get().status == "cancelled"
    assert [path.suffix for path in (data / "lexicon-work").iterdir()] == [".list"]
    imports.cancel_import(m.program(here), row)
    imports.read_again(m.program(here), row)
    jobs.run(ListImport.objects.get().job)
    assert ListImport.objects.get().status == "ready"


def test_a_job_started_twice_notes_its_outcome_once() -> None:
    """kill -9 between the noting and the job's end: the second worker finds it noted."""
    here, stored = m.lexicon(), storage.keep([b"aso\n"])
    told = imports.start_import(m.program(here), here, name="x", size=4, content=stored.content)
    for _attempt in range(2):
        Job.objects.update(status="queued")
        jobs.run(told["job"])
    assert Job.objects.get().status == "done"
    assert AuditEntry.objects.filter(intent="lexicon.import_read").count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_worker_killed_in_the_middle_leaves_nothing_half_done(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = m.lexicon()
    old = m.edition(here, WORDS)
    stored = storage.keep([b"".join(b"%s\n" % bytes(97 + int(d) for d in str(n)) for n in range(20_000))])
    told = imports.start_import(m.program(here), here, name="x", size=stored.size, content=stored.content)
    child = os.fork()
    if child == 0:
        monkeypatch.setattr(jobs.JobRun, "step", lambda *_: _die_later())
        jobs.run(told["job"])
        os._exit(0)
    os.waitpid(child, 0)
    assert Job.objects.get().status == "running"
    assert [path.name for path in (data / "lexicons").iterdir()] == [f"{old.file_sha256}.sqlite3"]
    assert editions.newest(here) == old
    Job.objects.update(heartbeat=datetime(2020, 1, 1, tzinfo=UTC))
    jobs.run(told["job"])
    row = ListImport.objects.get(pk=told["id"])
    assert (Job.objects.get().status, row.status) == ("done", "ready")
    assert {path.suffix for path in (data / "lexicon-work").iterdir()} == {".list", ".sqlite3"}


_STEPS: list[int] = []


def _die_later() -> None:
    _STEPS.append(1)
    if len(_STEPS) == 3:
        os.kill(os.getpid(), 9)


def test_a_list_that_is_gone_is_asked_for_again() -> None:
    here = m.lexicon()
    row = m.sent(here, WORDS)
    for path in storage.work().iterdir():
        path.unlink()
    for call in (
        lambda: list_reading.read_import(m.program(here), row),
        lambda: imports.apply_import(
            m.program(here), row, seen=row.sha256, name="x", effective_from=m.DAY, **m.FACTS
        ),
    ):
        with pytest.raises(Refusal) as refused:
            call()
        assert refused.value.code == "list-gone"
    assert not Edition.objects.exists()


def test_old_lists_nobody_waits_for_are_removed(data: Path) -> None:
    here = m.lexicon()
    kept, gone = m.sent(here, WORDS), m.sent(here, "pusa\n")
    imports.discard_import(m.program(here), gone)
    with clock.at(datetime.fromtimestamp(time.time() + 3 * 86_400, UTC)):
        assert storage.tidy(list_reading.wanted()) == 2
    names = {path.name for path in (data / "lexicon-work").iterdir()}
    assert names == {f"{kept.content}.list", f"{kept.pk}.sqlite3"}


def test_a_list_larger_than_allowed_is_cut_off_while_it_comes(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lexicon_admin.words.files.reading.MOST_BYTES", 10)
    with pytest.raises(Unfit) as refused:
        storage.keep(iter([b"12345678", b"12345678"]))
    assert refused.value.code == "file-too-large"
    assert list((data / "lexicon-work").iterdir()) == []


def test_a_german_list_has_its_nouns_and_knows_an_a_from_an_umlaut(client: Client) -> None:
    words = "Haus\nBär\nbar\nStraße\nschön\n".encode()
    row = m.lexicon("deutsch", language="de", ruleset="")
    assert (row.capitals, row.diacritics) == ("words", "keep")
    edition = m.edition(row, words, public=True)
    assert [word.key for word in editions.store_of(edition)] == ["BAR", "BÄR", "HAUS", "SCHÖN", "STRASSE"]
    layers = Layers(editions.layer_of(edition))
    assert [answer(word, layers).acceptable for word in ("bär", "BAR", "schon", "schön", "strasse")] == [
        True, True, False, True, True,
    ]  # fmt: skip
    for line, found in (("b?r", "BAR BÄR"), ("pattern:bär", "BÄR"), ("anagram:RÄB", "BÄR"), ("schon", "")):
        rows = search(edition, line, m.program).rows("word", False, 0, 100)
        assert [one.word.key for one in rows] == found.split()
    page = client.get(f"/lexicons/deutsch/editions/{edition.name}/").content.decode()
    assert "count: Ä is no A" in page
    # The next list is read as the last one was, and what is proposed is written as the words are.
    m.edition(
        row, "Haus\nNäht\n".encode(), "2027", policy={"diacritics": "fold"}, effective_from=date(2027, 1, 1)
    )
    row.refresh_from_db()
    assert (row.capitals, row.diacritics) == ("words", "fold")
    assert m.sent(row, "Öl\n".encode()).policy["diacritics"] == "fold"
    assert m.proposal(row, word="Öl").key == "OL"
    kept = m.lexicon("french", language="fr", ruleset="", diacritics="keep")
    assert m.proposal(kept, word="été").key == "ÉTÉ"
    assert m.lexicon("more", diacritics="").diacritics == "fold"
    # A list that keeps nothing meets what is typed with signs, as before.
    other = m.edition(m.lexicon("spanish", language="es", ruleset=""), "canción\n".encode(), public=True)
    assert answer("canción", Layers(editions.layer_of(other))).key == "CANCION"
    assert answer("canción", Layers(editions.layer_of(edition), (editions.layer_of(other),))).acceptable
