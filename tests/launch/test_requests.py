"""What every request passes on its way: ids, names, sessions, headers, static files, health."""

from __future__ import annotations

import io
import json
import logging
import os
import socket
import sys
import time
from functools import cache as cache_once
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.staticfiles import finders
from django.db import connection
from django.test import Client, override_settings
from django.utils import timezone

from core.request_of import request_id
from tdapp.kernel import clock
from tdapp.kernel.models import BrowserSession as Session
from tdapp.kernel.running import circuit, health
from tdapp.launch.requests import cache, logs, static
from tdapp.launch.requests.middleware import RENEW_AFTER_SECONDS, RENEWED, is_our_name

Facts = dict[str, Any]


def ready(client: Client) -> tuple[int, Facts]:
    answer = client.get("/readyz")
    return answer.status_code, answer.json()


def test_alive_needs_no_database(client: Client) -> None:
    assert client.get("/healthz").content == b"ok\n"


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_health_is_read_only_and_never_cached(client: Client, path: str) -> None:
    assert client.post(path).status_code == 405
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(health, "NEEDED", {})
        assert "no-store" in client.get(path)["Cache-Control"]


@pytest.mark.django_db
def test_ready_says_which_sqlite_in_which_mode(client: Client) -> None:
    status, found = ready(client)
    assert status == 200
    assert found["ready"]
    database = found["checks"]["database"]
    assert database["engine"] == "sqlite"
    assert database["version"].count(".") == 2
    assert database["journal_mode"] in ("memory", "delete", "wal")


@pytest.mark.slow  # needs the migrations, and `./td try` runs without any
@pytest.mark.django_db
def test_a_missing_migration_is_not_ready_and_asks_to_come_back(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "_migrated", set())
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'kernel'")
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer["Retry-After"] == "3"
    assert answer.json()["checks"]["migrations"]["waiting"] >= 1


