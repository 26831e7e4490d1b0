"""No test hangs on a lot: what is drawn while it runs is drawn from its name."""

from __future__ import annotations

import uuid

import pytest
from django.apps import apps

from tdapp.events.models import Entrant, Event
from tdapp.events.setup.seeds import new_seed
from tests import chance

Drawn = list[uuid.UUID | int]


def test_a_test_that_runs_again_draws_the_same_ids_and_seeds_and_another_test_draws_others() -> None:
    assert _drawn("one") == _drawn("one")
    assert not set(_drawn("one")) & set(_drawn("another"))


def test_what_other_rows_are_made_meanwhile_moves_no_id() -> None:
    assert _drawn("one", rows=3)[:2] == _drawn("one")[:2]


def test_every_id_that_is_drawn_is_a_steady_one() -> None:
    drawn = [model for model in apps.get_models() if model._meta.pk.default is uuid.uuid4]
    assert len(drawn) >= 20
    with pytest.MonkeyPatch.context() as patched:
        chance.steady(patched, "every one")
        first = [model().pk for model in drawn]
        chance.steady(patched, "every one")
        assert [model().pk for model in drawn] == first


def _drawn(test: str, rows: int = 0) -> Drawn:
    """Two entrants, with other rows made between, and a seed."""
    with pytest.MonkeyPatch.context() as patched:
        chance.steady(patched, test)
        found: Drawn = [Entrant().pk]
        for _row in range(rows):
            Event()
        return [*found, Entrant().pk, new_seed()]
