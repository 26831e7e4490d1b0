"""Rosters against who is there: adds nobody twice, loses nobody, keeps two of one name two."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tdapp.interchange.entering.match_people import Known
from tdapp.interchange.entering.reconcile import Plan, reconcile
from tdapp.interchange.roster import Roster, RosterRow, Severity
from tests.interchange import rosters

COLUMNS = {
    name: name
    for name in (
        "member",
        "surname",
        "given",
        "club",
        "division",
        "rating",
        "birth_year",
        "consent",
        "team",
        "guardian",
    )
}


def roster(*rows: RosterRow, columns: dict[str, str] = COLUMNS) -> Roster:
    return Roster(rows, (), columns, 1)


def row(number: int, surname: str, given: str = "A", **more: object) -> RosterRow:
    return RosterRow(number, surname, given, **more)  # type: ignore[arg-type]


def entered(plan: Plan, start: int = 0) -> list[Known]:
    """The event after a plan was carried out."""
    return [
        Known(
            f"e{start + at}", r.surname, r.given, r.member or f"T-{start + at + 1}", r.home, r.division, r.rating or 0,
            r.team, r.klass, r.fixed_table, r.birth_date, r.birth_year, bool(r.consent), r.guardian, r.contact,
        )
        for at, r in enumerate(addition.row for addition in plan.add)
    ]  # fmt: skip


def test_an_empty_event_gets_everybody():
    plan = reconcile(rosters.parsed(rosters.clean_csv()), [])
    assert plan.counts == {"add": 8, "change": 0, "same": 0, "refused": 0, "missing": 0}


def test_the_same_file_twice_adds_nobody_twice():
    sheet = rosters.parsed(rosters.clean_csv())
    again = reconcile(sheet, entered(reconcile(sheet, [])))
    assert again.counts == {"add": 0, "change": 0, "same": 8, "refused": 0, "missing": 0}
    assert again.findings == []


PEOPLE = st.lists(
    st.builds(
        lambda surname, given, club, year, member: (surname, given, club, year, member),
        st.sampled_from(["Cruz", "Peña", "Go"]), st.sampled_from(["Ana", "Ben"]), st.sampled_from(["", "Cebu", "Davao"]),
        st.sampled_from([None, 1980, 1981]), st.sampled_from(["", "", "1", "2", "3", "4"]),
    ),
    max_size=12,
)  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(PEOPLE, st.randoms(use_true_random=False))
def test_any_file_twice_in_any_order_adds_nobody_twice(people: list[tuple], random: object):
    numbers = [person[4] for person in people if person[4]]
    people = [person for person in people if not person[4] or numbers.count(person[4]) == 1]
    rows = [
        row(at, s, g, club=c, birth_year=y, member=m) for at, (s, g, c, y, m) in enumerate(people, start=2)
    ]
    there = entered(reconcile(roster(*rows), []))
    assert len(there) == len(rows)
    random.shuffle(rows)  # type: ignore[attr-defined]
    again = reconcile(roster(*rows), there)
    assert again.counts == {"add": 0, "change": 0, "same": len(rows), "refused": 0, "missing": 0}


@settings(max_examples=300, deadline=None)
@given(PEOPLE, PEOPLE)
def test_every_row_has_one_fate_and_every_entry_at_most_one_row(first: list[tuple], second: list[tuple]):
    there = entered(
        reconcile(
            roster(*[row(at, s, g, club=c, birth_year=y) for at, (s, g, c, y, _m) in enumerate(first)]), []
        )
    )
    rows = [
        row(at, s, g, club=c, birth_year=y, member=m) for at, (s, g, c, y, m) in enumerate(second, start=2)
    ]
    plan = reconcile(roster(*rows), there)
    fates = [one.row.row for one in (*plan.add, *plan.change, *plan.same)] + [one.row for one in plan.refused]
    assert sorted(fates) == [one.row for one in rows]
    met = [one.known.id for one in (*plan.change, *plan.same)]
    assert len(met) == len(set(met))
    assert {one.id for one in there} == {*met, *(one.id for one in plan.missing)}


def test_two_of_one_name_club_and_year_stay_two():
    twins = [row(2, "Cruz", club="Cebu", birth_year=1980), row(3, "Cruz", club="Cebu", birth_year=1980)]
    there = entered(reconcile(roster(*twins), []))
    assert len(there) == 2
    plan = reconcile(roster(*twins, row(4, "Cruz", club="Cebu", birth_year=1980)), there)
    assert plan.counts["same"] == 2
    assert plan.counts["add"] == 1


def test_of_two_namesakes_each_meets_the_entry_most_like_the_row():
    there = [
        Known("a", "Cruz", "A", "T-1", "Cebu", "open", 1500, birth_year=1980),
        Known("b", "Cruz", "A", "T-2", "Cebu", "elementary", 0, birth_year=1980),
    ]
    rows = [
        row(2, "Cruz", club="Cebu", birth_year=1980, division="elementary"),
        row(3, "Cruz", club="Cebu", birth_year=1980, division="open", rating=1500),
    ]
    assert reconcile(roster(*rows), there).counts["same"] == 2


def test_changes_are_told_field_by_field_with_before_and_after():
    there = [Known("a", "Cruz", "Ana", "7", "Cebu", "open", 1500, birth_year=1980)]
    plan = reconcile(
        roster(row(2, "Cruz", "Ana", member="7", club="Davao", rating=1520, division="open")), there
    )
    assert plan.change[0].changes == {"club": ("Cebu", "Davao"), "rating": (1500, 1520)}


def test_an_empty_cell_and_a_column_that_is_not_there_change_nothing():
    there = [Known("a", "Cruz", "Ana", "7", "Cebu", "open", 1500, team="Blue", birth_year=1980, consent=True)]
    assert reconcile(roster(row(2, "Cruz", "Ana", member="7")), there).counts["same"] == 1
    narrow = roster(
        row(2, "Cruz", "Ana", member="7", team="Red"), columns={"member": "No", "surname": "S", "given": "G"}
    )
    assert reconcile(narrow, there).counts["same"] == 1


@pytest.mark.parametrize(("written", "fate"), [("CRUZ", "same"), ("cruz", "same"), ("Crúz", "change")])
def test_capitals_alone_change_no_name(written: str, fate: str):
    there = [Known("a", "Cruz", "Ana", "7")]
    assert reconcile(roster(row(2, written, "Ana", member="7")), there).counts[fate] == 1


def test_a_corrected_name_is_a_change_that_is_asked_about():
    plan = reconcile(roster(row(2, "Reyez", "Ana", member="7")), [Known("a", "Reyes", "Ana", "7")])
    assert plan.change[0].changes == {"surname": ("Reyes", "Reyez")}
    assert [(one.code, one.severity) for one in plan.findings] == [("name-changes", Severity.QUESTION)]


def test_a_number_that_belongs_to_somebody_else_is_refused():
    sheet = roster(row(2, "Go", "Ben", member="7"))
    for entrants, players in (
        ([Known("a", "Reyes", "Ana", "7")], []),
        ([], [Known("p", "Reyes", "Ana", "7")]),
    ):
        plan = reconcile(sheet, entrants, players)
        assert plan.counts["refused"] == 1
        assert plan.findings[0].code == "member-of-another"
        assert ("Reyes, Ana" in plan.findings[0].sentence) == bool(entrants), "a stranger's name is not told"


def test_a_temporary_number_gives_way_to_a_real_one():
    there = [Known("a", "Cruz", "Ana", "T-3", "Cebu", birth_year=1980)]
    plan = reconcile(roster(row(2, "Cruz", "Ana", member="12", club="Cebu", birth_year=1980)), there)
    assert plan.change[0].changes == {"member": ("T-3", "12")}


def test_a_temporary_number_written_in_a_file_finds_its_owner():
    there = [Known("a", "Cruz", "Ana", "T-3", "Cebu"), Known("b", "Cruz", "Ana", "T-4", "Cebu")]
    plan = reconcile(roster(row(2, "Cruz", "Ana", member="T-4", club="Cebu", rating=1500)), there)
    assert [one.known.id for one in plan.change] == ["b"]
    assert plan.change[0].changes == {"rating": (0, 1500)}


def test_two_real_numbers_are_two_people_whatever_their_names():
    there = [Known("a", "Cruz", "Ana", "3", "Cebu", birth_year=1980)]
    plan = reconcile(roster(row(2, "Cruz", "Ana", member="4", club="Cebu", birth_year=1980)), there)
    assert plan.counts["add"] == 1
    assert [one.code for one in plan.findings] == ["namesake-entered"]


def test_what_one_side_does_not_say_does_not_make_two_people():
    there = [Known("a", "Cruz", "Ana", "T-1")]
    plan = reconcile(roster(row(2, "Cruz", "Ana", club="Cebu", birth_year=1980)), there)
    assert plan.change[0].changes == {"club": ("", "Cebu"), "birth_year": (None, 1980)}


def test_another_club_or_year_makes_two_people():
    there = [Known("a", "Cruz", "Ana", "T-1", "Cebu", birth_year=1980)]
    for more in ({"club": "Davao", "birth_year": 1980}, {"club": "Cebu", "birth_year": 1999}):
        assert reconcile(roster(row(2, "Cruz", "Ana", **more)), there).counts["add"] == 1


def test_who_is_missing_from_the_file_is_told_and_stays():
    there = [Known("a", "Cruz", "Ana", "1"), Known("b", "Go", "Ben", "2")]
    plan = reconcile(roster(row(2, "Cruz", "Ana", member="1")), there)
    assert [one.id for one in plan.missing] == ["b"]


def test_who_stands_in_a_refused_row_is_not_missing():
    sheet = rosters.parsed("Member no,Surname,Given name,Rating\n1,Cruz,Ana,x\n,Go,Ben,y\n", rosters.ONE)
    plan = reconcile(sheet, [Known("a", "Cruz", "Ana", "1"), Known("b", "Go", "Ben", "T-1")])
    assert plan.counts == {"add": 0, "change": 0, "same": 0, "refused": 2, "missing": 0}


def test_a_known_player_is_entered_again_not_made_anew():
    players = [Known("p", "Cruz", "Ana", "T-9", "Cebu", birth_year=1980), Known("q", "Go", "Ben", "44")]
    rows = [
        row(2, "Cruz", "Ana", club="Cebu", birth_year=1980),
        row(3, "Go", "Ben", member="44"),
        row(4, "Uy", "Cora"),
    ]
    assert [one.player for one in reconcile(roster(*rows), [], players).add] == ["p", "q", ""]


def test_a_division_that_is_published_cannot_be_left():
    there = [Known("a", "Cruz", "Ana", "1", division="open", fixed=True)]
    plan = reconcile(roster(row(2, "Cruz", "Ana", member="1", division="elementary")), there)
    assert plan.counts["refused"] == 1
    assert plan.findings[0].code == "division-fixed"


def test_a_birth_date_in_the_file_matches_the_year_that_is_known():
    there = [Known("a", "Cruz", "Ana", "T-1", "Cebu", birth_year=2011)]
    sheet = roster(row(2, "Cruz", "Ana", club="Cebu", birth_date=date(2011, 3, 4), birth_year=2011))
    assert reconcile(sheet, there).change[0].changes == {"birth_date": (None, date(2011, 3, 4))}
