"""What copies, rehearsals and takeovers refuse, and that nothing came of it."""

from __future__ import annotations

import io
import json
import sys
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tdapp.events.day import notices
from tdapp.events.models import Event
from tdapp.interchange.commands import copies, rehearsals
from tdapp.interchange.copies import content, handover, making, plans, rehearsing, sealed, take_over
from tdapp.interchange.management.commands import takeover
from tdapp.interchange.models import CopyLink, CopyPlan, Handover
from tdapp.interchange.views import takeover as page
from tdapp.kernel import clock, context
from tdapp.kernel.commands import Installation
from tdapp.kernel.models import Job
from tdapp.kernel.refusals import Missing, Refusal
from tests import factories as f
from tests.copies.conftest import gone, sealed_copy, taken
from tests.copies.laptops import WORDS
from tests.refusing import refused

pytestmark = pytest.mark.django_db


def place(hall: f.Hall, folder: object) -> Callable[[], Any]:
    """Choose the second place."""
    return lambda: copies.choose_place(context.system(), Installation(), event=hall.event, folder=str(folder))


def test_the_second_place_is_a_folder_of_another_disk_that_is_there(
    hall: f.Hall, tmp_path: Path, settings: Any
) -> None:
    inside = settings.DATA_DIR / "copies"
    inside.mkdir()
    (tmp_path / "file").touch()
    for folder in ("stick", tmp_path / "gone", tmp_path / "file"):
        with pytest.raises(Refusal, match="is no folder here"):
            place(hall, folder)()
    refused("same-place", place(hall, inside))
    assert not CopyPlan.objects.exclude(folder="").exists()
    stick = tmp_path / "stick"
    stick.mkdir()
    assert place(hall, stick)()["folder"] == str(stick)


def test_no_copy_is_made_without_a_key_or_asked_for_while_one_is_made(hall: f.Hall) -> None:
    director = hall.as_(hall.director)
    refused("no-passphrase", lambda: making.make(hall.event, plans.new_plan(hall.event)))
    copies.copy_now(director, hall.event)
    assert plans.key_kept(CopyPlan.objects.get(event=hall.event))
    refused("busy", lambda: copies.copy_now(director, hall.event))
    assert Job.objects.count() == 1


def test_an_event_has_a_bounded_number_of_links_for_helpers(
    hall: f.Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copies, "MOST_LINKS", 1)
    director = hall.as_(hall.director)
    link = CopyLink.objects.get(pk=copies.make_link(director, hall.event, label="Ben")["id"])
    refused("too-many-links", lambda: copies.make_link(director, hall.event, label="Ana"))
    copies.revoke_link(director, link)
    copies.make_link(director, hall.event, label="Ana")


def test_a_link_to_the_copies_of_an_event_that_was_put_away_opens_nothing(
    hall: f.Hall, client: Client
) -> None:
    made = copies.make_link(hall.as_(hall.director), hall.event, label="Ben")
    where = reverse("copies:helper", args=[copies.token_of(CopyLink.objects.get(pk=made["id"]))])
    assert client.get(where).status_code == 200
    Event.objects.filter(pk=hall.event.pk).update(deleted_at=clock.now())
    assert client.get(where).status_code == 410


def test_an_event_has_one_rehearsal_which_has_none_itself(hall: f.Hall) -> None:
    director = hall.as_(hall.director)
    refused("no-rehearsal", lambda: rehearsals.end_rehearsal(director, hall.event))
    rehearsals.rehearse_later(director, hall.event)
    refused("busy", lambda: rehearsals.rehearse_later(director, hall.event))
    Job.objects.all().delete()
    there = f.event(name="Rehearsal")
    notices.keep(there, rehearsal=str(hall.event.pk))
    refused("rehearsed", lambda: rehearsals.rehearse_later(director, hall.event))
    refused("is-rehearsal", lambda: rehearsals.rehearse_later(f.program(there), there))
    assert not Job.objects.exists()


def test_an_event_of_nobody_is_not_rehearsed() -> None:
    event, before = f.event(), Event.objects.count()
    f.entrants(f.division(event), 1)
    refused(
        "nobody-to-rehearse",
        lambda: rehearsing.rehearse(f.program(event), event, seed=7, step=lambda *_facts: None),
    )
    assert Event.objects.count() == before


def test_an_event_that_was_never_copied_meets_nobody(hall: f.Hall) -> None:
    refused("never-copied", lambda: handover.meet(hall.event, "10.0.0.1"))
    assert not Handover.objects.exists()


