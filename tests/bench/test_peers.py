"""Who is measured beside us: whoever is not installed is named with the way to be there, and stops nothing."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

import pytest

from bench.engine import pairings, scoring


def test_a_peer_that_is_not_there_is_named_with_its_option_and_not_raced(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(pairings, "find_spec", lambda name: object() if name == "networkx" else None)
    options = Namespace(long=False, npm=str(tmp_path))
    assert pairings.missing(options) == (
        "py4swiss, swisspair: not here (--peer FOLDER); npm tournament-pairings: not here (--npm FOLDER). "
        "Only who is here is timed."
    )
    names = [name for name, _work in pairings.entered(pairings.request_of(8, 1), options)]
    assert names == ["ours", "ours, everything read", "ours, from a prepared state", "networkx"]
    monkeypatch.setattr(scoring, "find_spec", lambda name: None)
    assert not scoring.scrabble_in(None)
