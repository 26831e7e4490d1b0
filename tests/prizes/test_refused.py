"""What the prizes, the ceremony and the certificates do not take, and that nothing changed then."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tdapp.desk.models import Certificate, Prize, PrizeGiving, Saying, Sponsor
from tdapp.desk.prizes.commands import ceremony as shows
from tdapp.desk.prizes.commands import prizes
from tdapp.kernel.refusals import Refusal
from tdapp.publishing.certificates import logos, making
from tdapp.publishing.look.pictures import made_anew
from tests import factories as f
from tests.kept import first
from tests.prizes.hall import Hall, hall
from tests.scoresheets import pictures

pytestmark = pytest.mark.django_db
whole, ready = first(hall, 0)
# What the event's public side costs: the event with its divisions, and the newest of its log.
EVENT = 2
RANK = prizes.Wanted("rank", ((500, ""),))


def odd(**values: Any) -> Callable[[Hall], prizes.Wanted]:
    """A prize of the division with something wrong about it."""
    return lambda here: replace(RANK, **{"division": here.division.pk, **values})


ODD: dict[str, tuple[Callable[[Hall], prizes.Wanted], str]] = {
    "a place of no division": (odd(division=None), "choose which"),
    "a division of elsewhere": (odd(division=uuid4()), "no such division"),
    "a class without a name": (odd(kind="class"), "Name the class"),
    "nothing to get": (odd(places=()), "what each place gets"),
    "an unknown rule": (odd(breakers=("beauty",)), "beauty is no rule that breaks ties"),
    "a player of elsewhere": (odd(given_to=uuid4()), "no such player"),
}


@pytest.mark.parametrize("name", ODD)
def test_a_prize_that_cannot_be_is_refused_in_a_sentence(name: str) -> None:
    here = hall(0)
    wanted, sentence = ODD[name]
    with pytest.raises(Refusal, match=sentence) as refused:
        prizes.add_prizes(here.ctx, here.event, wanted=[wanted(here)])
    assert (refused.value.code, len(refused.value.sentences)) == ("bad-prize", 1)
    assert not Prize.objects.exists()


def test_an_event_has_a_bounded_number_of_prizes() -> None:
    here = hall(0)
    lines = [replace(RANK, division=here.division.pk, first=n + 1) for n in range(prizes.MOST_PRIZES + 1)]
    with pytest.raises(Refusal, match="at most 120 lines"):
        prizes.add_prizes(here.ctx, here.event, wanted=lines)
    assert not Prize.objects.exists()


def test_prizes_are_taken_over_from_another_event_of_ones_own_that_has_some() -> None:
    here, other = hall(0), hall(0)
    other.prizes("rank 1: 5")
    type(other.division).objects.filter(pk=other.division.pk).update(slug="elsewhere")
    for source, allowed, code in (
        (other.event.pk, [here.event.pk], "no-source"),
        (here.event.pk, [here.event.pk], "no-source"),
        (other.event.pk, [other.event.pk], "no-prizes"),
    ):
        with pytest.raises(Refusal) as refused:
            prizes.clone_prizes(here.ctx, here.event, source=source, allowed=allowed)
        assert refused.value.code == code
    assert not Prize.objects.filter(event=here.event).exists()


def test_how_a_name_is_said_is_kept_for_players_of_the_event_alone() -> None:
    here, other = hall(0), hall(0)
    said = {str(here.entrant(1).pk): "a-BAD", str(other.entrant(1).pk): "oops"}
    with pytest.raises(Refusal, match="no such player"):
        prizes.set_sayings(here.ctx, here.event, sayings=said)
    assert not Saying.objects.exists()


def test_there_is_no_ceremony_without_winners_and_none_to_step_or_end_before_it_begins() -> None:
    here = hall(0)
    for press, code in (
        (lambda: shows.start_ceremony(here.ctx, here.event), "no-winners"),
        (lambda: shows.step_ceremony(here.ctx, here.event, to="next", seen=0), "not-running"),
        (lambda: shows.end_ceremony(here.ctx, here.event), "not-running"),
    ):
        with pytest.raises(Refusal) as refused:
            press()
        assert refused.value.code == code
    assert not PrizeGiving.objects.exclude(started_at=None).exists()


PUBLISHED: dict[str, tuple[str, dict[str, str], str]] = {
    "a step to nowhere": ("ceremony/step", {"to": "away", "seen": "0"}, "Say whether the next card comes"),
    "a step nobody saw": ("ceremony/step", {"to": "next", "seen": "x"}, "Say whether the next card comes"),
    "a line that is none": ("add", {"lines": "rank 1-3 5000"}, "Line 1: "),
    "a prize that is none": ("order", {"to": "up", "prize": "x"}, "Say which prize goes up or down"),
}


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_button_that_says_nothing_is_answered_with_a_sentence(name: str, client: Client) -> None:
    here = hall(0)
    client.force_login(f.member(here.event, "director"))
    where, typed, sentence = PUBLISHED[name]
    answer = client.post(f"/e/{here.event.slug}/prizes/{where}", typed)
    assert answer.status_code == 422
    assert sentence in answer.content.decode()


def test_a_prize_is_given_by_hand_to_a_number_of_the_division(client: Client) -> None:
    here = hall(0)
    here.prizes("custom: trophy")
    client.force_login(f.member(here.event, "director"))
    row = Prize.objects.get()
    typed = {
        "seen": row.version, "division": here.division.slug, "kind": "custom", "title": "Fair play", "first": 1,
        "places": "trophy", "ties": "split", "best": 3,
    }  # fmt: skip
    where = f"/e/{here.event.slug}/prizes/{row.pk}/"
    answer = client.post(where, {**typed, "given_number": "99"})
    assert answer.status_code == 422
    assert "no player of this number" in answer.content.decode()
    assert client.post(where, {**typed, "given_number": "3"}).status_code == 303
    assert Prize.objects.get().given_to == here.entrant(3)


def test_certificates_are_on_paper_there_is_and_for_somebody() -> None:
    here = hall()
    here.final()
    for wish, code in (
        (making.Wish("a0"), "bad-paper"),
        (making.Wish(only_winners=True, schools=False), "nobody"),
    ):
        with pytest.raises(Refusal) as refused:
            making.make(here.ctx, here.event, wish=wish)
        assert refused.value.code == code
    assert not Certificate.objects.exists()


def test_logos_have_names_and_fit_on_a_certificate() -> None:
    here = hall(0)
    with pytest.raises(Refusal, match="whose logo"):
        logos.add_sponsor(here.ctx, here.event, name=" ", data=pictures.png())
    for number in range(logos.MOST_LOGOS):
        logos.add_sponsor(here.ctx, here.event, name=f"Shop {number}", data=pictures.png())
    with pytest.raises(Refusal, match="At most 6 logos"):
        logos.add_sponsor(here.ctx, here.event, name="One more", data=pictures.png())
    assert Sponsor.objects.count() == logos.MOST_LOGOS


def test_a_picture_too_detailed_to_be_kept_small_is_no_logo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tdapp.publishing.look.pictures.MOST_KEPT", 2_000)
    noise = pictures.of_pixels(random.Random(7).randbytes(60 * 60 * 3), (60, 60))
    with pytest.raises(Refusal, match="too detailed"):
        made_anew(noise)


def test_what_is_no_code_is_not_looked_up(django_assert_num_queries: Any, client: Client) -> None:
    here = hall(0)
    here.release(0)
    where = f"/t/{here.event.slug}/certificate/"
    client.get(f"{where}nothing")
    for code, queries in (("nothing", EVENT), ("0" * 24, EVENT + 1)):
        with django_assert_num_queries(queries):
            assert client.get(f"{where}{code}").status_code == 404
