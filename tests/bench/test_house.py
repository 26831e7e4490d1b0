"""The house against its own plan, and the counting itself on small trees."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.house import code, imports, picture, runs, standing
from bench.house.tree import ROOT


def test_nothing_that_the_plan_wants_is_missing() -> None:
    assert {row.name: row.details for row in standing.judged(ROOT) if row.met is False} == {}


# What nobody has a say in is the dearest to count.
@pytest.mark.soak
def test_the_plan_wants_nothing_of_what_is_only_counted() -> None:
    judged = {row.name for row in standing.judged(ROOT)}
    assert [row.name for row in standing.rows(ROOT) if row.met is not None and row.name not in judged] == []


def test_a_circle_is_one_floor_and_is_named() -> None:
    parts = {"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set[str]()}
    assert imports.circles(parts) == [["b", "c"]]
    assert imports.floors(parts) == ["a", "b/c", "d"]


def test_an_import_from_below_runs_up() -> None:
    graph = {"hall.top": {"hall.low"}, "hall.low": {"hall.top"}, "hall": set[str]()}
    assert [str(one) for one in imports.upward(graph, [["hall.top"], ["hall.low"]])] == [
        "hall.low -> hall.top"
    ]


def test_a_citation_of_a_page_law_or_book_that_is_not_there_is_found(tmp_path: Path) -> None:
    (tmp_path / "room").mkdir()
    (tmp_path / "docs").mkdir()
    here, gone = (str(Path(name).with_suffix(".md")) for name in ("here", "gone"))
    (tmp_path / "docs" / here).write_text("1. A law.", encoding="utf-8")
    text = f'"""See `{here}`, `{gone}` 3, law 4, SAL:12."""\n'
    (tmp_path / "room" / "file.py").write_text(text, encoding="utf-8")
    assert [cited.rpartition(": ")[2] for cited in code.citations_of_nothing(tmp_path, ["room"])] == [
        gone,
        "law 4",
        "SAL:12",
    ]


def test_a_collection_says_how_many_it_found() -> None:
    assert runs.cases_said("9411/9420 tests collected (9 deselected) in 9.1s\n") == 9411


def test_branches_are_counted_with_the_place_of_each_that_no_test_takes() -> None:
    report = {
        "totals": {"num_branches": 4, "covered_branches": 3},
        "files": {"a.py": {"missing_branches": [[3, -1]]}},
    }
    found = runs.counted(report)
    assert (found.percent(), found.missing) == (75.0, ["a.py:3->end"])


def test_the_picture_of_the_house_is_as_the_imports_are() -> None:
    assert (ROOT / picture.FILE).read_text("utf-8") == picture.drawn(ROOT), (
        "The rooms have changed: `python -m bench.house.picture` draws them anew."
    )


def test_a_part_stands_above_all_it_imports_and_a_longer_way_needs_no_line() -> None:
    parts = {"desk": {"events", "core"}, "events": {"core"}, "core": set[str]()}
    assert picture.by_floor(parts) == [["desk"], ["events"], ["core"]]
    assert list(picture.needed(parts)) == [("desk", "events"), ("events", "core")]


def test_rooms_that_import_each_other_are_not_drawn() -> None:
    with pytest.raises(ValueError, match="events, people"):
        picture.by_floor({"events": {"people"}, "people": {"events"}})
