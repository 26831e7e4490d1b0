"""The event a new installation starts with: most of a day already played, one game of it written down whole."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from tdapp.desk.ledger.result_entry import Entry
from tdapp.desk.pairing.commands.release import close_round
from tdapp.desk.rehearsal.simulation import GAME_MINUTES, Field, create, pair_and_publish, play, play_round
from tdapp.events.models import Division, Event, Round, Table
from tdapp.kernel import clock, context
from tdapp.kernel.context import Context
from tdapp.scoresheets.access import sheets
from tdapp.scoresheets.editor.commands.closing import finish
from tdapp.scoresheets.files.commands.upload import upload
from tdapp.scoresheets.replay.commands.release import release

# A whole game by the rules of competition, with a play that was ruled out: made up, racks, squares and clock with it.
GAME = Path(__file__).with_name("demo_game.json")
ROUND_OF_THE_GAME = 3


def demo(ctx: Context) -> Event:
    """24 players, three rounds closed, round 4 half in; the game of round 3's first table may be replayed by anybody."""
    field = Field(24, 7, 20261120, "Demo: Manila Salitaan Open", "demo", plan="swiss 1-6, koth 7")
    begin = clock.now() - timedelta(minutes=GAME_MINUTES * 4)
    with clock.at(begin):
        event = create(field, ctx)
    division = event.divisions.select_related("event").get()
    inside = context.system(event.scope_key, via=ctx.via)
    for number in (1, 2, ROUND_OF_THE_GAME):
        with clock.at(begin + timedelta(minutes=GAME_MINUTES * number)):
            _round(inside, division, number, field.seed)
    with clock.at(begin + timedelta(minutes=GAME_MINUTES * 3 + 20)):
        round_ = pair_and_publish(inside, division, 4)
    play(inside, round_, field.seed, share=0.5)
    return event


def _round(ctx: Context, division: Division, number: int, seed: int) -> None:
    """A closed round; in one of them a game is written down and its result taken from there."""
    if number != ROUND_OF_THE_GAME:
        play_round(ctx, division, number, seed)
        return
    round_ = pair_and_publish(ctx, division, number)
    table = round_.tables.select_related("round__division__event").order_by("number")[0]
    play(ctx, round_, seed, known={table.number: Entry("played", _write_down(ctx, table))})
    close_round(ctx, Round.objects.select_related("division__event").get(pk=round_.pk))


def _write_down(ctx: Context, table: Table) -> tuple[int, ...]:
    """The game as the table's finished and released sheet; its final scores in seat order."""
    told = upload(ctx, table, data=GAME.read_bytes(), name=GAME.name, order="1 2", sure=True)
    sheet = sheets().get(table=table, number=told["sheet"])
    finished = finish(ctx, sheet, seen=sheet.version)
    release(ctx, sheet)
    return tuple(finished["totals"])
