"""What is due and when: after a release, once for many, through a night without a network, and after a restart."""

from __future__ import annotations

import io
import itertools
import re
import zipfile
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from tdapp.desk.pairing.commands.release import show_pairings
from tdapp.events.day import notices
from tdapp.events.models import Event
from tdapp.kernel import clock, jobs
from tdapp.kernel.models import AuditEntry, Job
from tdapp.kernel.refusals import Conflict
from tdapp.publishing.models import PushPlace
from tdapp.publishing.site.push import kinds, pushing, sending, standing
from tdapp.publishing.site.push.commands import places
from tdapp.publishing.site.push.faults import Fault
from tests import factories as f
from tests.kept import first
from tests.publishing.hall import Hall, played_hall
from tests.publishing.push.places import Shelf, again, in_folder, ticked, written

pytestmark = pytest.mark.django_db
whole, ready = first(played_hall, 4)
EVENING = datetime(2026, 11, 29, 18, 0, tzinfo=UTC)
OUT = Fault("no-network", host="web.example", why="Network is unreachable")


@pytest.fixture
def shelf(monkeypatch: pytest.MonkeyPatch) -> Shelf:
    made = Shelf()
    monkeypatch.setattr(kinds, "opened", made.opened)
    return made


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PushPlace:
    return in_folder(played_hall(4), tmp_path / "web", monkeypatch)


def test_a_new_place_is_sent_at_once_and_then_after_a_release_only_what_changed(
    place: PushPlace, tmp_path: Path
) -> None:
    here = Hall(place.event.divisions.get())
    assert [job.status for job in ticked()] == ["done"]
    web = written(tmp_path / "web")
    assert f"t/{place.event.slug}/index.html" in web
    assert ticked() == [], "nothing happened since"
    with clock.at(clock.now() + timedelta(minutes=5)):
        here.release(2)
        (job,) = ticked()
    now = written(tmp_path / "web")
    assert job.result["sent"] > 0
    assert job.result["unchanged"] > 0
    assert any("standings/2/" in path for path in now.keys() - web.keys())
    assert again(place).waiting_since is None


def test_what_no_reader_sees_sends_nothing(place: PushPlace) -> None:
    ticked()
    f.play(Hall(place.event.divisions.get()).round(3))
    with clock.at(clock.now() + timedelta(minutes=5)):
        assert ticked() == []


def test_what_is_hidden_is_gone_there_and_until_then_the_place_is_named(
    place: PushPlace, shelf: Shelf
) -> None:
    ticked()
    here = Hall(place.event.divisions.get())
    assert [path for path in shelf.files if "/round/3/" in path]
    shelf.fault = OUT
    with clock.at(clock.now() + timedelta(minutes=5)):
        show_pairings(f.program(place.event), here.round(3), shown=False)
        assert [job.status for job in ticked()] == ["failed"]
        assert standing.behind(place.event, False) == ["Club web"]
        told = " ".join(standing.of(again(place)).lines)
        assert "what was hidden or corrected since still stands there" in told
        assert "web.example cannot be reached: Network is unreachable." in told
    shelf.fault = None
    with clock.at(clock.now() + timedelta(minutes=10)):
        assert [job.status for job in ticked()] == ["done"]
    assert not [path for path in shelf.files if "/round/3/" in path]
    assert standing.behind(place.event, False) == []
    # Sent again for no other reason than that somebody asks, nothing changed that could still stand there.
    shelf.fault = OUT
    with clock.at(clock.now() + timedelta(minutes=15)):
        places.push_now(f.program(place.event), again(place))
        assert [job.status for job in ticked()] == ["failed"]
        told = " ".join(standing.of(again(place)).lines)
        assert "still stands there" not in told
        assert "web.example cannot be reached" in told


def test_pages_turned_off_take_everything_away(place: PushPlace, shelf: Shelf) -> None:
    ticked()
    assert shelf.files
    Event.objects.filter(pk=place.event_id).update(public=False)
    places.push_now(f.program(place.event), place)
    ticked()
    assert shelf.files == {}


def test_many_releases_in_a_row_are_one_push(place: PushPlace, shelf: Shelf) -> None:
    with clock.at(EVENING):
        ticked()
        here = Hall(place.event.divisions.get())
        here.release(2)
    with clock.at(EVENING + timedelta(seconds=5)):
        assert ticked() == []
        here.show(3, shown=False)
        here.show(3, shown=True)
    with clock.at(EVENING + timedelta(seconds=25)):
        assert len(ticked()) == 1
    with clock.at(EVENING + timedelta(seconds=90)):
        assert ticked() == []


