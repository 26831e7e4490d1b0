"""axe on every gallery page, in light and dark, at a desk and on a phone; and nothing wider than the screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.axe import Scheme, faults
from tests.sweeps import SOAK

pytestmark = pytest.mark.browser
PAGES = ["", "enter/", "public/", "standings/", "callout/", "slips/", "door/", "error/"]
DESK, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
PAIRED = tuple((size, (scheme,)) for size, scheme in zip((DESK, PHONE), SCHEMES, strict=True))


def test_axe_finds_nothing(page: Page, look: str) -> None:
    for part in PAGES:
        # Every part there is stands on the first page: it is looked at at a desk in the light and on a phone in the dark,
        # the others in one of the two by turns; all of them in both, light and dark, in the soak.
        turn = PAIRED if not part else PAIRED[PAGES.index(part) % 2 :][:1]
        for size, schemes in ((DESK, SCHEMES), (PHONE, SCHEMES)) if SOAK else turn:
            page.set_viewport_size(size)
            page.goto(f"{look}/gallery/{part}")
            assert faults(page, *schemes, but=()) == [], (part, size)


def test_axe_finds_a_picture_without_a_text_so_it_does_look(page: Page, look: str) -> None:
    page.goto(f"{look}/gallery/door/")
    page.evaluate(
        "document.querySelector('main').insertAdjacentHTML('beforeend', '<img src=\"/static/td/mark.svg\">')"
    )
    assert [fault.split(":")[0] for fault in faults(page)] == ["image-alt"]


def test_axe_finds_nothing_in_an_open_dialog(page: Page, look: str) -> None:
    page.goto(f"{look}/gallery/")
    opener = {
        "td-keys": "[data-keys-help]",
        "td-palette": "[data-palette-open]",
        "td-confirm": "[data-confirm]",
    }
    for dialog, opens in opener.items():
        page.locator(opens).first.click()
        expect(page.locator(f"#{dialog}")).to_be_visible()
        assert faults(page, but=()) == [], dialog
        page.keyboard.press("Escape")
        expect(page.locator(f"#{dialog}")).to_be_hidden()


def test_rows_are_32_pixels_at_the_desk_and_44_under_a_finger(page: Page, look: str) -> None:
    heights = []
    for size in (DESK, PHONE):
        page.set_viewport_size(size)
        page.goto(f"{look}/gallery/public/")
        heights.append(page.locator(".grid tbody tr").first.bounding_box()["height"])
    assert [round(height) for height in heights] == [32, 44]


def test_the_skip_link_is_the_first_stop_and_leads_to_the_content(page: Page, look: str) -> None:
    page.goto(f"{look}/gallery/")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"


def test_nothing_moves_for_somebody_who_asked_for_rest(page: Page, look: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{look}/gallery/")
    assert page.locator(".btn").first.evaluate("node => getComputedStyle(node).transitionDuration") in (
        "0s",
        "0s, 0s",
    )


def test_a_public_page_is_small_enough_for_a_phone_in_a_full_hall(page: Page, look: str) -> None:
    """The page alone, compressed as it is sent; styles and scripts are kept by the phone after the first visit."""
    answer = page.request.get(f"{look}/gallery/public/", headers={"Accept-Encoding": "gzip"})
    assert int(answer.headers["content-length"]) <= 30_000
