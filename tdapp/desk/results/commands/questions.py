"""Raise a question about a table, and answer it: a note for whoever decides, never a change of a result."""

from __future__ import annotations

from typing import Any

from django.db.models import F
from django.utils.translation import gettext as _

from tdapp.desk.ledger.rows import current_result, plays_here, seats_of, str_table, user_id
from tdapp.desk.models import TableQuestion
from tdapp.events.models import Division, Table
from tdapp.kernel import clock
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import NotAllowed, Refusal

LONGEST = 300


@command("result.question", "question raised about a result", needs="result.enter")
def raise_question(ctx: Context, table: Table, *, text: str, kind: str = TableQuestion.Kind.RAISED) -> Change:
    """Note that something about a table has to be looked at; shown at the desk until it is answered.

    One open question on differing slips is enough: a second one takes the place of the first.
    """
    text = " ".join(text.split())
    if not text:
        sentence = _("Say what is to be looked at, like %(table)s ? the spread is wrong.")
        raise Refusal("no-text", sentence % {"table": table.number})
    if len(text) > LONGEST:
        raise Refusal("too-long", _("A question has at most %(most)s characters.") % {"most": LONGEST})
    if kind == TableQuestion.Kind.SLIPS:
        table.questions.filter(kind=kind, resolved_at=None).delete()
    row = TableQuestion.objects.create(
        table=table, kind=kind, text=text, by_id=user_id(ctx), by_name=ctx.actor_name[:150], at=clock.now()
    )
    touch(table)
    told = {**place_of(table), "question": row.pk, "text": text}
    return Change(told, str_table(table), None, {"question": text})


def place_of(table: Table) -> dict[str, Any]:
    """Where a table stands, as `rows.answer_of` says it."""
    division = table.round.division.slug
    return {"id": table.pk, "division": division, "round": table.round.number, "table": table.number}


@command("result.answer", "question answered", needs="result.confirm")
def answer_question(ctx: Context, question: TableQuestion, *, answer: str = "") -> Change:
    """Say that a question is settled, and how. Nobody settles one on his own game."""
    table = question.table
    if plays_here(ctx, seats_of(table)):
        raise NotAllowed("own-game", _("You play at this table; somebody else has to answer."))
    changed = TableQuestion.objects.filter(pk=question.pk, resolved_at=None).update(
        resolved_at=clock.now(), resolved_by_id=user_id(ctx), resolved_name=ctx.actor_name[:150],
        answer=" ".join(answer.split())[:LONGEST],
    )  # fmt: skip
    if not changed:
        raise Refusal("answered", _("This question is already answered."))
    touch(table)
    told = {"question": question.text, "answer": answer[:LONGEST], "result": _counting(table)}
    return Change({**place_of(table), "question": question.pk}, str_table(table), None, told)


def _counting(table: Table) -> int | None:
    """The version of the result that stood when the question was answered, for the log."""
    current = current_result(table)
    return current.version if current else None


def touch(table: Table) -> None:
    """Let every open page of the division know that something was noted."""
    Division.objects.filter(pk=table.round.division_id).update(entries=F("entries") + 1)
