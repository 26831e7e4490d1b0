"""From the last round to the archive: the overview names each step in turn, and nothing after the ceremony is forgotten."""

from __future__ import annotations

import pytest
from django.test import Client

from tdapp.desk.day.division_states import states
from tdapp.desk.overview import after, cards
from tdapp.desk.overview.steps import Ends
from tdapp.desk.pairing.commands.release import close_round, reopen_round
from tdapp.desk.prizes.commands.ceremony import end_ceremony, start_ceremony
from tdapp.desk.prizes.commands.freezing import make_final_public
from tdapp.interchange.commands.export import export_event
from tdapp.interchange.commands.federation import bundle_of
from tdapp.interchange.exports.render import Wish
from tdapp.interchange.federation import making
from tdapp.interchange.federation.making import Signature
from tdapp.kernel import context
from tdapp.kernel.commands import Installation
from tdapp.kernel.models import User
from tdapp.kernel.refusals import Refusal
from tdapp.people.models import RatingList
from tdapp.ratings.keeping.commands.lists import create_list
from tdapp.ratings.runs.commands.runs import rate
from tests import factories as f
from tests.prizes.hall import ROUNDS, SECRET, Hall, hall

pytestmark = pytest.mark.django_db


def way(here: Hall) -> dict[str, str]:
    """Every step after the last round with its state, as the director sees it."""
    known = states(here.event)
    director = f.acting(User.objects.get(username="director"), here.event)
    return {one.code: one.state for one in after.steps(director, here.event, known, Ends.of(here.event))}


def due(here: Hall) -> str:
    """The step that is next."""
    return next((code for code, state in way(here).items() if state in ("now", "ask")), "")


@pytest.fixture
def ended() -> Hall:
    """A division of which every round is closed, with a director."""
    here = hall()
    f.member(here.event, "director", "director", operator=True)
    return here


def test_each_step_after_the_last_round_follows_the_one_before(ended: Hall) -> None:
    assert due(ended) == "final"
    assert way(ended)["prizes"] == "plain"
    ended.prizes("rank 1-2: 500, 300")
    assert way(ended) | {"copy": ""} == {
        "prizes": "ok", "final": "now", "ceremony": "later", "public": "later",
        "rate": "plain", "send": "later", "export": "later", "copy": "",
    }  # fmt: skip
    ended.freeze(1)
    ended.final()
    assert due(ended) == "ceremony"
    start_ceremony(ended.ctx, ended.event)
    assert due(ended) == "ceremony"
    end_ceremony(ended.ctx, ended.event)
    assert due(ended) == "public"
    make_final_public(ended.ctx, ended.event)
    assert ended.fresh().released_round == ROUNDS
    RatingList.objects.create(slug="national", name="National")
    assert due(ended) == "rate"
    RatingList.objects.all().delete()
    assert due(ended) == "export"
    export_event(ended.ctx, ended.event, wish=Wish(format="json"))
    assert way(ended)["export"] == "ok"
    assert due(ended) == "copy"


def test_one_key_leads_to_each_step_after_the_last_round(ended: Hall) -> None:
    client = Client()
    client.force_login(User.objects.get(username="director"))

    def led_to() -> list[str]:
        page = client.get(f"/e/{ended.event.slug}/").content.decode()
        return [part.split("(")[1].split(")")[0] for part in page.split('data-key="n"')[1:]]

    ended.prizes("rank 1-2: 500, 300")
    assert led_to() == [ended.division.name]
    ended.final()
    assert led_to() == ["Ceremony"]
    start_ceremony(ended.ctx, ended.event)
    end_ceremony(ended.ctx, ended.event)
    page = client.get(f"/e/{ended.event.slug}/").content.decode()
    assert page.count('data-key="n"') == 1
    button = page.split('data-key="n"')[1].split("</button>")[0]
    assert "Make final public" in button


def test_a_correction_after_the_end_asks_for_the_file_again(ended: Hall) -> None:
    ended.final()
    export_event(ended.ctx, ended.event, wish=Wish(format="json"))
    reopen_round(ended.ctx, ended.round(ROUNDS), reason="slip")
    ended.correct(ROUNDS, 1, 500, 300)
    close_round(ended.ctx, ended.round(ROUNDS))
    ended.final(reason="slip")
    assert way(ended)["export"] == "now"


