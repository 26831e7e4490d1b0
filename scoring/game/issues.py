"""What the fold notices at a turn, before it is weighed: a code, the facts for its sentence, the values compared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.board.board import Square


@dataclass(frozen=True)
class Issue:
    """`fields`: ruleset fields it rests on besides those of its code. `certain` False: it rests on something unknown.

    `squares`: where on the board it was noticed; `tiles`: of which tiles there are too many. Both tell a root from its
    consequences.
    """

    code: str
    facts: Mapping[str, object] = field(default_factory=dict)
    recorded: int | None = None
    computed: int | None = None
    fields: tuple[str, ...] = ()
    certain: bool = True
    squares: frozenset[Square] = frozenset()
    tiles: frozenset[str] = frozenset()
