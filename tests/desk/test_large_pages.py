"""No page of the desk weighs more than 200 kB for 1,000 players; long lists come a portion at a time, long prints in parts, and
lose nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from django.db import transaction
from django.db.models import Model
from django.db.models.signals import post_init
from django.urls import reverse

from tdapp.desk.models import PairingRun
from tdapp.events.models import Division, Entrant, Event
from tests import factories as f
from tests.desk.large_pages import CLOSED, PAPERS, Desk, desk_of, every_page

pytestmark = pytest.mark.django_db
PLAYERS, MOST_BYTES, MOST_MADE, MOST_ROWS = 1000, 200_000, 100, 400
# These pages still read the rows of a whole field: most of them change what they show, or ask rows more than names.
MANY_ROWS = frozenset({
    "desk:by_hand", "desk:hall", "desk:hall_part", "desk:leaving", "desk:phones", "desk:prizes", "desk:prize_receipts",
    "desk:prize_script", "desk:prize_script_print", "desk:roll_call", "events:checkin", "events:entries", "events:names",
    "events:wishes", "interchange:bundle", "judging:table_links",
})  # fmt: skip
DRAFTS = "/drafted/round/1/"
# Files, and what programs and the public read, are no pages of the desk.
FILE = re.compile(r":sheet$|_pdf$|poster|paper:|:file$")


class Looked(NamedTuple):
    """Of a page its bytes, and how often a division or an event, or an entrant, was made of a row for it."""

    name: str
    size: int
    divisions: int
    entrants: int


@pytest.fixture(scope="module")
def large(django_db_setup: None, django_db_blocker: pytest.FixtureRequest) -> Iterator[Desk]:
    with django_db_blocker.unblock(), transaction.atomic():  # type: ignore[attr-defined]
        yield desk_of(PLAYERS)
        transaction.set_rollback(True)


def rows(html: str) -> list[str]:
    """The rows of the portion on a page, by their first number."""
    body = html.split('id="portion"', 1)[1].split("</tbody>", 1)[0]
    found = re.findall(r"<tr(?![^>]*data-more)[^>]*>(.*?)</tr>", body, re.S)
    return [re.findall(r">\s*(\d+)\s*<", row)[0] for row in found]


@pytest.fixture(scope="module")
def looked(large: Desk) -> dict[str, Looked]:
    """Every page of the desk."""
    made: Counter[type[Model]] = Counter()

    def count(sender: type[Model], **_what: object) -> None:
        made[sender] += 1

    found = {}
    for model in (Division, Event, Entrant):
        post_init.connect(count, model)
    for name, where in every_page(large, (CLOSED + 1,)):
        if where.startswith("/e/") and not FILE.search(name):
            made.clear()
            size = len(large.client.get(where).content)
            found[where] = Looked(name, size, made[Division] + made[Event], made[Entrant])
    for model in (Division, Event, Entrant):
        post_init.disconnect(count, model)
    return found


def test_no_page_of_the_desk_weighs_more_than_200_kilobytes_for_1000_players(
    looked: dict[str, Looked],
) -> None:
    assert len(looked) > 40
    assert {where: one.size for where, one in looked.items() if one.size > MOST_BYTES} == {}


def test_no_page_of_the_desk_makes_division_and_event_anew_for_each_player(
    looked: dict[str, Looked],
) -> None:
    assert {where: one.divisions for where, one in looked.items() if one.divisions > MOST_MADE} == {}


def test_no_page_of_the_desk_makes_a_row_of_every_player_to_show_a_hundred(
    looked: dict[str, Looked],
) -> None:
    rows = {
        where: one.entrants
        for where, one in looked.items()
        if one.name not in MANY_ROWS and DRAFTS not in where
    }
    assert {where: made for where, made in rows.items() if made > MOST_ROWS} == {}


def test_a_print_of_1000_comes_in_parts_that_are_the_whole_one_row_for_row_and_whole_sheets_of_slips(
    large: Desk,
) -> None:
    here = f"/e/{large.division.event.slug}/open/"
    prints = [
        f"{here}wallchart/print/",
        f"{here}wallchart/print/?by=rank",
        f"{here}standings/{CLOSED + 1}/print/",
    ]
    prints += [f"{here}round/{CLOSED + 1}/print/{what}/" for what in PAPERS["desk:print_sheet"]]
    counts = {}
    for where in prints:
        whole = printed(large, where, "all")
        parts = [printed(large, where, str(number)) for number in range(1, whole.of + 1)]
        assert [row for one in parts for row in one.rows] == whole.rows, where
        assert len(set(whole.rows)) == len(whole.rows) >= PLAYERS // 2, where
        assert max(one.size for one in parts) <= MOST_BYTES, where
        if "slips-" in where:
            assert [len(one.rows) % 4 for one in parts[:-1]] == [0] * (whole.of - 1)
        counts[where.removeprefix(here)] = whole.of
    assert counts["wallchart/print/"] >= 3
    assert counts[f"round/{CLOSED + 1}/print/call-out/"] == 1
    assert large.client.get(f"{prints[0]}?part=99").status_code == 404


class Print(NamedTuple):
    """Of a print, or a part of it: its rows, its bytes, how many parts there are."""

    rows: list[str]
    size: int
    of: int


def printed(large: Desk, where: str, part: str) -> Print:
    """What comes out for `part`; of several parts each says on paper which it is, the whole says nothing of parts there."""
    answer = large.client.get(f"{where}{'&' if '?' in where else '?'}part={part}")
    page = answer.content.decode()
    of = len(re.findall(r'href="\?[^"]*part=\d+"', page)) or 1
    head = re.search(r'<div class="print-facts">(.*?)</div>', page, re.S)
    assert head is None or (f"part {part} of {of}" in head[1]) == (part != "all" and of > 1), where
    body = page.split('class="slips"' if "slips-" in where else "<tbody", 1)[1].split("</main>", 1)[0]
    found = body.split('<section class="slip"')[1:] if "slips-" in where else body.split("<tr")[1:]
    return Print([one.split("</tbody>")[0] for one in found], len(answer.content), of)


def test_a_draft_of_1000_shows_a_table_that_is_asked_for_and_comes_back_to_it_after_a_change(
    large: Desk,
) -> None:
    here = f"/e/{large.drafted.event.slug}/drafted/round/1/"
    run = PairingRun.objects.get(round__division__slug="drafted")
    number = run.boards["tables"][436]["table"]
    page = large.client.get(f"{here}?q={number}").content.decode()
    assert rows(page) == [str(number)]
    assert f'action="{here}edit?q={number}"' in page
    answer = large.client.post(
        f"{here}edit?q={number}", {"action": "turn", "table": number, "seen": run.version}
    )
    assert answer["Location"] == f"{here}?q={number}"


def test_two_players_of_1000_change_places_by_the_numbers_that_are_typed(large: Desk) -> None:
    here = f"/e/{large.drafted.event.slug}/drafted/round/1/"
    run = PairingRun.objects.get(round__division__slug="drafted")
    tables = run.boards["tables"]
    people = {str(row.pk): row for row in run.round.division.entrants.all()}
    one, other = people[tables[3]["seats"][0]], people[tables[400]["seats"][0]]
    page = large.client.get(here).content.decode()
    assert f'<option value="{one.number}">' in page
    sent = {"action": "swap", "one": one.number, "other": f" {other.number} ", "seen": run.version}
    large.client.post(f"{here}edit", sent)
    after = PairingRun.objects.get(pk=run.pk).boards["tables"]
    assert (after[3]["seats"][0], after[400]["seats"][0]) == (str(other.pk), str(one.pk))


def test_every_table_of_a_round_is_shown_once_by_going_on_to_the_end(large: Desk) -> None:
    where = reverse("desk:round", args=[large.division.event.slug, "open", CLOSED])
    seen: list[str] = []
    at = where
    for _portion in range(20):
        page = large.client.get(at).content.decode()
        seen += rows(page)
        more = re.search(r'hx-get="(\?[^"]*from=[^"]*)"', page)
        if not more:
            break
        at = where + more[1].replace("&amp;", "&")
    assert seen == [str(number) for number in range(1, PLAYERS // 2 + 1)]


def test_the_standings_find_a_player_with_his_own_place_and_games(large: Desk) -> None:
    where = reverse("desk:standings", args=[large.division.event.slug, "open", CLOSED])
    who = large.division.entrants.get(number=777)
    page = large.client.get(f"{where}?q=777").content.decode()
    whole = large.client.get(
        reverse("desk:print_standings", args=[large.division.event.slug, "open", CLOSED]), {"part": "all"}
    )
    assert len(rows(page)) == 1
    assert who.surname in page
    place = rows(page)[0]
    line = next(row for row in whole.content.decode().split("<tr") if f">{who.listed}" in row
                or who.listed in row)  # fmt: skip
    assert place in re.findall(r"\d+", line)


def test_the_wall_chart_of_a_few_rows_says_of_them_what_the_whole_one_says(large: Desk) -> None:
    slug = large.division.event.slug
    part = large.client.get(f"/e/{slug}/open/wallchart/?q=640").content.decode()
    whole = large.client.get(f"/e/{slug}/open/wallchart/print/?part=all").content.decode()
    cells = re.findall(r"<p>([^<]*? = [^<]*)", part)
    assert len(cells) >= CLOSED
    who = large.division.entrants.get(number=640)
    line = next(row for row in whole.split("<tr") if "<td>640<" in row)
    assert who.listed in line
    assert re.findall(r"<p>([^<]*? = [^<]*)", line) == cells


def test_who_was_ticked_to_leave_stays_ticked_while_others_are_looked_for(large: Desk) -> None:
    ticked = large.division.entrants.get(number=999)
    where = reverse("desk:leaving", args=[large.division.event.slug])
    page = large.client.get(f"{where}?q=5&entrant={ticked.pk}").content.decode()
    assert re.search(rf'value="{ticked.pk}"[^>]*checked', page, re.S)
    assert 'type="hidden" name="entrant"' not in page


def test_the_actual_pairings_keep_what_was_pressed_while_another_table_is_looked_for(large: Desk) -> None:
    where = reverse("desk:round_as_played", args=[large.division.event.slug, "open", CLOSED + 1])
    last = PLAYERS // 2
    seats = [
        slot.entrant.number
        for slot in f.table(large.division, last, CLOSED + 1).seats.select_related("entrant")
    ]
    sent = {"press": "read", "find": str(last), "picked": str(seats[0]), "places": "", "most": "60"}
    page = large.client.post(where, sent).content.decode()
    assert f'id="turn-{last}"' in page
    assert f'name="picked" value="{seats[0]}"' in page
