"""The lists of sheets: an event's, a table's, two of them beside each other; and the way there."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring import Turn
from tdapp.kernel.models import User
from tdapp.scoresheets.access import sheets
from tdapp.scoresheets.editor.commands.closing import finish
from tdapp.scoresheets.editor.commands.writing import create, write
from tdapp.scoresheets.lists.turns import turn_words
from tdapp.scoresheets.models import Sheet
from tests import factories as f
from tests.scoresheets.factories import FIRST, SECOND, Desk, add, browser, desk, written

pytestmark = pytest.mark.django_db


def event_url(here: f.Hall, query: str = "") -> str:
    return reverse("scoresheets:sheets", args=[here.event.slug]) + query


def table_url(here: f.Hall, table: int = 1, name: str = "table") -> str:
    return reverse(f"scoresheets:{name}", args=[here.event.slug, here.division.slug, 1, table])


def main(answer: Any) -> str:
    """A page's own words."""
    text = answer.content.decode().partition("<main")[2].partition("</main>")[0]
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", text)).split())


def more(here: f.Hall, table: int, *turns: dict[str, Any], kept_by: int | None = None) -> Sheet:
    """One more sheet at a table, with these turns."""
    clerk = here.as_(here.clerk)
    number = create(clerk, here.table(table), kept_by=kept_by)["sheet"]
    row = sheets().get(table=here.table(table), number=number)
    for turn in turns:
        write(clerk, sheets().get(pk=row.pk), operations=[add(turn)])
    return sheets().get(pk=row.pk)


def test_the_event_list_shows_each_sheet_with_state_scores_and_check() -> None:
    here = written({**FIRST, "score": 90, "total": 90})
    page = main(browser(here.hall.viewer).get(event_url(here.hall)))
    assert "Sheet 1, the desk's" in page
    assert "90–0" in page
    assert "open" in page


def test_the_event_list_is_filtered_by_round_state_and_division() -> None:
    here = written(FIRST)
    done = more(here.hall, 2, FIRST)
    finish(here.hall.as_(here.hall.clerk), done, seen=done.version)
    client = browser(here.hall.viewer)
    assert "1 sheet" in main(client.get(event_url(here.hall, "?state=finished")))
    assert "2 sheets" in main(client.get(event_url(here.hall, "?round=1&division=open")))
    assert "No sheet fits" in main(client.get(event_url(here.hall, "?round=7")))
    assert "No sheet fits" in main(client.get(event_url(here.hall, "?round=seven")))
    assert client.get(event_url(here.hall, "?division=nowhere")).status_code == 404


def test_a_tables_number_leads_to_its_sheets() -> None:
    here = desk()
    client = browser(here.hall.clerk)
    assert client.get(event_url(here.hall, "?table=2"))["Location"] == table_url(here.hall, 2)
    assert "No posted round has this table." in main(client.get(event_url(here.hall, "?table=99")))


def test_an_event_without_sheets_says_what_to_do() -> None:
    here = f.hall(4)
    assert "Type a table's number" in main(browser(here.clerk).get(event_url(here)))
    unpaired = f.hall(4, rounds=0)
    assert "not posted yet" in main(browser(unpaired.clerk).get(event_url(unpaired)))


def test_a_sheet_is_started_for_a_player_and_opens() -> None:
    here = f.hall(4)
    answer = browser(here.clerk).post(table_url(here), {"kept_by": "2", "how": ""})
    row = Sheet.objects.get()
    assert (row.kept_by, row.origin, row.created_name) == (2, "typed", here.clerk.shown_as)
    assert answer.status_code == 303
    assert answer["Location"].endswith("/sheet/1/")


def test_a_tally_of_a_slip_in_dispute_opens_as_one() -> None:
    here = f.hall(4)
    answer = browser(here.clerk).post(table_url(here), {"kept_by": "", "how": "tally"})
    assert Sheet.objects.get().origin == "tally"
    assert answer["Location"].endswith("/sheet/1/tally/")


def test_a_seat_the_table_has_not_is_refused_on_the_form() -> None:
    here = f.hall(4)
    answer = browser(here.clerk).post(table_url(here), {"kept_by": "3"})
    assert answer.status_code == 422
    assert not Sheet.objects.exists()


def test_who_may_only_look_sees_no_form_to_start() -> None:
    here = desk()
    page = browser(here.hall.viewer).get(table_url(here.hall))
    assert page.status_code == 200
    assert b'id="start"' not in page.content
    assert browser(here.hall.viewer).post(table_url(here.hall), {}).status_code == 403


