"""From what was noticed to what may be said: severity by the weakest source, consequences under their root."""

from __future__ import annotations

from collections.abc import Mapping

from core.messages import Message, agreeing
from scoring.board.board import Square
from scoring.checks.findings import ERROR, QUESTION, UNVERIFIABLE, Code, Finding, code_of, firm, rule_text
from scoring.checks.missing_turns import Absent, absent_turns
from scoring.game.issues import Issue
from scoring.game.placing import TEXT_PROBLEMS, TILE_PROBLEMS, around, reach
from scoring.game.running_totals import WrongTotal
from scoring.game.state import Game, Step
from scoring.sheets.scoresheet import PLAY

# GCG has no row for a turn that was lost, so a missing turn proves nothing there unless the totals show it.
_SOFT_IN_GCG = frozenset({"out_of_turn"})
_ODD_POINTS = frozenset({"bonus_odd", "time_not_due"})
# Said once for the whole sheet, with the number of turns it concerns.
_COLLAPSED = frozenset({"rack_short"})
_CUSTOMARY = 5
# Adding up is the same under every ruleset.
_ANY_RULES = frozenset({"total_wrong"})
_SIZE = frozenset({"bad_place", "runs_off", "off_board", "too_long"})
_OF_PLAY = frozenset(
    {*_SIZE, *TEXT_PROBLEMS, *TILE_PROBLEMS, "rack_over_set", "read_otherwise", "nothing_there"}
)
_OF_PLAY |= {"no_new_tile", "on_tile", "not_connected", "off_start", "too_few_tiles", "gap"}
_DISTRIBUTION = frozenset({"over_set", "rack_over_set"})
# Said of tiles of which some may lie there already, as long as the board is not known.
_NEEDS_BOARD = frozenset(
    {"over_rack", "not_on_rack", "over_set", "theme_word_not_formed", "theme_word_not_listed"}
)
# Said of somebody: nothing of it is proven while it is only guessed whose row it is.
_NEEDS_SEAT = frozenset(
    {
        "out_of_turn",
        "lost_turn_not_served",
        "over_quota",
        "after_turn_limit",
        "after_passes",
        "after_out",
        "bonus_missing",
    }
)
_NEEDS_SEAT |= {"theme_without_play", "withdrawn_by_another", "recycled_blank_unused", "opener_must_play"}
_NEEDS_SEAT |= {"nothing_to_withdraw", "bonus_odd", "rack_split", "exchange_bag_low", "exchange_over_bag"}


