"""What each system makes of a whole event: does the best player win, does the order come out, do games matter?

    python bench/engine/pairings_quality.py [--players 32] [--rounds 8] [--events 300] [--chart FILE.svg]

Every system plays the same seeded events: the same players with the same true strengths (sd 200 rating points),
the same ratings (noise 80), and the same margin whenever two meet in the same round (normal, 0.39 points for
each rating point, sd 110). Standard errors stand beside every mean. Measures:

* best wins: share of events the strongest player wins (ranked by wins, then spread);
* order: Kendall's tau between final places and true strengths, 1 the same order, 0 none;
* top 4: how many of the four strongest finish in the first four;
* matter: share of games of the last round whose other result, by the same margin, changes the first four;
* repeats: games of two who had met before, an event.

Controls: pairing by lot without repeats, and a round robin cut off after these rounds.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import mean, stdev
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from bench.engine._events import Event, event_of, play  # noqa: E402
from pairings.event.history import History, Played, met_in  # noqa: E402
from pairings.rounds.request import Request  # noqa: E402
from pairings.standings.standings import standings  # noqa: E402

Asked = Callable[[History, int], Request]
Rows = dict[str, dict[str, list[float]]]


@dataclass(frozen=True)
class System:
    """A row of the table: its name, and how it pairs round by round."""

    name: str
    ask: Callable[[int], Asked]
    control: bool = False


def one(system: str, **params: str | int) -> Callable[[int], Asked]:
    """The same system in every round."""
    return lambda rounds: (
        lambda history, number: Request(history, number, system, dict(params), rounds=rounds, seed=number)
    )


def quads(groups: str, last: str = "") -> Callable[[int], Asked]:
    """Three rounds in groups of four, Swiss by halves after them, perhaps king of the hill in the last round."""

    def of(rounds: int) -> Asked:
        def ask(history: History, number: int) -> Request:
            if number <= 3:
                return Request(history, number, "quads", {"groups": groups}, rounds=rounds)
            if last and number == rounds:
                return Request(history, number, last, {"repeats": 0}, rounds=rounds)
            return Request(history, number, "swiss", {"pattern": "slide"}, rounds=rounds)

        return ask

    return of


SYSTEMS = (
    System("by lot, no repeats", one("random"), control=True),
    System("round robin, cut off", one("rr"), control=True),
    System("king of the hill", one("koth")),
    System("king of the hill, no repeats", one("koth", repeats=0)),
    System("Swiss, adjacent", one("swiss", pattern="adjacent")),
    System("Swiss, random in groups", one("swiss", pattern="random")),
    System("Swiss, slide", one("swiss", pattern="slide")),
    System("Swiss, fold", one("swiss", pattern="fold")),
    System("quads of neighbours, then slide", quads("clustered")),
    System("quads of all strengths, then slide", quads("distributed")),
    System("the same, last round king of the hill", quads("distributed", "koth")),
)
MEASURES = ("best wins", "order", "top 4", "matter", "repeats")


def kendall(places: Sequence[float]) -> float:
    """Tau of a list that should rise: pairs in order less pairs out of order, of all pairs."""
    count = len(places)
    score = sum((b > a) - (b < a) for at, a in enumerate(places) for b in places[at + 1 :])
    return 2 * score / (count * (count - 1))


def final(history: History) -> list[str]:
    """The ids in their final order."""
    return [row.entrant for row in standings(history, len(history.rounds))]


def turned(history: History, at: int) -> History:
    """The event with one game of the last round ended the other way, by the same margin."""
    last = list(history.rounds[-1])
    game = last[at]
    assert isinstance(game, Played)
    first, second = game.seats
    seats = (replace(first, score=second.score), replace(second, score=first.score))
    last[at] = replace(game, seats=seats)
    return History(history.entrants, (*history.rounds[:-1], tuple(last)))


def matter(history: History) -> float:
    """The share of last-round games that decide who the first four are, and in which order."""
    first = final(history)[:4]
    games = [at for at, game in enumerate(history.rounds[-1]) if isinstance(game, Played)]
    return mean(final(turned(history, at))[:4] != first for at in games)


def repeated(history: History) -> int:
    """Games of two who had met before."""
    games = [frozenset(met_in(o)) for outcomes in history.rounds for o in outcomes if len(met_in(o)) == 2]
    return len(games) - len(set(games))


def measured(event: Event, history: History) -> dict[str, float]:
    """All measures of one finished event."""
    order = final(history)
    strength = [event.strength[one] for one in order]
    strongest = sorted(event.strength, key=lambda one: -event.strength[one])
    return {
        "best wins": float(order[0] == strongest[0]),
        "order": kendall([-value for value in strength]),
        "top 4": len(set(order[:4]) & set(strongest[:4])) / 4,
        "matter": matter(history),
        "repeats": float(repeated(history)),
    }


def run(players: int, rounds: int, events: int) -> Rows:
    """Every system on every event."""
    rows: Rows = {system.name: {name: [] for name in MEASURES} for system in SYSTEMS}
    for seed in range(events):
        event = event_of(players, seed)
        for system in SYSTEMS:
            for name, value in measured(event, play(event, rounds, system.ask(rounds))).items():
                rows[system.name][name].append(value)
    return rows


def summary(values: Sequence[float]) -> tuple[float, float]:
    """Mean and its standard error."""
    return mean(values), stdev(values) / math.sqrt(len(values)) if len(values) > 1 else 0.0


def text(x: float, y: float, words: str, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" {more}>{words}</text>'


def panel(rows: Rows, name: str, left: float, title: str) -> str:
    """One measure: a dot for each system, with two standard errors either way."""
    found = {system.name: summary(rows[system.name][name]) for system in SYSTEMS}
    low = min(value - 2 * error for value, error in found.values())
    high = max(value + 2 * error for value, error in found.values())
    room, width = (high - low) * 0.08 or 1, 200
    low, high = low - room, high + room

    def x(value: float) -> float:
        return left + width * (value - low) / (high - low)

    parts = [text(left, 20, title, 'font-weight="600"')]
    for at, system in enumerate(SYSTEMS):
        y, (value, error) = 48 + 26 * at, found[system.name]
        fill = "none" if system.control else "currentColor"
        parts.append(
            f'<line x1="{x(value - 2 * error):.1f}" x2="{x(value + 2 * error):.1f}" y1="{y}" y2="{y}" stroke="currentColor"/>'
        )
        parts.append(f'<circle cx="{x(value):.1f}" cy="{y}" r="4" fill="{fill}" stroke="currentColor"/>')
        parts.append(text(left + width + 8, y + 4, f"{value:.2f}"))
    return "\n".join(parts)


def chart(rows: Rows, caption: str) -> str:
    """The three questions a director asks, side by side."""
    titles = {
        "best wins": "the best player wins",
        "order": "order of finish (tau)",
        "matter": "last games that matter",
    }
    names = "\n".join(text(0, 52 + 26 * at, system.name) for at, system in enumerate(SYSTEMS))
    panels = "\n".join(
        panel(rows, name, 290 + 270 * at, title) for at, (name, title) in enumerate(titles.items())
    )
    height = 48 + 26 * len(SYSTEMS) + 24
    foot = text(0, height - 6, f"{caption}. Open circles are controls; lines are two standard errors.")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-14 -6 1114 {height + 12}" font-family="sans-serif" '
        f'font-size="13" color="#1b1b1b" fill="currentColor" role="img" style="background:#fff"><title>{caption}</title>\n'
        f'<rect x="-14" y="-6" width="1114" height="{height + 12}" fill="#fff"/>\n'
        f"{names}\n{panels}\n{foot}\n</svg>\n"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--players", type=int, default=32)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--events", type=int, default=300)
    parser.add_argument("--chart", metavar="FILE")
    options = parser.parse_args()
    rows = run(options.players, options.rounds, options.events)
    caption = f"{options.events} made-up events of {options.players} players and {options.rounds} rounds"
    if options.chart:
        Path(options.chart).write_text(chart(rows, caption))
    table: dict[str, Any] = {
        name: {measure: [round(part, 3) for part in summary(values)] for measure, values in row.items()}
        for name, row in rows.items()
    }
    print(json.dumps({"events": caption, "mean and standard error": table}, indent=1))


if __name__ == "__main__":
    main()
