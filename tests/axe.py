"""What axe finds on the page a test stands on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from axe_playwright_python.base import AXE_SCRIPT

from tests.sweeps import SOAK

if TYPE_CHECKING:
    from playwright.sync_api import Page

Scheme = Literal["light", "dark"]
# The style sheets are asked for again for one rule alone, which is none of those that are on.
LOOKING = {"resultTypes": ["violations"], "preload": False}
COLOURS = ["color-contrast", "link-in-text-block"]
RUN = "([where, how]) => axe.run(where, how).then(found => found.violations)"
# Around every page of the desk stands the same: looked at in the gallery and by the crawl, and on every page in the soak.
SHELL = (".rail", ".topline")


def faults(page: Page, *schemes: Scheme, but: Sequence[str] = () if SOAK else SHELL) -> list[str]:
    """Everything axe finds, `but` in these parts, and whether the page is wider than its window.

    `schemes`: one after the other, as the page stands now without them. Between two of them only colours can be
    different: all else is looked at once.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found: list[str] = []
    where = {"include": [["html"]], "exclude": [[part] for part in but]}
    for number, scheme in enumerate(schemes or (None,)):
        if scheme:
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # a fading colour is nobody's
        asked = LOOKING | {"runOnly": COLOURS} if number else LOOKING
        violations = page.evaluate(RUN, [where, asked])
        found += [f"{fault['id']}: {node['html']}" for fault in violations for node in fault["nodes"]]
    wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    return found + ["wide"] * wide