@pytest.mark.django_db
def test_a_database_that_is_away_is_not_ready_and_tells_no_address(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away() -> Facts:
        raise OSError("could not connect to db.internal:5433")

    monkeypatch.setitem(health.NEEDED, "database", away)
    status, found = ready(client)
    assert status == 503
    assert found["checks"]["database"] == {"ok": False, "error": "OSError"}


@pytest.mark.django_db
def test_a_full_disk_is_not_ready(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "LEAST_FREE_BYTES", 1 << 60)
    assert ready(client)[0] == 503


@pytest.mark.django_db
def test_each_silent_process_is_named_but_results_can_be_entered(
    client: Client, monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path
) -> None:
    settings.DATA_DIR = tmp_path
    assert ready(client)[1]["degraded"] == ["worker"]
    for place in ("web-1", "web-2", "worker", "worker-77"):
        monkeypatch.setenv("TD_PLACE", place)
        health.beat(place.partition("-")[0])
    assert ready(client)[1]["degraded"] == []

    def seen_ago(place: str, seconds: float) -> list[str]:
        at = time.time() - seconds
        os.utime(health.beats_folder() / place, (at, at))
        status, found = ready(client)
        assert status == 200
        return list(found["degraded"])

    # The other worker does not speak for it, as one beat for all did.
    assert seen_ago("worker-77", health.STALE_SECONDS + 5) == ["worker"]
    assert ready(client)[1]["checks"]["worker"]["each"].keys() == {"worker", "worker-77"}
    assert seen_ago("web-2", health.STALE_SECONDS + 5) == ["worker", "web"]
    assert seen_ago("worker-77", health.FORGOTTEN_SECONDS + 5) == ["web"]
    assert ready(client)[1]["checks"]["worker"]["each"].keys() == {"worker"}


@pytest.mark.services
@pytest.mark.django_db
def test_processes_on_several_machines_are_seen_through_redis(
    client: Client, monkeypatch: pytest.MonkeyPatch, settings: Any, redis_url: str
) -> None:
    settings.REDIS_URL = redis_url
    for machine in ("one", "two"):
        monkeypatch.setattr(socket, "gethostname", lambda machine=machine: machine)
        monkeypatch.setenv("TD_PLACE", "worker")
        health.beat("worker")
    each = health.worker()["each"]
    assert len(each) == 2
    assert not [name for name in each if "one" in name or "two" in name]


def test_each_answer_carries_its_requests_id(client: Client) -> None:
    first, second = client.get("/healthz")["X-Request-ID"], client.get("/healthz")["X-Request-ID"]
    assert first != second
    assert (
        client.get("/healthz", headers={"X-Request-ID": "from-the-proxy-1"})["X-Request-ID"]
        == "from-the-proxy-1"
    )


@pytest.mark.parametrize("forged", ["a b", 'x"\n{"level":"info"}', "x" * 100, "short"])
def test_a_forged_request_id_is_replaced(client: Client, forged: str) -> None:
    assert client.get("/healthz", headers={"X-Request-ID": forged})["X-Request-ID"] != forged


@pytest.mark.parametrize(
    ("host", "ours"),
    [
        ("localhost:8000", True),
        ("127.0.0.1", True),
        ("192.168.1.20:8000", True),
        ("[::1]:8000", True),
        ("hall.local", True),
        ("evil.example", False),
        ("192.168.1.20.evil.example", False),
        ("", False),
    ],
)
def test_a_laptop_answers_to_addresses_and_its_own_name_only(client: Client, host: str, ours: bool) -> None:
    assert is_our_name(host) is ours
    with override_settings(ALLOWED_HOSTS=["*"]):
        assert client.get("/api/none", headers={"host": host}).status_code == (404 if ours else 400)


@pytest.mark.parametrize("names", [["*"], ["td.example"], []])
def test_whoever_asks_whether_it_is_alive_may_call_it_by_any_name(client: Client, names: list[str]) -> None:
    with override_settings(
        ALLOWED_HOSTS=names, SECURE_SSL_REDIRECT=True, SECURE_REDIRECT_EXEMPT=["^healthz$"]
    ):
        for host in ("10.0.0.7:8000", "balancer.internal", "no name at all"):
            assert client.get("/healthz", headers={"host": host}).content == b"ok\n"


def test_every_answer_has_the_strict_headers(client: Client) -> None:
    answer = client.get("/healthz")
    policy = answer["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["Referrer-Policy"] == "same-origin"


@pytest.fixture
def signed_in(client: Client, settings: Any) -> Client:
    settings.ROOT_URLCONF = "tests.launch.small_urls"
    client.force_login(get_user_model().objects.create_user("alma", password="x"))  # type: ignore[attr-defined]
    return client


@pytest.mark.django_db
def test_a_session_in_use_is_renewed_now_and_then_not_at_every_request(signed_in: Client) -> None:
    signed_in.get("/who")
    before = Session.objects.get().expire_date
    signed_in.get("/who")
    assert Session.objects.get().expire_date == before
    session = signed_in.session
    session[RENEWED] -= RENEW_AFTER_SECONDS + 1
    session.save()
    later = Session.objects.get().expire_date
    signed_in.get("/who")
    assert Session.objects.get().expire_date > later


@pytest.mark.django_db
def test_a_session_ends_after_twelve_idle_hours(signed_in: Client) -> None:
    ends = Session.objects.get().expire_date - timezone.now()
    assert 11.9 < ends.total_seconds() / 3600 <= 12


@pytest.mark.django_db
def test_a_clock_set_back_does_not_end_a_session(signed_in: Client) -> None:
    session = signed_in.session
    session[RENEWED] = int(clock.now().timestamp()) + 7200
    session.save()
    signed_in.get("/who")
    assert signed_in.session[RENEWED] <= int(clock.now().timestamp())


@pytest.mark.django_db
def test_a_page_made_for_one_person_is_kept_by_no_cache(signed_in: Client) -> None:
    assert "no-store" in signed_in.get("/who")["Cache-Control"]


@pytest.fixture
def patient(settings: Any) -> Client:
    """A client that is answered like a browser, on a program without the room's own error page."""
    settings.ROOT_URLCONF = "tests.launch.small_urls"
    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if not name.endswith("Refusals")]
    return Client(raise_request_exception=False)


def test_a_database_that_is_away_is_503_with_a_time_to_come_back(patient: Client) -> None:
    page = patient.get("/away")
    assert (page.status_code, page["Retry-After"]) == (503, "3")
    assert b"Nothing was saved" in page.content
    assert b"db.internal" not in page.content
    document = patient.get("/api/away")
    assert (document.status_code, document["Content-Type"]) == (503, "application/problem+json")
    assert document.json()["code"] == "database-away"


def test_a_fault_in_the_program_is_500_and_shows_nothing_of_itself(patient: Client) -> None:
    page = patient.get("/broken")
    assert page.status_code == 500
    assert b"secret detail" not in page.content
    assert b"Traceback" not in page.content


def test_a_log_line_is_one_json_object_whatever_is_in_it() -> None:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logs.JsonLines())
    log = logging.Logger("td.test")
    log.addHandler(handler)
    token = request_id.set("abc")
    try:
        log.warning("Niño\n{%s}", '"level":"forged"')
        log.error("went wrong", exc_info=(ValueError, ValueError("bad"), None))
    finally:
        request_id.reset(token)
    first, second = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert (first["level"], first["request"], first["message"]) == (
        "warning",
        "abc",
        'Niño\n{"level":"forged"}',
    )
    assert "ValueError: bad" in second["traceback"]
    assert first["at"].endswith("+00:00")


