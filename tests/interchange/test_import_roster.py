"""A roster into an event: dry run first, then everything or nothing, and nothing private left behind."""

from __future__ import annotations

import io
import json
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.forms.models import model_to_dict

from tdapp.desk.rehearsal.invariants import broken
from tdapp.events.entries.commands.entrants import add_entrant
from tdapp.events.entries.commands.presence import withdraw
from tdapp.events.models import Entrant, Event, Presence
from tdapp.interchange import housekeeping
from tdapp.interchange.commands import roster
from tdapp.interchange.commands.entering import apply_roster
from tdapp.interchange.commands.roster import discard_roster, preview_roster
from tdapp.interchange.entering import trial
from tdapp.interchange.models import RosterPreview
from tdapp.kernel import clock, jobs, tabular
from tdapp.kernel.context import Context
from tdapp.kernel.models import AuditEntry, Job
from tdapp.kernel.refusals import Conflict, Missing, NotAllowed, Refusal
from tdapp.people.models import Player, PlayerPrivate
from tests import factories
from tests.interchange import rosters
from tests.needles import standing

pytestmark = pytest.mark.django_db
HEADINGS = "Member no,Surname,Given name,Club,Division,Rating,Birth year,Guardian consent\n"


@pytest.fixture
def hall() -> Event:
    event = factories.event("cebu")
    for name in ("Open", "College-High School", "Elementary"):
        factories.division(event, name)
    return event


@pytest.fixture
def ctx(hall: Event) -> Context:
    return factories.acting(factories.member(hall, "registrar"), hall)


def dry_run(ctx: Context, event: Event, text: str | bytes, **more: Any) -> RosterPreview:
    data = text.encode() if isinstance(text, str) else text
    told = preview_roster(ctx, event, data=data, name="entries.csv", **more)
    return RosterPreview.objects.select_related("event").get(pk=told["id"])


def enter(
    ctx: Context, event: Event, text: str | bytes, skip_refused: bool = False, **more: Any
) -> dict[str, Any]:
    preview = dry_run(ctx, event, text, **more)
    answer: dict[str, Any] = apply_roster(
        ctx, preview, seen=preview.digest, skip_refused=skip_refused, minors="no"
    )
    return answer


def entered(event: Event) -> list[tuple[Any, ...]]:
    rows = Entrant.objects.filter(event=event).order_by("division__order", "number")
    return list(
        rows.values_list("division__slug", "number", "surname", "given", "club__name", "rating", "age")
    )


def test_a_dry_run_enters_nobody_and_tells_everything(hall: Event, ctx: Context):
    preview = dry_run(ctx, hall, rosters.clean_csv())
    assert preview.counts == {"add": 8, "change": 0, "same": 0, "refused": 0, "missing": 0}
    assert [row["name"] for row in preview.report["add"]][:2] == ["Katigbak, Amihan", "Peñaflor, Bayani"]
    assert not Entrant.objects.exists()
    assert not Player.objects.exists()


def test_applying_enters_everybody_numbered_by_rating(hall: Event, ctx: Context):
    answer = enter(ctx, hall, rosters.clean_csv())
    assert answer["counts"]["add"] == 8
    assert entered(hall) == [
        ("open", 1, "dela Peña", "Makisig", "Unattached", 1760, "adult"),
        ("open", 2, "Katigbak", "Amihan", "Tarlac Tiles", 1502, "adult"),
        ("open", 3, "Peñaflor", "Bayani", "Bohol Board Club", 1388, "adult"),
        ("open", 4, "Katigbak", "Amihan", "Bohol Board Club", 990, "adult"),
        ("open", 5, "Lualhati", "Dalisay", "Tarlac Tiles", 0, "adult"),
        ("college-high-school", 1, "Ñunez", "Tala", "San Roque School", 812, "minor"),
        ("college-high-school", 2, "Sta. Maria", "Ligaya", "San Roque School", 0, "minor"),
        ("elementary", 1, "Macapagal", "Luntian", "San Isidro School", 0, "minor"),
    ]
    assert Entrant.objects.get(surname="Macapagal").display_consent
    assert Player.objects.get(surname="Lualhati").is_temporary


