"""Wrong codes lock nobody out: neither a player, nor the hall; and they find no code, however many cookies they come with."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core import signing
from django.test import Client

from tdapp.desk.phones import codes, cookies, find_player
from tdapp.desk.phones.codes import code_of
from tdapp.desk.phones.commands.phones import renew_code
from tdapp.events.models import Entrant, Event
from tdapp.kernel import clock
from tdapp.kernel.models import AuditEntry, WrongTries
from tdapp.kernel.refusals import Refusal
from tdapp.kernel.signing_in import tries
from tests import factories as f
from tests.phones.phones import address, entrant, phone, playing, scanned, text_of, typed
from tests.sweeps import SOAK

pytestmark = pytest.mark.django_db
PLAYERS = 16
WRONG, HELD = 422, 429
# Posts of fresh cookies: many times what a hall may try.
MANY = 1000 if SOAK else 200


@pytest.fixture
def hall() -> f.Hall:
    return playing(PLAYERS)


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every code that was compared with an entrant's."""
    seen: list[str] = []
    real: Callable[..., bool] = codes.fits

    def fits(entrant: Entrant, renewed: int, code: str) -> bool:
        seen.append(code)
        return real(entrant, renewed, code)

    monkeypatch.setattr(codes, "fits", fits)
    return seen


def wrong(hall: f.Hall, number: int) -> str:
    """A code that is not this player's."""
    return f"{(int(code_of(entrant(hall, number))) + 1) % 10**6:06d}"


def guess(hall: f.Hall, times: int, client: Client | None = None) -> list[int]:
    """Wrong codes for the players in turn, each with a new cookie or all from one phone: what each was answered with."""
    event = Event.objects.get(pk=hall.event.pk)
    people = list(event.entrants.order_by("number"))
    known = codes.codes_of(people)
    told = []
    for time in range(times):
        row = people[time % PLAYERS]
        cookie = cookies_of(client) if client else uuid4()
        try:
            find_player.find(event, str(row.number), f"{(int(known[row.pk]) + 1) % 10**6:06d}", cookie)
        except Refusal as refusal:
            told.append(refusal.status)
    return told


def cookies_of(client: Client) -> UUID:
    """The id in a phone's cookie."""
    told = signing.loads(client.cookies["td-me"].value, salt=cookies.SALT)
    return UUID(told["id"])


def finds(client: Client, hall: f.Hall, number: int, how: Callable[..., Any]) -> bool:
    """Whether a phone is let in and shows the player's own page."""
    sent = how(client, hall, number)
    return bool(
        sent.status_code == 303 and entrant(hall, number).public_name in text_of(client.get(address(hall)))
    )


def by_code(client: Client, hall: f.Hall, number: int) -> Any:
    return typed(client, hall, number, code_of(entrant(hall, number)))


def test_forty_posts_of_one_client_keep_none_of_sixteen_players_from_their_own_phones(hall: f.Hall) -> None:
    guesser = Client()
    guesser.get(address(hall))
    told = [typed(guesser, hall, post % PLAYERS + 1, "000000").status_code for post in range(40)]
    assert set(told) == {WRONG}
    for number in range(1, PLAYERS + 1):
        assert (scanned if number % 4 == 0 else by_code)(Client(), hall, number).status_code == 303


def test_any_number_of_posts_with_fresh_cookies_compare_few_codes_find_none_and_keep_nobody_out(
    hall: f.Hall, compared: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(find_player, "NEW", 20)
    own = [phone(hall, number) for number in (1, 2)]
    compared.clear()
    told = guess(hall, MANY)
    assert (told.count(WRONG), told.count(HELD)) == (find_player.NEW, MANY - find_player.NEW)
    assert len(compared) == find_player.NEW
    # A phone that knows its player is let in by the right code, and every card is taken; a new phone is told of the card.
    for number, client in enumerate(own, start=1):
        client.post(address(hall, "leave"))
        assert finds(client, hall, number, by_code)
    held = by_code(Client(), hall, 5)
    assert held.status_code == HELD
    assert "Scan the QR code on your card" in text_of(held)
    assert all(scanned(Client(), hall, number).status_code == 303 for number in range(5, 11))


def test_negative_control_without_the_shared_budget_every_fresh_cookie_has_its_guess_compared(
    hall: f.Hall, compared: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(find_player, "NEW", 5)
    monkeypatch.setattr(tries, "take", lambda *_given: tries.NONE)
    assert set(guess(hall, 35)) == {WRONG}
    assert len(compared) == 35


def test_no_day_compares_more_codes_than_its_budget(
    hall: f.Hall, compared: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(find_player, "NEW", 4)
    monkeypatch.setattr(find_player, "NEW_EVERY", timedelta(hours=4))
    start = clock.now()
    for quarter in range(24):
        with clock.at(start + timedelta(hours=quarter)):
            guess(hall, 5)
    assert len(compared) == 4 + 5


def test_the_chance_to_find_a_code_in_a_day_is_less_than_one_in_a_thousand() -> None:
    """Each comparison finds a code by one in a million; docs/adr/0006-phones.md works it out."""
    day = timedelta(days=1)
    # All that lay ready, and what comes in a day; ten players lend their cards.
    worst = (
        find_player.NEW
        + day // find_player.NEW_EVERY
        + 10 * (find_player.PER_PLAYER + day // find_player.PLAYER_EVERY)
    )
    assert worst == 950
    assert worst / 10**codes.DIGITS < 1 / 1000


def test_the_budget_of_new_phones_comes_back_by_and_by(hall: f.Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(find_player, "NEW", 4)
    guess(hall, 4)
    assert by_code(Client(), hall, 1).status_code == HELD
    desk = Client()
    desk.force_login(hall.clerk)
    page = f"/e/{hall.event.slug}/phones/"
    assert "New phones are asked for the QR code" in text_of(desk.get(page))
    with clock.at(clock.now() + timedelta(minutes=16)):
        assert finds(Client(), hall, 1, by_code)
        assert "New phones are asked for the QR code" not in text_of(desk.get(page))


def test_a_right_code_costs_nothing_so_a_whole_hall_may_come_at_once(
    hall: f.Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(find_player, "NEW", 3)
    assert all(by_code(Client(), hall, number).status_code == 303 for number in range(1, 9))
    assert guess(hall, 4) == [WRONG, WRONG, WRONG, HELD]


def test_a_name_that_fits_several_players_costs_as_many_tries(
    hall: f.Hall, monkeypatch: pytest.MonkeyPatch, compared: list[str]
) -> None:
    monkeypatch.setattr(find_player, "NEW", 4)
    Entrant.objects.filter(number__lte=3).update(given="Ana", surname="Cruz")
    event = Event.objects.get(pk=hall.event.pk)
    assert len(find_player.alike(event, "Ana Cruz")) == 3
    told = [
        Client().post(address(hall, "find"), {"who": "Ana Cruz", "code": "000000"}).status_code for _ in "12"
    ]
    assert told == [WRONG, HELD]
    assert len(compared) == 3


def test_wrong_tries_of_a_phone_that_is_somebodys_slow_that_phone_and_no_other(hall: f.Hall) -> None:
    mine, other = phone(hall, 1), phone(hall, 2)
    told = guess(hall, find_player.PER_DEVICE + 1, mine)
    assert told == [WRONG] * find_player.PER_DEVICE + [HELD]
    held = typed(mine, hall, 3, code_of(entrant(hall, 3)))
    assert held.status_code == HELD
    assert "from this phone. Scan the QR code" in text_of(held)
    assert finds(mine, hall, 1, by_code)
    assert finds(mine, hall, 3, scanned)
    assert typed(other, hall, 4, wrong(hall, 4)).status_code == WRONG
    assert finds(Client(), hall, 5, by_code)
    with clock.at(clock.now() + timedelta(minutes=16)):
        assert finds(mine, hall, 6, by_code)


def test_one_card_on_a_hundred_fresh_cookies_has_no_more_tries_than_its_player(hall: f.Hall) -> None:
    told = []
    for _cookie in range(8):
        client = Client()
        scanned(client, hall, 1)
        told += guess(hall, 3, client)
    assert told.count(WRONG) == find_player.PER_PLAYER
    assert finds(Client(), hall, 2, by_code)


def test_a_phone_that_knew_a_code_from_before_it_was_made_anew_is_a_phone_like_others(
    hall: f.Hall, compared: list[str]
) -> None:
    thief = phone(hall, 1)
    renew_code(hall.as_(hall.clerk), entrant(hall, 1))
    compared.clear()
    assert guess(hall, 20, thief).count(HELD) == 20 - find_player.PER_DEVICE
    assert len(compared) == find_player.PER_DEVICE


def test_what_is_held_back_writes_nothing_and_a_wrong_code_is_in_the_log_without_its_digits(
    hall: f.Hall,
) -> None:
    guess(hall, find_player.NEW)
    entries = AuditEntry.objects.filter(intent="phone.wrong_code")
    assert entries.count() == find_player.NEW
    before = AuditEntry.objects.count()
    guess(hall, 5)
    assert AuditEntry.objects.count() == before
    assert wrong(hall, 1) not in str(list(entries.values("payload", "target", "actor_name")))


def test_a_code_is_read_with_the_gap_it_is_printed_with(hall: f.Hall) -> None:
    code = codes.spaced(code_of(entrant(hall, 1)))
    assert (len(code), code[3]) == (7, " ")
    assert typed(Client(), hall, 1, code).status_code == 303


def test_a_number_that_is_nobodys_takes_no_try_and_writes_nothing(hall: f.Hall) -> None:
    event, before = Event.objects.get(pk=hall.event.pk), AuditEntry.objects.count()
    with pytest.raises(Refusal) as refused:
        find_player.find(event, "999", "123456", uuid4())
    assert refused.value.status == WRONG
    assert (WrongTries.objects.count(), AuditEntry.objects.count()) == (0, before)
