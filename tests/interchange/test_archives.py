"""An event's archive brought in again: the same standings, the same digests, on an installation that knows nothing."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.http import HttpResponse
from django.test import Client

from core import canonical
from tdapp.desk.ledger import pairing_adapter
from tdapp.desk.models import KeptRound, Result, Snapshot
from tdapp.desk.pairing.commands.release import close_round, release_standings
from tdapp.desk.phones.commands.phones import set_rule
from tdapp.desk.rehearsal import invariants
from tdapp.desk.results.claims import mode_of
from tdapp.events.entries import wishes
from tdapp.events.entries.commands.presence import substitute, withdraw
from tdapp.events.entries.commands.wishing import set_wishes
from tdapp.events.models import Entrant, Event, Round, Table
from tdapp.interchange import housekeeping
from tdapp.interchange.archives.importing import import_archive
from tdapp.interchange.event_file.writing import archive
from tdapp.interchange.models import EventPreview
from tdapp.kernel import clock, context
from tdapp.kernel.commands import Installation
from tdapp.kernel.models import AuditEntry
from tdapp.kernel.refusals import Conflict, NotAllowed, Refusal
from tdapp.people import registry
from tdapp.people.models import Player, PlayerPrivate
from tests import factories as f
from tests.interchange.archived import as_bytes, bases, brought_in, empty, fresh, planned, ranked, third_round
from tests.kept import kept

pytestmark = pytest.mark.django_db
T_FILE = b"Amihan, Fe 1500 2; 400\nBituin, Gat 1400 1; 350\n"


@pytest.fixture(scope="module")
def _hall(request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: Any) -> Iterator[f.Hall]:
    with kept(request, django_db_blocker):
        yield made()


@pytest.fixture
def hall(_hall: f.Hall) -> f.Hall:
    """The event of all these tests, as it was made."""
    return copy.deepcopy(_hall)


def made() -> f.Hall:
    """Two divisions; in the first of 7 players: two rounds closed, one open with a correction, an undone entry, a
    bye, a forfeit, a tie, a withdrawal, a substitute.
    """
    here = f.hall(players=7, rounds=2, played=2)
    program, division = f.program(here.event), here.division
    for number in (1, 2):
        close_round(
            program, Round.objects.select_related("division__event").get(division=division, number=number)
        )
    leaves, replaced = division.entrants.get(number=6), division.entrants.get(number=7)
    withdraw(program, leaves, from_round=3, intent="forfeit", reason="a fever nobody need know of")
    substitute(program, replaced, given="Sub", surname="Stitute", from_round=3)
    third_round(here)
    release_standings(program, fresh(division), after=2)
    second = f.division(here.event, "School", school=True, confirm_policy="two-people")
    f.entrants(second, 4, age="unknown")
    f.enter(
        f.seat(planned(second), second.table_first, second.entrants.all()[:2]), 380, 380, before=(390, 385)
    )
    return here


@pytest.mark.parametrize("private", [True, False])
def test_what_goes_out_comes_back_with_the_same_standings_and_digests(hall: f.Hall, private: bool) -> None:
    told = archive(hall.event, private=private)
    before = ranked(hall.event) if private else []
    stored = list(Snapshot.objects.order_by("at").values_list("after", "why", "digest", "rows"))
    empty()
    event = brought_in(as_bytes(told))
    assert archive(event, private=private)["digest"] == told["digest"]
    if private:
        assert ranked(event) == before
        assert list(Snapshot.objects.order_by("at").values_list("after", "why", "digest", "rows")) == stored
    assert set(Snapshot.objects.values_list("after", flat=True)) == {1, 2}
    assert invariants.broken(event) == []
    # Its pages are as quick as where the rounds were closed.
    assert set(KeptRound.objects.values_list("round__number", flat=True)) >= {1, 2}


@pytest.mark.parametrize("private", [True, False])
def test_wishes_go_along_and_without_private_data_nobody_is_named_in_them(
    hall: f.Hall, private: bool
) -> None:
    set_wishes(
        f.program(hall.event), hall.division, forbidden="1 2", apart="3 4", byes="7: 1", spread_caps="300"
    )
    hall.division.refresh_from_db()
    asked, told = wishes.written(hall.division), archive(hall.event, private=private)
    empty()
    event = brought_in(as_bytes(told))
    found = wishes.written(event.divisions.get(slug=hall.division.slug))
    nobody = {"forbidden": "", "apart": "", "byes": ""}
    assert found == (asked if private else {**asked, **nobody})


def test_what_phones_may_do_goes_along(hall: f.Hall) -> None:
    set_rule(f.program(hall.event), hall.division, mode="look")
    told = archive(hall.event)
    empty()
    event = brought_in(as_bytes(told))
    assert mode_of(event.divisions.get(slug=hall.division.slug)) == "look"
    assert archive(event)["digest"] == told["digest"]


def test_a_cap_of_no_repeats_in_an_archive_of_before_wishes_is_no_cap(hall: f.Hall) -> None:
    told = archive(hall.event)
    for row in told["divisions"]:
        row.pop("wishes")
        row["max_repeats"] = 0
    told["digest"] = canonical.digest({k: v for k, v in told.items() if k not in ("digest", "made_at")})
    empty()
    assert {row.max_repeats for row in brought_in(as_bytes(told)).divisions.all()} == {None}


def test_a_round_knows_afterwards_what_it_was_paired_on(hall: f.Hall) -> None:
    row = Round.objects.select_related("division__event").get(division=hall.division, number=3)
    history = pairing_adapter.halls.of_division(hall.division)
    Round.objects.filter(pk=row.pk).update(basis=pairing_adapter.basis(history, 2))
    Round.objects.filter(division=hall.division, number=2).update(basis="0" * 64)
    before, told = bases(hall.event), archive(hall.event)
    empty()
    event = brought_in(as_bytes(told))
    after = bases(event)
    assert (after[1], after[2]) == (before[1], before[2])
    rounds = Round.objects.select_related("division__event").filter(
        division__event=event, division__slug="open"
    )
    assert [pairing_adapter.is_stale(one) for one in rounds.order_by("number")] == [False, True, False]


def test_nothing_of_it_is_public_and_nobody_of_there_has_a_role(hall: f.Hall) -> None:
    told = archive(hall.event, private=True)
    empty()
    event = brought_in(as_bytes(told))
    assert not event.public
    assert not event.memberships.exists()
    assert event.divisions.get(slug="open").released_round == 2
    assert set(Result.objects.values_list("entered_by", flat=True)) == {None}


def child(hall: f.Hall) -> Entrant:
    row = hall.division.entrants.get(number=1)
    Entrant.objects.filter(pk=row.pk).update(age="minor")
    registry.keep_private(
        row.player,
        hall.event.scope_key,
        consent=False,
        by="x",
        birth_date=date(2014, 2, 3),
        guardian="Lola Basyang",
    )
    return row


def test_a_guarded_child_stays_guarded_when_the_file_holds_no_private_data(hall: f.Hall) -> None:
    shown = Entrant.objects.select_related("division__event", "club").get(pk=child(hall).pk).public_name
    told = archive(hall.event)
    assert b"fever" not in as_bytes(told)
    assert b"misread" not in as_bytes(told)
    empty()
    event = brought_in(as_bytes(told))
    row = event.divisions.get(slug="open").entrants.select_related("division__event", "club").get(number=1)
    assert row.guarded
    assert row.public_name == shown
    assert not PlayerPrivate.objects.exists()
    assert archive(event)["digest"] == told["digest"]


def test_private_data_comes_back_with_a_private_archive(hall: f.Hall) -> None:
    child(hall)
    told = archive(hall.event, private=True)
    empty()
    event = brought_in(as_bytes(told))
    row = event.divisions.get(slug="open").entrants.get(number=1)
    known = PlayerPrivate.objects.get(player=row.player)
    assert (known.birth_date, known.guardian, known.scope) == (
        date(2014, 2, 3),
        "Lola Basyang",
        event.scope_key,
    )
    assert row.age == "minor"


def test_the_same_archive_twice_is_refused_and_says_where_it_is(hall: f.Hall) -> None:
    data = as_bytes(archive(hall.event))
    empty()
    event = brought_in(data)
    with pytest.raises(Conflict, match=f"brought in already: it is {event.name}, at /e/{event.slug}/"):
        brought_in(data, slug="another")
    assert Event.objects.count() == 1


def test_beside_the_event_it_came_from_it_needs_another_short_name(hall: f.Hall) -> None:
    data = as_bytes(archive(hall.event, private=True))
    with pytest.raises(Refusal, match=f"The short name {hall.event.slug} is taken; choose another."):
        brought_in(data)
    event = brought_in(data, slug="copy", name="A copy")
    assert event.name == "A copy"
    assert ranked(event) == ranked(hall.event)


def test_people_who_are_known_by_number_are_the_same_and_strangers_with_it_are_not(hall: f.Hall) -> None:
    told = archive(hall.event)
    first, second = (hall.division.entrants.select_related("player").get(number=n).player for n in (1, 2))
    Player.objects.filter(pk=second.pk).update(surname="Somebody", given="Else", key="somebody else")
    event = brought_in(as_bytes(told), slug="copy")
    people = [
        row.player
        for row in event.divisions.get(slug="open").entrants.select_related("player").order_by("number")
    ]
    assert people[0] == first
    assert people[1] != second
    assert people[1].is_temporary


def resealed(told: dict[str, Any]) -> bytes:
    """Changed, and its digest made to fit, as by somebody who knows how."""
    kept = {name: value for name, value in told.items() if name not in {"digest", "made_at"}}
    return as_bytes({**kept, "digest": canonical.digest(kept)})


Spoil = Callable[[dict[str, Any]], Any]


def division(told: dict[str, Any]) -> dict[str, Any]:
    row: dict[str, Any] = told["divisions"][0]
    return row


BROKEN: list[tuple[Spoil, str]] = [
    (lambda t: t.update(divisions=[]), "The archive holds no division."),
    (lambda t: t.update(event=None), "event is not as it should be."),
    (lambda t: t["event"].update(starts_on="soon"), "event: starts_on:"),
    (lambda t: t["event"].update(name="x" * 200), "event: name:"),
    (lambda t: t.update(version=99), "a newer version of this program"),
    (lambda t: division(t).pop("rounds"), "division 1: entrants or rounds are missing."),
    (lambda t: division(t)["entrants"][1].update(number=1), "division 1: two entrants have one number."),
    (lambda t: division(t)["entrants"][0].update(rating="much"), "division 1, entrant 1: rating:"),
    (lambda t: division(t)["entrants"][0].update(member_number=["x"]), "club or member number is no text"),
    (lambda t: division(t)["entrants"][0].update(absences=3), "the absences are missing."),
    (lambda t: division(t)["rounds"].pop(0), "the rounds are not numbered 1, 2, 3 and so on."),
    (lambda t: division(t)["rounds"][0]["tables"][0]["seats"].append(99), "somebody plays who is not entered."),
    (lambda t: division(t)["rounds"][0]["tables"][0].update(seats=[1]), "a table has 2 to 4 seats"),
    (lambda t: division(t)["rounds"][0]["without_table"].append({"entrant": 1, "kind": "bye", "spread": 1}),
     "somebody is in two places."),
    (lambda t: division(t)["rounds"][0]["tables"][0]["results"][0]["lines"].pop(), "a result does not fit its seats."),
    (lambda t: division(t)["rounds"][0]["tables"][0]["results"][0].update(kind="lucky"), "kind:"),
    (lambda t: division(t)["rounds"][0]["tables"][0]["results"][0]["lines"][0].update(score=10**6), "score:"),
    (lambda t: division(t).update(ruleset="chess"), "chess"),
    (lambda t: division(t).update(plan="perhaps"), "perhaps"),
]  # fmt: skip


def test_what_does_not_fit_is_said_with_its_place_and_nothing_is_made(hall: f.Hall) -> None:
    whole = as_bytes(archive(hall.event))
    events, players = Event.objects.count(), Player.objects.count()
    for spoil, said in BROKEN:
        told = json.loads(whole)
        spoil(told)
        with pytest.raises(Refusal) as refused:
            brought_in(resealed(told), slug="copy")
        assert said in str(refused.value)
        assert (Event.objects.count(), Player.objects.count()) == (events, players), said


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "is not JSON"),
        (b"{", "is not JSON"),
        (b"\xff\xfe{}", "is not JSON"),
        (b"[" * 100_000, "is not JSON"),
        (b"[]", "no archive of an event made by this program"),
        (b'{"format":"td-backup","version":1}', "no archive of an event made by this program"),
        (b'{"format":"td-event","version":"1"}', "a newer version of this program"),
        (b'{"format":"td-event","version":1,"x":NaN}', "its digest does not fit"),
    ],
)
def test_what_is_no_archive_is_one_sentence(data: bytes, said: str) -> None:
    with pytest.raises(Refusal, match=said):
        brought_in(data)


def test_a_changed_archive_is_refused(hall: f.Hall) -> None:
    told = archive(hall.event)
    division(told)["entrants"][0]["rating"] += 1
    with pytest.raises(Refusal, match="changed or damaged after it was made"):
        brought_in(as_bytes(told), slug="copy")


def test_only_who_may_create_events_brings_one_in(hall: f.Hall) -> None:
    nobody = context.Context("user:x", "X", context.INSTALLATION, frozenset({"director"}), "cli")
    with pytest.raises(NotAllowed):
        import_archive(nobody, Installation(), data=as_bytes(archive(hall.event)))


def test_the_command_line_brings_an_archive_in(
    hall: f.Hall, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "event.json"
    call_command("export_event", hall.event.slug, "--format", "json", "--out", str(path))
    call_command("import_event", str(path), "--slug", "copy", "--json")
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["slug"] == "copy"
    call_command("check_event", "copy")
    assert "all invariants hold" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        call_command("import_event", str(path), str(path))
    assert "name it alone" in capsys.readouterr().err


@pytest.fixture
def creator(hall: f.Hall) -> Client:
    browser = Client()
    browser.force_login(f.user("creator", operator=True))
    return browser


def text(answer: HttpResponse) -> str:
    return answer.content.decode()


def file(data: bytes, name: str) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data)


def test_a_dry_run_shows_the_event_and_makes_none(hall: f.Hall, creator: Client) -> None:
    data = as_bytes(archive(hall.event))
    answer = creator.post("/new/import", {"upload": file(data, "e.json"), "slug": "copy"})
    assert answer.status_code == 303
    page = text(creator.get(answer["Location"]))
    assert "/e/copy/" in page
    assert "round 3 still open" in page
    assert Event.objects.count() == 1
    assert not AuditEntry.objects.filter(intent="event.import").exists()


def test_the_event_is_made_as_it_was_shown_and_the_files_are_forgotten(hall: f.Hall, creator: Client) -> None:
    data = as_bytes(archive(hall.event, private=True))
    where = creator.post("/new/import", {"upload": file(data, "e.json"), "slug": "copy"})["Location"]
    row = EventPreview.objects.get()
    assert creator.post(f"{where}apply", {"seen": "other"}, follow=True).status_code == 200
    assert Event.objects.count() == 1
    assert creator.post(f"{where}apply", {"seen": row.digest})["Location"] == "/e/copy/"
    event = Event.objects.get(slug="copy")
    assert ranked(event) == ranked(hall.event)
    assert event.memberships.get().user.username == "creator"
    row.refresh_from_db()
    assert (row.status, row.files) == ("applied", None)
    assert "This event is made." in text(creator.get(where))
    assert "over. Send the file again" in text(
        creator.post(f"{where}apply", {"seen": row.digest}, follow=True)
    )


def test_several_t_files_are_an_event_with_as_many_divisions(creator: Client) -> None:
    files = [file(T_FILE, "a.t"), file(T_FILE, "b.t")]
    answer = creator.post(
        "/new/import",
        {"upload": files, "name": "Two files", "starts_on": "2025-05-01", "preset": "local-club"},
    )
    creator.post(f"{answer['Location']}apply", {"seen": EventPreview.objects.get().digest})
    event = Event.objects.get(slug="two-files")
    assert [row.name for row in event.divisions.all()] == ["A", "B"]
    assert (event.starts_on, event.preset) == (date(2025, 5, 1), "local-club")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({}, "This field is required."),
        ({"upload": (b"x y z", "a.t"), "name": "N"}, "Line 1"),
        ({"upload": (T_FILE, "a.t")}, "The event needs a name: these files have none."),
        ({"upload": (b"{}", "a.json")}, "no archive of an event made by this program"),
    ],
)
def test_what_cannot_be_read_is_said_beside_the_form(
    creator: Client, body: dict[str, Any], said: str
) -> None:
    sent = {name: file(*value) if name == "upload" else value for name, value in body.items()}
    answer = creator.post("/new/import", sent)
    assert answer.status_code == 422 or not body
    assert said in text(answer)
    assert not EventPreview.objects.exists()


def test_an_archive_goes_alone(hall: f.Hall, creator: Client) -> None:
    data = as_bytes(archive(hall.event))
    answer = creator.post("/new/import", {"upload": [file(data, "e.json"), file(T_FILE, "a.t")], "name": "N"})
    assert "An archive is a whole event; send it alone." in text(answer)


def test_a_dry_run_is_thrown_away_by_hand_or_after_a_day(hall: f.Hall, creator: Client) -> None:
    body = {"name": "N", "preset": "local-club"}
    first = creator.post("/new/import", {"upload": file(T_FILE, "a.t"), **body})["Location"]
    creator.post(f"{first}discard")
    assert "discarded" in text(creator.get(first))
    creator.post("/new/import", {"upload": file(T_FILE, "b.t"), **body})
    with clock.at(clock.now() + timedelta(hours=25)):
        housekeeping.tick()
    assert list(EventPreview.objects.values_list("status", "files")) == [("discarded", None)] * 2


def test_an_empty_division_is_filled_from_a_t_file(hall: f.Hall) -> None:
    director = Client()
    director.force_login(hall.director)
    at = f"/e/{hall.event.slug}/entries/fill"
    assert "No division is empty" in text(director.get(at))
    spare = f.division(hall.event, "Spare", plan="swiss 1-7", rounds_planned=7)
    where = director.post(at, {"into": "spare", "file": file(T_FILE, "a.t")})["Location"]
    assert "Amihan, Fe" in text(director.get(where))
    assert not spare.entrants.exists()
    director.post(f"{where}apply", {"seen": EventPreview.objects.get().digest})
    assert [row.surname for row in spare.entrants.order_by("number")] == ["Amihan", "Bituin"]
    assert Table.objects.get(round__division=spare).number == spare.table_first
    spare.refresh_from_db()
    assert (spare.plan, spare.rounds_planned) == ("swiss 1-7", 7)
    assert KeptRound.objects.filter(round__division=spare).count() == 1
    assert invariants.broken(hall.event) == []


def test_a_division_that_filled_meanwhile_is_not_filled_again(hall: f.Hall) -> None:
    director = Client()
    director.force_login(hall.director)
    spare = f.division(hall.event, "Spare")
    at = f"/e/{hall.event.slug}/entries/fill"
    where = director.post(at, {"into": "spare", "file": file(T_FILE, "a.t")})["Location"]
    f.entrants(spare, 2)
    answer = director.post(f"{where}apply", {"seen": EventPreview.objects.get().digest}, follow=True)
    assert "Spare is not empty" in text(answer)
    assert spare.entrants.count() == 2


def test_a_file_with_more_rounds_than_the_plan_replaces_it(hall: f.Hall) -> None:
    spare = f.division(hall.event, "Spare", plan="swiss 1", rounds_planned=1)
    director = Client()
    director.force_login(hall.director)
    two = b"Amihan, Fe 1500 2 2; 400 380\nBituin, Gat 1400 1 1; 350 390\n"
    where = director.post(f"/e/{hall.event.slug}/entries/fill", {"into": "spare", "file": file(two, "a.t")})[
        "Location"
    ]
    director.post(f"{where}apply", {"seen": EventPreview.objects.get().digest})
    spare.refresh_from_db()
    assert (spare.plan, spare.rounds_planned, spare.rounds.count()) == ("manual 1-2", 2, 2)
