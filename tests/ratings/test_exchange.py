"""Lists that come in (dry run, then stored) and lists that go out, in every form."""

from __future__ import annotations

import io
import json
import unicodedata
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from openpyxl import load_workbook

from tdapp.events.models import Entrant
from tdapp.kernel import clock
from tdapp.kernel.refusals import Refusal
from tdapp.kernel.tabular import Column, Sheet, write_workbook
from tdapp.people.models import Club, Player, RatingValue
from tdapp.ratings.exchange.matching import matched
from tdapp.ratings.exchange.rating_rows import RatingRow, parse
from tdapp.ratings.models import RatingRun
from tdapp.ratings.ranking import ranking
from tests import factories as f
from tests.ratings.test_runs import do, give, new_list, played, players_of, standing

RT = (
    "NICK STA NAME                 GAME RATE LASTPLAY\r\n"
    "ABCD MNL Lea Salonga           120 1710 20260101\r\n"
    "          Dela Cruz, Juan        3  905 20251231 88.5\r\n"
)
TSH = "Salonga, Lea:AA001 1710 2 1; 400 350\nDela Cruz, Juan 905 1 2; 350 400\n"
CSV = "Number,Surname,Given name,Club,Rating,Games\nAA-1,Salonga,Lea,Cebu,1710,120\n,Dela Cruz,Juan,,905,3\n"


def workbook() -> bytes:
    stream = io.BytesIO()
    columns = [Column(head) for head in ("Name", "Rating", "Games")]
    write_workbook(
        stream, [Sheet("list", columns, [("Salonga, Lea", 1710, 120), ("Juan Dela", 905.0, None)])]
    )
    return stream.getvalue()


def heads(data: bytes) -> list[tuple[str, str, str, int, int | None]]:
    found, problems = parse(data)
    assert problems == []
    return [(one.number, one.surname, one.given, one.rating, one.games) for one in found]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (RT.encode(), [("", "Salonga", "Lea", 1710, 120), ("", "Dela Cruz", "Juan", 905, 3)]),
        (TSH.encode(), [("AA001", "Salonga", "Lea", 1710, None), ("", "Dela Cruz", "Juan", 905, None)]),
        (CSV.encode(), [("AA-1", "Salonga", "Lea", 1710, 120), ("", "Dela Cruz", "Juan", 905, 3)]),
        (workbook(), [("", "Salonga", "Lea", 1710, 120), ("", "Dela", "Juan", 905, None)]),
    ],
    ids=["AUPAIR .RT", "tsh .t", "CSV", "xlsx"],
)  # fmt: skip
def test_every_form_of_list_is_read(data: bytes, expected: list[Any]) -> None:
    assert heads(data) == expected


def test_a_deviation_is_read_where_there_is_one() -> None:
    assert [one.deviation for one in parse(RT.encode())[0]] == [None, 88.5]


def test_games_of_a_line_of_tsh_that_cannot_be_are_told_with_their_row() -> None:
    found, problems = parse(
        b"Rizal, Jose 1500 2; 400; lifeg 12\nLuna, Juan 1400 1; 390; class A; lifeg many\n"
    )
    assert [one.games for one in found] == [12]
    assert [(one.where, one.what) for one in problems] == [("row 2", "games \u201cmany\u201d cannot be.")]


def rated(name: bytes, *, width: int = 20) -> bytes:
    """A file of AUPAIR with one player whose name is padded to so many bytes."""
    head = b"NICK STA NAME                 GAME RATE LASTPLAY\r\n"
    return head + b"ABCD MNL " + name.ljust(width) + b"  120 1710 20260101\r\n"


WIDE = "Iñigo Peñaflor"
APART = unicodedata.normalize("NFD", WIDE)


@pytest.mark.parametrize(
    "data",
    [
        rated(WIDE.encode("cp1252")),
        rated(WIDE.encode("cp850")),
        rated(WIDE.encode("cp437")) + b"\x1a",
        rated(WIDE.encode(), width=22),
        rated(WIDE.encode()),
        b"\xef\xbb\xbf" + rated(WIDE.encode()),
        rated(APART.encode(), width=24),
        rated(APART.encode(), width=22),
        rated(APART.encode()),
    ],
    ids=[
        "Windows", "DOS", "DOS, its end marked", "UTF-8 by letters", "UTF-8 by bytes", "marked",
        "accents apart by letters", "accents apart, by signs", "accents apart by bytes",
    ],
)  # fmt: skip
def test_a_list_in_fixed_columns_is_read_whatever_its_letters(data: bytes) -> None:
    assert heads(data) == [("", "Peñaflor", "Iñigo", 1710, 120)]


