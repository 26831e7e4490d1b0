"""The command that puts a hall under load: what it is told, when a request is due, what its table says. No hall is started."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from bench.load import __main__ as command
from bench.load.generator import Told, at_times, evenly, read
from bench.load.plans import PLANS, Goal
from bench.load.table import Outcome, cuts, machine, rows


def outcome(**what: Any) -> Outcome:
    return Outcome(PLANS["L2"], PLANS["L2"].lite, 170.0, **what)


def told(waits: list[float], **statuses: int) -> Told:
    return Told(waits, {int(name[1:]): count for name, count in statuses.items()})


def alone(run: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
    """What a coroutine gives, in a thread of its own: a browser driven earlier in this process leaves its loop running here."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(lambda: asyncio.run(run())).result()


def test_without_a_name_the_first_five_loads_are_meant_and_small_letters_will_do() -> None:
    assert [plan.name for plan in command.read([])[0]] == ["L1", "L2", "L3", "L4", "L5"]
    plans, postgresql = command.read(["l9", "L1", "--postgresql"])
    assert ([plan.name for plan in plans], postgresql) == (["L9", "L1"], True)


def test_a_short_one_is_smaller_and_a_figure_that_is_said_counts() -> None:
    (short,) = command.read(["L2", "--short"])[0]
    assert short.players < PLANS["L2"].players
    assert short.seconds < PLANS["L2"].seconds
    (said,) = command.read(["L2", "--short", "--seconds", "9", "--players", "40"])[0]
    assert (said.seconds, said.players) == (9, 40)


def test_a_load_that_does_not_exist_is_named_with_those_that_do(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        command.read(["L77"])
    assert "there is no load L77; there are L1, L2" in capsys.readouterr().err


def test_a_goal_that_is_missed_an_error_and_a_lost_result_are_told_and_one_sent_away_is_none_of_them() -> (
    None
):
    good = outcome(
        writes=told([20.0] * 100, _200=100), reads=told([9.0] * 100, _200=60, _304=38, _503=2), stale=[0.4]
    )
    assert good.misses() == []
    assert "reached" in rows(good)[0]
    assert "sent away 2" in "\n".join(rows(good))
    slow = outcome(writes=told([200.0] * 100, _200=99, _500=1), stale=[4.0], lost=1)
    assert slow.misses() == ["write p95 200 > 150", "staleness 4 > 3", "errors 1", "lost 1"]
    assert "MISSED" in rows(slow)[0]


def test_a_ceiling_is_missed_where_fewer_were_accepted() -> None:
    made = Outcome(PLANS["L5"], Goal(accepted=80), 1.0, accepted=60.0)
    assert made.misses() == ["accepted 60/s < 80"]


def test_sheets_are_missed_where_fewer_turns_a_second_were_checked_or_a_process_grew() -> None:
    made = Outcome(PLANS["L6"], PLANS["L6"].lite, 60.0, turns=150.4, grown=72.0)
    assert made.misses() == ["growth 72 > 60", "turns 150/s < 200"]
    assert "150 turns of scoresheets a second; a web process grew by 72 MB" in "\n".join(rows(made))


def test_percentiles_of_nothing_and_of_one_are_said_too() -> None:
    assert cuts([]) == (0.0, 0.0, 0.0, 0.0)
    assert cuts([7.0]) == (7.0, 7.0, 7.0, 7.0)
    assert cuts([float(n) for n in range(101)]) == (50.0, 95.0, 99.0, 100.0)


def test_the_machine_is_told_with_its_load() -> None:
    assert "processors" in machine()


def test_requests_are_due_at_even_times_and_no_more_than_there_are_tables() -> None:
    assert evenly(2, 2) == [0.0, 0.5, 1.0, 1.5]
    assert len(evenly(25, 20, 7)) == 7


def test_one_that_hangs_keeps_no_other_from_its_time() -> None:
    begun: list[int] = []

    async def run() -> None:
        last = asyncio.Event()

        async def do(_due: float) -> None:
            begun.append(len(begun))
            if len(begun) == 3:
                last.set()
            await last.wait()

        await at_times([0.0, 0.0, 0.0], do)

    alone(run)
    assert begun == [0, 1, 2]


@pytest.mark.parametrize(
    ("sent", "status", "body"),
    [
        (b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nETag: \"a\"\r\n\r\nok", 200, b"ok"),
        (b"HTTP/1.1 304 Not Modified\r\n\r\n", 304, b""),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n1;x\r\n!\r\n0\r\n\r\n", 200, b"ok!"),
        (b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nRetry-After: 5\r\n\r\n", 503, b""),
    ],
)  # fmt: skip
def test_an_answer_is_read_whatever_way_its_end_is_told(sent: bytes, status: int, body: bytes) -> None:
    async def run() -> Any:
        stream = asyncio.StreamReader()
        stream.feed_data(sent)
        return await read(stream)

    answer = alone(run)
    assert (answer.status, answer.body) == (status, body)
