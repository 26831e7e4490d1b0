"""The bundle for the federation: what is in it and what never is, and that it counts once where it arrives."""

from __future__ import annotations

import copy
import csv
import hashlib
import io
import json
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client

from tdapp.desk.ledger.result_entry import Entry
from tdapp.desk.ledger.rows import current_result
from tdapp.desk.results.commands.results import correct_result
from tdapp.events.models import Division, Entrant, Event, Table
from tdapp.interchange.archives.importing import import_archive
from tdapp.interchange.commands.federation import MOST_REMARKS, bring_bundle, bundle_of
from tdapp.interchange.federation import bundle, incidents
from tdapp.interchange.federation.making import Signature, make
from tdapp.interchange.models import BroughtIn, EventPreview
from tdapp.judging.incidents.commands.incidents import report
from tdapp.judging.models import Ruling
from tdapp.kernel import clock, context
from tdapp.kernel.commands import Installation
from tdapp.kernel.models import AuditEntry
from tdapp.kernel.refusals import Refusal
from tdapp.people import registry
from tdapp.people.models import Player, RatingList
from tests import factories as f
from tests.interchange import bundles
from tests.kept import kept
from tests.ratings.test_runs import do, new_list

pytestmark = pytest.mark.django_db
SYSTEM = context.system()
SIGNED = Signature("Ana Cruz", "Director", "Table 3 was warned for noise.")
CANARIES = ("2011-03-07", "1985-05-05", "Kanaryong Ina", "0917-555-77", "a slip nobody should read")


def played() -> Division:
    """Six players, two rounds, everything confirmed; one of them is a child, one has no number yet."""
    division = f.division(f.event("cebu", name="Cebu Open"))
    f.entrants(division, 6)
    Entrant.objects.filter(division=division, number=2).update(age="minor", given="Lila", surname="Batangas")
    Player.objects.filter(entries__division=division, entries__number=2).update(
        given="Lila", surname="Batangas", key="batangas lila"
    )
    Player.objects.filter(entries__division=division, entries__number=6).update(number="T-6")
    f.play(f.published(division))
    f.play(f.published(division, f.turned(division, 2)))
    return Division.objects.select_related("event").get(pk=division.pk)


@pytest.fixture(scope="module")
def _division(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: Any
) -> Iterator[Division]:
    with kept(request, django_db_blocker):
        yield played()


@pytest.fixture
def division(_division: Division) -> Division:
    """What all these tests sign, as it was played."""
    return copy.deepcopy(_division)


def sent(division: Division, **more: Any) -> bytes:
    """Its bundle as another installation would have sent it."""
    return bundles.elsewhere(make(division.event, SIGNED).data, **more)


def bring(data: bytes) -> dict[str, Any]:
    return bring_bundle(SYSTEM, Installation(), data=data)


def rows(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))


def test_everything_the_association_rates_by_is_in_it_under_one_manifest(division: Division) -> None:
    files = bundles.files_of(make(division.event, SIGNED).data)
    manifest = json.loads(files.pop("manifest.json"))
    assert manifest["files"] == {
        name: [hashlib.sha256(data).hexdigest(), len(data)] for name, data in files.items()
    }
    roster = rows(files["roster.csv"])
    assert [row["Membership"] != "" for row in roster] == [True] * 5 + [False]
    assert (roster[1]["Surname"], len(rows(files["results.csv"]))) == ("Batangas", 12)
    assert {row["Games"] for row in rows(files["attendance.csv"])} == {"2"}
    signed = json.loads(files["signed.json"])
    assert (signed["name"], signed["results"]) == ("Ana Cruz", manifest["digest"])
    assert json.loads(files["incidents.json"]) == {"kept": True, "count": 0, "incidents": []}