def test_a_workbook_and_a_csv_of_the_same_people_come_to_the_same(hall: Event, ctx: Context):
    enter(ctx, hall, b"\xef\xbb\xbf" + rosters.clean_csv().encode())
    before = entered(hall)
    preview = dry_run(ctx, hall, rosters.clean_workbook())
    assert preview.counts["same"] == 8
    assert entered(hall) == before


def test_the_same_upload_twice_adds_nobody_twice(hall: Event, ctx: Context):
    enter(ctx, hall, rosters.clean_csv())
    before = entered(hall)
    answer = enter(ctx, hall, rosters.clean_csv())
    assert answer["counts"] == {"add": 0, "change": 0, "same": 8, "refused": 0, "missing": 0}
    assert entered(hall) == before
    assert Player.objects.count() == 8


def test_changes_are_shown_field_by_field_then_made(hall: Event, ctx: Context):
    enter(ctx, hall, HEADINGS + "7,Cruz,Ana,Cebu,Open,1500,1980,\n")
    preview = dry_run(ctx, hall, HEADINGS + "7,Cruz,Anna,Davao,Elementary,1520,2015,yes\n")
    [row] = preview.report["change"]
    assert row["changes"] == [
        {"field": "given", "before": "Ana", "after": "Anna"},
        {"field": "club", "before": "Cebu", "after": "Davao"},
        {"field": "division", "before": "open", "after": "elementary"},
        {"field": "rating", "before": 1500, "after": 1520},
        {"field": "birth_year", "before": 1980, "after": 2015},
        {"field": "consent", "before": False, "after": True},
    ]
    apply_roster(ctx, preview, seen=preview.digest)
    assert entered(hall) == [("elementary", 1, "Cruz", "Anna", "Davao", 1520, "minor")]
    assert Player.objects.get(number="7").given == "Anna"
    assert Entrant.objects.get().display_consent


def test_a_consent_taken_back_in_the_file_is_taken_back(hall: Event, ctx: Context):
    enter(ctx, hall, HEADINGS + "7,Cruz,Ana,Cebu,Elementary,,2015,yes\n")
    enter(ctx, hall, HEADINGS + "7,Cruz,Ana,Cebu,Elementary,,2015,no\n")
    assert not Entrant.objects.get().display_consent
    assert PlayerPrivate.objects.get().consent_at is None


def test_refused_rows_stop_everything_unless_they_are_left_out(hall: Event, ctx: Context):
    text = HEADINGS + "7,Cruz,Ana,Cebu,Open,1500,1980,\n8,Go,Ben,Cebu,Opne,1500,1980,\n"
    with pytest.raises(Refusal, match="1 row is refused") as caught:
        enter(ctx, hall, text)
    assert caught.value.facts["rows"] == [3]
    assert not Entrant.objects.exists()
    answer = enter(ctx, hall, text, skip_refused=True)
    assert answer["left_out"] == [3]
    assert [row[2] for row in entered(hall)] == ["Cruz"]


def test_when_entries_moved_on_since_the_dry_run_nothing_is_entered(hall: Event, ctx: Context):
    preview = dry_run(ctx, hall, HEADINGS + "7,Cruz,Ana,Cebu,Open,1500,1980,\n")
    enter(ctx, hall, HEADINGS + "7,Cruz,Ana,Cebu,Open,1400,1980,\n")
    with pytest.raises(Conflict, match="look at it again"):
        apply_roster(ctx, preview, seen=preview.digest)
    assert Entrant.objects.get().rating == 1400
    roster.examine_roster(ctx, preview)
    apply_roster(ctx, preview, seen=preview.digest)
    assert Entrant.objects.get().rating == 1500


