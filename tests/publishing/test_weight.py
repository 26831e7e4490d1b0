"""A phone page with everything it loads stays under 30 KB compressed."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from tests.publishing.hall import Hall, hall, reader

LIMIT = 30_000


def files_of(page: str) -> set[Path]:
    """The style sheets and scripts a page names, and what the scripts import."""
    found = {found_file(name) for name in re.findall(r'(?:href|src)="/static/([^"?]+)', page)}
    waiting = [path for path in found if path.suffix == ".js"]
    while waiting:
        path = waiting.pop()
        for name in re.findall(r'(?:from|import) "\./([^"]+)"', path.read_text()):
            if (other := path.parent / name) not in found:
                found.add(other)
                waiting.append(other)
    return found


def found_file(name: str) -> Path:
    found = finders.find(name)
    assert isinstance(found, str), name
    return Path(found)


def weight(page: bytes) -> int:
    return len(gzip.compress(page)) + sum(
        len(gzip.compress(path.read_bytes())) for path in files_of(page.decode())
    )


def big(players: int) -> Hall:
    here = hall(players)
    here.division.table_last = 500
    here.division.save()
    here.publish()
    here.play(1)
    here.release(1)
    here.publish()
    here.show(2)
    return here


@pytest.mark.django_db
@pytest.mark.parametrize("players", [pytest.param(47, marks=pytest.mark.soak), 200])
def test_each_phone_page_weighs_less_than_thirty_kilobytes(players: int) -> None:
    here = big(players)
    for page in (
        "",
        "?by=name",
        "?by=club",
        "standings/",
        "results/",
        "players/",
        "players/1/",
        "statistics/",
    ):
        assert weight(reader().get(here.base + page).content) < LIMIT, page
