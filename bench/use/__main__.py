"""U1-U14 of the goals of use, measured and printed beside what was promised. `python -m bench.use [U1 U4 ...]`.

What can be measured here is (real pages over real HTTP, a Chromium, this laptop); what a browser test or another
measurement measures already is run and read. Exit 1 when a goal is missed. All of it takes some fifteen minutes.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tdapp.launch.host.browsers import chromium  # noqa: E402

SECONDS = 1200


@dataclass(frozen=True)
class Found:
    """What one goal came to."""

    said: str
    met: bool
    more: str = ""


@dataclass(frozen=True)
class Goal:
    """One line of the table."""

    name: str
    promise: str
    measure: Callable[[], Found]


def output_of(*words: str) -> tuple[str, bool]:
    """What another program prints, and whether it ended well."""
    variables = os.environ | {"TD_CHROMIUM": str(chromium()[0]), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, *words], cwd=ROOT, env=variables, capture_output=True, text=True, timeout=SECONDS
    )
    return done.stdout + done.stderr, done.returncode == 0


def tests(*which: str) -> tuple[str, bool]:
    """The same of browser and other tests."""
    return output_of("-m", "pytest", "-q", "-n0", "-s", *which)


def number(pattern: str, text: str) -> float:
    """The first number of a pattern in what was printed; -1 where it is not."""
    found = re.search(pattern, text)
    return float(found[1]) if found else -1


def end_of(text: str) -> str:
    """What a measurement said last, where it has no figure: why it broke off."""
    return " ".join(text.split()[-25:]) or "it said nothing"


def at_the_line(name: str) -> Callable[[], Found]:
    """U1 to U3 and U5 are counted by one program that sits at the page."""

    def measure() -> Found:
        text, _well = output_of("-m", "bench.use.at_the_line", name)
        found = re.search(rf"^{name} (met|missed) (.+)$", text, re.MULTILINE)
        return Found(found[2], found[1] == "met") if found else Found(end_of(text), False)

    return measure


def day() -> Found:
    """U6: the scripted day in real browsers counts the director's screens, clicks and keys."""
    text, well = tests("tests/browser/test_the_day.py")
    found = re.search(r"U6 (40 players.+)", text)
    return Found(found[1] if found else "the day did not end", well and found is not None)


def phone() -> Found:
    """U9: a phone's first and second visit."""
    text, well = output_of("-m", "bench.people.phone_page")
    if "first visit" not in text:
        return Found(end_of(text), False)
    size, again = number(r"first visit.*?, (\d+) bytes", text), number(r"second visit: (\d+) requests", text)
    wide = number(r"360 px: (\d+) px", text)
    said = f"{size / 1000:.1f} KB with headers, then {again:.0f} request, {wide:.0f} px wide at 360"
    return Found(said, well and 0 < size <= 30_000 and again <= 1 and wide <= 360)


def projector() -> Found:
    """U10: rows measured at three sizes, pages turned, the server taken away."""
    text, well = tests("tests/screens/test_projector.py", "-k", "u10")
    rows = re.findall(r"U10 (\d+x\d+): .*?rows of (\d+) px \(1/25 is ([\d.]+)\)", text)
    said = "; ".join(f"{size}: rows of {high} px (1/25: {least})" for size, high, least in rows)
    return Found(said or "no figure", well and bool(rows))


def passed(*which: str) -> Callable[[], Found]:
    """A goal that is a property: the tests that hold it, counted."""

    def measure() -> Found:
        text, well = tests(*which)
        counts = re.findall(r"(\d+) (passed|failed)", text)
        return Found(", ".join(f"{count} {word}" for count, word in counts) + " of " + " ".join(which), well)

    return measure


def paper() -> Found:
    """U13: every sheet on two papers, by our PDF and by the browser's print."""
    text, well = output_of("-m", "bench.people.paper")
    sheets = re.findall(r"^(\S+) +(?:a4|letter) .*?(\d+)/(\d+) +(\d+)", text, re.MULTILINE)
    if not sheets:
        return Found(end_of(text), False)
    rows, of = sum(int(one[1]) for one in sheets), sum(int(one[2]) for one in sheets)
    said = (
        f"{len(sheets)} prints: {rows} of {of} rows whole, {sum(int(one[3]) for one in sheets)} words outside"
    )
    return Found(said, well)


def newcomer() -> Found:
    """U14: somebody who has never seen the program runs their own event alone; every stage, dead end and refusal is told."""
    text, well = output_of("-m", "bench.use.newcomer")
    found = re.search(r"^U14 \w+ (.+)$", text, re.MULTILINE)
    return Found(found[1] if found else "the day did not begin", well and found is not None, text)


KEYBOARD = (
    "tests/look/test_entry_line.py", "tests/desk/test_browser_results.py", "tests/browser/test_every_page.py"
)  # fmt: skip
GOALS = (
    Goal("U1", "<= 11 keys a result, <= 14 with spread; no mouse, no page", at_the_line("U1")),
    Goal("U2", "Enter to saved: p95 <= 150 ms, <= 300 ms under load", at_the_line("U2")),
    Goal("U3", "<= 5 s a result by KLM; 20 results at 4 keys/s <= 70 s", at_the_line("U3")),
    Goal("U4", "typos caught: >= 55 %, with spread >= 99 %", at_the_line("U4")),
    Goal("U5", "<= 3 commands, <= 10 clicks, <= 3 min to the first pairing", at_the_line("U5")),
    Goal("U6", "<= 7 screens, <= 60 clicks, 0 dead ends in a day", day),
    Goal("U7", "undo <= 2 keys; what destroys is undone or asks first", at_the_line("U7")),
    Goal("U8", "every 'why can't I pair?' names tables and leads there", at_the_line("U8")),
    Goal("U9", "phone: <= 30 KB, then <= 1 request, 360 px", phone),
    Goal("U10", "rows >= 1/25 of the screen, pages turn, last page stays", projector),
    Goal("U11", "axe: nothing serious, light, dark, both languages; keyboard", passed(*KEYBOARD)),
    Goal("U12", "nothing untranslated, fuzzy, clipped or hard-coded", passed("tests/language")),
    Goal("U13", "paper: no row cut, 40 players on a page", paper),
    Goal("U14", "a newcomer alone: 0 dead ends, every refusal with a way out", newcomer),
)


def main(wanted: list[str]) -> int:
    """Print the table; 1 when a goal is missed."""
    missed = 0
    print(f"{'goal':<5}{'promised':<62}{'':<8}measured")
    for goal in GOALS:
        if wanted and goal.name not in wanted:
            continue
        found = goal.measure()
        missed += not found.met
        print(
            f"{goal.name:<5}{goal.promise:<62}{'met' if found.met else 'MISSED':<8}{found.said}", flush=True
        )
        if found.more:
            print("\n".join(f"     {line}" for line in found.more.splitlines()), flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
