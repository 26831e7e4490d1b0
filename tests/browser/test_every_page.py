"""Every page of the URLconf as a director, a clerk and the public see it, in both languages: axe, light and dark; none is
wider than its window; and no link leads nowhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import SplitResult, parse_qsl, urljoin, urlsplit

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.core.cache import cache
from django.urls import Resolver404, resolve
from playwright.sync_api import Error

from tdapp.kernel.permissions import granted
from tests.browser.conftest import Arrive
from tests.browser.person import LAPTOP, PHONE, Person
from tests.contracts.addresses import Address, every_address
from tests.contracts.filling import path
from tests.contracts.matrix import ANYBODY, MATRIX, MEMBER, SELF
from tests.contracts.worlds import World, world
from tests.sweeps import SOAK

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SERIOUS = {"serious", "critical"}
# The style sheets are asked for again for one rule alone, which is none of those that are on.
LOOKING = {"resultTypes": ["violations"], "preload": False}
COLOURS = ["color-contrast", "link-in-text-block"]
# A picture or a PDF opened by itself: the browser lays it out with a style of its own, which our policy rightly refuses.
PICTURES = {
    "certificates:file",
    "certificates:logo",
    "judging:incident_photo",
    "look:logo",
    "paper:file",
    "paper:sheet",
    "publishing:logo",
    "publishing:pairings_picture",
    "publishing:standings_picture",
    "scoresheets:photo",
}
SAME = 2
RUN = "([where, how]) => axe.run(where, how).then(found => found.violations)"
# Around every page of the desk stands the same; looked at once, and on every page in the soak.
SHELL = (".rail", ".topline", "dialog")
# Of a table's rows and a board's squares some stand for all, all are looked at in the soak; colours wherever they stand.
ALIKE = ("tbody tr:nth-child(n+9)", "[data-square]:nth-child(n+20)")
# What axe itself calls less than serious is not asked: a rule's own word decides what all it finds is called.
SERIOUS_RULES = """axe._audit.rules
    .filter(one => one.enabled && !one.tags.includes("experimental") && !["minor", "moderate"].includes(one.impact))
    .map(one => one.id)"""
LEAST_RULES = 50
# A text of a colour that was seen before, as large and on the same grounds (down to the first that lets nothing through),
# has the contrast that was found there; to look at each costs most of what axe takes. All of them are looked at in the soak.
MARK_NEW_TEXTS = """known => {
    const seen = new Set(known), found = new Set(), grounds = new Map();
    const clear = colour => /^rgba\\(.*, 0\\)$/.test(colour);
    const ground = one => {
        if (!one) return "";
        if (!grounds.has(one)) {
            const style = getComputedStyle(one);
            const place = ["absolute", "fixed"].includes(style.position) ? style.position : "static";
            const own = [style.opacity, place, style.filter, style.mixBlendMode, style.clipPath].join();
            const [colour, picture] = [style.backgroundColor, style.backgroundImage];
            const nothing = own === "1,static,none,normal,none" && clear(colour) && picture === "none";
            const whole = colour.startsWith("rgb(") && picture === "none" ? "" : ground(one.parentElement);
            grounds.set(one, nothing ? ground(one.parentElement) : `${own} ${colour} ${picture}>${whole}`);
        }
        return grounds.get(one);
    };
    const says = one => one.matches("input, textarea")
        || [...one.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
    const off = "[disabled], [aria-disabled=true]";
    // What is large to axe needs less contrast: 18 points, or 14 in bold.
    const large = ({fontSize, fontWeight}) => parseFloat(fontSize) >= (fontWeight >= 700 ? 18.66 : 24);
    const shape = one => {
        const style = getComputedStyle(one), link = one.closest("a");
        const around = link && getComputedStyle(link.parentElement);
        return [
            style.color, large(style), style.textShadow, link && style.textDecorationLine + style.fontWeight,
            one.closest(off) !== null || one.closest("label")?.control?.matches(":disabled"),
            around && around.color + around.fontWeight + around.display, ground(one),
        ].join("|");
    };
    for (const one of document.querySelectorAll("[data-new-text]")) one.removeAttribute("data-new-text");
    for (const one of document.body.querySelectorAll("*")) {
        if (!says(one) || !one.checkVisibility({visibilityProperty: true})) continue;
        const how = shape(one);
        if (seen.has(how) || found.has(how)) continue;
        found.add(how);
        one.setAttribute("data-new-text", "");
    }
    return [...found];
}"""
# One run for all of a page, as axe reads the whole document for each: the rules of colours ask the texts that are new.
LOOK_ONCE = f"""async ([known, but, alike, colours, all]) => {{
    const fresh = ({MARK_NEW_TEXTS})(known), serious = {SERIOUS_RULES};
    for (const rule of window.tdAsked ? [] : axe._audit.rules.filter(one => colours.includes(one.id))) {{
        const matches = rule.matches;
        rule.matches = (node, ...more) => node.closest("[data-new-text]") !== null && matches.call(rule, node, ...more);
    }}
    window.tdAsked = true;
    const rules = serious.filter(one => colours.includes(one) ? fresh.length > 0 : all);
    if (!rules.length) return {{fresh, rules: serious.length, found: []}};
    const exclude = [...but, ...alike.map(one => `${{one}}:not([data-new-text], :has([data-new-text]))`)].map(one => [one]);
    const how = {{runOnly: rules, resultTypes: ["violations"], preload: false}};
    const found = await axe.run({{include: [["html"]], exclude}}, how);
    return {{fresh, rules: serious.length, found: found.violations}};
}}"""
WIDE = "document.documentElement.scrollWidth > innerWidth"
# Asked in the page itself: a locator would bring a library of its own into every one of them.
LINKS = "[...document.querySelectorAll('a[href]')].map(one => one.getAttribute('href'))"
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
        return needs in {MEMBER, SELF} or needs in granted(frozenset({self.role}))


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
    looked = {}
    for scheme in ("light", "dark") if visit.dark else ("light",):
        if visit.dark:
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        if known is None:
            where = {"include": [["html"]], "exclude": [[part] for part in but]}
            looked[scheme] = page.evaluate(
                RUN, [where, LOOKING | {"runOnly": COLOURS} if looked else LOOKING]
            )
        else:
            told = page.evaluate(LOOK_ONCE, [sorted(known), but, ALIKE, COLOURS, not looked])
            assert told["rules"] > LEAST_RULES
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
        # In the dark the public's pages are looked at in `tests/publishing/test_browser.py`, all of them in the soak.
        Visit("", 9, PHONE, language="fil-PH", dark=False),
        pytest.param(Visit("director", 40, public=False), marks=pytest.mark.soak),
        pytest.param(Visit("director", 40, language="fil-PH"), marks=pytest.mark.soak),
        pytest.param(Visit("clerk", 25, language="fil-PH"), marks=pytest.mark.soak),
        pytest.param(Visit("", 9, PHONE), marks=pytest.mark.soak),
    ],
    ids=[
        "director",
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
        "grey.replaceSync('@media (prefers-color-scheme: dark) { main p:last-child { color: #333 } }');"
        "document.adoptedStyleSheets = [grey]"
    )
    known: set[str] = set()
    for looked in (None, known):
        found = [fault.split(":")[0] for fault in faults(person, Visit("", 0), known=looked)]
        assert found == ["light image-alt", "dark color-contrast"]
    # Seen before, a text is not looked at again; what is no colour is, and so is a text on another ground.
    assert [fault.split(":")[0] for fault in faults(person, Visit("", 0), known=known)] == ["light image-alt"]
    person.page.evaluate(
        "document.adoptedStyleSheets[0].insertRule('main p:last-child { background: #2a2a2a }')"
    )
    found = [fault.split(":")[0] for fault in faults(person, Visit("", 0), known=known)]
    assert found == ["light color-contrast", "light image-alt", "dark color-contrast"]
    assert wide(person) == []
    person.page.evaluate("document.adoptedStyleSheets[0].insertRule('main p:last-child { width: 3000px }')")
    assert wide(person) == [LAPTOP["width"], *[PHONE["width"]] * SOAK]
    assert list(dead(person, {"no-such-page": "/login"})) == ["no-such-page (404) on /login"]
