"""Rule on the words of a play: by the lists, or by a judge with a source. Append-only, superseded with a reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from lexicon_admin.words.adjudicate import Answer, Layers, Verdict, adjudicate
from lexicon_admin.words.normalise import typed
from scoring.ruleset import Ruleset
from tdapp.events import rulesets
from tdapp.events.models import Division, Table
from tdapp.judging.asked import Asked
from tdapp.judging.commands.calls import (
    OPEN,
    by_whom,
    check_seats,
    plays_now,
    refuse_closed,
    refuse_own,
    refuse_taken,
    swap,
)
from tdapp.judging.commands.kiosks import playing_round, refuse_closed_kiosk, take_turn_at
from tdapp.judging.heard import tell
from tdapp.judging.layers import layers_of, mode_of
from tdapp.judging.models import Call, Kiosk, Ruling, WordRules
from tdapp.judging.penalty import in_words, names_challenger, over_quota, penalty_of
from tdapp.judging.same_play import on_paper, refuse_second, ruled_before, said_of
from tdapp.judging.words_of_play import refuse_words
from tdapp.kernel import clock
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Conflict, Refusal


@command("ruling.make", needs="judge.rule")
def rule(ctx: Context, call: Call, *, asked: Asked, seen: int) -> Change:
    """Rule on a call one has taken; one nobody took is taken by it.

    Words the lists know are decided by them; the others by the judge, with a source.

    Refuses: no words or too many, a quota used up, a word no list knows without a decision, somebody's own game, a
    call another judge has taken.
    """
    table = call.table
    refuse_own(ctx, table)
    refuse_taken(ctx, call)
    refuse_closed(table)
    row = _by_a_judge(ctx, table, asked, call)
    row.stopped_seconds = int((clock.now() - call.called_at).total_seconds()) or None
    by = by_whom(ctx) if call.state == Call.State.WAITING else {}
    swap(call, seen, *OPEN, state=Call.State.RULED, closed_at=clock.now(), **by)
    _store(row)
    return Change(told(row), str(table), None, _audited(row))


@command("ruling.table", needs="judge.rule")
def rule_at(ctx: Context, table: Table, *, asked: Asked) -> Change:
    """Rule at a table that never called: a judge who stood beside it."""
    refuse_own(ctx, table)
    refuse_closed(table)
    row = _by_a_judge(ctx, table, asked)
    _store(row)
    return Change(told(row), str(table), None, _audited(row))


def _by_a_judge(ctx: Context, table: Table, asked: Asked, call: Call | None = None) -> Ruling:
    """A first ruling on a play. A call somebody else has ruled on meanwhile is told as that, by the swap."""
    asked = on_paper(asked, table)
    if call is None or call.state in OPEN:
        refuse_second(asked, table)
    return _ruling(ctx, table.round.division, asked, table=table, call=call, by=Ruling.By.JUDGE)


@command("ruling.kiosk", needs="kiosk.rule")
def rule_at_kiosk(
    ctx: Context, division: Division, *, asked: Asked, table: Table | None = None, kiosk: Kiosk | None = None
) -> Change:
    """A ruling at the kiosk: only whether the play stands is told. What no list knows goes to a judge where one decides.

    What can be refused is refused before any word is looked up, so that no refusal says something about a word.
    """
    if kiosk:
        refuse_closed_kiosk(kiosk)
    playing_round(division)
    refuse_words(asked.words, rulesets.of_division(division))
    _refuse_seats(rulesets.of_division(division), table, asked)
    asked = on_paper(asked, table)
    if before := ruled_before(asked, table):
        return _told_again(division, before)
    if kiosk:
        take_turn_at(kiosk)
    _refuse_used_up(rulesets.of_division(division), table, asked)
    _refuse_without_table(division, asked, table)
    verdict = _verdict_at_kiosk(division, asked.words)
    if table and verdict.unlisted and mode_of(division) == WordRules.Mode.JUDGE:
        return _sealed(ctx, division, asked, table)
    row = _ruling(ctx, division, asked, table=table, by=Ruling.By.KIOSK)
    _store(row)
    return Change(_for_players(row, in_words(row.penalty)), str(division), None, _audited(row))


def _verdict_at_kiosk(division: Division, words: Sequence[str]) -> Verdict:
    """The verdict; where a list is damaged the players are told whom to ask, and nothing of files."""
    try:
        return verdict_on(division, words)
    except Refusal as refusal:
        raise Refusal("no-ruling", _("No ruling. Ask a judge.")) from refusal


def _for_players(row: Ruling, sentence: str) -> dict[str, Any]:
    return {"verdict": "acceptable" if row.acceptable else "unacceptable", "penalty": sentence}


def _told_again(division: Division, before: Ruling) -> Change:
    """The verdict there is. Nothing new is ruled: no turn is lost twice, no challenge is used up."""
    sentence = _("This play was ruled on at %(time)s: the same verdict, and nothing new follows.")
    answer = _for_players(before, sentence % said_of(before))
    return Change({**answer, "again": True}, str(division), None, {"again": str(before.pk)})


def needs_table(division: Division) -> bool:
    """Whether a kiosk has to know the table: a judge may have to come, challenges are counted, or a wrong one costs."""
    counts = names_challenger(rulesets.of_division(division))
    return counts or mode_of(division) == WordRules.Mode.JUDGE


def _refuse_without_table(division: Division, asked: Asked, table: Table | None) -> None:
    if not needs_table(division):
        return
    if table is None:
        raise Refusal("which-table", _("Type the number of your table."))
    if not asked.challengers:
        raise Refusal("who-challenges", _("Say who challenges."))
    if mode_of(division) == WordRules.Mode.JUDGE:
        _refuse_called(table)


def _refuse_called(table: Table) -> None:
    if table.calls.filter(state__in=OPEN).exists():
        raise Conflict(
            "called",
            _("Table %(table)s has called already; a judge is on the way.") % {"table": table.number},
        )


def _sealed(ctx: Context, division: Division, asked: Asked, table: Table) -> Change:
    """The players wait for a judge; nothing tells which word it is about."""
    Call.objects.create(
        table=table, challengers=list(asked.challengers), challenged=asked.challenged, words=list(asked.words),
        play=asked.play, called_at=clock.now(), called_name=ctx.actor_name[:150],
    )  # fmt: skip
    return Change({"verdict": "judge", "penalty": ""}, str(division), None, {"words": list(asked.words)})


@command("ruling.supersede", needs="judge.rule")
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
    row.reason = " ".join(reason.split())[:300]
    _store(row)
    return Change(told(row), str(ruling.division), _audited(ruling), _audited(row), reason)


def verdict_on(division: Division, words: Sequence[str]) -> Verdict:
    """What the division's lists say to the words of one play, after they were checked for number and length."""
    refuse_words(words, rulesets.of_division(division))
    return adjudicate(words, layers_of(division))


