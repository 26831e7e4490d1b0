"""A list is read: by the worker or by a command, in parts that are kept, so that whoever is stopped goes on behind the last.

The reading is long and holds no lock: it runs outside every transaction, and only its outcome is written.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from lexicon_admin import rulesets, words
from lexicon_admin.lists import editions, list_entries, storage
from lexicon_admin.models import Edition, Lexicon, ListImport
from lexicon_admin.refusals import refusing
from lexicon_admin.words import runs
from lexicon_admin.words.building import Built, Step, build
from lexicon_admin.words.files.encoding import KNOWN
from lexicon_admin.words.files.packing import Files
from lexicon_admin.words.files.reading import Place, Source
from lexicon_admin.words.normalise import policy_from, usual
from lexicon_admin.words.store import Store, difference
from tdapp.kernel import clock, jobs
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.models import Job
from tdapp.kernel.permissions import can
from tdapp.kernel.refusals import NotAllowed, Refusal

KIND = "lexicon.import"
SHOWN = 50
Progress = Callable[[int, int], None]
WAITING, READY = ListImport.Status.WAITING, ListImport.Status.READY


def set_choices(row: ListImport, encoding: str, policy: dict[str, str]) -> None:
    """Say how a list is to be read; what is not said is as usual for its lexicon. Refuses choices there are not."""
    with refusing():
        row.policy = policy_from({**habits(row.lexicon), **policy}).as_data()
    if encoding not in ("", *KNOWN):
        sentence = _("“%(encoding)s” is no encoding read here; known are %(known)s.")
        raise Refusal("bad-encoding", sentence % {"encoding": encoding, "known": ", ".join(KNOWN)})
    row.encoding = encoding


def habits(lexicon: Lexicon) -> dict[str, str]:
    """How a list is read where nobody says otherwise: as its language has it, capitals and diacritics as it was read last."""
    kept = {"diacritics": lexicon.diacritics, "capitals": lexicon.capitals}
    return {**usual(lexicon.language).as_data(), **kept}


@jobs.job(KIND)
def read_in_background(run: jobs.JobRun) -> dict[str, Any]:
    """Read a list with progress; killed at any moment it goes on behind the last part that was kept."""
    row = ListImport.objects.select_related("lexicon").get(pk=run.params["import"])
    storage.tidy(wanted())
    read_import(run.context(), row, _reporter(run, stands(row)))
    return {"import": str(row.pk)}


def _reporter(run: jobs.JobRun, since: Place | None) -> Progress:
    """Progress in lines while the list is read, then (negative numbers) in words while the store is written."""
    reading = _("Reading the list")
    if since:
        reading = _("Reading the list: gone on from line %(line)s") % {"line": f"{since.line:,}"}

    def step(done: int, total: int) -> None:
        if done < 0:
            run.step(-done, 0, _("Storing words"))
        else:
            run.step(min(done, total) if total else done, total, reading)

    return step


def wanted() -> set[str]:
    """What lies in the work folder and somebody still waits for, by its names there."""
    rows = ListImport.objects.filter(status__in=[WAITING, READY]).values_list("pk", "content", "affixes")
    drafts = Edition.objects.filter(status=Edition.Status.DRAFT).values_list("pk", flat=True)
    return {str(value) for row in rows for value in row} | {str(pk) for pk in drafts}


def clear(row: ListImport) -> None:
    """Remove the files of an import that is over. Its list stays while another one is read from it."""
    storage.forget(str(row.pk), *({row.content, row.affixes} - wanted()))


def is_read_now(job: Job | None) -> bool:
    """Whether a worker reads the list, or will: not, where its job ended or nobody has given a sign of life for it."""
    if job is None or job.over:
        return False
    lost = job.heartbeat is not None and job.heartbeat < clock.now() - jobs.LEASE
    return job.status == Job.Status.QUEUED or not lost


def stands(row: ListImport) -> Place | None:
    """How far the reading of a list is kept, by the choices it has now; None when it would begin at the start."""
    if row.status != WAITING:
        return None
    return runs.stands(storage.made_aside(row.pk), _reading(row))


def _reading(row: ListImport) -> str:
    """The name of a reading: a list, all it is read by, and the program that reads it. Nothing goes on under another."""
    policy = policy_from(row.policy)
    table = rulesets.table_of(row.lexicon.ruleset, policy.marks)
    told = [row.content, row.affixes, row.encoding, policy.as_data(), table.as_data(), _program()]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()


@cache
def _program() -> str:
    """A digest of what reads lists: half a list read before an update is no half of one read after it."""
    files = sorted(Path(words.__file__).parent.rglob("*.py"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()


def read_import(ctx: Context, row: ListImport, step: Progress = lambda _done, _total: None) -> dict[str, Any]:
    """Read a list into a store made aside and note what came of it. Holds no transaction while it reads."""
    target = storage.made_aside(row.pk)
    try:
        built, report = _read(row, step)
        answer = note_import(ctx, row, report=report, sha256=built.sha256, file_sha256=built.file_sha256)
    except Refusal:
        runs.forget(target)  # it would be refused again: there is nothing to go on with
        raise
    runs.forget(target)
    return answer


def look_at(ctx: Context, row: ListImport, step: Progress = lambda _done, _total: None) -> dict[str, Any]:
    """What a list would come to, with no trace of it in the database or the work folder: row and list may be unsaved.

    Refuses as `start_import` does; what two processes send at once keeps its bytes while one of them wants them.
    """
    if not can(ctx, "lexicon.edit"):
        raise NotAllowed("not-allowed", _("Your role does not allow this."), needs="lexicon.edit")
    set_choices(row, row.encoding, row.policy)
    try:
        built, report = _read(row, step)
        return {"sha256": built.sha256, "report": report}
    finally:
        clear(row)


def _read(row: ListImport, step: Progress) -> tuple[Built, dict[str, Any]]:
    files = Files(storage.kept(row.content), storage.kept(row.affixes), row.name)
    policy, target = policy_from(row.policy), storage.made_aside(row.pk)
    table = rulesets.table_of(row.lexicon.ruleset, policy.marks)
    kept = runs.Runs(target, _reading(row))
    with refusing():
        source = list_entries.opened(files, row.encoding, kept.place)
        kept.lines, tally = source.lines, kept.tally
        built = build(source.entries, policy, table, target, tally, _counting(step, source), kept)
        told = {**_source_told(source), **tally.as_data()}
        return built, {**told, "growth": growth(row.lexicon, Store(target))}


def _counting(step: Progress, source: Source) -> Step:
    return lambda done: step(done, source.lines)


def _source_told(source: Source) -> dict[str, Any]:
    return {
        "kind": source.kind, "encoding": source.encoding, "encoding_guessed": source.guessed, "unmade": source.unmade,
    }  # fmt: skip


def growth(lexicon: Lexicon, store: Store) -> dict[str, Any]:
    """What an edition made of a store would change: counts and some words of each, against the newest edition."""
    last = editions.newest(lexicon)
    if last is None:
        return {"against": "", "added": len(store), "removed": 0, "changed": 0, "words": {}}
    found = difference(editions.store_of(last), store)
    shown = {
        "added": [word.printed for word in found.added[:SHOWN]],
        "removed": [word.printed for word in found.removed[:SHOWN]],
    }
    counts = {"added": len(found.added), "removed": len(found.removed), "changed": len(found.changed)}
    return {"against": last.name, **counts, "words": shown}


@command("lexicon.import_read", "list read", needs="lexicon.edit")
def note_import(
    ctx: Context, row: ListImport, *, report: dict[str, Any], sha256: str, file_sha256: str
) -> Change:
    """Note what a list came to; from now on it can be applied."""
    refuse_over(row)
    row.report, row.sha256, row.file_sha256, row.status = report, sha256, file_sha256, READY
    row.save(update_fields=["report", "sha256", "file_sha256", "status"])
    told = {"words": report["words"], "left_out": report["left_out"], "sha256": sha256}
    return Change({**answer_of(row), "report": report}, str(row), None, told)


def refuse_over(row: ListImport) -> None:
    """Refuse what is applied or discarded."""
    if row.status not in {WAITING, READY}:
        raise Refusal("import-over", _("This dry run is over. Send the list again."))


def answer_of(row: ListImport) -> dict[str, Any]:
    """What a command answers of an import."""
    return {"id": row.pk, "status": row.status, "sha256": row.sha256, "job": row.job}
