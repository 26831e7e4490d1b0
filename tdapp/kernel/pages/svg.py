"""Charts drawn by the server: plain SVG, colours by class (so a strict CSP, dark mode and paper all hold).

Every chart carries `<title>` and `<desc>`; the numbers belong in a table beside it. Pixels are whole numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

WIDTH, HEIGHT = 640, 240
LEFT, RIGHT, TOP, BOTTOM = 44, 120, 12, 28
SIGN = 7  # pixels of one letter or digit, about
ROW = 15  # pixels between two rows of labels
STYLES = 4
NOTHING = SafeString("")


@dataclass(frozen=True)
class Series:
    """One line: its name is written at its end; None is a gap (a round not played). `marks`: what each point is."""

    name: str
    values: Sequence[int | None]
    marks: Sequence[str] = ()


@dataclass(frozen=True)
class Scale:
    """Maps a value to a pixel; a flat range lands in the middle."""

    low: int
    high: int
    start: int
    end: int

    def at(self, value: float) -> int:
        """The whole pixel of `value`."""
        if self.high == self.low:
            return (self.start + self.end) // 2
        return round(self.start + (value - self.low) * (self.end - self.start) / (self.high - self.low))


@dataclass(frozen=True)
class Canvas:
    """How wide a chart is drawn and what its names may take; letters are as large as the page's only at this width."""

    css_class: str
    width: int
    left: int
    right: int

    @property
    def end(self) -> int:
        """Where the lines end and their names begin."""
        return self.width - self.right


# A narrow page shows the second drawing: the first, made smaller, could not be read there.
WIDE, NARROW = Canvas("chart", WIDTH, LEFT, RIGHT), Canvas("chart chart-small", 340, LEFT, 0)


def ticks(low: int, high: int, wanted: int = 4) -> list[int]:
    """Round numbers (1, 2 or 5 times a power of ten apart) from at or below `low` to at or above `high`."""
    span = max(high - low, 1)
    step = next(s for s in _steps() if s * wanted >= span)
    first = low // step * step
    return list(range(first, high + step, step)) if first + step <= high else [first, first + step]


def _steps() -> list[int]:
    return [base * 10**power for power in range(12) for base in (1, 2, 5)]


def line_charts(title: str, desc: str, labels: Sequence[str], series: Sequence[Series]) -> SafeString:
    """A line chart drawn twice, for wide pages and for narrow ones; the style sheet shows one of the two."""
    named = [len(f"{s.name} {_signed(_last(s)[1])}") for s in series]
    small = replace(NARROW, right=min(RIGHT, 16 + SIGN * max(named, default=0)))
    return SafeString("".join(line_chart(title, desc, labels, series, canvas) for canvas in (WIDE, small)))


def line_chart(
    title: str, desc: str, labels: Sequence[str], series: Sequence[Series], canvas: Canvas = WIDE
) -> SafeString:
    """Lines over labels (rounds, events). With no value at all there is no chart: the empty string."""
    values = [v for s in series for v in s.values if v is not None]
    if not values:
        return NOTHING
    marks = ticks(min(values), max(values))
    x = Scale(0, max(len(labels) - 1, 1), canvas.left, canvas.end)
    y = Scale(marks[0], marks[-1], HEIGHT - BOTTOM, TOP)
    ends = _spread_out([y.at(_last(s)[1]) for s in series if _last(s)[0] >= 0])
    drawn = [s for s in series if _last(s)[0] >= 0]
    parts = [_rules(marks, y, canvas.end), _labels(labels, x)]
    parts += [_line(s, i, x, y, ends[i]) for i, s in enumerate(drawn)]
    return _frame(canvas.css_class, title, desc, SafeString("".join(parts)), canvas.width, HEIGHT)


def bars(title: str, desc: str, items: Sequence[tuple[str, int]], mine: str = "") -> SafeString:
    """One upright bar an item (label, value), the value above it; negative values hang below the axis.

    Labels that are wider than their bars stand in two rows by turns.
    """
    if not items:
        return NOTHING
    values = [value for _, value in items]
    marks = ticks(min(0, *values), max(0, *values, 1))
    slot = (WIDTH - LEFT - 12) / len(items)
    row = ROW if len(items) > 1 and max(len(label) for label, _ in items) * SIGN > slot else 0
    y = Scale(marks[0], marks[-1], HEIGHT - BOTTOM - row, TOP + 14)
    parts = [_rules(marks, y, WIDTH - 12)]
    parts += [
        _bar(label, value, LEFT + slot * i, slot, y, label == mine, row * (i % 2 == 0))
        for i, (label, value) in enumerate(items)
    ]
    return _frame("chart", title, desc, SafeString("".join(parts)), WIDTH, HEIGHT)


def sparkline(title: str, values: Sequence[int]) -> SafeString:
    """A word-sized line for a table cell, its last point marked. Empty for fewer than two values."""
    if len(values) < 2:
        return NOTHING
    x, y = Scale(0, len(values) - 1, 3, 93), Scale(min(values), max(values), 17, 3)
    body = format_html(
        '<polyline class="line" points="{}"/><circle class="last" cx="{}" cy="{}" r="2"/>',
        " ".join(f"{x.at(i)},{y.at(v)}" for i, v in enumerate(values)),
        x.at(len(values) - 1),
        y.at(values[-1]),
    )
    return _frame("spark", title, "", body, 96, 20)


