"""Two people at a kiosk, by keys alone: a ruling, stray input, a lost connection, a reload, leaving it. The clock is ours."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tdapp.events.models import Round, Table
from tdapp.judging.models import Call, Kiosk, Ruling
from tdapp.judging.tables.codes import code_of
from tdapp.kernel.clock import now
from tests import factories as f
from tests.axe import faults
from tests.browser.conftest import Arrive
from tests.browser.person import LAPTOP, PHONE
from tests.judging.test_on_the_sheet import written
from tests.judging.test_rulings import playing
from tests.scoresheets.factories import FIRST, SECOND
from tests.watching import stand_between

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


class Screen:
    """The kiosk's window: who stands there presses keys and reads what fills it."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def keys(self, *keys: str) -> None:
        for key in keys:
            if re.fullmatch(r"Enter|Tab|Escape|Backspace|Shift\+Tab", key):
                self.page.keyboard.press(key)
            else:
                self.page.keyboard.type(key)

    def passes(self, seconds: float) -> None:
        """Time goes by in the browser; between calls it stands."""
        self.page.clock.run_for(round(seconds * 1000))

    def at(self, step: str) -> None:
        expect(self.page.locator(f'[data-kiosk][data-step="{step}"]')).to_have_count(1)

    def asks(self, text: str) -> None:
        expect(self.page.locator('[data-part="label"]')).to_have_text(text)

    def words(self) -> list[str]:
        return self.page.locator('[data-part="words"] li').all_inner_texts()

    def opens(self, table: int) -> None:
        """The number and the code of a table, off its slip."""
        self.keys(str(table), "Enter")
        self.asks("Code of your table")
        self.keys(slip(table), "Enter")
        self.at("seat")

    def challenge(self, table: int, seat: str, *words: str) -> None:
        """From the first step to the words the opponent looks at."""
        self.opens(table)
        self.keys(seat, "Enter", str(len(words)), "Enter")
        for word in words:
            self.keys(word, "Enter")
        self.at("check")

    def confirms(self) -> None:
        """The opponent, who takes longer than a key that bounces; the answer comes at its own beat."""
        self.passes(0.5)
        self.keys("Enter")
        self.at("asking")

    def answered(self, step: str) -> None:
        """Wait for the server, then for the beat: however long it takes, no more time than that goes by on the screen."""
        for _ in range(300):
            self.passes(0.1)
            if self.page.locator('[data-kiosk][data-step="asking"]').count() == 0:
                break
            self.page.wait_for_timeout(50)
        self.at(step)

    def verdict(self, text: str) -> None:
        self.answered("verdict")
        expect(self.page.locator(".kiosk-word:visible strong")).to_have_text(text)


def slip(table: int) -> str:
    """The code on the slip of a table."""
    return code_of(Table.objects.select_related("round__division__event").get(number=table))


@pytest.fixture
def screen(arrive: Arrive) -> Any:
    """A director opens a kiosk at this browser and goes away."""

    def give(hall: f.Hall, *, clock: bool = True, **options: Any) -> Screen:
        person = arrive(hall.event.slug, **options)
        person.sign_in(hall.director)
        if clock:
            person.page.clock.install()
        person.go(f"{hall.division.slug}/kiosk/")
        person.page.get_by_label("Name of this screen").fill("Door")
        person.page.keyboard.press("Enter")
        person.arrived("Word judge")
        Kiosk.objects.update(seen_at=now() - timedelta(minutes=1))
        found = Screen(person.page)
        found.at("table")
        if clock:
            person.page.clock.pause_at(person.page.evaluate("Date.now()") + 1000)
        return found

    return give


