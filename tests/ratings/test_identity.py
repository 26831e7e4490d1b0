"""A player is one number: suspects are listed, a merge is shown before it is done and can be taken back."""

from __future__ import annotations

import pytest

from tdapp.kernel.refusals import Refusal
from tdapp.people import registry
from tdapp.people.models import Player
from tdapp.ratings.commands.identity import merge, moves_of_merge, preview_merge, separate
from tdapp.ratings.identity import suspects
from tdapp.ratings.models import RatingChange
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
