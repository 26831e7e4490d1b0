"""Nobody alone makes a result: two reports count from two phones, each by its player's own card, and from nothing less."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tdapp.desk.ledger.result_entry import Entry
from tdapp.desk.models import Claim, PhoneBinding, PhoneDevice, Result, TableQuestion
from tdapp.desk.phones import devices
from tdapp.desk.phones.codes import code_of
from tdapp.desk.phones.commands.phones import leave, note_printed, renew_code, show_code
from tdapp.desk.results.commands.claiming import accept
from tdapp.desk.results.commands.claiming import report as report_command
from tdapp.desk.results.commands.results import confirm_result, enter_result
from tdapp.events.models import Division
from tdapp.judging.tables.links import token_of
from tdapp.kernel.models import AuditEntry
from tdapp.kernel.refusals import NotAllowed
from tests import factories as f
from tests.judging.links import links, token
from tests.kept import once
from tests.phones.phones import (
    address,
    bound,
    by_phone,
    device_of,
    entrant,
    phone,
    playing,
    say,
    scanned,
    send,
    text_of,
    typed,
)

pytestmark = pytest.mark.django_db


def out() -> f.Hall:
    return playing(12, confirm_policy="two-people")


whole, hall = once(out)


def at(hall: f.Hall, table: int, seat: int) -> Any:
    return hall.table(table).seats.select_related("entrant", "round__division__event").get(seat=seat)


def counts(hall: f.Hall, table: int = 1) -> bool:
    return Result.objects.filter(table=hall.table(table), in_force=True).exists()


def signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def shown(hall: f.Hall, user: Any, number: int) -> str:
    """What the desk is shown when it asks for a player's code."""
    row = entrant(hall, number)
    answer = signed_in(user).post(f"/e/{hall.event.slug}/phones/{row.pk}/code")
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    assert code_of(row) in text_of(answer).replace(" ", "")
    return code_of(row)


def told(hall: f.Hall, table: int = 1) -> list[str]:
    """The open questions of a table."""
    return [row.text for row in TableQuestion.objects.filter(table=hall.table(table), resolved_at=None)]


def logged(intent: str) -> list[dict[str, Any]]:
    rows = AuditEntry.objects.filter(intent=intent).order_by("number")
    return [row.payload["after"] for row in rows]


@pytest.mark.parametrize("phones", [1, 2], ids=["one phone", "two browsers"])
def test_a_clerk_who_looked_at_both_codes_of_a_table_makes_no_result(hall: f.Hall, phones: int) -> None:
    numbers = [at(hall, 1, seat).entrant.number for seat in (1, 2)]
    found = [shown(hall, hall.clerk, number) for number in numbers]
    browsers = [Client()] * 2 if phones == 1 else [Client(), Client()]
    for browser, number, code in zip(browsers, numbers, found, strict=True):
        browser.get(address(hall))
        assert typed(browser, hall, number, code).status_code == 303
        page = send(browser, hall, 1, 412, 388)
        assert page.status_code == 200
    assert Claim.objects.filter(state="stands").count() == 2
    assert not Result.objects.exists()
    assert "The desk looks at it" in text_of(page)
    assert {one["code_shown_to"] for one in logged("claim.report")} == {hall.clerk.shown_as}
    assert [one["code"] for one in logged("phone.show")] == ["shown"] * 2
    list_ = text_of(signed_in(hall.clerk).get(f"/e/{hall.event.slug}/enter/"))
    assert "phone A1" in list_
    assert ("has been several players" if phones == 1 else f"shown to {hall.clerk.shown_as}") in list_


# Each thing that is taken away makes the very same reports count: the two codes shown are what stops them.
def test_negative_control_the_same_reports_count_where_nobody_saw_the_codes(hall: f.Hall) -> None:
    for seat in (1, 2):
        browser = phone(hall, at(hall, 1, seat).entrant.number)
        send(browser, hall, 1, 412, 388)
    assert counts(hall)
    row = Result.objects.get()
    assert (row.entered_name, row.confirmed_name) == ("Seat 1 by phone A1", "Seat 2 by phone B1")
    assert [one["phone"] for one in logged("claim.report")] == ["A1", "B1"]


@pytest.mark.parametrize("policy", Division.ConfirmPolicy.values)
def test_one_code_that_was_shown_is_enough_to_leave_the_table_to_the_desk(policy: str) -> None:
    hall = playing(4, confirm_policy=policy)
    show_code(hall.as_(hall.clerk), at(hall, 1, 2).entrant)
    say(hall, 1, 1, 412, 388)
    assert say(hall, 1, 2, 412, 388)["state"] == "waits"
    assert not Result.objects.exists()


def test_a_code_shown_after_the_players_phone_came_by_it_takes_nothing_from_that_phone(hall: f.Hall) -> None:
    slot = at(hall, 1, 2)
    device_of(slot)
    show_code(hall.as_(hall.clerk), slot.entrant)
    say(hall, 1, 1, 412, 388)
    assert say(hall, 1, 2, 412, 388)["state"] == "counts"


def test_a_second_phone_by_the_same_card_reports_and_does_not_confirm_until_the_first_has_left(
    hall: f.Hall,
) -> None:
    say(hall, 1, 1, 412, 388)
    slot, glimpsed = at(hall, 1, 2), uuid4()
    own = device_of(slot)
    bound(slot, glimpsed)
    assert say(hall, 1, 2, 412, 388, cookie=glimpsed)["state"] == "waits"
    assert Claim.objects.get(seat=2, state="stands").weak == "second"
    assert say(hall, 1, 2, 412, 388, cookie=own)["state"] == "counts"
    slot = at(hall, 2, 1)
    leave(by_phone(slot), slot.entrant, cookie=device_of(slot))
    bound(slot, uuid4())
    assert not PhoneBinding.objects.filter(entrant=slot.entrant_id).last().second  # type: ignore[union-attr]


def test_a_phone_that_was_two_players_never_confirms_either_and_its_standing_report_no_longer(
    hall: f.Hall,
) -> None:
    shared = uuid4()
    bound(at(hall, 1, 1), shared)
    say(hall, 1, 1, 412, 388, cookie=shared)
    bound(at(hall, 5, 1), shared)
    assert say(hall, 1, 2, 412, 388)["state"] == "waits"
    say(hall, 5, 2, 412, 388)
    assert say(hall, 5, 1, 412, 388, cookie=shared)["state"] == "waits"
    assert not Result.objects.exists()


def test_one_phone_at_both_seats_rings_the_desk_and_so_does_one_at_many_tables(hall: f.Hall) -> None:
    shared = uuid4()
    for table in (1, 2, 3):
        bound(at(hall, table, 1), shared)
        say(hall, table, 1, 412, 388, cookie=shared)
    assert (told(hall, 2), told(hall, 3)) == ([], ["Phone A1 reported for many tables: 1, 2, 3."])
    bound(at(hall, 3, 2), shared)
    say(hall, 3, 2, 412, 388, cookie=shared)
    assert "Phone A1 reported for more than one seat of this table." in told(hall, 3)[0]
    overview = text_of(signed_in(hall.director).get(f"/e/{hall.event.slug}/"))
    assert "Phone A1 reported for more than one seat" in overview
    assert not Result.objects.exists()


def test_one_phone_that_goes_round_with_the_tables_links_rings_the_desk(hall: f.Hall) -> None:
    walker = Client()
    where = {number: f"/q/{token_of(link)}/report" for number, link in links(hall).items()}
    for table in (1, 2, 3):
        walker.get(where[table])
        assert walker.post(where[table], {"s1": 412, "s2": 388}).status_code == 303
    assert told(hall, 3) == ["Phone A1 reported for many tables: 1, 2, 3."]
    for table in (4, 5, 6):
        other = Client()
        other.get(where[table])
        other.post(where[table], {"s1": 412, "s2": 388})
    assert told(hall, 6) == []


def test_a_phone_without_its_players_code_speaks_for_no_seat(hall: f.Hall) -> None:
    slot = at(hall, 1, 1)
    mine = device_of(slot)
    renew_code(hall.as_(hall.clerk), slot.entrant)
    for cookie in (None, uuid4(), mine, device_of(at(hall, 2, 1))):
        with pytest.raises(NotAllowed, match="not yours any more"):
            report_command(by_phone(slot), hall.table(1), seat=1, scores=(412, 388), cookie=cookie)
    assert not Claim.objects.exists()


def test_a_code_made_anew_takes_the_weight_of_what_was_reported_by_the_old_one(hall: f.Hall) -> None:
    say(hall, 1, 1, 412, 388)
    renew_code(hall.as_(hall.clerk), at(hall, 1, 1).entrant)
    assert say(hall, 1, 2, 412, 388)["state"] == "waits"
    say(hall, 1, 1, 412, 388)
    assert counts(hall)


def claim(hall: f.Hall, seat: int = 1) -> Claim:
    return Claim.objects.select_related("table__round__division__event", "device").get(
        seat=seat, state="stands"
    )


