"""The real settings on a throw-away data folder: a file database so that threads meet for real, a fast password hasher."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from pathlib import Path

from core import gc_settings

# Until all tests are collected (`tests/conftest.py`): nothing is thrown away before.
gc_settings.wait()
TEST_FOLDER = Path(tempfile.mkdtemp(prefix="td-test-"))
atexit.register(shutil.rmtree, TEST_FOLDER, ignore_errors=True)
# Said outright, so that neither the developer's environment nor a `.env` reaches the tests.
os.environ |= {
    "TD_MODE": "local",
    "TD_DATA": str(TEST_FOLDER),
    "TD_SECRET_KEY": "only-for-tests-4f0d7c2f9f0e4c53b6f2f1a6a7c1d9e8b3",
    "DATABASE_URL": f"sqlite:///{TEST_FOLDER.as_posix()}/db.sqlite3",
    "REDIS_URL": "",
    "TD_HOSTS": "*",
    "TD_SQLITE_JOURNAL": "",
    "TD_TIME_ZONE": "Asia/Manila",
    "TD_LOG_LEVEL": "WARNING",
    "TD_COPY_DISKS": "false",
}

from tdapp.settings import *  # noqa: E402
from tests import kept_database  # noqa: E402

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# What a log-in writes lies with everything else here; that it waits for nobody is tried in tests/races/test_log_ins.py.
BESIDE = DATABASES.pop("doors")
DATABASES["default"]["TEST"] = {"NAME": str(TEST_FOLDER / "test.sqlite3")}
kept_database.put(TEST_FOLDER / "test.sqlite3")
DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA journal_mode=MEMORY;PRAGMA synchronous=OFF;"
