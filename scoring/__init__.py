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

from core.messages import Message
from scoring.board.board import (
    Board,
    Layout,
    Placement,
    Position,
    Premium,
    Square,
    asymmetries,
    from_part,
    images,
    one_part,
    parse_position,
    parse_square,
)
from scoring.board.tile_reading import Reading, has_split_digraph, read_rack, read_word
from scoring.board.tiles import Piece, Tile, TileSet, count_tiles, spell, write_tiles
from scoring.checks.choose_ruleset import Choice, choose_ruleset
from scoring.checks.compare import Compared, Comparison, compare
from scoring.checks.explain_turn import board_lines, explain_lines
from scoring.checks.findings import Finding
from scoring.checks.sheet_report import report_data, report_lines
from scoring.checks.validate import Report, validate
from scoring.game.fold import Ruling, fold
from scoring.game.state import Game, Step
from scoring.game.usual_results import (
    Plausibility,
    lowest_score,
    needs_scores_before_adjustment,
    plausibility,
    winners,
)
from scoring.marks import Mark
from scoring.mending.explained import explained
from scoring.mending.mend import Mended, Root, mend
from scoring.mending.repairs import Change, Repair, repaired
from scoring.plays.play import JudgedPlay, LetterScore, WordScore, judge_play
from scoring.plays.written_play import WrittenPlay, read_play
from scoring.repair.infer import Inference, Inferred, infer
from scoring.rules.loading import (
    DEFAULT,
    DEFAULTS,
    Checked,
    Note,
    Ruleset,
    RulesetError,
    check_ruleset,
    check_ruleset_text,
    load_ruleset,
    ruleset_from_data,
    to_decide,
)
from scoring.rules.ruleset_files import shipped_ids
from scoring.rules.rulesheet import RuleRow, rule_row, rule_sheet
from scoring.rules.schema import FieldSpec, field_specs
from scoring.rules.written_values import Mistake, Origin
from scoring.sheets.scoresheet import Player, ReadSheet, Remark, Scoresheet, Turn
from scoring.sheets.sheet_files import read_sheet, read_sheet_file, write_sheet
from scoring.sheets.sheet_json import sheet_from_data, sheet_to_data

__all__ = [
    "DEFAULT",
    "DEFAULTS",
    "Board",
    "Change",
    "Checked",
    "Choice",
    "Compared",
    "Comparison",
    "FieldSpec",
    "Finding",
    "Game",
    "Inference",
    "Inferred",
    "JudgedPlay",
    "Layout",
    "LetterScore",
    "Mark",
    "Mended",
    "Message",
    "Mistake",
    "Note",
    "Origin",
    "Piece",
    "Placement",
    "Plausibility",
    "Player",
    "Position",
    "Premium",
    "ReadSheet",
    "Reading",
    "Remark",
    "Repair",
    "Report",
    "Root",
    "RuleRow",
    "Ruleset",
    "RulesetError",
    "Ruling",
    "Scoresheet",
    "Square",
    "Step",
    "Tile",
    "TileSet",
    "Turn",
    "WordScore",
    "WrittenPlay",
    "asymmetries",
    "board_lines",
    "check_ruleset",
    "check_ruleset_text",
    "choose_ruleset",
    "compare",
    "count_tiles",
    "explain_lines",
    "explained",
    "field_specs",
    "fold",
    "from_part",
    "has_split_digraph",
    "images",
    "infer",
    "judge_play",
    "load_ruleset",
    "lowest_score",
    "mend",
    "needs_scores_before_adjustment",
    "one_part",
    "parse_position",
    "parse_square",
    "plausibility",
    "read_play",
    "read_rack",
    "read_sheet",
    "read_sheet_file",
    "read_word",
    "repaired",
    "report_data",
    "report_lines",
    "rule_row",
    "rule_sheet",
    "ruleset_from_data",
    "sheet_from_data",
    "sheet_to_data",
    "shipped_ids",
    "spell",
    "to_decide",
    "validate",
    "winners",
    "write_sheet",
    "write_tiles",
]
