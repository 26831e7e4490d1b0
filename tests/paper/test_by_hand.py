"""A round run by hand, typed in: how a line is read, every mistake in one sentence, all of it or nothing written."""

from __future__ import annotations

from typing import Any

import pytest
from django.db.models import F
from django.test import Client

from tdapp.desk.models import PairingRun, Result
from tdapp.desk.pairing.commands.drafting import draft_round
from tdapp.desk.results import by_hand, by_hand_line
from tdapp.desk.results.by_hand_line import Words
from tdapp.desk.results.commands.by_hand import type_in
from tdapp.events.models import Division, Round, Slot, Table
from tdapp.kernel.models import AuditEntry
from tdapp.kernel.refusals import Conflict, Refusal
from tests import factories as f

LINES = [
    ("12 Ramos 412 - Peña 388", Words("table", ("Ramos", "Peña"), 12, ("412", "388"))),
    ("Ramos 412 Peña 388", Words("table", ("Ramos", "Peña"), None, ("412", "388"))),
    ("12 dela Cruz, Ana 412–Ramos-Santos 388", Words("table", ("dela Cruz Ana", "Ramos-Santos"), 12, ("412", "388"))),
    ("3 412 7 388", Words("table", (3, 7), None, ("412", "388"))),
    ("12 3 412 7 388", Words("table", (3, 7), 12, ("412", "388"))),
    ("12 3 412-7 -388", Words("table", (3, 7), 12, ("412", "-388"))),
    ("12 Ramos 412 7 388", Words("table", ("Ramos", 7), 12, ("412", "388"))),
    ("5 Ramos 310 Peña 290 Cruz 305", Words("table", ("Ramos", "Peña", "Cruz"), 5, ("310", "290", "305"))),
    ("1 300 2 290 3 280 4 270", Words("table", (1, 2, 3, 4), None, ("300", "290", "280", "270"))),
    ("12 Ramos w - Peña f", Words("table", ("Ramos", "Peña"), 12, ("w", "f"))),
    ("Ramos F 412 Peña W 388", Words("table", ("Ramos F", "Peña W"), None, ("412", "388"))),
    ("1 x 2 x", Words("table", (1, 2), None, ("x", "x"))),
    ("1 400 2 400 / 412 405 p2=10", Words("table", (1, 2), None, ("400", "400"), ("412", "405"), ("p2=10",))),
    ("1 400 2 390 u", Words("table", (1, 2), None, ("400", "390"), (), ("u",))),
    ("Cruz bye", Words("bye", ("Cruz",))),
    ("bye 12", Words("bye", (12,))),
    ("Cruz absent", Words("forfeit", ("Cruz",))),
    ("12 out", Words("unscored", (12,))),
]  # fmt: skip
UNREAD = [
    "12",
    "12 Ramos",
    "Ramos Peña",
    "12 Ramos 412",
    "12 Ramos 412 Peña",
    "bye",
    "1 2 3 4 5 6 7 8 9 10",
    "x" * 300,
]


@pytest.mark.parametrize(("typed", "words"), LINES, ids=[typed for typed, _words in LINES])
def test_a_line_is_read_as_it_is_meant(typed: str, words: Words) -> None:
    assert by_hand_line.read(typed) == words


@pytest.mark.parametrize("typed", UNREAD, ids=[typed[:20] for typed in UNREAD])
def test_a_line_that_is_none_is_told_in_one_sentence(typed: str) -> None:
    told = by_hand_line.read(typed)
    assert isinstance(told, str)
    assert told.endswith(".")


@pytest.fixture
def division() -> Division:
    row = f.division(f.event("cup"), "Open")
    f.entrants(row, 6)
    return Division.objects.select_related("event").get(pk=row.pk)


FAULTS = [
    ("Moon 400 2 380", ["called Moon"]),
    ("Abed 400 2 380", ["Abad, Ana, number 1?"]),
    ("Cruz 400 2 380", ["could be: 3 Cruz, Karl; 4 dela Cruz, Ben"]),
    ("9 400 8 380", ["number 9", "number 8"]),
    ("1 400 2 380\n1 390 3 300", ["Abad, Ana stands on line 1 already"]),
    ("7 1 400 2 380\n7 3 390 4 300", ["Table 7 stands on line 1 already"]),
    ("1 400 2 400", ["Equal scores"]),
    ("1 9000 2 380", ["9000 cannot be a score"]),
    ("1 400 2 w", ["not mixed"]),
    ("1 400 2 380\n3 390 4 380\n5 bye", ["Ferrer, Leo, number 6"]),
    ("0 1 400 2 380", ["0 is no table number"]),
    ("12 Ramos", ["Each player needs a score"]),
    ("1 400 2 380 p3=10", ["There is no such seat for this penalty"]),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("lines", "says"), FAULTS, ids=[lines.replace("\n", "|") for lines, _says in FAULTS])
def test_every_mistake_is_one_sentence(division: Division, lines: str, says: list[str]) -> None:
    said = [fault.what for fault in by_hand.read(division, lines, {}).problems]
    assert all(any(part in sentence for sentence in said) for part in says), said


GOOD = "4 Abad 400 - Bautista 380\nCruz Karl 410 4 390\n5 bye\n6 absent"


