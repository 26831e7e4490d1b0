"""Every page of the URLconf as a director, a clerk and the public see it, in both languages: axe, light and dark; none is
wider than its window; and no link leads nowhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import SplitResult, parse_qsl, urljoin, urlsplit

import pytest
from django.core.cache import cache
from django.urls import Resolver404, resolve
from playwright.sync_api import Error

from tdapp.kernel.permissions import CLUB_ROLES, granted
from tests.axe import ALIKE, AXE_SCRIPT, COLOURS, LOOK_ONCE, LOOKING, RUN
from tests.browser.conftest import Arrive
from tests.browser.person import LAPTOP, PHONE, Person
from tests.contracts.addresses import Address, every_address
from tests.contracts.filling import path
from tests.contracts.matrix import ANYBODY, MATRIX, MEMBER, SELF
from tests.contracts.sending.clubs import _certificates
from tests.contracts.worlds import World, world
from tests.sweeps import SOAK

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SERIOUS = {"serious", "critical"}
# A picture, a PDF or a list for programs, opened by itself: the browser lays it out with a style of its own, which our
# policy rightly refuses.
PICTURES = {
    "certificates:file",
    "certificates:logo",
    "clubs:logo",
    "clubs:public_logo",
    "clubs:robots",
    "clubs:sitemap",
    "judging:incident_photo",
    "look:logo",
    "paper:file",
    "paper:sheet",
    "publishing:logo",
    "publishing:pairings_picture",
    "publishing:preview",
    "publishing:standings_picture",
    "scoresheets:photo",
}
OVER_EVENTS = {
    "clubs:player",
    "clubs:head_to_head",
    "clubs:club",
    "clubs:public_season",
    "clubs:look_up",
    "clubs:certificate",
}
SAME = 2
# Around every page of the desk stands the same; looked at once, and on every page in the soak.
SHELL = (".rail", ".topline", "dialog")
WIDE = "document.documentElement.scrollWidth > innerWidth"
# Asked in the page itself: a locator would bring a library of its own into every one of them.
LINKS = "[...document.querySelectorAll('a[href]')].map(one => one.getAttribute('href'))"
ROWS = "document.querySelectorAll('.grid tbody tr').length"
OURS = "document.querySelectorAll('main#main').length === 1"


@dataclass(frozen=True)
class Visit:
    """What one person may look at, and how many pages that is at least. `public`: also what anybody may look at."""

    role: str
    least: int
    viewport: dict[str, int] | None = None
    language: str = ""
    dark: bool = True
    public: bool = True

    def may(self, name: str) -> bool:
        needs = MATRIX[name].look
        if not self.role:
            return needs == ANYBODY
        if needs == ANYBODY:
            return self.public
        # What an officer sees of events is what a director does.
        open_too = set() if self.role in CLUB_ROLES else {MEMBER, SELF}
        return needs in open_too or needs in granted(frozenset({self.role}))


def pages(visit: Visit) -> Iterator[Address]:
    """Every address this person may look at; other people's ways in (API, files) are no pages."""
    for address in every_address():
        if address.name in PICTURES or address.name.startswith("api:") or address.name not in MATRIX:
            continue
        if MATRIX[address.name].look and visit.may(address.name):
            yield address


@pytest.fixture
def here() -> Iterator[World]:
    cache.clear()
    yield world("own")
    cache.clear()


def faults(
    person: Person, visit: Visit, *, but: Sequence[str] = (), known: set[str] | None = None
) -> Iterator[str]:
    """What axe calls serious or critical on the page, `but` for these parts; in the dark only colours can be different.

    `known`: how texts looked on other pages; their colours are not looked at again, and what is new here is added.
    """
    page = person.page
    looked: dict[str, list[dict[str, Any]]] = {}
    for scheme in ("light", "dark") if visit.dark else ("light",):
        if visit.dark:
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        if known is None:
            where = {"include": [["html"]], "exclude": [[part] for part in but]}
            looked[scheme] = page.evaluate(
                RUN, [where, LOOKING | {"runOnly": COLOURS} if looked else LOOKING]
            )
        else:
            told = page.evaluate(LOOK_ONCE, [sorted(known), but, ALIKE, COLOURS, not looked, True])
            known.update(told["fresh"])
            looked[scheme] = told["found"]
    for scheme, found in looked.items():
        for fault in found:
            if fault["impact"] in SERIOUS:
                yield from (
                    f"{scheme} {fault['id']}: {node['html'][:200]} {[one['message'] for one in node['any']]}"
                    for node in fault["nodes"]
                )