def test_the_same_event_signed_at_the_same_moment_gives_the_same_bytes(division: Division) -> None:
    first = make(division.event, SIGNED)
    again = make(division.event, SIGNED)
    assert first.digest == again.digest
    one, other = (bundles.files_of(made.data) for made in (first, again))
    assert {name for name in one if one[name] != other[name]} <= {"signed.json", "manifest.json"}


def test_no_birth_date_no_contact_and_no_typed_reason_is_in_any_of_it(division: Division) -> None:
    for number, born in ((1, date(1985, 5, 5)), (2, date(2011, 3, 7))):
        player = division.entrants.get(number=number).player
        assert player
        facts = {"birth_date": born, "birth_year": born.year, "guardian": CANARIES[2], "contact": CANARIES[3]}
        registry.keep_private(player, division.scope_key, consent=True, by=CANARIES[2], **facts)
    Entrant.objects.filter(division=division, number=1).update(seniority=1, extras={"contact": CANARIES[3]})
    division.entrants.get(number=3).absences.create(
        first=3, kind="withdrawn", intent="forfeit", reason=CANARIES[4]
    )
    table = Table.objects.select_related("round__division__event").filter(round__division=division)[0]
    current = current_result(table)
    assert current
    correct_result(f.program(division.event), table, entry=Entry(scores=(401, 399)), seen=current.version,
                   reason=CANARIES[4], sure=True)  # fmt: skip
    files = bundles.files_of(make(division.event, SIGNED).data)
    [told] = json.loads(files["event.json"])["divisions"]
    assert {one["seniority"] for one in told["entrants"]} == {0}, "the order by age"
    for name, content in files.items():
        text = content.decode()
        assert not [canary for canary in CANARIES if canary in text], name
        assert "minor" not in text
        assert "adult" not in text


def test_rulings_are_counted_and_nobody_is_named(division: Division) -> None:
    answers = [{"key": "zzz", "typed": "zzz", "acceptable": False, "layer": "main"}]
    Ruling.objects.create(division=division, words=["zzz"], answers=answers, acceptable=False, ruled_by="judge",
                          judge_name="Judge Kanaryo")  # fmt: skip
    told = bundles.files_of(make(division.event, SIGNED).data)["rulings.json"].decode()
    assert json.loads(told)["words"] == [{"name": "zzz", "all": 1, "succeeded": 1}]
    assert "Kanaryo" not in told


def test_the_register_of_incidents_goes_along_without_names(division: Division) -> None:
    here = division
    table = f.table(here, here.table_first, 1)
    report(f.program(here.event), here.event, kind="exposed", text="Two tiles lay open", table=table)
    told = incidents.summary(here.event)
    assert (told["kept"], told["count"], told["incidents"][0]["kind"]) == (True, 1, "exposed")
    assert len(told["incidents"][0]["players"]) == 2
    assert "Two tiles" not in json.dumps(told)


@pytest.mark.parametrize(
    ("signature", "said"),
    [
        (Signature(" "), "Say who signs"),
        (Signature("Ana", remarks="x" * (MOST_REMARKS + 1)), "too long"),
        (Signature("Ana", divisions=("nowhere",)), "no division nowhere"),
    ],
)
def test_what_nobody_stands_behind_is_not_signed(signature: Signature, said: str, division: Division) -> None:
    event = division.event
    with pytest.raises(Refusal, match=said):
        bundle_of(f.program(event), event, signature)
    assert not AuditEntry.objects.filter(intent="event.sign").exists()


def test_an_event_with_open_tables_is_not_signed_but_its_finished_divisions_are(division: Division) -> None:
    other = f.division(division.event, "Side")
    f.entrants(other, 4)
    f.published(other)
    with pytest.raises(Refusal, match="Side: 2 tables have no confirmed result"):
        make(division.event, SIGNED)
    made = make(division.event, Signature("Ana", divisions=("open",)))
    assert {row["Division"] for row in rows(bundles.files_of(made.data)["roster.csv"])} == {"open"}


