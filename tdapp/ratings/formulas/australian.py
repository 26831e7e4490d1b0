"""The Australian rule: a straight line within 5 and 95 %, K 20, nothing besides.

| part | implemented |
|---|---|
| expectation 50 % + d/12, 5..95 %; K 20 | yes |
| no acceleration, feedback or segments | yes |

Source: Scrabble Australia (worked example in the tests); `pakistan` is the same with a floor of 500 (tsh).
"""

from __future__ import annotations

from types import MappingProxyType

from core.messages import say
from tdapp.ratings.formulas.expected import expect, rate
from tdapp.ratings.formulas.naspa import BASE
from tdapp.ratings.formulas.types import Formula

PLAIN: dict[str, object] = {
    **BASE, "edges": [], "k_new": [20], "k_old": [20], "seasoned": 0, "stop_at_edges": False, "split": False,
    "acceleration": 0, "feedback": False, "floor": 0,
}  # fmt: skip
DONE = (say("expectation on a straight line within 5 and 95 %"), "K 20", say("newcomers by iteration"))
AUSTRALIAN = Formula(
    "australian", say("Australian"), say("Scrabble Australia; tsh aus"), rate, expect,
    MappingProxyType({**PLAIN, "curve": "australian"}), DONE,
)  # fmt: skip
PAKISTAN = Formula(
    "pakistan", say("Australian with a floor of 500"), say("tsh pak"), rate, expect,
    MappingProxyType({**PLAIN, "curve": "australian", "floor": 500}), (*DONE, say("floor 500")),
)  # fmt: skip
FORMULAS = (AUSTRALIAN, PAKISTAN)
