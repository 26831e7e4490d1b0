"""What axe finds on the page a test stands on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from axe_playwright_python.base import AXE_SCRIPT

if TYPE_CHECKING:
    from playwright.sync_api import Page

Scheme = Literal["light", "dark"]
# The style sheets are asked for again for one rule alone, which is none of those that are on.
LOOKING = {"resultTypes": ["violations"], "preload": False}
COLOURS = ["color-contrast", "link-in-text-block"]


def faults(page: Page, *schemes: Scheme) -> list[str]:
    """Everything axe finds, and whether the page is wider than its window.

    `schemes`: one after the other, as the page stands now without them. Between two of them only colours can be
    different: all else is looked at once.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found: list[str] = []
    for number, scheme in enumerate(schemes or (None,)):
        if scheme:
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # a fading colour is nobody's
        asked = LOOKING | {"runOnly": COLOURS} if number else LOOKING
        violations = page.evaluate("how => axe.run(document, how)", asked)["violations"]
        found += [f"{fault['id']}: {node['html']}" for fault in violations for node in fault["nodes"]]
    wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    return found + ["wide"] * wide