def _ruling(
    ctx: Context, division: Division, asked: Asked, *, by: str, table: Table | None = None,
    call: Call | None = None, instead_of: Ruling | None = None,
) -> Ruling:  # fmt: skip
    ruleset, layers = rulesets.of_division(division), layers_of(division)
    refuse_words(asked.words, ruleset)
    _refuse_seats(ruleset, table, asked)
    _refuse_unnamed(ruleset, table, asked)
    if instead_of is None:
        _refuse_used_up(ruleset, table, asked)
    if plays_now(ctx, division):
        _refuse_undecided(division, asked)
    answers, by_list = _decided(division, adjudicate(asked.words, layers), asked)
    acceptable = all(answer.acceptable for answer in answers)
    penalty = penalty_of(ruleset, acceptable, asked.challengers, asked.challenged, len(asked.words))
    return Ruling(
        division=division, round_number=table.round.number if table else None, table=table, call=call,
        play=asked.play[:36], turn=asked.turn, challengers=list(asked.challengers), challenged=asked.challenged,
        words=list(asked.words), answers=[answer._asdict() for answer in answers], acceptable=acceptable,
        by_list=by_list, source=asked.source.strip()[:200], page=asked.page.strip()[:40],
        note=asked.note.strip()[:300], penalty=penalty, layers=_named(layers), ruled_by=by, at=clock.now(),
        judge_id=ctx.actor.removeprefix("user:") if ctx.actor.startswith("user:") else None,
        judge_name=ctx.actor_name[:150], supersedes=instead_of,
    )  # fmt: skip


def _store(row: Ruling) -> None:
    """Stored for good; the table's scoresheets follow in the same transaction."""
    row.save(force_insert=True)
    tell(row.table)


def _named(layers: Layers) -> dict[str, Any]:
    return layers.as_data()


def _refuse_seats(ruleset: Ruleset, table: Table | None, asked: Asked) -> None:
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


def _refuse_used_up(ruleset: Ruleset, table: Table | None, asked: Asked) -> None:
    """A play that is ruled anew uses up no challenge more."""
    if sentence := over_quota(ruleset, table, asked.challengers):
        raise Refusal("over-quota", sentence)


def _refuse_undecided(division: Division, asked: Asked) -> None:
    """Of who plays in this round every word asks for a decision, so that none tells whether a list has it."""
    if mode_of(division) != WordRules.Mode.JUDGE:
        return
    open_words = [word for word in asked.words if typed(word) not in asked.decided]
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


def told(row: Ruling) -> dict[str, Any]:
    """A ruling as commands answer it to judges: the verdict and what follows."""
    verdict = "acceptable" if row.acceptable else "unacceptable"
    return {"ruling": row.pk, "verdict": verdict, "penalty": in_words(row.penalty), "words": row.words}


def _audited(row: Ruling) -> dict[str, Any]:
    return {
        "words": row.words, "acceptable": row.acceptable, "by": row.ruled_by, "by_list": row.by_list,
        "source": row.source, "challengers": row.challengers, "penalty": row.penalty,
    }  # fmt: skip
