"""The drill with real processes: a laptop with an event dies, a second one runs it from the copy, the first comes back.

In every run of the tests the first laptop is this process and the second a real one, a program started on its own data
folder; in the soak both are.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.test import Client

from tdapp.desk.models import Result
from tdapp.interchange.copies import handover, results, sealed
from tdapp.interchange.models import Handover
from tdapp.kernel.models import User
from tdapp.kernel.refusals import Fenced, Refusal
from tests import factories as f
from tests import servers
from tests.copies.conftest import sealed_copy, taken
from tests.copies.laptops import SETUP, WORDS, environment, manage, script, takeover
from tests.faults.clerk import clerk
from tests.servers import ROOT

COST = dict(sealed.SCRYPT)
BEFORE = f"""
from tdapp.desk.rehearsal import simulation
from tdapp.interchange.commands import copies, copy_keys
from tdapp.interchange.copies import making, plans
from tdapp.kernel import context
event = simulation.create(simulation.Field(6, 3, 5, "Drill", "drill"), context.system())
ctx = context.system(event.scope_key)
simulation.play(ctx, simulation.pair_and_publish(ctx, event.divisions.get(), 1), 5, share=0.34)
copy_keys.choose_passphrase(ctx, event, passphrase={WORDS!r})
making.make(event, plans.plan_of(event))
print(plans.newest(event))
"""
AGAIN = """
from tdapp.events.models import Event
from tdapp.interchange.commands import copies
from tdapp.interchange.copies import plans
event = Event.objects.get()
copies.make_now(event)
print(plans.newest(event))
"""
TOLD = """
from tdapp.desk.models import ResultLine
rows = ResultLine.objects.filter(result__in_force=True).order_by("result__table__number", "seat")
print(list(rows.values_list("result__table__number", "score")))
"""
MEET = """
import sys
from tdapp.events.models import Event
from tdapp.interchange.copies import handover, results
from tdapp.interchange.models import Handover
event = Event.objects.get()
said = handover.meet(event, sys.argv[1])
row = Handover.objects.get()
print(said["fenced"], bool(row.stopped_at), [one.table for one in results.differing(event, row.results)])
"""
SERVE = """
import sys
from tdapp.launch import web
from tdapp.launch.host import machine
web._serve(machine.listen("127.0.0.1", int(sys.argv[1])))
"""


@contextmanager
def serving(data: Path) -> Iterator[servers.Hall]:
    """One web process on a laptop's data, as its supervisor starts it; no worker."""
    port = servers.free_port()
    output = data / "output.txt"
    with output.open("w") as handle:
        command = [sys.executable, "-c", SETUP + SERVE, str(port)]
        process = subprocess.Popen(
            command, cwd=ROOT, env=environment(data), stdout=handle, stderr=subprocess.STDOUT, text=True
        )
    running = servers.Hall(process, port, data, output)
    try:
        servers.eventually(lambda: running.get("/healthz")[0] == 200, "the second laptop's pages")
        yield running
    finally:
        running.stop()


@pytest.fixture
def first(monkeypatch: pytest.MonkeyPatch) -> f.Hall:
    """The first laptop: this process, with keys as costly, and a password hashed, as anywhere."""
    for name, value in COST.items():
        monkeypatch.setitem(sealed.SCRYPT, name, value)
    here = f.hall(players=6, rounds=1)
    f.enter(here.table(1), 400, 300)
    stored = PBKDF2PasswordHasher().encode("pass", "salt")
    User.objects.filter(pk=here.director.pk).update(password=stored)
    return here


@pytest.mark.django_db
def test_a_second_laptop_runs_the_event_and_the_first_is_fenced(first: f.Hall, tmp_path: Path) -> None:
    servers.used_before(tmp_path / "new")
    copy = tmp_path / "phone.tdcopy"
    copy.write_bytes(sealed_copy(first))
    # One more result before it dies: it is in no copy.
    f.enter(first.table(2), 410, 390)
    assert "2 tables were out then" in takeover(copy, tmp_path / "new")
    with serving(tmp_path / "new") as running:
        second = clerk(running.port, first.event.slug, first.director.username)
        second.enter("3 400 380", "slip of table 3")
        # The first one is back and sees the second.
        handover.meet(first.event, running.url)
        with pytest.raises(Fenced, match="runs this event now"):
            f.enter(first.table(3), 401, 380)
        seen = results.differing(first.event, Handover.objects.get(event=first.event).results)
        assert [one.table for one in seen] == [2, 3]
        page = second.browser.ask("GET", f"/e/{first.event.slug}/copies/").text
        assert "410 – 390" in page
        second.enter("2 400 390", "slip of table 2")
        home = Path(script(tmp_path / "new", AGAIN)).read_bytes()
    check_it_comes_home(first, home)


def check_it_comes_home(first: f.Hall, home: bytes) -> None:
    """What was corrected there is here, once; what was done here meanwhile is seen, with both values, and chosen from."""
    assert taken(home)["had"]
    with pytest.raises(Refusal, match="Open 2026 runs here already"):
        taken(home)
    row = Handover.objects.get(event=first.event)
    assert [one["intent"] for one in row.left if one["intent"].startswith("result.")] == ["result.enter"]
    (seen,) = [one for one in results.differing(first.event, row.results) if one.may_take]
    assert (seen.table, seen.here.scores, seen.there.scores) == (2, (400, 390), (410, 390))
    assert seen.here.by == first.director.shown_as
    assert seen.there.by
    desk = Client()
    desk.force_login(User.objects.get(username=first.director.username))
    page = desk.get(f"/e/{first.event.slug}/copies/").content.decode()
    assert "Here before" in page
    assert "is not in the copy" in page or "are not in the copy" in page
    told = {"table": seen.key, "seen": seen.digest}
    for _time in range(2):  # pressed twice it is taken once
        desk.post(f"/e/{first.event.slug}/copies/other/take", told)
    current = Result.objects.get(table=first.table(2), is_current=True)
    assert ([line.score for line in current.lines.order_by("seat")], current.version) == ([410, 390], 2)
    assert current.reason == f"As it was here before the copy came in, entered by {seen.there.by}."


@pytest.mark.soak
def test_both_laptops_are_processes_of_their_own_and_the_first_returns(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    servers.used_before(old)
    servers.used_before(new)
    copy = tmp_path / "phone.tdcopy"
    copy.write_bytes(Path(script(old, BEFORE)).read_bytes())
    assert manage(old, "enter_result", "drill", "2", "410", "390").returncode == 0
    assert "2 tables were out then" in takeover(copy, new)
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
    check_it_comes_home_once(old, new, tmp_path / "home.tdcopy")


def check_it_comes_home_once(old: Path, new: Path, copy: Path) -> None:
    """The second one's copy goes back to the first: all that was corrected there counts here; the same again changes nothing."""
    corrected = manage(new, "correct_result", "drill", "3", "402", "380", "--reason", "slip", "--sure")
    assert corrected.returncode == 0, corrected.stderr
    copy.write_bytes(Path(script(new, AGAIN)).read_bytes())
    takeover(copy, old)
    told = script(old, TOLD)
    assert "(3, 402), (3, 380)" in told
    again = manage(old, "takeover", str(copy), "--passphrase-file", str(copy.with_suffix(".words")))
    assert (again.returncode, "from before it was taken over" in again.stderr) == (2, True), again.stderr
    assert script(old, TOLD) == told
    assert manage(new, "check_event", "drill").returncode == 0
    assert manage(old, "check_event", "drill").returncode == 0
