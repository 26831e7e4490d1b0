"""A committee's next edition: drafted from what was accepted, open for feedback, published; or an edition taken back."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from lexicon_admin import editions, places, rulesets
from lexicon_admin.commands.imports import next_number, refuse_bad_name
from lexicon_admin.models import Edition, Lexicon, Proposal
from lexicon_admin.refusing import refusing
from lexicon_admin.words.building import Built, Step, quiet, write
from lexicon_admin.words.problem import Problem
from lexicon_admin.words.sifting import Row, amended
from lexicon_admin.words.store import Store, difference
from tdapp.kernel import clock, jobs
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Conflict, Refusal

KIND = "lexicon.publish"
FROM_BASE = ("source", "licence", "attribution", "public")
Status = Edition.Status


@command("edition.draft", needs="lexicon.edit")
def draft_edition(
    ctx: Context,
    lexicon: Lexicon,
    *,
    name: str,
    effective_from: date,
    feedback_until: date,
    note: str = "",
    **facts: Any,
) -> Change:
    """Draft the next edition from the newest one and every proposal accepted since. One draft at a time.

    `facts`: source, licence, attribution, public; what is not given is as in the edition before.
    """
    if lexicon.editions.filter(status=Status.DRAFT).exists():
        raise Conflict("drafted-already", _("There is a draft already: publish it or drop it first."))
    refuse_bad_name(lexicon, name)
    base = editions.newest(lexicon)
    kept = {key: getattr(base, key) for key in FROM_BASE} if base else {}
    draft = Edition(
        lexicon=lexicon, number=next_number(lexicon), name=name, base=base, effective_from=effective_from,
        feedback_until=feedback_until, note=note.strip(), language=lexicon.language, ruleset=lexicon.ruleset,
        made_by=ctx.actor, made_name=ctx.actor_name[:150], **{**kept, **facts},
    )  # fmt: skip
    _refuse_unsound(draft)
    draft.save(force_insert=True)
    taken = _take_accepted(draft)
    told = {
        "edition": name,
        "proposals": taken,
        "feedback_until": feedback_until,
        "effective_from": effective_from,
    }
    return Change({"id": draft.pk, **told}, str(draft), None, told)


def _refuse_unsound(draft: Edition) -> None:
    sentences = []
    if draft.feedback_until and draft.effective_from and draft.effective_from <= draft.feedback_until:
        sentences.append(_("An edition takes effect after its time for feedback."))
    if not draft.source.strip() or not draft.licence.strip():
        sentences.append(_("Say where the words are from and under which licence they may be used."))
    if sentences:
        raise Refusal("bad-edition", *sentences)


def _take_accepted(draft: Edition) -> list[int]:
    """Accepted proposals that are in no edition yet go into this one; their numbers."""
    rows = draft.lexicon.proposals.filter(status=Proposal.Status.ACCEPTED, edition=None)
    numbers = list(rows.order_by("number").values_list("number", flat=True))
    rows.update(edition=draft)
    return numbers


@command("edition.redraft", needs="lexicon.edit")
def redraft_edition(
    ctx: Context, draft: Edition, *, effective_from: date, feedback_until: date, note: str = ""
) -> Change:
    """Change a draft's days and words to the public, and take in what was accepted meanwhile, on the newest edition."""
    _refuse_no_draft(draft)
    before = {"effective_from": draft.effective_from, "feedback_until": draft.feedback_until}
    draft.effective_from, draft.feedback_until, draft.note = effective_from, feedback_until, note.strip()
    draft.base = editions.newest(draft.lexicon)
    _refuse_unsound(draft)
    draft.save(update_fields=["effective_from", "feedback_until", "note", "base"])
    told = {
        "effective_from": effective_from,
        "feedback_until": feedback_until,
        "taken_in": _take_accepted(draft),
    }
    return Change({"id": draft.pk, **told}, str(draft), before, told)


@command("edition.drop", needs="lexicon.edit")
def drop_draft(ctx: Context, draft: Edition) -> Change:
    """Throw a draft away; its proposals stay accepted and wait for the next one."""
    _refuse_no_draft(draft)
    freed = draft.proposals.update(edition=None)
    told = {"edition": draft.name, "proposals": freed}
    Edition.objects.filter(pk=draft.pk, status=Status.DRAFT).delete()
    return Change(told, f"{draft.lexicon} {draft.name}", told)


def _refuse_no_draft(draft: Edition) -> None:
    if draft.status != Status.DRAFT:
        raise Refusal("not-a-draft", _("This edition is published; its words never change."))


@command("edition.publish_later", needs="lexicon.edit")
def publish_later(ctx: Context, draft: Edition) -> Change:
    """Let the worker make the store of a draft and publish it. Refuses before the time for feedback is over."""
    refuse_unready(draft)
    draft.job = str(jobs.enqueue(ctx, KIND, {"edition": str(draft.pk)}).pk)
    draft.save(update_fields=["job"])
    return Change({"id": draft.pk, "job": draft.job}, str(draft), None, {"job": draft.job})


