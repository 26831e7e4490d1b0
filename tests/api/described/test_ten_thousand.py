"""The description and the program say the same: Schemathesis, at rows that exist, in ten thousand cases and more.

    ./td soak tests/api/described                                  all phases
    ./td soak tests/api/described -k coverage                      one of them
    TD_SEED=7 TD_OPERATION='^prize_' ./td soak tests/api/described  other cases; some operations

Each phase prints its seed, its cases, how they were answered, and every finding with the request that shows it.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator

import pytest
from django.core.cache import cache

from tdapp.api.scopes import SCOPES
from tdapp.kernel.models import Job, User
from tdapp.people.models import Officer
from tests import chance
from tests.api.described.asking import PHASES, desk, told_by
from tests.api.described.filling import Filling
from tests.api.described.rows import Rows
from tests.api.described.told import Told
from tests.api.test_whole_event import everywhere
from tests.contracts.conftest import Hall, made
from tests.contracts.kept_worlds import kept

pytestmark = [pytest.mark.django_db, pytest.mark.soak]
SEED = int(os.environ.get("TD_SEED", "1"))
ONLY = os.environ.get("TD_OPERATION", "")
# Cases of each operation where they are drawn by chance, and scenarios of several requests; the rest is counted out.
MOST = {"fuzzing": 15, "stateful": 100}


@pytest.fixture(scope="module")
def whole(request: pytest.FixtureRequest) -> Iterator[Told]:
    """What all phases together came to, printed at the end."""
    told = Told()
    yield told
    with request.config.pluginmanager.getplugin("capturemanager").global_and_fixture_disabled():
        print(f"\nall of it\n{told.table()}")
    assert ONLY or set(told.cases) != set(PHASES) or sum(told.cases.values()) >= 10_000


@pytest.fixture
def hall(db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hall]:
    """The worlds of the contracts; the organiser of its own one is an owner and the club's officer, and all jobs are theirs.

    Nobody counts how often a program asks: 10,000 times is what this is for.
    """
    # The ids, too, so that a seed does again what it did.
    chance.steady(monkeypatch, f"described {SEED}")
    found, _cookies = kept("halls", made)
    # A second phase finds these rows again: what is made from here on has other ids than they.
    chance.steady(monkeypatch, f"described {SEED} after")
    person, home = found.own.organiser, found.own.facts["home"]
    User.objects.filter(pk=person.pk).update(owner=True)
    Officer.objects.create(club=home.club, user=person, role="club-officer")
    scopes = (found.own.event.scope_key, home.scope_key, "installation")
    Job.objects.filter(scope__in=scopes).update(actor=person.actor)
    monkeypatch.setattr("tdapp.api.access.Counted.allow_request", lambda self, request, view: True)
    # A refusal is no news here; what breaks is.
    logging.disable(logging.WARNING)
    yield found
    logging.disable(logging.NOTSET)
    cache.clear()


@pytest.mark.parametrize("phase", PHASES)
def test_whatever_schemathesis_sends_to_rows_that_exist_is_answered_as_described(
    hall: Hall, whole: Told, phase: str, capsys: pytest.CaptureFixture[str]
) -> None:
    own = hall.own
    person = User.objects.get(pk=own.organiser.pk)
    rows = Rows(own.event, person, own.facts["home"])
    secret, most = everywhere(person, *SCOPES), MOST.get(phase, 1)
    with desk() as asked, capsys.disabled():
        print(f"\n{phase}, seed {SEED}", flush=True)
        told = told_by(asked, Filling(rows, SEED), secret, phase=phase, seed=SEED, most=most, only=ONLY)
        print(told.table())
    whole.add(told)
    assert (told.findings, told.errors, told.broken()) == ({}, [], [])
