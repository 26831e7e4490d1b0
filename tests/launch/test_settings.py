"""Settings as a fresh process sees them, in the laptop's mode and in the server's."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tdapp.launch.requests import databases, secret
from tests.servers import ROOT

STRONG = "k3y-Xq7Lp0aZw9RtYuIoP5sDfGhJk2LzXcVbNmQwErTyUiOpAs"
QUESTION = """
import json, django
from django.conf import settings as s
print(json.dumps({n: getattr(s, n) for n in %r}, default=str))
"""


def process(code: list[str], folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    ours = ("TD_", "DATABASE_", "REDIS_", "DJANGO_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    base = {"TD_DATA": str(folder), "DJANGO_SETTINGS_MODULE": "tdapp.settings", "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, *code], capture_output=True, text=True, cwd=ROOT, env=kept | base | variables
    )


def settings(folder: Path, *names: str, **variables: str) -> dict[str, object]:
    done = process(["-c", QUESTION % (names,)], folder, **variables)
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


def test_nothing_set_is_one_laptop_without_redis(tmp_path: Path) -> None:
    found = settings(tmp_path, "DATABASES", "CELERY_BROKER_URL", "CACHES", "DEBUG")
    default = found["DATABASES"]["default"]  # type: ignore[index]
    assert default["NAME"] == str(tmp_path / "db.sqlite3")
    assert default["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert default["ATOMIC_REQUESTS"] is False
    assert str(found["CELERY_BROKER_URL"]).startswith("filesystem:")
    assert "locmem" in str(found["CACHES"])
    assert found["DEBUG"] is False


def test_only_a_laptop_shows_a_programmer_its_errors(tmp_path: Path) -> None:
    asked = {"TD_DEV": "true"}
    assert settings(tmp_path, "DEBUG", "WHITENOISE_AUTOREFRESH", **asked) == {
        "DEBUG": True, "WHITENOISE_AUTOREFRESH": True,
    }  # fmt: skip
    server = {"TD_MODE": "server", "TD_SECRET_KEY": STRONG, "TD_HOSTS": "td.example"}
    assert settings(tmp_path, "DEBUG", **server, **asked) == {"DEBUG": False}


def test_a_laptops_key_is_random_private_and_stays(tmp_path: Path) -> None:
    first, second = settings(tmp_path, "SECRET_KEY"), settings(tmp_path, "SECRET_KEY")
    assert first == second
    assert len(str(first["SECRET_KEY"])) >= secret.SHORTEST
    assert (tmp_path / "secret.key").stat().st_mode & 0o777 == 0o600


def test_whoever_read_enough_of_a_command_leaves_no_traceback(tmp_path: Path) -> None:
    """`./td manage standings ... | head -5`."""
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "manage.py", "help", "--commands"]
    env = {**os.environ, "TD_DATA": str(tmp_path)}
    done = subprocess.run(command, cwd=ROOT, stdout=writing, stderr=subprocess.PIPE, env=env, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        ("", "TD_SECRET_KEY is not set"),
        ("short", "TD_SECRET_KEY is too weak"),
        ("django-insecure-" + STRONG, "TD_SECRET_KEY is too weak"),
        ("change-me-" + STRONG, "TD_SECRET_KEY is too weak"),
        ("a" * 80, "TD_SECRET_KEY is too weak"),
    ],
)
def test_a_server_refuses_to_start_on_a_missing_or_weak_key(tmp_path: Path, key: str, sentence: str) -> None:
    done = process(["manage.py", "check"], tmp_path, TD_MODE="server", TD_SECRET_KEY=key)
    assert done.returncode != 0
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_deploy_check_of_a_server_is_clean(tmp_path: Path) -> None:
    command = ["manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    done = process(command, tmp_path, TD_MODE="server", TD_SECRET_KEY=STRONG, TD_HOSTS="td.example")
    assert done.returncode == 0, done.stderr
    assert "no issues (2 silenced)" in done.stdout


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("TD_MODE", "production", "TD_MODE is 'production': it must be local or server."),
        ("TD_OIDC_MATCH", "mail", "TD_OIDC_MATCH is 'mail': it must be empty, email or trusted-email."),
        ("TD_SQLITE_JOURNAL", "MEMORY", "TD_SQLITE_JOURNAL is 'MEMORY': it must be DELETE or WAL."),
    ],
)
def test_a_wrong_value_is_one_sentence(tmp_path: Path, name: str, value: str, sentence: str) -> None:
    done = process(["manage.py", "check"], tmp_path, **{name: value})
    assert done.returncode != 0
    assert done.stderr == sentence + "\n"


def test_a_server_takes_its_places_from_the_environment(tmp_path: Path) -> None:
    found = settings(
        tmp_path, "DATABASES", "CELERY_BROKER_URL", "SESSION_COOKIE_NAME", "SESSION_COOKIE_SECURE", "ALLOWED_HOSTS",
        "CACHES", TD_MODE="server", TD_SECRET_KEY=STRONG, TD_HOSTS="td.example",
        DATABASE_URL="postgres://u:p@db.internal:5433/hall", REDIS_URL="redis://cache.internal:6379/2",
    )  # fmt: skip
    default = found["DATABASES"]["default"]  # type: ignore[index]
    assert (default["HOST"], default["NAME"], default["CONN_HEALTH_CHECKS"]) == ("db.internal", "hall", True)
    assert "init_command" not in default["OPTIONS"]
    assert found["CELERY_BROKER_URL"] == "redis://cache.internal:6379/2"
    assert found["SESSION_COOKIE_NAME"] == "__Host-session"
    assert found["ALLOWED_HOSTS"] == ["td.example"]
    assert "ForgivingRedisCache" in str(found["CACHES"])


# SQLite's WAL-reset bug was mended in 3.51.3 (sqlite.org/changes); 3.53.0 came after it.
@pytest.mark.parametrize(
    ("version", "wanted", "mode"),
    [
        ((3, 40, 1), "", "DELETE"),
        ((3, 51, 2), "", "DELETE"),
        ((3, 51, 3), "", "WAL"),
        ((3, 53, 0), "", "WAL"),
        ((4, 0, 0), "", "WAL"),
        ((3, 40, 1), "wal", "WAL"),
        ((3, 53, 0), "DELETE", "DELETE"),
    ],
)
def test_wal_only_from_a_version_without_the_reset_bug(
    version: tuple[int, ...], wanted: str, mode: str
) -> None:
    assert databases.journal_mode(wanted, version) == mode


def test_what_is_erased_from_sqlite_lies_in_no_free_page(tmp_path: Path) -> None:
    """Most makes of SQLite leave it there, unless they are asked to overwrite it."""
    place = tmp_path / "db.sqlite3"
    with closing(sqlite3.connect(place)) as data:
        data.execute("PRAGMA secure_delete=OFF")
        data.executescript(databases.sqlite_options("DELETE")["init_command"])
        data.execute("CREATE TABLE told (it TEXT)")
        data.executemany("INSERT INTO told VALUES (?)", [("Kanaryo, born in May",)] * 500)
        data.commit()
        assert b"Kanaryo" in place.read_bytes()
        data.execute("DELETE FROM told")
        data.commit()
    assert b"Kanaryo" not in place.read_bytes()


def test_sqlite_reaches_the_disk_before_it_answers_and_writers_queue() -> None:
    options = databases.sqlite_options("DELETE")
    assert options["transaction_mode"] == "IMMEDIATE"
    assert options["timeout"] >= 20
    assert "synchronous=FULL" in options["init_command"]


def test_two_processes_that_start_together_end_with_one_key(tmp_path: Path) -> None:
    code = f"from pathlib import Path; from tdapp.launch.requests import secret; print(secret.kept(Path({str(tmp_path)!r})))"
    both = [
        subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, cwd=ROOT)
        for _ in range(6)
    ]
    keys = {one.communicate(timeout=60)[0] for one in both}
    assert len(keys) == 1


def test_a_damaged_key_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secret, "READINGS", 1)
    (tmp_path / "secret.key").write_text("half")
    with pytest.raises(secret.Unsafe, match="is damaged: delete it"):
        secret.kept(tmp_path)


def test_each_part_of_hsts_is_a_setting_and_no_other_name_is_bound_without_asking(tmp_path: Path) -> None:
    names = "SECURE_HSTS_SECONDS", "SECURE_HSTS_INCLUDE_SUBDOMAINS", "SECURE_HSTS_PRELOAD"
    server = {"TD_MODE": "server", "TD_SECRET_KEY": STRONG, "TD_HOSTS": "td.example"}
    assert list(settings(tmp_path, *names, **server).values()) == [31_536_000, False, False]
    more = {"TD_HSTS_SECONDS": "60", "TD_HSTS_SUBDOMAINS": "true"}
    assert list(settings(tmp_path, *names, **server, **more).values()) == [60, True, False]


def test_a_wrong_proxy_and_the_older_setting_alone_are_one_sentence(tmp_path: Path) -> None:
    for variables in ({"TD_TRUSTED_PROXIES": "proxy.example"}, {"TD_BEHIND_PROXY": "true"}):
        done = process(["-m", "tdapp.launch.process.child", "web"], tmp_path, **variables)
        assert done.returncode == 2
        assert "TD_TRUSTED_PROXIES" in done.stdout
        assert "Traceback" not in done.stdout + done.stderr


def test_every_variable_of_the_settings_is_in_the_example_and_the_other_way_round() -> None:
    text = (ROOT / "tdapp" / "settings.py").read_text()
    example = (ROOT / ".env.example").read_text()
    asked = {word.split('"')[1] for word in text.split("env.")[1:] if '"' in word.split(")")[0]}
    named = {line.lstrip("# ").split("=")[0] for line in example.splitlines() if "=" in line}
    assert {name for name in asked if name.isupper()} == named
