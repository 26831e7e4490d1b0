"""How fast complete sheets are read and checked: the library, the command line, and programs of others on the same games.

    python bench/engine/scoring.py [--games 500] [--scrabble FOLDER] [--magpie PROGRAM] [--files FOLDER --ruleset ID|FILE.toml]

All do the same games, one thread, in turns, several rounds; the fastest round of each counts, in CPU time of the process and
its children. One unit of work is one game, and every round reads and checks every game anew.

library       read_gcg and validate, from the bytes of the file; for the command line, from the files
command line  `python -m scoring validate FILE...` as a whole, start and output included
with slips    games with a wrong score in them, with every finding: the careful way
--scrabble    the package `scrabble` 1.3 of the Python package index, which starts from squares and letters and adds up plays;
              `pip install --target FOLDER scrabble==1.3` (an environment of its own)
--magpie      a program that is given GCG files as arguments and plays each of them through, such as a loop over MAGPIE's GCG
              reader: what it takes for no file is taken off
--files       real games (.gcg) instead of random ones
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import io
import json
import os
import resource
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from bench.engine.paper_games.random_play import random_game  # noqa: E402
from scoring import Ruleset, load_ruleset, parse_position  # noqa: E402
from scoring.checks.validate import carefully, validate  # noqa: E402
from scoring.clean.proof import prove  # noqa: E402
from scoring.repair.infer import infer  # noqa: E402
from scoring.sheets.gcg_read import read_gcg  # noqa: E402
from scoring.sheets.gcg_write import write_gcg  # noqa: E402
from scoring.sheets.scoresheet import PLAY, Scoresheet  # noqa: E402
from scoring.sheets.sheet_files import read_sheet_file  # noqa: E402

ROUNDS, ROWS = 7, 25
GOALS = {
    "times scrabble": 7.0,
    "times magpie": 3.0,
    "command line of library": 0.8,
    "ms an inference": 5.0,
    "start s": 0.15,
}
Plays = list[list[tuple[str, tuple[str, int]]]]
Work = Callable[[], object]


def random_games(rules: Ruleset, number: int) -> list[Scoresheet]:
    """Random two-player games that were played out, about ROWS rows long; the seeds count from 1."""
    found: list[Scoresheet] = []
    seed = 0
    while len(found) < number:
        seed += 1
        sheet = random_game(rules, 2, seed)
        if abs(len(sheet.turns) - ROWS) <= 4:
            found.append(replace(sheet, ruleset=""))
    return found


def spent() -> float:
    """CPU seconds of this process and of those it waited for."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def best(works: dict[str, Work]) -> dict[str, float]:
    """Seconds of the fastest round of each; they take turns, so that a busy machine is busy for all."""
    seconds: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(ROUNDS):
        for name, work in works.items():
            start = spent()
            work()
            seconds[name].append(spent() - start)
    return {name: min(found) for name, found in seconds.items()}


def library(rules: Ruleset, texts: list[bytes]) -> None:
    for text in texts:
        sheet = read_gcg(text).sheet
        assert sheet is not None
        assert validate(rules, sheet).verdict


def from_files(rules: Ruleset, files: list[str]) -> None:
    for file in files:
        sheet = read_sheet_file(file).sheet
        assert sheet is not None
        assert validate(rules, sheet).verdict


def command(rules: str, files: list[str]) -> list[str]:
    return [sys.executable, "-m", "scoring", "validate", "--ruleset", rules, "--", *files]


def run(words: list[str]) -> None:
    subprocess.run(words, cwd=ROOT, stdout=subprocess.DEVNULL, check=False)


def as_peer(sheet: Scoresheet) -> Plays:
    """The tiles laid in each play, as the package takes them."""
    taken: set[tuple[str, int]] = set()
    plays: Plays = []
    for turn in sheet.turns:
        position = parse_position(turn.position)
        if turn.kind != PLAY or position is None:
            continue
        (row, col), across = position
        tiles = []
        for by, letter in enumerate(part for part in turn.word if part not in "[]"):
            square = (chr(97 + col + by * across), row + 1 + by * (not across))
            if letter != "." and square not in taken:
                tiles.append((letter.upper(), square))
                taken.add(square)
        plays.append(tiles)
    return plays


def peer(module: Any, every: list[Plays]) -> None:
    with contextlib.redirect_stdout(io.StringIO()):
        for plays in every:
            game = module.ScrabbleGame(2)
            for tiles in plays:
                seat = game.move_number % 2
                game.player_rack_list[seat] = []
                game.cheat_create_rack_word("".join(letter for letter, _ in tiles), seat)
                game.next_player_move(set(tiles), False)


def scrabble_in(folder: str | None) -> bool:
    """Whether the peer can be loaded, from a folder if one is named."""
    if folder:
        sys.path.append(folder)
    return find_spec("scrabble") is not None


