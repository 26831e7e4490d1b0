"""A correction after the ceremony that changes who won: the overview says what changed and offers to do it again."""

from __future__ import annotations

import pytest
from django.test import Client

from tdapp.desk.day.division_states import states
from tdapp.desk.models import PrizeGiving
from tdapp.desk.overview import after
from tdapp.desk.overview.steps import Ends
from tdapp.desk.prizes.commands.ceremony import end_ceremony, note_given, start_ceremony
from tdapp.desk.prizes.commands.freezing import make_final_public
from tdapp.kernel.models import User
from tdapp.kernel.refusals import Refusal
from tests import factories as f
from tests.kept import once
from tests.prizes.hall import ROUNDS, Hall, hall

pytestmark = pytest.mark.django_db
FIRST, LAST = 1, 4  # tables of the last round


def over() -> Hall:
    """The prizes of the first two places were given, and everybody sees the final standings."""
    here = hall()
    f.member(here.event, "director", "director", operator=True)
    here.prizes("rank 1-2: 5000, 3000")
    here.final()
    start_ceremony(here.ctx, here.event)
    end_ceremony(here.ctx, here.event)
    make_final_public(here.ctx, here.event)
    return here


whole, given = once(over)


def step(here: Hall, code: str = "ceremony") -> after.Later:
    director = f.acting(User.objects.get(username="director"), here.event)
    found = after.steps(director, here.event, states(here.event), Ends.of(here.event))
    return next(one for one in found if one.code == code)


def winners(here: Hall) -> list[str]:
    return [here.entrant(number).spoken for _kind, _place, number, _cents in here.won()]


def ceremony(here: Hall) -> tuple[Client, str]:
    client = Client()
    client.force_login(User.objects.get(username="director"))
    return client, client.get(f"/e/{here.event.slug}/prizes/ceremony/").content.decode()


def test_prizes_given_before_a_correction_are_told_and_given_anew_once_all_is_final_again(
    given: Hall,
) -> None:
    here = given
    assert (step(here).state, step(here).sentence) == ("ok", "The prizes were given.")
    before = winners(here)
    here.correct(ROUNDS, LAST, 300, 600)
    now = winners(here)
    assert now != before
    assert (
        f"final. Champion: {now[0]} (₱5,000) instead of" in step(here, "final").sentence
    )  # who won comes first
    told = step(here)
    assert told.state == "later"
    assert now[0] in told.sentence
    assert "They are given anew once the standings are final again." in told.sentence
    assert "Finalise Open again" in ceremony(here)[1]
    with pytest.raises(Refusal, match="Call these divisions final first: Open"):
        note_given(here.ctx, here.event)
    here.final(reason="slip")
    told = step(here)
    assert (told.state, told.verb) == ("ask", "Give them anew")
    said = f"Champion: {now[0]} (₱5,000) instead of {before[0]} (₱4,000), {before[1]} (₱4,000)."
    assert said in told.sentence
    assert step(here, "public").state == "now"
    assert said in ceremony(here)[1]
    start_ceremony(here.ctx, here.event)
    end_ceremony(here.ctx, here.event)
    assert step(here).state == "ok"


def test_prizes_may_be_given_anew_without_a_ceremony(given: Hall) -> None:
    here = given
    with pytest.raises(Refusal, match="Every prize was given as the final standings have it"):
        note_given(here.ctx, here.event)
    here.correct(ROUNDS, LAST, 300, 600)
    here.final(reason="slip")
    client, page = ceremony(here)
    assert "Given already, without a ceremony" in page
    assert client.post(f"/e/{here.event.slug}/prizes/ceremony/given").status_code == 303
    assert (step(here).state, PrizeGiving.objects.get().step) == ("ok", 0)
    assert "Given already" not in ceremony(here)[1]
    PrizeGiving.objects.update(ended_at=None)
    with pytest.raises(Refusal, match="No ceremony is over yet"):
        note_given(here.ctx, here.event)


def test_a_correction_that_changes_no_prize_leaves_the_ceremony_done_and_says_what_it_did_change(
    given: Hall,
) -> None:
    here = given
    here.correct(ROUNDS, FIRST, 300, 372)  # between two who win nothing, whoever of them is ahead
    assert step(here).state == "ok"
    final = step(here, "final")
    assert final.state == "ask"
    assert "instead of" in final.sentence
