"""Marks in the standings, and who can still win."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from pairings.standings import winning_chances
from pairings.standings.clinch import Mark
from tdapp.desk.ledger import history as halls
from tdapp.desk.prizes.commands.prizes import add_prizes, of_line, set_giving
from tdapp.desk.prizes.rules import lines
from tdapp.desk.prizes.rules.winners import table
from tdapp.desk.standings import chances, clinch_marks, paying_places
from tdapp.desk.standings.commands.chances import count_later, stop
from tdapp.desk.standings.ranking import ranking
from tdapp.events.models import Division
from tdapp.kernel import jobs
from tdapp.kernel.models import Job
from tdapp.kernel.refusals import Refusal
from tests import factories as f
from tests.kept import first, stocked

pytestmark = pytest.mark.django_db


@stocked
def played(rounds: int = 3, of: int = 3) -> Division:
    """Eight players, every round won by the better seed."""
    hall = f.hall(players=8, rounds=rounds, played=rounds, plan=f"swiss 1-{of}", rounds_planned=of)
    return Division.objects.select_related("event").get(pk=hall.division.pk)


whole, ready = first(played)


def test_after_the_last_round_the_first_has_won_and_the_last_is_out_of_the_prizes() -> None:
    lines = ranking(played(), 3).lines
    assert lines[0].mark
    assert lines[0].mark.best == lines[0].mark.worst == 1
    assert next(str(line.sign[1]) for line in lines if line.sign) in ("won", "sure of a prize")
    assert str(lines[-1].sign[1] if lines[-1].sign else "") == "out of the prizes"


def marks_of(row: Division, after: int, wanted: Collection[str] = ()) -> dict[str, Mark]:
    """The marks of these, or of everybody."""
    everybody = [str(pk) for pk in row.entrants.values_list("pk", flat=True)]
    return clinch_marks.of(halls.Read(row, after), wanted or everybody, paying_places.played(row))


def test_long_before_the_end_nobody_has_a_mark() -> None:
    assert marks_of(played(2, 9), 2) == {}


def test_marks_of_some_are_those_of_everybody_and_only_the_missing_ones_are_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    row, asked = played(), list[set[str]]()
    everybody = [str(pk) for pk in row.entrants.values_list("pk", flat=True)]
    count = clinch_marks.marks

    def counted(*given: Any) -> dict[str, Mark]:
        asked.append(set(given[6]))
        return count(*given)

    monkeypatch.setattr(clinch_marks, "marks", counted)
    some = marks_of(row, 3, everybody[:3])
    everyone = marks_of(row, 3)
    assert {who: everyone[who] for who in everybody[:3]} == some
    assert asked == [set(everybody[:3]), set(everybody[3:])]
    cache.clear()
    assert marks_of(row, 3) == everyone


def test_marks_follow_a_change_of_the_division() -> None:
    row = played()
    before = marks_of(row, 3)
    row.wishes, row.version = {"prizes": 8}, row.version + 1
    row.save()
    after = marks_of(row, 3)
    assert {one.state for one in before.values()} != {one.state for one in after.values()}
    assert "out" not in {one.state for one in after.values()}


def typed(row: Division, text: str) -> None:
    wanted = [of_line(one, row if one.kind in ("rank", "class") else None) for one in lines.read(text)[0]]
    add_prizes(f.program(row.event), row.event, wanted=wanted)


def signs(row: Division, after: int = 3) -> list[str]:
    """What stands beside each name, from the first place on."""
    return [str(line.sign[1]) if line.sign else "" for line in ranking(row, after).lines]


def test_marks_follow_the_prizes_that_were_typed_and_the_page_says_which_places_pay() -> None:
    row = played(5, 6)
    assert "out of the prizes" in signs(row, 5)
    typed(row, "rank 1-8: 8, 7, 6, 5, 4, 3, 2, 1")
    assert not {"out of the prizes", "out of the prize places"} & set(signs(row, 5))
    assert ranking(row, 5).pays == "Places with a prize: 1–8."


def test_a_place_beyond_a_gap_pays_and_those_in_the_gap_do_not() -> None:
    row = played()
    typed(row, "rank 1: cup\nrank 8: lantern\nhigh game: 500")
    found = [line.mark.state for line in ranking(row, 3).lines if line.mark]
    assert found == ["sure", *["out"] * 6, "sure"]
    assert ranking(row, 3).pays == "Places with a prize: 1, 8."


def test_where_nobody_gets_more_than_one_prize_lower_places_stay_in_reach() -> None:
    row = played(5, 6)
    typed(row, "rank 1: cup\nhigh game: 500\nhigh win: 500")
    before = signs(row, 5).count("out of the prize places")
    set_giving(
        f.program(row.event), row.event, protest_minutes=15, most_each=1, withdrawn_win=False, currency=""
    )
    assert signs(row, 5).count("out of the prize places") < before
    assert "lower places can win one" in ranking(row, 5).pays


def test_once_everything_is_played_whoever_wins_a_prize_is_marked_and_nobody_else() -> None:
    row = played()
    row.entrants.filter(number__in=(7, 8)).update(klass="B")
    typed(row, "rank 1: cup\nclass B 1-2: cup, medal\nhigh game: 500")
    who = {one.who[1] for one in table(row.event).won if one.who}
    marked = {line.entrant.number for line in ranking(row, 3).lines if line.sign}
    assert marked == who >= {7, 8}
    assert set(signs(row)) == {"wins a prize", ""}
    assert ranking(row, 3).pays == "Places with a prize: 1; 1–2 of class B."


def test_prizes_for_games_alone_put_nobody_out() -> None:
    row = played(5, 6)
    typed(row, "high game: 500")
    assert not any("out of" in sign for sign in signs(row, 5))


def counted(row: Division, after: int) -> Job:
    pk = count_later(f.program(row.event), row, after=after)["job"]
    jobs.run(pk)
    return Job.objects.get(pk=pk)


def test_a_worker_counts_who_can_still_win_and_the_page_shows_it(client: Client) -> None:
    row = played(2)
    assert counted(row, 2).status == Job.Status.DONE
    found = chances.newest(row, 2)
    assert len(found.lines) == 8
    assert "<svg" in found.picture
    assert not found.stale
    client.force_login(f.member(row.event, "director"))
    page = client.get(f"/e/{row.event.slug}/{row.slug}/standings/2/chances/").content.decode()
    assert found.lines[0].sentence in page


def places_of(found: Collection[chances.InReach], number: int) -> tuple[int, int]:
    return next((line.best, line.worst) for line in found if line.entrant.number == number)


def test_before_a_count_the_page_says_who_can_still_win_a_prize_and_nobody_else(client: Client) -> None:
    row = played(2)
    typed(row, "rank 1: cup")
    client.force_login(f.member(row.event, "director"))
    at = f"/e/{row.event.slug}/{row.slug}/standings/2/chances/"
    still = {one for one, mark in marks_of(row, 2).items() if mark.state != "out"}
    found = chances.in_reach(row, 2)
    assert {str(row.entrants.get(number=line.entrant.number).pk) for line in found} == still
    assert 0 < len(still) < 8
    before = [line.entrant.number for line in ranking(row, 2).lines]
    assert [line.entrant.number for line in found] == sorted(
        (line.entrant.number for line in found),
        key=lambda number: (places_of(found, number), before.index(number)),
    )
    page = client.get(at).content.decode()
    assert "Who can still win a prize" in page
    assert all(line.entrant.listed in page for line in found)
    assert row.entrants.exclude(pk__in=still)[0].listed not in page
    counted(row, 2)
    assert "Who can still win a prize" not in client.get(at).content.decode()
    assert chances.in_reach(played(2, 9), 2) == ()


def test_places_that_pay_come_first_and_a_stopped_count_leaves_what_it_has(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Eight players are one batch; here they are many, as a thousand are."""
    row = played(2)
    typed(row, "rank 1: cup")
    monkeypatch.setattr(winning_chances, "CELLS", 8 * 1000)
    client.force_login(f.member(row.event, "director"))
    at, seen = f"/e/{row.event.slug}/{row.slug}/standings/2/chances/", list[tuple[int, str, bool, bool]]()
    step = jobs.JobRun.step

    def looked(run: jobs.JobRun, done: int, total: int, message: str = "") -> None:
        step(run, done, total, message)
        page, asked = client.get(at).content.decode(), (f"{at}progress", f"{at}progress?part=1")
        told = ("HX-Refresh" in client.get(one).headers for one in asked)
        seen.append((done, page, *told))
        if done > stop_after:
            stop(f.program(row.event), Job.objects.get(pk=run.id))

    monkeypatch.setattr(jobs.JobRun, "step", looked)
    stop_after = 10_000
    assert counted(row, 2).status == Job.Status.CANCELLED
    assert "So far: the first endings" not in seen[0][1]
    still = {one for one, mark in marks_of(row, 2).items() if mark.state != "out"}
    for done, page, *refreshed in seen[1:]:
        assert "So far: the first endings" in page
        assert "2000 endings from round 2 of 3" in page
        assert "progress?part=1" in page
        assert refreshed == [True, False], done
        assert all((one.listed in page) == (str(one.pk) in still) for one in row.entrants.all())
    assert "The count ended early" in client.get(at).content.decode()
    stop_after = 50_000
    assert counted(row, 2).status == Job.Status.DONE
    page = client.get(at).content.decode()
    assert "first endings" not in page
    assert "50000 endings from round 2 of 3" in page
    assert all(one.listed in page for one in row.entrants.all())


def test_the_same_standings_are_counted_alike_and_a_change_makes_the_count_stale() -> None:
    row = played(2)
    assert counted(row, 2).result == counted(row, 2).result
    Division.objects.filter(pk=row.pk).update(version=row.version + 1)
    row.refresh_from_db()
    assert chances.newest(row, 2).stale


def test_a_count_can_be_stopped_and_a_round_that_is_not_there_is_refused() -> None:
    row = played(2)
    pk = count_later(f.program(row.event), row, after=2)["job"]
    stop(f.program(row.event), Job.objects.get(pk=pk))
    jobs.run(pk)
    assert Job.objects.get(pk=pk).status == Job.Status.CANCELLED
    with pytest.raises(Refusal) as refused:
        count_later(f.program(row.event), row, after=9)
    assert refused.value.code == "no-round"
