"""Certificates of a season: by the rule everybody reads, printed by the club alone, with names no page shows."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.test import Client
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from tdapp.clubs.models import Season
from tdapp.clubs.reckoning import Award
from tdapp.clubs.seasons import certificates, gathering
from tdapp.events.models import Division, Entrant, Event
from tdapp.kernel.models import AuditEntry
from tdapp.people.models import ClubHome
from tdapp.publishing.certificates.certificate_page import MARGIN
from tdapp.publishing.certificates.pen import Pen, halves
from tests import factories as f
from tests.publishing.hall import Hall, hall

pytestmark = pytest.mark.django_db
RULE = {"certificate_events": 1, "certificate_places": 1, "certificate_schools": 1}


def played(host: ClubHome | None, slug: str) -> Hall:
    """An event of children, all of it played and released."""
    here = hall(4, age="minor")
    Event.objects.filter(pk=here.division.event_id).update(host=host.club if host else None, slug=slug)
    Division.objects.filter(pk=here.division.pk).update(rounds_planned=1)
    here.publish()
    here.play(1)
    here.division.event.refresh_from_db()
    here.release(1)
    return here


def season(home: ClubHome, **values: Any) -> Season:
    return Season.objects.create(
        club=home.club, slug="2026", name="Season 2026", starts_on="2026-01-01", ends_on="2026-12-31",
        points="10 8 6", public=True, **{**RULE, **values},
    )  # fmt: skip


def printed(home: ClubHome, row: Season, role: str, part: str = "1") -> Any:
    browser = Client()
    browser.force_login(f.officer(home, role, f"{role}-x"))
    return browser.post(f"/c/{home.slug}/seasons/{row.pk}/certificates", {"part": part})


@pytest.fixture
def pages(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is written on each page, as it is drawn."""
    found: list[str] = []
    write, draw = Pen.text, certificates.draw_page

    def written(pen: Pen, x: float, y: float, text: str, *more: Any, **also: Any) -> None:
        found[-1] += f"{text}\n"
        write(pen, x, y, text, *more, **also)

    def drawn(*facts: Any) -> None:
        found.append("")
        draw(*facts)

    monkeypatch.setattr(Pen, "text", written)
    monkeypatch.setattr(certificates, "draw_page", drawn)
    return found


def test_the_clubs_own_children_stand_on_paper_by_full_name_and_on_no_page(pages: list[str]) -> None:
    home = f.club("lipa", public=True)
    here, row = played(home, "night"), season(home)
    answer = printed(home, row, "club-director")
    assert answer["Content-Type"] == "application/pdf"
    assert "no-store" in answer["Cache-Control"]
    assert answer.content.startswith(b"%PDF")
    assert len(pages) == 5, "a school, and four who took part"
    for child in Entrant.objects.filter(division=here.division):
        assert any(f"{child.given} {child.surname}" in text for text in pages)
        shown = Client().get("/clubs/lipa/seasons/2026/").content.decode()
        assert child.surname not in shown
    assert "A certificate for place 1 of all and of each class." in shown
    assert AuditEntry.objects.get(intent="club.certificates").actor_name


def test_children_of_others_events_stand_there_as_their_event_shows_them(pages: list[str]) -> None:
    home = f.club("lipa", public=True)
    here = played(None, "theirs")
    row = season(home, also=["theirs"])
    found = gathering.found(row)
    assert certificates.own_names(row, found) == {}
    assert printed(home, row, "club-officer").status_code == 200
    assert len(pages) > 4
    for child in Entrant.objects.filter(division=here.division):
        assert not any(child.surname in text for text in pages)


def test_only_who_directs_the_clubs_events_prints_them_and_only_what_there_is() -> None:
    home = f.club("lipa", public=True)
    played(home, "night")
    row = season(home)
    assert printed(home, row, "club-publisher").status_code == 403
    assert printed(home, row, "member-manager").status_code == 403
    browser = Client()
    browser.force_login(f.officer(home, "club-officer"))
    where = f"/c/lipa/seasons/{row.pk}/certificates"
    for part in ("2", "0", "x", "", "9" * 50, "00010", "01"):
        answer = browser.post(where, {"part": part})
        assert answer.status_code == 422, part
        assert "There are no such certificates" in answer.content.decode()
    Season.objects.update(**dict.fromkeys(RULE, 0))
    assert browser.post(where, {"part": "1"}).status_code == 422


def test_many_are_printed_part_by_part() -> None:
    assert certificates.parts(0) == []
    assert certificates.parts(100) == [(1, 100)]
    assert certificates.parts(201) == [(1, 100), (101, 200), (201, 201)]


LONG = "Samahang Pang-Scrabble ng mga Paaralang Elementarya ng Lalawigan ng Batangas"


def test_long_names_fold_and_meet_neither_seal_nor_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[str, float, float, float]] = []

    def written(canvas: Canvas, x: float, y: float, text: str, *, charSpace: float = 0) -> None:  # noqa: N803
        name, size = canvas._fontname, canvas._fontsize
        drawn.append((text, x, x + stringWidth(text, name, size) + charSpace * (len(text) - 1), size))

    monkeypatch.setattr(Canvas, "drawString", written)
    home = f.club("lipa", name=LONG)
    row = season(home)
    row.starts_on, row.ends_on = date(2026, 6, 1), date(2027, 3, 31)
    row.name = "Unang Season ng mga Paaralang Pampubliko, Pribado at Sektaryan 2026-2027"
    award = Award("", LONG, 0, 20, (("", 1),))
    found = gathering.Found((), {}, {}, {}, ())
    certificates.drawn(home, row, found, [award], ["bcdfg-23456"], "https://results.example.org")
    width, _height = landscape(A4)
    assert all(left > MARGIN and right < width - MARGIN for _text, left, right, _size in drawn)
    head = [
        one for one in drawn if one[0].startswith(("Samahang Pang-Scrabble ng mga Paaralang Elem", "Unang"))
    ]
    seal = width - MARGIN - 43 * mm
    assert len([one for one in head if one[3] < 14 and one[2] < seal]) >= 2
    assert min(size for *_text, size in drawn) > 7


def test_a_name_is_cut_where_its_lines_are_most_even() -> None:
    assert halves("one two three four five") == ("one two three", "four five")
    assert halves("Ana Reyes") == ("Ana", "Reyes")