def spread_bar(value: int, most: int) -> SafeString:
    """A thin bar from the middle, right for plus, left for minus; `most` is the largest in the column."""
    return _thin_bar(value >= 0, min(32, round(abs(value) * 32 / most)) if most > 0 else 0)


@cache
def _thin_bar(plus: bool, length: int) -> SafeString:
    return format_html(
        '<svg class="spread-bar" viewBox="0 0 64 6" preserveAspectRatio="none" aria-hidden="true">'
        '<rect class="{}" x="{}" y="1" width="{}" height="4"/>'
        '<line class="axis" x1="32" x2="32" y1="0" y2="6"/></svg>',
        "plus" if plus else "minus",
        32 if plus else 32 - length,
        length,
    )


def _frame(css_class: str, title: str, desc: str, body: SafeString, width: int, height: int) -> SafeString:
    return format_html(
        '<svg class="{}" role="img" viewBox="0 0 {} {}"><title>{}</title>{}{}</svg>',
        css_class,
        width,
        height,
        title,
        format_html("<desc>{}</desc>", desc) if desc else NOTHING,
        body,
    )


def _rules(marks: Sequence[int], y: Scale, right: int = WIDTH - RIGHT) -> SafeString:
    return format_html_join(
        "",
        '<line class="{}" x1="{}" x2="{}" y1="{}" y2="{}"/><text x="{}" y="{}" text-anchor="end">{}</text>',
        (
            ("axis" if m == 0 else "rule", LEFT, right, y.at(m), y.at(m), LEFT - 8, y.at(m) + 4, _signed(m))
            for m in marks
        ),
    )


def _labels(labels: Sequence[str], x: Scale) -> SafeString:
    """As many labels as fit, sixteen at most."""
    room = (x.end - x.start) // (SIGN * max(map(len, labels), default=1) + 8)
    every = max(1, -(-len(labels) // max(1, min(16, room))))
    return format_html_join(
        "",
        '<text x="{}" y="{}" text-anchor="middle">{}</text>',
        ((x.at(i), HEIGHT - 8, label) for i, label in enumerate(labels) if i % every == 0),
    )


def _line(series: Series, index: int, x: Scale, y: Scale, end: int) -> SafeString:
    style = index % STYLES
    at, last = _last(series)
    dash = f" dash{style}" if style else ""
    runs = format_html_join(
        "",
        '<polyline class="line c{}{}" points="{}"/>',
        ((style, dash, " ".join(f"{x.at(i)},{y.at(v)}" for i, v in run)) for run in _runs(series.values)),
    )
    return format_html(
        '{}{}<circle class="f{}" cx="{}" cy="{}" r="4"/><text class="label" x="{}" y="{}">{}</text>',
        runs,
        _marks(series, style, x, y),
        style,
        x.at(at),
        y.at(last),
        x.at(at) + 10,
        end + 4,
        f"{series.name} {_signed(last)}",
    )


def _marks(series: Series, style: int, x: Scale, y: Scale) -> SafeString:
    """A dot at each point that is something by itself, with its words for who points at it."""
    points = enumerate(zip(series.marks, series.values, strict=False))
    return format_html_join(
        "",
        '<circle class="f{} mark" cx="{}" cy="{}" r="3.5"><title>{}</title></circle>',
        ((style, x.at(i), y.at(value), words) for i, (words, value) in points if value is not None),
    )


def _runs(values: Sequence[int | None]) -> list[list[tuple[int, int]]]:
    runs: list[list[tuple[int, int]]] = [[]]
    for i, value in enumerate(values):
        if value is not None:
            runs[-1].append((i, value))
        elif runs[-1]:
            runs.append([])
    return [run for run in runs if run]


def _last(series: Series) -> tuple[int, int]:
    known = [(i, v) for i, v in enumerate(series.values) if v is not None]
    return known[-1] if known else (-1, 0)


def _spread_out(places: Sequence[int], apart: int = 15) -> list[int]:
    """Names at line ends, pushed apart downwards so that none covers another, up again if the last fell off."""
    order = sorted(range(len(places)), key=lambda i: places[i])
    out = list(places)
    for before, here in pairwise(order):
        out[here] = max(out[here], out[before] + apart)
    over = max([0, *(out[i] - (HEIGHT - BOTTOM) for i in order[-1:])])
    return [max(TOP, place - over) for place in out] if over else out


def _bar(label: str, value: int, left: float, slot: float, y: Scale, mine: bool, up: int = 0) -> SafeString:
    top, bottom = sorted((y.at(value), y.at(0)))
    middle = round(left + slot / 2)
    css_class = "bar bar-mine" if mine else "bar"
    return format_html(
        '<rect class="{}" x="{}" y="{}" width="{}" height="{}"/>'
        '<text class="label" x="{}" y="{}" text-anchor="middle">{}</text>'
        '<text x="{}" y="{}" text-anchor="middle">{}</text>',
        css_class,
        round(left + slot * 0.15),
        top,
        max(1, round(slot * 0.7)),
        bottom - top,
        middle,
        top - 4 if value >= 0 else bottom + 12,
        _signed(value),
        middle,
        HEIGHT - 8 - up,
        label,
    )


def _signed(value: int) -> str:
    return f"\u2212{-value}" if value < 0 else str(value)
