"""What a finished game comes to: words by score, figures of each player, premium squares, the race of the scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scoring import Layout, Premium, Square
from tdapp.events.rules.board_svg import CLASSES, legend
from tdapp.kernel.pages import svg
from tdapp.scoresheets.replay.telling_a_game import Replay, Row

BEST_WORDS = 8
LONGEST_LABEL = 10
SIDE = 20


@dataclass(frozen=True, slots=True)
class Figures:
    """One player's game. `tenths`: average points a turn, in tenths; `adjustment`: unplayed tiles, theirs and others'."""

    seat: int
    name: str
    final: int | None
    turns: int
    tenths: int | None
    bingos: int
    exchanges: int
    lost: int
    challenges: int
    adjustment: int
    seconds: int
    overs: int
    premiums: tuple[int, ...]
    premium_points: int

    @property
    def average(self) -> str:
        """Points a turn with one decimal, "" when a score is missing."""
        return "" if self.tenths is None else f"{self.tenths // 10}.{self.tenths % 10}"


def figures(told: Replay) -> list[Figures]:
    """Every seat's figures, in seat order."""
    return [_figures(told, seat) for seat in range(1, len(told.names) + 1)]


def _figures(told: Replay, seat: int) -> Figures:
    mine = [row for row in told.rows if row.seat == seat]
    turns = [row for row in mine if row.is_move]
    plays = [row for row in turns if not row.withdrawn]
    used = Counter(premium for row in plays for _square, premium in row.premiums)
    name = told.names[seat - 1]
    return Figures(
        seat=seat, name=name, final=told.finals[seat - 1], turns=len(turns), tenths=_tenths(turns),
        bingos=sum(row.bingo for row in plays), exchanges=_count(turns, "exchange"),
        lost=_count(turns, "lost") + _count(turns, "pass"), challenges=_claims(told, seat),
        adjustment=sum(row.score or 0 for row in mine if row.kind in {"rack", "out"}),
        seconds=sum(row.seconds or 0 for row in turns), overs=sum(row.over > 0 for row in turns),
        premiums=tuple(used[premium] for premium in premiums_of(told.layout)),
        premium_points=sum(row.premium_points for row in plays),
    )  # fmt: skip


def _tenths(turns: Sequence[Row]) -> int | None:
    """Half tenths are rounded up; None when a turn's score is not known."""
    if not turns or any(row.score is None for row in turns):
        return None
    made = sum(0 if row.withdrawn else row.score or 0 for row in turns)
    return (made * 20 + len(turns)) // (2 * len(turns)) if made >= 0 else None


def _count(rows: Sequence[Row], kind: str) -> int:
    return sum(row.kind == kind for row in rows)


def _claims(told: Replay, seat: int) -> int:
    return sum(seat in row.challengers for row in told.rows)


def best_words(told: Replay) -> list[Row]:
    """The plays that brought most, best first; of equal ones the earlier."""
    plays = [row for row in told.rows if row.kind == "play" and row.score and not row.withdrawn]
    return sorted(plays, key=lambda row: -(row.score or 0))[:BEST_WORDS]


def premiums_of(layout: Layout) -> list[Premium]:
    """The kinds of premium squares a board has, letters first, in the order of its legend."""
    classes = [css_class for css_class, _short, _words in legend(layout)]
    return [premium for premium, css_class in CLASSES.items() if css_class in classes]


def premium_map(told: Replay) -> SafeString:
    """Every premium square of the board; those that were used bear the seat that used them."""
    users = {square: row.seat for row in told.rows for square, _premium in row.premiums if row.seat}
    squares = [(square, premium) for square, premium in told.layout.premiums.items() if premium in CLASSES]
    body = format_html_join("", "{}", ((_spot(square, premium, users),) for square, premium in squares))
    width, height = told.layout.width * SIDE, told.layout.height * SIDE
    return format_html(
        '<svg class="board board-small premium-map" viewBox="0 0 {} {}" role="img"><title>{}</title><desc>{}</desc>'
        '<g class="sq premium-ground"><path d="M0 0H{}V{}H0z"/></g>{}</svg>',
        width, height, _("Premium squares by player"), _used(told), width, height, body,
    )  # fmt: skip


def _spot(square: Square, premium: Premium, users: dict[Square, int]) -> SafeString:
    seat = users.get(square)
    x, y = square.col * SIDE + SIDE // 2, square.row * SIDE + SIDE // 2
    state = f"used-{seat}" if seat else "mark-dim"
    number = format_html("<text>{}</text>", seat) if seat else format_html("{}", "")
    place = f"translate({x} {y})"
    return format_html(
        '<g class="sq {} {}" transform="{}"><rect/>{}</g>', CLASSES[premium], state, place, number
    )


def _used(told: Replay) -> str:
    parts = [
        _("%(name)s: %(n)s premium squares") % {"name": one.name, "n": sum(one.premiums)}
        for one in figures(told)
    ]
    return "; ".join(parts)


def race(told: Replay) -> SafeString:
    """Every seat's score after each row that changed one; empty when no score is known."""
    steps = moments(told)
    series = [
        svg.Series(label(told, seat), [0, *(row.totals[seat] for row in steps)])
        for seat in range(len(told.names))
    ]
    labels = ["0", *(str(row.number) for row in steps)]
    return svg.line_charts(_("Score by turn"), _race_in_words(told), labels, series) if steps else svg.NOTHING


def moments(told: Replay) -> list[Row]:
    """The rows after which somebody's score may be another."""
    return [row for row in told.rows if row.kind != "end" and len(row.totals) == len(told.names)]


def label(told: Replay, seat: int) -> str:
    """A name short enough for the end of a line: its first word, with the seat's number where two are alike."""
    firsts = [name.replace(",", " ").split()[:1] or [str(place + 1)] for place, name in enumerate(told.names)]
    name = firsts[seat][0]
    alike = firsts.count(firsts[seat]) > 1
    short = name if len(name) <= LONGEST_LABEL else f"{name[: LONGEST_LABEL - 1]}…"
    return f"{seat + 1} {short}" if alike else short


def _race_in_words(told: Replay) -> str:
    pairs = zip(told.names, told.finals, strict=True)
    finals = ", ".join(f"{name} {'?' if score is None else score}" for name, score in pairs)
    return _("Scores after each turn. At the end: %(finals)s.") % {"finals": finals}
