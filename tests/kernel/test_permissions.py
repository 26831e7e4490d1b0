"""Who may do what, as a table: the same one the director's guide shows."""

from __future__ import annotations

import pytest

from tdapp.events import titles
from tdapp.kernel.context import Context
from tdapp.kernel.permissions import (
    AT_CLUB_EVENTS,
    CLUB_ROLES,
    EVENT_ROLES,
    EVERYTHING,
    ROLES,
    can,
    granted,
)

LOOK = {"event.view", "roster.view", "result.view", "sheet.view"}
# Everybody at a desk may have a PIN for it, and hand the laptop over to somebody who has one.
DESK = {"desk.switch", "pin.own"}
INSTALLATION = {name for name in EVERYTHING if name.startswith(("installation.", "lexicon.", "account."))}
CLUB = {name for name in EVERYTHING if name.startswith("club.")}
ALONE = {"session.own", "kiosk.rule", "link.call", "link.copy", "claim.make"}
INSIDE = EVERYTHING - CLUB - INSTALLATION - ALONE
TABLE: dict[str, set[str]] = {
    "director": set(INSIDE),
    "deputy": set(INSIDE) - {"event.delete", "member.manage", "final.correct"},
    "registrar": LOOK | DESK | {"roster.edit", "roster.import", "roster.private", "checkin.edit"},
    "clerk": LOOK
    | DESK
    | {"result.enter", "sheet.write", "challenge.call", "checkin.edit", "hall.clock", "incident.report"},
    "checker": LOOK
    | DESK
    | {"result.enter", "result.confirm", "sheet.write", "challenge.call", "incident.report"},
    "judge": LOOK
    | DESK
    | {"judge.rule", "challenge.call", "sheet.write", "incident.report", "incident.decide"},
    "publisher": LOOK | DESK | {"standings.release", "sheet.release", "export.run", "export.archive"},
    "viewer": LOOK,
}


def as_(*roles: str) -> Context:
    return Context("user:1", "Somebody", "event:1", frozenset(roles), "web")


@pytest.mark.parametrize("role", TABLE)
def test_each_role_may_do_exactly_what_the_table_says(role: str) -> None:
    assert {name for name in EVERYTHING if can(as_(role), name)} == TABLE[role]


def test_the_table_knows_every_role_of_an_event() -> None:
    assert set(TABLE) == set(EVENT_ROLES) == set(titles.ROLES) == set(titles.WHAT_ROLES_DO)


def test_an_office_at_a_club_opens_the_club_and_nothing_else_by_itself() -> None:
    """At the club's events it comes to a role of an event, which is looked up where a Context is made."""
    assert (
        {*AT_CLUB_EVENTS, "member-manager"}
        == set(CLUB_ROLES)
        == set(titles.CLUB_ROLES)
        == set(titles.WHAT_CLUB_ROLES_DO)
    )
    assert set(AT_CLUB_EVENTS.values()) <= set(EVENT_ROLES)
    assert {role: ROLES[role] for role in CLUB_ROLES} == {
        "club-officer": CLUB | {"webhook.edit"},
        "club-director": {"club.view", "club.create_event", "club.members"},
        "club-publisher": {"club.view", "club.edit"},
        "member-manager": {"club.view", "club.members", "club.member_edit", "club.private"},
    }
    assert [role for role, may in ROLES.items() if may & CLUB] == ["system", *CLUB_ROLES]


def test_two_roles_are_added_up() -> None:
    both = granted(frozenset({"clerk", "publisher"}))
    assert both == TABLE["clerk"] | TABLE["publisher"]


def test_an_unknown_role_and_no_role_may_do_nothing() -> None:
    assert not any(can(as_("emperor"), name) or can(as_(), name) for name in EVERYTHING)


def test_asking_for_an_unknown_permission_is_a_fault() -> None:
    with pytest.raises(ValueError, match="unknown permission"):
        can(as_("director"), "event.conquer")


def test_no_role_of_an_event_reaches_the_installation() -> None:
    assert not any(ROLES[role] & INSTALLATION for role in EVENT_ROLES)


def test_word_lists_are_kept_by_their_committees() -> None:
    """Members vote, the secretary also publishes; an operator looks after lists but has no vote."""
    lexicon = {"lexicon.view", "lexicon.propose", "lexicon.vote", "lexicon.edit"}
    assert ROLES["committee"] == lexicon - {"lexicon.edit"}
    assert ROLES["secretary"] == lexicon
    assert lexicon & ROLES["operator"] == lexicon - {"lexicon.vote"}


def test_only_the_program_may_do_everything() -> None:
    assert [role for role, may in ROLES.items() if may == EVERYTHING] == ["system"]


def test_private_data_are_for_those_who_look_after_entries() -> None:
    assert {role for role in EVENT_ROLES if can(as_(role), "roster.private")} == {
        "director",
        "deputy",
        "registrar",
    }


def test_a_person_at_no_event_has_nothing_but_the_own_session() -> None:
    assert granted(frozenset({"person"})) == {"session.own", "account.own"}


def test_a_kiosk_may_rule_and_nothing_else_and_nobody_can_be_made_one() -> None:
    assert ROLES["kiosk"] == {"kiosk.rule"}
    assert "kiosk" not in EVENT_ROLES
    assert [role for role, may in ROLES.items() if "kiosk.rule" in may] == ["system", "kiosk"]


def test_phones_claim_and_call_and_nothing_else_and_nobody_can_be_made_one() -> None:
    assert ROLES["phone"] == {"claim.make"}
    assert not {"phone", "players"} & set(EVENT_ROLES)
    assert [role for role, may in ROLES.items() if "claim.make" in may] == ["system", "table", "phone"]


def test_a_table_link_may_call_a_judge_and_claim_and_nobody_can_be_made_one() -> None:
    assert ROLES["table"] == {"link.call", "claim.make"}
    assert "table" not in EVENT_ROLES
    assert [role for role, may in ROLES.items() if "link.call" in may] == ["system", "table"]
