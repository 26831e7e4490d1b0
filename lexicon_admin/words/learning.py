"""Words as learners and their programs take them: in tiles, as cards by the same tiles, one a day."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from datetime import date


def bracketed(tiles: Iterable[str]) -> str:
    """Tiles as programs of the field write them: `[NG]A`, a tile of several letters in brackets."""
    return "".join(tile if len(tile) == 1 else f"[{tile}]" for tile in tiles)


def alphagram(tiles: Iterable[str]) -> str:
    """The tiles of a word in order, as they may lie on a rack: `A [NG]`."""
    return " ".join(bracketed((tile,)) for tile in sorted(tiles))


def hooked(front: Sequence[str], back: Sequence[str]) -> str:
    """Hooks as a learner notes them: `B- K- NG-  -A -T`; "" for none."""
    return "  ".join(
        " ".join(part) for part in ([f"{tile}-" for tile in front], [f"-{tile}" for tile in back]) if part
    )


def number_of_the_day(seed: str, day: date, count: int) -> int:
    """Which of so many words is that day's: by chance, the same on every machine; 0 for no word at all."""
    drawn = hashlib.sha256(f"{seed} {day.isoformat()}".encode()).digest()
    return int.from_bytes(drawn[:8], "big") % count if count else 0
