"""U14: a newcomer runs their own event alone, in a real browser: `python -m bench.use.newcomer [FOLDER]`.

A fresh `./td run`, one person, a messy list of 41, two divisions, eight rounds, every mishap, prizes, ceremony, rated, exported.
Printed: clicks and keys of each stage, dead ends, refusals with their way out, copies found on the disk, seconds of processor.
Exit 1 where a goal is missed. FOLDER: where the pictures of the pages go (else they are thrown away).
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Error

from bench.use.newcomer.before import DIVISIONS, EVENT, ROUNDS
from bench.use.newcomer.hands import DeadEnd, Hands
from bench.use.newcomer.laptop import laptop
from bench.use.newcomer.messy_list import PLAYERS
from bench.use.newcomer.story import Day, live


def main(folder: Path) -> int:
    """Live the day, print it; 1 where a goal is missed."""
    folder.mkdir(parents=True, exist_ok=True)
    began, day = time.perf_counter(), Day()
    with laptop() as desk:
        me = Hands.at(desk.context, folder, EVENT)
        ended = True
        try:
            live(me, desk, day)
        except DeadEnd:
            ended = False
        except (AssertionError, Error) as error:
            ended = False
            me.stuck(str(error).partition("\n")[0])
        me.counted()
        day.seconds = desk.seconds()
    table(me)
    missed = goals(me, day, ended=ended)
    print(
        f"{day.seconds:.0f} s of processor for the program, {time.perf_counter() - began:.0f} s by the clock"
    )
    return 1 if missed else 0


def table(me: Hands) -> None:
    """Clicks and keys of every stage."""
    print(f"{'stage':<42}{'clicks':>7}{'keys':>7}")
    for one in me.stages:
        print(f"{one.name:<42}{one.clicks:>7}{one.keys:>7}")
    print(
        f"{'the whole day':<42}{sum(one.clicks for one in me.stages):>7}{sum(one.keys for one in me.stages):>7}"
    )


def goals(me: Hands, day: Day, *, ended: bool) -> int:
    """How many are missed; each with what was found."""
    speechless = [one for one in me.refusals if not one.way_out]
    copied, closed = sum(day.copies.values()), ROUNDS * len(DIVISIONS)
    for one in me.refusals:
        print(f"refused ({one.stage}): {one.said}\n  way out: {one.way_out or 'NONE'}")
    for told in (*me.dead_ends, *me.troubles):
        print(f"dead end: {told}")
    print(f"by the list on the left, not by the overview: {', '.join(me.by_the_list) or 'nothing'}")
    print(f"files: {', '.join(day.files) or 'none'}")
    said = (
        f"{len(me.dead_ends)} dead ends, {len(speechless)} of {len(me.refusals)} refusals without a way out, "
    )
    said += (
        f"{copied} copies for {closed} closed rounds, {PLAYERS} players, {len(me.troubles)} troubles of pages"
    )
    met = ended and not me.dead_ends and not speechless and copied == closed and not me.troubles
    print(f"U14 {'met' if met else 'missed'} {said}")
    return 0 if met else 1


if __name__ == "__main__":
    if sys.argv[1:]:
        sys.exit(main(Path(sys.argv[1])))
    with tempfile.TemporaryDirectory(prefix="td-newcomer-look-") as name:
        sys.exit(main(Path(name)))
