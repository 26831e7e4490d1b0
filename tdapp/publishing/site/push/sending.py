"""The difference between what is public and what a place holds, carried out: what is public no longer goes first, what lies
deep before what leads to it, the list of it all last. It can stop after any file and goes on from there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from typing import TypeVar

from tdapp.publishing.site import folder
from tdapp.publishing.site.addresses import INDEX, language_root
from tdapp.publishing.site.push.faults import Fault
from tdapp.publishing.site.push.holds import UNSURE, Holds
from tdapp.publishing.site.push.targets import Target

Step = Callable[[int, int], None]
T = TypeVar("T")
STATIC = "static/"
EACH_LANE = 4
# The same files make the same ZIP.
SAME_DAY = datetime(1980, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Plan:
    """Paths in the order in which they are dealt with. `gone`: pages that are public no longer; `left`: what only pages
    of before need.
    """

    gone: Sequence[str]
    changed: Sequence[str]
    left: Sequence[str]
    unchanged: int

    @property
    def steps(self) -> int:
        return len(self.gone) + len(self.changed) + len(self.left)


def plan(digests: Mapping[str, str], holds: Holds) -> Plan:
    """What is to do at a place."""
    old = [path for path in holds.files if path not in digests]
    gone = [path for path in old if not path.startswith(STATIC) and path != folder.LIST]
    left = [path for path in old if path.startswith(STATIC)]
    # The list goes last of all, and is the last to know what is gone.
    left += [folder.LIST] if folder.LIST in old else []
    changed = [path for path, digest in digests.items() if holds.files.get(path) != digest]
    return Plan(
        sorted(gone, key=_turn, reverse=True), sorted(changed, key=_turn), left, len(digests) - len(changed)
    )


def _turn(path: str) -> tuple[int, int, str]:
    """Style and letters, then the deepest pages, then what leads to them; the list last."""
    plain = path.removeprefix(language_root("fil"))
    return (0 if path.startswith(STATIC) else 2 if path == folder.LIST else 1, -plain.count("/"), path)


def digests_of(files: Mapping[str, bytes]) -> dict[str, str]:
    """Digest by path."""
    return {path: folder.digest(data) for path, data in files.items()}


def with_list(files: Mapping[str, bytes], kept: Mapping[str, str] | None = None) -> dict[str, bytes]:
    """The files with the list of them and of what is `kept` beside them; nothing for nothing."""
    digests = {**(kept or {}), **digests_of(files)}
    return {**files, folder.LIST: folder.listed(digests)} if digests else {}


def send(
    files: Mapping[str, bytes], target: Target, holds: Holds, step: Step, *, event: str, kept: Collection[str] = ()
) -> Plan:  # fmt: skip
    """Bring a place to hold `files` (`with_list`) of the event of this short name, and of what it holds the `kept` as they
    are; what was done. Fault when it stops; `step` may raise to stop it.
    """
    digests = {path: holds.files[path] for path in kept if path in holds.files} | digests_of(files)
    if holds.new:
        holds.unsure(_found(event, target))
    first = not holds.files
    todo = plan(digests, holds)
    if todo.steps and target.whole:
        step(0, 1)
        with _begun(holds, first):
            _send_whole(files, digests, target, holds)
        step(1, 1)
    elif todo.steps:
        course = _Course(target, holds, step, todo.steps)
        if files:
            everything = dict.fromkeys(holds.files, UNSURE) | digests
            everything.pop(folder.LIST, None)
            with _begun(holds, first):
                holds.unsure([*todo.changed, folder.LIST])
                target.put(folder.LIST, folder.listed(everything))
        course.remove(todo.gone)
        course.put(todo.changed, files, digests)
        course.remove(todo.left)
        holds.compact()
    return todo


@contextmanager
def _begun(holds: Holds, first: bool) -> Iterator[None]:
    """The first thing that is sent to a place that holds nothing (`first`). Where nothing came there nothing is written down
    of it: a place that was named wrongly can be named rightly.
    """
    try:
        yield
    except Fault as fault:
        if first and fault.nothing_came:
            holds.start_over()
        raise


def _send_whole(files: Mapping[str, bytes], digests: Mapping[str, str], target: Target, holds: Holds) -> None:
    """Everything as one, in the place of what was there."""
    holds.unsure(files)
    target.put("", folder.zipped(files, SAME_DAY) if files else b"")
    holds.removed([path for path in holds.files if path not in digests])
    holds.note(digests)
    holds.compact()


class _Course:
    """The way through a plan: what is done is written down batch by batch, and told."""

    def __init__(self, target: Target, holds: Holds, step: Step, steps: int) -> None:
        self._target, self._holds, self._step, self._steps = target, holds, step, steps
        self._done = 0
        step(0, steps)

    def _on(self, some: int) -> None:
        self._done += some
        self._step(self._done, self._steps)

    def remove(self, paths: Sequence[str]) -> None:
        for some in _batches(paths, self._target.lanes):
            self._target.remove(some)
            self._holds.removed(some)
            self._on(len(some))

    def put(self, paths: Sequence[str], files: Mapping[str, bytes], digests: Mapping[str, str]) -> None:
        with ThreadPoolExecutor(self._target.lanes, thread_name_prefix="push") as pool:
            for some in _in_order(paths, self._target.lanes):
                # All of a batch have come to their end before anything is written down or raised.
                waiting = {path: pool.submit(self._target.put, path, files[path]) for path in some}
                faults = {path: one.exception() for path, one in waiting.items()}
                self._holds.note({path: digests[path] for path, fault in faults.items() if fault is None})
                if fault := next((one for one in faults.values() if one is not None), None):
                    raise fault
                self._on(len(some))


def _found(event: str, target: Target) -> list[str]:
    """What lies there before the first push: what another installation left of this event is ours to delete; anything
    else is nobody's to overwrite, or to take down while nothing of this event is public.
    """
    known = target.read(folder.LIST)
    if known is None:
        if target.read(INDEX) is not None:
            raise target.occupied()
        return []
    paths = folder.paths_in(known)
    if _events(paths) != {event}:
        raise target.occupied()
    return [*paths, folder.LIST]


def _events(paths: Iterable[str]) -> set[str]:
    """The short names of the events whose pages these are."""
    parts = (path.removeprefix(language_root("fil")).split("/") for path in paths)
    return {part[1] for part in parts if part[0] == "t" and len(part) > 2}


def _batches(paths: Iterable[str], lanes: int) -> Iterator[list[str]]:
    rest = iter(paths)
    while some := list(islice(rest, lanes * EACH_LANE)):
        yield some


def _in_order(paths: Sequence[str], lanes: int) -> Iterator[list[str]]:
    """Batches in which nothing goes beside what leads to it: each holds files of one depth."""
    start = 0
    for at in range(1, len(paths) + 1):
        if at == len(paths) or _turn(paths[at])[:2] != _turn(paths[start])[:2]:
            yield from _batches(paths[start:at], lanes)
            start = at