@pytest.mark.django_db
def test_a_round_is_published_as_played_with_its_results(division: Division) -> None:
    director = f.acting(f.member(division.event, "director", "d"), division.event)
    seen = by_hand.read(division, GOOD, {}).digest
    told = type_in(director, division, number=1, lines=GOOD, reason="no power", seen=seen)
    assert (told["tables"], told["entered"], told["to_confirm"]) == (2, 2, 0)
    tables = {row.number: row for row in Table.objects.filter(round__division=division)}
    assert sorted(tables) == [1, 4]
    assert {row.as_played for row in tables.values()} == {"no power"}
    kinds = dict(Slot.objects.filter(table=None).values_list("entrant__number", "kind"))
    assert kinds == {5: "bye", 6: "forfeit"}
    assert Result.objects.filter(in_force=True).count() == 2
    entry = AuditEntry.objects.get(intent="round.by_hand")
    assert entry.reason == "no power"
    assert "Abad" not in str(entry.payload)
    with pytest.raises(Refusal, match="already posted"):
        type_in(director, division, number=1, lines=GOOD, reason="again", seen=seen)


@pytest.mark.django_db
def test_two_people_stay_two_people_and_a_draft_is_put_aside(division: Division) -> None:
    Division.objects.filter(pk=division.pk).update(confirm_policy="two-people")
    division.refresh_from_db()
    draft_round(f.program(division.event), division, number=1)
    ctx = f.acting(f.member(division.event, "director", "d"), division.event)
    seen = by_hand.read(division, GOOD, {}).digest
    told = type_in(ctx, division, number=1, lines=GOOD, reason="no power", seen=seen)
    assert told["to_confirm"] == 2
    assert not PairingRun.objects.filter(status="draft").exists()


@pytest.mark.django_db
def test_what_was_not_looked_at_is_not_written_and_rounds_come_in_order(division: Division) -> None:
    ctx = f.acting(f.member(division.event, "director", "d"), division.event)
    with pytest.raises(Refusal, match="Look at what was read"):
        type_in(ctx, division, number=1, lines=GOOD, reason="no power", seen="")
    with pytest.raises(Refusal, match="Type round 1 in first"):
        type_in(ctx, division, number=2, lines=GOOD, reason="no power", seen="")
    seen = by_hand.read(division, GOOD, {}).digest
    with pytest.raises(Refusal, match="Say why"):
        type_in(ctx, division, number=1, lines=GOOD, reason=" ", seen=seen)
    assert not Round.objects.exists()


@pytest.mark.django_db
def test_an_empty_page_of_a_division_where_nobody_is_left_is_no_round(division: Division) -> None:
    division.entrants.all().delete()
    with pytest.raises(Refusal, match="a line for each table"):
        type_in(f.program(division.event), division, number=1, lines=" ", reason="no power", seen="")


@pytest.mark.django_db
def test_those_away_need_no_line_and_a_table_in_use_elsewhere_is_told(division: Division) -> None:
    away = {str(row.pk): "forfeit" for row in division.entrants.filter(number__gt=4)}
    found = by_hand.read(division, "1 400 2 380\n3 390 4 380", away)
    assert not found.problems
    assert [row.kind for row in found.apart] == ["forfeit", "forfeit"]
    other = f.division(division.event, "Second")
    f.entrants(other, 2)
    f.published(other)
    said = by_hand.read(division, f"{other.table_first} 1 400 2 380\n3 390 4 380", away).problems
    assert [fault.what for fault in said] == [f"Table {other.table_first} is in use by Second."]


@pytest.mark.django_db
def test_the_page_keeps_what_was_typed_until_it_is_written(division: Division, client: Client) -> None:
    client.force_login(f.member(division.event, "director", "d"))
    url = "/e/cup/open/round/1/by-hand/"
    wrong = client.post(url, {"lines": f"{GOOD}\nMoon bye", "reason": "no power"})
    assert wrong.status_code == 422
    assert "Moon bye" in wrong.content.decode()
    looked = client.post(url, {"lines": GOOD, "reason": "no power"})
    assert looked.status_code == 200
    assert GOOD in looked.content.decode()
    seen = looked.context["form"]["seen"].value()
    changed = client.post(url, {"lines": GOOD.replace("400", "401"), "reason": "no power", "seen": seen})
    assert changed.status_code == 200
    assert not Round.objects.filter(status="published").exists()
    done = client.post(url, {"lines": GOOD, "reason": "no power", "seen": seen})
    assert done.status_code == 303
    assert Round.objects.get().status == "published"


@pytest.mark.django_db
def test_a_round_somebody_else_touched_meanwhile_is_left_alone(
    division: Division, monkeypatch: pytest.MonkeyPatch
) -> None:
    ctx = f.acting(f.member(division.event, "director", "d"), division.event)
    seen, read = by_hand.read(division, GOOD, {}).digest, by_hand.read

    def slow_read(*given: Any) -> by_hand.Read:
        Round.objects.update(version=F("version") + 1)
        return read(*given)

    monkeypatch.setattr(by_hand, "read", slow_read)
    with pytest.raises(Conflict, match="at the same moment"):
        type_in(ctx, division, number=1, lines=GOOD, reason="no power", seen=seen)
    assert not Table.objects.exists()
    assert AuditEntry.objects.get(intent="round.by_hand").refused == "stale"
