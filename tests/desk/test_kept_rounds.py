"""What past rounds came to is kept in a row a round: whatever is done afterwards, nobody is ever told what was."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from pairings.event.history import History
from tdapp.desk.ledger import history as halls
from tdapp.desk.ledger.result_entry import Entry
from tdapp.desk.ledger.rounds import kept
from tdapp.desk.ledger.rows import current_result
from tdapp.desk.models import KeptRound
from tdapp.desk.pairing.commands.as_played import as_played
from tdapp.desk.pairing.commands.recalling import recall_round
from tdapp.desk.pairing.commands.release import close_round, reopen_round, show_pairings
from tdapp.desk.results.commands.results import confirm_result, correct_result, enter_result, undo_result
from tdapp.events.entries.commands.presence import withdraw
from tdapp.events.models import Division, Entrant, Round, Table
from tdapp.interchange.copies import insert_rows
from tdapp.kernel.refusals import Refusal
from tests import factories as f
from tests.desk.drafting import publish

pytestmark = pytest.mark.django_db
SEEDS, STEPS, PLAYERS = range(2), 50, 7


def now(hall: f.Hall) -> Division:
    return Division.objects.select_related("event").get(pk=hall.division.pk)


def from_rows(division: Division) -> History:
    """The same with nothing kept."""
    with patch.object(kept, "rounds_of", lambda *_asked: {}):
        return halls.of_division(division)


class Day:
    """A hall where everything happens by chance, as the desk's commands let it."""

    def __init__(self, hall: f.Hall, seed: int) -> None:
        self.hall, self.draw = hall, random.Random(seed)
        self.ctx, self.other = hall.as_(hall.director), hall.as_(hall.checker)

    def table(self) -> Table:
        """Any table of any round."""
        rows = Table.objects.filter(round__division=self.hall.division).select_related(
            "round__division__event"
        )
        return self.draw.choice(list(rows.order_by("round__number", "number")))

    def round(self) -> Round:
        """Any round that is posted."""
        rows = Round.objects.filter(division=self.hall.division).exclude(status="planned")
        return self.draw.choice(list(rows.select_related("division__event").order_by("number")))

    def entry(self) -> Entry:
        """A score of each, or one who did not come, or a game not scored."""
        scores = tuple(self.draw.randrange(250, 550) for _seat in range(2))
        off = {1: 10} if self.draw.random() < 0.2 else {}
        odd = (Entry("forfeit", absent=(1,)), Entry("unscored"))
        return Entry(scores=scores, penalties=off) if self.draw.random() < 0.8 else self.draw.choice(odd)

    def seen(self, table: Table) -> int:
        row = current_result(table)
        return row.version if row else 0

    def enters(self) -> None:
        enter_result(self.ctx, self.table(), entry=self.entry(), sure=True)

    def enters_all(self) -> None:
        for table in self.round().tables.select_related("round__division__event"):
            if current_result(table) is None:
                enter_result(self.ctx, table, entry=self.entry(), sure=True)
                confirm_result(
                    self.other,
                    f.table(now(self.hall), table.number, table.round.number),
                    seen=self.seen(table),
                )

    def confirms(self) -> None:
        confirm_result(self.other, table := self.table(), seen=self.seen(table))

    def corrects(self) -> None:
        table = self.table()
        correct_result(
            self.ctx, table, entry=self.entry(), seen=self.seen(table), reason="misread", sure=True
        )

    def undoes(self) -> None:
        undo_result(self.ctx, table := self.table(), seen=self.seen(table))

    def posts(self) -> None:
        publish(self.ctx, now(self.hall), self.hall.division.rounds.exclude(status="planned").count() + 1)

    def recalls(self) -> None:
        recall_round(self.ctx, self.round(), reason="too early")

    def closes(self) -> None:
        close_round(self.ctx, self.round())

    def opens_again(self) -> None:
        reopen_round(self.ctx, self.round(), reason="a slip turned up")

    def shows(self) -> None:
        show_pairings(self.ctx, self.round(), shown=self.draw.random() < 0.5)

    def seats_anew(self) -> None:
        """Two at a table sit the other way round; who had a bye did not come."""
        round_ = self.round()
        table = self.draw.choice(list(round_.tables.order_by("number")))
        seats = [slot.entrant.number for slot in table.seats.select_related("entrant").order_by("-seat")]
        alone = round_.slots.exclude(kind="seat").select_related("entrant")
        absent = {slot.entrant.number: "forfeit" for slot in alone[:1]} if self.draw.random() < 0.5 else {}
        tables = {table.number: seats} if self.draw.random() < 0.7 or not absent else {}
        as_played(self.ctx, round_, tables=tables, absent=absent, reason="as they sat", sure=True)

    def leaves(self) -> None:
        who = self.draw.choice(list(Entrant.objects.filter(division=self.hall.division).order_by("number")))
        last = self.hall.division.rounds.exclude(status="planned").count()
        who = Entrant.objects.select_related("division__event").get(pk=who.pk)
        withdraw(self.ctx, who, from_round=self.draw.randint(1, last + 1), intent="unscored")

    def step(self) -> str:
        """Something happens, or is refused; what it was."""
        does: list[tuple[Callable[[], None], int]] = [
            (self.enters, 3), (self.enters_all, 6), (self.confirms, 3), (self.corrects, 4), (self.undoes, 1), (self.posts, 5),
            (self.recalls, 1), (self.closes, 4), (self.opens_again, 2), (self.shows, 1), (self.seats_anew, 2), (self.leaves, 1),
        ]  # fmt: skip
        (chosen,) = self.draw.choices([one for one, _often in does], [often for _one, often in does])
        try:
            with transaction.atomic():
                chosen()
        except Refusal as refusal:
            return f"{chosen.__name__}: {refusal.code}"
        return chosen.__name__