@pytest.mark.parametrize(("address", "padded"), [("/static/td/td.css", False), ("/login/", True)])
@pytest.mark.django_db
def test_only_pages_are_packed_with_bytes_that_hide_their_length(
    client: Client, address: str, padded: bool
) -> None:
    answer = client.get(address, headers={"Accept-Encoding": "gzip"})
    assert answer["Content-Encoding"] == "gzip"
    head = (
        b"".join(answer.streaming_content) if answer.streaming else answer.content  # type: ignore[attr-defined]
    )[:4]
    # Django writes them where a file's name would stand (RFC 1952, FLG.FNAME).
    assert bool(head[3] & 8) == padded


def test_a_static_file_carries_its_content_in_its_address() -> None:
    path = finders.find("django_htmx/htmx-2.min.js")
    assert isinstance(path, str)
    address = static.Stamped().url("django_htmx/htmx-2.min.js")
    assert address.startswith("/static/django_htmx/htmx-2.min.js?v=")
    assert len(address.split("?v=")[1]) == 10
    assert static.Stamped().url("no/such/file.js") == "/static/no/such/file.js"


def test_without_redis_a_process_keeps_for_itself_and_nobody_asks_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(circuit, "of", cache_once(lambda url: circuit.Circuit(lambda: None, soon=3600)))
    cache.OWN.set("k", "of an absence before")
    refused = "redis://127.0.0.1:1/0"
    away = cache.ForgivingRedisCache(refused, {"OPTIONS": settings.WAIT_FOR_REDIS})
    assert away.get("k", "none") == "none"
    assert away.is_away
    # Of another thread: what was kept in this absence is not forgotten by it.
    away = cache.ForgivingRedisCache(refused, {"OPTIONS": settings.WAIT_FOR_REDIS})
    assert (away.add("k", 1), away.add("k", 2), away.get("k")) == (True, False, 1)
    assert (away.get_many(["k", "a"]), away.has_key("k"), away.touch("a")) == ({"k": 1}, True, False)
    away.set("k", 3)
    asked: list[int] = []
    assert away._ask(lambda: asked.append(1), lambda: "without") == "without"
    assert (asked, away.get("k"), away.delete("k"), away.get("k")) == ([], 3, True, None)
    away.set("k", 4)
    away.circuit._away = False
    assert away._ask(lambda: "of Redis", lambda: "without") == "of Redis"
    assert (away.get("k", "none"), away.is_away) == ("none", True), "the next absence begins with nothing"


def test_the_tests_own_folder_is_not_the_installations() -> None:
    assert Path(os.environ["TD_DATA"]).name.startswith("td-test-")
    assert "tests.settings" in sys.modules
