"""What a key may be limited to: each permission a program may have stands in one scope, in words a person can choose by."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SCOPES: Mapping[str, frozenset[str]] = {
    "read": frozenset({"event.view", "roster.view", "result.view", "sheet.view", "audit.view", "club.view"}),
    "create": frozenset({"installation.create_event", "club.create_event"}),
    "setup": frozenset({"event.edit", "division.edit"}),
    "roster": frozenset({"roster.edit", "roster.import", "checkin.edit"}),
    "pairing": frozenset({"pair.draft", "pair.publish", "pair.recall", "table.as_played"}),
    "results": frozenset({"result.enter", "result.confirm", "result.correct"}),
    "sheets": frozenset({"sheet.write", "sheet.decide"}),
    "judging": frozenset(
        {"challenge.call", "judge.rule", "incident.report", "incident.decide", "incident.appeal"}
    ),
    "hall": frozenset({"hall.clock", "hall.plan"}),
    "prizes": frozenset({"prize.edit", "division.finalise"}),
    "publish": frozenset({"standings.release", "sheet.release"}),
    "export": frozenset({"export.run", "export.archive"}),
    "clubs": frozenset(
        {"club.edit", "club.members", "club.member_edit", "installation.clubs", "installation.front"}
    ),
    "ratings": frozenset({"installation.ratings"}),
    "players": frozenset({"installation.people"}),
    "webhooks": frozenset({"webhook.edit"}),
}
TITLES: Mapping[str, Promise | str] = {
    "read": _("See what the desk sees"),
    "create": _("Create events"),
    "setup": _("Set up events and divisions"),
    "roster": _("Enter players, import lists, check in"),
    "pairing": _("Pair, post and recall rounds"),
    "results": _("Enter, confirm and correct results"),
    "sheets": _("Keep scoresheets"),
    "judging": _("Call judges, rule, write incidents down"),
    "hall": _("Round clocks, day plan, announcements"),
    "prizes": _("Prizes, final standings"),
    "publish": _("Make standings and scoresheets public"),
    "export": _("Export files"),
    "clubs": _("Clubs: page, members, seasons"),
    "ratings": _("Rating lists"),
    "players": _("Merge and separate players"),
    "webhooks": _("Webhooks: have programs told what happens"),
}


def opened(scopes: Iterable[str]) -> frozenset[str]:
    """The permissions of some scopes; an unknown one opens nothing."""
    return frozenset().union(*(SCOPES.get(one, frozenset()) for one in scopes))
