"""Rule on the words of a play: by the lists, or by a judge with a source. Append-only, superseded with a reason."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from lexicon_admin.words.adjudicate import Answer, Layers, Verdict, adjudicate
from lexicon_admin.words.normalise import typed
from scoring.rules.loading import Ruleset
from tdapp.events.models import Division, Table
from tdapp.events.rules import rulesets
from tdapp.judging.models import Call, Ruling, WordRules
from tdapp.judging.rulings.commands.calls import (
    OPEN,
    by_whom,
    check_seats,
    placed,
    refuse_closed,
    refuse_own,
    refuse_taken,
    swap,
)
from tdapp.judging.rulings.penalty import in_words, names_challenger, over_quota, penalty_of
from tdapp.judging.rulings.ports import after_a_ruling
from tdapp.judging.rulings.ruling_request import Asked
from tdapp.judging.rulings.same_play import on_paper, refuse_second
from tdapp.judging.rulings.verdicts import (
    is_settled,
    refuse_given,
    refuse_other_words,
    sources_of,
    two_decide,
    verdict_of,
)
from tdapp.judging.words.layers import keeps_marks, layers_of, mode_of
from tdapp.judging.words.playing import plays_now
from tdapp.judging.words.words_of_play import refuse_words
from tdapp.kernel import clock
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.permissions import can
from tdapp.kernel.refusals import Conflict, NotAllowed, Refusal


@command("ruling.make", "ruled on a call", needs="judge.rule")
def rule(ctx: Context, call: Call, *, asked: Asked, seen: int) -> Change:
    """Rule on a call one has taken; one nobody took is taken by it.

    Words the lists know are decided by them; the others by the judge, with a source.

    Refuses: no words or too many, a quota used up, a word no list knows without a decision, somebody's own game, a
    call another judge has taken. Where two judges decide, the first verdict is kept, and the call waits for the second.
    """
    table = call.table
    refuse_own(ctx, table)
    refuse_taken(ctx, call)
    refuse_given(ctx, call)
    refuse_closed(table)
    refuse_other_words(call, asked.words)
    row = _by_a_judge(ctx, table, asked, call)
    if two_decide(row):
        verdicts = [*call.verdicts, verdict_of(ctx, asked, row)]
        if not is_settled(verdicts):
            return _kept(ctx, call, asked, verdicts, seen)
        call.verdicts, row.source = verdicts, sources_of(verdicts)
    row.stopped_seconds = int((clock.now() - call.called_at).total_seconds()) or None
    by = by_whom(ctx) if call.state == Call.State.WAITING else {}
    swap(call, seen, *OPEN, state=Call.State.RULED, closed_at=clock.now(), verdicts=call.verdicts, **by)
    store(row)
    return Change(answer_of(row), str(table), None, audited(row))


@command("ruling.table", "ruled at a table", needs="judge.rule")
def rule_at(ctx: Context, table: Table, *, asked: Asked) -> Change:
    """Rule at a table that never called: a judge who stood beside it."""
    refuse_own(ctx, table)
    refuse_closed(table)
    row = _by_a_judge(ctx, table, asked)
    if two_decide(row):
        call = placed(
            ctx,
            table,
            challengers=list(asked.challengers),
            challenged=asked.challenged,
            words=list(asked.words),
            play=row.play,
        )
        return _kept(ctx, call, asked, [verdict_of(ctx, asked, row)], call.version)
    store(row)
    return Change(answer_of(row), str(table), None, audited(row))


def _kept(ctx: Context, call: Call, asked: Asked, verdicts: list[dict[str, Any]], seen: int) -> Change:
    """A verdict that waits for another judge's. Neither page nor log tells what it is."""
    swap(
        call, seen, *OPEN, state=Call.State.WAITING, taken_at=None, taken_by_id=None, taken_name="",
        verdicts=verdicts, words=list(asked.words), challengers=list(asked.challengers), challenged=asked.challenged,
    )  # fmt: skip
    logged = {"words": list(asked.words), "verdicts": len(verdicts)}
    return Change({"call": call.pk, "verdicts": len(verdicts)}, str(call.table), None, logged)


def _by_a_judge(ctx: Context, table: Table, asked: Asked, call: Call | None = None) -> Ruling:
    """A first ruling on a play. A call somebody else has ruled on meanwhile is told as that, by the swap."""
    asked = on_paper(asked, table)
    if call is None or call.state in OPEN:
        refuse_second(asked, table)
    return _ruling(ctx, table.round.division, asked, table=table, call=call, by=Ruling.By.JUDGE)


@command("ruling.supersede", "ruling replaced", needs="judge.rule")
def supersede(ctx: Context, ruling: Ruling, *, asked: Asked, reason: str) -> Change:
    """Rule anew: the right word was typed now, or the ruling was wrong. The old one stays as it was."""
    if not reason.strip():
        raise Refusal("no-reason", _("Say why it is ruled anew."))
    if ruling.table:
        refuse_own(ctx, ruling.table)
    if Ruling.objects.filter(supersedes=ruling).exists():
        raise Conflict("superseded", _("This ruling was superseded already. Look at the newest one."))
    found = on_paper(asked, ruling.table)
    row = _ruling(ctx, ruling.division, found, table=ruling.table, by=Ruling.By.JUDGE, instead_of=ruling)
    if two_decide(row) and not can(ctx, "event.edit"):
        raise NotAllowed("two-judges", _("Two judges decided here: a director replaces the ruling."))
    row.reason = " ".join(reason.split())[:300]
    store(row)
    return Change(answer_of(row), str(ruling.division), audited(ruling), audited(row), reason)


