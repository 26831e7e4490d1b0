"""How numbers, signs and pictures are written on every page: `{% load td %}`.

The shells (see `tdapp.kernel.pages.shells` for the types) and the context each expects:

* `td/desk.html`    `desk: Desk` (rail, top line); blocks `title h1 lead actions content aside scripts`
* `td/public.html`  `public: Public`; blocks `title content scripts`; brings no htmx: a phone page stays small
* `td/print.html`   `head: PrintHead`, `paper` ("a4" | "letter" | "a3"), `layout` ("" | "wide" | "slips-2" |
  "slips-4"), `back_url`; block `content`
* `td/door.html`    nothing; blocks `title content`; `td/login.html` fills it: `form`, `next`
* `td/error.html`   `code`; optional `sentences`, `remedy`, `back_url`

Partials (`{% include "td/_x.html" with ... %}`): `_field field [label]`, `_form_errors form`, `_problem problems`,
`_empty title text [url verb]`, `_pager page [param]`, `_progress job poll_url`, `_note state text`, `_tabs tabs label`,
`_entry url undo_url`, `_echo echo`, `_in progress`, `_print_line head columns`, `_slip slip head`.
`docs/programmers/screens.md` shows each one; `/gallery` shows them all.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from fractions import Fraction
from typing import Any

from django import template
from django.forms import BoundField
from django.http import QueryDict
from django.template import Context
from django.utils import timezone
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext, pgettext

from tdapp.kernel import clock
from tdapp.kernel.context import PROGRAM
from tdapp.kernel.messages import sentences
from tdapp.kernel.models import Job
from tdapp.kernel.pages import svg
from tdapp.kernel.pages.icons import icon as draw_icon
from tdapp.kernel.running import job_delay

register = template.Library()
MINUS = "\u2212"
NONE = "\u2013"
PARTS = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
    Fraction(1, 6): "⅙",
    Fraction(5, 6): "⅚",
}
CHIP_ICONS = {"ok": "ok", "ask": "ask", "stop": "stop", "now": "now", "info": "info"}


@register.filter
def signed(value: int | None) -> str:
    """A spread: +187, 0, and a true minus sign below zero; an en dash for None."""
    if value is None:
        return NONE
    return f"+{value}" if value > 0 else f"{MINUS}{-value}" if value < 0 else "0"


@register.filter
def score(value: int | None) -> str:
    """A score as written on the slip; an en dash when there is none."""
    return NONE if value is None else str(value).replace("-", MINUS)


@register.filter
def points(units: int | None, per_point: int = 2) -> str:
    """Points kept as ints, in halves (5 -> 2½) or, with `per_point` 12, in twelfths (17 -> 1 5/12)."""
    if units is None:
        return NONE
    whole, rest = divmod(abs(units), per_point)
    text = _part(Fraction(rest, per_point)) if rest else ""
    gap = " " if "/" in text and whole else ""
    return f"{MINUS if units < 0 else ''}{whole if whole or not rest else ''}{gap}{text}"


def _part(part: Fraction) -> str:
    return PARTS.get(part) or str(part)


@register.simple_tag
def waits_for(job: Job) -> str:
    """Why a job has not begun after a while, "" when there is nothing to say."""
    return job_delay.why(job)


@register.simple_tag
def record(half_wins: int, games: int) -> str:
    """Wins and losses of a player: 6 half wins in 4 games is 3-1; a tie counts half to both sides."""
    return f"{points(half_wins)}-{points(2 * games - half_wins)}"


@register.simple_tag
def rank(place: int | None, shared: bool = False) -> SafeString:
    """A place in the standings; a shared one carries `=`, read out as shared. A dash for one out of the ranking."""
    if place is None:
        return SafeString(NONE)
    if not shared:
        return SafeString(place)
    return format_html(
        '{}<span aria-hidden="true">=</span><span class="vh"> {}</span>', place, gettext("shared")
    )


@register.filter
def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th ... in the language of the page."""
    if number % 100 in (11, 12, 13):
        return pgettext("ordinal 11th 12th 13th", "%dth") % number
    return {
        1: pgettext("ordinal 1st 21st", "%dst"),
        2: pgettext("ordinal 2nd 22nd", "%dnd"),
        3: pgettext("ordinal 3rd 23rd", "%drd"),
    }.get(number % 10, pgettext("ordinal 4th", "%dth")) % number


@register.simple_tag
def movement(places: int | None) -> SafeString:
    """Places gained (positive) or lost since the round before; a dash when unchanged, "" when unknown."""
    if places is None:
        return SafeString("")
    way, said = (
        ("same", gettext("unchanged")) if not places
        else ("up", gettext("up")) if places > 0
        else ("down", gettext("down"))
    )  # fmt: skip
    # The sign is drawn by td.css: as a picture in each row it was a third of a printed table.
    return SafeString(
        f'<span class="move move-{way}"><span class="vh">{escape(said)} </span>{abs(places) or ""}</span>'
    )