def test_a_night_without_a_network_is_survived_with_growing_pauses(place: PushPlace, shelf: Shelf) -> None:
    shelf.fault, now, tries = OUT, EVENING, []
    while now < EVENING + timedelta(hours=12):
        with clock.at(now):
            if ticked():
                tries.append(now)
        # Once the pauses grow no more, a look every five minutes sees the next one just as well.
        now += timedelta(seconds=30 if len(tries) < 8 else 300)
    gaps = [(later - one).seconds // 60 for one, later in itertools.pairwise(tries)]
    assert gaps[:7] == [1, 2, 5, 10, 20, 30, 30]
    assert set(gaps[7:]) == {30}
    logged = AuditEntry.objects.filter(scope=place.scope_key, intent="push.stopped")
    assert logged.count() == 2, "once at first, once when it lasts: not a line for each try"
    assert notices.by_kind(again(place).event)["push_fault"] == "Club web"
    shelf.fault = None
    with clock.at(now + timedelta(minutes=31)):
        assert [job.status for job in ticked()] == ["done"]
    assert "push_fault" not in notices.by_kind(again(place).event)
    assert again(place).failures == 0


def test_after_a_day_it_is_tried_every_six_hours_and_never_given_up() -> None:
    assert pushing.pause(60, timedelta(hours=25)) == timedelta(hours=6)
    assert pushing.pause(60, timedelta(hours=23)) == timedelta(minutes=30)


def test_a_worker_killed_in_the_middle_loses_nothing(place: PushPlace, shelf: Shelf) -> None:
    with clock.at(EVENING):
        (job,) = pushing.tick()
        jobs.claim(job.pk)  # and the worker is killed
        shelf.breaks_after = 3
    with clock.at(EVENING + timedelta(minutes=2)):
        assert pushing.tick() == [], "one at a time"
        jobs.run(job.pk)
        assert Job.objects.get(pk=job.pk).status == "failed"
    shelf.breaks_after = None
    with clock.at(EVENING + timedelta(minutes=4)):
        assert [one.status for one in ticked()] == ["done"]


def test_a_break_on_the_way_begins_the_pauses_anew(place: PushPlace, shelf: Shelf) -> None:
    PushPlace.objects.filter(pk=place.pk).update(failures=5, failing_since=EVENING - timedelta(hours=1))
    shelf.breaks_after = 12
    with clock.at(EVENING):
        ticked()
    assert again(place).failures == 1
    assert again(place).next_at == EVENING + timedelta(minutes=1)


def test_what_a_person_must_mend_is_not_tried_again_until_somebody_did(
    place: PushPlace, shelf: Shelf
) -> None:
    shelf.fault = Fault("refused", host="web.example", user="club")
    with clock.at(EVENING):
        assert [job.status for job in ticked()] == ["failed"]
    for hours in (1, 5, 30):
        with clock.at(EVENING + timedelta(hours=hours)):
            Hall(place.event.divisions.get()).show(3, shown=hours == 5)
            assert ticked() == []
    told = standing.of(again(place))
    assert told.state == "ask"
    assert "does not let club in" in " ".join(told.lines)
    shelf.fault = None
    places.push_now(f.program(place.event), again(place))
    assert [job.status for job in ticked()] == ["done"]


def test_without_by_itself_nothing_goes_until_somebody_presses_but_what_was_begun_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shelf: Shelf
) -> None:
    place = in_folder(played_hall(4), tmp_path / "web", monkeypatch, by_itself=False)
    shelf.fault = OUT
    with clock.at(EVENING):
        assert [job.status for job in ticked()] == ["failed"]
    shelf.fault = None
    with clock.at(EVENING + timedelta(minutes=2)):
        assert [job.status for job in ticked()] == ["done"]
        Hall(place.event.divisions.get()).release(2)
    with clock.at(EVENING + timedelta(hours=2)):
        assert ticked() == []
        assert standing.of(again(place)).word == "not what is public"


def test_it_is_stopped_by_hand_and_goes_on_in_half_an_hour(place: PushPlace, shelf: Shelf) -> None:
    with clock.at(EVENING):
        (job,) = pushing.tick()
        places.cancel_push(f.program(place.event), again(place))
        jobs.run(job.pk)
        assert Job.objects.get(pk=job.pk).status == "cancelled"
    with clock.at(EVENING + timedelta(minutes=20)):
        assert ticked() == []
    with clock.at(EVENING + timedelta(minutes=31)):
        assert [one.status for one in ticked()] == ["done"]


def test_taken_down_it_stays_down_until_it_is_sent_again(place: PushPlace, shelf: Shelf) -> None:
    with clock.at(EVENING):
        ticked()
        places.take_down(f.program(place.event), again(place))
        ticked()
        assert shelf.files == {}
        Hall(place.event.divisions.get()).release(2)
    with clock.at(EVENING + timedelta(hours=1)):
        assert ticked() == []
        places.push_now(f.program(place.event), again(place))
        ticked()
    assert shelf.files


