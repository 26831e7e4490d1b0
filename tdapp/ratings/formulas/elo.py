"""Plain Elo: base 10, 400 points, one K (32 for the first 30 games, 20 after; both may be set).

| part | implemented |
|---|---|
| expectation 1/(1+10^(-d/400)); K by lifetime games; rounding half up | yes |
| FIDE's 400-point rule, K 10 above 2400 | no: not a crossword practice |

Source: A. Elo; the K values are assumed.
"""

from __future__ import annotations

from types import MappingProxyType

from core.messages import say
from tdapp.ratings.formulas.australian import PLAIN
from tdapp.ratings.formulas.expected import expect, rate
from tdapp.ratings.formulas.types import Formula

SETTINGS = {**PLAIN, "curve": "elo", "k_new": [32], "seasoned": 30}
ELO = Formula(
    "elo", "Elo", say("A. Elo, The Rating of Chessplayers"), rate, expect, MappingProxyType(SETTINGS),
    (say("expectation in base 10"), say("one K for new and one for old hands"), say("newcomers by iteration")),
    (say("the 400-point rule"), say("K by title")), {"k_new": "assumed", "k_old": "assumed", "seasoned": "assumed"},
)  # fmt: skip
FORMULAS = (ELO,)
