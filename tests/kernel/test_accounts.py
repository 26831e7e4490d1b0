"""Who signs in: names that can be typed, wrong passwords that are counted by every process alike."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.cache import cache

from tdapp.kernel import accounts, clock, context
from tdapp.kernel.commands import Installation
from tdapp.kernel.models import User, WrongTries
from tdapp.kernel.refusals import NotAllowed, Refusal
from tdapp.kernel.users import create_user

pytestmark = pytest.mark.django_db
HERE, ELSEWHERE = "10.0.0.1", "10.0.0.2"


def wrong(times: int, username: str = "ana", address: str = HERE) -> None:
    for _try in range(times):
        accounts.note_wrong_password(username, address)


def is_held_back(username: str = "ana", address: str = HERE) -> bool:
    try:
        accounts.refuse_flood(username, address)
    except NotAllowed as refusal:
        return refusal.status == 429
    return False


def test_the_count_is_the_database_s_and_survives_a_process_of_its_own() -> None:
    wrong(accounts.WRONG_PER_ACCOUNT_AND_ADDRESS)
    cache.clear()
    assert is_held_back()


def test_an_account_is_held_back_from_where_it_was_tried_first() -> None:
    wrong(accounts.WRONG_PER_ACCOUNT_AND_ADDRESS)
    assert is_held_back(" ANA ")
    assert not is_held_back(address=ELSEWHERE)
    assert not is_held_back("ben")


def test_an_account_tried_from_many_places_is_held_back_everywhere() -> None:
    for place in range(accounts.WRONG_PER_ACCOUNT // 5):
        wrong(5, address=f"10.1.0.{place}")
    assert is_held_back(address=ELSEWHERE)


def test_an_address_that_tries_everybody_is_held_back() -> None:
    for number in range(accounts.WRONG_PER_ADDRESS):
        wrong(1, username=f"user{number}")
    assert is_held_back("somebody else")
    assert not is_held_back("somebody else", ELSEWHERE)


def test_it_ends_after_a_while_and_what_ran_out_is_forgotten() -> None:
    wrong(accounts.WRONG_PER_ACCOUNT_AND_ADDRESS)
    with clock.at(clock.now() + accounts.PAUSE + timedelta(seconds=1)):
        assert not is_held_back()
        wrong(1, username="ben")
        assert WrongTries.objects.count() == 3


def test_a_right_password_starts_the_account_anew_but_not_the_address() -> None:
    wrong(accounts.WRONG_PER_ACCOUNT_AND_ADDRESS - 1)
    accounts.forget_wrong_passwords("ana", HERE)
    wrong(1)
    assert not is_held_back()
    assert sorted(WrongTries.objects.values_list("count", flat=True)) == [1, 1, 10]


def test_the_table_names_nobody() -> None:
    wrong(1, username="ana", address=HERE)
    assert not any("ana" in key or HERE in key for key in WrongTries.objects.values_list("key", flat=True))


@pytest.mark.parametrize(
    "name",
    ["", " ", "two words", " ana", "ana ", "a\nb", "a;b", "<b>", "a/b", "\u202eana", "x" * 151, "'ana'"],
)
def test_a_name_nobody_can_type_is_no_user_name(name: str) -> None:
    with pytest.raises(Refusal) as refused:
        create_user(context.system(), Installation(), username=name, password="long enough")
    assert refused.value.code == "bad-username"
    assert not User.objects.exists()


@pytest.mark.parametrize("name", ["ana", "ana.reyes", "ana@example.org", "a_1-b+c", "Niña"])
def test_plain_names_are_user_names(name: str) -> None:
    create_user(context.system(), Installation(), username=name, password="long enough")
    assert User.objects.get().username == name