def test_a_place_that_was_removed_meanwhile_is_sent_nothing_and_one_at_work_is_not_sent_twice(
    place: PushPlace, shelf: Shelf
) -> None:
    (job,) = pushing.tick()
    with pytest.raises(Conflict) as met:
        pushing.here_and_now(place)
    assert met.value.code == "busy"
    PushPlace.objects.all().delete()
    jobs.run(job.pk)
    job.refresh_from_db()
    assert (job.status, job.message) == ("failed", "This place was removed.")
    assert shelf.files == {}


def test_everything_is_sent_again_when_somebody_says_so(place: PushPlace, shelf: Shelf) -> None:
    with clock.at(EVENING):
        ticked()
        had, shelf.files["t/x"] = len(shelf.files), b""
        places.push_now(f.program(place.event), again(place), everything=True)
        (job,) = ticked()
    assert job.result["sent"] == had


def test_a_fault_of_the_program_is_told_and_tried_again(
    place: PushPlace, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_args: object, **_more: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patched, clock.at(EVENING):
        patched.setattr(sending, "send", broken)
        assert [job.status for job in ticked()] == ["failed"]
    assert "a fault in the program" in " ".join(standing.of(again(place)).lines)
    with clock.at(EVENING + timedelta(minutes=2)):
        assert [job.status for job in ticked()] == ["done"]


def test_who_hides_something_is_told_where_it_still_stands(place: PushPlace, shelf: Shelf) -> None:
    ticked()
    client = Client()
    client.force_login(f.member(place.event, "director"))
    base = f"/e/{place.event.slug}/"
    division = place.event.divisions.get().slug
    answer = client.post(f"{base}{division}/round/3/show", {"shown": "0"}, follow=True)
    assert "It still stands on: Club web." in answer.content.decode()
    shelf.fault = OUT
    with clock.at(clock.now() + timedelta(minutes=5)):
        ticked()
        assert "not yet taken away: Club web." in client.get(f"{base}publish/").content.decode()
    shelf.fault = None
    with clock.at(clock.now() + timedelta(minutes=10)):
        ticked()
        assert "Club web" not in client.get(f"{base}publish/").content.decode()


def test_the_command_sends_here_and_now_or_asks_the_worker(place: PushPlace, shelf: Shelf) -> None:
    told = said("push", place.event.slug, "--now")
    assert re.fullmatch(r"Club web: \d+ files sent, 0 taken away, 0 as they were.\n", told)
    assert "Club web: asked for" in said("push", place.event.slug, "--to", "club WEB")
    assert len(ticked()) == 1
    shelf.fault = OUT
    with pytest.raises(SystemExit) as met:
        said("push", place.event.slug, "--now")
    assert met.value.code == 2
    with pytest.raises(SystemExit):
        said("push", place.event.slug, "--to", "nowhere")
    PushPlace.objects.all().delete()
    with pytest.raises(SystemExit):
        said("push", place.event.slug)


def said(*words: str) -> str:
    out = StringIO()
    call_command(*words, stdout=out, stderr=StringIO())
    return out.getvalue()


def test_what_came_out_is_sent_before_the_pages_of_the_players_and_what_was_hidden_goes_before_both(
    place: PushPlace, shelf: Shelf
) -> None:
    here = Hall(place.event.divisions.get())
    ticked()
    for minutes, change in ((5, lambda: here.release(2)), (10, lambda: here.show(3, shown=False))):
        shelf.order.clear()
        with clock.at(clock.now() + timedelta(minutes=minutes)):
            change()
            assert [job.status for job in ticked()] == ["done"]
        puts = [path for how, path in shelf.order if how == "put" and path != "site.json"]
        fronts = [at for at, path in enumerate(puts) if path.endswith("/standings/index.html")]
        players = [at for at, path in enumerate(puts) if re.search(r"/players/\d+/", path)]
        assert fronts
        assert players
        assert min(fronts) < min(players), "the first stage comes first"
    removed = [at for at, (how, path) in enumerate(shelf.order) if how == "remove" and "/players/1/" in path]
    built = [
        at for at, (how, path) in enumerate(shelf.order) if how == "put" and path.endswith("standings.json")
    ]
    assert max(removed) < min(built), "what showed the hidden round went before anything was built"


def test_a_place_that_takes_the_website_as_one_says_meanwhile_that_it_comes_back(
    place: PushPlace, shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, took = Hall(place.event.divisions.get()), list[list[str]]()
    shelf.whole = True
    monkeypatch.setattr(shelf, "put", lambda _path, data: took.append(_pages(data)))
    ticked()
    with clock.at(clock.now() + timedelta(minutes=5)):
        here.show(3, shown=False)
        assert [job.status for job in ticked()] == ["done"]
    first, meanwhile, last = took
    home = f"t/{place.event.slug}/index.html"
    assert meanwhile == sorted([f"fil/{home}", "index.html", "site.json", home])
    assert len(first) > len(last) > len(meanwhile)


def _pages(data: bytes) -> list[str]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return sorted(archive.namelist())