def test_two_people_have_a_play_ruled_on_by_keys_alone(screen: Any) -> None:
    hall = playing()
    kiosk = screen(hall)
    kiosk.asks("Number of your table")
    kiosk.keys("1", "Enter", "000000", "Enter")
    expect(
        kiosk.page.get_by_text("This is not the number and the code of a table in this round.")
    ).to_be_visible()
    kiosk.keys(slip(1), "Enter")
    kiosk.asks("Who challenges?")
    names = [slot.entrant.public_called for slot in hall.seats(1)]
    shown = kiosk.page.locator('[data-part="typed"] li').all_inner_texts()
    assert [text.upper() for text in shown] == [
        f"{seat} {name}".upper() for seat, name in enumerate(names, start=1)
    ]
    kiosk.keys("2", "Enter")
    kiosk.asks("How many words are challenged?")
    kiosk.keys("12", "Enter")
    expect(kiosk.page.locator("#kiosk-problem")).to_have_text("1 to 11 words")
    kiosk.keys("Backspace", "Backspace", "2", "Enter")
    kiosk.asks("Word 1 of 2")
    kiosk.keys("ba1h-ay", "Tab")
    kiosk.asks("Word 2 of 2")
    kiosk.keys("niñó", " ")
    kiosk.at("check")
    assert kiosk.words() == ["BAHAY", "NIÑÓ"]
    kiosk.keys("Backspace", "Backspace", "Backspace", "Backspace", "Backspace", "tubig", "Enter")
    assert kiosk.words() == ["BAHAY", "TUBIG"]
    kiosk.keys("Enter")
    expect(kiosk.page.get_by_text("the other player looks first, then presses Enter")).to_be_visible()
    kiosk.keys("Tab")
    kiosk.at("check")
    kiosk.confirms()
    kiosk.verdict("ACCEPTABLE")
    verdict = kiosk.page.locator(".kiosk-verdict").inner_text()
    assert "The challenger (seat 2) loses the next turn." in verdict
    assert "BAHAY" in verdict
    row = Ruling.objects.get()
    assert (row.table, row.words, row.challengers, row.challenged) == (
        hall.table(1),
        ["BAHAY", "TUBIG"],
        [2],
        1,
    )


def test_the_last_play_of_the_sheet_is_shown_and_challenged_with_two_keys(screen: Any) -> None:
    here = written(FIRST, SECOND)
    kiosk = screen(here.hall)
    kiosk.opens(1)
    kiosk.keys("1", "Enter")
    kiosk.at("play")
    assert kiosk.words() == ["BUHAY"]
    kiosk.keys("Enter")
    kiosk.at("check")
    kiosk.confirms()
    kiosk.verdict("UNACCEPTABLE")
    assert (Ruling.objects.get().turn, here.fresh().totals) == (2, [11, 0])
    kiosk.passes(0.6)
    kiosk.keys("Escape")
    kiosk.opens(1)
    kiosk.keys("2", "Enter")
    kiosk.at("none")
    kiosk.keys("n")
    kiosk.verdict("A judge is coming")


def test_an_unacceptable_play_says_no_more_than_that_and_stays_until_a_calm_key_that_is_not_enter(
    screen: Any,
) -> None:
    kiosk = screen(playing())
    looks = []
    for table, words in ((1, ("ZZZZZ", "TUBIG")), (2, ("BAHAY", "ZZZZZ"))):
        Kiosk.objects.update(seen_at=now() - timedelta(minutes=1))
        kiosk.challenge(table, "2", *words)
        kiosk.confirms()
        kiosk.keys(" ", "x")
        kiosk.verdict("UNACCEPTABLE")
        page = kiosk.page.locator(".kiosk-verdict").inner_html()
        looks.append(page.replace(words[0], "1").replace(words[1], "2"))
        for _impatient in range(4):
            kiosk.passes(0.3)
            kiosk.keys("x")
            kiosk.at("verdict")
        kiosk.passes(300)
        kiosk.keys("Enter")
        kiosk.at("verdict")
        kiosk.passes(0.6)
        kiosk.page.reload()
        kiosk.at("verdict")
        assert kiosk.page.locator('[data-part="echo"] li').all_inner_texts() == list(words)
        kiosk.passes(0.6)
        kiosk.keys("x")
        kiosk.at("table")
        expect(kiosk.page.locator("#kiosk-field")).to_have_value("")
    assert looks[0] == looks[1]


def test_a_lost_connection_says_no_ruling_keeps_the_words_and_asks_once(screen: Any) -> None:
    kiosk = screen(playing())

    def answered_into_the_void(route: Route) -> None:
        route.fetch()
        route.abort()

    stand_between(kiosk.page, "**/kiosk/rule", answered_into_the_void)
    kiosk.challenge(1, "2", "BAHAY", "ZZZ")
    kiosk.confirms()
    kiosk.answered("lost")
    expect(kiosk.page.get_by_text("No ruling: the server does not answer. Ask a judge.")).to_be_visible()
    assert kiosk.words() == ["BAHAY", "ZZZ"]
    kiosk.page.unroute("**/kiosk/rule")
    kiosk.keys("Enter")
    kiosk.verdict("UNACCEPTABLE")
    kiosk.page.reload()
    kiosk.at("verdict")
    assert Ruling.objects.count() == 1


def test_too_fast_is_said_nothing_typed_is_lost_and_a_word_no_list_knows_brings_a_judge(screen: Any) -> None:
    hall = playing("judge")
    kiosk = screen(hall)
    kiosk.challenge(1, "2", "BAHAY")
    Kiosk.objects.update(seen_at=now() + timedelta(minutes=1))
    kiosk.confirms()
    kiosk.answered("check")
    expect(kiosk.page.get_by_text("this screen rules once in five seconds")).to_be_visible()
    Kiosk.objects.update(seen_at=now() - timedelta(minutes=1))
    kiosk.confirms()
    kiosk.verdict("ACCEPTABLE")
    Kiosk.objects.update(seen_at=now() - timedelta(minutes=1))
    kiosk.passes(0.6)
    kiosk.keys("x")
    kiosk.challenge(2, "2", "HANGIN")
    kiosk.confirms()
    kiosk.verdict("A judge is coming")
    assert Call.objects.get().table == hall.table(2)