def test_it_is_brought_in_once_however_often_it_is_sent(division: Division) -> None:
    data = sent(division)
    players = Player.objects.count()
    first = bring(data)
    assert (first["made"], first["people"]) == (True, {"number": 5, "name": 1, "new": 0, "all": 6})
    again = bring(data)
    assert (again["made"], again["corrected"], again["slug"]) == (False, 0, first["slug"])
    assert (Event.objects.count(), BroughtIn.objects.count(), Player.objects.count()) == (2, 1, players)


def test_who_was_guarded_there_is_guarded_here_and_nobody_is_public(division: Division) -> None:
    event = Event.objects.get(slug=bring(sent(division))["slug"])
    child = event.entrants.select_related("division__event").get(number=2)
    assert (child.guarded, child.surname, event.public) == (True, "Batangas", False)
    assert [row.guarded for row in event.entrants.select_related("division__event").exclude(number=2)] == [
        False
    ] * 5


def test_a_run_makes_of_it_what_it_makes_where_it_was_played(division: Division) -> None:
    there, here = new_list(), RatingList.objects.create(slug="federation", name="Federation")
    do(there, division)
    do(here, Event.objects.get(slug=bring(sent(division))["slug"]).divisions.get())
    ratings = [dict(row.values.values_list("player__number", "rating")) for row in (there, here)]
    assert ratings[0] == ratings[1]
    assert len(ratings[0]) == 6


def rescored(event: dict[str, Any]) -> None:
    """The first table of round 1 was another result."""
    [result] = event["divisions"][0]["rounds"][0]["tables"][0]["results"]
    result["lines"][0]["score"], result["lines"][1]["score"] = 300, 555


@pytest.mark.parametrize("policy", ["single", "two-people"])
def test_a_later_bundle_of_the_event_corrects_what_was_corrected_there(
    division: Division, policy: str
) -> None:
    division.confirm_policy = policy
    division.save()
    for row in Table.objects.filter(round__division=division):
        assert row.results.filter(in_force=True).exists()
    data = sent(division)
    event = Event.objects.get(slug=bring(data)["slug"])
    told = bring(sent(division, change=rescored, origin=bundles.origin_of(data)))
    assert (told["made"], told["corrected"], told["slug"]) == (False, 1, event.slug)
    table = Table.objects.get(round__division__event=event, round__number=1, number=1)
    counts = table.results.get(in_force=True)
    assert [line.score for line in counts.lines.order_by("seat")] == [300, 555]
    assert (counts.reason, table.results.count()) == ("Corrected where it was played", 2)
    assert bring(sent(division, change=rescored, origin=bundles.origin_of(data)))["corrected"] == 0


def test_a_later_bundle_with_other_pairings_is_refused_with_what_to_do(division: Division) -> None:
    data = sent(division)
    bring(data)

    def turned(event: dict[str, Any]) -> None:
        event["divisions"][0]["rounds"][0]["tables"][0]["seats"].reverse()

    with pytest.raises(Refusal, match=r"other people or pairings.*put it in the bin"):
        bring(sent(division, change=turned, origin=bundles.origin_of(data)))


def test_an_older_bundle_does_not_undo_what_was_corrected_since(division: Division) -> None:
    with clock.at(datetime(2026, 3, 15, 8, tzinfo=UTC)):
        old = sent(division)
    with clock.at(datetime(2026, 3, 16, 9, tzinfo=UTC)):
        bring(sent(division, change=rescored, origin=bundles.origin_of(old)))
    with pytest.raises(Refusal) as refused:
        bring(old)
    [sentence] = refused.value.sentences
    assert "2026-03-15 16:00:00" in sentence
    assert "2026-03-16 17:00:00" in sentence
    event = BroughtIn.objects.get().event
    table = Table.objects.get(round__division__event=event, round__number=1, number=1)
    scores = table.results.get(in_force=True).lines.order_by("seat").values_list("score", flat=True)
    assert list(scores) == [300, 555]
    assert BroughtIn.objects.get().signed["at"].startswith("2026-03-16")


