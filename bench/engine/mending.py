"""How well one slip is explained: complete games with one slip each, of every usual kind.

    python bench/engine/mending.py [--number 1000] [--seed 1] [--kinds seat,twice] [GAMES...]

GAMES: .gcg or .json files of real games that are clean under `set-words-club`; without any, random games are played here.
For each kind: slips made, those that can be seen at all (the sheet raises more than before), of these those with exactly
one root and at the right row, how many are cleared by one hypothesis alone and how often that is the true one, those with
the true one offered first of all, repairs called certain and how many of these are wrong, milliseconds of CPU time in the
middle and at most. The last line is for sheets with two slips: both roots, and the true sheet when both are mended.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from bench.engine._slips import KINDS, Slip, rows_of, with_withdrawal  # noqa: E402
from bench.engine.paper_games.random_play import random_game  # noqa: E402
from scoring import Ruleset, Scoresheet, load_ruleset, read_sheet_file, validate  # noqa: E402
from scoring.checks.findings import ERROR, UNVERIFIABLE, Finding  # noqa: E402
from scoring.mending.case import ASKED, is_fault, weight  # noqa: E402
from scoring.mending.explained import explained  # noqa: E402
from scoring.mending.mend import Mended, mend  # noqa: E402
from scoring.mending.repairs import repaired  # noqa: E402
from scoring.sheets.scoresheet import PLAY  # noqa: E402

GOALS = (
    "goals: one root >= 98 % of seen, true of alone >= 95 %, 0 sold wrong, <= 60 ms in the middle, <= 1000 ms"
)
RULESETS = ("set-words-club", "set-words", "bisonte", "salitaan-competition")
CONFIRMED = {"set-words": ["board.confirmed=true", "tiles.confirmed=true"]}


@dataclass
class Tally:
    """What became of the slips of one kind."""

    made: int = 0
    seen: int = 0
    one_root: int = 0
    alone: int = 0
    alone_true: int = 0
    certain: int = 0
    first: int = 0
    sold_wrong: int = 0
    seconds: list[float] = field(default_factory=list)


# What is left out of the games, and `carried` when totals are added up after the slip.
THIN: set[str] = set()
# So many rows lie between two slips.
APART = 3


def thinned(sheet: Scoresheet) -> Scoresheet:
    """The sheet without the racks or the running totals, if those are left out; the last totals then stand below it."""
    if "racks" in THIN:
        sheet = replace(sheet, turns=tuple(turn._replace(rack=None) for turn in sheet.turns))
    if "totals" in THIN:
        sheet = replace(sheet, turns=tuple(turn._replace(total=None) for turn in sheet.turns))
    return sheet


def carried(sheet: Scoresheet) -> Scoresheet:
    """The sheet added up by somebody who did not notice the slip."""
    sums: dict[int | None, int] = {}
    turns = []
    for turn in sheet.turns:
        sums[turn.seat] = sums.get(turn.seat, 0) + (turn.score or 0)
        turns.append(turn if turn.total is None else turn._replace(total=sums[turn.seat]))
    return replace(sheet, turns=tuple(turns))


Games = Sequence[tuple[Ruleset, Scoresheet]]


def slipped(kind: str, seed: int, games: Games) -> tuple[Ruleset, Scoresheet, Slip] | None:
    """The ruleset, the right sheet and the one with a slip; None where this game has no room for it."""
    dice = random.Random(f"{kind} {seed}")
    rules, right = dice.choice(games)
    made = with_withdrawal(dice, rules, right) if kind == "withdrawal" else right
    if made is None or any(one.severity == ERROR for one in validate(rules, made).findings):
        return None
    right = thinned(made)
    slip = KINDS[kind](dice, rules, right)
    if slip is not None and "carried" in THIN and kind != "total":
        slip.sheet = carried(slip.sheet)
    return None if slip is None else (rules, right, slip)


def one_slip(kind: str, seed: int, games: Games, tally: Tally, tell: bool) -> None:
    """Make a slip, look for it, and count what came of it."""
    made = slipped(kind, seed, games)
    if made is None:
        return
    rules, right, slip = made
    tally.made += 1
    report, before = validate(rules, slip.sheet), validate(rules, right)
    if weight(report.findings) <= weight(before.findings):
        return
    tally.seen += 1
    start = time.process_time()
    mended = mend(report)
    told = explained(mended)
    tally.seconds.append(time.process_time() - start)
    known = Counter(one.code for one in before.findings)
    roots = [one for one in told.findings if one.cause is None and _is_new(one, known)]
    good = len(roots) == 1 and roots[0].turn in slip.rows
    true = _count(kind, mended, slip, right, tally)
    tally.one_root += good
    if tell and not (good and true):
        repairs = [
            (root.certain, [(one.kind, one.row, one.usual) for one in root.repairs]) for root in mended.roots
        ]
        print(kind, seed, sorted(slip.rows), [(one.code, one.turn) for one in roots], repairs)


def _count(kind: str, mended: Mended, slip: Slip, right: Scoresheet, tally: Tally) -> bool:
    """Whether the repair offered first gives the true sheet; a single one is offered alone, and may be sold as certain."""
    root = mended.root
    if root is None:
        return False
    true, alone = restored(kind, slip, right, repaired(slip.sheet, root.repair)), len(root.repairs) == 1
    tally.first += true
    tally.alone += alone
    tally.alone_true += alone and true
    tally.certain += root.certain
    tally.sold_wrong += root.certain and not true
    return true


def two_slips(seed: int, games: Games, tally: Tally, tell: bool) -> None:
    """Two slips of two kinds that leave the rows as they are, some rows apart: both are to be found."""
    dice = random.Random(f"two {seed}")
    rules, right = dice.choice(games)
    right = thinned(right)
    kinds = dice.sample(["seat", "square", "direction", "letter", "blank", "score", "total", "points"], 2)
    one = KINDS[kinds[0]](dice, rules, right)
    two = KINDS[kinds[1]](dice, rules, one.sheet) if one else None
    if one is None or two is None or abs(min(one.rows) - min(two.rows)) < APART:
        return
    tally.made += 1
    report = validate(rules, two.sheet)
    weights = [weight(validate(rules, sheet).findings) for sheet in (right, one.sheet)]
    if not weights[0] < weights[1] < weight(report.findings):
        return
    tally.seen += 1
    start = time.process_time()
    mended = mend(report)
    tally.seconds.append(time.process_time() - start)
    good = len(mended.roots) == 2 and {root.row for root in mended.roots} == one.rows | two.rows
    tally.one_root += good
    true = mended.sheet.turns == right.turns
    tally.first += true
    tally.sold_wrong += bool(mended.root and mended.root.certain) and not true
    if tell and not true:
        told = [(root.certain, root.repair.kind, root.row) for root in mended.roots]
        print("two", seed, kinds, sorted(one.rows), sorted(two.rows), told)


def _is_new(finding: Finding, known: Counter[str]) -> bool:
    """Whether a finding is about the slip: something wrong, or a question the right sheet does not raise."""
    if not is_fault(finding) and finding.code not in {*ASKED, "slip"}:
        return False
    known[finding.code] -= 1
    return known[finding.code] < 0


def restored(kind: str, slip: Slip, right: Scoresheet, mended: Scoresheet) -> bool:
    """Whether the repair gives the true sheet; of a missing row its place, player and points can be known."""
    if kind != "missing" or len(mended.turns) != len(right.turns):
        return mended.turns == right.turns
    at = min(slip.rows)
    others = mended.turns[:at] + mended.turns[at + 1 :] == right.turns[:at] + right.turns[at + 1 :]
    one, two = mended.turns[at], right.turns[at]
    if one.score is None:
        return others and one.seat == two.seat
    return others and (one.seat, one.score, one.total) == (two.seat, two.score, two.total)


def own_games(number: int, seed: int) -> list[tuple[Ruleset, Scoresheet]]:
    """Random games of all rulesets, for two, three and four players."""
    rulesets = [
        load_ruleset(name, CONFIRMED.get(name, ["board.confirmed=true", "tiles.confirmed=true"]))
        for name in RULESETS
    ]
    found = []
    for at in range(number):
        rules, seats = rulesets[at % len(rulesets)], (2, 2, 2, 3, 4)[at // len(rulesets) % 5]
        most, fewest = rules.players.most, rules.players.fewest
        sheet = random_game(rules, max(min(seats, most), fewest), seed * 1000 + at)
        if not any(one.severity == ERROR for one in validate(rules, sheet).findings):
            found.append((rules, sheet))
    return found


def real_games(files: Sequence[str]) -> list[tuple[Ruleset, Scoresheet]]:
    """Those files that are clean games of some length."""
    rules, found = load_ruleset("set-words-club"), []
    for file in files:
        sheet = read_sheet_file(Path(file)).sheet
        if sheet and len(rows_of(sheet, PLAY)) > 10:
            report = validate(rules, sheet)
            if not any(one.severity in (ERROR, UNVERIFIABLE) for one in report.findings):
                found.append((rules, sheet))
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("games", nargs="*", metavar="GAMES")
    options.add_argument("--number", type=int, default=1000, metavar="N", help="slips of each kind")
    options.add_argument("--seed", type=int, default=1, metavar="N", help="the first seed")
    options.add_argument("--kinds", default=",".join(KINDS), help="kinds of slips, by comma")
    options.add_argument("--tell", action="store_true", help="a line for each slip that is not explained")
    options.add_argument(
        "--without", default="", help="racks, totals or both, by comma: left out of the games"
    )
    options.add_argument("--carried", action="store_true", help="totals are added up after the slip")
    given = options.parse_args(arguments)
    THIN.update([*given.without.split(","), *(["carried"] if given.carried else [])])
    games = real_games(given.games) if given.games else own_games(80, given.seed)
    print(f"{len(games)} games, seeds {given.seed} to {given.seed + given.number - 1} of each kind")
    heads = (
        ("made", 5),
        ("seen", 5),
        ("one root", 9),
        ("alone", 6),
        ("true", 7),
        ("first", 7),
        ("certain", 7),
        ("wrong", 6),
    )
    print(f"{'kind':12}", *(f"{head:>{wide}}" for head, wide in (*heads, ("ms", 7), ("most", 7))))
    every = Tally()
    for kind in given.kinds.split(","):
        tally = Tally()
        for seed in range(given.seed, given.seed + given.number):
            one_slip(kind, seed, games, tally, given.tell)
        print(line(kind, tally))
        for name in (
            "made",
            "seen",
            "one_root",
            "alone",
            "alone_true",
            "certain",
            "first",
            "sold_wrong",
            "seconds",
        ):
            setattr(every, name, getattr(every, name) + getattr(tally, name))
    print(line("all", every))
    pairs = Tally()
    for seed in range(given.seed, given.seed + given.number):
        two_slips(seed, games, pairs, given.tell)
    print(line("two", pairs))
    print(GOALS)
    return 0


def line(kind: str, tally: Tally) -> str:
    def share(part: int, whole: int) -> str:
        return f"{100 * part / whole:.1f} %" if whole else "-"

    times = [1000 * one for one in tally.seconds] or [0.0]
    return (
        f"{kind:12} {tally.made:>5} {tally.seen:>5} {share(tally.one_root, tally.seen):>9} {tally.alone:>6} "
        f"{share(tally.alone_true, tally.alone):>7} {share(tally.first, tally.seen):>7} "
        f"{tally.certain:>7} {tally.sold_wrong:>6} "
        f"{median(times):>7.1f} {max(times):>7.1f}"
    )


if __name__ == "__main__":
    sys.exit(main())
