"""Places for tests: a folder that is allowed, a target in memory that can be broken, and a hall with something public."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tdapp.kernel import jobs
from tdapp.kernel.models import Job
from tdapp.publishing.models import PushPlace
from tdapp.publishing.site.push import pushing
from tdapp.publishing.site.push.commands import places
from tdapp.publishing.site.push.faults import Fault
from tests import factories as f
from tests.publishing.hall import Hall


class Shelf:
    """A place in memory. `breaks_after`: so many files are taken, then the line is cut; `order`: what was done, in turn."""

    lanes, whole = 2, False

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.order: list[tuple[str, str]] = []
        self.breaks_after: int | None = None
        self.fault: Fault | None = None
        self._lock = threading.Lock()

    def occupied(self) -> Fault:
        return Fault("occupied", host="shelf", path="/")

    def read(self, path: str) -> bytes | None:
        return self.files.get(path)

    def put(self, path: str, data: bytes) -> None:
        with self._lock:
            if (
                self.breaks_after is not None
                and sum(how == "put" for how, _path in self.order) >= self.breaks_after
            ):
                raise Fault("cut", host="shelf", why="broken by the test")
            self.files[path] = data
            self.order.append(("put", path))

    def remove(self, paths: Sequence[str]) -> None:
        for path in paths:
            self.files.pop(path, None)
            self.order.append(("remove", path))

    @contextmanager
    def opened(self, _place: PushPlace) -> Iterator[Shelf]:
        if self.fault is not None:
            raise self.fault
        yield self


def in_folder(here: Hall, folder: Path, patched: pytest.MonkeyPatch, **more: Any) -> PushPlace:
    """A place that is a folder, which is made and allowed."""
    folder.mkdir(exist_ok=True)
    patched.setattr("django.conf.settings.PUSH_FOLDERS", [str(folder.parent)])
    event = here.division.event
    said = {"name": "Club web", "kind": "folder", "where": {"path": str(folder)}, **more}
    answer = places.add_place(f.program(event), event, **said)
    return PushPlace.objects.select_related("event").get(pk=answer["place"])


def again(place: PushPlace) -> PushPlace:
    return PushPlace.objects.select_related("event").get(pk=place.pk)


def ticked() -> list[Job]:
    """What the worker does in one tick: what is due is handed over and carried out."""
    done = pushing.tick()
    for job in done:
        jobs.run(job.pk)
        job.refresh_from_db()
    return done


def written(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }
