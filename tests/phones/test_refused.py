"""What phones and table links are refused, and that nothing changed then."""

from __future__ import annotations

import pytest
from django.test import Client

from tdapp.desk.models import Claim, PhoneRule, Result
from tdapp.desk.phones import codes, find_player
from tdapp.desk.phones.commands.phones import renew_code, set_rule
from tdapp.desk.results.commands.claiming import accept
from tdapp.desk.results.views import link_report
from tdapp.events.models import Event, Round, Slot
from tdapp.kernel.refusals import Conflict, Refusal
from tests import factories as f
from tests.judging.links import token
from tests.kept import first
from tests.phones.phones import entrant, playing, say

pytestmark = pytest.mark.django_db
whole, ready = first(playing)


def test_a_closed_round_takes_no_report() -> None:
    hall = playing()
    Round.objects.update(status="closed")
    with pytest.raises(Refusal) as refused:
        say(hall, 1, 1, 412, 388)
    assert refused.value.code == "round-closed"
    assert not Claim.objects.exists()


def test_phones_have_three_modes_and_no_fourth() -> None:
    hall = playing()
    with pytest.raises(Refusal) as refused:
        set_rule(hall.as_(hall.director), hall.division, mode="sing")
    assert refused.value.code == "bad-mode"
    assert not PhoneRule.objects.exists()


def test_two_players_with_one_number_and_one_code_are_asked_for_their_division(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hall = playing(2)
    f.entrants(f.division(hall.event, "Second"), 2)
    monkeypatch.setattr(codes, "fits", lambda *_given: True)
    event = Event.objects.get(pk=hall.event.pk)
    with pytest.raises(Refusal, match="Choose your division"):
        find_player.find(event, "1", "123456", None)
    assert find_player.find(event, "1", "123456", None, "second").division.slug == "second"


def test_a_table_link_that_sends_without_end_is_held_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(link_report, "SENT_A_MINUTE", 2)
    secret, phone = token(playing()), Client()
    sent = [phone.post(f"/q/{secret}/report", {"s1": 412, "s2": 380 + n}).status_code for n in range(3)]
    assert sent == [303, 303, 429]
    assert Claim.objects.count() == 2


def test_a_claim_made_before_its_table_was_seated_anew_is_not_taken_over() -> None:
    hall = playing()
    say(hall, 1, 1, 412, 388)
    claim = Claim.objects.select_related("table__round__division__event").get()
    first, second = hall.table(1).seats.order_by("seat")
    for slot, seat in ((first, 3), (second, 1), (first, 2)):
        Slot.objects.filter(pk=slot.pk).update(seat=seat)
    with pytest.raises(Conflict, match="something else meanwhile"):
        accept(hall.as_(hall.director), claim)
    assert not Result.objects.exists()


def test_each_renewal_makes_another_code() -> None:
    hall = playing(2)
    row, seen = entrant(hall, 1), set[str]()
    for _time in range(8):
        seen.add(codes.code_of(row))
        renew_code(hall.as_(hall.clerk), row)
    assert len(seen) > 4
