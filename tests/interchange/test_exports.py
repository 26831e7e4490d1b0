"""Exports: the workbook says what the standings page says, numbers are numbers, and children stay guarded."""

from __future__ import annotations

import copy
import csv
import io
import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from django.core.management import call_command

from core import canonical
from pairings.event.refusals import Refusals
from pairings.formats.trf import read_trf
from tdapp.desk.ledger import division_standings
from tdapp.desk.standings import ranking
from tdapp.events.entries.commands.presence import withdraw
from tdapp.events.models import Entrant
from tdapp.interchange.commands.export import KEEP, export_event, make_workbook, place_of
from tdapp.interchange.event_file.writing import archive
from tdapp.interchange.exports.render import FORMATS, Wish, check, file_name, render
from tdapp.kernel import clock, jobs
from tdapp.kernel.models import AuditEntry, Job
from tdapp.kernel.refusals import Missing, NotAllowed, Refusal
from tdapp.people.models import PlayerPrivate
from tests import factories
from tests.factories import Hall
from tests.kept import kept

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def _hall(request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: Any) -> Iterator[Hall]:
    with kept(request, django_db_blocker):
        yield made()


@pytest.fixture
def hall(_hall: Hall) -> Hall:
    """The event of all these tests, as it was made."""
    return copy.deepcopy(_hall)


def made() -> Hall:
    """Seven players, three rounds played, a fourth published; one withdrew after round 2."""
    here = factories.hall(players=7, rounds=2, played=2)
    ctx = here.as_(here.director)
    gone = here.division.entrants.select_related("division__event").get(number=7)
    withdraw(ctx, gone, from_round=3, intent="forfeit")
    field = list(here.division.entrants.exclude(number=7).order_by("number"))
    third = factories.published(
        here.division, [(field[0], field[3]), (field[4], field[1]), (field[2], field[5])]
    )
    third.slots.filter(entrant=gone).update(kind="forfeit", spread=-50)
    factories.play(third)
    return here


def workbook(here: Hall, **more: Any) -> openpyxl.Workbook:
    return openpyxl.load_workbook(io.BytesIO(render(here.event, Wish("xlsx", **more))))


def lines(page: Any) -> list[dict[str, Any]]:
    rows = list(page.iter_rows(values_only=True))
    return [dict(zip(rows[0], row, strict=True)) for row in rows[1:]]


def test_the_workbook_has_five_sheets(hall: Hall):
    assert workbook(hall).sheetnames == ["Standings", "Wall chart", "Player cards", "Results", "Pairings"]


def test_the_standings_sheet_says_what_the_standings_page_says(hall: Hall):
    page = ranking.ranking(hall.division, 3).lines
    told = lines(workbook(hall)["Standings"])
    assert [
        (row["Rank"], row["No."], row["Name"], row["Wins"], row["Losses"], row["Spread"], row["Moved"]) for row in told
    ] == [
        (
            line.row.rank, line.entrant.number, line.entrant.listed, line.row.wins / 2, line.row.losses / 2,
            line.row.spread, line.moved,
        )
        for line in page
    ]  # fmt: skip
    assert told[-1]["Remark"] == "withdrawn" or "withdrawn" in [row["Remark"] for row in told]


def test_every_number_in_the_workbook_is_a_number_and_nothing_is_a_formula(hall: Hall):
    Entrant.objects.filter(number=1).update(surname='=HYPERLINK("http://127.0.0.1")', given="@x")
    for page in workbook(hall):
        for row in page.iter_rows(min_row=2):
            for cell in row:
                assert cell.data_type in {"s", "n"}
                assert not (isinstance(cell.value, str) and cell.value.lstrip("-").isdecimal())
    assert lines(workbook(hall)["Wall chart"])[0]["Name"].startswith("=HYPERLINK")


def test_every_sheet_is_frozen_and_set_up_for_print(hall: Hall):
    for paper, number in (("a4", 9), ("letter", 1)):
        for page in workbook(hall, paper=paper):
            assert page.freeze_panes == "A2"
            assert page.page_setup.paperSize == number
            assert page.page_setup.orientation == "landscape"


