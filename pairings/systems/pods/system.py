"""Tables of three or four: the system `tables`.

| source | implemented |
|---|---|
| Catan events, TopDeck.gg | as many tables as can be of the size asked for (`size=3` or 4), others at the bottom |
| weighted matching, Swiss | the prices of pairing, summed over every two at a table: `pattern=swiss` or random |
| king of the hill | `pattern=koth`: neighbours in the standings; `repeats=k` caps earlier meetings |
| Tabbycat BP (positions) | seats by an exact assignment on everybody's seats so far |
| `SAL:94`, `SET:22`, `BIS:15` | the eldest starts, or the start is drawn at the table |

`least` and `most` say which sizes are allowed (2 to 4); byes only where nothing else is possible. `repeats=k` with
swiss and random: k earlier meetings of a pair are free. Sixteen players and fewer are solved with proof, more where
the proof is cheap; otherwise the answer says how far from the best it can be. Not implemented: tables of five,
cutting to a final table.
"""

from __future__ import annotations

from pairings.event.refusals import Refusals
from pairings.rounds.field import field_of
from pairings.rounds.request import Request
from pairings.rounds.result import Result
from pairings.systems.pods.draft import draft_of
from pairings.systems.pods.result import result_of


def pair(request: Request) -> Result | Refusals:
    """A round at tables of two to four."""
    drafted = draft_of(field_of(request))
    return drafted if isinstance(drafted, Refusals) else result_of(*drafted)