class Weigher:
    """Collects findings. `trusted` False: the ruleset itself is only a guess, so nothing is more than unverifiable."""

    def __init__(self, game: Game, *, trusted: bool) -> None:
        self.game, self.trusted = game, trusted
        self.findings: list[Finding] = []
        self._of_row: dict[int | None, list[int]] = {}
        self._stains: list[tuple[int, frozenset[Square]]] = []
        self._too_many: dict[str, int] = {}
        self._broken_totals: dict[int, int] = {}
        self._collapsed: dict[str, int] = {}
        self._absent: dict[int, int] = {}
        self._weighed: dict[tuple[str, tuple[str, ...], bool], tuple[Code, str, str]] = {}
        self.absent: Mapping[int, Absent] = absent_turns(game)

    def issue(self, issue: Issue, step: Step, suggestion: Message | None) -> None:
        """An issue of the fold, at its row."""
        if issue.code in _COLLAPSED:
            self._collapse(issue, step)
            return
        on_board = issue.squares or issue.code in _NEEDS_BOARD
        certain = issue.certain and (step.certain or not on_board)
        certain = certain and (issue.code not in _NEEDS_SEAT or self.knows_seat(step))
        meant = suggestion if issue.squares else None
        if issue.code in _SOFT_IN_GCG and step.number in self.absent:
            self.missing_turn(step.number, step.seat)
            return
        at = len(self.findings)
        known = self._earlier_excess(issue, at)
        self.add(
            _named(issue),
            issue.facts,
            turn=step.number,
            seat=step.seat,
            recorded=issue.recorded,
            computed=issue.computed,
            fields=issue.fields,
            certain=certain,
            squares=issue.squares,
            suggestion=meant,
            cause=self._first_of_play(step, issue.code) if known is None else known,
            proven=issue.code == "time_not_due" and _is_odd(issue),
        )
        self._wrong_tiles(issue, at)
        self.doubt(at, step)

    def knows_seat(self, step: Step) -> bool:
        """Whether it is known whose row this is, and not only guessed."""
        first = self.game.unseated
        return first is None or step.number < first

    def _first_of_play(self, step: Step, code: str) -> int | None:
        """The first thing wrong about this very play; what else is odd about it follows from that."""
        return self.root_of_row(step.number) if step.turn.kind == PLAY and code in _OF_PLAY else None

    def root_of_row(self, number: int) -> int | None:
        """The first error of the row that says something about its tiles."""
        rows = (at for at in self._of_row.get(number, ()) if self.findings[at].code in _OF_PLAY)
        found = next((at for at in rows if self.findings[at].severity in (ERROR, UNVERIFIABLE)), None)
        return found if found is None or self.findings[found].cause is None else self.findings[found].cause

    def _wrong_tiles(self, issue: Issue, at: int) -> None:
        """Tiles laid that the player did not hold: if there are too many of them later, this is why."""
        if issue.code == "not_on_rack":
            cause = self.findings[at].cause
            for tile in str(issue.facts["tiles"]).split(", "):
                self._too_many.setdefault(tile, at if cause is None else cause)

    def _earlier_excess(self, issue: Issue, at: int) -> int | None:
        """The earlier finding that there are too many of these tiles, if there is one."""
        root = next((self._too_many[tile] for tile in sorted(issue.tiles) if tile in self._too_many), None)
        for tile in issue.tiles:
            self._too_many.setdefault(tile, at if root is None else root)
        return root

    def missing_turn(self, number: int, seat: int | None) -> None:
        """A turn that is proven to be missing before this row; what does not fit the board from here on may follow."""
        absent = self.absent[number]
        self._absent.setdefault(absent.shown_at, len(self.findings))
        facts = {"due": absent.seat + 1}
        self.add("out_of_turn", facts, turn=number, seat=seat, suggestion=absent.message, proven=True)

    def _collapse(self, issue: Issue, step: Step) -> None:
        at = self._collapsed.get(issue.code)
        if at is None:
            self._collapsed[issue.code] = len(self.findings)
            self.add(issue.code, {"times": 1}, turn=step.number)
            return
        old = self.findings[at]
        times = {"times": int(str(old.message.facts["times"])) + 1}
        message = agreeing(old.code, old.message.template, times)
        self.findings[at] = Finding(old.code, old.severity, message, rule=old.rule)

    def total(self, step: Step, wrong: WrongTotal) -> None:
        """A running total that broke at this row."""
        facts = {"recorded": wrong.recorded, "computed": wrong.computed}
        if step.seat is not None:
            self._broken_totals.setdefault(step.seat, len(self.findings))
        self.add(
            "total_wrong", facts, turn=step.number, seat=step.seat, recorded=wrong.recorded,
            computed=wrong.computed, suggestion=wrong.suggestion, cause=self._why_total(step.number, wrong),
            certain=wrong.certain,
        )  # fmt: skip

    def _why_total(self, number: int, wrong: WrongTotal) -> int | None:
        """What this total holds: a missing turn, points in this very row that no rules know, theme points without a row."""
        if number in self._absent:
            return self._absent[number]
        more = ("theme_missing", wrong.recorded - wrong.computed)
        rows = (
            at
            for at in self._of_row.get(number, ())
            if (one := self.findings[at]).code in _ODD_POINTS or (one.code, one.computed) == more
        )
        return next((at for at in rows if self.findings[at].severity == ERROR), None)

    def first_of_row(self, number: int) -> int | None:
        """The first error or doubt about a row that is no play."""
        rows = (at for at in self._of_row.get(number, ()) if self.findings[at].cause is None)
        return next((at for at in rows if self.findings[at].severity in (ERROR, UNVERIFIABLE)), None)

    def root_of_total(self, seat: int) -> int | None:
        """Where the sum of a seat first broke: a wrong total, else a wrong score of that seat."""
        if seat in self._broken_totals:
            return self._broken_totals[seat]
        own = ((at, one) for at, one in enumerate(self.findings) if one.seat == seat)
        wrong = (at for at, one in own if one.recorded is not None or one.code == "theme_missing")
        return next((at for at in wrong if self.findings[at].severity in (ERROR, UNVERIFIABLE)), None)

    def add(
        self,
        name: str,
        facts: Mapping[str, object],
        *,
        turn: int | None = None,
        seat: int | None = None,
        recorded: int | None = None,
        computed: int | None = None,
        fields: tuple[str, ...] = (),
        certain: bool = True,
        squares: frozenset[Square] = frozenset(),
        suggestion: Message | None = None,
        cause: int | None = None,
        proven: bool = False,
    ) -> None:
        """Weigh and keep one finding."""
        code, severity, rule = self._weigh(name, fields, certain)
        if proven and severity == QUESTION:
            severity = ERROR if self._rules_are_firm(name, (*code.fields, *fields)) else UNVERIFIABLE
        if squares and severity in (ERROR, UNVERIFIABLE):
            cause = self._stain(squares, cause)
        message = agreeing(name, code.template, facts)
        self._of_row.setdefault(turn, []).append(len(self.findings))
        self.findings.append(
            Finding(name, severity, message, turn, seat, recorded, computed, rule, suggestion, cause)
        )

    def _weigh(self, name: str, fields: tuple[str, ...], certain: bool) -> tuple[Code, str, str]:
        """The code's entry, how hard it is and its rule: found once for all rows that are wrong in the same way."""
        key = name, fields, certain
        if key not in self._weighed:
            code = code_of(name)
            severity, rule = (
                self._severity(name, code, fields, certain),
                rule_text(self.game.ruleset, code, fields),
            )
            self._weighed[key] = code, severity, rule
        return self._weighed[key]

    def _severity(self, name: str, code: Code, fields: tuple[str, ...], certain: bool) -> str:
        if code.severity != ERROR:
            return code.severity
        if name in _SOFT_IN_GCG and self.game.sheet.source == "gcg":
            return QUESTION
        trusted = self.trusted or name in _ANY_RULES
        sure = certain and trusted and self._rules_are_firm(name, (*code.fields, *fields))
        return ERROR if sure else UNVERIFIABLE

    def _rules_are_firm(self, name: str, fields: tuple[str, ...]) -> bool:
        """Board and tiles can be confirmed as a whole; SAL:26 gives the size of its board."""
        ruleset = self.game.ruleset
        if name in _SIZE:
            return ruleset.board.confirmed or ruleset.book == "SAL"
        if name in _DISTRIBUTION:
            return ruleset.distribution_is_certain
        if fields == ("tiles.table",):
            return ruleset.tiles.confirmed or firm(ruleset, fields)
        return firm(ruleset, fields)

    def _stain(self, squares: frozenset[Square], cause: int | None) -> int | None:
        """The earlier finding that spoiled these squares, if any; they are spoiled from here on."""
        spoiled_by = next((at for at, spoiled in self._stains if spoiled & squares), None)
        root = spoiled_by if cause is None else cause
        root = next(iter(self._absent.values()), None) if root is None else root
        self._stains.append((len(self.findings) if root is None else root, squares))
        return root

    def doubt(self, at: int, step: Step) -> None:
        """A play with anything wrong about it may be the reason for what is odd next to it, or where it was meant."""
        found = self.findings[at]
        if step.placed and found.severity in (ERROR, UNVERIFIABLE):
            meant = reach(step.turn) if found.cause is None else frozenset()
            squares = around(step.placed.placements) | meant
            self._stains.append((at if found.cause is None else found.cause, squares))


def _named(issue: Issue) -> str:
    """Challenge points that no rule set knows are an error; the customary 5 and 10 are asked about."""
    return "bonus_odd" if issue.code == "bonus_not_due" and _is_odd(issue) else issue.code


def _is_odd(issue: Issue) -> bool:
    """Whether the points are none of the customary ones."""
    return bool((issue.recorded or 0) % _CUSTOMARY)
