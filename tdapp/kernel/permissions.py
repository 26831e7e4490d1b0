"""Which role may do what. One table; the only place where it is written."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from tdapp.kernel.context import Context
from tdapp.kernel.refusals import NeedsPassword, NotAllowed

EVERYTHING = frozenset(
    {
        "session.own",
        "account.own",
        "account.accept",
        "account.invite",
        "pin.own",
        "desk.switch",
        "installation.create_event",
        "installation.people",
        "installation.backup",
        "installation.ratings",
        "event.view",
        "event.edit",
        "event.delete",
        "division.edit",
        "member.manage",
        "roster.view",
        "roster.edit",
        "roster.private",
        "roster.import",
        "checkin.edit",
        "hall.clock",
        "hall.plan",
        "pair.draft",
        "pair.publish",
        "pair.recall",
        "table.as_played",
        "result.view",
        "result.enter",
        "result.confirm",
        "result.correct",
        "standings.release",
        "prize.edit",
        "division.finalise",
        "final.correct",
        "export.run",
        "export.archive",
        "audit.view",
        "sheet.view",
        "sheet.write",
        "sheet.decide",
        "sheet.release",
        "challenge.call",
        "judge.rule",
        "kiosk.rule",
        "link.call",
        "incident.report",
        "incident.decide",
        "incident.appeal",
        "link.copy",
        "claim.make",
        "lexicon.view",
        "lexicon.edit",
        "lexicon.propose",
        "lexicon.vote",
        "lexicon.suggest",
        "installation.clubs",
        "installation.front",
        "club.view",
        "club.edit",
        "club.officers",
        "club.create_event",
        "club.members",
        "club.member_edit",
        "club.private",
        "webhook.edit",
    }
)
# What no role of an event ever holds: the installation's matters, and those of the committees that keep the word lists.
OUTSIDE = ("installation.", "session.", "account.", "lexicon.", "kiosk.", "link.", "claim.", "club.")
DIRECTOR = frozenset(name for name in EVERYTHING if not name.startswith(OUTSIDE))
LOOK = frozenset({"event.view", "roster.view", "result.view", "sheet.view"})
# Who works at the desk takes it over from others there, and has a PIN for that; who only looks does neither.
WORK = LOOK | {"desk.switch", "pin.own"}

ROLES: dict[str, frozenset[str]] = {
    "system": EVERYTHING,
    "person": frozenset({"session.own", "account.own"}),
    # Who holds the code of an invitation or of a reset: no person yet.
    "invited": frozenset({"account.accept"}),
    # Whoever keeps the installation, beside being an operator: what holds or changes the data of every club.
    "owner": frozenset({"installation.people", "installation.backup", "account.invite"}),
    "operator": frozenset(
        {
            "installation.create_event",
            "account.invite",
            "lexicon.view",
            "lexicon.edit",
            "lexicon.propose",
            "installation.ratings",
            "installation.clubs",
            "installation.front",
            "webhook.edit",
        }
    ),
    "committee": frozenset({"lexicon.view", "lexicon.propose", "lexicon.vote"}),
    "secretary": frozenset({"lexicon.view", "lexicon.propose", "lexicon.vote", "lexicon.edit"}),
    "director": DIRECTOR,
    "deputy": DIRECTOR - {"event.delete", "member.manage", "final.correct"},
    "registrar": WORK | {"roster.edit", "roster.private", "roster.import", "checkin.edit"},
    "clerk": WORK
    | {"incident.report", "result.enter", "sheet.write", "challenge.call", "checkin.edit", "hall.clock"},
    "checker": WORK | {"incident.report", "result.enter", "result.confirm", "sheet.write", "challenge.call"},
    "judge": WORK | {"judge.rule", "challenge.call", "sheet.write", "incident.report", "incident.decide"},
    "publisher": WORK | {"standings.release", "sheet.release", "export.run", "export.archive"},
    "viewer": LOOK,
    # At a club, never at an event: what they are at its events stands in `AT_CLUB_EVENTS`.
    "club-officer": frozenset(name for name in EVERYTHING if name.startswith("club.")) | {"webhook.edit"},
    "club-director": frozenset({"club.view", "club.create_event", "club.members"}),
    "club-publisher": frozenset({"club.view", "club.edit"}),
    "member-manager": frozenset({"club.view", "club.members", "club.member_edit", "club.private"}),
    # A screen given to the players: no person, and no role anybody can be given.
    "kiosk": frozenset({"kiosk.rule"}),
    # Whoever reads a public list: tells its committee something, and nothing else.
    "reader": frozenset({"lexicon.suggest"}),
    # A phone that holds the link of one table.
    "table": frozenset({"link.call", "claim.make"}),
    # A player's own phone, and two of a table that agree: the second exists only inside the command that saw both.
    "phone": frozenset({"claim.make"}),
    "players": frozenset({"result.enter", "result.confirm"}),
    # A phone or laptop that holds the link to an event's newest copy.
    "helper": frozenset({"link.copy"}),
}
COMMITTEE_ROLES = ("committee", "secretary")
CLUB_ROLES = ("club-officer", "club-director", "club-publisher", "member-manager")
# What the roles at a club come to at the events of that club. Who keeps its members has nothing to do there: of an event
# they see what everybody sees.
AT_CLUB_EVENTS = {
    "club-officer": "director",
    "club-director": "director",
    "club-publisher": "publisher",
}
NOT_GIVEN = frozenset(
    {
        "system",
        "person",
        "invited",
        "owner",
        "operator",
        "kiosk",
        "table",
        "phone",
        "players",
        "helper",
        "reader",
    }
)
# What a PIN opens: the work of a role at the desk on the day. Whatever is not here asks for the password, so that what is
# added tomorrow is closed: people, keys, private data, lists and archives, settings, copies, another event.
DESK_WORK = (
    LOOK
    | {"desk.switch", "roster.edit", "checkin.edit", "hall.clock", "hall.plan", "pair.draft", "pair.publish"}
    | {"pair.recall", "table.as_played", "result.enter", "result.confirm", "result.correct"}
    | {"standings.release", "prize.edit", "division.finalise", "export.run", "audit.view", "sheet.write"}
    | {"sheet.decide", "sheet.release", "challenge.call", "judge.rule"}
    | {"incident.report", "incident.decide", "incident.appeal"}
)
EVENT_ROLES = tuple(role for role in ROLES if role not in NOT_GIVEN | {*COMMITTEE_ROLES, *CLUB_ROLES})


def granted(roles: frozenset[str]) -> frozenset[str]:
    """Every permission that at least one of `roles` has; an unknown role grants nothing."""
    return frozenset().union(*(ROLES.get(role, frozenset()) for role in roles))


def held(ctx: Context) -> frozenset[str]:
    """What a context's roles hold, as far as its key reaches; what a PIN does not open is among it."""
    found = granted(ctx.roles)
    return found if ctx.only is None else found & ctx.only


def at_club_events(offices: Iterable[str]) -> frozenset[str]:
    """The roles that offices at a club come to at its events."""
    return frozenset(AT_CLUB_EVENTS[one] for one in offices if one in AT_CLUB_EVENTS)


def can(ctx: Context, permission: str) -> bool:
    """Whether the context's roles hold `permission`, and what opened the session reaches it."""
    if permission not in EVERYTHING:
        raise ValueError(f"unknown permission {permission!r}")
    return permission in held(ctx) and (permission in DESK_WORK or not ctx.by_pin)


def require(ctx: Context, permission: str) -> None:
    """Refuse whoever may not; whose role may, but came in by PIN, is asked for the password."""
    if can(ctx, permission):
        return
    if permission in held(ctx):
        raise needs_password(permission)
    raise NotAllowed("not-allowed", _("Your role does not allow this."), needs=permission)


def needs_password(permission: str) -> NeedsPassword:
    """What somebody who came in by PIN is told."""
    return NeedsPassword(
        "password-needed", _("A PIN does not open this. Type your password."), needs=permission
    )
