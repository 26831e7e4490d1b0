"""Initial Fontes: over N rounds, groups of N + 1 with one player of each strength, everybody meeting everybody.

| source | implemented |
|---|---|
| tsh, liwords | N + 1 tiles by rating, one player drawn from each into every group; round robin in the groups |
| tsh residues | leftovers form one larger group (N = 3: 5, 6 or 3 players) |
| liwords | leftovers are taken at even spacing through the field |
| tsh `initial_snaked` | `groups=snaked`: nothing is drawn, the tiles are dealt forth and back |
| tsh, N = 2 | played as quartiles: first against fourth quarter, then first against third |

N is the number of rounds of the span; it is 2 or odd, so that every group is even. The draw depends on the seed of
the event alone, not on the round.
"""

from __future__ import annotations

from core.messages import say
from pairings.event.refusals import Refusals, refuse
from pairings.rounds.field import Field
from pairings.rounds.request import Request
from pairings.rounds.result import Result
from pairings.systems.by_standings import quartile
from pairings.systems.drawing.draft import Scheme
from pairings.systems.drawing.draw import draw
from pairings.systems.round_robins.groups import Groups, by_lot, dealt, scheme_by, sizes

BY_QUARTERS = (4, 3)


def spaced(members: list[str], count: int) -> list[str]:
    """So many members at even spacing: the middles of equal stretches."""
    return [members[(2 * at + 1) * len(members) // (2 * count)] for at in range(count)]


def drawn(request: Request, members: list[str], size: int) -> Groups:
    """Leftovers aside, one of each tile to every group by lot; a short group of leftovers stays apart."""
    wanted = sizes(len(members), size)
    over = wanted[-1] - size if wanted[-1] > size else wanted[-1] % size
    aside = spaced(members, over) if over else []
    rest = [one for one in members if one not in aside]
    count = len(rest) // size
    tiles = [by_lot(request, f"tile {at}", rest[at * count : (at + 1) * count]) for at in range(size)]
    groups = [list(group) for group in zip(*tiles, strict=True)]
    if not aside:
        return groups
    if wanted[-1] < size or not groups:
        return [*groups, aside]
    by_rank = {one: at for at, one in enumerate(members)}
    return [*groups[:-1], sorted([*groups[-1], *aside], key=lambda one: by_rank[one])]


def formed(request: Request, members: list[str]) -> Groups:
    """The groups of an Initial Fontes."""
    size = int(request.params.get("length", 3)) + 1
    if not members or request.params.get("groups") == "snaked":
        return dealt(members, size, snaked=True)
    return drawn(request, members, size)


def scheme(field: Field) -> Scheme:
    """The prices of a round of an Initial Fontes."""
    params = field.request.params
    if params.get("length") == len(BY_QUARTERS):
        turn = (field.request.round - int(params.get("first", 1))) % len(BY_QUARTERS)
        return quartile.scheme_of(field, BY_QUARTERS[turn])
    return scheme_by(field, formed, by_standing=False)


def uneven(request: Request) -> Refusals | None:
    """Groups of an odd size would leave one player of each without a game in every round."""
    length = int(request.params.get("length", 3))
    if length == len(BY_QUARTERS) or length % 2:
        return None
    text = say(
        "Initial Fontes runs over 2 or an odd number of rounds, not %(length)s: its groups have to be even.",
        length=length,
    )
    return refuse("impossible_plan", text)


def pair(request: Request) -> Result | Refusals:
    """A round of an Initial Fontes."""
    return uneven(request) or draw(request, scheme)
