"""Constraints and prizes of a division: typed by numbers, kept by ids, applied by the next pairing."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tdapp.desk.ledger import pairing_adapter
from tdapp.desk.ledger.division_standings import compute
from tdapp.desk.pairing.commands import drafting
from tdapp.events.entries import wishes
from tdapp.events.entries.commands.wishing import set_wishes
from tdapp.events.models import Division, Presence
from tdapp.kernel.refusals import Conflict, Refusal
from tests import factories as f

pytestmark = pytest.mark.django_db


@pytest.fixture
def division() -> Division:
    row = f.division(f.event(), "Open")
    f.entrants(row, 8)
    return row


def ask(row: Division, **typed: str) -> Division:
    set_wishes(f.program(row.event), row, **typed)
    return Division.objects.select_related("event").get(pk=row.pk)


def drafted(row: Division) -> dict[str, Any]:
    boards: dict[str, Any] = drafting.draft_round(f.program(row.event), row, number=1)["boards"]
    numbers = {str(one.pk): one.number for one in row.entrants.all()}
    return {
        "tables": [{numbers[one] for one in table["seats"]} for table in boards["tables"]],
        "byes": [numbers[bye["entrant"]] for bye in boards["byes"]],
    }


def test_what_was_typed_comes_back_as_it_was_typed(division: Division) -> None:
    typed = {
        "forbidden": "1 2\n3 4", "apart": "5 6 7", "byes": "2: 8\n3: 1", "no_bye": "3 4",
        "access": "step-free 1-4 7: 8\nquiet 2: 1 3",
        "clubs": "never", "teams": "",
        "back_to_back": "ignore", "given_wins": "ignore",
        "prizes": "3", "gibson_spread": "250 200", "reading": "cop", "class_prizes": "B 2",
        "spread_caps": "200 300", "withdrawn": "out",
    }  # fmt: skip
    assert wishes.written(ask(division, **typed)) == typed


@pytest.mark.parametrize(
    ("field", "text", "said"),
    [
        ("forbidden", "1", "write 2 different numbers"),
        ("forbidden", "1 99", "no player has number 99"),
        ("forbidden", "1 1", "write 2 different numbers"),
        ("apart", "ana ben", "no player has number ana"),
        ("byes", "3 4", "a round, a colon"),
        ("byes", "0: 4", "0 is no number from 1 to"),
        ("byes", "99: 4", "99 is no number from 1 to"),
        ("access", "step-free: 4", "a need, the tables"),
        ("access", "step-free 4-1: 4", "4-1 is no range"),
        ("prizes", "many", "many is no number"),
        ("gibson_spread", "9999", "9999 is no number from 1 to 2000"),
        (
            "spread_caps",
            "200,",
            "Spread cap per game, round by round: a number is missing beside a comma in 200,;",
        ),
        ("class_prizes", "B 1\nB 2", "Class B has two lines"),
        ("reading", "mine", "mine is not one of"),
        ("withdrawn", "in", "in is not one of"),
    ],
)
def test_a_mistake_has_a_sentence_and_nothing_is_stored(
    division: Division, field: str, text: str, said: str
) -> None:
    with pytest.raises(Refusal) as refused:
        ask(division, **{field: text})
    assert any(said in sentence for sentence in refused.value.sentences)
    division.refresh_from_db()
    assert division.wishes == {}


def test_a_prize_for_a_class_nobody_is_in_is_refused_once_classes_are_given(division: Division) -> None:
    ask(division, class_prizes="Z 1")
    division.entrants.filter(number=1).update(klass="B")
    with pytest.raises(Refusal) as refused:
        ask(division, class_prizes="Z 1")
    assert refused.value.sentences == ("Nobody entered is in class Z.",)


def test_who_withdrew_has_no_place_in_past_rounds_either_where_a_division_says_so(division: Division) -> None:
    gone = division.entrants.get(number=2)
    Presence.objects.create(entrant=gone, first=2, kind=Presence.Kind.WITHDRAWN, intent="forfeit")
    assert str(gone.pk) in {row.entrant for row in compute(division, 0) if row.rank is not None}
    row = ask(division, withdrawn="out")
    assert {one.entrant for one in compute(row, 0) if one.rank is None} == {str(gone.pk)}


def test_wishes_changed_by_somebody_else_meanwhile_are_a_conflict(division: Division) -> None:
    seen = wishes.fingerprint(division)
    ask(division, prizes="2")
    with pytest.raises(Conflict):
        ask(division, prizes="3", seen=seen)


def test_those_who_shall_never_meet_are_not_paired(division: Division) -> None:
    first = drafted(division)["tables"][0]
    drafting.discard_draft(f.program(division.event), division.rounds.get(number=1).runs.get(status="draft"))
    row = ask(division, forbidden=" ".join(map(str, sorted(first))))
    assert first not in drafted(row)["tables"]


def test_a_bye_asked_for_is_given_in_its_round_alone(division: Division) -> None:
    row = ask(division, byes="1: 3 5")
    assert drafted(row)["byes"] == [3, 5]
    assert pairing_adapter.request(row, 2).constraints.byes == ()


def test_a_bye_for_somebody_who_never_has_one_is_refused(division: Division) -> None:
    with pytest.raises(Refusal) as refused:
        ask(division, byes="1: 3\n2: 5 4", no_bye="4 7")
    assert refused.value.sentences == ("Round 2: player 4 is to have a bye and is never to have one.",)
    assert pairing_adapter.request(division, 1).constraints.given_wins == "byes"
    assert pairing_adapter.request(ask(division, given_wins="ignore"), 1).constraints.given_wins == "ignore"


def test_a_bye_asked_for_by_somebody_who_is_away_is_none(division: Division) -> None:
    away = division.entrants.get(number=3)
    away.absences.create(first=1, kind="away", intent="forfeit")
    assert pairing_adapter.request(ask(division, byes="1: 3 5"), 1).constraints.byes == (
        str(division.entrants.get(number=5).pk),
    )


def test_a_cap_on_repeats_reaches_the_engine_and_an_empty_one_does_not(division: Division) -> None:
    assert pairing_adapter.request(division, 1).constraints.repeat_cap is None
    division.max_repeats = 0
    assert pairing_adapter.request(division, 1).constraints.repeat_cap == 0


def test_what_is_at_stake_reaches_the_engine(division: Division) -> None:
    asked = pairing_adapter.request(
        ask(division, prizes="3", gibson_spread="250 200", class_prizes="B 2", reading="cop"), 1
    )
    assert (asked.stakes.prizes, asked.stakes.gibson_spread, asked.stakes.reading) == (3, (250, 200), "cop")
    assert [(prize.klass, prize.places) for prize in asked.stakes.class_prizes] == [("B", 2)]
    assert asked.rounds == division.rounds_planned


def test_the_page_keeps_what_was_refused(division: Division, client: Client) -> None:
    client.force_login(f.member(division.event, "director"))
    where = f"/e/{division.event.slug}/{division.slug}/wishes/"
    answer = client.post(where, {"forbidden": "1 99", "prizes": "2"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "1 99" in page
    assert "no player has number 99" in page
    assert client.post(where, {"forbidden": "1 2"}).status_code == 303


def test_who_needs_a_table_of_a_kind_gets_one(division: Division) -> None:
    row = ask(division, access="step-free 4: 1")
    boards = drafting.draft_round(f.program(row.event), row, number=1)["boards"]
    first = str(row.entrants.get(number=1).pk)
    assert [table["table"] for table in boards["tables"] if first in table["seats"]] == [4]
