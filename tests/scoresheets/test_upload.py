"""Files become sheets: whose they are is asked where the names do not say so, and nothing is lost on the way."""

from __future__ import annotations

import base64
import re
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from scoring import Player, Scoresheet, load_ruleset, write_sheet
from tdapp.events.models import Entrant, Table
from tdapp.kernel.models import AuditEntry
from tdapp.kernel.refusals import NotAllowed, Refusal
from tdapp.scoresheets.files.columns import Place
from tdapp.scoresheets.files.commands.upload import upload
from tdapp.scoresheets.files.incoming import MOST_BYTES, read_file
from tdapp.scoresheets.files.seats import in_order, order_in, seating
from tdapp.scoresheets.files.xlsx_write import write_template, write_xlsx
from tdapp.scoresheets.models import Sheet
from tdapp.scoresheets.sheet.reading import as_scoresheet
from tests import factories as f
from tests.kept import first
from tests.kernel import tabular_files
from tests.scoresheets.factories import browser
from tests.scoring.hand_games import GAMES
from tests.sweeps import SOAK

whole, ready = first(f.hall, 4)

RULES = load_ruleset("salitaan-competition")
GAME = next(
    game
    for game in GAMES
    if game.ruleset == RULES.id and game.players == 2 and not game.overrides and not game.small
)


def named(*names: str) -> Scoresheet:
    """A whole game of ours, with these players."""
    return replace(GAME.sheet(), ruleset=RULES.id, players=tuple(Player(name) for name in names))


def people(table: Table) -> list[Entrant]:
    return [slot.entrant for slot in table.seats.order_by("seat")]


def fitting(here: f.Hall, *, turned: bool = False) -> Scoresheet:
    """The game with the players of table 1, as listed; `turned`: they sit the other way round in the file."""
    names = [entrant.listed for entrant in people(here.table(1))]
    return in_order(named(*names), (1, 0)) if turned else named(*names)


def as_file(sheet: Scoresheet, kind: str = "json") -> bytes:
    if kind == "xlsx":
        return write_xlsx(sheet, RULES, Place())
    return write_sheet(sheet, kind, RULES.tile_set)[0].encode()


def send(here: f.Hall, data: bytes, name: str = "game.json", **more: Any) -> dict[str, Any]:
    return upload(here.as_(here.clerk), here.table(1), data=data, name=name, **more)


def questions(here: f.Hall, data: bytes, name: str = "game.json", **more: Any) -> list[str]:
    with pytest.raises(Refusal) as refused:
        send(here, data, name, **more)
    assert refused.value.code == "ask"
    assert Sheet.objects.count() == 0
    return [one["code"] for one in refused.value.facts["questions"]]


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["json", "csv", "gcg", "xlsx"])
def test_each_format_becomes_an_open_sheet_of_the_table(kind: str) -> None:
    here = f.hall(4)
    sent = fitting(here)
    told = send(here, as_file(sent, kind), f"game.{kind}", kept_by=2)
    row = Sheet.objects.get()
    assert (row.number, row.origin, row.kept_by, row.is_open) == (1, "upload", 2, True)
    assert (told["kind"], told["turns"]) == (kind, len(row.rows))
    stored = as_scoresheet(row)
    if kind != "gcg":
        assert [turn._replace(rack=turn.rack) for turn in stored.turns] == list(sent.turns)
        assert stored.totals == sent.totals
    assert [turn.score for turn in stored.turns if turn.kind == "play"] == [
        turn.score for turn in sent.turns if turn.kind == "play"
    ]
    logged = AuditEntry.objects.get(intent="sheet.upload")
    assert f"game.{kind}" in repr(vars(logged))


@pytest.mark.django_db
def test_a_file_in_the_other_order_is_offered_to_be_turned_round() -> None:
    here = f.hall(4)
    data = as_file(fitting(here, turned=True))
    assert questions(here, data) == ["turned"]
    send(here, data, order="2 1")
    assert as_scoresheet(Sheet.objects.get()).turns == fitting(here).turns
    assert as_scoresheet(Sheet.objects.get()).totals == fitting(here).totals


@pytest.mark.django_db
def test_it_may_be_kept_as_it_is_all_the_same() -> None:
    here = f.hall(4)
    sent = fitting(here, turned=True)
    send(here, as_file(sent), order="1 2")
    assert as_scoresheet(Sheet.objects.get()).turns == sent.turns


@pytest.mark.django_db
def test_strangers_are_asked_about_with_both_lists_of_names() -> None:
    here = f.hall(4)
    with pytest.raises(Refusal) as refused:
        send(here, as_file(named("Nobody Known", "Else Where")))
    assert "The file names Nobody Known – Else Where; at the table sit" in str(refused.value)
    assert refused.value.facts["order"] == "1 2"
    assert len(refused.value.facts["seats"]) == 2


