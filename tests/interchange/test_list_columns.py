"""A messy list: columns mapped by hand and remembered, several sheets, headings between the rows, cells mended, rows left out."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.http import HttpResponse
from django.test import Client

from tdapp.events.models import Entrant, Event
from tdapp.interchange.models import ListHeadings, RosterPreview
from tdapp.interchange.roster import Reading, Rules, parse_roster
from tdapp.interchange.roster.headings import field_of
from tdapp.kernel import tabular
from tdapp.kernel.models import AuditEntry
from tdapp.people.models import PlayerPrivate
from tests import factories
from tests.interchange.rosters import ONE, RULES, TODAY, codes, parsed
from tests.interchange.test_screens import signed_in, text, where
from tests.needles import standing

pytestmark = pytest.mark.django_db
SCHOOL = """\
NAME,School,Rating,Sex,Remarks,Grade
GRADE 7,,,,,
"Cruz, Ana",San Roque,?,F,wheelchair,
"Go, Ben",San Roque,n/a,M,,
GRADE 8,,,,,
"Uy, Cora",San Roque,700,F,,
TOTAL,3,,,,
Prepared by:,,,,,
Mrs. Salazar,,,,,
"""


@pytest.fixture
def event() -> Event:
    row = factories.event("cebu")
    for name in ("Open", "Elementary"):
        factories.division(row, name)
    return row


@pytest.fixture
def client(event: Event) -> Client:
    return signed_in(event, "director")


def book(*sheets: tuple[str, Sequence[Sequence[object]]]) -> bytes:
    made = openpyxl.Workbook()
    made.remove(made.active)
    for name, rows in sheets:
        page = made.create_sheet(name)
        for row in rows:
            page.append(row)
    stream = io.BytesIO()
    made.save(stream)
    return stream.getvalue()


def sent(client: Client, data: bytes | str, name: str = "list.csv") -> tuple[RosterPreview, HttpResponse]:
    raw = data.encode() if isinstance(data, str) else data
    answer = client.post("/e/cebu/entries/import", {"file": SimpleUploadedFile(name, raw)})
    assert answer.status_code == 303, text(answer)
    return RosterPreview.objects.order_by("-made_at")[0], answer


def looked(row: RosterPreview) -> RosterPreview:
    row.refresh_from_db()
    return row


def edited(client: Client, row: RosterPreview, *take: int, **cells: str) -> RosterPreview:
    """Send the page of all rows: those ticked, and cells typed over ("3.rating"="1500")."""
    shown = [one["row"] for one in (*row.report["rows"], *row.report["left"])]
    body = {"shown": ",".join(map(str, shown)), "take": [str(one) for one in take or shown]}
    body |= {f"c.{name}" if name[0].isdigit() else name: value for name, value in cells.items()}
    assert client.post(where(row, "again"), body).status_code == 303
    return looked(row)


def test_headings_between_rows_totals_and_who_prepared_it_are_nobody() -> None:
    roster = parsed(SCHOOL, ONE)
    assert [row.name for row in roster.rows] == ["Cruz, Ana", "Go, Ben", "Uy, Cora"]
    assert [(one.row, one.code) for one in roster.left] == [
        (2, "section-row"), (5, "section-row"), (7, "total-row"), (8, "foot-row"), (9, "foot-row"),
    ]  # fmt: skip
    assert [row.rating for row in roster.rows] == [None, None, 700]
    assert [(row.gender, row.notes) for row in roster.rows] == [
        ("female", "wheelchair"),
        ("male", ""),
        ("female", ""),
    ]


def test_headings_between_rows_can_say_the_class_and_say_the_division_by_themselves() -> None:
    reading = Reading(sections="klass")
    classes = parse_roster(tabular.read_text(SCHOOL), ONE, reading=reading).rows
    assert [row.klass for row in classes] == ["GRADE 7", "GRADE 7", "GRADE 8"]
    text_ = "Surname,Given name\nOPEN,\nCruz,Ana\nGo,Ben\nELEMENTARY,\nUy,Cora\nTan,Dina\nLim,Eva\n"
    assert [row.division for row in parsed(text_, RULES).rows] == ["open"] * 2 + ["elementary"] * 3


@pytest.mark.parametrize(
    "column", ["Club", "Division", "Birth year", "Consent", "Class", "Team", "Member no", "Rating"]
)
def test_a_question_mark_and_not_available_are_nothing_said_and_no_finding(column: str) -> None:
    for said in ("?", "n/a", "N/A", "tba"):
        asked = parsed(f"Surname,Given name,{column}\nCruz,Ana,{said}\n", ONE)
        assert set(codes(asked)) <= {"birth-missing"}
        row = asked.rows[0]
        assert (row.club, row.birth_year, row.consent, row.klass, row.team, row.member, row.rating) == (
            "", None, None, "", "", "", None,
        )  # fmt: skip


def test_a_person_with_only_a_name_stays_a_person_and_somebody_may_be_called_na() -> None:
    roster = parsed('Name,Rating,Club\n"Na, Ana",1500,Cebu\n"Go, Ben",1400,Cebu\n"Uy, Cora",,\n', ONE)
    assert [row.name for row in roster.rows] == ["Na, Ana", "Go, Ben", "Uy, Cora"]
    assert not roster.left


def test_a_list_without_headings_is_guessed_confirmed_and_entered(client: Client) -> None:
    row, answer = sent(client, "1,Cruz,Ana,1500\n2,Go,Ben,1400\n3,Uy,Cora,1450\n")
    assert answer["Location"] == where(row, "columns")
    page = text(client.get(answer["Location"]))
    assert "guessed" in page
    assert client.get(where(row))["Location"] == where(row, "columns")
    body = {"division": "open", "heading-0": "0", "column-0-0": "", "column-0-1": "surname", "column-0-2": "given",
            "column-0-3": "rating"}  # fmt: skip
    assert client.post(where(row, "columns"), body)["Location"] == where(row)
    assert looked(row).counts["add"] == 3
    client.post(where(row, "apply"), {"seen": row.digest, "minors": "no"})
    assert {(one.surname, one.rating) for one in Entrant.objects.all()} == {
        ("Cruz", 1500),
        ("Go", 1400),
        ("Uy", 1450),
    }


def test_columns_chosen_twice_or_no_names_keep_what_was_chosen_and_say_why(client: Client) -> None:
    row, _answer = sent(client, "Kuwan,Iba,Marka\nCruz,Ana,1500\nGo,Ben,1400\n")
    assert [one["field"] for one in row.report["layout"]["sheets"][0]["columns"]] == [
        "surname",
        "given",
        "rating",
    ]
    body = {"heading-0": "1", "column-0-0": "surname", "column-0-1": "surname", "column-0-2": "rating"}
    answer = client.post(where(row, "columns"), body)
    assert answer.status_code == 422
    assert "Columns A, B are both called “Surname”" in text(answer)
    answer = client.post(where(row, "columns"), {**body, "column-0-0": "", "column-0-1": ""})
    assert "No column holds the names" in text(answer)
    assert '<option value="rating" selected>' in text(answer)


def test_what_columns_were_said_to_be_is_remembered_by_the_set_of_headings(client: Client) -> None:
    row, _answer = sent(client, "Kuwan,Iba,Marka,Dibisyon\nCruz,Ana,1500,Open\n")
    body = {
        "heading-0": "1",
        "column-0-0": "surname",
        "column-0-1": "given",
        "column-0-2": "",
        "column-0-3": "division",
    }
    client.post(where(row, "columns"), body)
    assert looked(row).report["rows"][0]["cells"] == {"surname": "Cruz", "given": "Ana", "division": "open"}
    kept = ListHeadings.objects.get()
    assert "Cruz" not in json.dumps(kept.fields)
    next_, answer = sent(client, "Dibisyon,Iba,Kuwan,Marka\nOpen,Ben,Go,1400\n")
    assert answer["Location"] == where(next_)
    assert next_.report["rows"][0]["cells"]["surname"] == "Go"


def test_sheets_called_after_divisions_are_read_together_each_for_its_own(client: Client) -> None:
    data = book(
        ("Open", [["Name", "Rating"], ["Cruz, Ana", 1500]]),
        ("Elementary 2026", [["Name", "Rating"], ["Go, Ben", "15OO"], ["Cruz, Ana", None]]),
        ("Fees", [["Paid", "Amount"], ["yes", 100]]),
    )  # fmt: skip
    row, answer = sent(client, data, "two.xlsx")
    assert answer["Location"] == where(row)
    assert [(one["label"], one["cells"]["division"]) for one in row.report["rows"]] == [
        ("2 (Open)", "open"), ("2 (Elementary 2026)", "elementary"), ("3 (Elementary 2026)", "elementary"),
    ]  # fmt: skip
    page = text(client.get(where(row)))
    assert "Elementary 2026!B2" in page
    assert any(
        "Rows 2 (Open) and 3 (Elementary 2026) hold one name" in one["sentence"]
        for one in row.report["findings"]
    )
    refused = row.report["rows"][1]["row"]
    assert edited(client, row, **{f"{refused}.rating": "1500"}).counts == {
        "add": 3, "change": 0, "same": 0, "refused": 0, "missing": 0,
    }  # fmt: skip


def test_two_sheets_that_say_no_division_are_asked_about_before_one_is_taken(client: Client) -> None:
    rows = [["Name", "Division"], ["Cruz, Ana", "Open"]]
    data = book(("A", [["Name"], ["Cruz, Ana"]]), ("B", rows))
    row, answer = sent(client, data, "two.xlsx")
    assert answer["Location"] == where(row, "columns")
    body = {
        "read-0": "on",
        "read-1": "on",
        "division-0": "elementary",
        "heading-0": "1",
        "column-0-0": "name",
    }
    answer = client.post(where(row, "columns"), body)
    assert looked(row).counts["add"] == 2
    assert client.post(where(row, "columns"), {"heading-0": "1"}).status_code == 422


def test_cells_are_mended_rows_left_out_and_a_heading_taken_for_a_player(client: Client) -> None:
    row, _answer = sent(
        client, "Surname,Given name,Division,Rating\nCruz,Ana,Open,15OO\nGo,Ben,Open,1400\nGRADE 7,,,\n"
    )
    assert row.counts == {"add": 1, "change": 0, "same": 0, "refused": 1, "missing": 0}
    row = edited(client, row, 2, 4, **{"2.rating": "1500", "4.given": "Grace", "4.division": "open"})
    assert [(one["row"], one["fate"]) for one in row.report["rows"]] == [(2, "add"), (4, "add")]
    assert [(one["row"], one["code"]) for one in row.report["left"]] == [(3, "row-left")]
    client.post(where(row, "apply"), {"seen": row.digest, "minors": "no"})
    assert {(one.listed, one.rating) for one in Entrant.objects.all()} == {
        ("Cruz, Ana", 1500),
        ("GRADE 7, Grace", 0),
    }
    assert looked(row).reading == {}


def test_what_was_typed_is_checked_before_it_is_imported_and_nothing_typed_is_lost(client: Client) -> None:
    row, _answer = sent(client, "Surname,Given name,Division,Rating\nCruz,Ana,Open,1500\n")
    body = {"seen": row.digest, "minors": "no", "shown": "2", "take": "2", "c.2.rating": "1550"}
    answer = client.post(where(row, "apply"), body, follow=True)
    assert "First your changes were checked" in text(answer)
    assert not Entrant.objects.exists()
    assert 'value="1550"' in text(answer)
    row = looked(row)
    client.post(where(row, "apply"), {**body, "seen": row.digest})
    assert Entrant.objects.get().rating == 1550


def test_one_question_for_a_whole_column(client: Client) -> None:
    people = "".join(f"Cruz{'abcdefgh'[n]},Ana,{'HS' if n % 2 else ''}\n" for n in range(8))
    row, _answer = sent(client, f"Surname,Given name,Division\n{people}")
    page = text(client.get(where(row)))
    assert "4 rows say no division (rows 2, 4, 6, 8)" in page
    assert "“HS” is no division of this event (4 rows)" in page
    assert page.count("has no division") == 0
    answered = edited(client, row, division="elementary", stands="hs", **{"as": "open"})
    assert [one["cells"]["division"] for one in answered.report["rows"]] == ["elementary", "open"] * 4


def test_names_without_commas_may_begin_with_the_surname(client: Client) -> None:
    names = "".join(f"dela Cruz Juan{'abcdef'[n]},open\n" for n in range(6))
    row, _answer = sent(client, f"Name,Division\n{names}")
    assert row.report["rows"][0]["cells"]["given"] == "dela Cruz"
    told = edited(client, row, names="surname").report["rows"][0]["cells"]
    assert (told["surname"], told["given"]) == ("dela Cruz", "Juana")


def test_notes_gender_and_phone_are_kept_apart_and_leave_no_trace_elsewhere(client: Client) -> None:
    row, _answer = sent(
        client, 'Name,Division,Sex,Remarks,Cellphone\n"Cruz, Ana",Open,F,needs a ramp,0917 000\n'
    )
    client.post(where(row, "apply"), {"seen": row.digest, "minors": "yes"})
    kept = PlayerPrivate.objects.get()
    assert (kept.gender, kept.notes, kept.contact) == ("female", "needs a ramp", "0917 000")
    told = json.dumps(list(AuditEntry.objects.values()), default=str)
    assert standing(told, "ramp", "female", "0917", "0917 000") == []
    row, _answer = sent(client, 'Name,Division,Remarks\n"Cruz, Ana",Open,needs two ramps\n')
    assert row.counts["change"] == 1
    client.post(where(row, "apply"), {"seen": row.digest, "minors": "yes"})
    kept = PlayerPrivate.objects.get()
    assert (kept.gender, kept.notes) == ("female", "needs two ramps")


def test_samples_of_private_columns_are_shown_to_who_may_see_them(event: Event, client: Client) -> None:
    row, _answer = sent(
        client, "Surname,Given name,Division,Guardian phone,Shirt\nCruz,Ana,Open,0917 000,M\n"
    )
    assert "0917 000" in text(client.get(where(row, "columns")))
    for one in ("director",):
        browser = signed_in(event, one)
        assert browser.get(where(row, "columns")).status_code == 200
    other = signed_in(factories.event("davao"), "director")
    assert other.get(where(row, "columns")).status_code == 404


def test_a_thousand_rows_stay_light(client: Client, django_assert_max_num_queries: Any) -> None:
    people = "".join(f"Cruz{n},Ana,Opne,1500\n" for n in range(480))
    row, _answer = sent(client, f"Surname,Given name,Division,Rating\n{people}")
    with django_assert_max_num_queries(30):
        answer = client.get(where(row))
    assert len(answer.content) < 200_000
    assert "Page 1 of 12" in text(answer)
    turned = client.post(where(row, "again"), {"shown": "2", "take": "2", "turn": "fix:3"})
    assert turned["Location"] == f"{where(row)}?show=fix&page=3"


def test_a_file_with_nothing_like_names_is_asked_about_not_refused(client: Client) -> None:
    row, answer = sent(client, "a,b\n1,2\n")
    assert answer["Location"] == where(row, "columns")
    assert "No row of headings with names was found" in text(client.get(answer["Location"]))
    assert client.post(where(row, "apply"), {"seen": "0" * 64, "minors": "no"}).status_code == 303
    assert not Entrant.objects.exists()


def run(event: Event, path: Path, *more: str) -> dict[str, Any]:
    out = io.StringIO()
    call_command("import_roster", str(path), "--event", event.slug, "--json", *more, stdout=out)
    told: dict[str, Any] = json.loads(out.getvalue())
    return told


def test_the_command_line_takes_the_same_mapping_and_sheets(event: Event, tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_text("Kuwan,Iba\nCruz,Ana\n")
    told = run(
        event, path, "--map", "Kuwan=surname", "--map", "iba=given", "--division", "open", "--minors", "no"
    )
    assert (told["counts"]["add"], Entrant.objects.get().listed) == (1, "Cruz, Ana")
    path.write_text("1,Go,Ben\n2,Uy,Cora\n")
    run(event, path, "--map", "B=surname", "--map", "C=given", "--division", "open", "--minors", "no")
    assert Entrant.objects.count() == 3
    workbook = tmp_path / "two.xlsx"
    rows = [["Name"], ["Lim, Eva"]]
    workbook.write_bytes(book(("A", rows), ("B", [["Name"], ["Tan, Dina"]])))
    run(event, workbook, "--sheet", "A=open", "--sheet", "B=elementary", "--minors", "no")
    placed = dict(Entrant.objects.values_list("surname", "division__slug"))
    assert (placed["Lim"], placed["Tan"]) == ("open", "elementary")


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["--map", "Kuwan"], "write HEADING=FIELD"),
        (["--map", "Kuwan=shoe"], "there is no field shoe. Fields: surname, given"),
        ([], "--map A=surname"),
    ],
)
def test_the_command_line_says_how_columns_are_named(
    event: Event, tmp_path: Path, capsys: pytest.CaptureFixture[str], more: list[str], words: str
) -> None:
    path = tmp_path / "list.csv"
    path.write_text("Kuwan,Iba\nCruz,Ana\n")
    with pytest.raises(SystemExit) as caught:
        call_command("import_roster", str(path), "--event", event.slug, *more)
    assert caught.value.code == 2
    assert words in capsys.readouterr().err


def test_the_headings_of_a_school_are_known_also_in_two_languages_and_with_abbreviations() -> None:
    same = {
        "name": "Name of Pupil|Pupil's Name|Student|Learner|Manlalaro|Mag-aaral|Pangalan ng Mag-aaral / Name of Pupil",
        "school": "School / Paaralan|SCHOOL/PAARALAN|School (Paaralan)|Skul|Name of School",
        "club": "School / Club|Club",
        "klass": "Gr.|Year level|YR LEVEL|Grade & Section|Gr. / Baitang",
        "gender": "Sex|M/F|Kasarian / Sex",
        "rating": "Rtg|Rtg.",
        "contact": "CP#|Coach CP#|Coach's Contact No.|Cel #",
        "notes": "Remarks|Remarks / Puna",
        # Two things in one heading, a number of the school's own, and whoever only comes along: asked, not guessed.
        "": "Name / School|Student No.|LRN|Coach",
    }  # fmt: skip
    found = {text_: field_of(text_) for field, texts in same.items() for text_ in texts.split("|")}
    assert found == {text_: field for field, texts in same.items() for text_ in texts.split("|")}


HEADINGS = ["No.", "Name of Pupil", "School / Paaralan", "Gr.", "Sex", "Rtg", "Coach CP#", "Remarks"]
PUPILS = [
    ["SALITAAN 2026 ENTRIES"],
    [],
    HEADINGS,
    [1, "Cruz, Ana", "Rizal ES", 5, "F", 501, "0917 123 4567", ""],
    [2, "Uy, Cora", "Rizal ES", 6, "F", 502, "0917 123 4567", ""],
]


def test_a_school_s_sheet_is_read_at_once_and_one_that_is_not_understood_has_its_button(
    client: Client,
) -> None:
    data = book(("Elementary", PUPILS), ("Open", [["x", "Ewan"], ["y", "Kung ano"]]))
    row, answer = sent(client, data, "list.xlsx")
    assert (answer["Location"], row.counts["add"]) == (where(row), 2)
    told = text(client.get(where(row)))
    assert 'title="Rizal ES"' in told
    page = text(client.get(where(row, "columns")))
    assert "No headings of a list of people were found in this sheet." in page
    assert '<button class="btn" name="read-1" value="on">' in page
    shown = {f"column-0-{one['at']}": one["field"] for one in row.report["layout"]["sheets"][0]["columns"]}
    body = {"read-0": "on", "read-1": "on", "heading-0": "3", "division-0": "elementary", **shown}
    assert client.post(where(row, "columns"), body)["Location"] == where(row, "columns")
    opened = text(client.get(where(row, "columns")))
    assert "No headings of a list" not in opened
    assert 'name="division-1"' in opened
    assert 'name="column-1-0"' in opened


def test_a_list_without_headings_comes_from_schools_where_the_event_does(
    client: Client, event: Event
) -> None:
    list_ = "Cruz,Ana,Rizal\nGo,Ben,Bonifacio\nUy,Cora,Mabini\n"
    fields = []
    for school in (False, True):
        event.divisions.update(school=school)
        row, _answer = sent(client, list_)
        fields.append([one["field"] for one in row.report["layout"]["sheets"][0]["columns"]])
    assert fields == [["surname", "given", "club"], ["surname", "given", "school"]]


def test_one_more_by_command_is_told_the_number_that_nobody_is_removed_and_a_map_that_meets_nothing(
    tmp_path: Path, client: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    for names in ("Surname,Given name\nCruz,Ana\nGo,Ben\n", "Surname,Given name\nUy,Cora\n"):
        (tmp_path / "late.csv").write_text(names)
        call_command(
            "import_roster",
            str(tmp_path / "late.csv"),
            "--event",
            "cebu",
            "--division",
            "open",
            "--minors",
            "no",
        )
    told = capsys.readouterr().out
    assert "New: number 3, Uy, Cora (open)." in told
    assert "2 entries are not in this list: they stay as they are, nobody is removed." in told
    assert "missing" not in told
    for said, sentence in (
        ("Skull=school", "no column is headed so. The headings are: Surname, Given name."),
        ("Surname=sex", "there is no field sex."),
    ):
        with pytest.raises(SystemExit):
            call_command("import_roster", str(tmp_path / "late.csv"), "--event", "cebu", "--map", said)
        assert sentence in capsys.readouterr().err


def test_a_division_is_known_by_its_name_with_the_word_division_beside_it() -> None:
    rules = Rules(TODAY, (("a", "A"), ("b", "B")))
    text_ = (
        'Pangalan,Paaralan/Club,Div\n"Cruz, Ana",Rizal HS,Div. A\n"Go, Ben",Titik,DIVISION B\n"Uy, Cora",,b\n'
    )
    rows = parsed(text_, rules).rows
    assert [(row.division, row.club) for row in rows] == [("a", "Rizal HS"), ("b", "Titik"), ("b", "")]


def test_once_the_last_row_is_corrected_everybody_is_shown(client: Client) -> None:
    row, _answer = sent(client, "Surname,Given name,Division\nCruz,Ana,Open\nGo,Ben,Opne\n")
    assert "No rows of this kind" not in text(client.get(where(row)))
    edited(client, row, **{"3.division": "open"})
    page = text(client.get(where(row) + "?show=fix"))
    assert "No rows of this kind" not in page
    assert "Cruz" in page
