"""One game: rules as data, tiles, board, plays, scores. Pure Python, no I/O but its own ruleset files.

Public API, all importable from `scoring`:

rulesets    load_ruleset(ref="salitaan-competition", overrides=()) -> Ruleset     raises RulesetError(.mistakes)
            check_ruleset(ref, overrides=()) -> Checked(.ruleset | .mistakes, .readable)
            check_ruleset_text(text, name, overrides=()) -> Checked               for uploads
            ruleset_from_data(data, overrides=()) -> Ruleset; Ruleset.to_data(), .content_hash, .marks, .values()
            shipped_ids() -> ids; DEFAULTS by book; to_decide(ruleset) -> fields to ask at creation
            rule_sheet(ruleset) -> RuleRow rows; rule_row(ruleset, field)
            field_specs() -> FieldSpec rows, to build a form from
            ref: an id or a path to a .toml file; overrides: ["rack.size=8"] or {"rack.size": 8} or nested
tiles       Tile, TileSet, Piece (one tile = one token); read_word, read_rack -> Reading; write_tiles, spell;
            has_split_digraph(pieces, tile_set)
board       Square, Position, Placement, Premium, Layout, Board; parse_square, parse_position;
            images, one_part, from_part, asymmetries (symmetry, for painting a board)
plays       read_play(board, tile_set, "8G", "HATI") -> WrittenPlay
            judge_play(ruleset, board, placements, across=None, rack=None) -> JudgedPlay (problems, words, score, line)
sheets      Scoresheet, Turn, Player: what was written; read_sheet(bytes, "gcg" | "json" | "csv" | "") -> ReadSheet(.sheet |
            .problems), read_sheet_file(path), write_sheet(sheet, kind, tile_set) -> (text, losses);
            sheet_to_data / sheet_from_data: the master form as JSON-able data, loses nothing
games       fold(ruleset, sheet, rulings=()) -> Game(.steps, .scores, .board, .bounds, .order, .ended): state after each row
            Ruling(turn, verdict, challengers, words): a judge's decision laid over the turns
            validate(ruleset, sheet, words=None, rulings=(), choice=None) -> Report(.verdict, .findings, .checks, .totals,
            .computed_totals, .plays_that_agree); report_data(report, file), report_lines(report, file)
            mend(report, rulings=(), choice=None) -> Mended(.root | .roots, .repairs, .sheet): the slip that explains all
            findings; repaired(sheet, repair) -> Scoresheet; explained(mended) -> Report with the slip as root
            choose_ruleset(sheet) -> Choice(.ruleset, .fits) when nobody named one
            infer(ruleset, sheet) -> Inference(.sheet filled in, .rows); compare(ruleset, a, b) -> Comparison(.rows, .same)
            explain_lines(report, number); board_lines(board)
results     plausibility(ruleset, players) -> Plausibility; needs_scores_before_adjustment(ruleset); winners(...)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scoring.api import *  # noqa: F403
else:

    def __getattr__(name: str) -> Any:
        """A public name when somebody first asks for it: the command line needs a few of them, and starts quickly."""
        if name.startswith("_") and name != "__all__":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found = globals()[name] = getattr(import_module("scoring.api"), name)
        return found
