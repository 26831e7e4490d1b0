"""A whole day in real browsers, what goes wrong on a day going wrong on cue; forty players and six rounds in the soak. `-s`
prints U6.

The director is counted: kinds of page, clicks, keys, pages that lead nowhere. After the first page no address is typed
for the director: every step is taken by what stands on the page. Slips that tell no story come as the line's form sends them.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tdapp.desk.models import Certificate, Finalisation, Result, ResultLine
from tdapp.events.models import Entrant
from tests.browser import rounds, setting_up
from tests.browser.conftest import Arrive
from tests.browser.person import PHONE
from tests.browser.the_day import Day, cast, phone, report, stage
from tests.sweeps import SOAK

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
MOST_SCREENS, MOST_CLICKS = 7, 60
CARDS, BY_COMMAND = 8, 4
# Where somebody calls, something happens, a slip is read wrong: after those tables that are told of in round 1.
CALLS, HAPPENS, WRONG = 6, 5, 4


@pytest.mark.usefixtures("worker")
@pytest.mark.parametrize(
    ("players", "planned"),
    [(12, 3), pytest.param(40, 6, marks=pytest.mark.soak)],
    ids=["twelve players", "forty players"],
)
def test_a_day_with_all_that_goes_wrong(arrive: Arrive, players: int, planned: int) -> None:
    day = cast(arrive, players, planned)
    _morning(day)
    _first_round_is_recalled_for_one_who_came_late(day)
    _phones(day, arrive)
    _slips_and_phones_of_round_1(day)
    _end(day, 1)
    _begin(day, 2)
    _a_judge_rules(day)
    _an_incident_is_decided(day)
    _play(day, 2)
    _one_leaves_after_lunch(day)
    for number in range(3, planned):
        _begin(day, number)
        _play(day, number)
    _the_last_round_is_kept_back(day)
    _a_slip_of_the_round_before_was_read_wrong(day)
    _play(day, planned, released=False)
    _final_and_ceremony(day)
    _certificates(day, arrive)
    _counts(day)


def _morning(day: Day) -> None:
    """The screen names who is missing; the director comes to where they were and sees what is next."""
    expect(day.screens[0].locator("[data-sc-title]")).not_to_be_empty()
    day.director.go("")
    day.director.follow("Pair round 1", "Round 1")
    _pair(day, 1)


def _pair(day: Day, number: int) -> None:
    """Three keys: a draft, published, shown."""
    day.director.press("p", f"Round {number}, draft")
    rounds.publish(day.director, number)
    day.director.page.keyboard.press("s")
    day.director.said(f"The pairings of round {number} are public")


def _first_round_is_recalled_for_one_who_came_late(day: Day) -> None:
    """An odd number and a bye; then one more stands at the door, and nothing is entered yet."""
    expect(day.director.page.locator(".chip", has_text="bye")).to_have_count(1)
    day.director.click("Recall")
    day.director.agree("one more has come")
    day.director.said("Round 1 is recalled")
    day.ana.go("entries/")
    setting_up.walk_in(day.ana, "Zaragoza", "Zita")
    day.ana.go("checkin/")
    setting_up.check_in(day.ana, "zara")
    setting_up.is_here(day.ana, f"{day.players}/{day.players}")
    _pair(day, 1)
    day.director.sees("print version 2")
    assert day.round(1).tables.count() == day.players // 2


def _phones(day: Day, arrive: Arrive) -> None:
    """At tables 1 and 2 both have phones, at table 3 one (in the run none at table 1); Ben starts the clock
    with a key and every phone counts.
    """
    seats = [number for table in (1, 2, 3) for number in day.seats(table, 1)]
    for number in seats[:5] if SOAK else seats[2:5]:
        day.phones[number] = phone(arrive, day, number)
    day.ben.go("hall/")
    day.ben.keys("s")
    expect(day.ben.page.locator("main [data-clock][data-state=running]")).to_be_visible()


def _slips_and_phones_of_round_1(day: Day) -> None:
    for clerk in (day.ana, day.ben):
        clerk.go("enter/")
    # Alone in `test_phones.py` and `test_two_clerks.py`; in the soak on a whole day too.
    if SOAK:
        _wi_fi_flaps(day)
        _two_clerks_one_table(day)
    _phones_differ(day)
    _one_phone_and_the_desk(day)
    _spread_catches_a_wrong_score(day)
    day.post(day.ana, 1, without=(1, 2, 3, 4, 5) if SOAK else (2, 3, 4))
    _into_the_pockets(day)


def _into_the_pockets(day: Day) -> None:
    """One phone stays open all day."""
    for page in list(day.phones.values())[1:]:
        page.close()


def _wi_fi_flaps(day: Day) -> None:
    """Table 1 reports without a network: not yet saved, then saved once; the opponent agrees, and it counts."""
    one, other = (day.phones[number] for number in day.seats(1, 1))
    one.context.set_offline(True)
    report(one, 412, 388)
    expect(one.locator("[data-unsaved]")).to_contain_text("412–388")
    one.context.set_offline(False)
    expect(one.locator("[data-me]")).to_contain_text("You reported 412–388")
    expect(one.locator("[data-unsaved]")).to_be_hidden()
    other.reload()
    other.locator("#agree .btn-go").click()
    expect(other.locator("[data-me] .note-ok")).to_contain_text("In: 412–388")


def _phones_differ(day: Day) -> None:
    """Table 2 does not agree: no score changes, the desk rings, the clerk looks at the slip and takes one."""
    one, other = (day.phones[number] for number in day.seats(2, 1))
    report(one, 401, 377)
    expect(one.locator("[data-me]")).to_contain_text("You reported 401–377")
    other.reload()
    report(other, 401, 397)
    expect(other.locator("[data-me]")).to_contain_text("Two results differ")
    row = day.ben.page.locator(
        "#reported tr", has=day.ben.page.get_by_role("rowheader", name="2", exact=True)
    )
    expect(row).to_contain_text("phones differ")
    row.get_by_role("button", name="Accept 401–397").click()
    expect(row).to_have_count(0)


def _one_phone_and_the_desk(day: Day) -> None:
    """Table 3: one reports, the slip lies at the desk, one key accepts."""
    report(day.phones[day.seats(3, 1)[0]], 355, 420)
    expect(day.ana.page.locator("#reported")).to_contain_text("355–420")
    day.ana.keys("Alt+a")
    expect(day.ana.page.locator("#reported tr")).to_have_count(0)


def _spread_catches_a_wrong_score(day: Day) -> None:
    """421 typed as 412: the spread on the slip says no; nothing is stored, what was typed stays."""
    rounds.asked(day.ben, "4 412 388 33", "ask")
    expect(day.ben.page.locator("#td-entry")).to_have_value("4 412 388 33")
    day.ben.keys("Escape", *["Backspace"] * len("4 412 388 33"))
    rounds.enter(day.ben, "4 421 388 33")


def _two_clerks_one_table(day: Day) -> None:
    """The first one counts; the second sees both, and keeps the line."""
    rounds.enter(day.ben, "5 390 402")
    rounds.asked(day.ana, "5 390 412", "stop")
    expect(day.ana.page.locator(".echo-both")).to_contain_text("390–402")
    expect(day.ana.page.locator("#td-entry")).to_have_value("5 390 412")
    day.ana.keys("Escape", *["Backspace"] * len("5 390 412"))


def _begin(day: Day, number: int) -> None:
    """One key from what the public sees to the next round."""
    day.director.press("n", f"Round {number}")
    _pair(day, number)


def _end(day: Day, number: int, *, released: bool = True) -> None:
    """One click in the list on the left, one key, one click: closed and released."""
    stage(day.director, f"Round {number}", f"Round {number}")
    day.director.press("c", "What the public sees")
    if released:
        day.director.click(f"Make the standings after round {number} public")
        day.director.said("are public")


def _play(day: Day, number: int, *, released: bool = True) -> None:
    """Every table hands its slip in; the round ends."""
    if number < BY_COMMAND:
        day.post(day.ana, number)
    else:
        day.command(number)
    _end(day, number, released=released)


def _a_judge_rules(day: Day) -> None:
    """A table calls through the desk; the call stands before the judge by itself."""
    day.judge.go("judges/")
    day.ben.go(f"open/round/2/table/{CALLS}/")
    day.ben.keys("j")
    expect(day.judge.page.locator("article")).to_contain_text(f"Table {CALLS}")
    day.judge.press("t", f"Table {CALLS}")
    day.judge.page.locator("#id_challenged").select_option(index=1)
    day.judge.page.locator("#id_words").fill("tubig")
    day.judge.click("Rule", exact=True)
    expect(day.judge.page.locator(".verdict")).to_contain_text("The play is ACCEPTABLE")


def _an_incident_is_decided(day: Day) -> None:
    """Ben writes down what happened at a table; the judge, who knows nobody there, decides."""
    day.ben.go(f"open/round/2/table/{HAPPENS}/")
    day.ben.follow("Write an incident down", "Incidents")
    day.ben.page.get_by_label("What happened").fill("An eighth tile was drawn and seen.")
    day.ben.click("Write it down")
    day.ben.sees("Incident 1")
    day.judge.go("incidents/1/")
    day.judge.page.get_by_label("Decision", exact=True).fill("Back into the bag, drawn by the opponent.")
    day.judge.page.get_by_label("None of the players is of my school").check()
    day.judge.click("Decide", exact=True)
    expect(day.judge.page.locator("main")).to_contain_text("What followed")
    day.judge.page.close()
    day.ben.page.close()


def _one_leaves_after_lunch(day: Day) -> None:
    """Taken out at the desk, after reading what it means."""
    day.ana.go("hall/")
    day.ana.follow("Withdrawals", "Withdrawals")
    day.ana.page.get_by_role("row", name=re.compile("Zaragoza")).get_by_role("checkbox").check()
    day.ana.click("Show what it means")
    expect(day.ana.page.get_by_role("button", name="Yes, take them out")).to_be_visible()
    day.ana.keys("y")
    day.ana.said("1 player is taken out")
    day.ana.go("enter/")


def _a_slip_of_the_round_before_was_read_wrong(day: Day) -> None:
    """The last round is posted on it. Refused once, with all that was typed; then kept, and the last round says so."""
    person, table, before = day.director, WRONG, day.rounds - 1
    turned = [line.score for line in _lines(day, before, table)[::-1]]
    stage(person, f"Round {before}", f"Round {before}")
    person.click(str(table), "link", exact=True)
    person.arrived(f"Table {table}")
    line = person.page.get_by_label("Result, in seat order")
    line.click()
    person.page.keyboard.press("Control+a")
    person.keys("400 4x", "Tab", "read again with both players", "Enter")
    expect(person.page.locator("#correct .field-error, #correct [role=alert]").first).to_be_visible()
    expect(line).to_have_value("400 4x")
    expect(person.page.get_by_label("Why", exact=True)).to_have_value("read again with both players")
    # Its scripts listen before anything is marked and typed over: they may put back what was typed.
    person.arrived(f"Table {table}")
    line.click()
    person.page.keyboard.press("Control+a")
    person.keys(" ".join(map(str, turned)), "Enter")
    person.said("Corrected")
    assert [line.score for line in _lines(day, before, table)] == turned
    stage(person, f"Round {day.rounds}", f"Round {day.rounds}")
    person.sees("Paired on older results")


def _lines(day: Day, number: int, table: int) -> list[ResultLine]:
    held = Result.objects.get(table__round=day.round(number), table__number=table, in_force=True)
    return list(held.lines.order_by("seat"))


def _the_last_round_is_kept_back(day: Day) -> None:
    """Prizes, the division, a one in the box: from now on the public sees nothing after the last but one."""
    person = day.director
    stage(person, "Prizes", "Prizes")
    person.follow("Open", "Final standings", exact=True)
    person.page.get_by_label("Last rounds kept from the public").dblclick()
    person.keys("1", "Enter")
    person.said("Saved")
    stage(person, f"Round {day.rounds}", f"Round {day.rounds}")
    _pair(day, day.rounds)


def _final_and_ceremony(day: Day) -> None:
    """From the closed last round on one key leads: final, overview, the ceremony, and then the public sees it all."""
    person, front = day.director, day.screens[0]
    person.press("n", "Final standings")
    person.click("Finalise standings")
    person.said("Final, version 1")
    person.press("n", "Overview")
    person.press("n", "Ceremony")
    person.click("Begin")
    person.said("The screens show the ceremony")
    expect(front.locator(".sc-huge")).to_have_text("Bayanihan Open 2026")
    # Pressed quicker than the pages come: each press is a card, and none ends the ceremony.
    person.page.evaluate(
        "for (const at of [1, 2]) document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'n', bubbles: true}))"
    )
    person.sees(f"Card 3 of {CARDS}")
    for card in range(4, CARDS):
        person.keys("n")
        person.sees(f"Card {card} of {CARDS}")
    expect(front.locator(".sc-huge")).to_have_text(_champion(day).public_name)
    expect(day.screens[1].locator("body")).to_contain_text(f"fter round {day.rounds - 1}")
    person.click("Make everything public")
    person.agree()
    person.said("Everything is public now")
    expect(day.screens[1].locator("body")).to_contain_text(f"fter round {day.rounds}")


def _champion(day: Day) -> Entrant:
    """By the desk's own final standings."""
    row = Finalisation.objects.get(division=day.division)
    return day.entrant(row.rows[0]["number"])


