"""A ruling at the kiosk: bound to the table whose code was shown, to its round, and to the play; once for each play.

What is refused, and what goes to a judge, is decided before any word is looked up and by nothing any list says: a second
answer at the same turn tells no more than the first did.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from lexicon_admin.words.adjudicate import Layers, Verdict, adjudicate
from tdapp.events.models import Division, Table
from tdapp.events.rules import rulesets
from tdapp.judging.kiosk.commands.kiosks import playing_round, refuse_closed_kiosk, show, take_turn_at
from tdapp.judging.kiosk.repeated_plays import ruled_here, soon_after
from tdapp.judging.models import Call, Kiosk, Ruling
from tdapp.judging.rulings.commands.calls import OPEN
from tdapp.judging.rulings.commands.rulings import audited, refuse_seats, refuse_used_up, ruling_of, store
from tdapp.judging.rulings.penalty import in_words
from tdapp.judging.rulings.ports import AtStake, at_stake
from tdapp.judging.rulings.ruling_request import Asked
from tdapp.judging.rulings.same_play import verdict_facts
from tdapp.judging.words.layers import layers_of
from tdapp.judging.words.words_of_play import refuse_words
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Conflict, Refusal


@command("ruling.kiosk", "ruled at the kiosk", needs="kiosk.rule")
def rule_at_kiosk(ctx: Context, kiosk: Kiosk, *, asked: Asked) -> Change:
    """Rule on a play of the table that was opened. Its answer tells whether the play stands, never more.

    Where a sheet is written, `asked.play` is the row of its last turn, which the screen showed; without one the words are
    typed. A judge is called where the result is in, to what the sheet does not show, to a second challenge soon after
    one, and to what no list knows where a judge decides.
    """
    refuse_closed_kiosk(kiosk)
    table = _table(kiosk)
    _refuse_called(table)
    stake = at_stake(table)
    asked = _bound(asked, stake, table)
    refuse_seats(rulesets.of_division(kiosk.division), table, asked)
    if why := _for_a_judge(asked, stake, table):
        return _sent(ctx, kiosk, asked, table, why)
    refuse_words(asked.words, rulesets.of_division(kiosk.division))
    if before := ruled_here(asked, table, stake):
        return _answer_again(kiosk, asked, table, before)
    if stake is None and soon_after(table):
        return _sent(
            ctx,
            kiosk,
            asked,
            table,
            _("The second challenge of this table within minutes: a judge rules on it."),
        )
    take_turn_at(kiosk)
    refuse_used_up(rulesets.of_division(kiosk.division), table, asked)
    return _ruled(ctx, kiosk, asked, table)


def _table(kiosk: Kiosk) -> Table:
    """The table opened at this screen, in the round that is being played."""
    rows = Table.objects.select_related("round__division__event")
    table = rows.filter(pk__in=Kiosk.objects.filter(pk=kiosk.pk).values("table")).first()
    if table is None or table.round != playing_round(kiosk.division):
        raise Refusal("no-table", _("Type the number and the code of your table first."))
    return table


def _bound(asked: Asked, stake: AtStake | None, table: Table) -> Asked:
    """With what is known of the play: its turn, its words and whose it is."""
    if len(asked.challengers) != 1:
        raise Refusal("who-challenges", _("Say who challenges."))
    if asked.play and (stake is None or asked.play != stake.play):
        sentence = _(
            "The sheet went on meanwhile: the next turn is written, and this play stands. Ask a judge."
        )
        raise Refusal("went-on", sentence)
    if asked.play and stake:
        words = stake.words or asked.words
        asked = replace(asked, turn=stake.turn, words=words, challenged=stake.seat or asked.challenged)
    return replace(asked, challenged=asked.challenged or _other(table, asked.challengers[0]))


def _other(table: Table, seat: int) -> int | None:
    """At a table of two the play is the other player's."""
    return 3 - seat if table.seats.count() == 2 and seat in (1, 2) else None


def _for_a_judge(asked: Asked, stake: AtStake | None, table: Table) -> str:
    """Why a result that is in, or the sheet, leaves it to a judge; "" where neither does."""
    if table.results.filter(is_current=True).exists():
        return _("The result of this table is in already: a judge looks at it.")
    if stake is not None and not asked.play:
        return _("The play is not the last turn of the sheet: a judge rules on it.")
    if stake is not None and not stake.open:
        return _("The last turn of the sheet is no play to be challenged: a judge looks at it.")
    return ""


def _ruled(ctx: Context, kiosk: Kiosk, asked: Asked, table: Table) -> Change:
    division = kiosk.division
    layers, verdict = _looked_up(division, asked)
    if layers.judged and verdict.unlisted:
        return _sent(ctx, kiosk, asked, table, "")
    row = ruling_of(ctx, division, asked, layers, verdict, table=table, ruled_by=Ruling.By.KIOSK)
    store(row)
    return _shown(kiosk, asked, table, _for_players(row, in_words(row.penalty)), audited(row))


def _looked_up(division: Division, asked: Asked) -> tuple[Layers, Verdict]:
    """The verdict; where a list is damaged the players are told whom to ask, and nothing of files."""
    try:
        layers = layers_of(division)
        return layers, adjudicate(asked.words, layers)
    except Refusal as refusal:
        raise Refusal("no-ruling", _("No ruling. Ask a judge.")) from refusal


def _for_players(row: Ruling, sentence: str) -> dict[str, Any]:
    return {"verdict": "acceptable" if row.acceptable else "unacceptable", "penalty": sentence}


def _shown(
    kiosk: Kiosk, asked: Asked, table: Table, answer: dict[str, Any], logged: dict[str, Any]
) -> Change:
    """The answer, which stands on the screen until it is cleared, whatever happens to the browser."""
    show(kiosk, {**answer, "words": [word.upper() for word in asked.words], "table": table.number})
    return Change(answer, str(table), None, logged)


def _answer_again(kiosk: Kiosk, asked: Asked, table: Table, before: Ruling) -> Change:
    """The verdict there is. Nothing new is ruled: no turn is lost twice, no challenge is used up."""
    sentence = _("This play was ruled on at %(time)s: the same verdict, and nothing new follows.")
    answer = {**_for_players(before, sentence % verdict_facts(before)), "again": True}
    return _shown(kiosk, asked, table, answer, {"again": str(before.pk)})


def _refuse_called(table: Table) -> None:
    """Where a judge is on the way everything waits for one."""
    if table.calls.filter(state__in=OPEN).exists():
        sentence = _("Table %(table)s has called already; a judge is on the way.")
        raise Conflict("called", sentence % {"table": table.number})


def _sent(ctx: Context, kiosk: Kiosk, asked: Asked, table: Table, why: str) -> Change:
    """The players wait for a judge; nothing tells of any word."""
    Call.objects.create(
        table=table, challengers=list(asked.challengers), challenged=asked.challenged,
        words=[word[:60] for word in asked.words], play=asked.play, note=why[:200], called_name=ctx.actor_name[:150],
        called_by=ctx.actor,
    )  # fmt: skip
    logged = {"words": list(asked.words), "judge": why}
    return _shown(kiosk, asked, table, {"verdict": "judge", "penalty": why}, logged)