@pytest.mark.parametrize(
    "name",
    ["Łucja Żółć", "Ðorđe Šimić", "Ελένη Παπά", "Нина Ежова", "สมชาย ใจดี", "李 小龍", "Zoë D'Ångström"],
)
def test_names_of_any_script_in_fixed_columns(name: str) -> None:
    [one], problems = parse(rated(name.encode(), width=20 + len(name.encode()) - len(name)))
    assert (f"{one.given} {one.surname}", problems) == (name, [])


@pytest.mark.parametrize(
    "data", [rated(b"x") + bytes(range(256)), b"\xff" * 5_000_000, rated(b"x") + b"y" * 4_000_000]
)
def test_what_only_begins_like_fixed_columns_is_refused(data: bytes) -> None:
    with pytest.raises(Refusal):
        parse(data)


@pytest.mark.parametrize(
    ("line", "where", "what"),
    [
        (",Rizal,Jose,,,5", "row 2", "no rating"),
        (",,,,1500,5", "row 2", "no name"),
        (",Rizal,Jose,,15oo,5", "row 2", "rating “15oo” cannot be"),
        (",Rizal,Jose,,10000,5", "row 2", "rating “10000” cannot be"),
        (",Rizal,Jose,,1500,2.5", "row 2", "games “2.5” cannot be"),
    ],
)
def test_each_mistake_is_told_with_its_row(line: str, where: str, what: str) -> None:
    found, problems = parse(f"{CSV.splitlines()[0]}\n{line}\n".encode())
    assert found == []
    assert [(one.where, what in one.what) for one in problems] == [(where, True)]


@pytest.mark.parametrize("text", ["Name,Points\nLea,3\n", "Number,Name,Rating\n"])
def test_a_table_that_is_no_list_is_one_sentence(text: str) -> None:
    with pytest.raises(Refusal):
        parse(text.encode())


def person(number: str, surname: str, given: str, **more: Any) -> Player:
    return Player.objects.create(
        number=number, surname=surname, given=given, key=f"{surname} {given}".lower(), **more
    )


def row_of(number: str = "", name: str = "", club: str = "", where: str = "row 2") -> RatingRow:
    surname, _, given = name.partition(", ")
    return RatingRow(where, number, surname, given, club, 1500)


@pytest.mark.django_db
def test_who_is_meant_is_found_by_number_then_by_name_and_club() -> None:
    cebu, iloilo = (Club.objects.create(name=name, key=name.lower()) for name in ("Cebu", "Iloilo"))
    one, other = person("A-1", "Cruz", "Ana", club=cebu), person("A-2", "Cruz", "Ana", club=iloilo)
    lea = person("A-3", "Salonga", "Lea")
    rows = [
        row_of("A-1"),
        row_of("", "Cruz, Ana", "Iloilo"),
        row_of("", "salonga, lea"),
        row_of("", "Rizal, Jose"),
        row_of("N-9", "Luna, Juan"),
    ]
    found, problems = matched(rows)
    assert [match.player for match in found] == [one, other, lea, None, None]
    assert problems == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("rows", "what"),
    [
        ([row_of("", "Cruz, Ana")], "Several players"),
        ([row_of("A-1", "Luna, Juan")], "another name"),
        ([row_of("N-9")], "Nobody has the number"),
        ([row_of("A-1"), row_of("A-1")], "same player"),
        ([row_of("", "Rizal, Jose"), row_of("", "Rizal, Jose")], "same player"),
    ],
)
def test_what_cannot_be_told_apart_is_never_guessed(rows: list[RatingRow], what: str) -> None:
    person("A-1", "Cruz", "Ana")
    person("A-2", "Cruz", "Ana")
    _found, problems = matched(rows)
    assert len(problems) == 1
    assert what in problems[0].what


@pytest.mark.django_db
def test_a_merged_number_is_the_one_that_stayed() -> None:
    keep = person("A-1", "Cruz", "Ana")
    person("A-2", "Cruz", "Anna", merged_into=keep)
    found, _problems = matched([row_of("A-2", "Cruz, Ana")])
    assert found[0].player == keep


@pytest.fixture
def keeper() -> Client:
    client = Client()
    client.force_login(f.user("keeper", operator=True))
    return client


def page_of(answer: Any, status: int = 200) -> str:
    assert answer.status_code == status, answer.content[:600]
    text: str = answer.content.decode()
    return text