def test_the_wall_chart_follows_every_player_through_the_rounds(hall: Hall):
    told = {row["No."]: row for row in lines(workbook(hall)["Wall chart"])}
    assert told[7]["R3"] == "FL"
    assert [told[7][f"R{n} sum"] for n in (2, 3)] == [told[7]["R2 sum"], told[7]["R2 sum"] - 50]
    standing = {line.entrant.number: line.row for line in ranking.ranking(hall.division, 3).lines}
    for number, row in told.items():
        assert (row["Wins"] * 2, row["Spread"]) == (standing[number].wins, standing[number].spread)
        assert row["R3 sum"] == standing[number].spread


def test_player_cards_agree_with_the_results(hall: Hall):
    book = workbook(hall)
    cards = {(row["No."], row["Round"]): row for row in lines(book["Player cards"])}
    for row in lines(book["Results"]):
        if row["Kind"] == "played":
            first, second = cards[row["No. 1"], row["Round"]], cards[row["No. 2"], row["Round"]]
            assert (first["Score"], first["Against"]) == (row["Score 1"], row["Score 2"])
            assert (second["Score"], second["Against"]) == (row["Score 2"], row["Score 1"])
            assert (first["Start"], second["Start"]) == ("first", "second")
            assert first["Spread"] == -second["Spread"] == row["Spread 1"]
    assert len(cards) == 21


def test_results_and_pairings_name_everybody_once_a_round(hall: Hall):
    book = workbook(hall)
    for name in ("Results", "Pairings"):
        rows = lines(book[name])
        for number in (1, 2, 3):
            told = [row[f"No. {seat}"] for row in rows if row["Round"] == number for seat in (1, 2)]
            assert sorted(one for one in told if one) == list(range(1, 8))


def test_an_earlier_round_can_be_asked_for(hall: Hall):
    told = lines(workbook(hall, after=1)["Standings"])
    assert [row["Games"] for row in told if row["Rank"]].count(1) == 6
    assert {row["Round"] for row in lines(workbook(hall, after=1)["Results"])} == {1}


def test_the_workbook_of_several_divisions_names_them(hall: Hall):
    factories.entrants(factories.division(hall.event, "Elementary"), 2)
    names = workbook(hall).sheetnames
    assert names[0] == "Standings Open"
    assert names[5] == "Standings Elementary"
    assert workbook(hall, division="elementary").sheetnames[0] == "Standings"


def read_csv(data: bytes) -> list[list[str]]:
    assert data.startswith(b"\xef\xbb\xbf")
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))


@pytest.mark.parametrize("name", ["standings", "wall-chart", "cards", "results", "pairings"])
def test_csv_holds_the_same_rows_as_the_sheet(hall: Hall, name: str):
    title = {"wall-chart": "Wall chart", "cards": "Player cards"}.get(name, name.title())
    sheet = [["" if value is None else str(value) for value in row] for row in workbook(hall)[title].values]
    assert read_csv(render(hall.event, Wish("csv", sheet=name))) == sheet


def test_csv_of_several_divisions_has_a_column_for_them(hall: Hall):
    factories.entrants(factories.division(hall.event, "Elementary"), 2, klass="B")
    rows = read_csv(render(hall.event, Wish("csv")))
    assert rows[0][:2] == ["Division", "Rank"]
    assert "Class" in rows[0]
    assert {row[0] for row in rows[1:]} == {"Open", "Elementary"}
    assert len({len(row) for row in rows}) == 1


def test_a_table_of_three_fits_in():
    here = factories.hall(players=3, rounds=0)
    factories.play(factories.published(here.division, [list(here.division.entrants.all())]))
    told = lines(workbook(here)["Results"])
    assert [told[0][f"No. {seat}"] for seat in (1, 2, 3)] == [1, 2, 3]
    assert lines(workbook(here)["Player cards"])[0]["Opponent no."] == "2 3"