def test_the_number_of_somebody_who_was_merged_is_that_of_who_stayed(hall: Event, ctx: Context):
    """So the dry run refuses it already where the name is another one; it is not found out while entering."""
    kept = Player.objects.create(number="1", surname="Uy", given="Cora", key="uy cora")
    Player.objects.create(number="8", surname="Go", given="Ben", key="go ben", merged_into=kept)
    text = HEADINGS + "7,Cruz,Ana,Cebu,Open,1500,1980,\n8,Go,Ben,Cebu,Open,1500,1980,\n"
    with pytest.raises(Refusal, match="1 row is refused") as caught:
        enter(ctx, hall, text)
    assert caught.value.facts["rows"] == [3]
    assert not Entrant.objects.exists()
    [finding] = RosterPreview.objects.get().report["findings"]
    assert (finding["code"], finding["row"]) == ("member-of-another", 3)


def test_the_file_is_forgotten_once_it_is_applied_discarded_or_a_day_old(hall: Event, ctx: Context):
    enter(ctx, hall, rosters.clean_csv())
    discard_roster(ctx, dry_run(ctx, hall, rosters.clean_csv()))
    old = dry_run(ctx, hall, rosters.clean_csv())
    with clock.at(clock.now() + timedelta(hours=25)):
        new = dry_run(ctx, hall, rosters.clean_csv())
        housekeeping.tick()
        housekeeping.tick()
    assert AuditEntry.objects.filter(intent="roster.forget").count() == 1
    kept = RosterPreview.objects.filter(data__isnull=False)
    assert [row.pk for row in kept] == [new.pk]
    assert RosterPreview.objects.exclude(report={}).count() == 1
    old.refresh_from_db()
    with pytest.raises(Refusal, match="is over"):
        apply_roster(ctx, old, seen=old.digest)


def test_nothing_private_reaches_the_log(hall: Event, ctx: Context):
    canary = "Member no,Surname,Given name,Division,Birth date,Guardian,E-mail\n"
    canary += "7,Cruz,Ana,Elementary,2015-07-13,Gloria Canary,canary@example.org\n"
    enter(ctx, hall, canary)
    enter(ctx, hall, canary.replace("07-13", "07-14").replace("Gloria", "Aurora"))
    discard_roster(ctx, dry_run(ctx, hall, canary))
    log = json.dumps(list(AuditEntry.objects.values_list("payload", "reason", "target")), default=str)
    assert standing(log, "Canary", "canary", "07-13", "07-14", "2015") == []
    assert PlayerPrivate.objects.get().birth_date == date(2015, 7, 14)
    assert {entry.intent for entry in AuditEntry.objects.filter(scope=hall.scope_key)} == {
        "roster.preview", "roster.take_turn", "roster.stage", "roster.apply", "roster.discard",
    }  # fmt: skip


def test_a_player_known_from_another_event_is_entered_again(hall: Event, ctx: Context):
    enter(ctx, hall, HEADINGS + ",Cruz,Ana,Cebu,Open,1500,1980,\n")
    other = factories.event()
    factories.division(other, "Open")
    there = factories.acting(factories.member(other, "director"), other)
    preview = dry_run(there, other, HEADINGS + "99,Cruz,Ana,Cebu,Open,1510,1980,\n")
    assert preview.report["add"][0]["known"]
    apply_roster(there, preview, seen=preview.digest)
    assert Player.objects.get().number == "99"
    assert Player.objects.get().entries.count() == 2


def test_a_real_number_of_a_known_player_takes_the_place_of_a_temporary_one(hall: Event, ctx: Context):
    enter(ctx, hall, HEADINGS + ",Cruz,Ana,Cebu,Open,1500,1980,\n,Go,Ben,Cebu,Open,1500,1980,\n")
    owner = Player.objects.create(number="99", surname="Cruz", given="Ana", key="cruz ana")
    enter(ctx, hall, HEADINGS + "99,Cruz,Ana,Cebu,Open,1500,1980,\n98,Go,Ben,Cebu,Open,1500,1980,\n")
    assert Entrant.objects.get(surname="Cruz").player == owner
    assert Player.objects.get(number="T-1").merged_into == owner
    assert Entrant.objects.get(surname="Go").player.number == "98"


