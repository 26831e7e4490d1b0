"""Who never came: what overview, draft and command line say of them before a round is posted."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.test import Client

from tdapp.desk.day.division_states import states
from tdapp.desk.overview.steps import next_steps, waiting
from tdapp.events.entries.commands.presence import mark_missing
from tdapp.events.models import Entrant
from tests import factories as f

pytestmark = pytest.mark.django_db


def said(hall: f.Hall) -> tuple[str, str, list[str]]:
    """The next step's sentence and button, and what waits beside it."""
    known = states(hall.event)
    (step,) = next_steps(hall.event, known)
    return step.sentence, step.verb, [one.sentence for one in waiting(hall.event, known)]


def test_once_the_missing_are_marked_absent_round_1_is_next_and_they_stay_out_of_round_2() -> None:
    hall = f.hall(players=8, rounds=0)
    hall.division.entrants.filter(number__gt=6).update(checked_in_at=None)
    assert said(hall) == ("6 of 8 are checked in.", "Check in", [])
    mark_missing(hall.as_(hall.director), hall.division, round_number=1)
    assert said(hall) == ("Everybody is here or marked absent; round 1 can be paired.", "Pair round 1", [])
    pairs = list(hall.division.entrants.filter(number__lt=7).order_by("number"))
    f.play(f.published(hall.division, list(zip(pairs[::2], pairs[1::2], strict=True))))
    hall.division.rounds.update(status="closed")
    assert said(hall) == ("Round 2 can be paired.", "Pair round 2", [])


def test_who_is_in_the_draw_and_was_never_seen_is_told_before_and_left_out_by_one_press() -> None:
    hall = f.hall(players=8, rounds=0)
    field = list(hall.division.entrants.order_by("number"))
    f.play(f.published(hall.division, [(field[0], field[1]), (field[2], field[3]), (field[4], field[5])]))
    hall.division.rounds.update(status="closed")
    # Number 1 played without being checked in, so nobody asks for them.
    Entrant.objects.filter(number__in=[1, 7, 8]).update(checked_in_at=None)
    assert said(hall)[2] == [
        "2 in the draw of round 2 were never checked in: mark them absent or withdraw them."
    ]
    client = Client()
    client.force_login(hall.director)
    page = f"/e/{hall.event.slug}/{hall.division.slug}/round/2/"
    assert "2 players are not checked in" in client.get(page).content.decode()
    client.post(f"{page}draft", {"system": ""})
    told = client.get(page).content.decode()
    assert "2 who were never checked in are paired: mark them absent or withdraw them" in told
    client.post(f"{page}leave-out", {"again": "1"})
    told = client.get(page).content.decode()
    assert "never checked in" not in told
    assert "Away:" in told
    assert said(hall)[2] == []


def test_by_commands_an_old_draft_with_somebody_absent_says_so_and_how_it_is_drafted_anew(
    capsys: pytest.CaptureFixture[str],
) -> None:
    hall = f.hall(players=6, rounds=0)
    slug, name = hall.event.slug, hall.division.name.upper()
    Entrant.objects.filter(number=6).update(checked_in_at=None)
    call_command("pair", slug, "--division", name)
    assert "Never checked in, and paired: " in capsys.readouterr().out
    call_command("mark_absent", slug, "--round", "1", "5", "--division", name, "6")
    absent = hall.division.entrants.get(number=5).listed
    assert f"Marked absent for round 1 (not scored): {absent}; " in capsys.readouterr().out
    call_command("pair", slug)
    told = capsys.readouterr().out
    assert "--again throws it away" in told
    assert f"{absent} is on the draft but away now: pair again with --again." in told
    with pytest.raises(SystemExit):
        call_command("post_round", slug)
    assert f"pair {slug} --again" in capsys.readouterr().err
    call_command("pair", slug, "--again")
    call_command("post_round", slug)
    assert hall.division.rounds.get().tables.count() == 2
    call_command("check_in", slug, "--out", "4", "--division", name)
    assert hall.division.entrants.get(number=4).checked_in_at is None
    with pytest.raises(SystemExit):
        call_command("mark_absent", slug)
    assert "or say --missing" in capsys.readouterr().err