# A helper who had the code before their eyes may be the phone's hand as well: their word beside it is one person's.
@pytest.mark.parametrize(
    ("seen", "who", "two"),
    [("nothing", "director", True), ("printed", "director", False), ("printed", "checker", True)],
)
def test_whoever_printed_a_card_is_no_second_person_beside_its_phone(
    hall: f.Hall, seen: str, who: str, two: bool
) -> None:
    if seen == "printed":
        note_printed(
            hall.as_(hall.director), Division.objects.select_related("event").get(pk=hall.division.pk)
        )
    say(hall, 1, 1, 412, 388)
    accept(hall.as_(getattr(hall, who)), claim(hall))
    assert counts(hall) == two
    said = text_of(signed_in(hall.director).get(f"/e/{hall.event.slug}/open/round/1/table/1/"))
    assert (f"card printed for {hall.director.shown_as}" in said) == (seen == "printed")
    assert (logged("claim.report")[0]["card_printed_by"] != "") == (seen == "printed")


def test_printed_cards_are_for_the_players_and_two_of_them_count(hall: f.Hall) -> None:
    note_printed(hall.as_(hall.director), Division.objects.select_related("event").get(pk=hall.division.pk))
    for seat in (1, 2):
        browser = Client()
        scanned(browser, hall, at(hall, 1, seat).entrant.number)
        send(browser, hall, 1, 412, 388)
    assert counts(hall)


def test_a_report_whose_code_was_shown_is_an_entry_as_any_for_whoever_takes_it_over(hall: f.Hall) -> None:
    show_code(hall.as_(hall.clerk), at(hall, 1, 1).entrant)
    say(hall, 1, 1, 412, 388)
    accept(hall.as_(hall.checker), claim(hall))
    assert not counts(hall)
    with pytest.raises(NotAllowed):
        confirm_result(hall.as_(hall.checker), hall.table(1), seen=1)
    confirm_result(hall.as_(hall.director), hall.table(1), seen=1)
    assert counts(hall)


def test_an_entry_by_one_phone_is_not_confirmed_by_whoever_printed_its_card(
    hall: f.Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it is left when a scoresheet stood against it."""
    note_printed(hall.as_(hall.director), Division.objects.select_related("event").get(pk=hall.division.pk))
    say(hall, 1, 1, 412, 388)
    monkeypatch.setattr(
        "tdapp.desk.results.commands.claiming.confirm_result", lambda *_a, **_k: {"confirmed": False}
    )
    accept(hall.as_(hall.checker), claim(hall))
    with pytest.raises(NotAllowed, match=r"seen or printed.*invites a helper under People"):
        confirm_result(hall.as_(hall.director), hall.table(1), seen=1)
    confirm_result(hall.as_(hall.checker), hall.table(1), seen=1)
    assert counts(hall)


def test_a_clerk_and_a_checker_who_saw_codes_work_as_ever(hall: f.Hall) -> None:
    for seat in (1, 2):
        show_code(hall.as_(hall.clerk), at(hall, 1, seat).entrant)
    enter_result(hall.as_(hall.clerk), hall.table(1), entry=Entry(scores=(412, 388)))
    confirm_result(hall.as_(hall.checker), hall.table(1), seen=1)
    assert counts(hall)


def test_every_device_of_an_event_has_a_name_of_its_own(hall: f.Hall) -> None:
    many = len(devices.LETTERS) + 2
    for _one in range(many):
        devices.registered(hall.event, uuid4())
    labels = list(PhoneDevice.objects.order_by("at").values_list("label", flat=True))
    assert (labels[0], labels[-1], len(set(labels))) == ("A1", "B2", many)


def test_reports_by_a_tables_link_count_nothing_beside_each_other(hall: f.Hall) -> None:
    where = f"/q/{token(hall)}/report"
    for one in (Client(), Client()):
        one.get(where)
        one.post(where, {"s1": 412, "s2": 388})
    assert not Result.objects.exists()


def test_a_spare_phone_never_takes_away_what_the_players_own_said(hall: f.Hall) -> None:
    """Seat 2's own phone says what was played; somebody else has glimpsed its card and agrees with seat 1."""
    slot, spare = at(hall, 1, 2), uuid4()
    own = device_of(slot)
    say(hall, 1, 2, 300, 500, cookie=own)
    bound(slot, spare)
    assert say(hall, 1, 2, 500, 300, cookie=spare)["state"] == "differs"
    assert say(hall, 1, 1, 500, 300)["state"] == "differs"
    assert TableQuestion.objects.filter(resolved_at=None, kind=TableQuestion.Kind.PHONES).count() == 1
    assert sorted(one.scores for one in Claim.objects.filter(state="stands", seat=2)) == [
        [300, 500],
        [500, 300],
    ]
    assert not counts(hall)
    assert say(hall, 1, 2, 500, 300, cookie=own)["state"] == "counts", "the player's own phone may come round"
    assert [one.device.cookie for one in Claim.objects.filter(state="stands", seat=2)] == [own]
