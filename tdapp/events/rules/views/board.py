"""The board painter at a division's rules."""

from __future__ import annotations

from typing import Any

from csp.decorators import csp_update
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.board.board import MAX_SIDE, SYMBOLS, Layout, Premium, Square, centre, parse_square
from scoring.rules.loading import Ruleset
from tdapp.events.access import web_division, web_event
from tdapp.events.models import Division
from tdapp.events.models.library import NamedSet
from tdapp.events.rules import boards, rulesets
from tdapp.events.rules.board_svg import CLASSES, WORDS, board_svg, legend, short
from tdapp.events.rules.boards import Painted
from tdapp.events.rules.commands import rules as commands
from tdapp.events.rules.divisions import fingerprint
from tdapp.events.rules.forms import BoardForm
from tdapp.events.screens import act, attempt, done, page, posted, sent
from tdapp.kernel.managers import find

SMALLEST = 3


@csp_update({"img-src": ["blob:"]})  # type: ignore[arg-type]
@require_http_methods(["GET", "POST"])
def board(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Paint the division's board. The photo beside it never leaves the browser, hence `blob:` for images here only."""
    ctx, row = web_division(request, event, division, "division.edit")
    base = rulesets.base_of(row)
    opened = _opened(request, row, base)
    form = BoardForm(posted(request), initial=_initial(row, opened))
    told = (
        attempt(form, lambda: commands.set_board(ctx, row, **form.values())) if sent(request, form) else None
    )
    if told is not None:
        return done(request, _message(told), "events:board", row.event.slug, row.slug)
    row.refresh_from_db()
    return page(request, "rules/board", form, **_facts(row, base, form, opened))


def _message(told: dict[str, Any]) -> str:
    return " ".join([_("The board is saved."), *told["warnings"]])


def _initial(row: Division, opened: Painted) -> dict[str, Any]:
    rows = "\n".join(opened.rows)
    facts = {"name": opened.name, "start": opened.start, "confirmed": opened.confirmed}
    return {"rows": rows, "seen": fingerprint(row), **facts}


def _opened(request: HttpRequest, row: Division, base: Ruleset) -> Painted:
    """The board to start from: the division's own, the ruleset's, one kept by name, or an empty one of a size."""
    wanted = request.GET.get("from", "")
    if wanted == "ruleset":
        return boards.painted(base)
    if wanted:
        kept = find(NamedSet.library_of(row.event), kind=NamedSet.Kind.BOARD, pk=wanted)
        return Painted(tuple(kept.content["rows"]), kept.content["start"], kept.name)
    now = boards.painted(rulesets.of_division(row))
    return _resized(now, request.GET.get("width", ""), request.GET.get("height", ""))


def _resized(now: Painted, width: str, height: str) -> Painted:
    """The same squares on a board of another size, the start square in its middle."""
    sizes = [int(text) if text.isdecimal() and len(text) < 4 else 0 for text in (width, height)]
    if not any(sizes):
        return now
    wide, high = (min(max(size or SMALLEST, SMALLEST), MAX_SIDE) for size in sizes)
    rows = [row[:wide].ljust(wide, ".") for row in now.rows[:high]]
    rows += ["." * wide] * (high - len(rows))
    return Painted(tuple(rows), centre(high, wide).name, now.name)


def _facts(row: Division, base: Ruleset, form: BoardForm, opened: Painted) -> dict[str, Any]:
    layout = _drawn(form, opened)
    title = _("The whole board")
    return {
        "event": row.event, "division": row, "base": base, "layout": layout, "legend": legend(layout),
        "picture": board_svg(layout, title=title), "brushes": _brushes(), "warnings": boards.warnings(base, layout),
        "differences": boards.differences(layout, base.layout), "resized": _size(layout) != _size(base.layout),
        "shipped": {"rows": boards.plain(base.layout), "start": base.layout.start.name},
        "kept": NamedSet.library_of(row.event).filter(kind=NamedSet.Kind.BOARD), "scope": row.scope_key,
        "confirmed": rulesets.of_division(row).board.confirmed, "largest": MAX_SIDE, "smallest": SMALLEST,
    }  # fmt: skip


def _size(layout: Layout) -> tuple[int, int]:
    return layout.height, layout.width


def _drawn(form: BoardForm, opened: Painted) -> Layout:
    """What was sent, if it is a board at all; else what the page opened with."""
    text = str(form["rows"].value() or "")
    rows = tuple("".join(line.split()).replace("*", ".") for line in text.splitlines() if line.strip())
    start = parse_square(str(form["start"].value() or ""))
    sizes = {len(row) for row in rows}
    if len(sizes) != 1 or not set("".join(rows)) <= set(SYMBOLS) or max(len(rows), *sizes) > MAX_SIDE:
        rows, start = opened.rows, parse_square(opened.start)
    middle = centre(len(rows), len(rows[0]))
    inside = start is not None and start.row < len(rows) and start.col < len(rows[0])
    return Layout(rows, start if start is not None and inside else Square(*middle))


def _brushes() -> list[dict[str, str]]:
    """What a square can become: its sign, its class, what is written on it, its words."""
    plain = {"sign": ".", "css": "sq-plain", "short": "", "words": _("plain")}
    signs = {premium: sign for sign, premium in SYMBOLS.items() if premium != Premium()}
    return [
        plain,
        *(
            {"sign": signs[one], "css": CLASSES[one], "short": short(one), "words": str(WORDS[one])}
            for one in CLASSES
        ),
    ]


@require_POST
def confirm(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Say that the board or the tile set is the one on the tables, or take it back; also after round 1."""
    ctx, row = web_division(request, event, division, "division.edit")
    what, on = request.POST.get("what", ""), request.POST.get("confirmed") == "on"
    said = _("Confirmed.") if on else _("No longer confirmed.")
    to = "events:tiles" if what == "tiles" else "events:board"
    return act(
        request,
        lambda: commands.confirm(ctx, row, what=what, confirmed=on),
        said,
        to,
        row.event.slug,
        row.slug,
    )


@require_POST
def forget(request: HttpRequest, event: str, pk: Any) -> HttpResponse:
    """Remove a board or tile set that was kept at this event."""
    ctx, row = web_event(request, event, "division.edit")
    kept = find(NamedSet.library_of(row), pk=pk)
    said = _("%(name)s is removed.") % {"name": kept.name}
    return act(request, lambda: commands.forget(ctx, kept), said, "events:settings", row.slug)
