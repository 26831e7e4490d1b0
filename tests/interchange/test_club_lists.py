"""A club's own list: headings repeated with words nobody knows, a total beside the names, "School / Club"."""

from __future__ import annotations

import pytest

from tdapp.interchange.entering.newcomers import clubs_of
from tests.interchange.rosters import codes, parsed

LIST = """\
BAYAN OPEN,,,,
No.,NAME OF PLAYER,School / Club,Cell no.,Paid?
1,"Abad, Maria",Cebu,0917 555 1000,ok
2,"Abad, Miguel",Iloilo,0917 555 1001,

No.,NAME OF PLAYER,School / Club,Cell no.,Paid?
3,"Count, Tina",Cebu,0917 555 1002,ok

TOTAL,3 players,,,
"""


def test_what_is_nobody_in_a_clubs_list_is_left_out_and_its_headings_are_known() -> None:
    roster = parsed(LIST)
    assert [(row.surname, row.given, row.club, row.contact) for row in roster.rows] == [
        ("Abad", "Maria", "Cebu", "0917 555 1000"), ("Abad", "Miguel", "Iloilo", "0917 555 1001"),
        ("Count", "Tina", "Cebu", "0917 555 1002"),
    ]  # fmt: skip
    assert [code for code in codes(roster) if code in {"heading-again", "total-row"}] == [
        "heading-again",
        "total-row",
    ]


@pytest.mark.django_db
def test_a_club_written_in_capitals_too_keeps_its_own_spelling() -> None:
    made = clubs_of(["Cebu", "CEBU", "ILOILO", "Davao city", "Davao City"])
    assert {name: row.name for name, row in made.items() if row} == {
        "Cebu": "Cebu", "CEBU": "Cebu", "ILOILO": "ILOILO", "Davao city": "Davao city", "Davao City": "Davao city",
    }  # fmt: skip
