"""A worker that dies at a long work on a list, before or just after it is in force: the next one ends it, once."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from tdapp.kernel import jobs
from tdapp.kernel.models import Job
from tdapp.people.models import Player, RatingList
from tdapp.ratings import jobs as works
from tdapp.ratings.identity.commands.identity import merge
from tdapp.ratings.keeping.commands.lists import Standing, set_values
from tdapp.ratings.models import RatingRun
from tests import factories as f
from tests.ratings.test_long_works import stranger, three
from tests.ratings.test_runs import SYSTEM

pytestmark = pytest.mark.django_db
__all__ = ["three"]


class Killed(BaseException):
    """What no handler of a job sees, like the death of its process."""


def killed(*_args: object, **_what: object) -> None:
    raise Killed


def dies_at(where: Any, name: str, told: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """The worker of a job dies when it comes to `name`, and its lease runs out."""
    with monkeypatch.context() as dying:
        dying.setattr(where, name, killed)
        with pytest.raises(Killed):
            jobs.run(told["job"])
    Job.objects.filter(pk=told["job"]).update(heartbeat="2020-01-01T00:00:00Z")


def taken_over(told: dict[str, Any]) -> Job:
    jobs.run(told["job"])
    return Job.objects.get(pk=told["job"])


def runs(state: str) -> int:
    return RatingRun.objects.filter(state=state).count()


def values_brought_in(rating_list: RatingList, players: list[Player]) -> dict[str, Any]:
    values = [Standing(player, 1700, 50) for player in players]
    return set_values(
        f.program(rating_list),
        rating_list,
        values=values,
        on=date(2026, 3, 5),
        note="x",
        seen=rating_list.version,
    )


def test_before_it_is_in_force_it_is_done_again_and_has_one_effect(
    three: tuple[RatingList, list[Player]], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = values_brought_in(*three)
    dies_at(works, "adopt", told, monkeypatch)
    assert runs("pending") == 4
    assert taken_over(told).status == "done"
    assert (runs("pending"), runs("current")) == (0, 5)


def test_when_it_is_in_force_it_is_done_and_not_refused(
    three: tuple[RatingList, list[Player]], monkeypatch: pytest.MonkeyPatch
) -> None:
    rating_list, players = three
    told = values_brought_in(rating_list, players)
    dies_at(jobs, "_finish", told, monkeypatch)
    job = taken_over(told)
    assert (job.status, job.attempts, job.result["runs"]) == ("done", 2, 4)
    assert (runs("pending"), runs("current")) == (0, 5)
    rating_list.refresh_from_db()
    other, _was = stranger(rating_list)
    merged = merge(SYSTEM, players[0], gone=other.pk, reason="one person")
    dies_at(jobs, "_finish", merged, monkeypatch)
    assert taken_over(merged).status == "done"
    other.refresh_from_db()
    assert (other.merged_into, runs("pending")) == (players[0], 0)
