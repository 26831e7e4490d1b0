"""Words a judge let stand go to the committee of the division's dictionary, as drafts with their precedent."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

from django.utils.translation import gettext as _

from lexicon_admin.commands.proposals import propose
from lexicon_admin.lists.editions import newest, store_of
from lexicon_admin.models import Lexicon, Proposal
from tdapp.events.models import Event
from tdapp.judging.access import rulings
from tdapp.judging.models import Ruling
from tdapp.judging.rulings.reporting import ForCommittee, for_committee
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context, system
from tdapp.kernel.refusals import Refusal


@command("words.to_committee", "words sent to the committee", needs="judge.rule")
def send_words(ctx: Context, event: Event, *, ruling: UUID | None = None) -> Change:
    """Propose every word a judge let stand, of one ruling or of all in force; what is there already stays.

    Refuses when there is nothing to send. Rulings are not touched: their words stand at the event whatever comes of it.
    """
    rows = rulings().filter(division__event=event, superseded_by=None)
    rows = rows.filter(pk=ruling) if ruling else rows
    waiting = [one for one in for_committee(rows.order_by("at")) if not one.proposal]
    wanted = [(one, one.lexicon) for one in waiting if one.lexicon and not _is_listed(one.key, one.lexicon)]
    if not wanted:
        raise Refusal("nothing-to-send", _("There is no word here that its committee has not seen."))
    sent = [_proposed(ctx, one, lexicon) for one, lexicon in wanted]
    told = {"words": [one.key for one, _lexicon in wanted], "proposals": sent}
    return Change(told, event.slug, None, told)


def _is_listed(key: str, lexicon: Lexicon) -> bool:
    """A newer edition than the division's own may have the word by now."""
    edition = newest(lexicon)
    return edition is not None and key in store_of(edition)


def _proposed(ctx: Context, one: ForCommittee, lexicon: Lexicon) -> int:
    """The judge's name stands under it; the right to draft comes from the event, not from a seat in the committee."""
    inside = replace(system(lexicon.scope_key), actor=ctx.actor, actor_name=ctx.actor_name, via=ctx.via)
    told = propose(
        inside, lexicon, action=Proposal.Action.ADD, word=one.word, citations=_citation(one.ruling), draft=True,
        precedent=_precedent(one.ruling), origin=str(one.ruling.pk),
    )  # fmt: skip
    return int(told["number"])


def _citation(row: Ruling) -> str:
    return f"{row.source}, {row.page}" if row.page else row.source


def _precedent(row: Ruling) -> str:
    facts = {
        "event": row.division.event.name[:120],
        "division": row.division.name,
        "who": row.judge_name[:60],
    }
    day = row.at.date().isoformat()
    if row.round_number is None:
        return _("%(event)s, %(division)s, %(day)s: let stand by %(who)s") % {**facts, "day": day}
    place = {"round": row.round_number, "table": row.table.number if row.table else "?"}
    sentence = _("%(event)s, %(division)s, round %(round)s, table %(table)s, %(day)s: let stand by %(who)s")
    return sentence % {**facts, **place, "day": day}