def test_what_parents_told_goes_with_the_player_to_the_real_number(hall: Event, ctx: Context):
    enter(ctx, hall, HEADINGS + ",Cruz,Ana,Cebu,Elementary,0,2015,yes\n")
    told = PlayerPrivate.objects.filter(scope=f"event:{hall.pk}")
    told.update(guardian="Cora Cruz", contact="0917")
    owner = Player.objects.create(number="99", surname="Cruz", given="Ana", key="cruz ana")
    enter(ctx, hall, HEADINGS + "99,Cruz,Ana,Cebu,Elementary,900,2015,yes\n")
    row = told.get()
    assert (row.player, row.birth_year, row.guardian, row.contact, row.consent) == (
        owner, 2015, "Cora Cruz", "0917", True,
    )  # fmt: skip
    assert broken(hall) == []


def test_a_list_that_tells_the_guardian_leaves_all_else_that_was_told(hall: Event, ctx: Context):
    enter(ctx, hall, HEADINGS + "7,Cruz,Ana,Cebu,Elementary,0,2015,yes\n")
    [before] = PlayerPrivate.objects.values()
    enter(ctx, hall, "Member no,Surname,Given name,Division,Guardian\n7,Cruz,Ana,Elementary,Cora Cruz\n")
    [after] = PlayerPrivate.objects.values()
    assert {name for name in after if after[name] != before[name]} == {"id", "guardian"}


def test_the_number_of_somebody_else_is_never_taken(hall: Event, ctx: Context):
    Player.objects.create(number="99", surname="Uy", given="Cora", key="uy cora")
    with pytest.raises(Refusal, match="refused"):
        enter(ctx, hall, HEADINGS + "99,Cruz,Ana,Cebu,Open,1500,1980,\n")
    enter(ctx, hall, HEADINGS + ",Cruz,Ana,Cebu,Open,1500,1980,\n")
    with pytest.raises(Refusal, match="refused"):
        enter(ctx, hall, HEADINGS + "99,Cruz,Ana,Cebu,Open,1500,1980,\n")


def test_seeds_of_the_file_go_before_ratings(hall: Event, ctx: Context):
    text = 'Name,Division,Rating,Seed\n"Cruz, A",Open,1500,2\n"Go, B",Open,1400,1\n"Uy, C",Open,1900,\n'
    enter(ctx, hall, text)
    assert [(row[1], row[2]) for row in entered(hall)] == [(1, "Go"), (2, "Cruz"), (3, "Uy")]


def test_numbers_stay_when_a_division_already_has_people(hall: Event, ctx: Context):
    enter(ctx, hall, HEADINGS + "7,Cruz,Ana,Cebu,Open,1500,1980,\n")
    enter(ctx, hall, HEADINGS + "8,Go,Ben,Cebu,Open,1900,1980,\n")
    assert [(row[1], row[2]) for row in entered(hall)] == [(1, "Cruz"), (2, "Go")]


def test_a_late_entry_has_its_missed_rounds_noted():
    here = factories.hall(players=4, rounds=2, played=1)
    ctx = here.as_(here.director)
    enter(ctx, here.event, "Surname,Given name\nCruz,Zeny\n")
    [absence] = Presence.objects.filter(entrant__given="Zeny")
    assert (absence.first, absence.last, absence.kind) == (1, 2, "late")


def test_who_is_not_in_the_file_stays_withdrawn_or_not():
    here = factories.hall(players=4, rounds=0)
    ctx = here.as_(here.director)
    withdraw(
        ctx, here.division.entrants.select_related("division__event").first(), from_round=1, intent="unscored"
    )
    answer = enter(ctx, here.event, "Surname,Given name\nCruz,Zeny\n")
    assert answer["counts"]["missing"] == 4
    assert here.division.entrants.count() == 5


