"""Lists that are polled: what comes while the rows are read is asked for again, never taken for seen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from tdapp.desk.ledger import tables
from tdapp.desk.results import claims, confirming
from tdapp.judging.rulings import queue as queues
from tdapp.judging.rulings.commands import calls
from tdapp.kernel import clock
from tests import factories as f

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("address", "at", "rows"),
    [
        ("confirm/waiting", confirming, "waiting"),
        ("enter/reported", claims, "reported"),
        ("enter/part/out", tables, "still_out"),
        ("enter/part/recent", tables, "recent"),
        ("judges/queue", queues, "queue_of"),
    ],
)
def test_what_comes_while_the_rows_are_read_is_shown_by_the_next_look(
    address: str, at: Any, rows: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = f.hall(8, confirm_policy="two-people")
    read: Callable[..., Any] = getattr(at, rows)

    def read_too_early(*given: Any) -> Any:
        """A result and a call come between the look and the answer."""
        found = read(*given)
        f.enter(hall.table(1), 401, 388, by=hall.as_(hall.clerk), confirm=False)
        calls.call_judge(hall.as_(hall.director), hall.table(2))
        return found

    client = Client()
    client.force_login(hall.director)
    here = f"/e/{hall.event.slug}/{address}"
    with clock.at(clock.now()):  # some of these change with the minute, too
        with monkeypatch.context() as patch:
            patch.setattr(at, rows, read_too_early)
            seen = client.get(here)["X-Version"]
        answer = client.get(f"{here}?v={seen}")
        assert answer.status_code == 200
        assert client.get(f"{here}?v={answer['X-Version']}").status_code == 204
