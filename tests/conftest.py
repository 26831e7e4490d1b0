"""What every test may ask for: a watched browser page, both databases, real servers."""

from __future__ import annotations

import logging
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.conf import settings as project
from django.utils import translation
from hypothesis import HealthCheck, settings
from whitenoise.middleware import WhiteNoiseMiddleware

import tdapp.celery  # noqa: F401 - the application the rooms' tasks belong to, as in every entrance
from core import gc_settings
from tdapp.kernel.signing_in import limits
from tests import chance, emptying, kept_database, postgres, servers
from tests.watching import watch

if TYPE_CHECKING:
    from playwright.sync_api import Page  # `./td try` drives no browser and does not wait for its library

# Playwright keeps an event loop in the main thread; Django would refuse every query beside it.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
# The same cases on every machine, however slow it is; new ones, and many more, in `./td soak`.
calm = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow], "database": None}
settings.register_profile("td", derandomize=True, **calm)
settings.register_profile("soak", max_examples=10_000, **calm)
settings.register_profile("try", derandomize=True, max_examples=10, **calm)
PROFILE = "soak" if os.environ.get("TD_SOAK") else "try" if kept_database.TRYING else "td"
settings.load_profile(PROFILE)
CHROMIUM_ARGUMENTS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]


# Each test client builds the middleware anew, and one of them looks for every static file there is: once a process will do.
look_for_files, static_files = WhiteNoiseMiddleware.add_files_from_finders, dict[str, dict[str, object]]()


def files_looked_for_once(self: WhiteNoiseMiddleware) -> None:
    """What another client's middleware has found."""
    if self.static_prefix not in static_files:
        look_for_files(self)
        static_files[self.static_prefix] = self.files
    self.files = static_files[self.static_prefix]


WhiteNoiseMiddleware.add_files_from_finders = files_looked_for_once
emptying.use()

# Left out of `./td check`: what takes seconds for reasons of its own, and the sweeps over every page, role and field size.
HEAVY = (
    "tests/api/test_malformed.py::test_any_",
    "tests/contracts/test_every_",
    "tests/contracts/test_permission_matrix.py",
    "tests/contracts/test_private_data.py",
    "tests/contracts/test_query_counts.py",
    "tests/interchange/test_backups.py::test_a",
    "tests/kernel/test_tabular_hostile.py::test_the_largest",
    "tests/lexicon/test_hostile.py::test_no_",
    "tests/pairings/test_every_field.py",
    "tests/publishing/test_fresh.py",
    "tests/scoresheets/test_word_blind.py::test_no_address",
    "tests/scoring/test_random_games.py",
)


# What takes longest comes first: whole files go to a process, and the last ones should be short.
LONGEST = (
    "tests/browser/test_every_page.py",
    "tests/faults/test_killed.py",
    "tests/browser/test_the_day.py",
    "tests/faults/test_scenarios.py",
    "tests/contracts/test_permission_matrix.py",
    "tests/contracts/test_every_write_is_a_command.py",
    "tests/contracts/test_every_page.py",
    "tests/launch/test_children.py",
    "tests/launch/test_prepare.py",
    "tests/faults/test_database_away.py",
    "tests/browser/test_small_event.py",
    "tests/browser/test_large_event.py",
    "tests/browser/test_scoresheets.py",
    "tests/prizes/test_freeze.py",
    "tests/interchange/test_backups.py",
    "tests/browser/test_painter.py",
    "tests/guards/test_guards.py",
    "tests/browser/test_table_phone.py",
    "tests/copies/test_drill.py",
    "tests/contracts/test_query_counts.py",
    "tests/contracts/test_private_data.py",
    "tests/lexicon/test_browser.py",
    "tests/kernel/test_tabular_hostile.py",
    "tests/browser/test_sheet_line.py",
    "tests/browser/test_phones.py",
    "tests/desk/test_browser_results.py",
    "tests/browser/test_kiosk.py",
    "tests/api/test_malformed.py",
    "tests/browser/test_replay.py",
)
PLACES = {name: place for place, name in enumerate(LONGEST)}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Heavy tests are slow ones, whoever wrote them; the longest files come first. The soak runs each file that asks whether
    it is the soak: there it does more.
    """
    for item in items:
        if getattr(getattr(item, "module", None), "SOAK", False):
            item.add_marker(pytest.mark.soak)
        if item.nodeid.startswith(HEAVY):
            item.add_marker(pytest.mark.slow)
    items.sort(key=lambda item: PLACES.get(item.nodeid.partition("::")[0], len(LONGEST)))


def pytest_collection_finish() -> None:
    """Whatever profile a folder's own conftest chose while it was read. What was collected stays to the end: as in a
    process that serves, nobody looks through it for garbage.
    """
    settings.load_profile(PROFILE)
    gc_settings.settle()


@pytest.fixture(scope="session", autouse=True)
def _shared_by_workers(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What the workers of a run would make alike is made once."""
    base = tmp_path_factory.getbasetemp()
    os.environ[servers.SHARED] = str(base.parent if "PYTEST_XDIST_WORKER" in os.environ else base)


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Every test begins in English: an answer in another language leaves that language behind in the thread."""
    with translation.override("en"):
        yield


@pytest.fixture(autouse=True)
def loggers_stay_on() -> Iterator[None]:
    """Who switches the program's loggers off is told so, not the next test that reads the log."""
    yield
    assert not [name for name in ("django.request", "tdapp") if logging.getLogger(name).disabled]


