"""A small event by keyboard first, from the log-in to the log: two divisions, set up, paired, confirmed by a second person,
released, exported. What happens on a day beside that is in test_the_day.py.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests import factories as f
from tests.browser import files, rosters, rounds, setting_up
from tests.browser.conftest import Arrive
from tests.browser.person import PHONE, Person
from tests.sweeps import SOAK

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
DIVISIONS = (("Open", "swiss 1-2, koth 3"), ("Novice", "swiss 1-3"))
CHECKER = "Ben Checker"
OPEN = ("Abad", "Bautista", "Cruz", "Ferrer", "Muñoz", "Peña", "Quiambao")


@pytest.fixture
def director(arrive: Arrive) -> Person:
    """The director at the laptop of the desk."""
    f.user("dina", operator=True, shown="Dina Director")
    person = arrive()
    person.log_in("dina")
    return person


def test_a_small_event_from_the_log_in_to_the_export(director: Person, arrive: Arrive, worker: None) -> None:
    setting_up.create_event(director, "Bayanihan Open", "PSPA open", DIVISIONS)
    _roster(director)
    _walk_in_at_the_door(director)
    _check_in(director)
    volunteer = arrive(viewport=PHONE)
    _people(director, volunteer)
    phone = arrive(viewport=PHONE)
    _nothing_is_public(phone)
    first = _round_1(director)
    _results_of_round_1(director, first)
    _second_person_confirms(director, volunteer, first)
    rounds.close(director, "open", 1)
    _show_round_1(director, phone)
    _release(director, phone, 1)
    _export(director, 1)
    # Pressed in `test_pressing.py`, and corrected in `test_the_day.py`.
    if SOAK:
        _something_else_was_played(director)
        _old_result_is_corrected(director, volunteer, first)
    _log_tells_all(director)


def _roster(director: Person) -> None:
    """The Open pasted from a spreadsheet, a row without a name refused; the Novices uploaded as a workbook."""
    lines = [
        f"{surname}\tGiven{number}\tTarlac Tiles\t{1500 - 20 * number}" for number, surname in enumerate(OPEN)
    ]
    pasted = "\n".join(["Apelyido\tPangalan\tClub\tRating", *lines, "\tNameless\tTarlac Tiles\t900"])
    rosters.paste(director, pasted, division="Open")
    rosters.dry_run(director, added=len(OPEN), refused=1)
    director.page.get_by_label("Leave the refused rows out").check()
    rosters.apply(director, added=len(OPEN))
    rows = [["Santos", "Nena", "Bohol"], ["Santos", "Nilo", "Bohol"], ["Umali", "Norma", "Cebu"]]
    book = rosters.workbook("Novice list 2026", ["SURNAME", "Given Name", "School"], rows)
    rosters.upload(director, book, division="Novice")
    rosters.dry_run(director, added=len(rows), refused=0)
    rosters.apply(director, added=len(rows))


def _walk_in_at_the_door(director: Person) -> None:
    """A Novice arrives without notice."""
    director.go("entries/")
    setting_up.walk_in(director, "Yap", "Zeny", division="Novice")
    director.go("entries/?division=novice")
    assert [row[1] for row in director.grid()][-1] == "Yap, Zeny"


def _check_in(director: Person) -> None:
    """Surname and Enter; two of one name are told apart with one key; one never comes."""
    director.go("checkin/")
    for beginning in OPEN[:-1]:
        setting_up.check_in(director, beginning.lower()[:3])
        director.sees(f"{beginning}, ")
    setting_up.is_here(director, "7/11")
    setting_up.check_in(director, "san")
    director.sees("Which san?")
    director.keys("Alt+2")
    setting_up.is_here(director, "8/11")
    setting_up.check_in(director, "san")
    director.sees("Which san?")
    director.keys("Alt+1")
    setting_up.is_here(director, "9/11")
    setting_up.check_in(director, "uma")
    setting_up.is_here(director, "10/11")
    director.choose("Missed rounds count as", "forfeit")
    director.click("Mark 1 player absent for round 1")
    director.agree()
    director.said("Marked absent from round 1 until checked in: Quiambao, ")


def _people(director: Person, volunteer: Person) -> None:
    """A checker joins by the code, with a phone."""
    path = setting_up.join_link(director, "Checker")
    setting_up.join(volunteer, path, CHECKER)
    volunteer.event = director.event


def _nothing_is_public(phone: Person) -> None:
    answer = phone.page.goto("/t/bayanihan-open/")
    assert answer
    assert answer.status == 404


def _round_1(director: Person) -> list[rounds.Seats]:
    """Both divisions: a draft, its reasons, a hand's exchange with its price, published, printed."""
    rounds.draft(director, "open", 1)
    # Priced, exchanged and taken back in `test_pairing_desk.py`; on paper in `tests/paper`.
    if SOAK:
        _exchange_two(director)
    rounds.publish(director, 1)
    found = rounds.seats(director)
    if SOAK:
        _print_opens(director, found, version=1)
    rounds.draft(director, "novice", 1)
    rounds.publish(director, 1)
    return found + rounds.seats(director)


