"""Pairings and standings for a group chat: the same facts as the public pages, as text and as pictures."""

from __future__ import annotations

import io
from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client
from PIL import Image

from tdapp.events.models import Entrant
from tdapp.kernel import clock
from tdapp.publishing.sharing import picture
from tdapp.publishing.sharing.sheets import NAME, NUMBER, Sheet
from tests.publishing.hall import hall, played_hall

pytestmark = pytest.mark.django_db


def test_the_text_of_a_round_has_tables_names_and_the_address(monkeypatch: pytest.MonkeyPatch) -> None:
    here = played_hall(5)
    monkeypatch.setattr(settings, "PUBLIC_URL", "https://results.example.org")
    told = Client().get(f"{here.base}pairings.txt").content.decode()
    lines = told.splitlines()
    assert lines[:2] == ["Public Open", "Round 3"]
    assert lines[4] == "1. Abad, Ana #1 1890 – Cruz, Karl #3 1870"
    assert sum("sits out (bye)" in line for line in lines) == 1
    assert lines[-1].endswith(here.base)
    by_name = Client().get(f"{here.base}pairings.txt?by=name").content.decode()
    assert "Abad, Ana #1 1890: table 1" in by_name.splitlines()


def test_the_text_of_the_standings_is_the_released_one() -> None:
    here = played_hall(4)
    told = Client().get(f"{here.base}standings.txt").content.decode().splitlines()
    assert told[1] == "Standings after round 1"
    assert told[4].startswith("1. ")
    assert len(told[4:]) == 4
    here.release(2)
    with clock.at(clock.now() + timedelta(seconds=9)):
        page = Client().get(f"{here.base}standings/1/").content.decode()
        assert f'href="{here.base}standings.txt?round=1"' in page, "the page of a round shares that round"
        assert Client().get(f"{here.base}standings.txt?round=1").content.decode().splitlines()[:4] == told[:4]
        assert Client().get(f"{here.base}standings.png?round=1").status_code == 200
        for bad in ("3", "x", "0001"):
            assert Client().get(f"{here.base}standings.txt?round={bad}").status_code == 404


@pytest.mark.parametrize(("language", "said"), [("en", "For a group chat"), ("fil", "Para sa group chat")])
def test_a_public_page_offers_its_own_list_in_whatever_order_it_stands(language: str, said: str) -> None:
    here, reader = played_hall(4), Client(headers={"accept-language": language})
    for page in ("", "?by=name", "?by=club", "standings/"):
        words = " ".join(reader.get(here.base + page).content.decode().split())
        assert f"> {said} <" in words or f">{said}<" in words


@pytest.mark.parametrize("what", ["pairings.txt", "pairings.png", "standings.txt", "standings.png"])
def test_what_is_not_out_is_not_sent_and_a_child_goes_by_the_public_name(what: str) -> None:
    here = hall(4, school=True, age="minor")
    here.publish()
    here.play(1)
    Entrant.objects.first().event.__class__.objects.update(public=True)  # type: ignore[union-attr]
    assert Client().get(here.base + what).status_code == 404
    here.show(1)
    here.release(1)
    answer = Client().get(here.base + what)
    assert answer.status_code == 200
    assert b"Bautista" not in answer.content


def sheet(rows: int, name: str = "Ana Abad") -> Sheet:
    table = tuple((str(number), name, "Ben Cruz") for number in range(1, rows + 1))
    return Sheet("Open 2026", "Round 1", "", ("Table", "First", "Second"), (NUMBER, NAME, NAME), table, ())


@pytest.mark.parametrize(("rows", "parts"), [(0, 1), (1, 1), (36, 1), (37, 2)])
def test_a_long_list_becomes_several_pictures_of_a_phone_s_width(rows: int, parts: int) -> None:
    assert picture.parts(sheet(rows)) == parts
    for part in {1, parts}:
        image = Image.open(io.BytesIO(picture.draw(sheet(rows), part, "http://hall/t/open/")))
        assert image.width == picture.WIDTH
        assert image.height < 2400
    with pytest.raises(IndexError):
        picture.draw(sheet(rows), parts + 1, "")


def test_a_name_of_any_length_stays_inside_its_own_column() -> None:
    """Beside a column that is empty every pixel right of the long name's column is the row's own colour."""
    long = "Maximiliano Alejandro Buenaventura de los Reyes-Villanueva y Macaraeg"
    one = Sheet("E", "R", "", ("Table", "First", "Second"), (NUMBER, NAME, NAME), (("1", long, ""),), ())
    image = Image.open(io.BytesIO(picture.draw(one, 1, ""))).convert("RGB")
    columns = picture._columns(one)
    top = picture.HEAD + picture.TABLE_HEAD
    box = (columns[2].left, top + 2, columns[2].left + columns[2].width, top + picture.ROW - 3)
    assert len(image.crop(box).getcolors() or ()) == 1
    left = image.crop((columns[1].left, top + 2, columns[1].left + columns[1].width, top + picture.ROW - 3))
    assert len(left.getcolors() or ()) > 2


def test_a_picture_says_how_many_there_are_and_no_other_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture, "ROWS_MOST", 3)
    here = played_hall(8)
    answer = Client().get(f"{here.base}standings.png?part=2")
    assert answer["X-Parts"] == "3"
    assert answer["Content-Type"] == "image/png"
    assert Client().get(f"{here.base}standings.png?part=4").status_code == 404
    again = Client().get(f"{here.base}standings.png?part=2", headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304


def test_calling_out_goes_in_sixes_and_shows_nothing_before_the_public_does() -> None:
    here = hall(15)
    here.publish()
    here.division.event.__class__.objects.update(public=True)
    assert "No pairings are public yet." in Client().get(f"{here.base}call-out/").content.decode()
    here.show(1)
    page = Client().get(f"{here.base}call-out/").content.decode()
    assert page.count("data-six") == 3
    assert 'aria-label="Tables 1 to 6"' in page
    assert 'aria-label="Tables 7 to 7"' in page
    token = page.split('data-version="')[1].split('"')[0]
    assert Client().get(f"{here.base}call-out/?v={token}").status_code == 204