def needed(name: str) -> str:
    """An address `./td test` hands over; without it the test fails, it never skips."""
    value = os.environ.get(name, "")
    if not value:
        pytest.fail(f"{name} is not set: run this through ./td test, which provides it.", pytrace=False)
    return value


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The Chromium `./td test` found, never a downloaded one."""
    return {**browser_type_launch_args, "executable_path": needed("TD_CHROMIUM"), "args": CHROMIUM_ARGUMENTS}


@pytest.fixture(autouse=True)
def _drawn_alike(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is drawn by lot is the same in every run, so that no test hangs on it; another draw in every `./td soak`."""
    if PROFILE != "soak":
        chance.steady(monkeypatch, request.node.nodeid)


@pytest.fixture(autouse=True)
def _counted_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits begin anew with every test; what counts over processes is tested by itself."""
    counts = limits.OwnCounts()
    monkeypatch.setattr(limits, "places", lambda folder, url: counts)


@pytest.fixture(scope="session")
def _born(
    _shared_by_workers: None, django_db_modify_db_settings: None, request: pytest.FixtureRequest
) -> None:
    """The database as the program's first start leaves it, without a row: made once for all processes of a run, and of the
    same start as the folders of `servers.used_before`, for every migration takes seconds.
    """
    if kept_database.TRYING or request.config.getoption("nomigrations"):
        return
    with servers.made_once("empty.sqlite3") as (place, there):
        if not there:
            kept_database.emptied(servers.after_first_start() / "db.sqlite3", place)
        shutil.copyfile(place, project.DATABASES["default"]["TEST"]["NAME"])


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_keepdb: bool, _born: None) -> bool:
    """pytest-django's `--reuse-db`: so is a copy."""
    return django_db_keepdb or Path(project.DATABASES["default"]["TEST"]["NAME"]).exists()


@pytest.fixture(scope="session")
def django_db_setup(
    _born: None, django_db_setup: None, django_db_blocker: Any, request: pytest.FixtureRequest
) -> None:
    """pytest-django's; without migrations they are all written down as done, and for `./td try` the result is kept."""
    if request.config.getoption("nomigrations"):
        with django_db_blocker.unblock():
            kept_database.write_down_migrations()
    kept_database.keep(Path(project.DATABASES["default"]["TEST"]["NAME"]))


@pytest.fixture
def page(page: Page) -> Iterator[Page]:
    """Playwright's page, watched: a script error, a blocked by CSP or a request to the outside fails the test."""
    troubles = watch(page)
    yield page
    assert troubles == []


@pytest.fixture(scope="session")
def postgres_settings() -> Iterator[dict[str, Any]]:
    """Django's settings for a database with all tables in the throw-away PostgreSQL; emptied before the first test."""
    with postgres.new_database(needed("TD_TEST_PG_URL"), used=True) as config:
        yield config


@pytest.fixture
def pg(postgres_settings: dict[str, Any], django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """This test's default database is PostgreSQL, committed for real and emptied afterwards. Mark it `services`."""
    with django_db_blocker.unblock(), postgres.as_default(postgres_settings):
        yield


@pytest.fixture(
    params=[
        pytest.param("sqlite", marks=pytest.mark.django_db(transaction=True)),
        pytest.param("postgresql", marks=pytest.mark.services),
    ]
)
def database(request: pytest.FixtureRequest) -> str:
    """Runs the test on SQLite (a file, real transactions) and on PostgreSQL; the value says which."""
    if request.param == "postgresql":
        request.getfixturevalue("pg")
    return str(request.param)


@pytest.fixture
def redis_url() -> str:
    """A Redis of this test run, emptied. Mark the test `services`."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    return servers.emptied(needed("TD_TEST_REDIS_URL").removesuffix("/0") + f"/{worker}")


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[servers.Hall]:
    """`./td run` on a folder of its own, without the demo, stopped at the end."""
    with servers.hall(tmp_path / "data") as running:
        yield running
