"""A whole event from one workbook or CSV file: our own, CoCo's and clubs' own; figures worked out by hand."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.utils import translation

from tdapp.desk.ledger import division_standings
from tdapp.desk.rehearsal.invariants import broken
from tdapp.events.models import Division, Event, Slot
from tdapp.interchange.exports.render import Wish, render
from tdapp.interchange.models import EventPreview
from tdapp.interchange.tsh.importing import import_event
from tdapp.interchange.tsh.results_book import read_results
from tdapp.kernel import context
from tdapp.kernel.commands import Installation
from tdapp.kernel.refusals import Refusal
from tests import factories
from tests.interchange.tsh_folders import packed

pytestmark = pytest.mark.django_db
# Ana +50 +20, Ben -50 +50 (bye), Cora +50 (bye) -20; round 3 is paired, Cora without an opponent.
COCO = """\
Submitted On,Round,Winner,Winners Score,Opponent,Opponents Score
45000.1,1,Ana Cruz,400,Ben Go,350
45000.2,1,Cora Uy,50,BYE,0
45000.3,2,Ana Cruz,410,Cora Uy,390
45000.4,2,Ben Go,50,,
,3,Ana Cruz,,Ben Go,
,3,Cora Uy,,bye,
"""
PEOPLE = [
    ["No.", "Name", "Rating", "Club", "Member no.", "Class"],
    [1, "Cruz, Ana", 1510, "Cebu", "AA-1", "A"],
    [2, "Go, Ben", 1490, "", "", "B"],
    [3, "dela Cruz, Cora", None, "Cebu", "", "B"],
]
GAMES = [
    ["Lungsod Open"],
    ["Rd", "Table", "No. 1", "Player 1", "Score 1", "No. 2", "Player 2", "Score 2"],
    [1, 4, 1, "Ana Cruz", 400, 2, "Ben Go", 350],
    [1, None, None, "Cora dela Cruz", 50, None, None, None],
    [2, 1, 3, "", 390, None, "Ana Cruz", 410],
    [2, None, 2, None, 50, None, "bye", None],
    [2, 1, 1, "Ana Cruz", 410, 3, "Cora dela Cruz", 390],
]


def book(**sheets: list[list[Any]]) -> bytes:
    made = openpyxl.Workbook()
    made.remove(made.active)
    for name, rows in sheets.items():
        sheet = made.create_sheet(name.replace("_", " "))
        for row in rows:
            sheet.append(row)
    stream = io.BytesIO()
    made.save(stream)
    return stream.getvalue()


def taken(name: str, data: bytes, **more: Any) -> Event:
    facts = {"name": "Book", "slug": "book", "preset": "local-club", "minors": "no"} | more
    told = import_event(context.system(), Installation(), files=[(name, data)], **facts)
    return Event.objects.get(slug=told["slug"])


def only(event: Event) -> Division:
    return event.divisions.select_related("event").get()


def figures(of: Division, after: int = 0) -> list[tuple[str, int, int]]:
    rows = division_standings.table(of, after or division_standings.last_round(of))
    return [(line.entrant.surname, line.row.wins, line.row.spread) for line in rows]


def faults(data: bytes | str, columns: str = "") -> list[str]:
    with pytest.raises(Refusal) as caught:
        read_results(data if isinstance(data, bytes) else data.encode(), columns)
    return list(caught.value.sentences)


def test_a_form_s_answers_are_an_event_in_the_middle_of_it():
    event = taken("results.csv", COCO.encode("utf-8-sig"))
    division = only(event)
    assert figures(division, 2) == [("Cruz", 4, 70), ("Uy", 2, 30), ("Go", 2, 0)]
    assert [row.status for row in division.rounds.order_by("number")] == ["closed", "closed", "published"]
    slot = Slot.objects.get(round__number=3, entrant__surname="Uy")
    assert (slot.kind, slot.spread) == ("bye", 50)
    assert broken(event) == []


def test_a_sheet_of_players_gives_numbers_ratings_clubs_classes_and_member_numbers():
    event = taken("book.xlsx", book(Players=PEOPLE, Results=GAMES))
    division = only(event)
    assert figures(division) == [("Cruz", 4, 70), ("dela Cruz", 2, 30), ("Go", 2, 0)]
    rows = division.entrants.select_related("club", "player").order_by("number")
    assert [(one.number, one.rating, one.klass, one.club and one.club.name) for one in rows] == [
        (1, 1510, "A", "Cebu"), (2, 1490, "B", None), (3, 0, "B", "Cebu"),
    ]  # fmt: skip
    assert rows[0].player is not None
    assert rows[0].player.number == "AA-1"
    first = (
        Slot.objects.filter(round__number=2, kind="seat")
        .order_by("seat")
        .values_list("entrant__surname", flat=True)
    )
    assert list(first) == ["dela Cruz", "Cruz"]
    assert Slot.objects.filter(table__number=4, round__number=1).count() == 2


@pytest.mark.parametrize("language", ["en", "fil"])
def test_our_own_workbook_comes_back_with_the_same_standings(language: str, tmp_path: Path):
    here = factories.hall(players=7, rounds=4, played=3)
    with translation.override(language):
        data = render(here.event, Wish("xlsx"))
    back = only(taken("ours.xlsx", data))
    # By command it needs no name: the short name will do.
    (tmp_path / "ours.xlsx").write_bytes(data)
    call_command("import_event", str(tmp_path / "ours.xlsx"), "--slug", "by-command", stdout=io.StringIO())
    assert Event.objects.get(slug="by-command").name == "by-command"
    there = [
        (line.entrant.listed, line.row.wins, line.row.spread)
        for line in division_standings.table(here.division, 3)
    ]
    assert [
        (line.entrant.listed, line.row.wins, line.row.spread) for line in division_standings.table(back, 3)
    ] == there
    assert back.rounds.get(number=4).status == "published"
    assert back.entrants.filter(rating=0).count() == here.division.entrants.filter(rating=0).count()


def test_sheets_and_a_column_tell_divisions_apart():
    rows = [["Round", "Name 1", "Score 1", "Name 2", "Score 2"], [1, "A B", 3, "C D", 2]]
    two = taken("two.xlsx", book(Results_Open=rows, Results_Novice=rows))
    assert sorted(two.divisions.values_list("name", flat=True)) == ["Novice", "Open"]
    text = "Round,Division,Name 1,Score 1,Name 2,Score 2\n1,X,A B,3,C D,2\n1,Y,A B,3,C D,2\n"
    assert taken("two.csv", text.encode(), slug="again").divisions.count() == 2


def test_pairings_without_scores_stand_beside_results():
    pairings = [["Round", "Table", "Name 1", "Name 2"], [1, 1, "A B", "C D"], [2, 1, "C D", "A B"]]
    results = [["Round", "Name 1", "Score 1", "Name 2", "Score 2"], [1, "A B", 3, "C D", 2]]
    division = only(taken("x.xlsx", book(Results=results, Pairings=pairings)))
    assert [row.status for row in division.rounds.order_by("number")] == ["closed", "published"]


def test_headings_nobody_knows_are_named_on_the_page_and_the_command_line(client: Client, tmp_path: Path):
    text = "Ikot,Bida,Puntos ng bida,Kontra,Puntos ng kontra\n1,Ana Cruz,400,Ben Go,350\n"
    assert "No sheet of it is one of results" in faults(text)[0]
    said = ["Ikot=round", "Bida = name1", "Puntos ng bida=score1", "KONTRA=name2", "Puntos ng kontra=score2"]
    client.force_login(factories.user("creator", operator=True))
    upload = SimpleUploadedFile("x.csv", text.encode())
    answer = client.post("/new/import", {"upload": upload, "name": "Sa pahina", "columns": "\r\n".join(said)})
    client.post(f"{answer['Location']}apply", {"seen": EventPreview.objects.get().digest, "minors": "no"})
    assert figures(only(Event.objects.get(slug="sa-pahina"))) == [("Cruz", 2, 50), ("Go", 0, -50)]
    (tmp_path / "x.csv").write_text(text)
    maps = [part for one in said for part in ("--map", one)]
    call_command(
        "import_event",
        str(tmp_path / "x.csv"),
        "--slug",
        "sa-linya",
        "--minors",
        "no",
        *maps,
        stdout=io.StringIO(),
    )
    assert figures(only(Event.objects.get(slug="sa-linya"))) == [("Cruz", 2, 50), ("Go", 0, -50)]


HEAD = "Round,Table,No. 1,Name 1,Score 1,No. 2,Name 2,Score 2,Kind,Winner\n"
ROW = "1,1,,A B,400,,C D,350,,\n"


def test_forfeits_and_rounds_nobody_scored_are_read_by_their_kind():
    rows = [
        "1,1,,A B,,,C D,,forfeit,A B",
        "1,,,E F,,,,,not scored,",
        "2,,,A B,,,,,forfeit,",
        "2,,,C D,20,,,,half bye,",
        "2,,,E F,,,,,bye,",
    ]
    division = only(taken("x.csv", (HEAD + "\n".join(rows)).encode()))
    assert figures(division) == [("F", 2, 50), ("B", 2, 0), ("D", 1, -30)]


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ("", "no game"), ("0,1,,A B,1,,C D,2,,\n", "A2 is “0”"), (",1,,A B,1,,C D,2,,\n", "Row 2: there is no round"),
        ("100000,1,,A B,1,,C D,2,,\n", "from 1 to 200"), ("1,1,,A B,4o0,,C D,2,,\n", "E2 is “4o0”"),
        ("1,1,,A B,99999,,C D,2,,\n", "from -500 to 3000"), ("1,1,,A B,400,,C D,,,\n", "one of the two scores is missing"),
        ("1,1,,A B,400,,b a,350,,\n", "somebody plays themselves"),
        (ROW + "1,2,,A B,400,,E F,350,,\n", "already in round 1: Row 2"),
        (ROW + "1,1,,A B,401,,C D,350,,\n", "already in round 1"), ("2,1,,A B,400,,C D,350,,\n", "no row of round 1"),
        ("1,,,A B,900,,,,,\n", "900 cannot be the spread"), (f"1,1,,{'x' * 160},4,,C D,3,,\n", "longer than 80"),
        ("1,1,7,A B,4,8,C D,3,,\n2,1,7,C D,4,8,A B,3,,\n", "number 7 is A B, not C D"),
        ("1,1,-3,A B,4,,C D,3,,\n", "C2 is “-3”"),
        ("1,1,7,A B,4,8,C D,3,,\n2,1,9,A B,4,8,C D,3,,\n", ""),
    ],
)  # fmt: skip
def test_a_mistake_is_a_sentence_with_its_row(rows: str, words: str):
    if words:
        told = faults(HEAD + rows)
        assert words in " ".join(told)
        assert len(told) < 3
    else:
        assert len(read_results((HEAD + rows).encode())[0].file.players) == 3


def test_a_name_that_is_not_among_the_players_or_twice_among_them_is_a_mistake():
    games = [["Round", "Name 1", "Score 1", "Name 2", "Score 2"], [1, "Ana Cruz", 400, "Ben Goo", 350]]
    assert "Ben Goo is not in the sheet of players" in faults(book(Players=PEOPLE, Results=games))[0]
    twins = [*PEOPLE, [4, "Cruz, Ana", 1200, "", "", ""]]
    assert "several of the name Ana Cruz" in faults(book(Players=twins, Results=games))[0]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"), (b"%PDF-1.7", "not a table"), (b"PK\x03\x04[Content_Types].xml", "damaged"),
        (b"Round,Name 1,Name 2\n1,A\x00,B\n", "not text"), (b"x" * 6_000_000, "larger than 5 MB"),
        (packed({"[Content_Types].xml": b"0" * 90_000_000}), "refused"),
        (packed({"[Content_Types].xml": b"<x", "xl/workbook.xml": b"<x"}), "damaged"),
        ((HEAD + "1,1,,A,z,,B,2,,\n" * 15_000).encode(), "E2 is “z”"),
        ((HEAD + ROW * 25_000).encode(), "rows"),
    ],
)  # fmt: skip
def test_a_hostile_table_is_refused_in_a_few_sentences(data: bytes, words: str):
    told = faults(data)
    assert words in " ".join(told), told
    assert len(told) <= 40


def test_a_table_of_results_comes_alone_and_its_columns_are_fields():
    with pytest.raises(Refusal, match="send it alone"):
        import_event(context.system(), Installation(), files=[("a.csv", b"x"), ("b.csv", b"y")], name="X")
    assert "write Heading = field" in faults(HEAD + ROW, "Ana")[0]
    assert len(faults(HEAD + ROW, "Ana = hero; = round")) == 2