def test_whatever_is_done_at_a_desk_what_is_kept_says_what_the_rows_say() -> None:
    used, overtaken = 0, 0
    for seed in SEEDS:
        sid = transaction.savepoint()
        hall = f.hall(PLAYERS, rounds=1, confirm_policy="two-people")
        day, done = Day(hall, seed), []
        for _step in range(STEPS):
            done.append(day.step())
            division = now(hall)
            told = from_rows(division)
            assert halls.of_division(division) == told, (seed, done)
            last = len(told.rounds)
            assert halls.digest_of(division, last) == halls.digest(told, last, halls.numbers_of(told)), (
                seed,
                done,
            )
            standing = kept.rounds_of(division.pk, 1, 99)
            used += len(standing)
            overtaken += KeptRound.objects.filter(round__division=division).count() - len(standing)
        transaction.savepoint_rollback(sid)
    # Else nothing was tried.
    assert used > 20, done
    assert overtaken > len(SEEDS), done


def played(rounds: int, players: int = 8) -> f.Hall:
    """A hall with so many rounds played and closed, and one more that is posted."""
    hall = f.hall(players, rounds=1)
    for number in range(1, rounds + 1):
        round_ = Round.objects.select_related("division__event").get(division=hall.division, number=number)
        f.play(round_)
        close_round(hall.as_(hall.director), round_)
        publish(hall.as_(hall.director), now(hall), number + 1)
    return hall


def read(division: Division, **how: Any) -> list[str]:
    """What the database is asked for a history."""
    with CaptureQueriesContext(connection) as said:
        halls.of_division(division, **how)
    return [one["sql"] or "" for one in said]


def test_of_rounds_behind_no_result_is_read_one_by_one_until_one_of_them_is_corrected() -> None:
    hall = played(3)
    lines = [sql for sql in read(now(hall)) if "desk_resultline" in sql]
    assert len(lines) == 1
    assert "IN (4)" in lines[0]
    assert not [sql for sql in read(now(hall), after=3) if "desk_resultline" in sql or "events_slot" in sql]
    table = hall.table(2, 2)
    correct_result(
        hall.as_(hall.director), table, entry=Entry(scores=(300, 299)), seen=1, reason="misread", sure=True
    )
    assert [sql for sql in read(now(hall), after=3) if "desk_resultline" in sql and "IN (2)" in sql]
    close = Round.objects.select_related("division__event").get(division=hall.division, number=4)
    f.play(close)
    close_round(hall.as_(hall.director), close)
    assert sorted(kept.rounds_of(hall.division.pk, 1, 9)) == [1, 2, 3, 4]


def test_what_is_kept_of_an_event_goes_with_its_rows() -> None:
    """Else a copy of the same event, run on elsewhere, could be told by what was kept here before."""
    hall = played(1, players=2)
    assert KeptRound.objects.exists()
    insert_rows.forget(hall.event)
    assert not KeptRound.objects.exists()


def test_of_a_division_from_elsewhere_the_rounds_that_are_over_are_kept() -> None:
    """Else its pages wait for thousands of rows until the next round is closed here."""
    hall = played(2)
    KeptRound.objects.all().delete()
    kept.keep_closed(now(hall))
    assert sorted(kept.rounds_of(hall.division.pk, 1, 9)) == [1, 2]
    assert not kept.differing(now(hall))


def test_of_a_division_where_nothing_is_over_nothing_is_kept() -> None:
    hall = f.hall(2, rounds=1)
    kept.keep_closed(now(hall))
    assert not KeptRound.objects.exists()
