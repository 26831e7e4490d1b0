"""Players of unknown age: shown as children are until somebody answers, at whatever door they came in."""

from __future__ import annotations

import io
import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client

from core import canonical
from tdapp.events.entries.commands.entrants import add_entrant
from tdapp.events.entries.commands.minors import say_minors, unasked
from tdapp.events.models import Entrant, Event
from tdapp.interchange.archives.importing import import_archive
from tdapp.interchange.event_file.writing import archive
from tdapp.interchange.models import EventPreview
from tdapp.interchange.tsh.importing import import_event
from tdapp.kernel import context
from tdapp.kernel.commands import Installation
from tdapp.kernel.models import AuditEntry
from tdapp.kernel.refusals import Refusal
from tdapp.people.models import Player, RatingList
from tdapp.ratings.ranking import public_names
from tests import factories as f
from tests.interchange.archived import as_bytes, brought_in, empty

pytestmark = pytest.mark.django_db
FILE = b"Cruz, Ana  1500 2; 400\nGo, Ben    1400 1; 350\n"
FULL, GUARDED = {"Ana Cruz", "Ben Go"}, {"Ana C.", "Ben G."}
QUESTION = "2 players have no birth date"
CHOICE = "Are there minors among them?"


def public(event: Event) -> set[str]:
    rows = Entrant.objects.filter(event=event).select_related("division__event", "club")
    return {row.public_name for row in rows}


def from_file(**more: Any) -> Event:
    facts = {"name": "Past", "slug": "past", "starts_on": date(2024, 5, 1), "preset": "local-club"} | more
    import_event(context.system(), Installation(), files=[("a.t", FILE)], **facts)
    return Event.objects.get(slug="past")


def old(data: dict[str, Any]) -> bytes:
    """An archive as it was written before events had an answer."""
    told = {name: value for name, value in data.items() if name not in ("digest", "made_at")}
    told["event"] = {name: value for name, value in told["event"].items() if "guards" not in name}
    return as_bytes({**told, "digest": canonical.digest(told), "made_at": "2026-01-01T00:00:00+00:00"})


def test_a_walk_in_of_unknown_age_is_guarded_until_somebody_answers() -> None:
    hall = f.hall(2, rounds=0)
    director = f.acting(f.member(hall.event, "director"), hall.event)
    add_entrant(director, hall.division, given="Zeny", surname="Dy")
    row = Entrant.objects.select_related("division__event", "club").get(surname="Dy")
    assert row.guarded
    assert unasked(hall.event) == 1
    say_minors(director, hall.event, minors="no")
    assert (
        Entrant.objects.select_related("division__event", "club").get(surname="Dy").public_name == "Zeny Dy"
    )
    assert unasked(hall.event) == 0


@pytest.mark.parametrize("minors", ["", "perhaps"])
def test_only_yes_and_no_are_answers(minors: str) -> None:
    event = f.event()
    with pytest.raises(Refusal, match="answered by yes or no"):
        say_minors(f.program(event), event, minors=minors)


def test_nobody_is_asked_about_adults_schools_consent_and_the_house() -> None:
    hall = f.hall(2, rounds=0)
    f.entrant(hall.division, 3, age="unknown", display_consent=True)
    f.entrant(hall.division, 4, age="unknown", house=True)
    f.entrant(f.division(hall.event, "Pupils", school=True), 1, age="unknown")
    assert unasked(hall.event) == 0
    f.entrant(hall.division, 5, age="unknown")
    assert unasked(hall.event) == 1


def test_a_rating_list_guards_them_too_until_there_is_an_answer() -> None:
    event, national = from_file(), RatingList(kind=RatingList.Kind.NATIONAL)
    assert all(one.guarded for one in public_names.shown(Player.objects.all(), national).values())
    say_minors(f.program(event), event, minors="no")
    assert not any(one.guarded for one in public_names.shown(Player.objects.all(), national).values())


@pytest.mark.parametrize(("minors", "names"), [("", GUARDED), ("yes", GUARDED), ("no", FULL)])
def test_an_event_of_files_shows_names_as_it_was_answered(minors: str, names: set[str]) -> None:
    event = from_file(minors=minors)
    assert (public(event), event.guards_unknown) == (names, minors)
    assert bool(event.guards_unknown_by) is bool(minors)
    assert unasked(event) == (0 if minors else 2)


def test_an_answer_that_is_neither_yes_nor_no_is_refused_and_nothing_is_made() -> None:
    with pytest.raises(Refusal, match="answered by yes or no"):
        from_file(minors="maybe")
    assert not Event.objects.exists()