def slipped(text: bytes) -> bytes:
    """The game with one point more in its fifth play and nothing else changed."""
    lines = text.decode().split("\n")
    at = [number for number, line in enumerate(lines) if line.startswith(">")][4]
    words = lines[at].split()
    lines[at] = " ".join([*words[:-2], f"{int(words[-2]) + 1:+d}", words[-1]])
    return "\n".join(lines).encode()


def all_facts(rules: Ruleset, texts: list[bytes], check: Callable[..., Any]) -> None:
    for text in texts:
        sheet = read_gcg(text).sheet
        assert sheet is not None
        report = check(rules, sheet)
        assert [finding.as_data() for finding in report.findings], dict(report.checks)


def inference(rules: Ruleset, sheets: list[Scoresheet]) -> float:
    """Milliseconds for each square that was left out, every third play of a game."""
    missing, start = 0, time.process_time()
    for sheet in sheets[:10]:
        rows = [at for at, turn in enumerate(sheet.turns) if turn.kind == PLAY][2::3]
        missing += len(rows)
        turns = tuple(
            turn._replace(position="") if at in rows else turn for at, turn in enumerate(sheet.turns)
        )
        infer(rules, replace(sheet, turns=turns))
    return (time.process_time() - start) * 1000 / missing


def memory(rules: Ruleset, texts: list[bytes]) -> float:
    """Megabytes at the peak while one sheet after the other is checked."""
    tracemalloc.start()
    library(rules, texts)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 1e6


def works(options: argparse.Namespace, texts: list[bytes], files: list[str]) -> dict[str, Work]:
    """What is measured, by name."""
    rules = load_ruleset(options.ruleset)
    wrong = [slipped(text) for text in texts[:100]]
    found: dict[str, Work] = {
        "library": lambda: library(rules, texts),
        "library, from files": lambda: from_files(rules, files),
        "command line": lambda: run(command(options.ruleset, files)),
        "start": lambda: run(command(options.ruleset, files[:1])),
        "with slips": lambda: all_facts(rules, wrong, validate),
        "with slips, the careful way alone": lambda: all_facts(rules, wrong, carefully),
    }
    if scrabble_in(options.scrabble):
        module = importlib.import_module("scrabble.main")
        every = [as_peer(sheet) for text in texts if (sheet := read_gcg(text).sheet)]
        found["scrabble"] = lambda: peer(module, every)
    if options.magpie:
        found["magpie"] = lambda: run([options.magpie, *files])
        found["magpie, no file"] = lambda: run([options.magpie])
    return found


def figures(options: argparse.Namespace, texts: list[bytes], seconds: dict[str, float]) -> dict[str, object]:
    rules = load_ruleset(options.ruleset)
    sheets = [sheet for text in texts if (sheet := read_gcg(text).sheet)]
    games, ours = len(texts), seconds["library"]
    told: dict[str, object] = {
        "games": games,
        "rows a game": round(sum(len(sheet.turns) for sheet in sheets) / games, 1),
        "proven clean at a glance": sum(prove(rules, sheet) is not None for sheet in sheets),
        "library, games a second": round(games / ours),
        "command line, games a second": round(games / seconds["command line"]),
        "command line of library": round(seconds["library, from files"] / seconds["command line"], 2),
        "command line of library, start taken off": round(
            seconds["library, from files"] / (seconds["command line"] - seconds["start"]), 2
        ),
        "start s": round(seconds["start"], 3),
        "with slips, ms a sheet": round(seconds["with slips"] * 1000 / min(games, 100), 3),
        "with slips, times the careful way": round(
            seconds["with slips"] / seconds["with slips, the careful way alone"], 2
        ),
        "ms an inference": round(inference(rules, sheets), 2),
        "peak MB": round(memory(rules, texts), 2),
    }
    for name, at_hand in (("scrabble", "scrabble" in seconds), ("magpie", bool(options.magpie))):
        if not at_hand:
            told[name] = f"not at hand: see --{name}"
            continue
        took = seconds[name] - seconds.get(f"{name}, no file", 0)
        told |= {f"{name}, games a second": round(games / took), f"times {name}": round(took / ours, 2)}
    return told


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--scrabble", "--peer", metavar="FOLDER")
    parser.add_argument("--magpie", metavar="PROGRAM")
    parser.add_argument("--files", metavar="FOLDER")
    parser.add_argument("--ruleset", default="set-words-club", metavar="ID|FILE.toml")
    options = parser.parse_args()
    if options.files:
        texts = [path.read_bytes() for path in sorted(Path(options.files).glob("*.gcg"))[: options.games]]
    else:
        sheets = random_games(load_ruleset(options.ruleset), options.games)
        texts = [write_gcg(sheet).text.encode() for sheet in sheets]
    with TemporaryDirectory() as folder:
        files = [os.path.join(folder, f"{number:05}.gcg") for number in range(len(texts))]
        for file, text in zip(files, texts, strict=True):
            Path(file).write_bytes(text)
        seconds = best(works(options, texts, files))
    print(json.dumps({**figures(options, texts, seconds), "goals": GOALS}, indent=1))


if __name__ == "__main__":
    main()
