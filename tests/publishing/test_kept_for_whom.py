"""What is kept is handed to whoever may have it as they can take it: a foreign name is the application's to answer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from tdapp.publishing.kept.answering import takes_gzip
from tdapp.publishing.kept.asking import Environ
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
