"""How fast a complete sheet is read and checked, and how that compares with a package that only scores.

    python bench/engine/scoring.py [--peer FOLDER]

FOLDER: where the package `scrabble` 1.3 from the Python package index is installed (its site-packages), in an environment
of its own. Both do the same random games of 25 rows in the same run, one thread; ours starts from the text of the file and
makes every check, the peer starts from squares and letters and adds up the plays. One unit of work is one game; every round
reads and checks every game anew. CPU time, best of several rounds. To get the peer: `pip install --target FOLDER scrabble==1.3`.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import io
import json
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from scoring import load_ruleset, parse_position  # noqa: E402
from scoring.checks.validate import validate  # noqa: E402
from scoring.repair.infer import infer  # noqa: E402
from scoring.sheets.gcg_read import read_gcg  # noqa: E402
from scoring.sheets.gcg_write import write_gcg  # noqa: E402
from scoring.sheets.scoresheet import PLAY, Scoresheet  # noqa: E402
from tests.scoring.playing import random_game  # noqa: E402

GAMES, ROUNDS, ROWS = 30, 15, 25
GOALS = {
    "times the peer": 7.0,
    "times the peer, at least": 4.0,
    "ms a sheet": 1.0,
    "ms an inference": 5.0,
    "start s": 0.2,
}
CLUB = load_ruleset("set-words-club")
Plays = list[list[tuple[str, tuple[str, int]]]]


def games() -> list[Scoresheet]:
    """Random two-player games that were played out, about ROWS rows long."""
    found: list[Scoresheet] = []
    seed = 0
    while len(found) < GAMES:
        seed += 1
        sheet = random_game(CLUB, 2, seed)
        if abs(len(sheet.turns) - ROWS) <= 4:
            found.append(sheet)
    return found


def best(*works: Callable[[], object]) -> list[float]:
    """Seconds of CPU time of the fastest round of each; they take turns, so that a busy machine is busy for all."""
    seconds: list[list[float]] = [[] for _ in works]
    for _ in range(ROUNDS):
        for work, found in zip(works, seconds, strict=True):
            start = time.process_time()
            work()
            found.append(time.process_time() - start)
    return [min(found) for found in seconds]


def ours(texts: list[bytes]) -> None:
    for text in texts:
        sheet = read_gcg(text).sheet
        assert sheet is not None
        assert validate(CLUB, sheet).verdict == "holds"


def as_peer(sheet: Scoresheet) -> Plays:
    """The tiles laid in each play, as the peer takes them."""
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
    for plays in every:
        game = module.ScrabbleGame(2)
        for tiles in plays:
            seat = game.move_number % 2
            game.player_rack_list[seat] = []
            game.cheat_create_rack_word("".join(letter for letter, _ in tiles), seat)
            game.next_player_move(set(tiles), False)


def timed(folder: str | None, sheets: list[Scoresheet], texts: list[bytes]) -> list[float]:
    """Seconds of our round, and of the peer's when it is there."""
    if not folder:
        return best(lambda: ours(texts))
    sys.path.append(folder)
    module = importlib.import_module("scrabble.main")
    every = [as_peer(sheet) for sheet in sheets]
    with contextlib.redirect_stdout(io.StringIO()):
        return best(lambda: ours(texts), lambda: peer(module, every))


def inference(sheets: list[Scoresheet]) -> float:
    """Milliseconds for each square that was left out, every third play of a game."""
    missing, start = 0, time.process_time()
    for sheet in sheets[:10]:
        rows = [at for at, turn in enumerate(sheet.turns) if turn.kind == PLAY][2::3]
        missing += len(rows)
        turns = tuple(
            turn._replace(position="") if at in rows else turn for at, turn in enumerate(sheet.turns)
        )
        infer(CLUB, replace(sheet, turns=turns))
    return (time.process_time() - start) * 1000 / missing


def start_up(file: Path) -> float:
    """Seconds of CPU time of one whole run of the command."""
    command = [sys.executable, "-c", "import time,sys\nfrom scoring.__main__ import main\n"
               "main(sys.argv[1:])\nprint(time.process_time())", "validate", str(file)]  # fmt: skip
    runs = [
        subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout for _ in range(3)
    ]
    return min(float(out.splitlines()[-1]) for out in runs)


def memory(texts: list[bytes]) -> float:
    """Megabytes at the peak while one sheet after the other is checked."""
    tracemalloc.start()
    ours(texts)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--peer", metavar="FOLDER")
    options = parser.parse_args()
    sheets = games()
    texts = [write_gcg(sheet).text.encode() for sheet in sheets]
    mine, *theirs = timed(options.peer, sheets, texts)
    figures = {
        "games": GAMES,
        "rows a game": round(sum(len(sheet.turns) for sheet in sheets) / GAMES, 1),
        "games a second": round(GAMES / mine),
        "ms a sheet": round(mine * 1000 / GAMES, 3),
        "ms an inference": round(inference(sheets), 2),
        "peak MB": round(memory(texts), 2),
    }
    first = ROOT / "data" / "bench-scoring.gcg"
    first.parent.mkdir(exist_ok=True)
    first.write_bytes(texts[0])
    figures["start s"] = round(start_up(first), 3)
    first.unlink()
    for seconds in theirs:
        figures |= {"peer games a second": round(GAMES / seconds), "times the peer": round(seconds / mine, 2)}
    print(json.dumps({**figures, "goals": GOALS}))


if __name__ == "__main__":
    main()
