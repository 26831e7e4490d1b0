"""The drill with real processes: a laptop with an event dies, a second one runs it from the copy, the first comes back."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests import servers
from tests.servers import ROOT

WORDS = "bulag tanim sobra lakad"
BEFORE = f"""
from tdapp.desk import simulation
from tdapp.interchange.commands import copies
from tdapp.interchange.copies import making, plans
from tdapp.kernel import context
event = simulation.create(simulation.Field(6, 3, 5, "Drill", "drill"), context.system())
ctx = context.system(event.scope_key)
simulation.play(ctx, simulation.pair_and_publish(ctx, event.divisions.get(), 1), 5, share=0.34)
copies.choose_passphrase(ctx, event, passphrase={WORDS!r})
making.make(event, plans.plan_of(event))
print(plans.newest(event))
"""
MEET = """
import sys
from tdapp.events.models import Event
from tdapp.interchange.copies import fencing, results
from tdapp.interchange.models import Handover
event = Event.objects.get()
said = fencing.meet(event, sys.argv[1])
row = Handover.objects.get()
print(said["fenced"], bool(row.stopped_at), [one.table for one in results.differing(event, row.results)])
"""
SETUP = "import os; os.environ['DJANGO_SETTINGS_MODULE']='tdapp.settings'\nimport django; django.setup()\n"


def environment(data: Path) -> dict[str, str]:
    ours = ("TD_", "DATABASE_", "REDIS_", "DJANGO_")
    return {name: value for name, value in os.environ.items() if not name.startswith(ours)} | {
        "TD_DATA": str(data)
    }


def script(data: Path, text: str, *arguments: str) -> str:
    """The last line a piece of Python says on a laptop's data."""
    command = [sys.executable, "-c", SETUP + text, *arguments]
    done = subprocess.run(command, cwd=ROOT, env=environment(data), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-1500:]
    return done.stdout.strip().splitlines()[-1]


def manage(data: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "manage.py"), *words]
    return subprocess.run(command, env=environment(data), capture_output=True, text=True)


def test_a_second_laptop_runs_the_event_and_the_first_is_fenced_when_it_returns(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    servers.used_before(old)
    servers.used_before(new)
    copy = tmp_path / "phone.tdcopy"
    copy.write_bytes(Path(script(old, BEFORE)).read_bytes())
    # One more result before it dies: it is in no copy.
    assert manage(old, "enter_result", "drill", "2", "410", "390").returncode == 0
    words = tmp_path / "words.txt"
    words.write_text(WORDS)
    taken = subprocess.run(
        [
            sys.executable,
            str(ROOT / "td"),
            "takeover",
            str(copy),
            "--data",
            str(new),
            "--passphrase-file",
            str(words),
        ],
        env=environment(new),
        capture_output=True,
        text=True,
    )
    assert taken.returncode == 0, taken.stderr
    assert "2 tables were out then" in taken.stdout
    assert manage(new, "enter_result", "drill", "3", "400", "380").returncode == 0
    back = servers.start(old, "--no-demo")
    try:
        servers.eventually(back.is_ready, "the old laptop is back")
        assert script(new, MEET, back.url) == "True True [2, 3]"
        refused = manage(old, "enter_result", "drill", "3", "401", "380")
    finally:
        back.stop()
    assert refused.returncode == 2
    assert "runs this event now" in refused.stderr
    assert manage(new, "enter_result", "drill", "2", "410", "390").returncode == 0