def test_what_a_correction_made_untrue_is_to_do_again_in_its_order(ended: Hall) -> None:
    def sentences() -> dict[str, str]:
        known = states(ended.event)
        director = f.acting(User.objects.get(username="director"), ended.event)
        found = after.steps(director, ended.event, known, Ends.of(ended.event))
        return {one.code: f"{one.sentence} {one.verb}" for one in found}

    def rate_it() -> None:
        national = RatingList.objects.get()
        rate(f.program(national), national, divisions=[ended.division.pk], seen=national.version, sure=True)

    def sign() -> None:
        bundle_of(ended.ctx, ended.event, Signature("Ana Cruz"))

    create_list(context.system(), Installation(), slug="national", facts={"name": "National"})
    ended.final()
    make_final_public(ended.ctx, ended.event)
    rate_it()
    sign()
    export_event(ended.ctx, ended.event, wish=Wish(format="json"))
    steps = ("final", "public", "rate", "send", "export")
    assert [way(ended)[one] for one in steps] == ["ok"] * 5
    assert making.differing(ended.event) == []
    ended.correct(ROUNDS, 1, 300, 372)
    assert [way(ended)[one] for one in steps] == ["ask", "later", "later", "later", "later"]
    said = sentences()["final"]
    assert "corrected after version 1 was final. " in said
    assert "instead of" in said
    assert said.endswith("Call version 2 final")
    [card] = cards.cards(ended.event, states(ended.event), Ends.of(ended.event))
    assert (card.step.state, card.step.verb) == ("ask", "Call version 2 final")
    assert "Call version 2 final, then sign." in making.differing(ended.event)[0]
    # Signed in spite of the warning, it holds other results than those put back.
    sign()
    ended.correct(ROUNDS, 1, SECRET, 351)
    assert [way(ended)[one] for one in ("final", "send")] == ["ok", "ask"]
    ended.correct(ROUNDS, 1, 300, 372)
    ended.final(reason="slip")
    assert [way(ended)[one] for one in steps] == ["ok", "now", "ask", "ask", "now"]
    assert "before the correction" in sentences()["public"]
    make_final_public(ended.ctx, ended.event)
    rate_it()
    sign()
    assert [way(ended)[one] for one in steps] == ["ok", "ok", "ok", "ok", "now"]


def test_a_file_taken_before_anything_was_final_is_not_the_export(ended: Hall) -> None:
    export_event(ended.ctx, ended.event, wish=Wish(format="json"))
    assert way(ended)["export"] == "later"
    ended.final()
    assert way(ended)["export"] == "now"


def test_a_division_that_still_plays_is_waited_for_and_nothing_is_offered_twice(ended: Hall) -> None:
    other = f.division(ended.event, "Novice", plan="swiss 1-2", rounds_planned=2)
    f.entrants(other, 4)
    f.published(other)
    ended.final()
    assert way(ended)["final"] == "later"
    known = cards.cards(ended.event, states(ended.event), Ends.of(ended.event))
    assert [(one.step.sentence, one.step.state) for one in known] == [
        ("Final; the public does not see it yet.", "ok"), ("Round 1: 2 results are pending.", "now"),
    ]  # fmt: skip


def test_final_standings_are_made_public_in_one_press_and_only_what_is_final(ended: Hall) -> None:
    with pytest.raises(Refusal, match="Finalise the standings first"):
        make_final_public(ended.ctx, ended.event)
    ended.final()
    client = Client()
    client.force_login(User.objects.get(username="director"))
    client.post(f"/e/{ended.event.slug}/prizes/public")
    assert ended.fresh().released_round == ROUNDS
    assert ended.event.public
    assert "Everybody sees the final standings." in client.get(f"/e/{ended.event.slug}/").content.decode()


def test_the_first_five_are_those_of_the_last_closed_round_also_after_a_correction(ended: Hall) -> None:
    def first() -> list[tuple[int, int]]:
        [card] = cards.cards(ended.event, states(ended.event), Ends.of(ended.event))
        return [(card.after, one.spread) for one in card.leaders]

    before = first()
    assert len(before) == 5
    assert {after for after, _spread in before} == {ROUNDS}
    reopen_round(ended.ctx, ended.round(1), reason="slip")
    assert first() == []
    ended.correct(1, 1, 790, 10)
    close_round(ended.ctx, ended.round(1))
    corrected = first()
    assert {after for after, _spread in corrected} == {ROUNDS}
    assert corrected != before
