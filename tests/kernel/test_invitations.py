"""Invitations and codes for a new password: once, in time, for whom they were made, with what their purpose says."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tdapp.kernel import clock, context
from tdapp.kernel.commands import Installation
from tdapp.kernel.models import AuditEntry, Invitation, User
from tdapp.kernel.refusals import Conflict, NotAllowed, Refusal
from tdapp.kernel.signing_in import accounts, invitations, inviting
from tests import factories

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 14, 4, 0, tzinfo=UTC)
GOOD = "salitaan-sa-hapon"


@pytest.fixture(autouse=True)
def _at_noon() -> Iterator[None]:
    with clock.at(NOON):
        yield


def invited(**facts: Any) -> Invitation:
    answer = inviting.invite(context.system(), Installation(), **facts)
    return Invitation.objects.get(pk=answer["id"])


def joined(row: Invitation, username: str = "ben", password: str = GOOD) -> User:
    user = inviting.newcomer(row, username, "Ben")
    inviting.join(inviting.invited_context(row, user), user, invitation=row, password=password)
    return User.objects.get(username=username)


def refusal_of(call: Any) -> str:
    with pytest.raises(Refusal) as told:
        call()
    return told.value.code


@pytest.mark.parametrize(
    "typed",
    [
        lambda code: code,
        lambda code: code.upper(),
        lambda code: code.replace("-", ""),
        lambda code: code.replace("-", " "),
        lambda code: f"  {code[:4]} - {code[5:]}\n",
    ],
)
def test_a_code_is_found_however_it_was_typed(typed: Any) -> None:
    row = invited()
    assert invitations.found(typed(invitations.code_of(row))) == row


def test_no_part_of_a_code_is_stored() -> None:
    row = invited(name="Ben")
    code = invitations.code_of(row)
    stored = " ".join(str(value) for value in Invitation.objects.filter(pk=row.pk).values_list()[0])
    logged = " ".join(str(entry.payload) + entry.target for entry in AuditEntry.objects.all())
    for part in (code, code.replace("-", "")):
        assert part not in stored + logged


@pytest.mark.parametrize(
    ("what", "opens"),
    [("fresh", True), ("used", False), ("revoked", False), ("late", False), ("mistyped", False)],
)
def test_a_code_opens_once_in_time_unless_revoked(what: str, opens: bool) -> None:
    row = invited(days=3)
    code, moment = invitations.code_of(row), NOON
    if what == "used":
        joined(row)
    if what == "revoked":
        inviting.revoke(context.system(), row)
    if what == "late":
        moment += timedelta(days=3)
    if what == "mistyped":
        code = code[:-1] + ("a" if code[-1] != "a" else "b")
    with clock.at(moment):
        assert (invitations.found(code) is not None) == opens


def test_who_is_invited_chooses_name_and_password_and_is_what_was_said() -> None:
    user = joined(invited(operator=True, email="ben@example.ph"))
    assert (user.check_password(GOOD), user.operator, user.owner) == (True, True, False)
    assert (user.email, user.display_name) == ("ben@example.ph", "Ben")
    [entry] = AuditEntry.objects.filter(intent="account.join")
    assert entry.scope == user.scope_key
    assert GOOD not in str(entry.payload)


def test_a_code_used_meanwhile_makes_no_second_account() -> None:
    row = invited()
    joined(row)
    assert refusal_of(lambda: joined(row, "carla")) == "no-such-code"
    assert not User.objects.filter(username="carla").exists()


def test_a_code_for_a_new_password_makes_no_second_account() -> None:
    ana = factories.user("ana")
    told = inviting.offer_reset(context.system(), Installation(), user=ana)
    assert refusal_of(lambda: joined(Invitation.objects.get(pk=told["id"]), "carla")) == "no-such-code"
    assert not User.objects.filter(username="carla").exists()


def test_a_weak_password_or_a_taken_name_leaves_the_code_open() -> None:
    factories.user("ana")
    row = invited()
    assert refusal_of(lambda: joined(row, password="1234")) == "weak-password"
    assert refusal_of(lambda: joined(row, "ana")) == "user-taken"
    assert refusal_of(lambda: joined(row, "a b")) == "bad-username"
    assert invitations.found(invitations.code_of(row)) == row


def operator() -> tuple[User, context.Context]:
    user = factories.user("olga", operator=True)
    ctx = context.Context(user.actor, "Olga", context.INSTALLATION, frozenset({"operator"}), "web")
    return user, ctx


def test_an_operator_invites_no_owner_and_opens_no_owners_account() -> None:
    _user, ctx = operator()
    owner = factories.user("otto", owner=True)
    plain = factories.user("ana")
    assert refusal_of(lambda: inviting.invite(ctx, Installation(), owner=True)) == "owners-only"
    assert refusal_of(lambda: inviting.offer_reset(ctx, Installation(), user=owner)) == "owners-only"
    assert inviting.offer_reset(ctx, Installation(), user=plain)["id"]
    assert inviting.invite(ctx, Installation(), operator=True)["id"]
    of_owner = invited(owner=True)
    assert refusal_of(lambda: inviting.revoke(ctx, of_owner)) == "owners-only"


def test_who_has_an_account_accepts_with_it_and_nobody_takes_a_reset_so() -> None:
    ana = factories.user("ana")
    row = invited(operator=True)
    inviting.accept(accounts.own_context(ana), ana, invitation=row)
    ana.refresh_from_db()
    assert ana.operator
    answer = inviting.offer_reset(context.system(), Installation(), user=ana)
    reset = Invitation.objects.get(pk=answer["id"])
    assert (
        refusal_of(lambda: inviting.accept(accounts.own_context(ana), ana, invitation=reset))
        == "no-such-code"
    )


def test_a_reset_sets_the_password_of_its_account_alone_and_ends_earlier_codes() -> None:
    ana, ben = factories.user("ana"), factories.user("ben")
    rows = [
        Invitation.objects.get(pk=inviting.offer_reset(context.system(), Installation(), user=ana)["id"])
        for _code in range(2)
    ]
    assert [invitations.found(invitations.code_of(row)) for row in rows] == [None, rows[1]]
    of_ben = inviting.invited_context(rows[1], ben)
    assert (
        refusal_of(lambda: inviting.reset(of_ben, ben, invitation=rows[1], password=GOOD)) == "no-such-code"
    )
    inviting.reset(inviting.invited_context(rows[1], ana), ana, invitation=rows[1], password=GOOD)
    ana.refresh_from_db()
    assert ana.check_password(GOOD)
    assert invitations.found(invitations.code_of(rows[1])) is None
    assert refusal_of(lambda: joined(rows[1], "carla")) == "no-such-code"


def test_an_invitation_lives_for_days_not_for_ever() -> None:
    assert refusal_of(lambda: invited(days=61)) == "bad-life"
    assert refusal_of(lambda: invited(days=0)) == "bad-life"


def test_a_purpose_nobody_knows_opens_nothing() -> None:
    row = invitations.make(context.system(), "gone.room")
    with pytest.raises(NotAllowed):
        invitations.says(row)


def test_two_who_choose_one_name_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last guard is the table's: whoever is later by a moment meets a conflict, not a crash."""
    first, second = invited(), invited()
    joined(first)
    monkeypatch.setattr(User.objects, "filter", lambda **_: User.objects.none())
    user = inviting.newcomer(second, "ben", "")
    with pytest.raises(Conflict):
        inviting.join(inviting.invited_context(second, user), user, invitation=second, password=GOOD)
