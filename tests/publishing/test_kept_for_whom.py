"""What is kept is handed to whoever may have it as they can take it: a foreign name is the application's to answer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from tdapp.events.models import Entrant
from tdapp.kernel import clock
from tdapp.publishing.kept.answering import takes_gzip
from tdapp.publishing.kept.asking import Environ
from tdapp.publishing.pages import page_bodies
from tdapp.publishing.released import board as boards
from tdapp.publishing.released import public_access
from tests.publishing.hall import played_hall
from tests.publishing.test_kept_layer import STANDINGS, Application, Reader

NOW = "/t/open-2026/now.json"
OURS, FOREIGN = "192.168.1.5:8000", "rebound.example"


class Named(Application):
    """An application that answers to its own name alone."""

    def __call__(self, environ: Environ, start_response: Any) -> Iterable[bytes]:
        if environ["HTTP_HOST"] == OURS:
            return super().__call__(environ, start_response)
        start_response("400 Bad Request", [])
        return [b"not ours"]


@pytest.mark.parametrize("path", [NOW, STANDINGS])
def test_a_foreign_name_is_told_nothing_of_what_is_kept(path: str) -> None:
    """A page of another site that had its name point to this computer reads what that name is answered."""
    reader = Reader()
    reader.layer.application = Named()
    assert reader.get(path, HOST=OURS)[0] == "200 OK"
    assert reader.at_hand(path, HOST=OURS) is not None
    assert reader.at_hand(path, HOST=FOREIGN) is None
    assert reader.get(path, HOST=FOREIGN)[0] == "400 Bad Request"


@pytest.mark.parametrize("told", ["gzip", "br, gzip", "deflate;q=0.5,GZIP; q=0.1", "gzip;q=1.0"])
def test_who_takes_gzip(told: str) -> None:
    assert takes_gzip(told)


@pytest.mark.parametrize("told", ["", "br", "gzip;q=0", "gzip ; q=0.000, br", "x-gzipped", "identity"])
def test_who_takes_no_gzip(told: str) -> None:
    assert not takes_gzip(told)


def test_a_name_let_out_for_a_moment_is_on_no_page_once_it_is_masked_again() -> None:
    """The page was made of what came after its version was told, and the version from before comes back."""
    reader = Reader()
    reader.get(NOW)
    reader.application.text = "the whole name"
    assert reader.get(STANDINGS)[2] == b"the whole name"
    reader.application.parts = {"": "2", "open": "2"}
    reader.time.seconds += 1.1
    reader.get(NOW)
    reader.application.parts, reader.application.text = {"": "1", "open": "1"}, "masked"
    reader.time.seconds += 1.1
    assert reader.get(STANDINGS)[2] == b"masked"


class Slow(Application):
    """A division in which something comes out while its page is made."""

    reader: Reader

    def __call__(self, environ: Environ, start_response: Any) -> Iterable[bytes]:
        if environ["PATH_INFO"] == STANDINGS and self.text == "the whole name":
            self.parts = {"": "2", "open": "2"}
            self.reader.time.seconds += 1.1
            self.reader.get(NOW)
        return super().__call__(environ, start_response)


def test_a_page_that_lands_after_something_else_came_out_is_not_kept() -> None:
    reader, slow = Reader(), Slow()
    reader.layer.application = reader.application = slow
    slow.reader, slow.text = reader, "the whole name"
    reader.get(NOW)
    assert reader.get(STANDINGS)[2] == b"the whole name"
    slow.parts, slow.text = {"": "1", "open": "1"}, "masked"
    reader.time.seconds += 1.1
    assert reader.get(STANDINGS)[2] == b"masked"


def test_a_page_a_later_look_confirmed_is_good_whenever_its_version_is() -> None:
    reader = Reader()
    reader.get(STANDINGS)
    for version in ("1", "1", "1", "1", "2", "1"):
        reader.application.parts = {"": version, "open": version}
        reader.time.seconds += 1.1
        reader.get(NOW)
    reader.get(STANDINGS)
    assert reader.application.asked[STANDINGS] == 1


def test_a_page_nobody_looked_after_for_long_is_made_anew() -> None:
    reader = Reader()
    reader.get(STANDINGS)
    reader.time.seconds += 11
    reader.get(STANDINGS)
    assert reader.application.asked[STANDINGS] == 2
    assert reader.layer.size == sum(page.size for page in reader.layer.pages.values())


@pytest.mark.django_db
def test_a_fragment_shows_what_its_digest_was_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    """A correction comes between the digest and the page that is kept by it: the next who asks is not shown it under that."""
    here = played_hall(4)
    event = public_access.open_event(here.division.event.slug)
    door = event.divisions[0]
    digest = boards.digest_of(door)
    boards.current(door)
    Entrant.objects.filter(division=here.division, number=2).update(surname="Kanaryo")
    later = replace(door, stamp="later")
    with clock.at(clock.now() + timedelta(seconds=5)):
        newer = boards.digest_of(later)
        assert newer != digest
        told = iter([digest])
        monkeypatch.setattr(boards, "digest_of", lambda _door: next(told, newer))
        assert "Kanaryo" not in page_bodies.of_division(event, later, "players").html