def test_a_division_is_not_left_after_round_1():
    here = factories.hall(players=4, rounds=1, frozen_at=clock.now())
    factories.division(here.event, "Other")
    row = here.division.entrants.select_related("player").first()
    text = f"Member no,Surname,Given name,Division\n{row.player.number},{row.surname},{row.given},Other\n"
    preview = dry_run(here.as_(here.director), here.event, text)
    assert preview.counts["refused"] == 1
    assert preview.report["findings"][0]["code"] == "division-fixed"


def test_pasted_text_is_a_roster_too(hall: Event, ctx: Context):
    enter(ctx, hall, "Apelyido\tPangalan\tDibisyon\nÑigo\tTala\tOpen\n", pasted=True)
    assert entered(hall)[0][2:4] == ("Ñigo", "Tala")


def test_half_a_character_in_pasted_text_is_refused(hall: Event, ctx: Context):
    with pytest.raises(tabular.Unreadable):
        dry_run(ctx, hall, "Name\nCruz\ud800".encode("utf-8", "surrogatepass"), pasted=True)


@pytest.mark.parametrize("role", ["clerk", "checker", "judge", "publisher", "viewer"])
def test_only_who_may_edit_entries_may_import(hall: Event, role: str):
    with pytest.raises(NotAllowed):
        dry_run(factories.acting(factories.member(hall, role), hall), hall, rosters.clean_csv())


def test_a_preview_of_another_event_does_not_exist(hall: Event, ctx: Context):
    preview = dry_run(ctx, hall, rosters.clean_csv())
    other = factories.event()
    stranger = factories.acting(factories.member(other, "director"), other)
    with pytest.raises(Missing):
        apply_roster(stranger, preview, seen=preview.digest)


def test_an_unknown_default_division_is_refused(hall: Event, ctx: Context):
    with pytest.raises(Refusal, match="no division masters"):
        dry_run(ctx, hall, rosters.clean_csv(), division="masters")


def test_a_large_file_is_read_and_applied_by_the_worker(
    hall: Event, ctx: Context, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(roster, "LARGE_ROWS", 5)
    preview = dry_run(ctx, hall, rosters.clean_csv())
    assert (preview.status, preview.report) == ("waiting", {})
    jobs.run(preview.job)
    preview.refresh_from_db()
    assert Job.objects.get().status == "done"
    assert preview.counts["add"] == 8
    work = jobs.enqueue(
        ctx, "roster.apply", {"preview": str(preview.pk), "seen": preview.digest, "skip_refused": False}
    )
    jobs.run(work.pk)
    jobs.run(work.pk)
    assert Job.objects.get(pk=work.pk).result["counts"]["add"] == 8
    assert Entrant.objects.count() == 8


def test_a_large_file_that_cannot_be_read_ends_in_a_sentence(
    hall: Event, ctx: Context, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(roster, "LARGE_ROWS", 5)
    preview = dry_run(ctx, hall, b"%PDF-1.7" + b"\n" * 9)
    jobs.run(preview.job)
    assert Job.objects.get().status == "failed"
    assert "not a table" in Job.objects.get().message


def output_of(*arguments: str) -> tuple[int, str]:
    """Exit status and standard output of `import_roster`."""
    out = io.StringIO()
    try:
        call_command("import_roster", *arguments, stdout=out, stderr=out)
    except SystemExit as end:
        return int(end.code or 0), out.getvalue()
    return 0, out.getvalue()


def test_the_command_line_enters_a_file(hall: Event, tmp_path: Path):
    path = tmp_path / "entries.csv"
    path.write_text(rosters.clean_csv(), encoding="utf-8")
    assert json.loads(output_of(str(path), "--event", "cebu", "--dry-run", "--json")[1])["applied"] is False
    assert not Entrant.objects.exists()
    code, text = output_of(str(path), "--event", "cebu", "--json")
    assert (code, json.loads(text)["counts"]["add"], json.loads(text)["applied"]) == (0, 8, True)
    assert "same 8" in output_of(str(path), "--event", "cebu")[1]


def test_the_command_line_names_every_refused_row_and_ends_with_2(hall: Event, tmp_path: Path):
    path = tmp_path / "entries.csv"
    path.write_text(
        HEADINGS + "7,Cruz,Ana,Cebu,Opne,15OO,1980,\n8,Go,Ben,Cebu,Open,1500,1980,\n", encoding="utf-8"
    )
    code, text = output_of(str(path), "--event", "cebu")
    assert code == 2
    assert "Did you mean “Open”?" in text
    assert "Did you mean 1500?" in text
    assert "Nothing was entered." in text
    assert output_of(str(path), "--event", "cebu", "--skip-refused")[0] == 0
    assert Entrant.objects.get().surname == "Go"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["none.csv", "--event", "cebu"], "cannot be read"),
        (["{file}", "--event", "davao"], "no event davao"),
        (["{file}", "--event", "cebu", "--as", "nobody"], "no user nobody"),
        (["{file}", "--event", "cebu", "--division", "x"], "no division x"),
        (["{file}", "--event", "cebu", "--sheet", "x"], "no sheet named x"),
    ],
)
def test_a_mistake_on_the_command_line_is_one_sentence(
    hall: Event, tmp_path: Path, arguments: list[str], words: str
):
    path = tmp_path / "entries.xlsx"
    path.write_bytes(rosters.clean_workbook())
    code, text = output_of(*[part.format(file=path) for part in arguments])
    assert code == 2
    assert words in text
    assert len(text.strip().splitlines()) == 1


