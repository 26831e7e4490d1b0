"""Rounds of event files asked for again."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from string import ascii_uppercase

from bench.engine._events import paired
from bench.engine.foreign_histories.event_files import events_in, repeated
from bench.engine.foreign_histories.greedy import foreign
from pairings.event.history import History
from pairings.formats.event_file import to_data
from pairings.formats.tsh import write_t
from pairings.formats.tsh_history import from_history


def named(history: History) -> History:
    """With names that end in no number: after a number a division file has the rating."""
    players = zip(history.entrants, ascii_uppercase, strict=False)
    return History(tuple(replace(one, name=f"Reyes, {letter}") for one, letter in players), history.rounds)


def test_each_round_of_an_event_file_from_the_second_on_is_paired_again_and_what_is_no_event_is_said(
    tmp_path: Path,
) -> None:
    history = named(foreign(12, 5, 3))
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "a.t").write_bytes(write_t(from_history(history)))
    (tmp_path / "b.json").write_text(json.dumps(to_data(history)), "utf-8")
    (tmp_path / "c.json").write_text("{}", "utf-8")
    (tmp_path / "d.json").write_text(json.dumps(to_data(foreign(12, 1, 3))), "utf-8")
    (tmp_path / "notes.txt").write_text("nothing", "utf-8")
    found = dict(events_in(tmp_path))
    events = {name: one for name, one in found.items() if isinstance(one, History)}
    assert list(found) == ["b.json", "c.json", "d.json", "old/a.t"]
    assert list(events) == ["b.json", "old/a.t"]
    for event in events.values():
        asked = list(repeated(event))
        assert [request.round for request in asked] == [2, 3, 4, 5]
        assert all(len(request.history.rounds) == request.round - 1 for request in asked)
        assert all(paired(request).certificate.optimal for request in asked)