def is_page(person: Person, address: str) -> bool:
    """Open the address; whether a page of ours came (a fragment, a file or data is looked at elsewhere)."""
    with suppress(Error):  # a file is saved, no page comes
        answer = person.page.goto(address)
        assert answer
        assert answer.status < 400, f"{address}: {answer.status}"
        return bool(person.page.evaluate(OURS))
    return False


def wide(person: Person) -> list[int]:
    """The windows the page is wider than: the person's own; and a phone's in the soak, as what axe looks at on a phone
    elsewhere is measured there too (`tests/axe.py`), a page of each layout.
    """
    page, own = person.page, person.page.viewport_size
    found = []
    for window in (own, PHONE) if SOAK else (own,):
        if window != page.viewport_size:
            page.set_viewport_size(window)  # type: ignore[arg-type]
        found += [window["width"]] * page.evaluate(WIDE)  # type: ignore[index]
    if page.viewport_size != own:
        page.set_viewport_size(own)  # type: ignore[arg-type]
    return found


@pytest.mark.parametrize(
    "visit",
    [
        Visit("director", 40, public=False, dark=False),
        Visit("club-officer", 9, PHONE, language="fil-PH", dark=False, public=False),
        # In the dark the public's pages are looked at in `tests/publishing/test_browser.py`, all of them in the soak.
        Visit("", 9, PHONE, language="fil-PH", dark=False),
        pytest.param(Visit("director", 40, public=False), marks=pytest.mark.soak),
        pytest.param(Visit("director", 40, language="fil-PH"), marks=pytest.mark.soak),
        pytest.param(Visit("clerk", 25, language="fil-PH"), marks=pytest.mark.soak),
        pytest.param(Visit("", 9, PHONE), marks=pytest.mark.soak),
    ],
    ids=[
        "director",
        "officer in Filipino",
        "public in Filipino",
        "director in the dark",
        "director in Filipino",
        "clerk in Filipino",
        "public",
    ],
)
def test_axe_finds_nothing_serious_and_every_link_leads_somewhere(
    arrive: Arrive, here: World, visit: Visit
) -> None:
    wanted = {"viewport": visit.viewport, "locale": visit.language}
    person = arrive(**{name: value for name, value in wanted.items() if value})
    person.page.add_init_script(AXE_SCRIPT)
    if visit.role:
        person.sign_in(here.who(visit.role))
    found: list[str] = []
    links: dict[str, str] = {}
    seen: list[str] = []
    known: set[str] = set()
    for address in pages(visit):
        where = path(address, here)
        if not is_page(person, where):
            continue
        but = SHELL if seen and not SOAK else ()
        found += [
            f"{where} {fault}" for fault in faults(person, visit, but=but, known=None if SOAK else known)
        ]
        found += [f"{where} is wider than {width} px" for width in wide(person)]
        seen.append(where)
        for link in person.page.evaluate(LINKS):
            links.setdefault(link.partition("#")[0], where)
    assert found == []
    assert len(seen) >= visit.least
    # What was opened above came; only where else links lead is left.
    left = {link: where for link, where in links.items() if link not in seen}
    assert list(dead(person, left, opened=seen)) == []


