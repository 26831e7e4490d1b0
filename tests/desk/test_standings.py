"""Standings: from the hall's rows to ranks, counted by one at a time, explained and marked provisional."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tdapp.desk.ledger import division_standings
from tdapp.desk.ledger import history as halls
from tdapp.desk.ledger.result_entry import Entry
from tdapp.desk.results.commands.results import correct_result
from tdapp.desk.standings.cards import card
from tdapp.desk.standings.ranking import ranking
from tdapp.desk.standings.round_cells import cells_of
from tdapp.desk.standings.wallchart import chart
from tdapp.events.models import Division, Presence, Slot
from tdapp.kernel import clock
from tests import factories as f
from tests.kept import first

pytestmark = pytest.mark.django_db
whole, ready = first(f.hall, 6, 2, 1)
NOON = datetime(2026, 3, 14, 4, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    cache.clear()


def four() -> f.Hall:
    """Two rounds of four players, everything in: a small table that can be counted by hand.

    Round 1: 1 beat 4 by 100, 2 beat 3 by 50.   Round 2: 1 lost to 3 by 20, 2 tied with 4.
    """
    hall = f.hall(4, rounds=0)
    a, b, c, d = hall.division.entrants.order_by("number")
    f.published(hall.division, [(a, d), (b, c)])
    f.enter(hall.table(1), 450, 350)
    f.enter(hall.table(2), 400, 350)
    f.published(hall.division, [(c, a), (d, b)])
    f.enter(hall.table(1), 420, 400)
    f.enter(hall.table(2), 390, 390, before=(400, 400))
    return hall


def lines(hall: f.Hall, after: int) -> list[tuple[Any, ...]]:
    """Rank, number, half points won and lost, spread, movement."""
    division = Division.objects.get(pk=hall.division.pk)
    return [
        (line.place, line.entrant.number, line.row.wins, line.row.losses, line.row.spread, line.moved)
        for line in ranking(division, after).lines
    ]


def test_standings_counted_by_hand() -> None:
    hall = four()
    assert lines(hall, 1) == [
        (1, 1, 2, 0, 100, 0), (2, 2, 2, 0, 50, 0), (3, 3, 0, 2, -50, 0), (4, 4, 0, 2, -100, 0),
    ]  # fmt: skip
    assert lines(hall, 2) == [
        (1, 2, 3, 1, 50, 1), (2, 1, 2, 2, 80, -1), (3, 3, 2, 2, -30, 0), (4, 4, 1, 3, -100, 0),
    ]  # fmt: skip


def test_before_round_one_the_ratings_rank() -> None:
    assert [line[:2] for line in lines(four(), 0)] == [(1, 1), (2, 2), (3, 3), (4, 4)]


def test_level_players_share_a_place_and_the_page_says_so() -> None:
    hall = f.hall(4, rounds=0)
    a, b, c, d = hall.division.entrants.order_by("number")
    f.published(hall.division, [(a, d), (b, c)])
    for number in (1, 2):
        f.enter(hall.table(number), 420, 400)
    shown = ranking(hall.division, 1).lines
    assert [(line.place, line.shared) for line in shown] == [(1, True), (1, True), (3, True), (3, True)]
    assert "tied with" in shown[0].row.why


def test_each_place_explains_itself() -> None:
    why = [line.row.why for line in ranking(four().division, 2).lines]
    assert why[0] == "1.5 wins, +50: above Abad, Ana by wins (1.5 to 1)."
    assert why[1] == "1 win, +80: above Cruz, Karl by spread (+80 to -30)."
    assert why[3] == "0.5 wins, -100: last place."


def test_the_last_result_and_the_next_opponent_stand_beside_the_place() -> None:
    hall = f.hall(6, 3, 2)
    for line in ranking(hall.division, 2).lines:
        assert line.last is not None
        assert (line.last.kind, line.last.score is not None) == ("played", True)
        assert line.next is not None
        assert (line.next.kind, len(line.next_opponents)) == ("out", 1)
    assert all(line.next is None for line in ranking(hall.division, 3).lines)


def test_what_is_not_confirmed_does_not_count_and_is_said() -> None:
    hall = f.hall(8, confirm_policy="two-people")
    f.enter(hall.table(1), 412, 388, by=hall.as_(hall.clerk), confirm=False)
    shown = ranking(hall.division, 1)
    assert (shown.open.unconfirmed, shown.open.out) == (1, 3)
    assert all(line.row.games == 0 for line in shown.lines)


def test_a_class_is_ranked_by_itself() -> None:
    hall = f.hall(8, 2, 2)
    for row in hall.division.entrants.all():
        row.klass = "B" if row.number > 4 else "A"
        row.save()
    whole = [line.entrant.number for line in ranking(hall.division, 2).lines]
    shown = ranking(hall.division, 2, "B")
    assert (shown.classes, shown.klass) == (("A", "B"), "B")
    assert [line.entrant.number for line in shown.lines] == [number for number in whole if number > 4]
    assert [(line.place, line.shared) for line in shown.lines] == [
        (1, True),
        (1, True),
        (1, True),
        (4, False),
    ]
    assert ranking(hall.division, 2, "Z").klass == ""


def test_a_correction_flows_into_every_later_standing() -> None:
    hall = four()
    correct_result(
        hall.as_(hall.director), hall.table(1, 1), entry=Entry(scores=(350, 450)), seen=1, reason="swapped"
    )
    assert [line[1:5] for line in lines(hall, 2)][-1] == (1, 0, 4, -120)


def test_under_two_people_a_correction_counts_only_once_confirmed() -> None:
    hall = f.hall(4, rounds=0, confirm_policy="two-people")
    a, b, c, d = hall.division.entrants.order_by("number")
    f.published(hall.division, [(a, d), (b, c)])
    f.enter(hall.table(1), 450, 350)
    before = lines(hall, 1)
    correct_result(
        hall.as_(hall.director), hall.table(1), entry=Entry(scores=(350, 450)), seen=1, reason="swapped"
    )
    assert lines(hall, 1) == before


def test_byes_absences_and_forfeits_are_counted_as_the_division_says() -> None:
    hall = f.hall(5, rounds=0, bye_spread=60, forfeit_spread=-70, forfeit_win_spread=40)
    a, b, c, d, e = hall.division.entrants.order_by("number")
    round_ = f.published(hall.division, [(a, b)])
    Slot.objects.filter(round=round_).exclude(kind="seat").delete()
    Slot.objects.create(round=round_, entrant=c, kind="bye")
    Slot.objects.create(round=round_, entrant=d, kind="forfeit")
    Slot.objects.create(round=round_, entrant=e, kind="unscored")
    f.enter(hall.table(1), kind="forfeit", absent=(2,))
    found = {number: rest for _place, number, *rest, _moved in lines(hall, 1)}
    assert found == {1: [2, 0, 40], 2: [0, 2, -70], 3: [2, 0, 60], 4: [0, 2, -70], 5: [0, 0, 0]}


def test_a_withdrawn_player_keeps_his_line_without_a_place() -> None:
    hall = f.hall(6, 2, 2)
    Presence.objects.create(
        entrant=hall.division.entrants.get(number=6), first=2, kind="withdrawn", intent="forfeit"
    )
    last = ranking(hall.division, 2).lines[-1]
    assert (last.entrant.number, last.row.withdrawn) == (6, True)


def one_round(hall: f.Hall, number: int) -> dict[str, Any]:
    """The cells of one round, read by itself."""
    history = halls.of_division(hall.division, after=number, since=number)
    return {
        key: (c[0].kind, c[0].gain, c[0].spread, c[0].opponents)
        for key, c in cells_of(history, number).items()
    }


def test_a_round_read_by_itself_is_the_round_of_the_whole_history() -> None:
    hall = f.hall(9, 3, 3)
    whole = cells_of(halls.of_division(hall.division))
    for number in (1, 2, 3):
        expected = {key: cells[number - 1] for key, cells in whole.items()}
        assert one_round(hall, number) == {
            k: (c.kind, c.gain, c.spread, c.opponents) for k, c in expected.items()
        }


def test_cells_add_up_to_the_standings() -> None:
    hall = f.hall(9, 4, 3)
    rows = {row.entrant: row for row in division_standings.compute(hall.division, 4)}
    for key, cells in cells_of(halls.of_division(hall.division)).items():
        assert (cells[-1].halves, cells[-1].lost, cells[-1].total) == (
            rows[key].wins,
            rows[key].losses,
            rows[key].spread,
        )
        assert sum(cell.gain or 0 for cell in cells) == rows[key].wins
        assert sum(cell.spread for cell in cells) == rows[key].spread


def test_the_wall_chart_has_a_row_a_player_and_a_cell_a_round() -> None:
    hall = four()
    drawn = chart(hall.division)
    assert [row.entrant.number for row in drawn.rows] == [1, 2, 3, 4]
    assert [row.entrant.number for row in chart(hall.division, by_rank=True).rows] == [2, 1, 3, 4]
    (first, second) = (item.cell for item in drawn.rows[0].cells)
    assert (first.result, first.score, first.against, first.spread, first.total, first.starts) == (
        "won",
        450,
        (350,),
        100,
        100,
        True,
    )
    assert (second.result, second.spread, second.total, second.starts) == ("lost", -20, 80, False)
    assert [who.number for who in drawn.rows[0].cells[0].opponents] == [4]
    assert drawn.rows[3].cells[1].cell.result == "tied"


def test_a_player_card_tells_each_round_and_the_averages() -> None:
    hall = four()
    shown = card(hall.division, hall.division.entrants.get(number=1))
    assert [(line.cell.round, line.cell.result, line.rank) for line in shown.lines] == [
        (1, "won", 1),
        (2, "lost", 2),
    ]
    assert (shown.games, shown.average, shown.against, shown.best) == (2, 4250, 3850, 450)
    assert (shown.starts, shown.replies) == ((2, 0), (0, 2))
    assert "<svg" in shown.chart


def test_a_card_before_any_game_is_empty_but_there() -> None:
    hall = f.hall(4, rounds=0)
    shown = card(hall.division, hall.division.entrants.get(number=2))
    assert (shown.lines, shown.games, shown.average, shown.chart) == ((), 0, None, "")


def counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A list that grows each time standings are computed."""
    calls: list[int] = []
    compute = division_standings.compute

    def counting(division: Division, after: int, **more: Any) -> Any:
        calls.append(after)
        return compute(division, after, **more)

    monkeypatch.setattr(division_standings, "compute", counting)
    return calls


