"""Many words proposed at once, and voted on and decided at once: each stays a proposal of its own, with its sources."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.translation import gettext as _

from lexicon_admin.commands import proposals
from lexicon_admin.commands.proposals import (
    next_number,
    refuse_in_play,
    refuse_senseless,
    refuse_uncited,
    short,
    word_of,
)
from lexicon_admin.committee.many import Line, lines_of
from lexicon_admin.models import Lexicon, Proposal
from lexicon_admin.words.normalise import Word
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Conflict, Refusal

ONE_BY_ONE = {"senseless", "proposed-already"}


@command("proposal.make_many", "many words proposed", needs="lexicon.propose")
def propose_many(
    ctx: Context, lexicon: Lexicon, *, action: str, text: str, citations: str = ""
) -> Change:  # fmt: skip
    """Propose every word of a text; `citations` is the source of those whose line names none.

    Duplicates (named twice, listed already or not at all, proposed already) are left out and told. Refuses, with a
    sentence a line and nothing stored: what is no word, no source, nothing left.
    """
    refuse_in_play(ctx, lexicon)
    lines = lines_of(text)
    read = _words(lexicon, lines, action, citations)
    left_out = []
    wanted: dict[str, tuple[Line, Word]] = {}
    for line, word in read:
        if word.key in wanted:
            left_out.append(_("%(word)s is named twice.") % {"word": word.printed})
        elif reason := _duplicate(lexicon, action, word, line):
            left_out.append(reason)
        else:
            wanted[word.key] = (line, word)
    if not wanted:
        raise Refusal("nothing-new", _("There is nothing here to propose."), *left_out)
    rows = _stored(ctx, lexicon, action, wanted.values(), citations)
    first, last = rows[0].number, rows[-1].number
    told: dict[str, Any] = {
        "first": first,
        "last": last,
        "words": [row.printed for row in rows],
        "left_out": left_out,
    }
    return Change(told, f"{lexicon} proposals {first} to {last}", None, {"action": action, **told})


def _words(lexicon: Lexicon, lines: Sequence[Line], action: str, citations: str) -> list[tuple[Line, Word]]:
    """Every line with its word. Refuses all that is wrong at once, each with its line."""
    found, problems = [], []
    for line in lines:
        try:
            _refuse_more(line)
            word = word_of(lexicon, line.word)
            refuse_uncited(line.source or citations)
            short(line.definition, 1000)
            if action == Proposal.Action.DEFINE and not line.definition:
                raise Refusal("no-definition", _("Write the definition."))
            found.append((line, word))
        except Refusal as refusal:
            facts = {"at": line.at, "word": line.word[:30]}
            problems += [
                _("Line %(at)s, %(word)s: %(problem)s") % {**facts, "problem": one}
                for one in refusal.sentences
            ]
    if problems:
        raise Refusal("bad-lines", *problems)
    return found


def _refuse_more(line: Line) -> None:
    """Refuse what stands behind the source: a comma in a definition would have cut the rest off unseen."""
    if line.more:
        sentence = _(
            "only word, definition and source fit on a line; in quotation marks a text may hold commas."
        )
        raise Refusal("too-many-columns", sentence)


def _duplicate(lexicon: Lexicon, action: str, word: Word, line: Line) -> str:
    try:
        refuse_senseless(lexicon, action, word.key, line.definition)
    except (Conflict, Refusal) as refusal:
        if refusal.code not in ONE_BY_ONE:
            raise
        return refusal.sentences[0]
    return ""


def _stored(
    ctx: Context, lexicon: Lexicon, action: str, wanted: Iterable[tuple[Line, Word]], citations: str
) -> list[Proposal]:
    first = next_number(lexicon)
    return Proposal.objects.bulk_create(
        Proposal(
            lexicon=lexicon, number=first + place, batch=first, action=action, key=word.key, printed=word.printed,
            definition=line.definition, citations=short("\n".join(filter(None, (line.source, citations))), proposals.MOST_TEXT),
            status=Proposal.Status.OPEN, vote_until=proposals.last_day(lexicon),
            made_by=ctx.actor, made_name=ctx.actor_name[:150],
        )
        for place, (line, word) in enumerate(wanted)
    )  # fmt: skip


def together(proposal: Proposal) -> list[Proposal]:
    """The open proposals that were made at once with this one, itself among them; none for one made alone."""
    if proposal.batch is None:
        return []
    rows = Proposal.objects.filter(
        lexicon=proposal.lexicon, batch=proposal.batch, status=Proposal.Status.OPEN
    )
    return list(rows.select_related("lexicon", "edition").order_by("number"))


@command("proposal.vote_many", "vote on proposals made at once", needs="lexicon.vote")
def vote_many(ctx: Context, proposal: Proposal, *, choice: str, conflict: str = "") -> Change:
    """The same vote on every open proposal that was made at once with this one."""
    rows = _open(proposal)
    for row in rows:
        proposals.cast(ctx, row, choice, conflict)
    told = {"numbers": [row.number for row in rows], "choice": choice}
    return Change(told, f"{proposal.lexicon} proposals", None, told)


@command("proposal.decide_many", "votes on proposals made at once closed", needs="lexicon.edit")
def decide_many(ctx: Context, proposal: Proposal, *, reason: str = "") -> Change:
    """Close the vote on every open one that was made at once and has its quorum; the others stay open."""
    rows = _open(proposal)
    decided = [row for row in rows if proposals.has_quorum(row)]
    if not decided:
        raise Refusal("no-quorum", _("No proposal of these has its quorum yet."))
    for row in decided:
        proposals.close_vote(ctx, row, reason)
    told = {row.number: row.status for row in decided}
    return Change(
        {"decided": told, "open": len(rows) - len(decided)},
        f"{proposal.lexicon} proposals",
        None,
        told,
        reason,
    )


def _open(proposal: Proposal) -> list[Proposal]:
    rows = together(proposal)
    if not rows:
        raise Refusal("none-open", _("No proposal made at once with this one is open."))
    return rows