def test_an_event_before_round_1_exports_too():
    here = factories.hall(players=2, rounds=0)
    assert len(lines(workbook(here)["Standings"])) == 2
    assert render(here.event, Wish("t")).count(b"\n") == 2


CANARIES = ("Canaryson", "2015-07-13", "Gloria Canary", "canary@example.org", "M-CANARY")


@pytest.fixture
def child(hall: Hall) -> Entrant:
    """Number 2 is a child without consent, whose every secret is a canary."""
    row = Entrant.objects.select_related("player").get(number=2, division=hall.division)
    row.surname, row.given, row.age = "Canaryson", "Ana", "minor"
    row.save()
    row.player.number, row.player.surname = "M-CANARY", "Canaryson"
    row.player.save()
    PlayerPrivate.objects.create(
        player=row.player,
        scope=row.scope_key,
        birth_date="2015-07-13",
        guardian="Gloria Canary",
        contact="canary@example.org",
    )
    return row


@pytest.mark.parametrize(
    "wish", [Wish("xlsx"), Wish("csv"), Wish("csv", sheet="cards"), Wish("json"), Wish("t"), Wish("trf")]
)
def test_no_export_holds_a_child_s_name_number_birth_date_or_guardian(hall: Hall, child: Entrant, wish: Wish):
    text = everything(render(hall.event, wish), wish.format)
    assert "Ana C." in text
    assert [secret for secret in CANARIES if secret in text] == []


def everything(data: bytes, format: str) -> str:
    if format != "xlsx":
        return data.decode("utf-8-sig")
    book = openpyxl.load_workbook(io.BytesIO(data))
    return json.dumps([[list(row) for row in page.values] for page in book])


def test_full_names_and_private_data_take_their_own_permission(hall: Hall, child: Entrant):
    publisher = factories.acting(factories.member(hall.event, "publisher"), hall.event)
    export_event(publisher, hall.event, wish=Wish("json"))
    for wish in (Wish("json", private=True), Wish("xlsx", full_names=True)):
        with pytest.raises(NotAllowed):
            export_event(publisher, hall.event, wish=wish)
        export_event(hall.as_(hall.director), hall.event, wish=wish)
    told = json.loads(render(hall.event, Wish("json", private=True)))
    assert told["divisions"][0]["entrants"][1]["private"]["guardian"] == "Gloria Canary"
    assert "Canaryson" in everything(render(hall.event, Wish("xlsx", full_names=True)), "xlsx")


@pytest.mark.parametrize("role", ["clerk", "checker", "judge", "viewer", "registrar"])
def test_only_who_may_export_exports(hall: Hall, role: str):
    with pytest.raises(NotAllowed):
        export_event(
            factories.acting(factories.member(hall.event, role), hall.event), hall.event, wish=Wish("csv")
        )


def test_every_export_is_in_the_log(hall: Hall):
    export_event(hall.as_(hall.director), hall.event, wish=Wish("json", private=True))
    told = AuditEntry.objects.get(intent="event.export").payload["after"]
    assert (told["wish"]["format"], told["wish"]["private"]) == ("json", True)


def test_the_archive_says_its_version_and_digest_and_holds_no_database_key(hall: Hall):
    told = archive(hall.event)
    bare = {key: value for key, value in told.items() if key not in {"digest", "made_at"}}
    assert (told["format"], told["version"]) == ("td-event", 2)
    assert told["digest"] == canonical.digest(bare)
    text = canonical.dumps(told)
    for row in (hall.event, hall.division, *hall.division.entrants.all(), *hall.division.rounds.all()):
        assert str(row.pk) not in text


def test_the_archive_holds_every_version_of_every_result(hall: Hall):
    told = archive(hall.event)["divisions"][0]
    assert [row["number"] for row in told["rounds"]] == [1, 2, 3]
    assert [len(row["tables"]) for row in told["rounds"]] == [3, 3, 3]
    [result] = told["rounds"][0]["tables"][0]["results"]
    assert (result["version"], result["in_force"], len(result["lines"])) == (1, True, 2)
    assert told["rounds"][2]["without_table"][0]["kind"] == "forfeit"


