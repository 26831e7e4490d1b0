"""Which role may do what. One table; the only place where it is written."""

from __future__ import annotations

from tdapp.kernel.context import Context

EVERYTHING = frozenset(
    {
        "session.own",
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
    }
)
# What no role of an event ever holds: the installation's matters, and those of the committees that keep the word lists.
OUTSIDE = ("installation.", "session.", "lexicon.", "kiosk.", "link.", "claim.")
DIRECTOR = frozenset(name for name in EVERYTHING if not name.startswith(OUTSIDE))
LOOK = frozenset({"event.view", "roster.view", "result.view", "sheet.view"})

ROLES: dict[str, frozenset[str]] = {
    "system": EVERYTHING,
    "person": frozenset({"session.own"}),
    # Whoever keeps the installation, beside being an operator: what holds or changes the data of every club.
    "owner": frozenset({"installation.people", "installation.backup"}),
    "operator": frozenset(
        {
            "installation.create_event",
            "lexicon.view",
            "lexicon.edit",
            "lexicon.propose",
            "installation.ratings",
        }
    ),
    "committee": frozenset({"lexicon.view", "lexicon.propose", "lexicon.vote"}),
    "secretary": frozenset({"lexicon.view", "lexicon.propose", "lexicon.vote", "lexicon.edit"}),
    "director": DIRECTOR,
    "deputy": DIRECTOR - {"event.delete", "member.manage", "final.correct"},
    "registrar": LOOK | {"roster.edit", "roster.private", "checkin.edit"},
    "clerk": LOOK
    | {"incident.report", "result.enter", "sheet.write", "challenge.call", "checkin.edit", "hall.clock"},
    "checker": LOOK | {"incident.report", "result.enter", "result.confirm", "sheet.write", "challenge.call"},
    "judge": LOOK | {"judge.rule", "challenge.call", "sheet.write", "incident.report", "incident.decide"},
    "publisher": LOOK | {"standings.release", "sheet.release", "export.run"},
    "viewer": LOOK,
    # A screen given to the players: no person, and no role anybody can be given.
    "kiosk": frozenset({"kiosk.rule"}),
    # A phone that holds the link of one table.
    "table": frozenset({"link.call", "claim.make"}),
    # A player's own phone, and two of a table that agree: the second exists only inside the command that saw both.
    "phone": frozenset({"claim.make"}),
    "players": frozenset({"result.enter", "result.confirm"}),
    # A phone or laptop that holds the link to an event's newest copy.
    "helper": frozenset({"link.copy"}),
}
COMMITTEE_ROLES = ("committee", "secretary")
NOT_GIVEN = frozenset(
    {"system", "person", "owner", "operator", "kiosk", "table", "phone", "players", "helper"}
)
EVENT_ROLES = tuple(role for role in ROLES if role not in NOT_GIVEN | {*COMMITTEE_ROLES})


def granted(roles: frozenset[str]) -> frozenset[str]:
    """Every permission that at least one of `roles` has; an unknown role grants nothing."""
    return frozenset().union(*(ROLES.get(role, frozenset()) for role in roles))


def can(ctx: Context, permission: str) -> bool:
    """Whether the context's roles hold `permission`."""
    if permission not in EVERYTHING:
        raise ValueError(f"unknown permission {permission!r}")
    return permission in granted(ctx.roles)