def test_two_sheets_are_compared_turn_by_turn_with_who_is_wrong_and_why() -> None:
    right = {**FIRST, "score": None}
    here = written({key: value for key, value in right.items() if value is not None})
    score = browser(here.hall.clerk).get(here.address("state")).json()["rows"][0]["computed"]["score"]
    more(here.hall, 1, {**FIRST, "score": score, "total": score}, kept_by=1)
    more(here.hall, 1, {**FIRST, "score": score + 2, "total": score + 2}, SECOND, kept_by=2)
    page = main(browser(here.hall.viewer).get(table_url(here.hall, 1, "compare") + "?first=2&second=3"))
    assert "10H BATA" in page
    assert f"{score + 2}" in page
    assert "score, running total" in page
    assert "Only the second sheet has this row." in page
    assert "2 rows differ" in page


def test_sheets_that_agree_say_so() -> None:
    here = written(FIRST, SECOND)
    more(here.hall, 1, FIRST, SECOND)
    page = main(browser(here.hall.viewer).get(table_url(here.hall, 1, "compare") + "?first=1&second=2"))
    assert "Both sheets agree in every row." in page


def test_final_scores_nobody_wrote_are_added_up_before_they_are_compared() -> None:
    here = written({"kind": "score", "seat": 1, "score": 34}, {"kind": "score", "seat": 2, "score": 55})
    more(here.hall, 1, {"kind": "score", "seat": 1, "score": 34}, {"kind": "score", "seat": 2, "score": 51})
    page = main(browser(here.hall.viewer).get(table_url(here.hall, 1, "compare") + "?first=1&second=2"))
    assert "1 final score added up 34 34 agree" in page
    assert "2 final score added up 55 51 differ" in page


def test_final_scores_that_nobody_knows_do_not_agree() -> None:
    here = written({"kind": "pass", "seat": 1})
    Sheet.objects.update(rows=[])
    more(here.hall, 1)
    page = main(browser(here.hall.viewer).get(table_url(here.hall, 1, "compare") + "?first=1&second=2"))
    assert page.count("final score – – not known") == 2


def test_a_challenge_says_what_became_of_the_play() -> None:
    said = [turn_words(Turn("challenge", verdict=verdict)) for verdict in ("valid", "invalid", "")]
    assert said == ["challenge: the play stands", "challenge: the play falls", "challenge"]


@pytest.mark.parametrize("query", ["?first=1&second=1", "?first=1&second=9", "?first=x", "?first=1"])
def test_a_comparison_that_cannot_be_is_asked_again(query: str) -> None:
    here = written(FIRST)
    more(here.hall, 1, FIRST)
    assert browser(here.hall.viewer).get(table_url(here.hall, 1, "compare") + query).status_code == 422


def test_a_table_with_one_sheet_has_nothing_to_compare() -> None:
    here = written(FIRST)
    assert "fewer than two" in main(browser(here.hall.viewer).get(table_url(here.hall, 1, "compare")))


def rail(here: Desk, who: User) -> str:
    page = browser(who).get(f"/e/{here.hall.event.slug}/").content.decode()
    found = re.search(r'href="/e/[^"]*/sheets/".*?</a>', page, re.DOTALL)
    return " ".join(re.sub(r"<[^>]*>", " ", found[0]).split()) if found else ""


def test_the_rail_says_how_many_sheets_are_open_or_finished() -> None:
    here = written(FIRST)
    assert "1 open" in rail(here, here.hall.viewer)
    finish(here.hall.as_(here.hall.clerk), here.fresh(), seen=2)
    assert "1 finished" in rail(here, here.hall.viewer)


def test_the_tables_page_leads_to_its_sheets() -> None:
    here = desk()
    address = reverse("desk:table", args=[here.hall.event.slug, here.hall.division.slug, 1, 1])
    assert table_url(here.hall) in browser(here.hall.viewer).get(address).content.decode()


def queries(who: User, address: str) -> int:
    client = browser(who)
    client.get(address)
    with CaptureQueriesContext(connection) as caught:
        assert client.get(address).status_code == 200
    return len(caught)


def test_lists_ask_no_more_for_eighty_sheets_than_for_eight() -> None:
    asked = []
    for tables in (4, 40):
        here = f.hall(players=2 * tables)
        for number in range(1, tables + 1):
            for seat in (1, 2):
                create(here.as_(here.clerk), here.table(number), kept_by=seat)
        asked.append((queries(here.clerk, event_url(here)), queries(here.clerk, table_url(here))))
    assert asked[0] == asked[1]
    assert max(asked[0]) < 25


def test_the_state_of_a_long_sheet_asks_no_more_than_of_a_short_one() -> None:
    here = desk()
    asked = []
    for rows in (8, 80):
        here.write(*(add({"kind": "pass", "seat": 1 + at % 2}) for at in range(rows)))
        asked.append(queries(here.hall.clerk, here.address("state")))
    assert asked[0] == asked[1]