def _certificates(day: Day, arrive: Arrive) -> None:
    """Ana makes them while the hall claps; a stranger looks the champion's code up."""
    day.ana.go("prizes/certificates/")
    day.ana.click("Make the certificates")
    with day.ana.page.expect_download() as download:
        day.ana.click("Download", "link")
    assert download.value.suggested_filename.endswith(".pdf")
    row = Certificate.objects.get(entrant=_champion(day))
    stranger = arrive(viewport=PHONE)
    stranger.go(f"/t/{day.event.slug}/certificate/{row.code}")
    stranger.sees("Champion")
    one = next(iter(day.phones.values()))
    one.reload()
    expect(one.locator("[data-me]")).to_contain_text(f"After round {day.rounds}")


def _counts(day: Day) -> None:
    """U6: printed, and held."""
    keys, clicks = day.counted.of("keys"), day.counted.of("clicks")
    print(f"\nU6 {day.players} players, {day.rounds} rounds: {len(day.counted.screens)} director screens, "
          f"{clicks} clicks, {keys} keys, {len(day.counted.refused) - 1} dead ends")  # fmt: skip
    for name, times in sorted(day.counted.screens.items(), key=lambda item: -item[1]):
        print(f"U6   {name}: {times} pages")
    # One page refused, on purpose, with everything that was typed.
    where = f"open/round/{day.rounds - 1}/table/{WRONG}/correct"
    assert day.counted.refused == [f"422 /e/bayanihan-open/{where}"]
    assert len(day.counted.screens) <= MOST_SCREENS
    assert clicks <= MOST_CLICKS
