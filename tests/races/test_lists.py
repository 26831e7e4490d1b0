"""Each rating list has a turn of its own: who works on one waits for nobody at another, nor does anybody else for them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import date
from typing import Any

import pytest
from django.db import OperationalError, connection, connections

from tdapp.clubs.commands.homes import open_club
from tdapp.kernel import audit, commands
from tdapp.kernel.commands import Installation
from tdapp.kernel.context import INSTALLATION
from tdapp.kernel.running import patience
from tdapp.people.models import Player, RatingList
from tdapp.ratings.identity.commands.identity import merge
from tdapp.ratings.keeping.commands.lists import create_list
from tests.races.test_log_ins import before_its_commit, gives_up
from tests.ratings.test_importing import bring
from tests.ratings.test_runs import SYSTEM, do, played, standing

DAY = date(2026, 2, 1)


def new_list(slug: str) -> RatingList:
    create_list(SYSTEM, Installation(), slug=slug, facts={"name": slug})
    return RatingList.objects.get(slug=slug)


def rows(letter: str, count: int = 3) -> str:
    lines = "".join(f"{letter}-{n},Cruz{letter}{n},Ana,{1000 + n}\n" for n in range(count))
    return f"Number,Surname,Given,Rating\n{lines}"


def an_import(into: RatingList, letter: str) -> Callable[[], Any]:
    return lambda: bring(into, rows(letter), DAY)


def waits(call: Callable[[], Any]) -> bool:
    """Whether a call comes to a lock somebody else holds; nothing of it is stored then."""
    try:
        with patience.hardly_any():
            call()
    except OperationalError:
        return True
    return False


def have_several_writers() -> bool:
    return connection.vendor == "postgresql"


@contextmanager
def as_before() -> Iterator[None]:
    """Lists without a turn of their own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(RatingList, "scope_key", INSTALLATION)
        yield


def test_lists_are_written_at_once_and_each_by_one_at_a_time(database: str) -> None:
    one, other, division = new_list("one"), new_list("other"), played(14)
    with before_its_commit("ratings.import", an_import(one, "A")), gives_up():
        assert waits(an_import(one, "B")), "two writers to one list take turns"
        # SQLite has one writer at a time, whatever he writes.
        if have_several_writers():
            an_import(other, "C")()
            do(other, division)
            create_list(SYSTEM, Installation(), slug="third", facts={"name": "Third"})
        else:
            assert waits(an_import(other, "C"))
    # Who waited looks at the list as it is now.
    assert {*standing(one)} == {"A-0", "A-1", "A-2"}
    an_import(one, "B")()
    if not have_several_writers():
        an_import(other, "C")()
        do(other, division)
    assert {"A-0", "B-0"} <= {*standing(one)}
    assert len(standing(other)) == 3 + 4
    with as_before(), before_its_commit("ratings.import", an_import(one, "D")), gives_up():
        assert waits(an_import(other, "E")), "the negative control"
    assert audit.broken(INSTALLATION) + audit.broken(one.scope_key) + audit.broken(other.scope_key) == []


def somebody_waits() -> bool:
    told = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    with connection.cursor() as cursor:
        cursor.execute(told)
        return bool(cursor.fetchone()[0])


def alone(call: Callable[[], Any]) -> Any:
    """A call in a thread of its own."""
    try:
        return call()
    finally:
        connections.close_all()


def test_a_merge_waits_for_a_list_that_is_written_to_and_keeps_nobody_waiting(database: str) -> None:
    """The import brings in the number that goes: a merge that did not wait would leave it on the list."""
    row = new_list("one")
    keep, gone, left = (Player.objects.create(number=n, surname=f"Diaz{n}", key=f"diaz{n}") for n in "KGL")
    line = "Number,Rating\n{0},1500\n"
    if have_several_writers():
        with (
            before_its_commit("ratings.import", lambda: bring(row, line.format("L"), DAY)),
            gives_up(),
            pytest.MonkeyPatch.context() as patch,
        ):
            patch.setattr(commands, "take_turns", lambda _scopes: None)
            merge(SYSTEM, keep, gone=left.pk, reason="one person")
        assert {*standing(row)} == {"L"}, "the negative control"
    with (
        ThreadPoolExecutor(1) as pool,
        before_its_commit("ratings.import", lambda: bring(row, line.format("G"), DAY)),
    ):
        merging = pool.submit(alone, lambda: merge(SYSTEM, keep, gone=gone.pk, reason="one person"))
        if have_several_writers():
            while not (somebody_waits() or merging.done()):
                time.sleep(0.01)
            with gives_up():
                open_club(SYSTEM, Installation(), name="Cebu")
    merging.result()
    assert "K" in standing(row)
    assert "G" not in standing(row)
    assert audit.broken(INSTALLATION) + audit.broken(row.scope_key) == []