def test_the_dry_run_refuses_the_older_bundle_too(division: Division) -> None:
    client = keeper()
    with clock.at(datetime(2026, 3, 15, 8, tzinfo=UTC)):
        old = sent(division)
    with clock.at(datetime(2026, 3, 16, 9, tzinfo=UTC)):
        bring(sent(division, change=rescored, origin=bundles.origin_of(old)))
    answer = client.post("/new/bundle", {"file": SimpleUploadedFile("cebu.zip", old)})
    assert "a newer one" in page(answer, 422)


@pytest.mark.parametrize("at", ["", "yesterday", "2026-03-15T08:00:00"])
def test_a_signature_without_a_moment_is_refused(at: str, division: Division) -> None:
    found = bundle.unpack(sent(division))
    signed = json.dumps({**found.data(bundle.SIGNED), "at": at}).encode()
    with pytest.raises(Refusal, match="does not say when"):
        bring(bundle.pack(found.origin, found.digest, {**found.files, bundle.SIGNED: signed})[0])


@pytest.mark.parametrize("name", ["event.json", "signed.json", "rulings.json", "incidents.json"])
@pytest.mark.parametrize("depth", [21, 900])
def test_a_file_of_lists_in_lists_is_one_sentence(name: str, depth: int, division: Division) -> None:
    found = bundle.unpack(sent(division))
    told = {**found.data(name), "format": "td-federation-event", "more": 0}
    nested = json.dumps(told).replace('"more": 0', f'"more": {"[" * depth}{"]" * depth}').encode()
    data = bundle.pack(found.origin, found.digest, {**found.files, name: nested})[0]
    answer = keeper().post("/new/bundle", {"file": SimpleUploadedFile("cebu.zip", data)})
    assert f"{name} is nested too deeply" in page(answer, 422)


@pytest.mark.parametrize("depth", [21, 400])
def test_an_archive_of_lists_in_lists_is_one_sentence(depth: int) -> None:
    nested = b'{"format": "td-archive", "more": ' + b"[" * depth + b"]" * depth + b"}"
    with pytest.raises(Refusal, match="nested too deeply"):
        import_archive(SYSTEM, Installation(), data=nested)


def test_a_manifest_of_lists_in_lists_is_one_sentence(division: Division) -> None:
    files = bundles.files_of(sent(division))
    nested = b'{"more": ' + b"[" * 900 + b"]" * 900 + b', "manifest": ""}'
    with pytest.raises(Refusal, match="its manifest cannot be read"):
        bring(bundles.zipped(files | {"manifest.json": nested}))


def test_after_the_bin_it_may_come_again(division: Division) -> None:
    data = sent(division)
    first = bring(data)
    Event.objects.filter(slug=first["slug"]).update(deleted_at="2026-03-15T00:00:00Z")
    again = bring(data)
    assert (again["made"], BroughtIn.objects.get().event.slug) == (True, again["slug"])


def test_an_event_of_this_installation_needs_no_bundle(division: Division) -> None:
    with pytest.raises(Refusal, match="was played on this installation"):
        bring(make(division.event, SIGNED).data)


def test_a_number_that_is_somebody_elses_here_is_told_and_becomes_a_temporary_one(division: Division) -> None:
    data = sent(division)
    number = division.entrants.get(number=1).player.number  # type: ignore[union-attr]
    Player.objects.filter(number=number).update(surname="Rizal", given="Jose", key="rizal jose", club=None)
    told = bring(data)
    assert told["people"]["new"] == 1
    event = Event.objects.get(slug=told["slug"])
    assert event.entrants.get(number=1).player.is_temporary  # type: ignore[union-attr]