@pytest.mark.parametrize(("viewport", "language"), [(LAPTOP, "en-US"), (PHONE, "fil-PH")], ids=["en", "fil"])
def test_pages_over_several_events_are_sound_in_the_light_and_in_the_dark(
    arrive: Arrive, here: World, viewport: dict[str, int], language: str
) -> None:
    """A player, head to head, a club, a season with a table, and a certificate looked up, rightly and wrongly."""
    _certificates(here)
    person, known, found = arrive(viewport=viewport, locale=language), set[str](), []
    person.page.add_init_script(AXE_SCRIPT)
    wanted = [path(one, here) for one in every_address() if one.name in OVER_EVENTS]
    for where in (*wanted, "/certificates/bcdfg-23456/"):
        person.page.goto(where)
        assert person.page.evaluate(OURS), where
        assert "/seasons/" not in where or person.page.evaluate(ROWS), (
            "a season without a table shows nothing"
        )
        found += [f"{where} {fault}" for fault in faults(person, Visit("", 0), known=known)]
        found += [f"{where} is wider than {width} px" for width in wide(person)]
    assert found == []
    assert len(wanted) == len(OVER_EVENTS)


def dead(person: Person, links: dict[str, str], *, opened: Sequence[str] = ()) -> Iterator[str]:
    """Links that lead to no page this person may see, and where they stand. The hall's own address is this server.

    Of those to one kind of page (every player's, every table's) two stand for all, those `opened` before among them; all
    of them in `./td soak`.
    """
    kinds = Counter(_kind(urlsplit(one)) for one in opened)
    for link, where in links.items():
        wanted = urlsplit(urljoin(where, link))
        kinds[kind := _kind(wanted)] += 1
        if kinds[kind] > SAME and not SOAK:
            continue
        answer = person.page.request.get(f"{wanted.path}?{wanted.query}")
        if answer.status >= 400:
            yield f"{link} ({answer.status}) on {where}"


def _kind(wanted: SplitResult) -> object:
    """What a link asks for: the page, and of what is asked of it the names, not the values."""
    try:
        page = resolve(wanted.path).view_name
    except Resolver404:
        page = wanted.path
    return page, tuple(sorted(name for name, _value in parse_qsl(wanted.query)))


def test_the_crawl_sees_a_picture_without_a_text_grey_on_dark_a_wide_page_and_a_dead_link(
    arrive: Arrive,
) -> None:
    """So that its silence means something."""
    person = arrive()
    person.page.add_init_script(AXE_SCRIPT)
    person.page.goto("/login")
    person.page.evaluate(
        "document.querySelector('main').insertAdjacentHTML('beforeend', '<img src=\"/static/td/mark.svg\"><p>grey</p>')"
    )
    # A rule of a style sheet holds as soon as it is dark; a listener would be called when the browser gets to it.
    person.page.evaluate(
        "const grey = new CSSStyleSheet();"
        "grey.replaceSync('@media (prefers-color-scheme: dark) { main > p:last-child { color: #333 } }');"
        "document.adoptedStyleSheets = [grey]"
    )
    known: set[str] = set()
    for looked in (None, known):
        found = [fault.split(":")[0] for fault in faults(person, Visit("", 0), known=looked)]
        assert found == ["light image-alt", "dark color-contrast"]
    # Seen before, a text is not looked at again; what is no colour is, and so is a text on another ground.
    assert [fault.split(":")[0] for fault in faults(person, Visit("", 0), known=known)] == ["light image-alt"]
    person.page.evaluate(
        "document.adoptedStyleSheets[0].insertRule('main > p:last-child { background: #2a2a2a }')"
    )
    found = [fault.split(":")[0] for fault in faults(person, Visit("", 0), known=known)]
    assert found == ["light color-contrast", "light image-alt", "dark color-contrast"]
    assert wide(person) == []
    person.page.evaluate("document.adoptedStyleSheets[0].insertRule('main > p:last-child { width: 3000px }')")
    assert wide(person) == [LAPTOP["width"], *[PHONE["width"]] * SOAK]
    assert list(dead(person, {"no-such-page": "/login"})) == ["no-such-page (404) on /login"]
