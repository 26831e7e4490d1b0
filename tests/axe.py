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
# Of a table's rows and a board's squares some stand for all, all are looked at in the soak; colours wherever they stand.
ALIKE = ("tbody tr:nth-child(n+9)", "[data-square]:nth-child(n+20)")
# Where only what is serious is asked for, a rule's own word decides what all it finds is called.
RULES = """axe._audit.rules
    .filter(one => one.enabled && !one.tags.includes("experimental"))
    .filter(one => !serious || !["minor", "moderate"].includes(one.impact))
    .map(one => one.id)"""
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
LOOK_ONCE = f"""async ([known, but, alike, colours, all, serious]) => {{
    const fresh = ({MARK_NEW_TEXTS})(known), every = {RULES};
    if (every.length < 50) throw new Error("axe has no rules");
    for (const rule of window.tdAsked ? [] : axe._audit.rules.filter(one => colours.includes(one.id))) {{
        const matches = rule.matches;
        rule.matches = (node, ...more) => node.closest("[data-new-text]") !== null && matches.call(rule, node, ...more);
    }}
    window.tdAsked = true;
    const rules = every.filter(one => colours.includes(one) ? fresh.length > 0 : all);
    if (!rules.length) return {{fresh, found: []}};
    const exclude = [...but, ...alike.map(one => `${{one}}:not([data-new-text], :has([data-new-text]))`)].map(one => [one]);
    const how = {{runOnly: rules, resultTypes: ["violations"], preload: false}};
    const found = await axe.run({{include: [["html"]], exclude}}, how);
    return {{fresh, found: found.violations}};
}}"""
# Around every page of the desk stands the same: looked at in the gallery and by the crawl, and on every page in the soak.
SHELL = (".rail", ".topline")


def faults(page: Page, *schemes: Scheme, but: Sequence[str] = () if SOAK else SHELL) -> list[str]:
    """Everything axe finds, `but` in these parts, and whether the page is wider than its window.

    `schemes`: one after the other, as the page stands now without them. Between two of them only colours can be
    different: all else is looked at once. Of texts that look alike one stands for all, in the soak all are looked at.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found: list[str] = []
    where = {"include": [["html"]], "exclude": [[part] for part in but]}
    for number, scheme in enumerate(schemes or (None,)):
        if scheme:
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # a fading colour is nobody's
        if SOAK:
            violations = page.evaluate(RUN, [where, LOOKING | {"runOnly": COLOURS} if number else LOOKING])
        else:
            violations = page.evaluate(LOOK_ONCE, [[], list(but), ALIKE, COLOURS, not number, False])["found"]
        found += [f"{fault['id']}: {node['html']}" for fault in violations for node in fault["nodes"]]
    wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    return found + ["wide"] * wide