@pytest.mark.parametrize(("said", "names"), [([], GUARDED), (["--minors", "no"], FULL)])
def test_the_command_line_takes_the_answer(tmp_path: Path, said: list[str], names: set[str]) -> None:
    path = tmp_path / "a.t"
    path.write_bytes(FILE)
    out = io.StringIO()
    call_command(
        "import_event", str(path), "--slug", "past", "--preset", "local-club", *said, "--json", stdout=out
    )
    assert public(Event.objects.get(slug=json.loads(out.getvalue())["slug"])) == names


def test_the_command_line_says_what_is_no_answer(tmp_path: Path, capsys: Any) -> None:
    path = tmp_path / "a.t"
    path.write_bytes(FILE)
    with pytest.raises(SystemExit):
        call_command("import_event", str(path), "--slug", "past", "--minors", "perhaps")
    assert "answered by yes or no" in capsys.readouterr().err
    assert not Event.objects.exists()


def test_an_archive_with_private_data_comes_in_guarded_while_nobody_answered() -> None:
    told = archive(from_file(), private=True)
    empty()
    assert public(brought_in(as_bytes(told))) == GUARDED
    empty()
    assert public(brought_in(as_bytes(told), minors="no")) == FULL


def test_an_archives_own_answer_stands() -> None:
    told = archive(from_file(minors="no"), private=True)
    empty()
    with pytest.raises(Refusal, match="another one already"):
        brought_in(as_bytes(told), minors="yes")
    assert not Event.objects.exists()
    assert public(brought_in(as_bytes(told))) == FULL


def test_an_archive_for_anybody_of_an_event_without_an_answer_has_no_surnames_and_no_full_names_here() -> (
    None
):
    told = archive(from_file())
    assert b"Cruz" not in as_bytes(told)
    empty()
    event = brought_in(as_bytes(told))
    assert public(event) == GUARDED
    assert archive(event)["digest"] == told["digest"]


def test_an_archive_of_a_time_when_nobody_was_asked_comes_in_guarded() -> None:
    told = archive(from_file(minors="no"))
    assert b"Cruz" in as_bytes(told)
    empty()
    event = Event.objects.get(slug=import_archive(context.system(), Installation(), data=old(told))["slug"])
    assert public(event) == GUARDED
    assert unasked(event) == 2
    say_minors(f.program(event), event, minors="no")
    assert public(event) == FULL


def creator() -> Client:
    client = Client()
    client.force_login(f.user("creator", operator=True))
    return client


def previewed(client: Client) -> str:
    sent = {"upload": SimpleUploadedFile("a.t", FILE), "name": "N", "starts_on": "2025-05-01"}
    return str(client.post("/new/import", sent)["Location"])


def test_the_page_of_files_asks_and_takes_the_answer() -> None:
    client = creator()
    address = previewed(client)
    page = client.get(address).content.decode()
    assert QUESTION in page
    assert CHOICE in page
    client.post(f"{address}apply", {"seen": EventPreview.objects.get().digest, "minors": "no"})
    assert public(Event.objects.get()) == FULL


def test_without_an_answer_the_page_after_the_import_asks_and_one_click_answers() -> None:
    client = creator()
    address = previewed(client)
    answer = client.post(f"{address}apply", {"seen": EventPreview.objects.get().digest})
    event = Event.objects.get()
    assert public(event) == GUARDED
    overview = client.get(answer["Location"]).content.decode()
    assert QUESTION in overview
    assert "shown as children are" in overview
    answer = client.post(f"/e/{event.slug}/settings/minors", {"minors": "no", "back": "overview"})
    assert answer["Location"] == f"/e/{event.slug}/"
    assert public(event) == FULL
    assert QUESTION not in client.get(answer["Location"]).content.decode()
    assert AuditEntry.objects.filter(intent="event.minors").count() == 1


def test_the_overview_asks_only_those_who_may_answer() -> None:
    hall = f.hall(2, rounds=0)
    f.entrant(hall.division, 3, age="unknown")
    seen = {}
    for role in ("director", "clerk"):
        client = Client()
        client.force_login(f.member(hall.event, role))
        seen[role] = "1 player has no birth date" in client.get(f"/e/{hall.event.slug}/").content.decode()
    assert seen == {"director": True, "clerk": False}


@pytest.mark.parametrize(("sent", "names"), [({}, GUARDED), ({"minors": "no"}, FULL)])
def test_a_division_filled_from_a_file_asks_the_same(sent: dict[str, str], names: set[str]) -> None:
    event = f.event()
    f.division(event)
    client = Client()
    client.force_login(f.member(event, "director"))
    upload = {"into": "open", "file": SimpleUploadedFile("a.t", FILE)}
    address = client.post(f"/e/{event.slug}/entries/fill", upload)["Location"]
    assert QUESTION in client.get(address).content.decode()
    answer = client.post(f"{address}apply", {"seen": EventPreview.objects.get().digest, **sent})
    assert public(Event.objects.get()) == names
    page = client.get(answer["Location"], follow=True).content.decode()
    assert (QUESTION in page) is (not sent)
