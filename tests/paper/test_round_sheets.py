"""The sheets of a round as PDF: rows whole, pages counted, names as the wall may show them, VOID when recalled."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st
from reportlab.pdfbase.pdfmetrics import stringWidth

from tdapp.desk.models import PairingRun
from tdapp.desk.pairing.commands import drafting, publishing, recalling
from tdapp.events.models import Division, Entrant, Round
from tdapp.kernel.pages.shells import PrintHead
from tdapp.publishing.paper import rounds
from tdapp.publishing.paper.drawing.document import SIZES, Sheet, fitted, foot
from tdapp.publishing.paper.drawing.flow import LISTED, broken
from tdapp.scoresheets.pdf.fonts import register
from tests import factories as f
from tests.paper.recorded import Drawn, recorded

pytestmark = pytest.mark.django_db
PAGE = re.compile(rb"/Type /Page\b")


@pytest.fixture
def forty() -> Round:
    division = f.division(f.event("cup", public=True), "Open")
    f.entrants(division, 40)
    f.published(division)
    return the_round(division)


def the_round(division: Division, number: int = 1) -> Round:
    return Round.objects.select_related("division__event").get(division=division, number=number)


def drawn(round_: Round, what: str, paper: str = "a4", version: str = "") -> list[Drawn]:
    with recorded() as pages:
        data = rounds.render(round_, what, paper, version=version, address="http://hall/t/cup/")
    assert len(PAGE.findall(data)) == len(pages)
    return pages


@settings(max_examples=50)
@given(st.integers(1, 1200), st.floats(400, 800))
def test_rows_fit_their_pages_and_pages_are_even(rows: int, room: float) -> None:
    how = broken(rows, room, LISTED)
    assert how.per_page * how.height <= room + 0.001
    assert how.height >= LISTED.least - 0.001
    assert -(-rows // how.per_page) == 1 or rows * LISTED.least > room


def test_the_two_ends_of_a_page_s_last_line_do_not_meet() -> None:
    """A long name of a round and of a version: what does not fit is drawn smaller, then cut."""
    canvas = LastLine()
    label = "cannot be changed any more since round 1 was posted"
    head = PrintHead(
        "Cup of all the islands and of all the sea between and around them",
        "Open",
        label,
        "Rules",
        "f6f401c8d418",
        log="146-V17J-6MW1-WEJX",
    )
    foot(canvas, Sheet(head), 1, 10)
    (left, right) = canvas.drawn
    assert left[0] + left[1] < right[0] - right[1]


class LastLine:
    """A canvas that keeps where the texts of a page's last line begin or end, and how wide they are."""

    _pagesize = SIZES["a4"]

    def __init__(self) -> None:
        self.drawn: list[tuple[float, float]] = []
        self.font: tuple[str, float] = ("", 0)

    def setFont(self, name: str, size: float) -> None:  # noqa: N802
        self.font = name, size

    def setFillGray(self, _grey: float) -> None:  # noqa: N802
        return

    def drawString(self, x: float, _y: float, text: str) -> None:  # noqa: N802
        self.drawn.append((x, stringWidth(text, *self.font)))

    drawRightString = drawString  # noqa: N815


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("what", ["by-table", "by-name", "standings", "slips-20"])
def test_forty_players_are_one_page(forty: Round, what: str, paper: str) -> None:
    (page,) = drawn(forty, what, paper)
    people = forty.division.entrants.select_related("club")
    assert all(any(one.listed in said for said in page.said) for one in people)
    width, height = page.size
    assert all(0 < x < width and 0 < y < height for x, y, _said in page.texts)


@pytest.mark.parametrize(("what", "pages"), [("slips-4", 5), ("slips-2", 10), ("blank-slips-4", 1)])
def test_slips_are_whole_on_their_page(forty: Round, what: str, pages: int) -> None:
    found = drawn(forty, what)
    assert len(found) == pages
    one = found[0]
    if not what.startswith("blank"):
        tables = one.line_of("1"), one.line_of("2")
        assert tables[1] < one.line_of("Bautista, Fe") < one.line_of("Abad, Ana") < tables[0]
        assert {"#1 1890", "#2 1880"} <= set(one.said)