@pytest.mark.django_db
def test_a_number_is_told_as_no_name() -> None:
    here = f.hall(4)
    with pytest.raises(
        Refusal, match="The file names Nobody Known – player 2, no name; at the table sit"
    ) as refused:
        send(here, as_file(named("Nobody Known", "2")))
    assert refused.value.facts["players"] == ["Nobody Known", "player 2, no name"]


@pytest.mark.django_db
@pytest.mark.parametrize("names", [("1", "2"), ("Player 1", "Player 2"), ("", ""), ("p1", "p2")])
def test_a_file_that_names_nobody_is_taken_as_it_stands(names: tuple[str, str]) -> None:
    here = f.hall(4)
    assert send(here, as_file(named(*names)))["sheet"] == 1


@pytest.mark.parametrize(
    ("players", "order", "known"),
    [
        (["Abad, Ana", "Bautista, Ben"], (0, 1), True),
        (["Ben Bautista", "ana abad"], (1, 0), True),
        (["Ana", "Ben"], (0, 1), True),
        (["Bautista B.", "Abad A."], (1, 0), True),
        (["Ben_Bautista", "Ana_Abad"], (1, 0), True),
        (["Ana", "Somebody"], (0, 1), False),
        (["Somebody", "Ana Abad"], (1, 0), False),
        (["Somebody", "Other"], (0, 1), False),
        (["Ana", "Ana"], (0, 1), False),
        (["Abad, Ana", "2"], (0, 1), True),
        (["1", "Abad, Ana"], (1, 0), True),
        (["Somebody", "2"], (0, 1), False),
    ],
)
def test_names_find_their_seats(players: list[str], order: tuple[int, ...], known: bool) -> None:
    seats = [Entrant(given="Ana", surname="Abad"), Entrant(given="Ben", surname="Bautista")]
    found = seating([Player(name) for name in players], seats)
    assert (found.order, found.known) == (order, known)


def test_brothers_are_told_apart_by_their_given_names() -> None:
    seats = [
        Entrant(given="Ana", surname="Abad"),
        Entrant(given="Ben", surname="Abad"),
        Entrant(given="Cy", surname="Cruz"),
    ]
    assert seating([Player("Cruz"), Player("Ben Abad"), Player("Ana Abad")], seats).order == (2, 1, 0)
    assert not seating([Player("Abad"), Player("Abad"), Player("Cruz")], seats).known


def test_turning_round_moves_every_seat_and_twice_is_once() -> None:
    sheet = replace(GAME.sheet(), starter=0, winners=(1,), racks=("A", None), before=(1, 2))
    there = in_order(sheet, (1, 0))
    assert there.starter == 1
    assert (there.winners, there.racks, there.before) == ((0,), (None, "A"), (2, 1))
    assert [turn.seat for turn in there.turns] == [
        None if t.seat is None else 1 - t.seat for t in sheet.turns
    ]
    assert in_order(there, (1, 0)) == sheet


def test_three_players_go_round() -> None:
    game = next(game for game in GAMES if game.players == 3)
    sheet = replace(game.sheet(), players=(Player("a"), Player("b"), Player("c")))
    there = in_order(sheet, (2, 0, 1))
    assert [player.name for player in there.players] == ["c", "a", "b"]
    assert in_order(there, (1, 2, 0)) == sheet


@pytest.mark.parametrize(
    ("text", "expected"),
    [("2 1", (1, 0)), ("1 2", (0, 1)), ("1 1", None), ("3 1", None), ("x", None), ("", None)],
)
def test_an_order_names_each_player_once(text: str, expected: Any) -> None:
    assert order_in(text, 2) == expected


@pytest.mark.django_db
def test_a_file_for_other_seats_other_rules_or_another_table_is_not_taken_unasked() -> None:
    here = f.hall(4)
    three = as_file(replace(next(game for game in GAMES if game.players == 3).sheet()))
    with pytest.raises(Refusal, match=r"The file has 3 players; at table \d+ sit 2"):
        send(here, three)
    other = as_file(replace(fitting(here), ruleset="bisonte"))
    assert questions(here, other) == ["other-rules"]
    place = write_xlsx(fitting(here), RULES, Place("Open", "A", 9, 99))
    with pytest.raises(Refusal) as refused:
        send(here, place, "t.xlsx")
    assert "The file says round 9, table 99; this is round 1, table" in str(refused.value)
    send(here, other, sure=True)
    send(here, place, "t.xlsx", sure=True)
    assert Sheet.objects.count() == 2


