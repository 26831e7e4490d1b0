"""What a game needs of a ruleset, read from its file by itself: nothing of `scoring` is imported here."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_FILES = Path(__file__).resolve().parents[3] / "scoring" / "rules" / "rulesets"
_TIMES = {"d": (2, 1), "t": (3, 1), "q": (4, 1), "D": (1, 2), "T": (1, 3), "Q": (1, 4)}
Fields = dict[str, Any]


@dataclass(frozen=True)
class Rules:
    """`fields`: every value by its name, `rack.size`; `values`, `counts`, `bags`: by what a tile spells, "?" a blank."""

    name: str
    fields: Fields
    premiums: Mapping[tuple[int, int], tuple[int, int]]
    side: int
    values: Mapping[str, int]
    counts: Mapping[str, int]
    bags: Mapping[str, str]

    @property
    def bonus(self) -> Mapping[int, int]:
        return {int(laid): points for laid, points in self.fields["bonus.by_tiles"].items()}

    @property
    def several(self) -> list[str]:
        """Tiles of more than one letter."""
        return [text for text in self.values if len(text) > 1]


def read_rules(name: str, changed: Mapping[str, object] = {}) -> Rules:
    """The shipped ruleset of that name with some of its fields changed."""
    fields = {**_fields(name), **changed}
    table = fields["tiles.table"]
    rows = [row.split() for row in fields["board.grid"]]
    premiums = {(r, c): _TIMES.get(sign, (1, 1)) for r, row in enumerate(rows) for c, sign in enumerate(row)}
    return Rules(
        name,
        fields,
        premiums,
        len(rows),
        {tile["id"]: tile["value"] for tile in table},
        {tile["id"]: tile["count"] for tile in table},
        {tile["id"]: tile.get("bag", "") for tile in table},
    )


def _fields(name: str) -> Fields:
    data = tomllib.loads((_FILES / f"{name}.toml").read_text(encoding="utf-8"))
    found = _fields(data["extends"]) if "extends" in data else {}
    for section, content in data.items():
        if isinstance(content, dict):
            found |= {f"{section}.{key}": _plain(value) for key, value in content.items()}
    return found


def _plain(value: Any) -> Any:
    return value["value"] if isinstance(value, dict) and "value" in value else value