def test_standings_are_computed_once_a_version(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = f.hall(6, 2, 1)
    calls = counted(monkeypatch)
    for _time in range(3):
        division_standings.table(hall.division, 1)
    assert calls == [1]
    f.enter(hall.table(1, 2), 412, 388)
    division_standings.table(Division.objects.get(), 2)
    assert calls == [1, 2]


def changed_while_counting(hall: f.Hall, started: datetime) -> Division:
    """Standings are cached, a result came in, and another worker has been counting since `started`."""
    division_standings.table(hall.division, 2)
    f.enter(hall.table(1, 2), 412, 388)
    cache.set(f"ranked:{hall.division.pk}:2:lock", started, 5)
    return Division.objects.get()


@pytest.mark.parametrize(("seconds", "computes"), [(0, 0), (2, 0), (3, 1)])
def test_while_one_worker_counts_the_others_get_the_last_ones_for_two_seconds(
    monkeypatch: pytest.MonkeyPatch, seconds: int, computes: int
) -> None:
    hall = f.hall(6, 2, 1)
    with clock.at(NOON):
        division = changed_while_counting(hall, NOON)
    calls = counted(monkeypatch)
    with clock.at(NOON + timedelta(seconds=seconds)):
        shown = division_standings.table(division, 2)
    assert len(calls) == computes
    assert (max(line.row.games for line in shown) == 2) == bool(computes)


def test_without_the_lock_every_worker_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control: old standings in the cache alone do not keep a second worker from counting."""
    hall = f.hall(6, 2, 1)
    with clock.at(NOON):
        division = changed_while_counting(hall, NOON)
        cache.delete(f"ranked:{hall.division.pk}:2:lock")
        calls = counted(monkeypatch)
        division_standings.table(division, 2)
    assert calls == [2]


def test_a_worker_that_fails_leaves_no_lock_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = f.hall(6, 2, 1)

    def broken(division: Division, after: int, **more: Any) -> Any:
        raise RuntimeError("counting failed")

    monkeypatch.setattr(division_standings, "compute", broken)
    with pytest.raises(RuntimeError):
        division_standings.table(hall.division, 1)
    monkeypatch.undo()
    assert len(division_standings.table(hall.division, 1)) == 6


def test_a_worker_with_old_news_does_not_remove_another_s_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = f.hall(6, 2, 1)
    with clock.at(NOON):
        division = changed_while_counting(hall, NOON)
    with clock.at(NOON + timedelta(seconds=3)):
        division_standings.table(division, 2)
    assert cache.get(f"ranked:{hall.division.pk}:2:lock") == NOON


def test_history_asks_the_database_the_same_number_of_times_for_any_field_and_round() -> None:
    counts = []
    for hall in (f.hall(4, 1, 1), f.hall(12, 3, 3)):
        with CaptureQueriesContext(connection) as caught:
            halls.of_division(hall.division)
        counts.append(len(caught))
    assert counts[0] == counts[1]
    assert counts[1] <= 6


def test_the_page_shows_place_movement_spread_and_why() -> None:
    hall = four()
    client = Client()
    client.force_login(hall.viewer)
    html = client.get(f"/e/{hall.event.slug}/open/standings/2/").content.decode()
    for piece in ("move-up", "move-down", "spread-bar", "1½–½", "Every result is confirmed.", "<details"):
        assert piece in html
