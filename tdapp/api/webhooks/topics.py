"""What a webhook may be told of: commands by what they are called in the log, in groups a person can choose from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

TRY = "webhook.try"
TOPICS: Mapping[str, tuple[str, ...]] = {
    "results": (
        "result.enter", "result.confirm", "result.correct", "result.undo", "result.question", "result.answer",
        "claim.report", "claim.accept", "sheet.enter", "round.by_hand", "table.as_played",
    ),
    "rounds": ("round.publish", "round.recall", "round.show", "round.close", "round.reopen"),
    "standings": (
        "standings.release", "standings.freeze", "standings.unveil", "standings.make_final_public", "division.finalise",
    ),
    "rulings": (
        "ruling.make", "ruling.table", "ruling.kiosk", "ruling.supersede", "incident.report", "incident.decide",
        "incident.withdraw", "incident.appeal", "incident.decide_appeal",
    ),
    "players": (
        "roster.apply", "entrant.add", "entrant.edit", "entrant.move", "entrant.substitute", "entrant.remove",
        "entrant.withdraw", "entrant.rejoin", "entrant.leave_together", "entrant.bring_back_together",
        "entrant.check_in", "entrant.check_in_together", "division.absent", "division.absent_back",
    ),
    "event": (
        "event.create", "club.create_event", "event.edit", "event.delete", "event.undelete", "division.add",
        "division.edit", "announcement.post", "announcement.take_down", "clock.start", "clock.pause", "clock.extend",
        "clock.call", "prize.add", "prize.edit", "prize.remove",
    ),
    "ratings": ("ratings.rate", "ratings.take_off", "ratings.adopt"),
    "club": (
        "club.page", "club.member_add", "club.member_edit", "club.member_remove", "club.season_add",
        "club.season_edit", "club.season_remove",
    ),
}  # fmt: skip
TITLES: Mapping[str, Promise | str] = {
    "results": _("Results entered, confirmed, corrected"),
    "rounds": _("Rounds posted, recalled, made public, closed"),
    "standings": _("Standings made public, final standings"),
    "rulings": _("Rulings and incidents"),
    "players": _("Players entered, checked in, withdrawn"),
    "event": _("The event itself: settings, announcements, clocks, prizes"),
    "ratings": _("Rating updates"),
    "club": _("The club: page, members, seasons"),
}
USUAL = ("results", "rounds", "standings")


def intents(topics: Iterable[str]) -> frozenset[str]:
    """What the commands of some topics are called."""
    return frozenset(intent for one in topics for intent in TOPICS.get(one, ()))