def test_the_archive_is_the_same_whenever_it_is_made(hall: Hall):
    first = archive(hall.event)["digest"]
    with clock.at(clock.now() + timedelta(days=3)):
        assert archive(hall.event)["digest"] == first


WRONG = [
    (Wish("pdf"), "not a format"), (Wish("csv", sheet="x"), "not a sheet"), (Wish("xlsx", paper="a5"), "not a paper"),
    (Wish("csv", after=9), "from 1 to 3"), (Wish("csv", after=-1), "from 1 to 3"),
]  # fmt: skip


@pytest.mark.parametrize(("wish", "words"), WRONG)
def test_a_wish_that_cannot_be_fulfilled_is_refused(hall: Hall, wish: Wish, words: str):
    with pytest.raises(Refusal, match=words):
        export_event(hall.as_(hall.director), hall.event, wish=wish)


def test_an_unknown_division_and_a_t_file_of_two_are_refused(hall: Hall):
    ctx = hall.as_(hall.director)
    with pytest.raises(Missing, match="known are open"):
        export_event(ctx, hall.event, wish=Wish("csv", division="masters"))
    factories.division(hall.event, "Elementary")
    with pytest.raises(Refusal, match="open, elementary"):
        export_event(ctx, hall.event, wish=Wish("t"))


def test_the_name_of_a_download_is_plain(hall: Hall):
    assert (
        file_name(hall.event, Wish("csv", division="open", sheet="cards"))
        == f"{hall.event.slug}-open-cards.csv"
    )


def test_the_worker_makes_the_workbook_and_forgets_it_after_a_day(hall: Hall, settings: Any, tmp_path: Path):
    settings.MEDIA_ROOT = tmp_path
    ctx = hall.as_(hall.director)
    told = export_event(ctx, hall.event, wish=Wish("xlsx"), background=True)
    jobs.run(told["job"])
    job = Job.objects.get(pk=told["job"])
    assert (job.status, job.done, job.total) == ("done", 1, 1)
    assert openpyxl.load_workbook(io.BytesIO(place_of(job).read_bytes())).sheetnames[0] == "Standings"
    with clock.at(clock.now() + KEEP + timedelta(hours=1)):
        second = export_event(ctx, hall.event, wish=Wish("xlsx"), background=True)
        jobs.run(second["job"])
    assert not place_of(job).exists()


def test_a_workbook_gives_a_sign_of_life_at_every_sheet(hall: Hall):
    told: list[tuple[int, int]] = []
    render(hall.event, Wish("xlsx"), lambda done, total: told.append((done, total)))
    assert told == [(0, 5), (1, 5), (2, 5), (3, 5), (4, 5)]


def test_a_cancelled_export_leaves_no_file(hall: Hall, settings: Any, tmp_path: Path):
    settings.MEDIA_ROOT = tmp_path
    told = export_event(hall.as_(hall.director), hall.event, wish=Wish("xlsx"), background=True)
    row = jobs.claim(told["job"])
    Job.objects.filter(pk=told["job"]).update(cancel_requested=True)
    with pytest.raises(jobs.Cancelled):
        make_workbook(jobs.JobRun(row))  # type: ignore[arg-type]
    assert list(tmp_path.rglob("*.export")) == []


