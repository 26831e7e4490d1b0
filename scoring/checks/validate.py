"""A scoresheet checked against a ruleset: every finding, roots with their consequences under them.

report = validate(load_ruleset("salitaan-competition"), sheet, words=lexicon, rulings=[...])
report.verdict, report.findings, report.computed_totals

Each check holds, is broken, or cannot be made from what is written. Nothing written is changed, nothing raises.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from core.messages import Message
from scoring.checks import final_totals
from scoring.checks.both_readings import chosen_readings
from scoring.checks.choose_ruleset import Choice
from scoring.checks.findings import ERROR, Finding, told, verdict_of
from scoring.checks.scores import arithmetic, score_finding
from scoring.checks.severity import Weigher
from scoring.checks.theme_findings import theme_findings
from scoring.clean.proof import Proven, prove
from scoring.game.fold import Ruling, fold
from scoring.game.running_totals import Totals
from scoring.game.state import Game, Step
from scoring.repair.suggest import Mender
from scoring.rules.loading import Ruleset
from scoring.sheets.scoresheet import PLAY, SCORE, Remark, Scoresheet

Words = Container[str]
_UNREADABLE = frozenset({"line_unreadable", "too_many_seats", "too_long"})
# What was laid over the sheet from outside and does not fit it: somebody has to look.
_RULING = "ruling_"


@dataclass(frozen=True)
class Report:
    """What `validate` found. `totals`: as written; `computed_totals`: as the rules make them, None where unknown.

    computed totals follow the way the sheet itself writes the end, so they can be compared with what is written. Of a sheet
    that was proven clean (`clean/proof.py`) the game is played through when somebody first asks for it.
    """

    sheet: Scoresheet
    ruleset: Ruleset
    game: Game
    findings: tuple[Finding, ...]
    totals: tuple[int | None, ...]
    computed_totals: tuple[int | None, ...]

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """The game, where it was not needed to know the rest (only such a name gets here)."""
            if name != "game" or not self.proven:
                raise AttributeError(f"{type(self).__name__!r} has no attribute {name!r}")
            self.__dict__["game"] = carefully(self.ruleset, self.sheet, choice=self.__dict__["choice"]).game
            return self.__dict__["game"]

    @property
    def proven(self) -> bool:
        """Whether the lines of the file were enough to know all this."""
        return "choice" in self.__dict__

    @cached_property
    def words(self) -> Sequence[Sequence[str]]:
        """The lines of the file cut into words, of a sheet that was proven clean."""
        return ()

    @cached_property
    def rows(self) -> int:
        """Turns and all else that stands in a line of its own."""
        return len(self.sheet.turns)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The players in order of their seats."""
        return tuple(player.name for player in self.sheet.players)

    @cached_property
    def plays(self) -> int:
        """Rows with a play, also those taken back later."""
        return sum(turn.kind == PLAY for turn in self.sheet.turns)

    @cached_property
    def plays_that_agree(self) -> int:
        """Plays laid as written whose written score is the computed one."""
        return sum(_agrees(step) for step in self.game.steps)

    @cached_property
    def checks(self) -> Mapping[str, str]:
        """scores, totals, words, positions, racks, clock -> holds | broken | unverifiable."""
        return final_totals.checks(self.game, self.findings)

    @cached_property
    def verdict(self) -> str:
        """holds | broken | unverifiable."""
        scored = [step for step in self.game.steps if step.turn.kind in (PLAY, SCORE)]
        return verdict_of(self.findings, bool(scored) and all(step.certain and step.sure for step in scored))

    def of_turn(self, number: int) -> tuple[Finding, ...]:
        """Findings to show beside a row (0-based)."""
        return tuple(self._by_turn.get(number, ()))

    @cached_property
    def _by_turn(self) -> Mapping[int | None, list[Finding]]:
        found: dict[int | None, list[Finding]] = {}
        for finding in self.findings:
            found.setdefault(finding.turn, []).append(finding)
        return found


def _agrees(step: Step) -> bool:
    if step.as_written:
        return True
    placed = step.placed
    return placed is not None and not placed.mended and placed.judged.score == step.turn.score


def validate(
    ruleset: Ruleset,
    sheet: Scoresheet,
    *,
    words: Words | None = None,
    rulings: Iterable[Ruling] = (),
    choice: Choice | None = None,
    theme: Words | None = None,
) -> Report:
    """Check everything the sheet allows to be checked.

    `words`: a lexicon (spellings in upper case); a word that is not in it is a question, never an error, unless ruled.
    `rulings`: judges' decisions, laid over the turns. `choice`: how the ruleset was chosen when nobody named one.
    `theme`: the words that earn theme points (SAL:399), where a list says which.
    """
    bare = words is None and theme is None and (choice is None or choice.fits)
    proven = prove(ruleset, sheet) if bare and rulings == () and sheet.raw else None
    if proven is not None:
        return _clean(ruleset, sheet, proven, choice)
    return carefully(ruleset, sheet, words=words, rulings=rulings, choice=choice, theme=theme)