@register.filter
def minutes(moment: datetime | None) -> str:
    """Time since `moment` (aware): "now", "8 min", "1 h 12 min"; never negative, "" for None."""
    if moment is None:
        return ""
    total = max(0, int((clock.now() - moment).total_seconds() // 60))
    hours, rest = divmod(total, 60)
    if hours:
        return gettext("%(hours)d h %(minutes)d min") % {"hours": hours, "minutes": rest}
    return gettext("%(minutes)d min") % {"minutes": rest} if rest else gettext("now")


@register.filter
def ago(moment: datetime | None) -> str:
    """The same, as a phrase: "just now", "8 min ago"."""
    said = minutes(moment)
    return (
        gettext("just now")
        if said == gettext("now")
        else gettext("%(time)s ago") % {"time": said}
        if said
        else ""
    )


@register.filter(name="translated")
def translated_sentence(sentence: str) -> str:
    """A sentence of the pure rooms in the language of the page."""
    return sentences.translated(sentence)


@register.filter(name="of_rules")
def text_of_rules(text: str) -> str:
    """What a file of rules says, in the language of the page."""
    return sentences.of_rules(text)


@register.filter
def by(name: str) -> str:
    """Who did it: a person's name as it is, the program's in the language of the page."""
    return gettext("The program") if name == PROGRAM else name


@register.filter
def still_out(count: int) -> str:
    """ "1 table out", "6 tables out"."""
    return ngettext("%(count)d result pending", "%(count)d results pending", count) % {"count": count}


@register.simple_tag
def icon(name: str, css_class: str = "") -> SafeString:
    """A picture from `tdapp.kernel.pages.icons.PATHS`; decorative, so a word must stand beside it."""
    return draw_icon(name, css_class)


@register.simple_tag
def chip(state: str, word: str, hollow: bool = False) -> SafeString:
    """A sign with its shape and its word; `state` ok, ask, stop, now, info, plain; hollow: a mere consequence."""
    shape = draw_icon(CHIP_ICONS[state]) if state in CHIP_ICONS else ""
    return format_html(
        '<span class="chip chip-{}{}">{}{}</span>', state, " chip-hollow" if hollow else "", shape, word
    )


@register.simple_tag
def spread_bar(value: int | None, most: int) -> SafeString:
    """The spread with its thin bar; `most` is the largest spread, either sign, in the column."""
    bar = svg.spread_bar(value or 0, most)
    return format_html('<span class="spread">{}<span>{}</span></span>', bar, signed(value))


@register.filter
def split(text: str) -> list[str]:
    """The words of a text, for a short loop in a template."""
    return text.split()


@register.filter
def as_list(text: str) -> list[str]:
    """One sentence where a template expects several."""
    return [text]


@register.filter
def sign(level: str) -> str:
    """The state of a message level (success, warning, error) or a state itself; `info` for all others."""
    tag = level.split()[-1] if level else ""
    return {"success": "ok", "warning": "ask", "error": "stop", "ok": "ok", "ask": "ask", "stop": "stop"}.get(
        tag, "info"
    )


@register.filter
def state_word(state: str) -> str:
    """The word beside a state's shape."""
    words = {
        "ok": gettext("fine"),
        "ask": gettext("check"),
        "stop": gettext("refused"),
        "info": gettext("note"),
    }
    return words.get(state, state)


@register.filter
def is_checkbox(field: BoundField) -> bool:
    """Whether a form field is a single box to tick, whose label stands behind it."""
    return getattr(field.field.widget, "input_type", "") == "checkbox" and not field.use_fieldset


@register.simple_tag(takes_context=True)
def query(context: Context, name: str, value: object) -> str:
    """The page's query string with one parameter changed."""
    request = context.get("request")
    values = request.GET.copy() if request else QueryDict(mutable=True)
    values[name] = str(value)
    return values.urlencode()


@register.simple_tag
def printed_at() -> str:
    """The time of the page in the hall's zone, for the head of a print."""
    return f"{timezone.localtime(clock.now()):%Y-%m-%d %H:%M}"


@register.simple_tag(takes_context=True)
def error_facts(context: Context) -> dict[str, Any]:
    """What went wrong: code, sentences, short name; from `refusal` if there is one, else from the context."""
    refusal = context.get("refusal")
    if refusal is not None:
        return {"code": refusal.status, "sentences": refusal.sentences, "name": refusal.code}
    return {"code": context.get("code") or 500, "sentences": context.get("sentences") or (), "name": ""}


@register.filter
def echo_sign(state: str) -> str:
    """The sign of an answer to a typed line: `more` (a second number is wanted) is a question too."""
    return "ask" if state == "more" else state


@register.filter
def echo_word(state: str) -> str:
    """The word of an answer to a typed line."""
    return {"ok": gettext("saved"), "ask": gettext("check"), "stop": gettext("NOT saved")}.get(state, state)


@register.filter
def item(mapping: Mapping[str, Any], name: str) -> Any:
    """One entry of a mapping; unlike the dot it never finds a method of the same name."""
    return mapping.get(name, "")


@register.simple_tag(takes_context=True)
def is_demo(context: Context) -> bool:
    """Whether a page is of something invented: of its event at the desk, or of the event, list or player it is about."""
    place = getattr(context.get("request"), "place", None)
    told = (getattr(place, "event", None), *map(context.get, ("event", "rating_list", "list", "who")))
    return any(getattr(one, "demo", False) is True for one in told)