def test_the_screen_clears_what_nobody_goes_on_with_waits_between_rounds_and_says_that_it_was_closed(
    screen: Any,
) -> None:
    kiosk = screen(playing(ruleset="set-words-club"))
    kiosk.keys("1")
    kiosk.passes(14.5)
    expect(kiosk.page.locator("#kiosk-field")).to_have_value("1")
    kiosk.passes(1)
    expect(kiosk.page.locator("#kiosk-field")).to_have_value("")
    kiosk.opens(1)
    kiosk.keys("2", "Enter", "2", "Enter", "bahay", "Enter", "tu")
    kiosk.passes(16)
    kiosk.at("table")
    assert "BAHAY" not in kiosk.page.content().upper()
    Round.objects.update(status="closed")
    kiosk.page.reload()
    kiosk.at("idle")
    expect(kiosk.page.locator('[data-show="idle"]')).to_contain_text("No round is being played.")
    expect(kiosk.page.locator("#kiosk-field")).to_be_hidden()
    Round.objects.update(status="published")
    kiosk.page.reload()
    kiosk.at("table")
    Kiosk.objects.update(closed_at=now())
    kiosk.passes(16)
    expect(kiosk.page.get_by_text("This kiosk was closed. Ask a judge.")).to_be_visible()
    kiosk.keys("Enter")
    expect(kiosk.page).to_have_url(re.compile(r"^http://[^/]+/$"))


def test_the_way_out_is_a_directors_password_and_there_is_no_other(screen: Any) -> None:
    hall = playing()
    kiosk = screen(hall, clock=False)
    for path in ("/", f"/e/{hall.event.slug}/", "/login", "/t/x/"):
        kiosk.page.goto(path)
        expect(kiosk.page).to_have_url(re.compile("/kiosk/$"))
    kiosk.at("table")
    kiosk.keys("l")
    expect(kiosk.page.get_by_role("heading", level=1)).to_have_text("Leave the kiosk")
    kiosk.page.wait_for_load_state("load")
    kiosk.keys("Escape")
    kiosk.at("table")
    kiosk.keys("l")
    expect(kiosk.page.get_by_label("Username")).to_be_focused()
    kiosk.keys(hall.director.username, "Tab", "wrong", "Enter")
    expect(kiosk.page.get_by_text("not the name and password of a director")).to_be_visible()
    kiosk.page.get_by_label("Password").fill("pass")
    kiosk.keys("Enter")
    expect(kiosk.page).to_have_url(re.compile(r"^http://[^/]+/$"))
    assert Kiosk.objects.get().closed_at
    kiosk.page.goto(f"/e/{hall.event.slug}/")
    expect(kiosk.page).to_have_url(re.compile("/login"))


@pytest.mark.parametrize(
    "viewport", [PHONE, pytest.param(LAPTOP, marks=pytest.mark.soak)], ids=["phone", "laptop"]
)
def test_axe_finds_nothing_and_everything_fits(screen: Any, viewport: dict[str, int]) -> None:
    kiosk = screen(playing(), clock=False, viewport=viewport)  # axe has pauses of its own

    def look() -> None:
        assert faults(kiosk.page, "light", "dark") == []

    look()
    kiosk.opens(1)
    look()
    kiosk.keys("2", "Enter", "2", "Enter", "nagpapakabuti", "Enter")
    look()
    kiosk.keys("pinakamagagandang", "Enter")
    look()
    kiosk.page.wait_for_timeout(500)
    kiosk.keys("Enter")
    kiosk.at("verdict")
    look()


def test_on_a_laptop_of_1366_by_768_the_foot_is_never_cut(screen: Any) -> None:
    kiosk = screen(playing(), clock=False, viewport={"width": 1366, "height": 768})

    def fits() -> None:
        assert kiosk.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
        foot = kiosk.page.locator(".kiosk-foot").bounding_box()
        assert foot["y"] + foot["height"] <= 768

    fits()
    kiosk.opens(1)
    fits()
    kiosk.keys("Escape")
    kiosk.challenge(1, "2", "nagpapakabuti", "pinakamagagandang", "tubig")
    fits()
    kiosk.page.wait_for_timeout(500)
    kiosk.keys("Enter")
    kiosk.at("verdict")
    fits()