def stranger_game(here: f.Hall) -> bytes:
    """A game of the customary English set as GCG, which names no rules, by the players of table 1."""
    game = next(
        one for one in GAMES if one.ruleset == "set-words-club" and one.players == 2 and not one.small
    )
    players = tuple(Player(entrant.listed) for entrant in people(here.table(1)))
    sheet = replace(game.sheet(), ruleset="", players=players)
    return write_sheet(sheet, "gcg", load_ruleset("set-words-club").tile_set)[0].encode()


@pytest.mark.django_db
def test_plays_of_another_game_are_not_taken_unasked() -> None:
    here = f.hall(4)
    data = stranger_game(here)
    with pytest.raises(
        Refusal, match=r"another game: \d+ of \d+ plays fit the rules “Set Words, club rules”"
    ):
        send(here, data, "game.gcg")
    assert questions(here, data, "game.gcg") == ["other-game"]
    page = post(here, file=SimpleUploadedFile("game.gcg", data)).content.decode()
    assert 'type="checkbox" name="sure"' in page
    send(here, data, "game.gcg", sure=True)
    assert Sheet.objects.count() == 1


@pytest.mark.django_db
def test_plays_that_follow_no_rules_we_know_are_asked_about_and_slips_of_the_pen_are_not() -> None:
    here = f.hall(4)
    own = replace(fitting(here), ruleset="")
    wrong = tuple(
        turn._replace(score=(turn.score or 0) + 3) if turn.kind == "play" else turn for turn in own.turns
    )
    assert questions(here, as_file(replace(own, turns=wrong))) == ["other-game"]
    plays = [at for at, turn in enumerate(own.turns) if turn.kind == "play"]
    once = tuple(wrong[at] if at == plays[-1] else turn for at, turn in enumerate(own.turns))
    assert send(here, as_file(replace(own, turns=once)))["sheet"] == 1


@pytest.mark.django_db
def test_seats_are_asked_about_even_by_who_is_sure_of_the_rest() -> None:
    here = f.hall(4)
    assert questions(here, as_file(named("Nobody", "Else")), sure=True) == ["strangers"]


@pytest.mark.django_db
def test_a_bad_order_is_refused() -> None:
    here = f.hall(4)
    with pytest.raises(Refusal, match="must name each of 1 to 2 once"):
        send(here, as_file(fitting(here)), order="1 1")


@pytest.mark.django_db
def test_who_only_looks_uploads_nothing() -> None:
    here = f.hall(4)
    with pytest.raises(NotAllowed):
        upload(here.as_(here.viewer), here.table(1), data=b"{}", name="x.json")


@pytest.mark.parametrize(
    ("data", "name", "sentence"),
    [
        (b"", "a.gcg", "The file is empty."),
        (b"%PDF-1.7", "a.gcg", "This is not a table."),
        (b"<html></html>", "a.csv", "This is a web page"),
        (b"\xff\xd8\xff\xe0 photo", "a.csv", "This is not a table."),
        (b'{"format": "scoresheet", "version": 1', "a.json", "This is no JSON text"),
        (b'{"format": "other"}', "a.json", "This is no scoresheet"),
        (b"hello", "a.json", "This is no JSON text"),
        (b"hello", "a.csv", "This CSV file has no row of headings"),
        (b"PK\x03\x04 no zip", "a.xlsx", "The workbook is damaged."),
        (b"x" * (MOST_BYTES + 1), "a.csv", "A scoresheet file has at most 1 MB."),
    ],
)
def test_what_is_no_scoresheet_is_one_sentence(data: bytes, name: str, sentence: str) -> None:
    with pytest.raises(Refusal) as refused:
        read_file(data, name)
    assert str(refused.value).startswith(sentence)
    assert refused.value.status in (413, 422)


def test_every_mistake_of_a_file_is_told() -> None:
    data = b"seat,score\nx,1\n1,y\n1,z\n"
    with pytest.raises(Refusal) as refused:
        read_file(data, "a.csv")
    assert len(refused.value.sentences) == 3


@pytest.mark.parametrize("name", tabular_files.HOSTILE if SOAK else tabular_files.OF_EACH_KIND)
def test_no_hostile_file_is_more_than_a_refusal(name: str) -> None:
    _code, make = tabular_files.HOSTILE[name]
    with pytest.raises(Refusal) as refused:
        read_file(make(), "a.xlsx")
    assert refused.value.sentences


@pytest.mark.parametrize(
    ("name", "kind"), [("a.gcg", "gcg"), ("a.csv", "csv"), ("a.txt", "gcg"), ("a.xlsx", "gcg")]
)
def test_what_a_file_is_its_bytes_say(name: str, kind: str) -> None:
    data = as_file(named("Ana", "Ben"), "gcg" if kind == "gcg" else "csv")
    assert read_file(data, name).kind == kind


# the page


def address(here: f.Hall) -> str:
    return reverse("scoresheets:upload", args=[here.event.slug, here.division.slug, 1, here.table(1).number])


