"""What an answer comes to, and what somebody has to be told, from the permission table alone."""

from __future__ import annotations

from django.http import HttpResponse

from tdapp.kernel.permissions import AT_CLUB_EVENTS, CLUB_ROLES, EVENT_ROLES, ROLES, granted
from tests.contracts.addresses import Address
from tests.contracts.matrix import ANYBODY, KIOSK, MAKER, MEMBER, OWN, SELF, WATCHER

OUTSIDE = ("owner", "operator", "stranger", "")
# Whoever keeps the installation may create events, too.
STANDS_FOR = {"owner": frozenset({"owner", "operator"}), "organiser": frozenset({"director", "operator"})}
OK, LOG_IN, FORBIDDEN, MISSING, NO_METHOD = "answered", "log in", "403", "404", "405"
ASKED = "asked for the password"
ALWAYS = {"": NO_METHOD, ANYBODY: OK, KIOSK: MISSING, WATCHER: MISSING}


def standing(answer: HttpResponse) -> str:
    """What an answer comes to."""
    code, to = answer.status_code, answer.get("Location", "")
    content = b"" if answer.streaming else answer.content
    if code == 401 or (code in (302, 303) and to.startswith("/login")) or b'"not_authenticated"' in content:
        return LOG_IN
    if b'"password-needed"' in content:
        return ASKED
    if code in (403, 404, 405):
        return str(code)
    assert code < 500, f"{code}: {content[:300]!r}"
    return OK


def expected(address: Address, needs: str, role: str, at_own: bool) -> str:
    """What somebody has to be told, from the permission table alone."""
    if needs in ALWAYS:
        return ALWAYS[needs]
    if not role:
        return LOG_IN
    if needs in {SELF, OWN} or address.at_a_club:
        return OK if needs in {SELF, OWN} else expected_at_a_club(needs, role, at_own)
    role = AT_CLUB_EVENTS.get(role, role) if address.at_an_event else role
    permissions = granted(STANDS_FOR.get(role, frozenset({role})))
    if needs == MAKER:
        return MISSING if "installation.create_event" in permissions else FORBIDDEN
    if not address.at_an_event:
        return OK if needs in permissions else FORBIDDEN
    if role in {*OUTSIDE, *CLUB_ROLES} or not at_own:
        return OK if role == "stranger" and not at_own else MISSING
    return OK if needs == MEMBER or needs in permissions else FORBIDDEN


def expected_at_a_club(needs: str, role: str, at_own: bool) -> str:
    """A club is its officers' alone: for whoever works at its events or keeps the installation it is not there."""
    if role not in CLUB_ROLES or not at_own:
        return MISSING
    return OK if needs in granted(frozenset({role})) else FORBIDDEN


def at_the_edge(needs: str) -> tuple[list[str], list[str]]:
    """The roles of an event between which the answer changes: the least of those who may, the most of those who may not."""
    if needs in {MEMBER, SELF, OWN}:
        return ["viewer"], []
    by_power = sorted(EVENT_ROLES, key=lambda role: len(granted(frozenset({role}))))
    may = [role for role in by_power if needs in granted(frozenset({role}))]
    others = [role for role in by_power if role not in may]
    return may[:1], others[-1:]


def who_may_least(needs: str) -> str:
    """Who may, of all there are: a role of an event, who keeps or serves the installation, a kiosk, the signed-out."""
    if needs in {ANYBODY, KIOSK, MAKER}:
        return {ANYBODY: "", KIOSK: KIOSK, MAKER: "organiser"}[needs]
    if needs.startswith("club."):
        return min((role for role in CLUB_ROLES if needs in ROLES[role]), key=lambda role: len(ROLES[role]))
    of_the_house = [role for role in ("operator", "owner") if needs in ROLES[role]]
    # A seat where words are voted on is nobody's by a role.
    return [*of_the_house, *at_the_edge(needs)[0], "voter"][0]
