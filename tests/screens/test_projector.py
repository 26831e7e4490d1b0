"""In a real browser: rows of at least 1/25 of the height, none cut, every name whole, pages that turn
by themselves, the last good page when the server is gone. `pytest tests/screens/test_projector.py -s` prints the figures.
"""

from __future__ import annotations

import re
from contextlib import nullcontext
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tdapp.events.models import Entrant
from tdapp.publishing.models import HallScreen
from tdapp.publishing.screens.commands.screens import set_screen
from tests import factories as f
from tests.publishing.hall import Hall, hall
from tests.screens.halls import named
from tests.sweeps import SOAK
from tests.watching import watch

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SIZES = [(1920, 1080), (1280, 720), (1024, 768)]
PLAYERS = 58
LONG = {"given": "Maximiliano Alejandro Buenaventura", "surname": "de los Reyes-Villanueva"}
MEASURE = """() => {
  const box = document.querySelector("[data-screen]").getBoundingClientRect();
  const rows = [...document.querySelectorAll(".sc-rows tbody tr")].map((row) => row.getBoundingClientRect());
  const names = [...document.querySelectorAll(".sc-rows .name > span")];
  const cut = (span) => span.scrollWidth > span.clientWidth + 1 || span.getBoundingClientRect().height
    > span.closest("tr").getBoundingClientRect().height + 0.5;
  return {
    lowest: Math.min(...rows.map((row) => row.height)), least: innerHeight / 25,
    outside: rows.filter((row) => row.bottom > box.bottom + 0.5 || row.right > box.right + 0.5).length,
    cut: names.filter(cut).map((span) => span.innerText.trim()),
    people: [...document.querySelectorAll(".sc-rows tbody th.name > span")].map((span) => span.innerText.trim()),
    count: document.querySelector("[data-sc-count]").textContent,
  };
}"""

CUT_WHEN_DRAWN = """async () => {
  await document.fonts.ready;
  for (let drawn = 0; drawn < 2; drawn++) await new Promise(requestAnimationFrame);
  const cut = (row) => row.scrollHeight > row.clientHeight + 1 || row.scrollWidth > row.clientWidth + 1;
  return [...document.querySelectorAll("[data-six]:not([hidden]) li")].filter(cut).length;
}"""


def shown_hall() -> Hall:
    here = hall(PLAYERS)
    Entrant.objects.filter(number=5).update(**LONG)
    here.publish()
    here.show(1)
    return here


def open_screen(page: Page, server: Any, here: Hall, rest: str) -> list[str]:
    troubles = watch(page)
    page.clock.install()
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(f"{server.url}/t/{here.division.event.slug}/screen/{rest}")
    return troubles


def resize(page: Page, width: int, height: int) -> None:
    """Another size, which the page has heard of: until then its clock must not go on."""
    if page.viewport_size == {"width": width, "height": height}:
        return
    page.evaluate(
        "() => { window.heard = new Promise((done) => addEventListener('resize', () => done(), { once: true })); }"
    )
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("() => window.heard")


def test_u10_each_page_fits_the_screen_and_all_of_them_together_name_everybody(
    page: Page, live_server: Any
) -> None:
    here = shown_hall()
    everybody = sorted(row.called for row in Entrant.objects.select_related("division__event", "club"))
    troubles = open_screen(page, live_server, here, "?show=names&seconds=10")
    for width, height in SIZES:
        resize(page, width, height)
        page.clock.run_for(300)
        seen: list[str] = []
        pages = int(page.evaluate(MEASURE)["count"].rpartition(" ")[2])
        for _page in range(pages):
            found = page.evaluate(MEASURE)
            seen += found["people"]
            assert found["lowest"] >= found["least"]
            assert (found["outside"], found["cut"]) == (0, [])
            page.clock.run_for(10_050)
        assert sorted(seen) == everybody
        print(f"U10 {width}x{height}: {PLAYERS} players on {pages} pages, rows of {found['lowest']:.0f} px "
              f"(1/25 is {found['least']:.1f}), none cut")  # fmt: skip
    assert troubles == []


def nodes(page: Page) -> dict[str, float]:
    """What the page holds after everything loose is swept up."""
    told = page.context.new_cdp_session(page)
    told.send("HeapProfiler.enable")
    told.send("HeapProfiler.collectGarbage")
    told.send("Performance.enable")
    metrics = {one["name"]: one["value"] for one in told.send("Performance.getMetrics")["metrics"]}
    told.detach()
    return {name: metrics[name] for name in ("Nodes", "JSEventListeners", "JSHeapUsedSize")}