SPOILT: dict[str, Any] = {
    "no zip": lambda _d: b"hello",
    "a zip of something else": lambda _d: bundles.zipped({"a.txt": b"x"}),
    "a file changed": lambda d: bundles.zipped(bundles.files_of(d) | {"results.csv": b"x"}),
    "the event changed": lambda d: bundles.zipped(
        bundles.files_of(d) | {"event.json": bundles.files_of(d)["event.json"].replace(b"Cebu", b"Cebo")}
    ),
    "a file too many": lambda d: bundles.zipped(bundles.files_of(d) | {"more.txt": b"x"}),
    "a file missing": lambda d: bundles.zipped({n: c for n, c in bundles.files_of(d).items() if n != "signed.json"}),
    "the manifest changed": lambda d: bundles.with_manifest(d, digest="0" * 64),
    "a word more in the manifest": lambda d: bundles.with_manifest(d, note="trust me"),
    "another format": lambda d: bundles.with_manifest(d, format="td-backup"),
    "the manifest is no JSON": lambda d: bundles.zipped(bundles.files_of(d) | {"manifest.json": b"{"}),
    "the manifest is a list": lambda d: bundles.zipped(bundles.files_of(d) | {"manifest.json": b"[" * 9000}),
    "the manifest is of a newer version": lambda d: bundles.sealed_anew(d, version=99),
    "the manifest names no files": lambda d: bundles.sealed_anew(d, files=[]),
    "locked": lambda d: bundles.locked(d),
    "no event in it": lambda d: bundles.elsewhere(d, lambda event: event.update(format="a poem")),
    "an event of a newer version": lambda d: bundles.elsewhere(d, lambda event: event.update(version=99)),
    "nobody's signature": lambda d: bundles.with_file(d, "signed.json", ["me"]),
    "rulings that are a list": lambda d: bundles.with_file(d, "rulings.json", [1]),
    "a player nobody says is guarded or not": lambda d: bundles.elsewhere(
        d, lambda event: event["divisions"][0]["entrants"][0].pop("guarded")
    ),
    "cut in the middle": lambda d: d[: len(d) // 2],
    "a bomb": lambda d: bundles.zipped(bundles.files_of(d) | {"event.json": b" " * (65 << 20)}),
    "a thousand files": lambda _d: bundles.zipped({f"{n}.txt": b"" for n in range(1000)}),
    "too many megabytes": lambda _d: b"PK\x03\x04" + b"x" * (9 << 20),
}  # fmt: skip


# What stands first in the way of each: a bomb must not be unpacked to be found out.
WHY = {
    "a bomb": "unpacks to more than", "a thousand files": "more than 20 files", "too many megabytes": "larger than 8 MB",
    "a file changed": "results.csv is not as its manifest says", "a word more in the manifest": "manifest was changed",
    "no zip": "no zip file", "a file missing": "files are missing", "a file too many": "missing or too many",
    "the manifest is of a newer version": "newer version", "the manifest names no files": "its manifest cannot be read",
    "locked": "it is locked", "no event in it": "it holds no event", "an event of a newer version": "newer version",
    "nobody's signature": "nobody signed it", "rulings that are a list": "rulings.json cannot be read",
    "a player nobody says is guarded or not": "roster is not as it should be", "the event changed": "event.json is not as",
    "the manifest changed": "manifest was changed", "another format": "manifest was changed",
}  # fmt: skip


def test_a_spoilt_bundle_is_one_sentence_and_nothing_is_stored(division: Division) -> None:
    whole = sent(division)
    for name, spoil in SPOILT.items():
        with pytest.raises(Refusal) as refused:
            bring(spoil(whole))
        assert len(refused.value.sentences) == 1, name
        assert WHY.get(name, "undle") in str(refused.value)
        assert (Event.objects.count(), BroughtIn.objects.count()) == (1, 0), name


def _unsigned(data: bytes) -> bytes:
    found = bundle.unpack(data)
    signed = json.dumps({**found.data(bundle.SIGNED), "results": "0" * 64}).encode()
    return bundle.pack(found.origin, found.digest, {**found.files, bundle.SIGNED: signed})[0]


def test_a_signature_under_other_results_is_none(division: Division) -> None:
    with pytest.raises(Refusal, match="nobody signed it"):
        bring(_unsigned(sent(division)))


def test_what_stands_inside_cannot_be_brought_in_past_the_bundle(division: Division) -> None:
    """Alone it would lose the marks of guarded children."""
    inside = bundles.files_of(sent(division))["event.json"]
    with pytest.raises(Refusal, match="no archive of an event"):
        import_archive(SYSTEM, Installation(), data=inside)


def director(division: Division) -> Client:
    client = Client()
    client.force_login(f.member(division.event, "director", "dina"))
    return client


def keeper() -> Client:
    client = Client()
    client.force_login(f.user("keeper", operator=True))
    return client


def page(answer: Any, status: int = 200) -> str:
    assert answer.status_code == status, answer.content[:800]
    text: str = answer.content.decode()
    return text


def test_the_director_signs_on_a_page_and_the_log_keeps_it(division: Division) -> None:
    client, path = director(division), "/e/cebu/export/federation"
    assert "all confirmed" in page(client.get(path))
    typed = {"division": "open", "name": "Dina Reyes", "role": "Director", "remarks": "None."}
    assert "looked them through" in page(client.post(path, typed), 422)
    answer = client.post(path, {**typed, "sure": "on"})
    assert answer["Content-Disposition"] == 'attachment; filename="cebu-federation.zip"'
    assert bundle.unpack(answer.content).data("signed.json")["name"] == "Dina Reyes"
    assert AuditEntry.objects.get(intent="event.sign").payload["after"]["signed"] == "Dina Reyes"
    assert "Signed and taken as a file at" in page(client.get(path))


def test_the_federation_looks_at_it_then_brings_it_in(division: Division) -> None:
    data, client = sent(division), keeper()
    answer = client.post("/new/bundle", {"file": SimpleUploadedFile("cebu.zip", data)})
    dry = page(client.get(answer["Location"]))
    assert "Bring this event in" in dry
    assert "Table 3 was warned" in dry
    assert (Event.objects.count(), BroughtIn.objects.count()) == (1, 0)
    preview = EventPreview.objects.get()
    client.post(f"{answer['Location']}apply", {"seen": preview.digest})
    assert (Event.objects.count(), EventPreview.objects.get().files) == (2, None)
    assert "Cebu Open" in page(client.get("/new/bundle"))
    again = client.post("/new/bundle", {"file": SimpleUploadedFile("cebu.zip", data)})
    assert "nothing would change" in page(client.get(again["Location"]))
    client.post(f"{again['Location']}discard")
    assert "no zip file" in page(client.post("/new/bundle", {"file": SimpleUploadedFile("a.zip", b"x")}), 422)


def test_the_command_line_writes_it_and_brings_it_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], division: Division
) -> None:
    out = tmp_path / "cebu.zip"
    call_command("federation_bundle", "cebu", "--out", str(out), "--signed-by", "Ana Cruz", "--json")
    told = json.loads(capsys.readouterr().out)
    assert told["fingerprint"] == bundle.unpack(out.read_bytes()).fingerprint
    out.write_bytes(bundles.elsewhere(out.read_bytes()))
    call_command("import_bundle", str(out), "--dry-run", "--json")
    assert json.loads(capsys.readouterr().out)["people"]["all"] == 6
    assert Event.objects.count() == 1
    call_command("import_bundle", str(out))
    assert "5 known by number, 1 by name and club, 0 new" in capsys.readouterr().out
    call_command("import_bundle", str(out))
    assert "nothing changes" in capsys.readouterr().out
    with pytest.raises(SystemExit) as stopped:
        call_command("import_bundle", str(tmp_path / "none.zip"))
    assert stopped.value.code == 2
