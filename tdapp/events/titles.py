"""What people read for the short words the tables keep: roles, policies, kinds."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Title = str | Promise

ROLES: dict[str, Title] = {
    "director": _("Director"),
    "deputy": _("Deputy"),
    "registrar": _("Registrar"),
    "clerk": _("Clerk"),
    "checker": _("Checker"),
    "judge": _("Judge"),
    "publisher": _("Publisher"),
    "viewer": _("Viewer"),
}
WHAT_ROLES_DO: dict[str, Title] = {
    "director": _("Everything, and who else works here."),
    "deputy": _("Everything but members and putting the event away."),
    "registrar": _("Entries, children's data, check-in."),
    "clerk": _("Enters results, checks players in."),
    "checker": _("Enters and confirms results."),
    "judge": _("Rules on words and disputes."),
    "publisher": _("Makes standings public, exports."),
    "viewer": _("Looks, changes nothing."),
}
CLUB_ROLES: dict[str, Title] = {
    "club-officer": _("Officer"),
    "club-director": _("Director of the club's events"),
    "club-publisher": _("Publisher of the club"),
    "member-manager": _("Member manager"),
}
WHAT_CLUB_ROLES_DO: dict[str, Title] = {
    "club-officer": _("Everything at the club, and director at all its events."),
    "club-director": _("Creates and directs the club's events; sees the members."),
    "club-publisher": _("The club's page and look; publisher at all its events."),
    "member-manager": _("Keeps the members and what is private of them; sees no draft of an event."),
}
STARTS: dict[str, Title] = {
    "balanced": _("Balanced over the event (departs from SAL:94)"),
    "eldest": _("The eldest goes first (SAL:94)"),
    "drawn": _("Drawn by lot at the table"),
}
POLICIES: dict[str, Title] = {
    "two-people": _("Two people: one enters, another confirms"),
    "two-slips": _("Two slips: both players' slips are entered and must agree"),
    "single": _("Single: entered is confirmed"),
}
RATINGS: dict[str, Title] = {
    "full": _("Fully rated"),
    "partial": _("Partially rated"),
    "unrated": _("Unrated"),
    "casual": _("Casual"),
}
UNFINISHED: dict[str, Title] = {
    "as-they-stand": _("Scores as they stand"),
    "racks-deducted": _("Racks deducted"),
    "equal-turns": _("After equal turns"),
}
PENALTIES: dict[str, Title] = {
    "score": _("Off the score: it can change who won"),
    "spread": _("Off that player's spread alone"),
}
INTENTS: dict[str, Title] = {
    "unscored": _("not scored"),
    "forfeit": _("forfeits"),
    "bye": _("byes"),
}
DIVISION_FIELDS: dict[str, Title] = {
    "ruleset": _("ruleset"),
    "overrides": _("house rules"),
    "starts_rule": _("who goes first"),
    "penalty_rule": _("points off at the desk"),
    "confirm_policy": _("confirmation"),
}


def choices(titles: dict[str, Title]) -> list[tuple[str, Title]]:
    """Titles as the choices of a form field."""
    return list(titles.items())


def roles_text(roles: frozenset[str]) -> str:
    """A person's roles as words, in the order of the table."""
    return ", ".join(str(title) for role, title in ROLES.items() if role in roles)


def offices_text(roles: frozenset[str]) -> str:
    """A person's offices at a club as words, in the order of the table."""
    return ", ".join(str(title) for role, title in CLUB_ROLES.items() if role in roles)