def test_many_newcomers_at_once_are_entered_as_one_at_the_door_is():
    text = (
        "Member no,Surname,Given name,Club,Rating,Birth date,Consent,Guardian,E-mail,Team,Class,Table\n"
        "7,Cruz,Ana,Cebu,1500,2015-07-13,yes,Maria,m@example.org,Blue,B,3\n"
        ",Go,Ben,,,,,,,,,\n"
        ",Uy,Cora,Cebu,900,1980-01-01,no,,,,,\n"
    )
    at_once, at_the_door = (factories.hall(players=2, rounds=1) for _ in range(2))
    preview = dry_run(at_once.as_(at_once.director), at_once.event, text)
    read = trial.read(preview).roster
    apply_roster(at_once.as_(at_once.director), preview, seen=preview.digest, minors="no")
    first = [entry_data(row) for row in newest(at_once.event)]
    Entrant.objects.filter(event=at_once.event, number__gt=2).update(player=None)
    Player.objects.filter(number__in=["7", "T-1", "T-2"]).delete()
    for row in read.rows:
        add_entrant(
            at_the_door.as_(at_the_door.director), at_the_door.division, given=row.given, surname=row.surname,
            member_number=row.member, club=row.home, rating=row.rating or 0, team=row.team, klass=row.klass,
            fixed_table=row.fixed_table, birth_date=row.birth_date, birth_year=row.birth_year, guardian=row.guardian,
            contact=row.contact, consent=bool(row.consent),
        )  # fmt: skip
    assert first == [entry_data(row) for row in newest(at_the_door.event)]


def newest(event: Event) -> list[Entrant]:
    rows = Entrant.objects.filter(event=event, number__gt=2).select_related("player__club", "club")
    return list(rows.prefetch_related("absences").order_by("number"))


UNEQUAL = {
    "id",
    "event",
    "division",
    "player",
    "code",
    "created_at",
    "consent_at",
    "consent_by",
    "club",
    "scope",
}


def entry_data(row: Entrant) -> dict[str, Any]:
    """Everything stored of an entrant, his player and his private data, but for keys and times."""
    private = PlayerPrivate.objects.filter(player=row.player).first()
    parts = [row, row.player, *([private] if private else [])]
    plain = [{k: v for k, v in model_to_dict(part).items() if k not in UNEQUAL} for part in parts]
    absences = [(a.first, a.last, a.kind, a.intent) for a in row.absences.all()]
    return {"rows": plain, "absences": absences, "clubs": [str(row.club), str(row.player.club)]}
