"""The WESPA system as tsh carries it: its curve, K bands without stops at their edges, two thirds acceleration.

| part | implemented |
|---|---|
| expectation 1/(1+e^(-d/172)); K table; acceleration 2/3; feedback; one segment | yes |
| in force since May 2012: provisional first 30 games, another curve, long events split | no: numbers not read |

Source: tsh.
"""

from __future__ import annotations

from types import MappingProxyType

from core.messages import say
from tdapp.ratings.formulas.expected import expect, rate
from tdapp.ratings.formulas.naspa import BASE
from tdapp.ratings.formulas.types import Formula

SETTINGS = {
    **BASE,
    "curve": "wespa",
    "stop_at_edges": False,
    "split": False,
    "acceleration": 2 / 3,
    "floor": 0,
}
WESPA = Formula(
    "wespa", say("WESPA (to 2012)"), say("tsh wespa"), rate, expect, MappingProxyType(SETTINGS),
    (say("its own curve"), say("K bands, no stop at an edge"), say("acceleration of two thirds, feedback"), say("one segment")),
    (say("the provisional games, curve and splits in force since May 2012"),),
)  # fmt: skip
FORMULAS = (WESPA,)