def test_a_row_says_table_and_opponent_on_one_line_and_long_fields_go_over_pages() -> None:
    division = f.division(f.event(), "Open", table_last=200)
    f.entrants(division, 120)
    f.published(division)
    found = drawn(the_round(division), "by-table")
    assert len(found) == 2
    assert all("Second" in page.said for page in found)
    for page in found:
        assert all(y > 30 for _x, y, _said in page.texts)
    line = found[0].line_of("7")
    beside = {said for _x, y, said in found[0].texts if abs(y - line) < 1}
    assert {said.partition(" #")[2] for said in beside} >= {"13 1770", "14 1760"}


def test_a_guarded_child_stands_as_the_public_may_see_her() -> None:
    division = f.division(f.event(), "Juniors", school=True)
    f.entrants(division, 4, age="minor")
    f.published(division)
    for what in ("by-table", "by-name", "by-club", "call-out", "slips-4", "slips-20", "standings"):
        said = " ".join(text for page in drawn(the_round(division), what) for text in page.said)
        assert "A., Ana" in said
        assert "Abad" not in said


def test_a_recalled_version_says_void_on_every_sheet_and_slip_and_the_next_one_does_not() -> None:
    division = f.division(f.event(), "Open")
    f.entrants(division, 8)
    ctx = f.program(division.event)
    _publish(division)
    recalling.recall_round(ctx, the_round(division), reason="a player came late")
    sheets = drawn(the_round(division), "by-name")
    assert [word for page in sheets for word, _box in page.across] == ["VOID"]
    slips = drawn(the_round(division), "slips-4", version="1")
    assert [word for page in slips for word, _box in page.across] == ["VOID"] * 4
    _publish(division)
    again = drawn(the_round(division), "by-name")
    assert not any(page.across for page in again)
    assert any("version 2" in said for said in again[0].said)
    old = drawn(the_round(division), "by-name", version="1")
    assert [word for page in old for word, _box in page.across] == ["VOID"]


def _publish(division: Division) -> None:
    ctx = f.program(division.event)
    told = drafting.draft_round(ctx, Division.objects.select_related("event").get(pk=division.pk), number=1)
    run = PairingRun.objects.select_related("round__division__event").get(pk=told["id"])
    publishing.publish_round(ctx, run, seen=told["version"])


@pytest.mark.parametrize("what", ["by-table", "by-name", "by-club", "call-out"])
def test_lists_of_a_team_round_name_the_teams_on_the_wall_and_in_the_browser(
    what: str, client: Client
) -> None:
    """Cebu meets Davao at two tables; a list of players names two teams a player, one of tables each once a table."""
    division = f.division(f.event("teams"), "Open", plan="matches 1", rounds_planned=1)
    for one in f.entrants(division, 4):
        Entrant.objects.filter(pk=one.pk).update(team="Davao" if one.number % 2 == 0 else "Cebu")
    _publish(division)
    times = 4 if what in ("by-name", "by-club") else 2
    (page,) = drawn(the_round(division), what)
    assert [page.said.count(team) for team in ("Cebu", "Davao")] == [times, times]
    client.force_login(f.member(division.event, "director"))
    shown = client.get(reverse("desk:print_sheet", args=["teams", "open", 1, what])).content.decode()
    assert [shown.count(f'<span class="unit">{team}</span>') for team in ("Cebu", "Davao")] == [times, times]


def test_lists_of_a_round_of_players_name_no_teams(forty: Round) -> None:
    Entrant.objects.filter(division=forty.division).update(team="Cebu")
    assert not any("Cebu" in said for said in drawn(the_round(forty.division), "by-table")[0].said)


def test_the_fonts_are_embedded(forty: Round) -> None:
    data = rounds.render(forty, "by-name", "a4")
    assert data.count(b"/FontFile2") == 2
    assert b"/Helvetica" not in data


def test_a_text_too_long_is_made_smaller_and_then_cut() -> None:
    font = register()[0]
    assert fitted("Peña", font, 10, 100) == ("Peña", 10)
    text, size = fitted("dela Cruz-Villanueva, Maria Concepcion", font, 10, 130)
    assert text.startswith("dela Cruz")
    assert size < 10
    assert fitted("x" * 300, font, 10, 50)[0].endswith("…")


def test_what_was_never_printed_is_missing(client: Client) -> None:
    hall = f.hall(4)
    client.force_login(hall.clerk)
    base = f"/e/{hall.event.slug}/{hall.division.slug}/round/1/pdf/"
    answer = client.get(f"{base}by-name?paper=letter")
    assert answer["Content-Type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF")
    assert client.get(f"{base}by-name?version=7").status_code == 404
    assert client.get(f"{base}by-moon").status_code == 404
