"""The musts of a COP round while they are gathered: who is still free, who must meet whom and why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from core.messages import say
from pairings.plan.constraints import Wish
from pairings.rounds.field import pair_of
from pairings.rounds.study import Must, Study
from pairings.systems.cop.hall import Hall

Pair = tuple[int, int]


@dataclass(slots=True)
class Keeping:
    """The musts of one round while they are gathered; indexes are those of the field."""

    hall: Hall
    study: Study
    free: list[int]
    asked: list[Wish]
    banned: frozenset[Pair]
    met: set[int] = field(default_factory=set)
    musts: list[Must] = field(default_factory=list)
    wishes: list[Wish] = field(default_factory=list)
    pairs: dict[Pair, tuple[str, str]] = field(default_factory=dict)
    sits: int = -1

    @property
    def odd(self) -> bool:
        """Whether somebody sits out."""
        return len(self.free) % 2 == 1

    def name(self, i: int) -> str:
        """What to call a player."""
        return self.hall.field.name(i)

    def id(self, i: int) -> str:
        """The id of a player."""
        return self.hall.field.players[i].id

    def keep(self, code: str, sentence: str, who: Sequence[int], banned: Iterable[Pair]) -> Must:
        """Remember one must and what it rules out."""
        must = Must(code, sentence, tuple(self.id(i) for i in who))
        self.musts.append(must)
        self.wishes.append(Wish(sentence, must.entrants, frozenset(banned)))
        return must

    def force(self, code: str, i: int, j: int, why: str) -> None:
        """Two must meet: every other opponent of theirs is ruled out."""
        sentence = say("%(one)s and %(other)s meet: %(why)s", one=self.name(i), other=self.name(j), why=why)
        others = [*self.free, self.hall.field.n]
        banned = {pair_of(one, k) for one in (i, j) for k in others if k not in (i, j)}
        self.keep(code, sentence, (i, j), banned)
        self.pairs[pair_of(i, j)] = code, why
        self.met |= {i, j}


def ranked(kept: Keeping) -> list[int]:
    """Free players who take a place, by place."""
    return [i for i in kept.free if kept.hall.place[i] < kept.hall.ask.count]
