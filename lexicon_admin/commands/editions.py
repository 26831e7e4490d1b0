"""A committee's next edition, drafted from what was accepted and open for feedback; or an edition taken back."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from lexicon_admin.commands.imports import next_number, refuse_bad_name
from lexicon_admin.commands.publishing import refuse_no_draft, refuse_unsound
from lexicon_admin.lists import editions
from lexicon_admin.models import Edition, Lexicon, Proposal
from tdapp.kernel import clock
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Conflict, Refusal

FROM_BASE = ("source", "licence", "attribution", "public")
Status = Edition.Status


@command("edition.draft", "edition drafted", needs="lexicon.edit")
def draft_edition(
    ctx: Context,
    lexicon: Lexicon,
    *,
    name: str,
    effective_from: date,
    feedback_until: date | None = None,
    note: str = "",
    **facts: Any,
) -> Change:
    """Draft the next edition from the newest one and every proposal accepted since. One draft at a time.

    `feedback_until`: the last day on which everybody may say something; None asks nobody, as small clubs do.
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
        diacritics=(base or lexicon).diacritics, made_by=ctx.actor, made_name=ctx.actor_name[:150], **{**kept, **facts},
    )  # fmt: skip
    refuse_unsound(draft)
    draft.save(force_insert=True)
    taken = _take_accepted(draft)
    told = {
        "edition": name,
        "proposals": taken,
        "feedback_until": feedback_until,
        "effective_from": effective_from,
    }
    return Change({"id": draft.pk, **told}, str(draft), None, told)


def _take_accepted(draft: Edition) -> list[int]:
    """Accepted proposals that are in no edition yet go into this one; their numbers."""
    rows = draft.lexicon.proposals.filter(status=Proposal.Status.ACCEPTED, edition=None)
    numbers = list(rows.order_by("number").values_list("number", flat=True))
    rows.update(edition=draft)
    return numbers


@command("edition.redraft", "draft of an edition changed", needs="lexicon.edit")
def redraft_edition(
    ctx: Context, draft: Edition, *, effective_from: date, feedback_until: date | None = None, note: str = ""
) -> Change:
    """Change a draft's days and words to the public, and take in what was accepted meanwhile, on the newest edition."""
    refuse_no_draft(draft)
    before = {"effective_from": draft.effective_from, "feedback_until": draft.feedback_until}
    draft.effective_from, draft.feedback_until, draft.note = effective_from, feedback_until, note.strip()
    draft.base = editions.newest(draft.lexicon)
    draft.diacritics = (draft.base or draft.lexicon).diacritics
    refuse_unsound(draft)
    draft.save(update_fields=["effective_from", "feedback_until", "note", "base", "diacritics"])
    told = {
        "effective_from": effective_from,
        "feedback_until": feedback_until,
        "taken_in": _take_accepted(draft),
    }
    return Change({"id": draft.pk, **told}, str(draft), before, told)


@command("edition.drop", "draft of an edition dropped", needs="lexicon.edit")
def drop_draft(ctx: Context, draft: Edition) -> Change:
    """Throw a draft away; its proposals stay accepted and wait for the next one."""
    refuse_no_draft(draft)
    freed = draft.proposals.update(edition=None)
    told = {"edition": draft.name, "proposals": freed}
    Edition.objects.filter(pk=draft.pk, status=Status.DRAFT).delete()
    return Change(told, f"{draft.lexicon} {draft.name}", told)


@command("edition.revert", "edition taken back", needs="lexicon.edit")
def revert_edition(ctx: Context, edition: Edition, *, reason: str) -> Change:
    """Take a published edition back: `editions.in_force` says what counts then. Events that pinned it keep it.

    What the committee had accepted into it waits for the next draft, unless a later edition was made from it.
    """
    if edition.status != Status.PUBLISHED:
        raise Refusal("not-published", _("Only a published edition can be taken back."))
    if not reason.strip():
        raise Refusal("no-reason", _("Say why it is taken back."))
    # What only this edition held is waiting again; a later one keeps what it was made from.
    last = editions.newest(edition.lexicon) == edition
    edition.status, edition.reverted_at = Status.REVERTED, clock.now()
    edition.revert_reason = reason.strip()[:300]
    edition.save(update_fields=["status", "reverted_at", "revert_reason"])
    freed = _freed(edition) if last else []
    if newest := editions.newest(edition.lexicon):
        # What is proposed from now on is written as the words it goes to are.
        Lexicon.objects.filter(pk=edition.lexicon_id).update(diacritics=newest.diacritics)
    told = {"status": "reverted", "proposals_waiting": freed}
    answer = {"id": edition.pk, "edition": edition.name, "proposals_waiting": freed}
    return Change(answer, str(edition), {"status": "published"}, told, reason)


def _freed(edition: Edition) -> list[int]:
    """The edition's proposals stay accepted and wait for the next draft; their numbers."""
    numbers = list(edition.proposals.order_by("number").values_list("number", flat=True))
    edition.proposals.update(edition=None)
    return numbers