def test_u10_the_last_good_page_stays_while_the_server_is_gone_and_the_desk_switches_it_when_it_is_back(
    page: Page, live_server: Any
) -> None:
    here = shown_hall()
    front, door = named(here, "Front", show="names"), named(here, "Door", show="clock")
    open_screen(page, live_server, here, f"{front}/")
    title, gone = page.locator("[data-sc-title]"), page.locator("[data-sc-gone]")
    expect(title).to_have_text("Find your table")
    page.context.set_offline(True)
    page.clock.run_for(4_000)
    expect(gone).to_have_text(re.compile(r"^as of \d\d:\d\d, no connection$"))
    told = gone.inner_text()
    page.keyboard.press("F5")
    expect(gone).to_contain_text("not reloaded: no connection")
    asked: list[str] = []
    page.once("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    page.evaluate("() => void location.reload()")
    assert asked == ["beforeunload"]
    expect(title).to_have_text("Find your table")
    page.clock.run_for(60_000)
    expect(gone).to_have_text(told)
    expect(page.locator(".sc-rows tbody tr").first).to_be_visible()
    set_screen(
        f.program(here.division.event),
        HallScreen.objects.select_related("event").get(slug=front),
        show="tables",
    )
    page.context.set_offline(False)
    page.clock.run_for(20_000)
    expect(title).to_have_text("Tables")
    expect(gone).to_be_empty()
    with page.expect_navigation():
        page.keyboard.press("Control+r")
    expect(title).to_have_text("Tables")
    other = page.context.new_page()
    other.goto(f"{live_server.url}/t/{here.division.event.slug}/screen/{door}/")
    expect(other.locator("[data-sc-title]")).to_have_text("Round 1")
    expect(other.locator(".sc-due")).to_contain_text("Prize giving about")
    HallScreen.objects.filter(slug=front).delete()
    page.clock.run_for(4_000)
    expect(page.locator(".sc-huge")).to_have_text("There is nothing public at this address.")


def test_a_screen_of_both_languages_takes_turns_and_hides_its_switch_from_whoever_does_not_move(
    page: Page, live_server: Any
) -> None:
    here = shown_hall()
    open_screen(page, live_server, here, "?show=names&seconds=10&lang=both")
    title, switch = page.locator("[data-sc-title]"), page.locator(".sc-tongue")
    page.mouse.move(200, 200)
    expect(switch).to_be_visible()
    expect(title).to_have_text("Find your table")
    pages = int(page.evaluate(MEASURE)["count"].rpartition(" ")[2]) // 2
    page.clock.run_for(10_050 * pages)
    expect(title).to_have_text("Hanapin ang mesa mo")
    expect(page.locator("html")).to_have_attribute("lang", "fil")
    expect(switch).to_be_hidden()
    expect(page.locator("[data-sc-count]")).to_have_text(f"{pages + 1} sa {2 * pages}")
    page.keyboard.press("Tab")
    expect(switch).to_be_visible()
    switch.get_by_role("link", name="Filipino", exact=True).click()
    expect(page).to_have_url(re.compile("seconds=10&lang=fil"))
    expect(title).to_have_text("Hanapin ang mesa mo")
    page.mouse.move(220, 220)
    page.keyboard.press("f")
    expect(switch).to_be_hidden()


def test_a_screen_holds_no_more_after_many_pages_and_answers_than_after_few(
    page: Page, live_server: Any
) -> None:
    here = shown_hall()
    open_screen(page, live_server, here, "?show=names&seconds=5")
    page.clock.run_for(30_000)
    before = nodes(page)
    page.clock.run_for(240_000 if SOAK else 120_000)
    after = nodes(page)
    print(f"after some more minutes: {before} -> {after}")
    assert after["Nodes"] <= before["Nodes"] * 1.2
    assert after["JSEventListeners"] <= before["JSEventListeners"]


@pytest.mark.parametrize("viewport", [(390, 844), (1280, 720)], ids=["phone", "laptop"])
def test_calling_out_goes_on_by_key_and_by_tap_and_cuts_no_name(
    page: Page, live_server: Any, viewport: tuple[int, int]
) -> None:
    here = shown_hall()
    page.set_viewport_size({"width": viewport[0], "height": viewport[1]})
    page.route("**/fonts/*", lambda _held: None)
    phone = viewport[0] < 720  # which writes in letters of its own
    with nullcontext() if phone else page.expect_request("**/fonts/*"):
        page.goto(f"{live_server.url}{here.base}call-out/", wait_until="commit")
    rows = page.locator("[data-six]:visible li")
    expect(rows).to_have_count(6)
    page.unroute("**/fonts/*")
    page.wait_for_load_state()
    assert page.evaluate(CUT_WHEN_DRAWN) == 0
    page.keyboard.press("Space")
    expect(rows.first).to_contain_text("7")
    page.keyboard.press("ArrowLeft")
    expect(rows.first.locator(".co-no")).to_have_text("1")
    page.get_by_role("button", name="Next").click()
    expect(page.locator("[data-co-where]")).to_have_text("2 of 5")
    page.reload()
    expect(page.locator("[data-co-where]")).to_have_text("2 of 5")


def test_one_tap_opens_the_share_sheet_with_the_text_or_the_picture_and_without_one_keeps_them(
    page: Page, live_server: Any
) -> None:
    here = shown_hall()
    page.add_init_script(
        "navigator.canShare = () => true;"
        "navigator.share = async (sent) => { document.title = sent.text ?? `${sent.files.length} ${sent.files[0].type}`; };"
    )
    page.goto(f"{live_server.url}{here.base}")
    page.locator("[data-share-text]").click()
    expect(page).to_have_title(re.compile(r"4\. "))
    page.locator("[data-share-picture]").click()
    expect(page).to_have_title("1 image/png")
    other = page.context.browser.new_page()  # type: ignore[union-attr]
    other.add_init_script("delete Navigator.prototype.share; delete Navigator.prototype.canShare;")
    other.goto(f"{live_server.url}{here.base}")
    with other.expect_download() as kept:
        other.locator("[data-share-picture]").click()
    assert kept.value.suggested_filename.endswith("-open-pairings.png")
    other.locator("[data-share-text]").click()
    expect(other.get_by_text("Copied. Paste it into the chat.")).to_be_visible()
    other.close()
