"""The North American rating system since 2009, and what tsh knows as its relatives. See `FORMULAS` for each.

| part | implemented |
|---|---|
| expectation 1/(1+e^-0.0031879 d); K 30/24/15 and 20/16/10 by rating 1800, 2000 and 50 games | yes |
| excess spent band by band; segments up to 16, 35 and more rounds | yes |
| acceleration and feedback; newcomers by iteration; rounding; floor 1 | yes |
| local club: change / 3, no acceleration, at most 50 points | yes |
| the table of chances of before 2009, team ratings | no |

Source: NASPA "Rating system overview", "Initial rating"; tsh. Marked `assumed` for PSPA, which publishes no formula.
"""

from __future__ import annotations

from types import MappingProxyType

from core.messages import say
from tdapp.ratings.formulas.expected import expect, rate
from tdapp.ratings.formulas.types import Formula

ASSUMED = say("assumed for PSPA: the association publishes no formula")
BASE: dict[str, object] = {
    "curve": "naspa", "edges": [1800, 2000], "k_new": [30, 24, 15], "k_old": [20, 16, 10], "seasoned": 50,
    "stop_at_edges": True, "split": True, "acceleration": 1, "feedback": True, "divisor": 1, "cap": 0, "floor": 1,
    "growing": False, "ties": True, "tie_rule_wins": True,
    "unplayed": 0,
}  # fmt: skip
DONE = (
    say("logistic expectation"), say("K bands, spent band by band"), say("segments of long events"),
    say("acceleration and feedback"),
    say("newcomers by iteration"), say("rounding half up, floor 1"),
)  # fmt: skip
UNDONE = (say("the table of chances used before 2009"), say("team ratings"))
SOURCE = say("NASPA: Rating system overview, Initial rating; tsh nsa2008")


def _formula(name: str, title: str, source: str, done: tuple[str, ...], **other: object) -> Formula:
    marks = {"formula": ASSUMED}
    return Formula(
        name, title, source, rate, expect, MappingProxyType({**BASE, **other}), done, UNDONE, marks
    )


NASPA = _formula("naspa", "NASPA", SOURCE, DONE)
NASPA_2024 = _formula(
    "naspa-2024", say("NASPA, games counted by segment"), say("tsh naspa2024"),
    (*DONE, say("lifetime games grow with each segment")), growing=True, floor=0,
)  # fmt: skip
CLUB = _formula(
    "naspa-club", say("NASPA, local club"), say("tsh nsa2008 lct"),
    (say("as NASPA"), say("change divided by 3"), say("no acceleration"), say("at most 50 points up or down")),
    acceleration=0, divisor=3, cap=50,
)  # fmt: skip
FORMULAS = (NASPA, NASPA_2024, CLUB)
