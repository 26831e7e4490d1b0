"""The places of a website at the desk: added, confirmed, changed; what is refused, and that no secret is ever shown."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from tdapp.events.models import Event
from tdapp.kernel.models import AuditEntry, IdempotencyKey, Job
from tdapp.kernel.refusals import Conflict, Refusal
from tdapp.publishing.models import PushPlace
from tdapp.publishing.site.push import fingerprints, forms, guarded, kinds, sealing, sending
from tdapp.publishing.site.push.commands import places
from tdapp.publishing.site.push.faults import ASKING, PASSING, Fault, sentence
from tdapp.publishing.site.push.holds import Holds
from tdapp.publishing.site.push.targets.sftp import UnknownKey
from tests import factories as f
from tests.kept import first
from tests.publishing.hall import played_hall
from tests.publishing.push.places import Shelf, again, in_folder, ticked

pytestmark = pytest.mark.django_db
whole, ready = first(played_hall, 4)
SFTP = {"host": "sftp.example.org", "port": 22, "user": "club", "folder": "web", "sign": "password"}
S3 = {
    "endpoint": "https://s3.example.org",
    "bucket": "results",
    "inside": "",
    "key_id": "AK",
    "region": "",
    "path_style": True,
}
KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGuXsm0eEqdVtRpoKbIy5nSYxrqbnXcRbpKwSjvtmuJv"
OTHER = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
SECRET = "correct-horse-battery"


@pytest.fixture
def event() -> Event:
    return played_hall(4).division.event


def added(event: Event, kind: str = "sftp", where: dict[str, Any] = SFTP, **more: Any) -> PushPlace:
    said = {"name": "Club web", "secret": SECRET, **more}
    answer = places.add_place(f.program(event), event, kind=kind, where=where, **said)
    return PushPlace.objects.select_related("event").get(pk=answer["place"])


def desk(event: Event, role: str = "director") -> Client:
    client = Client()
    client.force_login(f.member(event, role))
    return client


def base(event: Event) -> str:
    return f"/e/{event.slug}/website/places/"


def test_a_director_adds_a_web_host_and_is_shown_our_key_and_then_its_fingerprint(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = desk(event)
    body = {**SFTP, "name": "Club web", "sign": "key", "by_itself": "on"}
    answer = client.post(f"{base(event)}add/sftp/", body)
    assert answer.status_code == 303
    place = PushPlace.objects.get(event=event)
    text = client.get(answer["Location"]).content.decode()
    assert place.public_key.startswith("ssh-ed25519 AAAA")
    assert place.public_key in text
    shelf = Shelf()
    monkeypatch.setattr(kinds, "opened", shelf.opened)
    shelf.fault = UnknownKey("unknown-key", "sftp.example.org", KEY)
    ticked()
    text = client.get(answer["Location"]).content.decode()
    assert "sftp.example.org is met for the first time." in text
    assert fingerprints.of(KEY) in text
    shelf.fault = None
    assert (
        client.post(f"{answer['Location']}confirm", {"fingerprint": fingerprints.of(KEY)}).status_code == 303
    )
    assert again(place).host_key == KEY
    ticked()
    assert "as public now" in client.get(answer["Location"]).content.decode()


def test_a_fingerprint_that_is_not_the_one_shown_confirms_nothing(event: Event) -> None:
    place = added(event)
    PushPlace.objects.filter(pk=place.pk).update(offered_key=OTHER)
    with pytest.raises(Conflict, match="another key by now"):
        places.confirm_key(f.program(event), place, fingerprint=fingerprints.of(KEY))
    with pytest.raises(Conflict):
        places.confirm_key(f.program(event), place, fingerprint="")
    assert again(place).host_key == ""


def test_a_secret_is_sealed_and_shown_nowhere(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(host: str, _port: int) -> None:
        raise Fault("no-network", host=host, why="no network in tests")

    monkeypatch.setattr(guarded, "connect", away)
    place, bucket = added(event), added(event, "s3", S3, name="Bucket")
    for one in (place, bucket):
        assert SECRET not in one.sealed
        assert kinds.secrets_of(one)["secret"] == SECRET
    private = kinds.secrets_of(place)["key"]
    ticked()
    client = desk(event)
    pages = [
        client.get(f"{base(event)}{path}").content.decode() for path in ("", f"{place.pk}/", f"{bucket.pk}/")
    ]
    logged = [
        json.dumps(row, default=str) for row in AuditEntry.objects.filter(scope=event.scope_key).values()
    ]
    kept = [json.dumps(row, default=str) for model in (Job, IdempotencyKey) for row in model.objects.values()]
    for text in (*pages, *logged, *kept):
        assert SECRET not in text
        assert private.splitlines()[1] not in text


def test_a_secret_of_another_place_or_installation_does_not_open(event: Event, settings: Any) -> None:
    place = added(event)
    other = added(event, name="Second", where={**SFTP, "host": "other.example.org"})
    assert sealing.opened(other.pk, place.sealed) is None
    settings.SECRET_KEY = "another installation's"
    with pytest.raises(Fault, match="secret-lost"):
        kinds.secrets_of(place)


def test_a_blank_secret_keeps_the_one_there_is(event: Event) -> None:
    place = added(event)
    said = {"seen": place.version, "name": "Renamed", "where": SFTP}
    places.change_place(f.program(event), place, **said)
    assert again(place).name == "Renamed"
    assert kinds.secrets_of(again(place))["secret"] == SECRET
    places.change_place(f.program(event), place, **{**said, "seen": 2, "secret": "newer"})
    assert kinds.secrets_of(again(place))["secret"] == "newer"


def test_two_who_change_a_place_at_once(event: Event) -> None:
    place = added(event)
    client, other = desk(event), desk(event)
    body = {**SFTP, "name": "One", "seen": "1"}
    assert client.post(f"{base(event)}{place.pk}/", body).status_code == 303
    answer = other.post(f"{base(event)}{place.pk}/", {**body, "name": "Two"})
    assert answer.status_code == 409
    text = answer.content.decode()
    assert "Somebody else changed this place meanwhile." in text
    assert 'value="Two"' in text
    assert 'name="seen" value="2"' in text


def test_another_host_is_met_anew_and_what_still_lies_somewhere_is_not_forgotten(event: Event) -> None:
    place = added(event)
    PushPlace.objects.filter(pk=place.pk).update(host_key=KEY)
    elsewhere = {"seen": 1, "name": "Club web", "where": {**SFTP, "host": "other.example.org"}}
    Holds(place.pk).note({"index.html": "x"})
    with pytest.raises(Refusal, match="The website still lies at club@"):
        places.change_place(f.program(event), place, **elsewhere)
    Holds(place.pk).removed(["index.html"])
    places.change_place(f.program(event), place, **elsewhere)
    assert again(place).host_key == ""


def test_a_typo_is_corrected_after_the_first_push_failed_and_the_other_place_is_looked_at(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, shelf = added(event), Shelf()
    wrong = Fault("no-folder", host="www.example.org", path="/htdocs/reslts")

    def refused(_path: str, _data: bytes) -> None:
        raise wrong

    monkeypatch.setattr(shelf, "put", refused)
    with pytest.raises(Fault):
        sending.send({"index.html": b"x"}, shelf, Holds(place.pk), lambda *_step: None, event="open")
    rightly = {"seen": again(place).version, "name": "Club web", "where": {**SFTP, "folder": "results"}}
    places.change_place(f.program(event), place, **rightly)
    assert again(place).where["folder"] == "results"
    Holds(place.pk).note({"index.html": "x"})
    Holds(place.pk).removed(["index.html"])
    elsewhere = {"seen": again(place).version, "name": "Club web", "where": {**SFTP, "folder": "other"}}
    places.change_place(f.program(event), place, **elsewhere)
    assert Holds(place.pk).new


@pytest.mark.parametrize(
    ("kind", "said", "sentence"),
    [
        ("sftp", {"host": "no host"}, "is no name of a host"),
        ("sftp", {"host": "-oProxyCommand=x"}, "is no name of a host"),
        ("sftp", {"port": 70000}, "A port is a number"),
        ("sftp", {"user": " "}, "Say the user name"),
        ("sftp", {"folder": "a/../../etc"}, "is no folder"),
        ("s3", {"endpoint": "https://s3.example.org/results"}, "is no address of object storage"),
        ("s3", {"endpoint": "https://me:pw@s3.example.org"}, "is no address of object storage"),
        ("s3", {"endpoint": ""}, "is no address of object storage"),
        ("s3", {"bucket": "no bucket"}, "is no name of a bucket"),
        ("s3", {"inside": "../x"}, "is no folder"),
        ("s3", {"key_id": ""}, "Say the id of the key"),
        ("folder", {}, "There is no such kind of place here."),
        ("inbox", {"address": ""}, "is no address of an inbox"),
        ("inbox", {"address": "https://me:pw@federation.example"}, "is no address of an inbox"),
        ("nothing", {}, "There is no such kind of place here."),
    ],
)
def test_what_leads_nowhere_is_refused(event: Event, kind: str, said: dict[str, Any], sentence: str) -> None:
    where = {**{"sftp": SFTP, "s3": S3}.get(kind, {}), **said}
    with pytest.raises(Refusal, match=sentence):
        added(event, kind, where)
    assert not PushPlace.objects.exists()


def test_a_name_twice_a_place_twice_no_name_no_secret_and_too_many(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    added(event)
    with pytest.raises(Refusal, match="There is a place of this name already"):
        added(event, name="CLUB WEB", where={**SFTP, "folder": "b"})
    with pytest.raises(Refusal, match="Club web leads to the same place already"):
        added(event, name="Second")
    with pytest.raises(Refusal, match="Give the place a name"):
        added(event, name=" ", where={**SFTP, "folder": "b"})
    with pytest.raises(Refusal, match="Type the password or the secret"):
        added(event, "s3", S3, name="Bucket", secret="")
    monkeypatch.setattr(places, "MOST", 1)
    with pytest.raises(Refusal, match="1 places at most"):
        added(event, "s3", S3, name="Bucket")


def test_on_a_server_the_way_to_storage_is_encrypted(event: Event, settings: Any) -> None:
    added(event, "s3", {**S3, "endpoint": "http://nas.local:9000"})
    settings.PUSH_PRIVATE = False
    with pytest.raises(Refusal, match="must begin with https://"):
        added(event, "s3", {**S3, "endpoint": "http://nas.local:9001"}, name="Second")


def test_a_folder_is_offered_only_where_the_operator_named_one(
    event: Event, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = desk(event)
    assert "add/folder/" not in client.get(base(event)).content.decode()
    assert client.get(f"{base(event)}add/folder/").status_code == 404
    in_folder(played_hall(4), tmp_path / "web", monkeypatch)
    assert "add/folder/" in client.get(base(event)).content.decode()
    (tmp_path / "web" / "out").symlink_to("/etc")
    for path in ("/etc", str(tmp_path / "web" / "out"), "web", f"{tmp_path}/web/../../etc"):
        with pytest.raises(Refusal, match="only into a folder inside"):
            added(event, "folder", {"path": path}, name=path)


def test_who_releases_sends_and_stops_but_only_a_director_says_where(event: Event) -> None:
    place = added(event)
    client = desk(event, "publisher")
    page = f"{base(event)}{place.pk}/"
    assert client.get(page).status_code == 200
    assert 'type="password"' not in client.get(page).content.decode()
    assert client.post(f"{page}now").status_code == 303
    assert client.post(f"{page}cancel").status_code == 303
    for path in ("", "confirm", "down", "remove"):
        assert client.post(f"{page}{path}", {**SFTP, "name": "x"}).status_code == 403
    assert desk(played_hall(4).division.event).get(page).status_code == 404


def test_a_place_that_is_removed_leaves_nothing_behind(event: Event) -> None:
    place = added(event)
    Holds(place.pk).note({"index.html": "x"})
    client = desk(event)
    assert client.post(f"{base(event)}{place.pk}/remove").status_code == 303
    assert not PushPlace.objects.exists()
    assert Holds(place.pk).new
    assert ticked() == []


def test_every_kind_has_a_form_a_label_and_a_way() -> None:
    assert forms.FORMS.keys() == set(kinds.LABELS) == set(kinds.WHERE)


def test_every_fault_is_a_sentence_that_says_what_to_do() -> None:
    for code in PASSING | ASKING:
        told = sentence({"code": code, "facts": {"host": "h", "path": "p", "user": "u", "why": "w"}})
        assert told.endswith(".")
        assert "%(" not in told
    assert all("by itself" in str(told) for told in PASSING.values())
    assert not any("by itself" in str(told) for told in ASKING.values())


def test_a_rehearsal_is_sent_nowhere_and_an_event_to_so_many_places_and_no_more(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places, "MOST", 1)
    added(event)
    with pytest.raises(Refusal) as refused:
        added(event, name="Another", where={**SFTP, "folder": "other"})
    assert refused.value.code == "too-many-places"
    PushPlace.objects.all().delete()
    event.extras = {"notices": {"rehearsal": {"kind": "rehearsal"}}}
    event.save(update_fields=["extras"])
    with pytest.raises(Refusal) as refused:
        added(event)
    assert refused.value.code == "rehearsal"
    assert not PushPlace.objects.exists()
