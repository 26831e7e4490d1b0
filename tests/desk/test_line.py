"""The entry line as text: what each form says, and one sentence for each mistake."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdapp.desk.ledger import entry_line
from tdapp.desk.ledger.entry_line import Typed
from tdapp.desk.ledger.result_entry import Entry, as_line, from_typed

READ = [
    # what is typed, seats, what it says
    ("7 412 388", 2, Typed(7, "played", (412, 388))),
    ("7 412 388 24", 2, Typed(7, "played", (412, 388), spread=24)),  # tsh `both` mode
    ("7 388 412 -24", 2, Typed(7, "played", (388, 412), spread=-24)),
    ("7 388 412 −24", 2, Typed(7, "played", (388, 412), spread=-24)),  # a true minus sign, pasted
    ("7 400 400 / 412 405", 2, Typed(7, "played", (400, 400), (412, 405))),  # SAL:232
    ("7 400 400/412 405", 2, Typed(7, "played", (400, 400), (412, 405))),
    ("7 412 388 p2=10", 2, Typed(7, "played", (412, 388), penalties={2: 10})),
    ("7 412 388 p1=5 p2=10", 2, Typed(7, "played", (412, 388), penalties={1: 5, 2: 10})),
    ("7 412 388 w12", 2, Typed(7, "played", (412, 388), winner=12)),  # issue B5: the winner's number
    ("7 412 388 r3", 2, Typed(7, "played", (412, 388))),
    ("7 f2", 2, Typed(7, "forfeit", absent=(2,))),  # docs/rules/events.md E4
    ("7 f21", 2, Typed(7, "forfeit", absent=(1, 2))),
    ("7 F1", 2, Typed(7, "forfeit", absent=(1,))),
    ("7 x", 2, Typed(7, "unscored")),  # docs/rules/events.md E5
    ("7 u 300 280", 2, Typed(7, "unfinished", (300, 280))),
    ("7 412 388 350", 3, Typed(7, "played", (412, 388, 350))),  # SAL:11, three at a table
    ("7 412 388 350 290", 4, Typed(7, "played", (412, 388, 350, 290))),
    ("  07   412\t388 ", 2, Typed(7, "played", (412, 388))),
    ("7 -5 -12", 2, Typed(7, "played", (-5, -12))),
]
NUMBER_PAD = [
    # a number pad has no space bar
    ("12+412+388", Typed(12, "played", (412, 388))),
    ("12.412.388", Typed(12, "played", (412, 388))),
    ("12*412*388", Typed(12, "played", (412, 388))),
    ("12,412,388", Typed(12, "played", (412, 388))),
    ("12-412-388", Typed(12, "played", (412, 388))),
    ("12+412+388+24", Typed(12, "played", (412, 388), spread=24)),
    ("12+388+412-24", Typed(12, "played", (388, 412), spread=-24)),
    ("12+400+400/412+405", Typed(12, "played", (400, 400), (412, 405))),
]
REFUSED = [
    # what is typed, seats, the beginning of each sentence
    ("", 2, ["Type the table and the scores"]),
    ("   ", 2, ["Type the table and the scores"]),
    ("412 " * 60, 2, ["Type the table and the scores"]),
    ("x 4", 2, ["The line starts with the table number, not with x."]),
    ("12345 1 2", 2, ["The line starts with the table number, not with 12345."]),
    ("² 1 2", 2, ["The line starts with the table number, not with ²."]),
    ("7", 2, ["Table 7 needs 2 scores in seat order; 0 were typed."]),
    ("7 412", 2, ["Table 7 needs 2 scores in seat order; 1 was typed."]),
    ("7 412 388 24 9", 2, ["Table 7 needs 2 scores in seat order; 4 were typed."]),
    ("7 412 388", 3, ["Table 7 needs 3 scores in seat order; 2 were typed."]),
    ("7 412 388 350 3", 3, ["Table 7 needs 3 scores in seat order; 4 were typed."]),
    ("7 4l2 388", 2, ["4l2 is not a score."]),
    ("7 4l2 3B8", 2, ["4l2 is not a score.", "3b8 is not a score."]),
    ("7 41200 388", 2, ["41200 is not a score."]),
    ("7 ٤١٢ 388", 2, ["٤١٢ is not a score."]),
    ("7 400 400 / 412", 2, ["After the slash come 2 scores before unplayed tiles, not 1."]),
    ("7 400 400 /", 2, ["After the slash come 2 scores before unplayed tiles, not 0."]),
    ("7 400 400 / 1 / 2", 2, ["Only one slash"]),
    ("7 412 388 p3=10", 2, ["There is no such seat for this penalty; table 7 has 2 seats."]),
    ("7 412 388 p1=5 p1=9", 2, ["Two penalties were typed for one seat"]),
    ("7 412 388 w1 w2", 2, ["Only one winner can be typed."]),
    ("7 f3", 2, ["Table 7 has 2 seats, so seat 3 cannot forfeit."]),
    ("7 f", 2, ["Say which seat did not come: f1 or f2."]),
    ("7 f2 412", 2, ["f2 is not a score."]),
    ("7 x 412", 2, ["x is not a score."]),
    ("7 412 / p9=1", 2, ["p9=1 is not a score."]),
]


@pytest.mark.parametrize(("text", "seats", "says"), READ)
def test_a_line_is_read(text: str, seats: int, says: Typed) -> None:
    assert entry_line.read(text, seats) == says


@pytest.mark.parametrize(("text", "says"), NUMBER_PAD)
def test_the_number_pad_is_enough(text: str, says: Typed) -> None:
    assert entry_line.read(text) == says


@pytest.mark.parametrize(("text", "seats", "sentences"), REFUSED)
def test_a_line_that_cannot_be_read_gets_one_sentence_a_mistake(
    text: str, seats: int, sentences: list[str]
) -> None:
    found = entry_line.read(text, seats)
    assert isinstance(found, list)
    assert len(found) == len(sentences)
    assert all(one.startswith(start) for one, start in zip(found, sentences, strict=True))


def test_a_two_digit_table_without_spread_takes_eleven_keys() -> None:
    text = "12 412 388"
    assert entry_line.read(text) == Typed(12, "played", (412, 388))
    assert len(text) + len("\n") == 11


@pytest.mark.parametrize(
    ("text", "table", "round_number"),
    [
        ("7 412 388", 7, None),
        ("7 412 388 r3", 7, 3),
        ("r3 7", None, 3),
        ("7 r3 r4", 7, None),
        ("7 r3 r3", 7, 3),
    ],
)
def test_the_table_and_the_round_are_known_before_the_rest_is_read(
    text: str, table: int | None, round_number: int | None
) -> None:
    assert (entry_line.table_number(text), entry_line.round_number(text)) == (table, round_number)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("7 ? the slips differ", (7, "the slips differ")),
        ("7?who  sits where", (7, "who sits where")),
        ("7 ?", (7, "")),
        ("7 412 388", None),
        ("? 7", None),
    ],
)
def test_a_question_mark_raises_a_question(text: str, asked: tuple[int, str] | None) -> None:
    assert entry_line.question(text) == asked


@given(st.text(max_size=140), st.integers(2, 4))
def test_any_text_is_a_result_or_sentences(text: str, seats: int) -> None:
    found = entry_line.read(text, seats)
    if isinstance(found, list):
        assert found
        assert all(found)
    else:
        assert found.scores == () or len(found.scores) == seats
        assert found.before == () or len(found.before) == seats
        assert all(1 <= seat <= seats for seat in (*found.absent, *found.penalties))


SCORES = st.integers(-200, 1500)


@st.composite
def entries(draw: st.DrawFn) -> tuple[Entry, int]:
    """Any result of two to four seats."""
    seats = draw(st.integers(2, 4))
    kind = draw(st.sampled_from(["played", "unfinished", "forfeit", "unscored"]))
    if kind == "unscored":
        return Entry(kind), seats
    if kind == "forfeit":
        return Entry(kind, absent=tuple(sorted(draw(st.sets(st.integers(1, seats), min_size=1))))), seats
    row = st.tuples(*[SCORES] * seats)
    fines = draw(st.dictionaries(st.integers(1, seats), st.integers(-99, 500)))
    return Entry(kind, draw(row), draw(st.one_of(st.just(()), row)), fines), seats


@given(entries())
def test_a_stored_result_can_be_typed_again_as_it_is_shown(case: tuple[Entry, int]) -> None:
    entry, seats = case
    typed = entry_line.read(f"7 {as_line(entry)}", seats)
    assert isinstance(typed, Typed)
    assert from_typed(typed).as_data() == entry.as_data()
