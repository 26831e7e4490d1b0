"""A list becomes an edition: stored, read into a store made aside, looked at, then named. Nothing before that counts.

The reading is long and holds no lock: it runs outside every transaction, and only its outcome is written.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_slug
from django.utils.translation import gettext as _

from lexicon_admin import rulesets
from lexicon_admin.lists import editions, list_entries, storage
from lexicon_admin.models import Edition, Lexicon, ListImport
from lexicon_admin.refusals import refusing
from lexicon_admin.words.building import Built, Step, build
from lexicon_admin.words.files.encoding import KNOWN
from lexicon_admin.words.files.packing import Files
from lexicon_admin.words.files.reading import Source
from lexicon_admin.words.normalise import policy_from, usual
from lexicon_admin.words.sifting import Tally
from lexicon_admin.words.store import Store, difference
from tdapp.kernel import clock, jobs
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.permissions import can
from tdapp.kernel.refusals import Conflict, NotAllowed, Refusal

KIND = "lexicon.import"
SHOWN = 50
Progress = Callable[[int, int], None]
WAITING, READY = ListImport.Status.WAITING, ListImport.Status.READY


@command("lexicon.import", "list imported", needs="lexicon.edit")
def start_import(
    ctx: Context, lexicon: Lexicon, *, name: str, size: int, content: str, affixes: str = "", encoding: str = "",
    policy: dict[str, str] | None = None, at_once: bool = False,
) -> Change:  # fmt: skip
    """Take in a list that `storage.keep` stored; the worker reads it, or with `at_once` the caller does (`read_import`).

    policy: the choices that are not the usual ones for the list's language.
    """
    row = ListImport(
        lexicon=lexicon, name=name[:120], size=size, content=content, affixes=affixes, made_by=ctx.actor,
        made_name=ctx.actor_name[:150],
    )  # fmt: skip
    _set_choices(row, encoding, policy or {})
    row.save(force_insert=True)
    if not at_once:
        _enqueue(ctx, row)
    return Change(
        _answer_of(row),
        str(row),
        None,
        {"name": row.name, "size": size, "content": content, "policy": row.policy},
    )


def _set_choices(row: ListImport, encoding: str, policy: dict[str, str]) -> None:
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


def _enqueue(ctx: Context, row: ListImport) -> None:
    row.job = str(jobs.enqueue(ctx, KIND, {"import": str(row.pk)}).pk)
    row.save(update_fields=["job"])


@command("lexicon.import_again", "list read again", needs="lexicon.edit")
def read_again(
    ctx: Context,
    row: ListImport,
    *,
    encoding: str = "",
    policy: dict[str, str] | None = None,
    at_once: bool = False,
) -> Change:
    """Read the list anew, by other choices."""
    _refuse_over(row)
    before = row.policy
    _set_choices(row, encoding, policy or {})
    row.status, row.sha256, row.file_sha256, row.report = WAITING, "", "", {}
    row.save(update_fields=["encoding", "policy", "status", "sha256", "file_sha256", "report"])
    if not at_once:
        _stop(row)
        _enqueue(ctx, row)
    return Change(_answer_of(row), str(row), before, row.policy)


@command("lexicon.import_cancel", "reading of a list stopped", needs="lexicon.edit")
def cancel_import(ctx: Context, row: ListImport) -> Change:
    """Ask the worker to stop reading."""
    _stop(row)
    return Change(_answer_of(row), str(row))


@command("lexicon.import_discard", "list discarded", needs="lexicon.edit")
def discard_import(ctx: Context, row: ListImport) -> Change:
    """Throw a dry run away; no edition was touched."""
    _refuse_over(row)
    _stop(row)
    row.status = ListImport.Status.DISCARDED
    row.save(update_fields=["status"])
    return Change(_answer_of(row), str(row))


def _stop(row: ListImport) -> None:
    if row.job:
        jobs.cancel(row.job)


@jobs.job(KIND)
def read_in_background(run: jobs.JobRun) -> dict[str, Any]:
    """Read a list with progress; killed at any moment it starts again, and only its end is written."""
    row = ListImport.objects.select_related("lexicon").get(pk=run.params["import"])
    storage.tidy(_wanted())
    read_import(run.context(), row, _reporter(run))
    return {"import": str(row.pk)}


def _reporter(run: jobs.JobRun) -> Progress:
    """Progress in lines while the list is read, then (negative numbers) in words while the store is written."""

    def step(done: int, total: int) -> None:
        if done < 0:
            run.step(-done, 0, _("Storing words"))
        else:
            run.step(min(done, total) if total else done, total, _("Reading the list"))

    return step


def _wanted() -> set[str]:
    rows = ListImport.objects.filter(status__in=[WAITING, READY]).values_list("pk", "content", "affixes")
    drafts = Edition.objects.filter(status=Edition.Status.DRAFT).values_list("pk", flat=True)
    return {str(value) for row in rows for value in row} | {str(pk) for pk in drafts}


def read_import(ctx: Context, row: ListImport, step: Progress = lambda _done, _total: None) -> dict[str, Any]:
    """Read a list into a store made aside and note what came of it. Holds no transaction while it reads."""
    built, report = _read(row, step)
    return note_import(ctx, row, report=report, sha256=built.sha256, file_sha256=built.file_sha256)


def look_at(ctx: Context, row: ListImport, step: Progress = lambda _done, _total: None) -> dict[str, Any]:
    """What a list would come to, with no trace of it in the database or the work folder: row and list may be unsaved.

    Refuses as `start_import` does; what two processes send at once keeps its bytes while one of them wants them.
    """
    if not can(ctx, "lexicon.edit"):
        raise NotAllowed("not-allowed", _("Your role does not allow this."), needs="lexicon.edit")
    _set_choices(row, row.encoding, row.policy)
    try:
        built, report = _read(row, step)
        return {"sha256": built.sha256, "report": report}
    finally:
        storage.forget(str(row.pk), *({row.content, row.affixes} - _wanted()))


def _read(row: ListImport, step: Progress) -> tuple[Built, dict[str, Any]]:
    files = Files(storage.kept(row.content), storage.kept(row.affixes), row.name)
    with refusing():
        source = list_entries.opened(files, row.encoding)
        policy, target = policy_from(row.policy), storage.made_aside(row.pk)
        tally, table = Tally(), rulesets.table_of(row.lexicon.ruleset, policy.marks)
        built = build(source.entries, policy, table, target, tally, _counting(step, source))
        return built, {
            **_source_told(source),
            **tally.as_data(),
            "growth": growth(row.lexicon, Store(target)),
        }


def _counting(step: Progress, source: Source) -> Step:
    return lambda done: step(done, source.lines)


def _source_told(source: Source) -> dict[str, Any]:
    return {"kind": source.kind, "encoding": source.encoding, "encoding_guessed": source.guessed}


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
    _refuse_over(row)
    row.report, row.sha256, row.file_sha256, row.status = report, sha256, file_sha256, READY
    row.save(update_fields=["report", "sha256", "file_sha256", "status"])
    told = {"words": report["words"], "left_out": report["left_out"], "sha256": sha256}
    return Change({**_answer_of(row), "report": report}, str(row), None, told)


@command("lexicon.import_apply", "edition made from a list", needs="lexicon.edit")
def apply_import(
    ctx: Context, row: ListImport, *, seen: str, name: str, effective_from: date, source: str, licence: str,
    attribution: str = "", public: bool = False, note: str = "",
) -> Change:  # fmt: skip
    """Make the edition that was looked at (`seen`: its digest): one row; the one before stays as it was.

    An old edition, for events that go by it, may take effect before the one in force; `warning` then says it will not count.
    Refuses 409 when the list was read anew since, 422 for facts an edition cannot have.
    """
    if row.status != READY:
        raise Refusal("import-over", _("There is nothing to apply: the list is not read, or this is over."))
    if row.sha256 != seen:
        raise Conflict("changed-meanwhile", _("The list was read again since. Look at it once more."))
    refuse_bad_name(row.lexicon, name)
    if not source.strip() or not licence.strip():
        raise Refusal("no-licence", _("Say where the list is from and under which licence it may be used."))
    storage.put_in_place(row.pk, row.file_sha256)
    edition = _edition(ctx, row, name=name, effective_from=effective_from, source=source.strip(), licence=licence.strip(),
                       attribution=attribution, public=public, note=note)  # fmt: skip
    row.status, row.edition = ListImport.Status.APPLIED, edition
    row.save(update_fields=["status", "edition"])
    _keep_habits(row)
    told = {"edition": name, "words": edition.words, "sha256": edition.sha256, "licence": edition.licence}
    warning = editions.not_counting(row.lexicon, effective_from)
    return Change({**told, "id": edition.pk, "warning": warning}, str(edition), None, told)


def _keep_habits(row: ListImport) -> None:
    """What was chosen for diacritics and capitals is the list's from now on; a file all in capitals says nothing of others."""
    lexicon, policy = row.lexicon, policy_from(row.policy)
    lexicon.diacritics = policy.diacritics
    if policy.capitals in Lexicon.Capitals.values:
        lexicon.capitals = policy.capitals
    lexicon.save(update_fields=["diacritics", "capitals"])