def _ruling(
    ctx: Context, division: Division, asked: Asked, *, by: str, table: Table | None = None,
    call: Call | None = None, instead_of: Ruling | None = None,
) -> Ruling:  # fmt: skip
    ruleset, layers = rulesets.of_division(division), layers_of(division)
    refuse_words(asked.words, ruleset)
    refuse_seats(ruleset, table, asked)
    _refuse_unnamed(ruleset, table, asked)
    if instead_of is None:
        refuse_used_up(ruleset, table, asked)
    if plays_now(ctx, division):
        _refuse_undecided(division, asked)
    verdict = adjudicate(asked.words, layers)
    return ruling_of(
        ctx, division, asked, layers, verdict, table=table, call=call, ruled_by=by, supersedes=instead_of
    )


def ruling_of(
    ctx: Context, division: Division, asked: Asked, layers: Layers, verdict: Verdict, *, table: Table | None, **facts: Any
) -> Ruling:  # fmt: skip
    """The row of a verdict, not stored yet, with what the rules make of it."""
    ruleset = rulesets.of_division(division)
    answers, by_list = _decided(division, verdict, asked)
    acceptable = all(answer.acceptable for answer in answers)
    penalty = penalty_of(ruleset, acceptable, asked.challengers, asked.challenged, len(asked.words))
    return Ruling(
        division=division, round_number=table.round.number if table else None, table=table,
        play=asked.play[:36], turn=asked.turn, challengers=list(asked.challengers), challenged=asked.challenged,
        words=list(asked.words), answers=[answer._asdict() for answer in answers], acceptable=acceptable,
        by_list=by_list, source=asked.source.strip()[:200], page=asked.page.strip()[:40],
        note=asked.note.strip()[:300], penalty=penalty, layers=layers.as_data(), at=clock.now(),
        judge_id=ctx.actor.removeprefix("user:") if ctx.actor.startswith("user:") else None,
        judge_name=ctx.actor_name[:150], **facts,
    )  # fmt: skip


def store(row: Ruling) -> None:
    """Stored for good; the table's scoresheets follow in the same transaction."""
    row.save(force_insert=True)
    after_a_ruling(row.table)


def refuse_seats(ruleset: Ruleset, table: Table | None, asked: Asked) -> None:
    """Challenges exist by these rules, and between seats of this table."""
    if not ruleset.challenge.allowed:
        raise Refusal("no-challenges", _("The rules of this division know no challenges."))
    check_seats(asked.challengers, asked.challenged, table.seats.count() if table else 4)


def _refuse_unnamed(ruleset: Ruleset, table: Table | None, asked: Asked) -> None:
    """A challenge that counts, or costs, belongs to somebody: unnamed it would be counted for nobody."""
    if table and not asked.challengers and names_challenger(ruleset):
        sentence = _(
            "Say who challenges; at a table of two, whose play it is: challenges cost or count here."
        )
        raise Refusal("who-challenges", sentence)


def refuse_used_up(ruleset: Ruleset, table: Table | None, asked: Asked) -> None:
    """A play that is ruled anew uses up no challenge more."""
    if sentence := over_quota(ruleset, table, asked.challengers):
        raise Refusal("over-quota", sentence)


def _refuse_undecided(division: Division, asked: Asked) -> None:
    """Of who plays in this round every word asks for a decision, so that none tells whether a list has it."""
    if mode_of(division) != WordRules.Mode.JUDGE:
        return
    marks = keeps_marks(division.pins.all())
    open_words = [word for word in asked.words if typed(word, marks) not in asked.decided]
    if open_words:
        sentence = _("You play in this round: decide every word, “%(word)s” too; what a list has it decides.")
        raise Refusal("decide", sentence % {"word": open_words[0]})
    if not asked.source.strip():
        raise Refusal("no-source", _("Name the dictionary you decided by."))


def _decided(division: Division, verdict: Verdict, asked: Asked) -> tuple[tuple[Answer, ...], bool]:
    """The answers with a judge's decisions in them, and whether the lists alone decided."""
    if mode_of(division) != WordRules.Mode.JUDGE or not verdict.unlisted:
        return verdict.answers, True
    open_words = [answer for answer in verdict.unlisted if answer.key not in asked.decided]
    if open_words:
        raise Refusal("decide", _("No list knows “%(word)s”: decide it.") % {"word": open_words[0].typed})
    if not asked.source.strip():
        raise Refusal("no-source", _("Name the dictionary you decided by."))
    return tuple(_by_judge(answer, asked) for answer in verdict.answers), False


def _by_judge(answer: Answer, asked: Asked) -> Answer:
    if answer.layer != "nowhere":
        return answer
    return answer._replace(
        acceptable=asked.decided[answer.key], layer="judge", name=asked.source.strip()[:80]
    )


def answer_of(row: Ruling) -> dict[str, Any]:
    """A ruling as commands answer it to judges: the verdict and what follows."""
    verdict = "acceptable" if row.acceptable else "unacceptable"
    return {"ruling": row.pk, "verdict": verdict, "penalty": in_words(row.penalty), "words": row.words}


def audited(row: Ruling) -> dict[str, Any]:
    """What the log tells of a ruling."""
    return {
        "words": row.words, "acceptable": row.acceptable, "by": row.ruled_by, "by_list": row.by_list,
        "source": row.source, "challengers": row.challengers, "penalty": row.penalty,
    }  # fmt: skip
