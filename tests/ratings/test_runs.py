"""Lists and runs: what one event does to a list, in which order, and what a correction moves."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.core.management import call_command

from tdapp.desk.ledger.result_entry import Entry
from tdapp.desk.ledger.rows import current_result
from tdapp.desk.models import Freeze
from tdapp.desk.results.commands.results import correct_result
from tdapp.events.models import Division, Entrant, Slot, Table
from tdapp.kernel import clock, context, jobs
from tdapp.kernel.commands import Installation
from tdapp.kernel.models import AuditEntry, Job
from tdapp.kernel.refusals import Conflict, NotAllowed, Refusal
from tdapp.people.models import Player, RatingList, RatingValue
from tdapp.ratings.keeping.commands.lists import Standing, create_list, edit_list, set_values
from tdapp.ratings.models import RatingChange, RatingRun
from tdapp.ratings.runs import storing
from tdapp.ratings.runs.commands import batches
from tdapp.ratings.runs.commands.runs import preview, rate, take_off
from tdapp.ratings.runs.values import values_at
from tests import factories as f
from tests.kept import stocked

pytestmark = pytest.mark.django_db
SYSTEM = context.system()


def new_list(**facts: Any) -> RatingList:
    create_list(SYSTEM, Installation(), slug="national", facts={"name": "National", **facts})
    return RatingList.objects.get(slug="national")


@stocked
def played(
    day: int, players: list[Player] | None = None, *, first_wins: bool = True, **values: Any
) -> Division:
    """One round of four at an event on a day of March, everything confirmed; the same players when given."""
    when = date(2026, 3, day)
    division = f.division(f.event(starts_on=when, ends_on=when), **values)
    field = f.entrants(division, 4)
    for entrant, player in zip(field, players or [], strict=False):
        Entrant.objects.filter(pk=entrant.pk).update(player=player)
    round_ = f.published(division)
    for table in round_.tables.all():
        f.enter(table, *((410, 390) if first_wins else (390, 410)))
    return division


def players_of(division: Division) -> list[Player]:
    return [row.player for row in division.entrants.order_by("number") if row.player]


def correct(table: Table, *scores: int) -> None:
    """Correct a result as the program."""
    table = Table.objects.select_related("round__division__event").get(pk=table.pk)
    current = current_result(table)
    assert current is not None
    ctx = f.program(table.round.division.event)
    correct_result(ctx, table, entry=Entry(scores=scores), seen=current.version, reason="misread", sure=True)


def do(rating_list: RatingList, *divisions: Division) -> dict[str, Any]:
    rating_list.refresh_from_db()
    ids = [row.pk for row in divisions]
    return rate(f.program(rating_list), rating_list, divisions=ids, seen=rating_list.version, sure=True)


def standing(rating_list: RatingList) -> dict[str, tuple[int, int]]:
    rows = RatingValue.objects.filter(rating_list=rating_list).order_by("player__number")
    return {row.player.number: (row.rating, row.games) for row in rows.select_related("player")}


def give(rating_list: RatingList, players: list[Player], rating: int, day: int = 1) -> None:
    values = [Standing(player, rating, 100) for player in players]
    rating_list.refresh_from_db()
    set_values(
        f.program(rating_list),
        rating_list,
        values=values,
        on=date(2026, 3, day),
        note="start",
        seen=rating_list.version,
    )


def test_an_event_moves_its_players_from_where_the_list_had_them() -> None:
    rating_list, division = new_list(), played(14)
    give(rating_list, players_of(division), 1500)
    do(rating_list, division)
    assert [value for value, _ in standing(rating_list).values()] == [1515, 1490, 1515, 1490]


def test_the_same_run_again_changes_nothing_and_tells_the_same_digest() -> None:
    rating_list, division = new_list(), played(14)
    first = do(rating_list, division)
    was = standing(rating_list)
    assert do(rating_list, division)["runs"] == first["runs"]
    assert standing(rating_list) == was
    assert RatingRun.objects.filter(state="current", kind="event").count() == 1


def test_events_count_in_the_order_of_their_days_whatever_the_order_of_rating() -> None:
    one = played(14)
    two = played(20, players_of(one), first_wins=False)
    forwards = new_list()
    do(forwards, one)
    do(forwards, two)
    create_list(SYSTEM, Installation(), slug="other", facts={"name": "Other"})
    backwards = RatingList.objects.get(slug="other")
    do(backwards, two)
    do(backwards, one)
    assert standing(forwards) == standing(backwards)


def test_a_correction_in_an_old_event_moves_everything_after_it() -> None:
    rating_list, one = new_list(), played(14)
    give(rating_list, players_of(one), 1500)
    two = played(20, players_of(one))
    do(rating_list, one, two)
    was = standing(rating_list)
    table = one.rounds.get().tables.order_by("number")[0]
    correct(table, 300, 500)
    told = preview(rating_list, [one])
    assert standing(rating_list) == was
    assert [row["change"] > 0 for row in told["moves"]].count(True) >= 1
    do(rating_list, one)
    moved = {row["number"]: row["after"] for row in told["moves"]}
    assert {number: standing(rating_list)[number][0] for number in moved} == moved
    assert RatingChange.objects.filter(run__state="superseded").count() == 0


def test_byes_forfeits_and_house_players_are_not_rated() -> None:
    rating_list = new_list()
    division = f.division(f.event())
    field = [
        *f.entrants(division, 4),
        f.entrant(division, 5, house=True),
        f.entrant(division, 6),
        f.entrant(division, 7),
    ]
    round_ = f.published(division)
    tables = list(round_.tables.order_by("number"))
    f.enter(tables[0], 400, 390)
    f.enter(tables[1], 0, 0, kind="forfeit", absent=(2,))
    f.enter(tables[2], 400, 390)
    do(rating_list, division)
    rated = {change.player_id for change in RatingChange.objects.all()}
    assert rated == {field[0].player_id, field[1].player_id}
    assert Slot.objects.get(entrant=field[6]).kind == "bye"


def test_an_unrated_division_and_an_open_table_are_refused_with_a_sentence() -> None:
    rating_list = new_list(starts_on=date(2026, 3, 10))
    with pytest.raises(Refusal, match="not a rated division"):
        do(rating_list, played(14, rating_kind="casual"))
    with pytest.raises(Refusal, match="before the list began"):
        do(rating_list, played(2))
    waiting = f.division(f.event())
    f.entrants(waiting, 4)
    f.published(waiting)
    with pytest.raises(Refusal, match="2 tables have no confirmed result"):
        do(rating_list, waiting)


def test_a_division_is_not_rated_while_its_last_rounds_are_kept_back_from_the_public() -> None:
    rating_list, division = new_list(), played(14)
    freeze = Freeze.objects.create(division=division, last=1)
    with pytest.raises(Refusal, match=r"kept back until the prize giving\. Unveil them, then rate"):
        do(rating_list, division)
    Freeze.objects.filter(pk=freeze.pk).update(unveiled_at=clock.now())
    assert do(rating_list, division)["runs"]


def test_a_division_rated_in_part_moves_by_the_club_rule() -> None:
    rating_list, division = new_list(), played(14, rating_kind="partial")
    give(rating_list, players_of(division), 1500)
    do(rating_list, division)
    assert [value for value, _ in standing(rating_list).values()] == [1503, 1497, 1503, 1497]


def test_values_from_outside_stand_and_what_came_later_follows_them() -> None:
    rating_list, division = new_list(), played(14)
    do(rating_list, division)
    give(rating_list, players_of(division), 1800, day=3)
    moved = [value.rating for value in values_at(rating_list, None).values()]
    assert sorted(moved) == [1790, 1790, 1811, 1811]
    give(rating_list, players_of(division), 2000, day=30)
    assert {value.rating for value in values_at(rating_list, None).values()} == {2000}


def test_a_run_taken_off_leaves_the_list_as_if_it_had_never_been() -> None:
    rating_list, one = new_list(), played(14)
    give(rating_list, players_of(one), 1500)
    was = standing(rating_list)
    do(rating_list, one)
    run = RatingRun.objects.get(state="current", kind="event")
    rating_list.refresh_from_db()
    with pytest.raises(Refusal, match="Say why"):
        take_off(f.program(rating_list), rating_list, run=run.pk, seen=rating_list.version, reason=" ")
    take_off(f.program(rating_list), rating_list, run=run.pk, seen=rating_list.version, reason="wrong list")
    assert standing(rating_list) == was


def test_a_list_that_changed_meanwhile_refuses_and_stores_nothing() -> None:
    rating_list, one, two = new_list(), played(14), played(15)
    do(rating_list, one)
    rating_list.refresh_from_db()
    with pytest.raises(Conflict):
        rate(f.program(rating_list), rating_list, divisions=[two.pk], seen=rating_list.version - 1, sure=True)
    assert RatingRun.objects.count() == 1


def test_a_long_stretch_is_a_job_and_comes_out_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    rating_list, one = new_list(), played(14)
    two = played(20, players_of(one))
    do(rating_list, one, two)
    was = standing(rating_list)
    monkeypatch.setattr(batches, "AT_ONCE", 1)
    told = do(rating_list, one)
    jobs.run(told["job"])
    assert Job.objects.get(pk=told["job"]).status == "done"
    assert standing(rating_list) == was


def test_a_job_that_dies_half_way_leaves_the_list_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    rating_list, one = new_list(), played(14)
    two = played(20, players_of(one))
    do(rating_list, one, two)
    was, current = (
        standing(rating_list),
        set(RatingRun.objects.filter(state="current").values_list("pk", flat=True)),
    )
    monkeypatch.setattr(batches, "AT_ONCE", 1)
    told = do(rating_list, one)

    def dies(*_args: object, **_kw: object) -> None:
        raise MemoryError

    monkeypatch.setattr(storing, "adopt", dies)
    jobs.run(told["job"])
    assert Job.objects.get(pk=told["job"]).status == "failed"
    assert standing(rating_list) == was
    assert set(RatingRun.objects.filter(state="current").values_list("pk", flat=True)) == current
    monkeypatch.undo()
    assert batches.tidy(f.program(rating_list), rating_list)["forgotten"] == 2


def test_a_merged_player_counts_as_the_one_who_stayed() -> None:
    rating_list, one = new_list(), played(14)
    first, second, *_rest = players_of(one)
    Player.objects.filter(pk=second.pk).update(merged_into=first)
    two = played(20, [f.entrant(one, 9).player, second])  # type: ignore[list-item]
    do(rating_list, two)
    assert first.pk in values_at(rating_list, None)
    assert second.pk not in values_at(rating_list, None)


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        ({"name": " "}, "name"),
        ({"name": "N", "formula": "guess"}, "no formula"),
        ({"name": "N", "settings": {"speed": 1}}, "no setting speed"),
        ({"name": "N", "settings": {"k_old": "many"}}, "no list of numbers"),
    ],
)
def test_a_list_that_cannot_be_is_refused_with_a_sentence(facts: dict[str, Any], said: str) -> None:
    with pytest.raises(Refusal, match=said):
        create_list(SYSTEM, Installation(), slug="x", facts=facts)


def test_only_the_operator_may_touch_lists() -> None:
    rating_list = new_list()
    director = context.Context("user:1", "D", rating_list.scope_key, frozenset({"director"}), "web")
    with pytest.raises(NotAllowed):
        edit_list(director, rating_list, facts={"name": "Mine"}, seen=1)
    edit_list(f.program(rating_list), rating_list, facts={"name": "Ours"}, seen=1)
    assert RatingList.objects.get().name == "Ours"


def test_a_table_of_four_counts_as_one_game_for_each_of_them() -> None:
    """Bisonte: every pair by final score, each of the three worth a third."""
    rating_list = new_list()
    division = f.division(f.event(starts_on=date(2026, 3, 14), ends_on=date(2026, 3, 14)))
    field = f.entrants(division, 4)
    round_ = f.published(division, [field])
    give(rating_list, players_of(division), 1500)
    f.enter(round_.tables.get(), 500, 450, 400, 350)
    do(rating_list, division)
    changes = list(RatingChange.objects.filter(run__kind="event").order_by("-after"))
    assert [change.after for change in changes] == [1515, 1503, 1497, 1490]
    assert {change.games_after for change in changes} == {101}
    assert [round(change.segments[0]["wins"], 4) for change in changes] == [1.0, 0.6667, 0.3333, 0.0]


def test_nobody_falls_below_the_floor_of_a_list() -> None:
    rating_list, division = new_list(settings={"floor": 1495}), played(14)
    give(rating_list, players_of(division), 1500)
    do(rating_list, division)
    assert sorted({value for value, _ in standing(rating_list).values()}) == [1495, 1515]
    assert "floor" in {
        change.segments[0]["note"] for change in RatingChange.objects.filter(run__kind="event")
    }


def test_a_list_has_a_log_of_its_own_that_is_checked_and_the_installations_goes_on(capsys: Any) -> None:
    rating_list, division = new_list(), played(14)
    do(rating_list, division)
    told = [
        list(AuditEntry.objects.filter(scope=scope).values_list("intent", flat=True))
        for scope in (rating_list.scope_key, context.INSTALLATION)
    ]
    assert told == [["ratings.rate"], ["ratings.create_list"]]
    AuditEntry.objects.filter(scope=rating_list.scope_key).update(intent="ratings.tidy")
    with pytest.raises(SystemExit):
        call_command("check_installation", "--no-words")
    assert "Entry 1 was changed after it was written" in capsys.readouterr().out