def test_what_is_heard_of_another_event_is_no_answer(hall: f.Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    plans.new_plan(hall.event)
    other = f.event()
    told = json.dumps(handover.my_state(other, plans.new_plan(other))).encode()
    monkeypatch.setattr(handover, "_exchanged", lambda *_given: told)
    with pytest.raises(Missing):
        handover.meet(hall.event, "10.0.0.1")
    assert not Handover.objects.exists()


class Line:
    """A connection to something that answers, but is no laptop with the event."""

    status, said = 200, b""

    def __init__(self, *_given: Any, **_more: Any) -> None: ...
    def request(self, *_given: Any) -> None: ...
    def close(self) -> None: ...
    def getresponse(self) -> Line:
        return self

    def read(self, most: int) -> bytes:
        return self.said[:most]


@pytest.mark.parametrize(
    ("status", "said"), [(404, b"{}"), (200, b" " * (handover.MOST + 1))], ids=["404", "long"]
)
def test_whoever_answers_otherwise_is_no_laptop_with_the_event(
    status: int, said: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Line, "status", status)
    monkeypatch.setattr(Line, "said", said)
    monkeypatch.setattr(handover.http.client, "HTTPConnection", Line)
    refused("no-answer", lambda: handover._exchanged("10.0.0.1:8000", b"{}", 1))


def test_a_takeover_without_a_keyboard_says_where_the_passphrase_may_be(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{WORDS}\n"))
    refused("no-passphrase", lambda: takeover._passphrase(""))


@pytest.mark.parametrize(("who", "told"), [("nobody", 302), ("no operator", 403), ("a PIN session", 403)])
def test_who_creates_no_events_takes_none_over_and_is_not_listened_to(
    who: str, told: int, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "_answer", lambda _request: pytest.fail("the form was read"))
    if who == "no operator":
        client.force_login(f.user())
    if who == "a PIN session":
        f.taken_over(client, f.user(operator=True), f.event())
    assert client.post(reverse("copies:takeover"), {"passphrase": "x"}).status_code == told


def zipped(*names: str) -> zipfile.ZipFile:
    out = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(out, "w") as archive:
        warnings.simplefilter("ignore", UserWarning)
        for name in names:
            archive.writestr(name, b"0123456789")
    return zipfile.ZipFile(out)


@pytest.mark.parametrize(
    "names",
    [
        (content.FACTS,),
        (content.FACTS, content.ROWS, content.ROWS),
        (content.FACTS, content.ROWS, "evil"),
        (content.FACTS, content.ROWS, "photos/../x.jpg"),
    ],
    ids=["no rows", "rows twice", "something else", "a way out"],
)
def test_a_copy_with_other_files_in_it_is_not_looked_into(names: tuple[str, ...]) -> None:
    content._look_over(zipped(content.FACTS, content.ROWS))
    refused("damaged-copy", lambda: content._look_over(zipped(*names)))


def test_a_copy_whose_inside_is_bent_is_told_as_damaged() -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(content.FACTS, b"x" * 500)
        archive.writestr(content.ROWS, b"")
    data = bytearray(made.getvalue())
    at = 30 + len(content.FACTS)
    data[at : at + 4] = b"\xff" * 4
    refused("damaged-copy", lambda: content.read(io.BytesIO(data)))


def test_a_copy_larger_than_any_is_not_read_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = zipped(content.FACTS, content.ROWS)
    assert content._bounded(whole, content.FACTS, 10) == b"0123456789"
    refused("damaged-copy", lambda: content._bounded(whole, content.FACTS, 9))
    monkeypatch.setattr(content, "MOST_ALL", 19)
    refused("damaged-copy", lambda: content._look_over(whole))


def test_a_copy_that_does_not_read_back_as_it_was_written_is_none(hall: f.Hall) -> None:
    sealed_copy(hall)
    path, key = plans.newest(hall.event), plans.key_kept(CopyPlan.objects.get(event=hall.event))
    assert key is not None
    refused("damaged-copy", lambda: making.read_back(path, key, "0" * 64))


def test_a_copy_of_which_something_does_not_hold_is_not_taken_over(
    hall: f.Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = sealed_copy(hall)
    gone(hall)
    monkeypatch.setattr(
        take_over.invariants, "unsound", lambda _event: [{"sentence": "Table 1 counts twice."}]
    )
    with pytest.raises(Refusal, match="Table 1 counts twice"):
        taken(data)
    assert not Event.objects.exists()


@pytest.mark.parametrize("wrong", [{"format": "td-backup"}, {"version": "1"}, {"version": 0}], ids=str)
def test_a_copy_of_another_kind_is_told_by_its_first_facts(wrong: dict[str, Any]) -> None:
    with pytest.raises(Refusal, match="it is of another kind"):
        content._refuse_foreign(
            {"format": content.FORMAT, "version": content.VERSION, "migrations": [], **wrong}
        )


def test_a_picture_that_is_not_what_its_name_says_is_not_kept(tmp_path: Path) -> None:
    archive = zipped(content.FACTS)
    target = tmp_path / "photos" / "x.jpg"
    refused("damaged-copy", lambda: content._put(archive, archive.infolist()[0], target, "0" * 64))
    assert list(target.parent.iterdir()) == []


def test_a_sealed_file_larger_than_any_copy_is_not_opened_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    key, out, inside = sealed.key_of(WORDS, b"s" * 16), io.BytesIO(), io.BytesIO()
    sealed.seal(key, io.BytesIO(bytes(4 * sealed.PIECE)), out)
    monkeypatch.setattr(sealed, "MOST", sealed.PIECE)
    out.seek(0)
    refused("damaged-copy", lambda: sealed.open_sealed(key, out, inside))
    assert len(inside.getvalue()) == sealed.PIECE
