"""Check-in, late, away, back, substituted, house players: what is recorded and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from tdapp.events.entries import arriving
from tdapp.events.entries.commands import arrivals, entrants, presence
from tdapp.events.models import Division, Entrant, Presence
from tdapp.kernel.refusals import Missing, NotAllowed, Refusal
from tdapp.people.models import Club
from tests import factories
from tests.factories import Hall

pytestmark = pytest.mark.django_db


def one(here: Hall, number: int = 1) -> Entrant:
    return Entrant.objects.select_related("division__event", "player").get(
        division=here.division, number=number
    )


def gaps(row: Entrant) -> list[tuple[int, int | None, str, str]]:
    return list(row.absences.values_list("first", "last", "kind", "intent"))


def test_check_in_counts_and_is_the_same_twice() -> None:
    here = factories.hall(players=5, rounds=0)
    here.division.entrants.update(checked_in_at=None)
    ctx = here.as_(here.clerk)
    answers = [presence.check_in(ctx, one(here, n)) for n in (1, 2, 2)]
    assert [(a["in"], a["of"]) for a in answers] == [(1, 5), (2, 5), (2, 5)]
    when = one(here).checked_in_at
    presence.check_in(ctx, one(here))
    assert one(here).checked_in_at == when


def test_check_in_can_be_taken_back() -> None:
    here = factories.hall(players=2, rounds=0)
    presence.check_in(here.as_(here.clerk), one(here), present=False)
    assert one(here).checked_in_at is None


def test_who_has_no_name_neither_helps_out_nor_plays_on_for_another() -> None:
    here = factories.hall(players=3, rounds=0)
    ctx = here.as_(here.director)
    for enter in (
        lambda: presence.house_player(ctx, here.division, given="Helper", surname=" "),
        lambda: presence.substitute(ctx, one(here), given="", surname="", from_round=1),
    ):
        with pytest.raises(Refusal) as refused:
            enter()
        assert refused.value.code == "no-name"
    assert here.division.entrants.count() == 3


def test_a_house_player_is_nobody_to_wait_for() -> None:
    here = factories.hall(players=3, rounds=0)
    presence.house_player(here.as_(here.director), here.division, given="Helper", surname="Hall")
    answer = presence.check_in(here.as_(here.clerk), one(here))
    assert (answer["in"], answer["of"]) == (3, 3)


def missing_hall() -> Hall:
    here = factories.hall(players=6, rounds=0)
    here.division.entrants.filter(number__gt=4).update(checked_in_at=None)
    return here


@pytest.mark.parametrize("intent", ["unscored", "forfeit"])
def test_the_missing_are_left_out_until_they_are_checked_in(intent: str) -> None:
    here = missing_hall()
    answer = presence.mark_missing(here.as_(here.director), here.division, round_number=1, intent=intent)
    assert answer["left_out"] == [5, 6]
    assert gaps(one(here, 5)) == [(1, None, "away", intent)]
    assert gaps(one(here, 1)) == []


def test_a_later_absence_that_was_announced_stays_beside_being_marked_absent() -> None:
    here = missing_hall()
    ctx = here.as_(here.director)
    presence.withdraw(ctx, one(here, 5), from_round=4, intent="forfeit")
    presence.mark_missing(ctx, here.division, round_number=1)
    assert gaps(one(here, 5)) == [(1, 3, "away", "unscored"), (4, None, "withdrawn", "forfeit")]


def test_by_number_who_is_here_misses_the_one_round_and_who_is_not_all_until_checked_in() -> None:
    here = missing_hall()
    ctx = here.as_(here.director)
    told = presence.mark_missing(ctx, here.division, round_number=2, numbers=[1, 5])
    assert told["left_out"] == [1, 5]
    assert [gaps(one(here, number)) for number in (1, 5, 6)] == [
        [(2, 2, "away", "unscored")], [(2, None, "away", "unscored")], [],
    ]  # fmt: skip
    with pytest.raises(Missing, match="no entrant number 77"):
        presence.mark_missing(ctx, here.division, round_number=2, numbers=[1, 77])


def test_who_was_marked_absent_withdraws_or_is_replaced_all_the_same() -> None:
    here = missing_hall()
    ctx = here.as_(here.director)
    presence.mark_missing(ctx, here.division, round_number=1)
    presence.withdraw(ctx, one(here, 5), from_round=3, intent="forfeit")
    presence.substitute(ctx, one(here, 6), given="Sub", surname="Stitute", from_round=1)
    assert gaps(one(here, 5)) == [(1, 2, "away", "unscored"), (3, None, "withdrawn", "forfeit")]
    assert gaps(one(here, 6)) == [(1, None, "withdrawn", "unscored")]


def test_leaving_out_twice_marks_once() -> None:
    here = missing_hall()
    for _turn in range(2):
        presence.mark_missing(here.as_(here.director), here.division, round_number=1)
    assert Presence.objects.count() == 2


def test_who_still_comes_is_in_the_round_again() -> None:
    here = missing_hall()
    presence.mark_missing(here.as_(here.director), here.division, round_number=1)
    answer = presence.check_in(here.as_(here.clerk), one(here, 5))
    assert answer["back"] is True
    assert gaps(one(here, 5)) == []
    assert gaps(one(here, 6)) == [(1, None, "away", "unscored")]


def test_who_comes_after_the_round_was_published_keeps_the_missed_round() -> None:
    here = missing_hall()
    presence.mark_missing(here.as_(here.director), here.division, round_number=1)
    field = list(here.division.entrants.order_by("number"))
    factories.published(here.division, [(field[0], field[1]), (field[2], field[3])])
    presence.check_in(here.as_(here.clerk), one(here, 5))
    assert gaps(one(here, 5)) == [(1, 1, "away", "unscored")]


def test_an_announced_absence_is_not_undone_by_checking_in() -> None:
    here = missing_hall()
    presence.withdraw(here.as_(here.director), one(here, 5), from_round=3, to_round=3, intent="forfeit")
    presence.check_in(here.as_(here.clerk), one(here, 5))
    assert gaps(one(here, 5)) == [(3, 3, "away", "forfeit")]


@pytest.mark.parametrize(
    ("values", "said"),
    [({"round_number": 1}, "already posted"), ({"round_number": 2, "intent": "x"}, "not scored")],
)
def test_leaving_out_is_refused_for_a_published_round_or_an_unknown_value(
    values: dict[str, Any], said: str
) -> None:
    here = factories.hall(players=4, rounds=1)
    with pytest.raises(Refusal, match=said):
        presence.mark_missing(here.as_(here.director), here.division, **values)


@pytest.mark.parametrize(
    ("values", "stored"),
    [
        ({"from_round": 2, "intent": "forfeit"}, (2, None, "withdrawn", "forfeit")),
        ({"from_round": 2, "intent": "unscored"}, (2, None, "withdrawn", "unscored")),
        ({"from_round": 3, "to_round": 4, "intent": "bye"}, (3, 4, "away", "bye")),
    ],
)
def test_a_withdrawal_says_from_when_and_what_it_counts_as(
    values: dict[str, Any], stored: tuple[Any, ...]
) -> None:
    here = factories.hall(players=4, rounds=1)
    version = Division.objects.get(pk=here.division.pk).version
    presence.withdraw(here.as_(here.director), one(here), **values)
    assert gaps(one(here)) == [stored]
    assert Division.objects.get(pk=here.division.pk).version > version


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"from_round": 1, "intent": "forfeit"}, "already-paired"),
        ({"from_round": 0, "intent": "forfeit"}, "bad-rounds"),
        ({"from_round": 4, "to_round": 3, "intent": "forfeit"}, "bad-rounds"),
        ({"from_round": 3, "intent": "holiday"}, "bad-intent"),
    ],
)
def test_a_withdrawal_that_cannot_be_is_refused(values: dict[str, Any], code: str) -> None:
    here = factories.hall(players=4, rounds=2)
    with pytest.raises(Refusal) as refused:
        presence.withdraw(here.as_(here.director), one(here), **values)
    assert refused.value.code == code
    assert gaps(one(here)) == []


@pytest.mark.parametrize(
    "again", [{"from_round": 4}, {"from_round": 2, "to_round": 3}, {"from_round": 2}], ids=str
)
def test_absences_do_not_overlap(again: dict[str, Any]) -> None:
    here = factories.hall(players=4, rounds=1)
    ctx = here.as_(here.director)
    presence.withdraw(ctx, one(here), from_round=3, intent="forfeit")
    presence.withdraw(ctx, one(here, 2), from_round=3, to_round=4, intent="forfeit")
    refused = 0
    for number in (1, 2):
        try:
            presence.withdraw(ctx, one(here, number), intent="unscored", **again)
        except Refusal as refusal:
            refused += refusal.code == "already-away"
    assert refused == 2


@pytest.mark.parametrize(
    ("back", "left"),
    [(5, [(3, 4, "withdrawn", "forfeit")]), (3, [])],
    ids=["later", "at once"],
)
def test_rejoining_keeps_the_rounds_between(back: int, left: list[Any]) -> None:
    here = factories.hall(players=4, rounds=2)
    ctx = here.as_(here.director)
    presence.withdraw(ctx, one(here), from_round=3, intent="forfeit")
    presence.rejoin(ctx, one(here), from_round=back)
    assert gaps(one(here)) == left


def test_an_absence_with_an_end_can_be_cut_short() -> None:
    here = factories.hall(players=4, rounds=1)
    ctx = here.as_(here.director)
    presence.withdraw(ctx, one(here), from_round=2, to_round=6, intent="unscored")
    presence.rejoin(ctx, one(here), from_round=4)
    assert gaps(one(here)) == [(2, 3, "away", "unscored")]


@pytest.mark.parametrize(("away", "back", "code"), [(False, 3, "not-away"), (True, 2, "round-published")])
def test_rejoining_is_refused_when_not_away_or_too_early(away: bool, back: int, code: str) -> None:
    here = factories.hall(players=4, rounds=2)
    ctx = here.as_(here.director)
    if away:
        presence.withdraw(ctx, one(here), from_round=3, intent="forfeit")
    with pytest.raises(Refusal) as refused:
        presence.rejoin(ctx, one(here), from_round=back)
    assert refused.value.code == code


def test_a_substitute_is_an_entrant_of_his_own_from_the_round_the_other_leaves() -> None:
    here = factories.hall(players=4, rounds=2)
    answer = presence.substitute(
        here.as_(here.director), one(here), given="Sub", surname="Stitute", from_round=5, rating=1200
    )
    new = Entrant.objects.get(pk=answer["id"])
    assert new.substitute_for == one(here)
    assert (new.number, new.club, new.checked_in_at is not None) == (5, one(here).club, True)
    assert gaps(one(here)) == [(5, None, "withdrawn", "unscored")]
    assert gaps(new) == [(1, 4, "late", "unscored")]


def test_a_replaced_entrant_cannot_be_removed_under_the_substitute() -> None:
    here = factories.hall(players=2, rounds=0)
    ctx = here.as_(here.director)
    presence.substitute(ctx, one(here), given="Sub", surname="Stitute", from_round=1)
    with pytest.raises(Refusal, match="substitute"):
        entrants.remove_entrant(ctx, one(here))


def test_one_house_player_a_division() -> None:
    here = factories.hall(players=3, rounds=0)
    ctx = here.as_(here.director)
    presence.house_player(ctx, here.division, given="Helper", surname="Hall")
    with pytest.raises(Refusal, match="already has"):
        presence.house_player(ctx, here.division, given="Second", surname="Hall")
    assert here.division.entrants.filter(house=True).count() == 1


def test_checking_in_needs_the_right() -> None:
    here = factories.hall(players=2, rounds=0)
    with pytest.raises(NotAllowed):
        presence.check_in(here.as_(here.viewer), one(here))


def test_the_check_in_line_finds_without_accents_case_particles_or_order() -> None:
    here = factories.hall(players=6, rounds=0)
    here.division.entrants.update(club=Club.objects.get(key="batangas sc"))
    named = [
        ("Nuñez", "José"), ("de la Peña", "María Luz"), ("Cruz", "Juan"), ("Cruz Santos", "Juana"),
        ("de los Santos", "Cruz"), ("Madonna", ""),
    ]  # fmt: skip
    for number, (surname, given) in enumerate(named, 1):
        Entrant.objects.filter(number=number).update(surname=surname, given=given)
    first = Entrant.objects.get(number=1)
    cases = {
        "nunez": [1], "NUÑEZ": [1], "jose nunez": [1], "pena": [2], "luz peña": [2], "de la p": [2], "delapena": [2],
        "cruz juan": [3, 4], "juan,cruz": [3, 4], "santos": [4, 5], "sto": [], "madonna": [6], "3": [3], "#3": [3],
        "33": [], "cruz cruz": [], "": [], "  ": [], "-": [], f"http://hall/e/x/checkin/card/{first.pk.hex}": [1],
        "pena batangas": [2], "Cruz, Juan (Batangas SC)": [3, 4], "batangas": [], "juan manila": [],
        f"HTTP>&&hall&{first.pk.hex.upper()}": [1], "f" * 32: [],
    }  # fmt: skip
    rows = arriving.expected(here.event, None)
    for typed, numbers in cases.items():
        assert sorted(row.number for row in arriving.meant(rows, typed)) == numbers, typed


def test_several_are_checked_in_and_taken_back_together_and_are_in_their_rounds_again() -> None:
    here = factories.hall(players=4, rounds=0)
    ctx = here.as_(here.director)
    rows = list(here.division.entrants.order_by("number"))
    Entrant.objects.filter(number__gt=1).update(checked_in_at=None)
    presence.mark_missing(ctx, here.division, round_number=1)
    ids = [str(row.pk) for row in rows]
    answer = arrivals.check_in_together(ctx, here.event, entrants=ids)
    assert (answer["numbers"], Presence.objects.count()) == ([2, 3, 4], 0)
    arrivals.check_in_together(ctx, here.event, entrants=answer["ids"], present=False)
    assert list(here.division.entrants.exclude(checked_in_at=None)) == rows[:1]
    with pytest.raises(Refusal, match="Say who"):
        arrivals.check_in_together(ctx, here.event, entrants=[])
    with pytest.raises(Missing):
        arrivals.check_in_together(ctx, here.event, entrants=[*ids, str(here.event.pk)])


def test_marked_absent_is_taken_back_until_the_round_is_published() -> None:
    here = factories.hall(players=4, rounds=1)
    ctx = here.as_(here.director)
    Entrant.objects.filter(number__gt=2).update(checked_in_at=None)
    presence.mark_missing(ctx, here.division, round_number=2)
    assert arrivals.unmark_missing(ctx, here.division, round_number=2)["count"] == 2
    assert not Presence.objects.exists()
    with pytest.raises(Refusal, match="already posted"):
        arrivals.unmark_missing(ctx, here.division, round_number=1)
