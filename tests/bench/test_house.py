"""The house against its own plan, and the counting itself on small trees."""

from __future__ import annotations

from pathlib import Path

from bench.house import code, imports, runs, standing
from bench.house.tree import ROOT


def test_nothing_that_the_plan_wants_is_missing() -> None:
    assert {row.name: row.details for row in standing.rows(ROOT) if row.met is False} == {}


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