@pytest.mark.django_db
def test_a_list_is_looked_at_then_stored(keeper: Client) -> None:
    rating_list = new_list()
    file = SimpleUploadedFile("list.csv", CSV.encode())
    dry = keeper.post("/ratings/national/import", {"file": file, "on": "2026-01-01", "note": "the old list"})
    assert "2 of them new" in page_of(dry)
    assert Player.objects.count() == RatingRun.objects.count() == 0
    sent = {name: dry.context["form"].initial[name] for name in ("text", "on", "note", "seen")}
    answer = keeper.post("/ratings/national/import/apply", sent)
    assert answer["Location"] == "/ratings/national/runs/"
    assert standing(rating_list) == {"AA-1": (1710, 120), "T-1": (905, 3)}
    assert "the old list" in page_of(keeper.get(answer["Location"]))
    again = keeper.post("/ratings/national/import/apply", sent)
    assert "changed meanwhile" in page_of(again, 409)
    assert Player.objects.count() == 2


@pytest.mark.django_db
def test_an_unclear_list_stores_nothing(keeper: Client) -> None:
    rating_list = new_list()
    person("A-1", "Cruz", "Ana")
    person("A-2", "Cruz", "Ana")
    text = 'Name,Rating\n"Cruz, Ana",1500\n"Luna, Juan",1400\n'
    page = page_of(keeper.post("/ratings/national/import", {"text": text, "on": "2026-01-01"}))
    assert "Several players" in page
    assert "import/apply" not in page
    sent = {"text": text, "on": "2026-01-01", "seen": rating_list.version}
    assert "Several players" in page_of(keeper.post("/ratings/national/import/apply", sent), 422)
    assert RatingValue.objects.count() == 0
    assert Player.objects.count() == 2


@pytest.mark.django_db
def test_a_file_that_is_none_keeps_the_form(keeper: Client) -> None:
    new_list()
    page = page_of(keeper.post("/ratings/national/import", {"text": "hello", "on": "2026-01-01"}), 422)
    assert "first row must name" in page
    page_of(keeper.post("/ratings/national/import", {"on": "2026-01-01"}), 422)


@pytest.mark.django_db
def test_the_list_goes_out_in_every_form_with_public_names(
    keeper: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    rating_list, division = new_list(), played(14)
    give(rating_list, players_of(division), 1500)
    do(rating_list, division)
    child = players_of(division)[0]
    Player.objects.filter(pk=child.pk).update(given="Ana", surname="Zamoranosa")
    Entrant.objects.filter(player=child).update(age="minor")
    where = "/ratings/national/list"
    told = json.loads(Client().get(f"{where}.json").content)
    assert [row["rating"] for row in told["rows"]] == [1515, 1515, 1490, 1490]
    lines = Client().get(f"{where}.rt").content.decode("ascii").split("\r\n")
    assert lines[1][30:] == " 101 1515 20260314"
    assert load_workbook(io.BytesIO(Client().get(f"{where}.xlsx").content)).active is not None
    for format in ("json", "rt", "csv"):
        assert b"Zamoranosa" not in Client().get(f"{where}.{format}").content
    assert b"Zamoranosa" in keeper.get(f"{where}.csv?names=full").content
    assert Client().get(f"{where}.csv?names=full").status_code in (302, 403)
    assert Client().get(f"{where}.doc").status_code == 404
    # The list of today is read in another way than that of a day; few are asked by their ids, many as the list they are.
    as_list = Client().get(f"{where}.csv").content
    assert Client().get(f"{where}.csv?on={clock.today()}").content == as_list
    monkeypatch.setattr(ranking, "FEW", 1)
    assert Client().get(f"{where}.csv").content == as_list


@pytest.mark.django_db
def test_what_goes_out_as_columns_comes_in_again() -> None:
    rating_list, division = new_list(), played(14)
    give(rating_list, players_of(division), 1500)
    data = Client().get("/ratings/national/list.rt").content
    found, problems = parse(data)
    assert problems == []
    assert [(one.rating, one.games) for one in found] == [(1500, 100)] * 4


@pytest.mark.django_db
@pytest.mark.parametrize("format", ["xlsx", "csv", "json"])
def test_a_report_tells_what_a_run_did_to_everybody(keeper: Client, format: str) -> None:
    rating_list, division = new_list(), played(14)
    give(rating_list, players_of(division), 1500)
    do(rating_list, division)
    run = RatingRun.objects.get(kind="event")
    path = f"/ratings/national/runs/{run.pk}/report.{format}"
    answer = keeper.get(path)
    assert answer.status_code == 200
    assert answer["Content-Disposition"].endswith(f'2026-03-14.{format}"')
    if format == "json":
        told = json.loads(answer.content)
        assert told["results"] == run.digest
        assert told["rows"][0]["change"] == 15
    assert Client().get(path).status_code == 302