def _exchange_two(director: Person) -> None:
    """Two starters change places; the price is said, and the tables say that a hand set them."""
    choices = director.page.get_by_label("Player", exact=True).locator("option").all_inner_texts()
    starters = [rounds.bare(row[1]) for row in director.grid()][:2]
    for label, name in zip(("Player", "and"), starters, strict=True):
        wanted = next(choice for choice in choices if choice.endswith(name))
        director.choose(label, wanted)
    director.click("Swap players")
    director.said("Against the best round")
    expect(director.page.locator(".draft .reason", has_text="set by hand")).to_have_count(2)


def _print_opens(director: Person, tables: list[rounds.Seats], version: int) -> None:
    """Pairings by table, as they go to the wall; and back."""
    director.follow("Print", "Print round")
    director.follow("Pairings by table", "Pairings by table")
    director.sees(f"version {version}")
    rows = director.grid(director.page.locator("table.grid"))
    assert [(int(row[0]), *row[1:]) for row in rows if row[0].isdigit()] == [
        (t.table, *t.called) for t in tables
    ]
    director.page.go_back()
    director.page.go_back()
    director.arrived("Round")


def _results_of_round_1(director: Person, tables: list[rounds.Seats]) -> None:
    """The line: a question once, equal scores once, already in once, taken back once; no mouse, no page load."""
    director.press("e", "Enter results")
    director.page.evaluate("window.loadedOnce = true")
    lines = rounds.scores(tables)
    rest = lines[2:]
    table = tables[0].table
    rounds.asked(director, f"{table} 1412 388", "ask")
    director.keys("Escape")
    director.keys(*["Backspace"] * len(f"{table} 1412 388"))
    rounds.asked(director, f"{table} 1388 388", "ask")
    director.keys("Enter")
    rounds.answered(director, "ok", table)
    rounds.asked(director, f"{tables[1].table} 400 400", "more")
    director.keys("412 405", "Enter")
    rounds.answered(director, "ok", tables[1].table)
    rounds.asked(director, f"{table} 388 412", "stop")
    director.sees("already has a result")
    director.keys("Escape")
    rounds.enter(director, *rest)
    director.keys("u", "Enter")
    expect(director.page.locator("[data-answer]")).to_contain_text("taken back")
    rounds.enter(director, rest[-1])
    director.sees("Every table of the open rounds has its result.")
    assert director.page.evaluate("window.loadedOnce") is True


def _second_person_confirms(director: Person, volunteer: Person, tables: list[rounds.Seats]) -> None:
    """Nobody confirms their own entries; the checker does, with the phone."""
    director.press("Alt+c", "Confirm results")
    expect(director.page.locator("[data-row-do]")).to_have_count(0)
    director.sees("You entered this result; somebody else has to confirm it.")
    rounds.confirm_all(volunteer, len(tables))


def _show_round_1(director: Person, phone: Person) -> None:
    """The pairings go public; the standings do not."""
    director.go("publish/")
    director.click("Make public the pairings of round 1")
    director.said("Round 1")
    phone.go("/t/bayanihan-open/open/")
    phone.arrived("Round 1")
    phone.go("/t/bayanihan-open/open/standings/")
    phone.sees("No standings yet")
    phone.page.evaluate("window.loadedOnce = true")


def _something_else_was_played(director: Person) -> None:
    """Round 2 is out; at one table the other one started."""
    rounds.draft(director, "open", 2)
    rounds.publish(director, 2)
    table = rounds.seats(director)[0]
    numbers = [rounds.number_of(director, "open", name) for name in table.names]
    director.go("open/round/2/")
    director.page.get_by_text("Record the actual pairings").click()
    director.page.get_by_role("button", name=f"Swap first and second {table.table}", exact=True).click()
    expect(director.page.get_by_label("What was played")).to_have_value(
        f"{table.table} {numbers[1]} {numbers[0]}"
    )
    director.page.get_by_label("Why", exact=True).fill("the other one started")
    director.keys("Enter")
    director.said("Recorded as played")
    assert rounds.seats(director)[0].names == table.names[::-1]


def _old_result_is_corrected(director: Person, volunteer: Person, first: list[rounds.Seats]) -> None:
    """Round 1 was typed wrong; the checker confirms the correction and round 2 says what it was paired on."""
    director.go(f"open/round/1/table/{first[0].table}/")
    director.page.get_by_label("Result, in seat order").fill("388 412")
    director.page.get_by_label("Why", exact=True).fill("read again with both players")
    director.keys("Enter")
    director.said("Corrected")
    rounds.confirm_all(volunteer, 1)
    director.go("open/round/2/")
    director.sees("Paired on older results")


def _release(director: Person, phone: Person, after: int) -> None:
    """The standings after a round go out; the phone that lies open shows them by itself, and exactly those."""
    shown = rounds.standings(director, "open", after)
    director.go("publish/")
    director.click(f"Make the standings after round {after} public")
    director.said(f"Standings after round {after} are public")
    expect(phone.page.get_by_role("heading", name=f"After round {after}")).to_be_visible()
    assert phone.page.evaluate("window.loadedOnce") is True
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert rounds.public_standings(phone) == shown


def _export(director: Person, after: int) -> None:
    """The workbook, made by the worker and opened again, has the standings of the page."""
    shown = rounds.standings(director, "open", after)
    book = files.workbook(director)
    assert files.standings(book["Standings Open"]) == shown


def _log_tells_all(director: Person) -> None:
    """Who did what."""
    director.go("log")
    told = director.page.locator("main table").inner_text()
    for who in ("Dina Director", CHECKER, *["read again with both players"] * SOAK):
        assert who in told