def post(here: f.Hall, **body: Any) -> Any:
    return browser(here.clerk).post(address(here), body)


def hidden(page: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    return unescape(found[1]) if found else ""


@pytest.mark.django_db
def test_a_question_keeps_the_file_and_the_answer_takes_it() -> None:
    here = f.hall(4)
    data = as_file(fitting(here, turned=True))
    asked = post(here, file=SimpleUploadedFile("theirs.json", data), kept_by="2")
    page = asked.content.decode()
    assert asked.status_code == 422
    assert "Turn the file round?" in page
    assert base64.b64decode(hidden(page, "kept")) == data
    assert '<option value="2 1" selected>' in page
    assert '<option value="2" selected>' in page
    again = post(here, kept=hidden(page, "kept"), kept_name="theirs.json", order="2 1", kept_by="2")
    assert again.status_code == 303
    row = Sheet.objects.get()
    assert (row.kept_by, as_scoresheet(row).turns) == (2, fitting(here).turns)


@pytest.mark.django_db
def test_an_answer_can_be_sent_without_choosing_the_file_again() -> None:
    here = f.hall(4)
    first = browser(here.clerk).get(address(here)).content.decode()
    assert re.search(r'<input type="file"[^>]* required', first)
    page = post(here, file=SimpleUploadedFile("a.json", as_file(named("Nobody", "Else")))).content.decode()
    assert not re.search(r'<input type="file"[^>]* required', page)
    question = re.search(r"<label[^>]*>Who of the file sits where(.*?)</label>", page, re.DOTALL)
    assert question is not None
    assert "optional" not in question[1]
    assert '<select name="order"' in page


@pytest.mark.django_db
def test_other_rules_come_back_with_a_box_to_agree_with() -> None:
    here = f.hall(4)
    data = as_file(replace(fitting(here), ruleset="bisonte"))
    page = post(here, file=SimpleUploadedFile("a.json", data)).content.decode()
    assert 'type="checkbox" name="sure"' in page
    kept = {"kept": hidden(page, "kept"), "kept_name": "a.json"}
    assert post(here, **kept).status_code == 422
    assert post(here, **kept, sure="on").status_code == 303


@pytest.mark.django_db
def test_another_file_chosen_after_a_question_is_asked_about_anew() -> None:
    here = f.hall(4)
    kept = base64.b64encode(as_file(fitting(here))).decode()
    stranger = SimpleUploadedFile("b.json", as_file(named("Nobody", "Else")))
    answer = post(here, file=stranger, kept=kept, kept_name="a.json", order="1 2", sure="on")
    assert answer.status_code == 422
    assert "Nobody" in answer.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "body",
    [{}, {"kept": "no base 64!"}, {"kept": "AAAA", "kept_name": "x"}, {"order": "9 9", "kept": "e30="}],
)
def test_nothing_sent_or_nonsense_is_a_sentence(body: dict[str, str]) -> None:
    here = f.hall(4)
    answer = post(here, **body)
    assert answer.status_code in (400, 413, 422)
    assert Sheet.objects.count() == 0


@pytest.mark.django_db
def test_a_sheet_goes_out_in_each_format_and_what_gcg_has_no_place_for_is_said() -> None:
    here = f.hall(4)
    send(here, as_file(fitting(here)))
    row = Sheet.objects.select_related("table__round__division__event").get()
    place = [here.event.slug, here.division.slug, 1, row.table.number, 1]
    client = browser(here.viewer)
    for kind in ("json", "csv", "gcg", "xlsx"):
        answer = client.get(reverse("scoresheets:file", args=[*place, kind]))
        assert answer.status_code == 200
        assert f'-t{row.table.number}-s1.{kind}"' in answer["Content-Disposition"]
        assert answer["X-Content-Type-Options"] == "nosniff"
        back = read_file(answer.content, f"x.{kind}")
        assert back.kind == kind
        assert back.sheet.turns == as_scoresheet(row).turns
    assert client.get(reverse("scoresheets:file", args=[*place, "exe"])).status_code == 404
    page = client.get(reverse("scoresheets:files", args=place)).content.decode()
    assert "GCG has no place for" in page
    assert "GCG cannot carry “totals” of the sheet: it stands in a line only this program reads." in unescape(
        page
    )


@pytest.mark.django_db
def test_the_template_is_for_the_division_and_the_table() -> None:
    here = f.hall(4)
    place = [here.event.slug, here.division.slug]
    answer = browser(here.viewer).get(reverse("scoresheets:template", args=place) + "?round=1&table=7")
    found = read_file(answer.content, "t.xlsx")
    assert found.place == Place(here.event.name, here.division.name, 1, 7)
    assert answer.content[:2] == write_template(RULES, Place())[:2]