@pytest.mark.parametrize("format", sorted(FORMATS))
def test_the_command_line_writes_each_format(hall: Hall, tmp_path: Path, format: str):
    out, path = io.StringIO(), tmp_path / f"past.{format}"
    call_command(
        "export_event", hall.event.slug, "--format", format, "--out", str(path), "--json", stdout=out
    )
    assert json.loads(out.getvalue())["bytes"] == path.stat().st_size > 0
    assert [item.name for item in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["none", "--format", "csv", "--out", "{folder}/x"], "no event none"),
        (["{event}", "--format", "csv", "--out", "{folder}"], "cannot be written"),
        (["{event}", "--format", "csv", "--out", "{folder}/x", "--after", "9"], "from 1 to 3"),
        (["{event}", "--format", "csv", "--out", "{folder}/x", "--as", "nobody"], "no user nobody"),
    ],
)
def test_a_mistake_on_the_command_line_is_one_sentence(
    hall: Hall, tmp_path: Path, arguments: list[str], words: str, capsys: Any
):
    with pytest.raises(SystemExit) as end:
        call_command(
            "export_event", *[part.format(event=hall.event.slug, folder=tmp_path) for part in arguments]
        )
    assert end.value.code == 2
    told = capsys.readouterr().err.strip()
    assert words in told
    assert len(told.splitlines()) == 1


def test_the_results_sheet_tells_deciding_scores_penalties_and_who_won():
    here = factories.hall(players=4, rounds=1, penalty_rule="spread")
    factories.enter(here.table(1), 400, 400, before=(405, 412), penalties={1: 10})
    factories.enter(here.table(2), 380, 380, before=(390, 390))
    first, second = lines(workbook(here)["Results"])
    assert (first["Before unplayed tiles 1"], first["Before unplayed tiles 2"]) == (405, 412)
    assert (first["Off the spread 1"], first["Off the spread 2"]) == (10, None)
    assert first["Winner"] == first["Name 2"]
    assert second["Winner"] == "tie"


def test_the_results_sheet_has_no_empty_columns_for_what_nobody_had(hall: Hall):
    heads = set(lines(workbook(hall)["Results"])[0])
    assert not any(head.startswith(("Before", "Off the")) for head in heads)
    assert "Winner" in heads


def test_a_trf_file_says_who_beat_whom_and_reads_back_with_the_same_wins() -> None:
    here = factories.hall(players=6, rounds=2, played=2)
    data = render(here.event, Wish("trf"))
    read = read_trf(data)
    assert not isinstance(read, Refusals)
    told = {player.name: player.halves for player in read.players}
    rows = division_standings.as_rows(here.division, 2, public=False)
    assert sorted(told.values()) == sorted(row["wins"] for row in rows)
    assert str(rows[0]["spread"]) not in data.decode()


def test_a_trf_file_holds_one_division() -> None:
    here = factories.hall(players=4, rounds=1, played=1)
    factories.division(here.event, "Second")
    with pytest.raises(Refusal) as refused:
        check(here.event, Wish("trf"))
    assert refused.value.code == "which-division"


def test_a_table_that_is_not_scored_keeps_its_number_and_both_players_on_every_sheet() -> None:
    here = factories.hall(players=4, rounds=1)
    first = here.division.table_first
    factories.enter(here.table(first), kind="unscored")
    factories.enter(here.table(first + 1), 400, 350)
    one, other = (slot.entrant for slot in here.seats(first))
    book = workbook(here)
    results = [row for row in lines(book["Results"]) if row["Kind"] == "not scored"]
    assert [(row["Table"], row["Name 1"], row["Name 2"]) for row in results] == [
        (first, one.listed, other.listed)
    ]
    paired = [row for row in lines(book["Pairings"]) if row["Table"] == first]
    assert [(row["Name 1"], row["Name 2"]) for row in paired] == [(one.listed, other.listed)]
    card = next(row for row in lines(book["Player cards"]) if row["No."] == one.number)
    assert (card["Table"], card["Opponent no."], card["Result"]) == (first, other.number, "not scored")
    chart = next(row for row in lines(book["Wall chart"]) if row["No."] == one.number)
    assert chart["R1"] == f"-{other.number}"
    table = csv.DictReader(io.StringIO(render(here.event, Wish("csv", sheet="results")).decode("utf-8-sig")))
    assert [(row["Table"], row["Name 2"]) for row in table if row["Kind"] == "not scored"] == [
        (str(first), other.listed)
    ]
