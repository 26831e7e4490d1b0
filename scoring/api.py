"""What the room offers, gathered from its folders; `scoring` hands it on (its docstring says what each is for)."""

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
