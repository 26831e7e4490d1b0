"""TRF files of chess programs make an event or fill a division, and say what they could not tell."""

from __future__ import annotations

from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tdapp.desk.ledger import division_standings
from tdapp.desk.models import Result
from tdapp.desk.rehearsal.invariants import broken
from tdapp.events.models import Division, Event, Presence
from tdapp.interchange.exports.render import Wish, file_name, render
from tdapp.interchange.models import EventPreview
from tdapp.interchange.tsh import chess
from tests import factories
from tests.pairings.test_trf26 import GOLDEN

pytestmark = pytest.mark.django_db


def wins_of(division: Division) -> list[tuple[str, int]]:
    rows = division_standings.as_rows(division, 2, public=False)
    return sorted((row["name"], row["wins"]) for row in rows)


def test_a_trf_file_makes_an_event_with_the_same_wins_and_says_what_it_could_not_tell(client: Client) -> None:
    here = factories.hall(players=6, rounds=2, played=2)
    data = render(here.event, Wish("trf"))
    client.force_login(factories.user("creator", operator=True))
    upload = SimpleUploadedFile("Chess Open.trf", data)
    answer = client.post("/new/import", {"upload": upload, "name": "From chess", "starts_on": "2025-05-01"})
    page = client.get(answer["Location"]).content.decode()
    assert "holds no scores and no spreads" in page
    client.post(f"{answer['Location']}apply", {"seen": EventPreview.objects.get().digest})
    made = Event.objects.get(slug="from-chess")
    division = made.divisions.get()
    assert (division.name, broken(made)) == ("Chess Open", [])
    assert wins_of(division) == wins_of(here.division)
    assert Result.objects.filter(table__round__division=division, in_force=True).count() == 6


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("001    x", "Line 1"),
        (f"001    1      {'Cruz, Ana':<33} 1500{'':>37}   9 w 1", "9"),
    ],
    ids=["no number", "nobody there"],
)
def test_a_mistake_in_a_trf_file_is_one_sentence_and_nothing_is_made(
    client: Client, line: str, sentence: str
) -> None:
    client.force_login(factories.user("creator", operator=True))
    answer = client.post(
        "/new/import",
        {"upload": SimpleUploadedFile("a.trf", line.encode()), "name": "N", "starts_on": "2025-05-01"},
    )
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert not EventPreview.objects.exists()


@pytest.mark.parametrize(
    ("data", "known"),
    [
        (b"012 Cup\n001    1", True),
        (b"\xef\xbb\xbf001    1", True),
        (b"Cruz, Ana 1500 2; 400\n", False),
        (b"", False),
    ],
    ids=["headed", "marked", "tsh", "empty"],
)
def test_a_trf_file_is_known_by_its_lines(data: bytes, known: bool) -> None:
    assert chess.looks_like_one(data) is known


def test_a_file_of_2026_names_its_event_and_goes_on_with_teams_absences_and_its_rounds(
    client: Client,
) -> None:
    client.force_login(factories.user("creator", operator=True))
    answer = client.post("/new/import", {"upload": SimpleUploadedFile("liga.trf", GOLDEN.encode())})
    client.post(f"{answer['Location']}apply", {"seen": EventPreview.objects.get().digest, "minors": "no"})
    event = Event.objects.get()
    division = event.divisions.select_related("event").get()
    assert (event.name, event.starts_on, broken(event)) == ("Liga ng Bayan", date(2026, 3, 14), [])
    assert division.plan == "manual 1, swiss 2-5"
    assert list(division.entrants.order_by("number").values_list("rating", "team")) == [
        (2009, "Mandaue"), (1480, "Toledo"), (1500, "Mandaue"), (0, "Toledo"),
    ]  # fmt: skip
    away = Presence.objects.filter(entrant__number=4).order_by("first").values_list("first", "kind", "intent")
    assert list(away) == [(2, "away", "unscored"), (3, "away", "bye")]
    data = render(event, Wish("trf26")).decode()
    for line in ("042 2026/03/14", "142 5", "240 Z 002    3    4", "240 F 003    4"):
        assert line in data.split("\r\n")
    assert file_name(event, Wish("trf26")) == "liga-ng-bayan.trf"
