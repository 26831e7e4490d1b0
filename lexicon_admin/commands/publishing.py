"""A draft becomes an edition: its store is made aside by the worker, then the row says it is published."""

from __future__ import annotations

import hashlib
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from core.problems import unfit
from lexicon_admin import rulesets
from lexicon_admin.lists import editions, storage
from lexicon_admin.models import Edition, Proposal
from lexicon_admin.refusals import refusing
from lexicon_admin.words.building import Built, Step, quiet, write
from lexicon_admin.words.sifting import Row, amended
from lexicon_admin.words.store import Store, difference
from tdapp.kernel import clock, jobs
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Conflict, Refusal

KIND = "lexicon.publish"
Status = Edition.Status


def refuse_no_draft(draft: Edition) -> None:
    """Refuse what is published: its words never change."""
    if draft.status != Status.DRAFT:
        raise Refusal("not-a-draft", _("This edition is published; its words never change."))


def refuse_unsound(draft: Edition) -> None:
    """Refuse facts an edition cannot have."""
    sentences = []
    if draft.feedback_until and draft.effective_from and draft.effective_from < draft.feedback_until:
        sentences.append(_("An edition takes effect once its time for feedback is over, not before."))
    if behind := editions.not_counting(draft.lexicon, draft.effective_from):
        sentences.append(_("%(why)s Choose that day or a later one.") % {"why": behind})
    if not draft.source.strip() or not draft.licence.strip():
        sentences.append(_("Say where the words are from and under which licence they may be used."))
    if sentences:
        raise Refusal("bad-edition", *sentences)


@command("edition.publish_later", "edition given to a worker to publish", needs="lexicon.edit")
def publish_later(
    ctx: Context, draft: Edition, *, seen: str, early: bool = False, effective_from: date | None = None, **facts: Any
) -> Change:  # fmt: skip
    """Let the worker make the store of a draft and publish it, with the facts that were looked at last.

    `seen`: what `preview.of` said of the changes; 409 when they are others by now. `early`: although feedback is open.
    `facts`: source, licence, attribution, public, note; what is not given stays.
    """
    refuse_unready(draft, early=early)
    if seen != changes_seen(draft):
        raise Conflict("changed-meanwhile", _("The draft was changed meanwhile. Look at it once more."))
    before = {name: getattr(draft, name) for name in ("effective_from", *facts)}
    for name, value in {"effective_from": effective_from or draft.effective_from, **facts}.items():
        setattr(draft, name, value)
    refuse_unsound(draft)
    draft.job = str(jobs.enqueue(ctx, KIND, {"edition": str(draft.pk), "early": early}).pk)
    draft.save(update_fields=["job", *before])
    told = {name: getattr(draft, name) for name in before}
    return Change(
        {"id": draft.pk, "job": draft.job}, str(draft), before, {**told, "early": early, "job": draft.job}
    )


def changes_seen(draft: Edition) -> str:
    """What a draft would change, as one short text: other proposals, or another base, give another."""
    numbers = draft.proposals.order_by("number").values_list("number", flat=True)
    told = f"{draft.base_id} {' '.join(map(str, numbers))}"
    return hashlib.sha256(told.encode()).hexdigest()[:32]


def refuse_unready(draft: Edition, *, early: bool = False) -> None:
    """Refuse a draft that may not be published yet, and say what is missing. `early`: feedback may still be open."""
    refuse_no_draft(draft)
    if draft.feedback_until and draft.feedback_until >= clock.today() and not early:
        sentence = _("Feedback is open until %(day)s. Say so if it is to be published all the same.")
        raise Refusal("feedback-open", sentence % {"day": draft.feedback_until.isoformat()})
    newest = editions.newest(draft.lexicon)
    if draft.base_id != (newest.pk if newest else None):
        sentence = _("The newest edition is another one by now. Save the draft again to start from it.")
        raise Conflict("base-changed", sentence)


@jobs.job(KIND)
def publish_in_background(run: jobs.JobRun) -> dict[str, Any]:
    """Make the store of a draft and publish it."""
    draft = Edition.objects.select_related("lexicon", "base").get(pk=run.params["edition"])
    early = bool(run.params.get("early"))
    publish(run.context(), draft, lambda done: run.step(done, 0, _("Storing words")), early=early)
    return {"edition": str(draft.pk)}


def publish(ctx: Context, draft: Edition, step: Step = quiet, *, early: bool = False) -> dict[str, Any]:
    """Make a draft's store aside, holding no transaction, then publish it."""
    refuse_unready(draft, early=early)
    numbers, changes = changes_of(draft)
    built = _built(draft, changes, step)
    counts = _counted(draft, Store(built.path))
    facts = {"sha256": built.sha256, "file_sha256": built.file_sha256, "words": built.words}
    return note_published(ctx, draft, **facts, counts=counts, numbers=numbers, early=early)


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
    table = rulesets.table_of(draft.ruleset, draft.marks)
    words = editions.store_of(draft.base).rows() if draft.base else iter(())
    with refusing():
        built = write(amended(words, changes), table, storage.made_aside(draft.pk), step=step)
        if not built.words:
            raise unfit("no-words", _("An edition without a word cannot be published."))
    return built


def _counted(draft: Edition, store: Store) -> dict[str, int]:
    if draft.base is None:
        return {"added": len(store), "removed": 0, "changed": 0}
    found = difference(editions.store_of(draft.base), store)
    return {"added": len(found.added), "removed": len(found.removed), "changed": len(found.changed)}


@command("edition.publish", "edition published", needs="lexicon.edit")
def note_published(
    ctx: Context,
    draft: Edition,
    *,
    sha256: str,
    file_sha256: str,
    words: int,
    counts: dict[str, int],
    numbers: list[int],
    early: bool = False,
) -> Change:
    """Publish a draft whose store was made from these proposals. 409 when others came in meanwhile."""
    draft.refresh_from_db()
    refuse_unready(draft, early=early)
    if sorted(draft.proposals.values_list("number", flat=True)) != sorted(numbers):
        raise Conflict("changed-meanwhile", _("The draft was changed meanwhile. Publish it again."))
    storage.put_in_place(draft.pk, file_sha256)
    draft.sha256, draft.file_sha256, draft.words, draft.counts = sha256, file_sha256, words, counts
    draft.status, draft.published_at = Status.PUBLISHED, clock.now()
    draft.save(update_fields=["sha256", "file_sha256", "words", "counts", "status", "published_at"])
    told = {"edition": draft.name, "words": words, "sha256": sha256, **counts}
    return Change({"id": draft.pk, **told}, str(draft), None, told)
