"""Jobs reach our queue whichever thread asks for them: a request's, or the keeper's in the worker."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# As a child of `./td run` starts: Django first, the queue's application after it.
CHILD = """
import threading
import django; django.setup()
import tdapp.celery
from tdapp.kernel import jobs

def send():
    for send in jobs.SEND: send("6f1d0c0e-0000-4000-8000-000000000000")

for thread in (threading.Thread(target=send), threading.Thread(target=send)):
    thread.start(); thread.join()
send()
"""


def test_every_thread_of_a_child_sends_to_our_queue(tmp_path: Path):
    env = {
        name: value for name, value in os.environ.items() if not name.startswith(("TD_", "REDIS", "DATABASE"))
    }
    env |= {"DJANGO_SETTINGS_MODULE": "tdapp.settings", "TD_DATA": str(tmp_path), "PYTHONPATH": str(ROOT)}
    subprocess.run([sys.executable, "-c", CHILD], env=env, cwd=ROOT, timeout=120, check=True)
    assert len(list((tmp_path / "broker" / "queue").iterdir())) == 3
