"""Who of a file is who: certain, to be asked about, or new. No database: players are looked at, not looked up."""

from __future__ import annotations

from tdapp.people.matching import Evidence, How, Pairs, People
from tdapp.people.models import Club, Player
from tdapp.people.names import fold

KLAB, OTHER = Club(name="Klab", key="klab"), Club(name="Other", key="other")


def player(
    number: str, name: str = "cruz ana", club: Club | None = KLAB, into: Player | None = None
) -> Player:
    return Player(number=number, key=fold(name), club=club, merged_into=into)


def test_a_number_with_its_name_is_certain_and_leads_to_who_stayed_after_a_merge() -> None:
    stayed = player("P-1")
    people = People([stayed, player("P-2", "kruz ana", into=stayed)])
    for number in ("P-1", "P-2"):
        found = people.find(Evidence(number, "cruz ana"))
        assert (found.how, found.player) == (How.NUMBER, stayed)
    assert people.find(Evidence("P-1")).player is stayed


def test_a_number_of_another_name_is_asked_about_and_an_unknown_one_is_somebody_new() -> None:
    people = People([player("P-1")])
    taken = people.find(Evidence("P-1", "diaz cy"))
    assert (taken.how, taken.player) == (How.TAKEN, None)
    assert people.find(Evidence("P-9", "cruz ana", "klab")).how == How.NEW


def test_a_name_is_certain_within_one_club_and_asked_about_otherwise() -> None:
    here, there = player("P-1"), player("P-2", club=OTHER)
    people = People([here, there])
    assert people.find(Evidence(name="cruz ana", club="klab")).player is here
    elsewhere = people.find(Evidence(name="cruz ana", club="third"))
    assert (elsewhere.how, elsewhere.others) == (How.NAMESAKES, (here, there))
    assert people.find(Evidence(name="diaz cy", club="klab")).how == How.NEW
    two = People([here, player("P-3")]).find(Evidence(name="cruz ana", club="klab"))
    assert (two.how, len(two.others), two.player) == (How.SEVERAL, 2, None)


def test_without_a_club_on_either_side_a_name_is_certain_only_for_who_says_so() -> None:
    alone = player("P-1", club=None)
    said = Evidence(name="cruz ana")
    assert People([alone]).find(said).how == How.NAMESAKES
    assert People([alone], clubless=True).find(said).player is alone


def test_where_nobody_is_meant_twice_the_second_is_not_the_same_person() -> None:
    people = People([player("P-1")], once=True)
    assert people.find(Evidence("P-1", "cruz ana")).how == How.NUMBER
    assert people.find(Evidence("P-1", "cruz ana")).how == How.TAKEN
    assert people.find(Evidence(name="cruz ana", club="klab")).how == How.NEW


def paired(said: list[Evidence], known: list[Evidence]) -> dict[int, int]:
    return Pairs(said, known, lambda at, other: abs(at - other)).found


def test_two_of_one_name_stay_two_and_each_is_met_once() -> None:
    ana = Evidence(name="cruz, ana", club="klab")
    assert paired([ana, ana], [ana, ana]) == {0: 0, 1: 1}
    assert paired([ana, ana, ana], [ana, ana]) == {0: 0, 1: 1}
    assert paired([ana], [ana, ana]) == {0: 0}


def test_numbers_come_first_and_two_numbers_are_two_people_unless_one_is_temporary() -> None:
    one, two, new = (Evidence(number, "cruz, ana") for number in ("p-1", "p-2", "t-3"))
    assert paired([two, one], [one, two]) == {0: 1, 1: 0}
    assert paired([two], [one]) == {}
    assert paired([two], [new]) == {0: 0}


def test_where_one_side_says_less_the_only_one_of_a_name_is_the_same_person() -> None:
    born, silent, other = (
        Evidence("", "cruz, ana", club, year) for club, year in (("klab", 2012), ("", 0), ("third", 0))
    )
    assert paired([silent], [born]) == {0: 0}
    assert paired([other], [born]) == {}
    assert paired([silent, silent], [born]) == {}
