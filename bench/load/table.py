"""What a load came to: a line a load, with its goals, and the machine it was measured on."""

from __future__ import annotations

import os
import platform
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bench.load.bare import Ceiling
from bench.load.generator import Told
from bench.load.plans import Goal, Plan


@dataclass
class Outcome:
    """One load as it went. Seconds of processor; megabytes; `lost`: acknowledged and not there."""

    plan: Plan
    goal: Goal
    seconds: float
    writes: Told = field(default_factory=Told)
    reads: Told = field(default_factory=Told)
    stale: list[float] = field(default_factory=list)
    memory: tuple[int, int] = (0, 0)
    log_megabytes: float = 0.0
    own_seconds: float = 0.0
    hall_seconds: float = 0.0
    lost: int = 0
    accepted: float | None = None
    turns: float | None = None
    grown: float = 0.0
    check: str = ""
    ceilings: dict[str, tuple[Ceiling, Ceiling]] = field(default_factory=dict)

    def misses(self) -> list[str]:
        """The goals it does not reach, in words."""
        goal, found = self.goal, []
        write, look = cuts(self.writes.waits), cuts(self.reads.waits)
        for name, had, wanted in (
            ("write p95", write[1], goal.write_p95), ("write p99", write[2], goal.write_p99),
            ("read p95", look[1], goal.read_p95), ("staleness", max(self.stale, default=0.0), goal.stale),
            ("memory", self.memory[1], goal.memory), ("growth", self.grown, goal.grown),
        ):  # fmt: skip
            if wanted is not None and had > wanted:
                found.append(f"{name} {had:.0f} > {wanted}")
        if goal.accepted is not None and (self.accepted or 0) < goal.accepted:
            found.append(f"accepted {self.accepted or 0:.0f}/s < {goal.accepted}")
        if goal.of_bare is not None:
            shares = {name: ours.share_of(bare) for name, (ours, bare) in self.ceilings.items()}
            found += [
                f"{name} {share:.2f} < {goal.of_bare}"
                for name, share in shares.items()
                if share < goal.of_bare
            ]
        if goal.turns is not None and (self.turns or 0) < goal.turns:
            found.append(f"turns {self.turns or 0:.0f}/s < {goal.turns}")
        broken = self.writes.errors + self.reads.errors
        return found + ([f"errors {broken}"] if broken else []) + ([f"lost {self.lost}"] if self.lost else [])


def cuts(waits: Sequence[float]) -> tuple[float, float, float, float]:
    """p50, p95, p99 and the longest, in milliseconds."""
    if len(waits) < 2:
        longest = max(waits, default=0.0)
        return longest, longest, longest, longest
    cut = statistics.quantiles(waits, n=100, method="inclusive")
    return cut[49], cut[94], cut[98], max(waits)


def rows(outcome: Outcome) -> list[str]:
    """A load in words and figures."""
    plan, misses = outcome.plan, outcome.misses()
    lines = [f"{plan.name}  {plan.what}: {'reached' if not misses else 'MISSED: ' + '; '.join(misses)}"]
    for name, told in (("writes", outcome.writes), ("reads", outcome.reads)):
        if told.waits:
            p50, p95, p99, most = cuts(told.waits)
            lines.append(
                f"    {name:7} {len(told.waits):6}  p50 {p50:7.1f}  p95 {p95:7.1f}  p99 {p99:7.1f}  max {most:7.1f} ms   "
                f"errors {told.errors}, sent away {told.sent_away}, by status {dict(sorted(told.statuses.items()))}"
            )
    if outcome.accepted is not None:
        lines.append(f"    accepted {outcome.accepted:.0f} results a second")
    for name, (ours, bare) in outcome.ceilings.items():
        lines.append(f"    {name}: {ours}; bare server: {bare}; {ours.share_of(bare):.2f} of it")
    if outcome.turns is not None:
        lines.append(
            f"    {outcome.turns:.0f} turns of scoresheets a second; a web process grew by {outcome.grown:.0f} MB"
        )
    if outcome.stale:
        lines.append(f"    public after a release: {', '.join(f'{one:.2f} s' for one in outcome.stale)}")
    lines.append(
        f"    {outcome.seconds:.0f} s; processor: hall {outcome.hall_seconds:.1f} s, generator {outcome.own_seconds:.1f} s; "
        f"memory {outcome.memory[0]} -> {outcome.memory[1]} MB, what is shared counted once; "
        f"write-ahead log {outcome.log_megabytes:.1f} MB; "
        f"acknowledged and lost {outcome.lost}"
    )
    return [*lines, f"    check_event: {outcome.check}"] if outcome.check else lines


def machine() -> str:
    """What it was measured on."""
    memory = next(
        (
            int(line.split()[1]) // 1024
            for line in Path("/proc/meminfo").read_text().splitlines()
            if "MemTotal" in line
        ),
        0,
    )
    load = os.getloadavg()[0]
    return f"{os.cpu_count()} processors, {memory} MB, {platform.system()}, Python {platform.python_version()}, load {load:.1f}"
