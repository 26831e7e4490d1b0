"""Whoever checks a log while others write to it finds it whole: an entry between two reads is no fault."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress

import pytest
from django.db import OperationalError, connections

from tdapp.kernel import audit, context
from tdapp.kernel.log import chain
from tdapp.kernel.models import AuditEntry
from tdapp.kernel.running import patience

SCOPE = "event:1"


def write() -> None:
    """One more entry, unless nobody may write now."""
    try:
        with suppress(OperationalError), patience.hardly_any():
            audit.write(context.system(SCOPE), "result.enter", "table 1", before=None, after={})
    finally:
        connections.close_all()


@contextmanager
def somebody_writes_as_each_entry_is_read() -> Iterator[None]:
    with ThreadPoolExecutor(1) as pool, pytest.MonkeyPatch.context() as patch:
        read = chain._whole

        def read_while_somebody_writes(entry: AuditEntry, blank: chain.Erased) -> list[str]:
            pool.submit(write).result()
            return read(entry, blank)

        patch.setattr(chain, "_whole", read_while_somebody_writes)
        yield


def test_a_log_that_is_written_to_while_it_is_checked_holds(database: str) -> None:
    for _time in range(3):
        write()
    with somebody_writes_as_each_entry_is_read():
        assert audit.broken(SCOPE) == []
        assert "were written" in chain._broken(SCOPE)[0], "the negative control"


def test_what_is_wrong_is_told_whoever_writes(database: str) -> None:
    for _time in range(3):
        write()
    AuditEntry.objects.filter(scope=SCOPE, number=2).update(intent="result.undo")
    with somebody_writes_as_each_entry_is_read():
        assert audit.broken(SCOPE) == ["Entry 2 was changed after it was written."]
