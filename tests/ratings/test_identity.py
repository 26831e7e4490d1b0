"""A player is one number: suspects are listed, a merge is shown before it is done and can be taken back."""

from __future__ import annotations

import pytest
from django.test import Client

from tdapp.kernel.refusals import Refusal
from tdapp.people import registry
from tdapp.people.models import Player
from tdapp.ratings.identity.commands.identity import (
    are_two,
    maybe_one,
    merge,
    moves_of_merge,
    preview_merge,
    separate,
)
from tdapp.ratings.identity.suspects import suspects
from tdapp.ratings.models import RatingChange, TwoPeople
from tests import factories as f
from tests.ratings.test_runs import SYSTEM, do, new_list, played, players_of, standing

pytestmark = pytest.mark.django_db


def player(given: str, surname: str, number: str, club: str = "Cebu Word Club") -> Player:
    return registry.player(given=given, surname=surname, number=number, club=registry.club(club))


def test_players_of_one_name_and_near_names_of_one_club_are_suspected_and_left_alone() -> None:
    player("Ana", "Cruz", "1")
    player("Ana", "Cruz", "2")
    player("Ana", "Cruz", "3", "Davao Tiles")
    player("Bernardo", "Villanueva", "4")
    player("Bernado", "Villanueva", "5")
    player("Carla", "Zamora", "6")
    found = [(pair.one.number, pair.other.number, pair.why) for pair in suspects()]
    assert found == [("1", "2", "same"), ("5", "4", "near"), ("1", "3", "name"), ("2", "3", "name")]
    assert Player.objects.filter(merged_into=None).count() == 6


def test_a_merge_is_shown_then_done_and_taken_back_to_the_letter() -> None:
    rating_list, one = new_list(), played(14)
    two = played(20)
    keep, gone = players_of(one)[0], players_of(two)[1]
    do(rating_list, one, two)
    was, changes = standing(rating_list), RatingChange.objects.count()
    told = preview_merge(keep, gone)
    moves = moves_of_merge(rating_list, keep, gone)
    assert (told["entries"], told["lists"], standing(rating_list)) == (1, ["National"], was)
    merge(SYSTEM, keep, gone=gone.pk, reason="same birth certificate")
    after = standing(rating_list)
    assert gone.number not in after
    assert {row["number"]: row["after"] for row in moves if row["after"]}.items() <= {
        number: value for number, (value, _games) in after.items()
    }.items()
    assert after[keep.number][1] == was[keep.number][1] + was[gone.number][1]
    gone.refresh_from_db()
    separate(SYSTEM, gone, reason="twins after all")
    assert standing(rating_list) == was
    assert RatingChange.objects.count() == changes


def test_two_who_played_at_one_event_are_two_people() -> None:
    keep, gone, *_rest = players_of(played(14))
    with pytest.raises(Refusal, match="two people"):
        merge(SYSTEM, keep, gone=gone.pk, reason="same name")


def test_a_merge_needs_two_players_and_a_reason_and_is_not_done_twice() -> None:
    keep, gone = player("Ana", "Cruz", "1"), player("Ana", "Cruz", "2")
    with pytest.raises(Refusal, match="different players"):
        merge(SYSTEM, keep, gone=keep.pk, reason="x")
    with pytest.raises(Refusal, match="Say how you know"):
        merge(SYSTEM, keep, gone=gone.pk, reason=" ")
    merge(SYSTEM, keep, gone=gone.pk, reason="same person")
    with pytest.raises(Refusal, match="merged already"):
        merge(SYSTEM, player("Ben", "Cruz", "3"), gone=gone.pk, reason="again")
    with pytest.raises(Refusal, match="was not merged"):
        separate(SYSTEM, keep, reason="x")


def test_two_who_are_said_to_be_two_are_not_suggested_again_until_it_is_taken_back() -> None:
    one, other = player("Ana", "Cruz", "1"), player("Ana", "Cruz", "2")
    third = player("Ana", "Cruz", "3")
    are_two(SYSTEM, other, other=one.pk)
    assert {(pair.one.number, pair.other.number) for pair in suspects()} == {("1", "3"), ("2", "3")}
    with pytest.raises(Refusal, match=r"said on .* that they are two people; take that back first"):
        merge(SYSTEM, one, gone=other.pk, reason="one after all")
    are_two(SYSTEM, one, other=other.pk)
    assert TwoPeople.objects.count() == 1
    maybe_one(SYSTEM, one, other=other.pk)
    assert len(suspects()) == 3
    merge(SYSTEM, one, gone=other.pk, reason="one after all")
    with pytest.raises(Refusal, match="merged already"):
        are_two(SYSTEM, third, other=other.pk)


def test_what_nobody_said_is_not_taken_back_and_nobody_is_two_with_himself() -> None:
    one, other = player("Ana", "Cruz", "1"), player("Ana", "Cruz", "2")
    with pytest.raises(Refusal, match="Nobody said"):
        maybe_one(SYSTEM, one, other=other.pk)
    with pytest.raises(Refusal, match="different players"):
        are_two(SYSTEM, one, other=one.pk)


def test_the_button_they_are_two_is_remembered_shown_and_taken_back() -> None:
    one, other = player("Ana", "Cruz", "N-1"), player("Ana", "Cruz", "N-2")
    client = Client()
    client.force_login(f.user("keeper", owner=True))
    pair = f"/ratings/people/{one.pk}/{other.pk}"
    assert f'formaction="{pair}/two"' in client.get(f"{pair}/").content.decode()
    shown = client.post(f"{pair}/two", follow=True).content.decode()
    assert "not suggested again" in shown
    assert "Possibly one person" not in shown
    assert "Said to be two people" in shown
    said = TwoPeople.objects.get()
    back = client.post(f"/ratings/people/{said.one_id}/{said.other_id}/maybe", follow=True).content.decode()
    assert "Possibly one person" in back
    assert "Said to be two people" not in back
