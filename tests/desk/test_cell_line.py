"""One round of one entrant as the standings write it."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from tdapp.desk.standings.round_cells import BYE, FORFEIT, NOTHING, OUT, PLAYED, UNSCORED, Cell
from tdapp.desk.templatetags.desk import cell_line, wall_cell


def cell(kind: str, **facts: Any) -> Cell:
    known = {"gain": None, "spread": 0, "score": None, "against": (), "table": None}
    return Cell(round=3, kind=kind, opponents=(), starts=None, halves=0, lost=0, total=0, **known | facts)


WON = cell(PLAYED, gain=2, score=412, against=(388,))
LOST = cell(PLAYED, gain=0, score=388, against=(412, 500))
CASES = [
    (None, False, ""),
    (WON, False, '<span class="win">W 412–388</span> O&#x27;Hara'),
    (WON, True, 'O&#x27;Hara <span class="win">W 412–388</span>'),
    (LOST, False, '<span class="loss">L 388–412–500</span> O&#x27;Hara'),
    (cell(PLAYED, gain=1, score=-4, against=(-4,)), False, '<span class="loss">T −4–−4</span> O&#x27;Hara'),
    (cell(OUT, table=7), True, '<span class="unit">table 7</span> O&#x27;Hara'),
    (cell(OUT), False, 'O&#x27;Hara <span class="unit">open</span>'),
    (cell(BYE, gain=2, spread=50), False, "bye +50"),
    (cell(FORFEIT, gain=2, spread=50), False, "won by forfeit +50"),
    (cell(FORFEIT, gain=0, spread=-50), False, "lost by forfeit −50"),
    (cell(UNSCORED), False, "not scored"),
    (cell(NOTHING), False, '<span class="muted">–</span>'),
]


@pytest.mark.parametrize(("one", "ahead", "html"), CASES)
def test_a_round_is_said_in_a_line_with_names_made_safe(one: Cell | None, ahead: bool, html: str) -> None:
    assert cell_line(one, [SimpleNamespace(short="O'Hara")], ahead=ahead) == html  # type: ignore[list-item]


def test_without_names_only_the_result_is_said() -> None:
    assert cell_line(WON) == '<span class="win">W 412–388</span>'


WALL = [
    (cell(PLAYED, gain=2, score=412, against=(388,), spread=24), "<div class=won>W 12*<span>412–388</span><p>+24 = +7</div>"),
    (cell(PLAYED, gain=1, score=-4, against=(-4,)), "<div class=tied>T 12*<span>−4–−4</span><p>0 = +7</div>"),
    (cell(OUT, table=7), "<div class=absent>12 *<span>…</span></div>"),
    (cell(BYE, gain=2, spread=50), "<div class=won><span class=absent>bye 12</span><span></span><p>+50 = +7</div>"),
    (cell(BYE, gain=1, spread=0), "<div class=tied><span class=absent>half bye 12</span><span></span><p>0 = +7</div>"),
    (cell(FORFEIT, gain=0, spread=-50), "<div class=lost><span class=absent>forfeit L 12</span><span></span><p>−50 = +7</div>"),
    (cell(FORFEIT, gain=2, spread=50), "<div class=won><span class=absent>forfeit W 12</span><span></span><p>+50 = +7</div>"),
    (cell(UNSCORED), "<div class=out><span class=absent>not scored 12</span><span></span></div>"),
    (cell(NOTHING), "<span class=absent>–</span>"),
]  # fmt: skip


def test_a_round_on_the_wall_chart_has_result_number_scores_and_sum() -> None:
    for one, html in WALL:
        drawn = wall_cell(replace(one, total=7, starts=True), [SimpleNamespace(number=12)])  # type: ignore[list-item]
        assert drawn == html, one