def _edition(ctx: Context, row: ListImport, **facts: Any) -> Edition:
    base, counts = editions.newest(row.lexicon), row.report["growth"]
    return Edition.objects.create(
        lexicon=row.lexicon, number=next_number(row.lexicon), status=Edition.Status.PUBLISHED, base=base,
        sha256=row.sha256, file_sha256=row.file_sha256, words=row.report["words"], language=row.lexicon.language,
        ruleset=row.lexicon.ruleset, diacritics=policy_from(row.policy).diacritics,
        counts={key: counts[key] for key in ("added", "removed", "changed")},
        report={key: row.report[key] for key in ("kind", "encoding", "entries", "left_out", "noticed")},
        published_at=clock.now(), made_by=ctx.actor, made_name=ctx.actor_name[:150], **facts,
    )  # fmt: skip


def next_number(lexicon: Lexicon) -> int:
    """The number of the lexicon's next edition."""
    last = lexicon.editions.order_by("-number").values_list("number", flat=True).first()
    return (last or 0) + 1


def refuse_bad_name(lexicon: Lexicon, name: str, but: Edition | None = None) -> None:
    """An edition's name is short, made of letters, digits and hyphens, and its own."""
    try:
        validate_slug(name)
    except ValidationError:
        raise Refusal(
            "bad-edition", _("An edition's name has letters, digits and hyphens, like 2027 or 2027-2.")
        ) from None
    if len(name) > 40:
        raise Refusal("bad-edition", _("An edition's name has at most 40 characters."))
    if lexicon.editions.filter(name=name).exclude(number=but.number if but else 0).exists():
        raise Conflict("edition-taken", _("There is already an edition %(name)s.") % {"name": name})


def _refuse_over(row: ListImport) -> None:
    if row.status not in {WAITING, READY}:
        raise Refusal("import-over", _("This dry run is over. Send the list again."))


def _answer_of(row: ListImport) -> dict[str, Any]:
    return {"id": row.pk, "status": row.status, "sha256": row.sha256, "job": row.job}
