"""The quick way through a whole game: one pass over the lines of a GCG file that proves it clean without building turns.

Most games in most files are right. This looks at each line only as far as it takes to prove that the careful way
(`game/fold.py` and the checks over it) would find nothing wrong, and gives the whole game up at the first doubt: then the
careful way goes over it from the start. So nothing here may ever find a mistake, and whatever is accepted must come out of
the careful way with the same findings, totals and verdict (tests/scoring/test_whole_game.py goes both ways over the same
games). A new check of the careful way that could find something in a game proven here needs its proof, or its doubt, and
its line in PROVEN.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import NamedTuple

from scoring.clean.beside_plays import beside, brief, ending
from scoring.clean.plays import play
from scoring.clean.state import SHORT, Doubt, Notice, Pass
from scoring.game.fast_path import has_usual_rules
from scoring.rules.ruleset import Ruleset
from scoring.sheets.scoresheet import Scoresheet

# What the pass proves of a game it accepts.
PROVEN = (
    "every line is a turn of a declared player, or a note or heading that says nothing about the game",
    "turns follow each other in order, none is lost, and nobody moves after the game is over",
    "every play lies as written and whole, joins what lies there, and covers the start if it is the first",
    "a play scores what is written, an exchange or a pass nothing, a play taken back at once what it had scored",
    "every total is the one before it and the points written",
    "a rack holds no more than it can, the tiles of the play or exchange, and whatever stayed on it the last time",
    "the board and what is known of all racks never hold more of a tile than the set has",
    "an exchange finds enough tiles in the bag, passes end nothing, and turns without points raise no question",
    "tiles left over are exactly those nobody has laid, and they are written down in a way the rules or custom know",
)
_USUAL = 6


class Proven(NamedTuple):
    """A clean game: its players, rows cut into words, plays, totals as written and by the rules, what may be told of it all
    the same, how many plays rest on squares nobody has confirmed, whether anybody moved, and whether a play has no rack."""

    names: tuple[str, ...]
    rows: list[list[str]]
    plays: int
    totals: tuple[int | None, ...]
    computed: tuple[int, ...]
    notices: tuple[Notice, ...]
    unsure: int
    moved: bool
    rackless: bool


def prove(ruleset: Ruleset, sheet: Scoresheet) -> Proven | None:
    """The game in the lines the sheet still has, if it is clean by these rules; None when there is any doubt."""
    raw = sheet.raw
    if raw is None or not raw.usual or not _is_usual(ruleset, len(raw.seats)):
        return None
    game = Pass(ruleset, raw)
    try:
        rows = _over(game, raw.lines)
        ending(game)
    except (Doubt, KeyError):
        # KeyError: no such player, square, tile or number in the tables.
        return None
    names = tuple(player.name for player in raw.players)
    totals = tuple(score if seen else None for seen, score in zip(game.seen, game.scores, strict=True))
    scores, moved = tuple(game.scores), game.due >= 0
    return Proven(names, rows, game.plays, totals, scores, _told(game), game.unsure, moved, game.rackless)


def _is_usual(ruleset: Ruleset, seats: int) -> bool:
    """Whether every check of the rules is one the pass can make."""
    fits = ruleset.players.fewest <= seats <= ruleset.players.most and len(ruleset.drawing.bags) == 1
    known = ruleset.all_certain or ruleset.tiles_certain
    return fits and known and has_usual_rules(ruleset) and not ruleset.variants.theme


def _over(game: Pass, lines: Sequence[str]) -> list[list[str]]:
    seat_of, rows = game.seat_of, []
    for line in lines:
        if line[:1] != ">":
            beside(game, line)
            continue
        words = line.split()
        if len(words) == _USUAL:
            play(game, seat_of[words[0]], *words[1:])
        else:
            brief(game, words)
        game.noted = False
        game.number += 1
        rows.append(words)
    return rows


def _told(game: Pass) -> tuple[Notice, ...]:
    """In the order of the rows; racks written in part are told once, where the first of them is."""
    told = [notice for _, notice in sorted(game.notices, key=itemgetter(0))]
    if game.short:
        once = game.short[0] if len(game.short) == 1 else None
        at = told.index(SHORT)
        rest = [notice for notice in told[at + 1 :] if notice is not SHORT]
        told[at:] = [("rack_short", {"times": len(game.short)}, once, None, None, None), *rest]
    if game.unsure:
        told.append(
            ("rests_on_assumed", {"number": game.unsure, "plays": game.plays}, None, None, None, None)
        )
    return tuple(told)
