"""What is said of honest sheets on which something is missing, and of sheets with one slip.

    python bench/engine/sheets.py [--games N] [--each N] [--seed N] [--mutants N] [--show KIND]

The games are made by `paper_games`, which shares no code with the engine: two, three and four players, every shipped
ruleset and its variants, board and tiles confirmed and every rule taken as firm, so that nothing is forgiven because a
value is only assumed. Each is thinned: a word, a square, a rack, points, a total, a seat or the brackets are taken from one
row, some or all. What is left is still true, so every error is a false one. Then the same games get one slip each, and
what is noticed is counted, on whole sheets and on thinned ones. The seeds are printed: the same ones make the same sheets.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from bench.engine.paper_games.faults import FAULTS, faulty  # noqa: E402
from bench.engine.paper_games.honest import honest_game  # noqa: E402
from bench.engine.paper_games.rules import Rules, read_rules  # noqa: E402
from bench.engine.paper_games.thinning import THIN, mixed, thinned  # noqa: E402
from bench.engine.paper_games.writing import Sheet  # noqa: E402
from scoring.checks.sheet_report import report_lines  # noqa: E402
from scoring.checks.validate import Report, validate  # noqa: E402
from scoring.rules.loading import Ruleset, load_ruleset, ruleset_from_data  # noqa: E402
from scoring.sheets.scoresheet import Scoresheet  # noqa: E402
from scoring.sheets.sheet_json import sheet_from_data  # noqa: E402

GAMES, EACH, SEED, MUTANTS = 500, 20, 1, 150
_TIMED = {"timer.kind": "per_move", "timer.seconds": 120}
# Rulesets with the fields that are changed.
RULES: tuple[tuple[str, Mapping[str, object]], ...] = (
    ("salitaan-competition", {}),
    ("salitaan-family", {}),
    ("set-words", {}),
    ("set-words-club", {}),
    ("bisonte", {"tiles.total": 100}),
    ("salitaan-competition", {"variants.recycled_blanks": True, "variants.theme": True}),
    ("salitaan-family", {"variants.recycled_blanks": True}),
    ("salitaan-family", {"variants.theme": True, "variants.open_dictionary": True}),
    ("salitaan-competition", {"variants.short_turns": 8}),
    ("salitaan-competition", {"timer.overrun": "points"}),
    ("salitaan-competition", {"timer.overrun": "turn_lost"}),
    ("bisonte", {"tiles.total": 100, **_TIMED, "timer.overrun": "turn_lost"}),
    ("set-words-club", {**_TIMED, "timer.kind": "per_game", "timer.overrun": "points"}),
    ("set-words-club", {"challenge.wrong": "points_to_player", "challenge.wrong_points": 5}),
    (
        "bisonte",
        {"tiles.total": 100, "challenge.wrong": "points_per_word_to_player", "challenge.wrong_points": 5},
    ),
    ("set-words-club", {"challenge.wrong": "points_off_challenger", "challenge.wrong_points": 10}),
)


def firm(name: str, changed: Mapping[str, object]) -> Ruleset:
    """The ruleset with these fields, every value decided by the organisers."""
    data = load_ruleset(name, {**changed, "board.confirmed": True, "tiles.confirmed": True}).to_data()
    decided = {"departure": "decided"}
    values: Any = data["values"]
    return ruleset_from_data({**data, "marks": dict.fromkeys(values, decided)})


def games(number: int, seed: int) -> Iterator[tuple[str, Ruleset, Sheet]]:
    """Honest games in turn of every ruleset and every number of players."""
    kinds: list[tuple[str, Rules, Ruleset]] = []
    for name, changed in RULES:
        told = ",".join(f"{key.split('.')[1]}={value}" for key, value in changed.items())
        kinds.append((f"{name} {told}".strip(), read_rules(name, changed), firm(name, changed)))
    for at in range(number):
        label, rules, ruleset = kinds[at % len(kinds)]
        seats = 2 + (at // len(kinds)) % 3
        yield f"{label} seats={seats} seed={seed + at}", ruleset, honest_game(rules, seats, seed + at)


def read(data: Sheet) -> Scoresheet:
    found = sheet_from_data(data)
    assert found.sheet is not None, [str(one) for one in found.problems]
    return found.sheet


def errors(report: Report) -> list[str]:
    return [one.code for one in report.findings if one.severity == "error"]


class Table:
    """Counts by kind: sheets, sheets with an error, and the codes of those errors."""

    def __init__(self) -> None:
        self.sheets: Counter[str] = Counter()
        self.wrong: Counter[str] = Counter()
        self.verdicts: Counter[tuple[str, str]] = Counter()
        self.codes: dict[str, Counter[str]] = {}
        self.examples: dict[tuple[str, str], str] = {}

    def add(self, kind: str, report: Report, where: str, known: Sequence[str] = ()) -> None:
        """`known`: errors of the sheet without the slip, which say nothing about it."""
        found = list((Counter(errors(report)) - Counter(known)).elements())
        self.sheets[kind] += 1
        self.wrong[kind] += bool(found)
        self.verdicts[kind, report.verdict] += 1
        for code in set(found):
            self.codes.setdefault(kind, Counter())[code] += 1
            self.examples.setdefault((kind, code), where)

    def print(self, title: str) -> None:
        print(f"\n{title}: {sum(self.sheets.values())} sheets, {sum(self.wrong.values())} with an error")
        for kind, number in self.sheets.items():
            codes = ", ".join(f"{code} {n}" for code, n in self.codes.get(kind, Counter()).most_common(6))
            holds = self.verdicts[kind, "holds"]
            print(f"  {kind:24} {number:6} sheets {self.wrong[kind]:6} with an error {holds:6} hold  {codes}")


def thinning(options: argparse.Namespace) -> Table:
    table = Table()
    kinds = [(kind, share) for kind in (*THIN, "head") for share in ("one", "some", "all")]
    for at, (label, ruleset, sheet) in enumerate(games(options.games, options.seed)):
        table.add("nothing", validate(ruleset, read(sheet)), label)
        dice = random.Random(f"thin {options.seed} {at}")
        for each in range(options.each):
            if each % 4 == 3:
                thin, told = mixed(sheet, dice)
                kind, where = "several", f"{label} each={each} {told}"
            else:
                kind, share = kinds[(at * options.each + each) % len(kinds)]
                thin, where = thinned(sheet, kind, share, dice), f"{label} each={each} {share}"
            report = validate(ruleset, read(thin))
            table.add(kind, report, where)
            if options.show == kind or (options.show == "all" and errors(report)):
                show(report, where)
    return table


def show(report: Report, where: str) -> None:
    if errors(report):
        print("\n".join([where, *report_lines(report, "")]))


def mutants(options: argparse.Namespace, *, thin: bool) -> Table:
    table = Table()
    for at, (label, ruleset, sheet) in enumerate(games(options.mutants, options.seed + 50_000)):
        known = errors(validate(ruleset, read(sheet)))
        for fault in FAULTS:
            dice = random.Random(f"fault {options.seed} {at} {fault}")
            wrong = faulty(sheet, fault, dice)
            if wrong is not None:
                wrong = mixed(wrong, dice)[0] if thin else wrong
                table.add(fault, validate(ruleset, read(wrong)), label, known)
    return table


def main() -> None:
    lines = (__doc__ or "").splitlines()
    parser = argparse.ArgumentParser(description=lines[0])
    parser.add_argument("--games", type=int, default=GAMES, help="honest games")
    parser.add_argument("--each", type=int, default=EACH, help="thinned sheets of each game")
    parser.add_argument("--mutants", type=int, default=MUTANTS, help="games that get one slip of each kind")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument(
        "--show", metavar="KIND", default="", help="show the sheets of that kind with an error; all"
    )
    options = parser.parse_args()
    start = time.process_time()
    print(f"seeds {options.seed}-{options.seed + options.games - 1}, slips from {options.seed + 50_000}")
    found = thinning(options)
    found.print("Honest sheets, thinned: every error is a false one")
    for (kind, code), where in found.examples.items():
        print(f"    {kind}: {code}: first at {where}")
    if options.mutants:
        mutants(options, thin=False).print("One slip in a whole sheet: errors are what is wanted")
        mutants(options, thin=True).print("One slip in a thinned sheet: errors where what is left proves it")
    print(f"{time.process_time() - start:.0f} s of CPU time")


if __name__ == "__main__":
    main()
