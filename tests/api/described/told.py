"""What came of a run: cases, answers, findings."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from core.later import later

if TYPE_CHECKING:
    from schemathesis.engine import events
else:
    events = later("schemathesis.engine.events")


LONGEST = 1500


@dataclass
class Told:
    """Cases of each phase, statuses by operation, and each finding once, with how to do it again.

    `again`: requests that checks sent of their own, as the same without a key.
    """

    cases: Counter[str] = field(default_factory=Counter)
    statuses: dict[str, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    findings: dict[tuple[str, str, str], str] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    again: int = 0

    def see(self, event: Any) -> None:
        """Count what an event of the engine says."""
        if isinstance(event, events.NonFatalError | events.FatalError):
            self.errors.append(f"{getattr(event, 'label', '')}: {getattr(event, 'info', event)}")
        if isinstance(event, events.ScenarioFinished):
            for key, node in event.recorder.cases.items():
                self._count(event, key, node)
            for one in (one for checks in event.recorder.checks.values() for one in checks):
                self._find(one)

    def _count(self, event: Any, key: str, node: Any) -> None:
        said = event.recorder.interactions.get(key)
        if said is None or said.response is None:
            return
        if node.parent_id is not None and node.transition is None:
            self.again += 1
            return
        self.cases[event.phase.value] += 1
        self.statuses[node.value.operation.label][said.response.status_code] += 1

    def _find(self, check: Any) -> None:
        if check.failure_info is None:
            return
        failure = check.failure_info.failure
        key = (check.name, failure.operation, failure.title)
        if key not in self.findings:
            self.findings[key] = f"{failure.message}\n{check.failure_info.code_sample}"[:LONGEST]
            # Said as it comes: the run goes on for minutes.
            print(f"{' '.join(key)}: {self.findings[key]}\n", flush=True)

    def add(self, other: Told) -> None:
        """This and what came of another phase."""
        self.cases.update(other.cases)
        for label, counted in other.statuses.items():
            self.statuses[label].update(counted)
        self.findings.update(other.findings)
        self.errors.extend(other.errors)
        self.again += other.again

    def broken(self) -> list[str]:
        """What was answered 5xx, each once: the checks passed over one that every run had."""
        return sorted(
            f"{status} {many} times: {label}"
            for label, counted in self.statuses.items()
            for status, many in counted.items()
            if status >= 500
        )

    def table(self) -> str:
        """A line a phase, the share of each kind of answer, what could not be done, and how much was found."""
        kinds: Counter[str] = Counter()
        for counted in self.statuses.values():
            for status, many in counted.items():
                kinds[f"{status // 100}xx"] += many
        total = sum(kinds.values())
        done = sum(any(200 <= one < 300 for one in counted) for counted in self.statuses.values())
        shares = ", ".join(f"{many / total:.0%} {name}" for name, many in sorted(kinds.items()))
        return "\n".join(
            [
                *(f"{name:9} {many:6} cases" for name, many in self.cases.items()),
                f"{len(self.statuses)} operations, {total} cases: {shares}",
                f"{done} operations done at least once; {self.again} requests more of the checks' own",
                *self.broken(),
                f"{len(self.findings)} findings, {len(self.errors)} errors",
                *self.errors,
            ]
        )
