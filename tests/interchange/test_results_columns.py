"""The columns of a table of results said on a page, as those of a list of people are."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tdapp.interchange.models import EventPreview
from tdapp.interchange.results_book.columns import said_columns
from tdapp.interchange.results_book.layout import layout
from tdapp.kernel.models import AuditEntry
from tdapp.kernel.refusals import Refusal
from tdapp.people.models import Player
from tests import factories
from tests.interchange.test_results_book import book

pytestmark = pytest.mark.django_db
# Headings of no language we know, and two that are called the same.
FOREIGN = "Runde,Spieler,Punkte,Gegner,Punkte\n1,Ana Cruz,400,Ben Go,350\n2,Ben Go,390,Ana Cruz,410\n"
BARE = "1,Ana Cruz,400,Ben Go,350\n2,Ben Go,390,Ana Cruz,410\n"
AS = ("round", "name1", "score1", "name2", "score2")


@pytest.fixture
def creator(client: Client) -> Client:
    client.force_login(factories.user("creator", operator=True))
    return client


def sent(client: Client, data: str | bytes, name: str = "games.csv", **more: str) -> Any:
    upload = SimpleUploadedFile(name, data.encode() if isinstance(data, str) else data)
    return client.post("/new/import", {"upload": upload, "name": "Liga", **more})


def said(sheet: int = 0, heading: int = 1, fields: tuple[str, ...] = AS, **more: str) -> dict[str, str]:
    columns = {f"column-{sheet}-{at}": name for at, name in enumerate(fields)}
    return {"seen": EventPreview.objects.get().digest, f"heading-{sheet}": str(heading), **columns, **more}


@pytest.mark.parametrize(("data", "heading"), [(FOREIGN, 1), (BARE, 0)])
def test_a_table_nobody_understands_is_kept_and_asked_about(creator: Client, data: str, heading: int) -> None:
    where = creator.get(sent(creator, data)["Location"])["Location"]
    assert where.endswith("/columns")
    page = creator.get(where).content.decode()
    assert "Say what each column holds" in page
    for told in ("Ana Cruz · Ben Go", "400 · 390", "games.csv"):
        assert told in page
    answer = creator.post(where, said(heading=heading))
    look = creator.get(answer["Location"]).content.decode()
    assert "Make this event" in look
    assert where in look, "the columns can be looked at again"
    report = EventPreview.objects.get().report["divisions"][0]
    assert (report["players"], report["rounds"], report["results"]) == (2, 2, 2)
    assert [one["name"] for one in report["leaders"]][:1] == ["Cruz, Ana"]
    entry = AuditEntry.objects.get(intent="event.import_columns")
    assert "Ana" not in str(vars(entry)), "what is in the table stays in it"


def test_each_sheet_is_read_as_it_was_said(creator: Client) -> None:
    games = [["Runde", "A", "Pkt", "B", "Pkt"], [1, "Ana Cruz", 400, "Ben Go", 350]]
    data = book(**{"Gruppe 1; A=B": games, "Notizen": [["Kaffee", "ist", "alle"]]})
    where = creator.get(sent(creator, data, "liga.xlsx")["Location"])["Location"]
    unread = creator.get(where).content.decode()
    assert "Gruppe 1; A=B" in unread
    assert "Kaffee" not in unread, "a sheet that is not read shows no columns"
    wrong = creator.post(where, said(**{"read-0": "on", "read-1": "on"}))
    assert wrong.status_code == 422
    assert "Notizen: Say which columns hold" in wrong.content.decode()
    assert "Kaffee" in wrong.content.decode()
    assert "Tick at least one sheet." in creator.post(where, said()).content.decode()
    assert creator.post(where, said(**{"read-0": "on"})).status_code == 303
    assert EventPreview.objects.get().report["divisions"][0]["name"] == "Gruppe 1; A=B"


def test_of_two_sheets_whose_names_differ_by_signs_alone_only_the_same_can_be_said(creator: Client) -> None:
    games = [["Runde", "A", "Pkt", "B", "Pkt"], [1, "Ana Cruz", 400, "Ben Go", 350]]
    data = book(**{"Round 1": games, "Round-1": [*games, [2, "Ben Go", 380, "Ana Cruz", 370]]})
    where = creator.get(sent(creator, data, "liga.xlsx")["Location"])["Location"]
    creator.get(where)
    other = {f"column-1-{at}": name for at, name in enumerate((*AS[:3], AS[4], AS[3]))}
    same = {f"column-1-{at}": name for at, name in enumerate(AS)}
    for told in ({"read-0": "on"}, {"read-0": "on", "read-1": "on", "heading-1": "1", **other}):
        refused = creator.post(where, said(**told))
        assert (refused.status_code, "names differ by signs alone" in refused.content.decode()) == (
            422,
            True,
        ), told
    assert (
        creator.post(where, said(**{"read-0": "on", "read-1": "on", "heading-1": "1", **same})).status_code
        == 303
    )


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        (("round", "name1", "score1", "name2", "score1"), "Columns C, E are both called"),
        (("", "name1", "score1", "name2", "score2"), "Say which columns hold"),
        (("round", "name1", "score1", "name2", ""), "both scores or neither"),
        (("name1", "round", "score1", "name2", "score2"), "must be a whole number"),
    ],
)
def test_a_mistake_is_said_beside_what_was_chosen(
    creator: Client, fields: tuple[str, ...], words: str
) -> None:
    where = creator.get(sent(creator, FOREIGN)["Location"])["Location"]
    answer = creator.post(where, said(fields=fields))
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert f'<option value="{fields[3]}" selected' in answer.content.decode()
    assert EventPreview.objects.get().report["asks"]


def test_columns_of_a_dry_run_that_moved_on_or_is_none_of_a_table_are_not_kept(creator: Client) -> None:
    where = creator.get(sent(creator, FOREIGN)["Location"])["Location"]
    stale = said(seen="of another time")
    assert creator.post(where, stale).status_code == 409
    EventPreview.objects.update(status="discarded", files=None)
    assert creator.post(where, stale)["Location"] == where.removesuffix("columns")


def test_what_is_said_of_places_goes_before_headings() -> None:
    told = said_columns("Blatt 1!3 = headings; Blatt 1!AB = score1; blatt 1!A = -; Notes!* = -; Kind = kind")
    assert told.rows == {"blatt 1": 3}
    assert told.places == {("blatt 1", 27): "score1", ("blatt 1", 0): ""}
    assert told.left_out == {"notes"}
    assert told.headings == {"kind": "kind"}
    for wrong in ("A!D = nothing", "A!* = round", "A!4 = round", "= round"):
        with pytest.raises(Refusal, match="write Heading = field"):
            said_columns(wrong)


def test_a_sheet_is_shown_with_the_best_row_of_headings_and_what_stands_below() -> None:
    data = book(
        Spiele=[
            ["Liga 2026"],
            ["Round", "Player 1", "Resultat"],
            [1, "Ana Cruz", "400-350"],
            [1, "Ben Go", None],
        ]
    )
    (sheet,) = layout(data, said_columns(""))
    assert (sheet.read, sheet.heading) == (True, 2)
    assert [(one.field, one.samples) for one in sheet.columns] == [
        ("round", ("1",)), ("name1", ("Ana Cruz", "Ben Go")), ("", ("400-350",)),
    ]  # fmt: skip


def test_headings_far_down_stay_the_headings_that_are_offered() -> None:
    letter = [[f"Dear players, line {number}"] for number in range(1, 13)]
    games = [["Round", "Player 1", "Resultat", "Player 2"], [1, "Ana Cruz", "400-350", "Ben Go"]]
    (sheet,) = layout(book(Spiele=[*letter, *games]), said_columns(""))
    assert sheet.heading == 13
    assert [row for row, _text in sheet.rows] == [*range(1, 11), 13]
    assert sheet.rows[-1] == (13, "Round · Player 1 · Resultat · Player 2")


SLIPS = """Round,Winner,Winners Score,Opponent,Opponents Score
1,Ana Cruz,400,Ben Go,350
1,Carl Uy,380,Dina Yap,300
2,Ana Cruz,420,Carl Uy,330
2,Ben Go,410,Ana Cruz,390
2,Ana Cruz,500,Carl Uy,200
"""


def test_slips_of_a_season_are_taken_on_the_page_once_it_is_said_how(creator: Client) -> None:
    """Somebody stands in a round three times; the same people come again and nobody is made twice."""
    page = sent(creator, SLIPS).content.decode()
    assert "is already in round 2" in page
    assert 'name="known_people"' in page
    again = {"slug": "again", "known_people": "on"}
    for asked, known in (({}, ""), (again, "4 of 4 players are people known here by name.")):
        look = creator.get(sent(creator, SLIPS, more_games="on", **asked)["Location"]).content.decode()
        for row, who, to in ((5, "Ben Go", 3), (6, "Ana Cruz", 4)):
            words = f"Row {row}: {who} or the opponent has another game in round 2; this one stands in round {to}."
            assert words in look
        assert known in look
        preview = EventPreview.objects.get(status=EventPreview.Status.READY)
        assert [one["results"] for one in preview.report["divisions"]] == [5]
        made = creator.post(f"/new/import/{preview.pk}/apply", {"seen": preview.digest, "minors": "no"})
        assert made.status_code == 303
        assert Player.objects.count() == 4
