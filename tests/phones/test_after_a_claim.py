"""What phones left behind stands in nobody's way: a recall, a move to another table, a hall of a thousand, the fence."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.db import transaction
from django.test import Client

from tdapp.desk.ledger.rows import current_result
from tdapp.desk.models import Claim
from tdapp.desk.pairing.commands.as_played import as_played
from tdapp.desk.pairing.commands.recalling import recall_round
from tdapp.desk.results.commands.claiming import accept, report
from tdapp.desk.results.commands.results import undo_result
from tdapp.events.entries.commands.entrants import remove_entrant
from tdapp.events.models import Entrant, Round
from tdapp.judging.incidents.commands.incidents import report as write_down
from tdapp.judging.rulings.commands.calls import call_judge
from tdapp.kernel import fence
from tdapp.kernel.models import AuditEntry, WrongTries
from tdapp.kernel.refusals import Conflict, Refusal
from tests import factories as f
from tests.kept import first
from tests.phones.phones import address, by_phone, playing, say

pytestmark = pytest.mark.django_db
whole, ready = first(playing)
ELSEWHERE = {"term": 9, "holder": "b" * 36, "name": "Laptop B", "address": "", "at": ""}


def taken_back(hall: f.Hall) -> None:
    """A claim was accepted at the desk, and the entry undone again."""
    told = say(hall, 1, 1, 400, 380)
    ctx = hall.as_(hall.director)
    accept(ctx, Claim.objects.get(pk=told["claim"]), sure=True)
    entered = current_result(hall.table(1))
    assert entered is not None
    undo_result(ctx, hall.table(1), seen=entered.version)


def open_round() -> Round:
    return Round.objects.select_related("division__event").get()


def numbers(hall: f.Hall, table: int) -> list[int]:
    return list(hall.table(table).seats.order_by("seat").values_list("entrant__number", flat=True))


def test_a_round_is_recalled_whose_claim_was_accepted_and_taken_back() -> None:
    hall = playing()
    taken_back(hall)
    recall_round(hall.as_(hall.director), open_round(), reason="wrong list")
    assert open_round().status == Round.Status.PLANNED


def test_a_report_that_arrives_as_the_round_is_recalled_is_a_conflict_and_no_crash() -> None:
    hall = playing()
    row = hall.table(1)
    slot = row.seats.select_related("entrant", "round__division__event").get(seat=1)
    recall_round(hall.as_(hall.director), open_round(), reason="wrong list")
    with pytest.raises(Conflict, match="taken back meanwhile"):
        report(by_phone(slot), row, seat=1, scores=(400, 380), cookie=uuid4())


def test_what_a_phone_took_back_since_the_desk_looked_is_not_accepted() -> None:
    hall = playing()
    seen = Claim.objects.get(pk=say(hall, 1, 1, 400, 380)["claim"])
    say(hall, 1, 1, 400, 390)
    with pytest.raises(Conflict, match="say something else meanwhile"):
        accept(hall.as_(hall.director), seen, sure=True)


def test_a_table_is_seated_anew_whose_claim_was_accepted_and_taken_back() -> None:
    hall = playing()
    taken_back(hall)
    one, other = numbers(hall, 1)
    as_played(hall.as_(hall.director), open_round(), tables={1: [other, one]}, reason="other seats")
    assert numbers(hall, 1) == [other, one]


@pytest.mark.parametrize("what", ["incident", "call"])
def test_a_table_with_something_on_record_is_not_left_empty_and_the_sentence_says_why(what: str) -> None:
    hall = playing()
    ctx = hall.as_(hall.director)
    if what == "incident":
        write_down(ctx, hall.event, kind="other", text="Tiles on the floor.", table=hall.table(1))
    else:
        call_judge(ctx, hall.table(1))
    with pytest.raises(Refusal, match="table 1 any more, but it has a judge's call or an incident"):
        as_played(ctx, open_round(), tables={9: numbers(hall, 1), 1: []}, reason="moved")


def test_an_entry_named_in_an_incident_is_not_struck_and_the_sentence_says_why() -> None:
    hall = playing()
    row = f.entrant(f.division(hall.event, "Kids"), 1)
    ctx = hall.as_(hall.director)
    write_down(ctx, hall.event, kind="conduct", text="Ran in the hall.", entrants=[row])
    with pytest.raises(Refusal, match="is named in an incident or a roll-call; withdraw instead"):
        remove_entrant(ctx, row)
    assert Entrant.objects.filter(pk=row.pk).exists()


def test_where_another_laptop_runs_the_event_a_wrong_code_writes_nothing_and_says_where_to_go() -> None:
    hall = playing()
    with transaction.atomic():
        fence.raise_fence(hall.event.scope_key, ELSEWHERE)
    before = AuditEntry.objects.count()
    phone = Client()
    phone.get(address(hall))
    answer = phone.post(address(hall, "find"), {"who": "1", "code": "0000"})
    assert (answer.status_code, AuditEntry.objects.count(), WrongTries.objects.count()) == (409, before, 0)
    assert "Laptop B runs this event now" in answer.content.decode()