def refuse_unready(draft: Edition) -> None:
    """Refuse a draft that may not be published yet, and say what is missing."""
    _refuse_no_draft(draft)
    if draft.feedback_until and draft.feedback_until >= clock.today():
        raise Refusal(
            "feedback-open", _("Feedback is open until %(day)s.") % {"day": draft.feedback_until.isoformat()}
        )
    newest = editions.newest(draft.lexicon)
    if draft.base_id != (newest.pk if newest else None):
        raise Conflict(
            "base-changed", _("Another edition was published since. Save the draft again to start from it.")
        )


@jobs.job(KIND)
def publish_in_background(run: jobs.JobRun) -> dict[str, Any]:
    """Make the store of a draft and publish it."""
    draft = Edition.objects.select_related("lexicon", "base").get(pk=run.params["edition"])
    publish(run.context(), draft, lambda done: run.step(done, 0, _("Storing words")))
    return {"edition": str(draft.pk)}


def publish(ctx: Context, draft: Edition, step: Step = quiet) -> dict[str, Any]:
    """Make a draft's store aside, holding no transaction, then publish it."""
    refuse_unready(draft)
    numbers, changes = changes_of(draft)
    built = _built(draft, changes, step)
    counts = _counted(draft, Store(built.path))
    return note_published(
        ctx,
        draft,
        sha256=built.sha256,
        file_sha256=built.file_sha256,
        words=built.words,
        counts=counts,
        numbers=numbers,
    )


def changes_of(draft: Edition) -> tuple[list[int], dict[str, Row | None]]:
    """What a draft's proposals make of its base, by key; and their numbers. The later one has the last word."""
    base = editions.store_of(draft.base) if draft.base else None
    found: dict[str, Row | None] = {}
    rows = list(draft.proposals.order_by("number"))
    for row in rows:
        known = base.get(row.key) if base else None
        meaning = row.definition or (known.definition if known else "")
        printed = known.printed if known and row.action == Proposal.Action.DEFINE else row.printed
        found[row.key] = None if row.action == Proposal.Action.REMOVE else Row(row.key, printed, meaning)
    return [row.number for row in rows], found


def _built(draft: Edition, changes: dict[str, Row | None], step: Step) -> Built:
    table = rulesets.table_of(draft.ruleset)
    words = editions.store_of(draft.base).rows() if draft.base else iter(())
    with refusing():
        built = write(amended(words, changes), table, places.made_aside(draft.pk), step=step)
        if not built.words:
            raise Problem("no-words", _("An edition without a word cannot be published."))
    return built


def _counted(draft: Edition, store: Store) -> dict[str, int]:
    if draft.base is None:
        return {"added": len(store), "removed": 0, "changed": 0}
    found = difference(editions.store_of(draft.base), store)
    return {"added": len(found.added), "removed": len(found.removed), "changed": len(found.changed)}


@command("edition.publish", needs="lexicon.edit")
def note_published(
    ctx: Context,
    draft: Edition,
    *,
    sha256: str,
    file_sha256: str,
    words: int,
    counts: dict[str, int],
    numbers: list[int],
) -> Change:
    """Publish a draft whose store was made from these proposals. 409 when others came in meanwhile."""
    draft.refresh_from_db()
    refuse_unready(draft)
    if sorted(draft.proposals.values_list("number", flat=True)) != sorted(numbers):
        raise Conflict("changed-meanwhile", _("The draft was changed meanwhile. Publish it again."))
    places.put_in_place(draft.pk, file_sha256)
    draft.sha256, draft.file_sha256, draft.words, draft.counts = sha256, file_sha256, words, counts
    draft.status, draft.published_at = Status.PUBLISHED, clock.now()
    draft.save(update_fields=["sha256", "file_sha256", "words", "counts", "status", "published_at"])
    told = {"edition": draft.name, "words": words, "sha256": sha256, **counts}
    return Change({"id": draft.pk, **told}, str(draft), None, told)


@command("edition.revert", needs="lexicon.edit")
def revert_edition(ctx: Context, edition: Edition, *, reason: str) -> Change:
    """Take a published edition back: the one before counts again. Events that pinned it keep it; nothing is erased."""
    if edition.status != Status.PUBLISHED:
        raise Refusal("not-published", _("Only a published edition can be taken back."))
    if not reason.strip():
        raise Refusal("no-reason", _("Say why it is taken back."))
    edition.status, edition.reverted_at, edition.revert_reason = (
        Status.REVERTED,
        clock.now(),
        reason.strip()[:300],
    )
    edition.save(update_fields=["status", "reverted_at", "revert_reason"])
    return Change(
        {"id": edition.pk, "edition": edition.name},
        str(edition),
        {"status": "published"},
        {"status": "reverted"},
        reason,
    )