def _clean(ruleset: Ruleset, sheet: Scoresheet, proven: Proven, choice: Choice | None) -> Report:
    """The report on a sheet that was proven clean: everything but the game, which is played through when it is asked for."""
    assumed = () if choice is None else (("ruleset_assumed", choice.facts, None, None, None, None),)
    findings = told(ruleset, (*assumed, *proven.notices))
    certain = bool(proven.plays) and not proven.unsure
    report: Report = object.__new__(Report)
    report.__dict__.update(
        sheet=sheet, ruleset=ruleset, findings=findings, totals=proven.totals, computed_totals=proven.computed,
        rows=len(proven.rows), words=proven.rows, plays=proven.plays, plays_that_agree=proven.plays, names=proven.names,
        checks=final_totals.clean_checks(proven), verdict=verdict_of(findings, certain), choice=choice,
    )  # fmt: skip
    return report


def carefully(
    ruleset: Ruleset,
    sheet: Scoresheet,
    *,
    words: Words | None = None,
    rulings: Iterable[Ruling] = (),
    choice: Choice | None = None,
    theme: Words | None = None,
) -> Report:
    """The same, turn by turn."""
    mender, rulings = Mender(), tuple(rulings)
    game = fold(ruleset, sheet, rulings, mender, theme)
    if game.ways:
        readings = chosen_readings(game, lambda tried: fold(ruleset, sheet, rulings, None, theme, tried))
        mender = Mender() if readings else mender
        game = fold(ruleset, sheet, rulings, mender, theme, readings) if readings else game
    weigher = Weigher(game, trusted=choice is None or choice.fits)
    _head(weigher, sheet, choice)
    _first_missing(weigher, game)
    totals = Totals(game)
    for step in game.steps:
        if step.issues or game.theme is not None or not (step.as_written and totals.follows(step)):
            _row(weigher, step, mender.found.get(step.number), totals)
    if words is not None:
        _words(weigher, game, words)
    computed = final_totals.finish(weigher, game, totals.carried)
    return Report(sheet, ruleset, game, tuple(_hung(weigher.findings)), _written(sheet, totals), computed)


def _hung(findings: Sequence[Finding]) -> Iterator[Finding]:
    """An error hangs under an error only: what nobody can be sure of has not caused it, and it has to be found."""
    for finding in findings:
        root = None if finding.cause is None else findings[finding.cause]
        loose = finding.severity == ERROR and root is not None and root.severity != ERROR
        yield replace(finding, cause=None) if loose else finding


def _head(weigher: Weigher, sheet: Scoresheet, choice: Choice | None) -> None:
    if choice:
        weigher.add("ruleset_assumed" if choice.fits else "no_ruleset_fits", choice.facts)
    players = weigher.game.ruleset.players
    if not players.fewest <= sheet.seats <= players.most:
        facts = {"seats": sheet.seats, "fewest": players.fewest, "most": players.most}
        weigher.add("players_number", facts)
    for remark in sheet.remarks:
        _remark(weigher, remark)


def _first_missing(weigher: Weigher, game: Game) -> None:
    """The very first turn may be the one that is missing; nobody is due before it, so the fold cannot notice."""
    if 0 in weigher.absent and not any(issue.code == "out_of_turn" for issue in game.steps[0].issues):
        weigher.missing_turn(0, game.steps[0].seat)


def _remark(weigher: Weigher, remark: Remark) -> None:
    known = remark.message.code
    code = (
        "unreadable" if known in _UNREADABLE else "ruling_unclear" if known.startswith(_RULING) else "remark"
    )
    weigher.add(code, {"text": remark.message}, turn=remark.turn)


def _row(weigher: Weigher, step: Step, suggestion: Message | None, totals: Totals) -> None:
    """Everything about one row: what the fold noticed, its score, its running total."""
    for issue in step.issues:
        weigher.issue(issue, step, suggestion)
    score_finding(weigher, step, suggestion)
    theme_findings(weigher, step)
    wrong = totals.check(step)
    if wrong:
        weigher.total(step, wrong)


def _words(weigher: Weigher, game: Game, words: Words) -> None:
    """Words of plays that stand and were not ruled on (docs/rules/decisions.md, row 19)."""
    printed = set(game.ruleset.words.printed_list)
    for step in game.steps:
        if step.placed is None or step.number in game.taken_back or step.number in game.ruled:
            continue
        formed = [word.spelling for word in step.placed.judged.words]
        unknown = [word for word in formed if word not in words and word not in printed]
        if unknown:
            weigher.add("word_unknown", {"words": ", ".join(unknown)}, turn=step.number, seat=step.seat)


def _written(sheet: Scoresheet, totals: Totals) -> tuple[int | None, ...]:
    """Final totals as written, else the last running totals."""
    last = [
        None if not _has_total(sheet, seat) else totals.carried[seat] for seat in range(totals.game.seats)
    ]
    written: Sequence[int | None] = sheet.totals or last
    return tuple(last[seat] if value is None else value for seat, value in enumerate(written))


def _has_total(sheet: Scoresheet, seat: int) -> bool:
    return any(turn.seat == seat and turn.total is not None for turn in sheet.turns)


__all__ = ["Report", "arithmetic", "validate"]
