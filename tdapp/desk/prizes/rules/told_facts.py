"""What a prize was measured by, as its sentence tells it: counts with the word they count, places and signs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import ngettext

from tdapp.kernel.templatetags.td import ordinal, points, signed


def in_words(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The facts, and beside them what a sentence says of them."""
    told = dict(facts)
    if "wins" in facts:
        told["won"] = points(facts["wins"])
        told["games_won"] = _game_points(facts["wins"])
        # Finals kept before losses were stored among the facts say the wins alone.
        told["record"] = f"{told['won']}-{points(facts['losses'])}" if "losses" in facts else told["won"]
    if "rank" in facts:
        told["place"] = ordinal(facts["rank"])
    if "spread" in facts:
        told["plus"] = signed(facts["spread"])
    if "words" in facts:
        told["words"] = ", ".join(facts["words"])
    if "tiles" in facts:
        told["tiles_laid"] = ngettext("%(n)s tile", "%(n)s tiles", facts["tiles"]) % {"n": facts["tiles"]}
    if "score" in facts:
        told["points_scored"] = ngettext("%(n)s point", "%(n)s points", facts["score"]) % {
            "n": facts["score"]
        }
    return told


def _game_points(halves: int) -> str:
    """Game points of a team, kept in halves; what is not whole is many in English, and takes no linker in Filipino."""
    many = halves // 2 if halves % 2 == 0 else 0
    return ngettext("%(n)s game point", "%(n)s game points", many) % {"n": points(halves)}
