"""With texts a third longer than the English ones nothing is cut off and no page is wider than its window."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests import factories as f
from tests.browser.conftest import Arrive, arrive  # noqa: F401 - people in windows, for these tests too
from tests.browser.person import LAPTOP

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
WINDOWS = ({"width": 360, "height": 740}, LAPTOP)
DESK = [
    "/e/{e}/",
    "/e/{e}/entries/",
    "/e/{e}/checkin/",
    "/e/{e}/enter/",
    "/e/{e}/open/round/1/",
    "/e/{e}/open/standings/0/",
    "/e/{e}/publish/",
    "/e/{e}/hall/",
]
PUBLIC = ["/", "/t/{e}/", "/t/{e}/open/pairings", "/login"]
# Texts wider or higher than the box that hides the rest of them; what scrolls by itself or is there for readers is not cut.
# The rail scrolls, so it is asked by itself: as a column nobody scrolls it sideways; as a phone's row it is made to be.
CUT = """() => {
  const cut = [...document.querySelectorAll('button, a, h1, h2, th, label, summary, p, .chip, .btn, dt, dd')]
    .filter(el => el.offsetParent && !el.closest('.vh, [data-palette], template, dialog, .table-wrap'))
    .filter(el => ['hidden', 'clip'].includes(getComputedStyle(el).overflowX))
    .filter(el => el.scrollWidth > el.clientWidth + 1 && el.clientWidth > 1)
    .map(el => `${el.tagName} ${el.className}: ${el.textContent.trim().slice(0, 60)}`);
  const rail = document.querySelector('.rail');
  if (rail && getComputedStyle(rail).flexDirection === 'column' && rail.scrollWidth > rail.clientWidth)
    cut.push(`the rail is ${rail.scrollWidth - rail.clientWidth} px too narrow for its words`);
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  return wide > 1 ? [...cut, `the page is ${wide} px too wide`] : cut;
}"""

LONGER = """() => {
  for (const word of document.querySelectorAll('.stage-word')) word.append(` ${word.textContent} ${word.textContent}`);
}"""


def cut_off(page: Page, paths: list[str], slug: str) -> dict[tuple[str, int], list[str]]:
    """What is cut off on each page, in each window."""
    found = {}
    for path in paths:
        page.goto(path.format(e=slug))
        assert "⟦" in page.inner_text("body")
        for window in WINDOWS:
            page.set_viewport_size(window)  # type: ignore[arg-type]
            found[path, window["width"]] = page.evaluate(CUT)
    return {where: cut for where, cut in found.items() if cut}


def test_nothing_is_cut_off(arrive: Arrive, pseudo_spoken: None) -> None:  # noqa: F811
    here = f.hall(8)
    someone = arrive(here.event.slug, locale="fil-PH")
    assert cut_off(someone.page, PUBLIC, here.event.slug) == {}
    someone.sign_in(here.director)
    assert cut_off(someone.page, DESK, here.event.slug) == {}
    # A language may say "4 of 12 entered" in any number of words: they go on under the stage's name.
    someone.page.evaluate(LONGER)
    for window in WINDOWS:
        someone.page.set_viewport_size(window)  # type: ignore[arg-type]
        assert someone.page.evaluate(CUT) == [], window
