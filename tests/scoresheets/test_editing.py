"""Operations on rows, whatever they are: what is taken back is as it was, and what nobody named stays."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from tdapp.scoresheets.sheet.editing import Draft, apply, draft_of, finished, inverse

Row = dict[str, Any]
SCORES = st.integers(0, 99)
KINDS = st.sampled_from(["add", "set", "remove", "move", "head"])


def row_id(number: int) -> str:
    return str(UUID(int=number))


def sheet(count: int) -> list[Row]:
    """Rows of version 1; each third one is a challenge of the play above it."""
    turns = [
        {"kind": "challenge", "of": number - 1} if number % 3 == 0 else {"kind": "score", "score": number}
        for number in range(1, count + 1)
    ]
    return [{"id": row_id(number), "version": 1, "turn": turn} for number, turn in enumerate(turns, 1)]


@st.composite
def operations(draw: st.DrawFn, rows: list[Row], start: int = 1000) -> list[dict[str, Any]]:
    """Up to eight operations on rows as they are seen, some twice in one row, some under a row of the same batch."""
    known = {row["id"]: row["version"] for row in rows}
    found: list[dict[str, Any]] = []
    for number in range(draw(st.integers(1, 8))):
        places = st.sampled_from([None, *known])
        kind = draw(KINDS)
        if kind == "add" or (kind != "head" and not known):
            one = {
                "op": "add",
                "row": row_id(start + number),
                "turn": {"kind": "score", "score": draw(SCORES)},
            }
            found.append(one | ({"after": draw(places)} if draw(st.booleans()) else {}))
            known[one["row"]] = 1
            continue
        if kind == "head":
            found.append({"op": "head", "seen": 1, "head": {"totals": [draw(SCORES), draw(SCORES)]}})
            continue
        row = draw(st.sampled_from(sorted(known)))
        seen = {"op": kind, "row": row, "seen": known[row]}
        if kind == "set":
            found.append({**seen, "turn": {"kind": "score", "score": draw(SCORES)}})
        elif kind == "remove":
            found.append(seen)
            del known[row]
        elif others := [None, *(other for other in known if other != row)]:
            found.append({**seen, "after": draw(st.sampled_from(others))})
    return found


def drafted(rows: list[Row], version: int = 2, head: dict[str, Any] | None = None, seen: int = 1) -> Draft:
    return draft_of(rows, head or {}, seen, version)


@given(st.data(), st.integers(0, 9))
def test_what_a_writer_takes_back_is_as_it_was(data: st.DataObject, count: int) -> None:
    rows = sheet(count)
    draft = drafted(rows)
    assert apply(draft, data.draw(operations(rows))) == []
    written, lost = finished(draft)
    if lost:
        return
    back = drafted(written, 3, draft.head, draft.head_version)
    assert apply(back, inverse(draft)) == []
    assert finished(back) == (rows, [])
    assert (back.head, back.head_version) == ({}, 1)


@given(st.data(), st.integers(2, 9))
def test_rows_nobody_named_stay_as_they_are_in_their_order(data: st.DataObject, count: int) -> None:
    rows = sheet(count)
    wanted = data.draw(operations(rows))
    named = {one.get("row") for one in wanted}
    draft = drafted(rows)
    apply(draft, wanted)
    left = [row for row in draft.rows if row["id"] not in named]
    assert [row["id"] for row in left] == [row["id"] for row in rows if row["id"] not in named]
    assert all(row["version"] == 1 for row in left)


@given(st.data(), st.integers(1, 9))
def test_two_writers_of_one_page_lose_no_row_of_each_other(data: st.DataObject, count: int) -> None:
    rows = sheet(count)
    first, second = drafted(rows), data.draw(operations(rows, 2000))
    apply(first, data.draw(operations(rows)))
    written, lost = finished(first)
    if lost:
        return
    after = drafted(written, 3, first.head, first.head_version)
    clashes = apply(after, second)
    if clashes:
        return
    touched = {one.get("row") for one in second}
    theirs = {row["id"]: row["turn"] for row in first.rows}
    kept = {row["id"]: row["turn"] for row in after.rows}
    assert all(kept[row] == turn for row, turn in theirs.items() if row not in touched)


@given(st.data(), st.integers(1, 9))
def test_a_challenge_names_the_same_play_wherever_both_go(data: st.DataObject, count: int) -> None:
    rows = sheet(count)
    draft = drafted(rows)
    wanted = [one for one in data.draw(operations(rows)) if one["op"] in ("add", "move", "head")]
    apply(draft, wanted)
    written, lost = finished(draft)
    assert lost == []
    named = {row["id"]: rows[row["turn"]["of"] - 1]["id"] for row in rows if "of" in row["turn"]}
    assert named == {
        row["id"]: written[row["turn"]["of"] - 1]["id"] for row in written if "of" in row["turn"]
    }


def test_an_operation_that_clashes_leaves_its_row_alone() -> None:
    rows = sheet(2)
    draft = drafted(rows)
    stale = {"op": "set", "row": row_id(1), "seen": 7, "turn": {"kind": "pass"}}
    clash = apply(draft, [stale])[0]
    assert (clash.row, clash.yours) == (row_id(1), stale)
    assert finished(draft) == (rows, [])


def test_a_row_does_not_go_under_itself() -> None:
    rows = sheet(2)
    draft = drafted(rows)
    assert apply(draft, [{"op": "move", "row": row_id(1), "seen": 1, "after": row_id(1)}])
    assert finished(draft) == (rows, [])
