"""What is not over is rated only after a yes, on the page and from the command line; put-away events say so."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.test import Client

from tdapp.desk.models import Finalisation
from tdapp.events.models import Division, Event
from tdapp.kernel import clock, jobs
from tdapp.kernel.models import Job
from tdapp.kernel.refusals import Refusal
from tdapp.ratings.keeping import overview
from tdapp.ratings.models import RatingRun
from tdapp.ratings.runs import planning
from tdapp.ratings.runs.commands import batches
from tdapp.ratings.runs.commands.runs import rate
from tests import factories as f
from tests.ratings.test_keeping_pages import KEEP, html_of, messages_of
from tests.ratings.test_runs import do, new_list, played, players_of

pytestmark = pytest.mark.django_db
ALL_THE_SAME = "Rate it all the same"


@pytest.fixture
def keeper() -> Client:
    client = Client()
    client.force_login(f.user("keeper", operator=True))
    return client


def call_final(division: Division) -> None:
    """As finalising leaves it."""
    Finalisation.objects.create(
        division=division, version=1, after=1, rows=[], digest="x", protest_until=clock.now(), by_name="Dina"
    )


def test_rounds_to_come_and_standings_nobody_called_final_are_told_in_one_sentence() -> None:
    one, two, three = played(14), played(15, plan="swiss 1", rounds_planned=1), played(16)
    assert planning.unfinished([three, two, one]) == [
        f"{one.event.name}, Open is not over: 1 of 7 rounds are posted.",
        f"{two.event.name}, Open is not final yet: its results may still change.",
        f"{three.event.name}, Open is not over: 1 of 7 rounds are posted.",
    ]


def test_the_command_rates_what_is_not_over_only_when_somebody_is_sure() -> None:
    rating_list, division = new_list(), played(14)
    with pytest.raises(Refusal) as refused:
        rate(f.program(rating_list), rating_list, divisions=[division.pk], seen=rating_list.version)
    assert refused.value.code == "unfinished"
    assert "1 of 7 rounds" in refused.value.sentences[0]
    assert RatingRun.objects.count() == 0
    rate(f.program(rating_list), rating_list, divisions=[division.pk], seen=rating_list.version, sure=True)
    assert RatingRun.objects.count() == 1


def test_the_look_before_says_what_is_missing_and_asks_for_a_yes(keeper: Client) -> None:
    rating_list, division = new_list(), played(14)
    page = html_of(keeper.get(f"{KEEP}/preview?division={division.pk}"))
    assert "is not over: 1 of 7 rounds are posted." in page
    assert ALL_THE_SAME in page
    sent = {"division": division.pk, "seen": rating_list.version}
    answer = keeper.post(f"{KEEP}/rate", sent)
    assert "say that it is rated all the same" in messages_of(keeper, answer)
    assert RatingRun.objects.count() == 0
    keeper.post(f"{KEEP}/rate", {**sent, "sure": "on"})
    assert RatingRun.objects.count() == 1


def test_what_is_final_is_not_asked_about(keeper: Client) -> None:
    rating_list, division = new_list(), played(14, plan="swiss 1", rounds_planned=1)
    call_final(division)
    assert ALL_THE_SAME not in html_of(keeper.get(f"{KEEP}/preview?division={division.pk}"))
    keeper.post(f"{KEEP}/rate", {"division": division.pk, "seen": rating_list.version})
    assert RatingRun.objects.count() == 1


def test_a_look_that_took_a_worker_asks_as_well(keeper: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "FORESEEN", 0)
    new_list()
    division = played(14)
    answer = keeper.post(f"{KEEP}/foresee", {"division": division.pk})
    jobs.run(Job.objects.get(kind=batches.FORESEE_JOB).pk)
    page = html_of(keeper.get(answer["Location"]))
    assert "is not over: 1 of 7 rounds are posted." in page
    assert ALL_THE_SAME in page


def test_the_command_line_says_it_and_waits_for_sure(capsys: pytest.CaptureFixture[str]) -> None:
    new_list()
    division = played(14)
    args = ("rate_event", division.event.slug, "--list", "national")
    call_command(*args, "--preview")
    assert "is not over: 1 of 7 rounds are posted. (--sure)" in capsys.readouterr().out
    with pytest.raises(SystemExit) as stopped:
        call_command(*args)
    assert stopped.value.code == 2
    assert "is not over: 1 of 7 rounds are posted." in capsys.readouterr().err
    call_command(*args, "--sure")
    assert "2 games" in capsys.readouterr().out


def test_the_run_of_an_event_that_was_put_away_is_marked(keeper: Client) -> None:
    rating_list, one = new_list(), played(14)
    do(rating_list, one, two := played(20, players_of(one)))
    assert "event put away" not in html_of(keeper.get(f"{KEEP}/runs/"))
    Event.objects.filter(pk=one.event_id).update(deleted_at=clock.now())
    assert html_of(keeper.get(f"{KEEP}/runs/")).count("event put away") == 1
    lines = overview.run_lines(overview.runs_of(rating_list))
    assert [(line.run.division_id, line.away) for line in lines] == [(two.pk, False), (one.pk, True)]
