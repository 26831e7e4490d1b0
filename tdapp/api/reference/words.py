"""What doors and rooms are called for people. A command has its title; what only reads has one here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Words = Promise | str
# The rooms in their order: the tag in the description, the end of the page's address, the title.
ROOMS: tuple[tuple[str, str, Words], ...] = (
    ("Installation", "installation", _("This installation")),
    ("Events", "events", _("Events")),
    ("Divisions", "divisions", _("Divisions")),
    ("Players of an event", "players", _("Players at an event")),
    ("Rounds", "rounds", _("Rounds")),
    ("Tables", "tables", _("Tables")),
    ("Scoresheets", "scoresheets", _("Scoresheets")),
    ("Things of an event", "beside", _("What goes on beside: calls, prizes, incidents, jobs")),
    ("Ratings", "ratings", _("Rating lists and players")),
    ("Clubs", "clubs", _("Clubs")),
    ("Webhooks", "webhooks", _("Webhooks")),
)
# What there is as a list, and one by one.
THINGS: Mapping[str, Words] = {
    "announcements": _("Announcements"),
    "calls": _("Calls"),
    "certificates": _("Certificates"),
    "claims": _("What players typed"),
    "incidents": _("Incidents"),
    "jobs": _("Jobs of an event"),
    "jobs_club": _("Jobs of a club"),
    "jobs_wide": _("Jobs of the installation"),
    "leavings": _("Withdrawals"),
    "members": _("Members"),
    "prizes": _("Prizes"),
    "questions": _("Questions"),
    "roll_calls": _("Roll calls"),
    "rosters": _("Player lists brought in"),
    "screens": _("Screens"),
    "seasons": _("Seasons"),
    "sponsors": _("Sponsors"),
    "websites": _("Websites it is sent to"),
}
ONE = _("%(things)s: one of them")
READING: Mapping[str, Words] = {
    "clubs": _("Clubs"),
    "club_webhooks": _("Webhooks of a club"),
    "events": _("Events you have a part in"),
    "event": _("An event with its divisions"),
    "divisions": _("Divisions of an event"),
    "division": _("A division"),
    "entrants": _("Players of a division"),
    "rounds": _("Rounds of a division"),
    "draft": _("The draft of a round"),
    "pairings": _("Pairings of a round"),
    "tables": _("Tables of a round"),
    "table": _("A table with its result"),
    "scoresheets": _("Scoresheets of an event"),
    "round_scoresheets": _("Scoresheets of a round"),
    "table_scoresheets": _("Scoresheets of a table"),
    "scoresheet": _("A scoresheet"),
    "standings": _("Standings of a division"),
    "teams": _("Standings of the teams"),
    "job_file": _("The file of a job"),
    "rulings": _("Rulings"),
    "tokens": _("API keys of an event"),
    "webhooks": _("Webhooks of an event"),
    "wide_webhooks": _("Webhooks of the installation"),
    "webhook": _("A webhook"),
    "webhook_messages": _("What a webhook was sent"),
    "players": _("Players of the register"),
    "rating_lists": _("Rating lists"),
    "call_judge": _("Call a judge to a table"),
    "enter_result": _("Enter a result"),
    "confirm_result": _("Confirm a result"),
    "correct_result": _("Correct a result"),
    "upload_scoresheet": _("Bring a scoresheet to a table"),
    "validate_scoresheet": _("Check a scoresheet, storing nothing"),
    "create_token": _("Make an API key"),
    "revoke_token": _("Revoke an API key"),
}
# Bodies of what is no command; a command's stand beside its door (`doors.examples`).
EXAMPLES: Mapping[str, Mapping[str, Any]] = {
    "call_judge": {"words": ["BAGTING"], "challengers": [2], "challenged": 1},
    "enter_result": {"scores": [438, 391]},
    "confirm_result": {"seen": 1},
    "correct_result": {"scores": [428, 391], "reason": "the slip says 428", "seen": 1},
    "upload_scoresheet": {"text": "seat,score\n1,34\n2,28\n", "order": "1 2"},
    "validate_scoresheet": {"text": "seat,score\n1,34\n2,28\n", "ruleset": "salitaan"},
    "create_token": {"label": "screen", "roles": ["viewer"], "days": 2},
}
# The permissions of what reads; held against the matrix of all addresses.
NEEDS: Mapping[str, str] = {
    **dict.fromkeys(("event", "divisions", "division", "rounds"), "event.view"),
    "entrants": "roster.view",
    **dict.fromkeys(("pairings", "tables", "table", "standings", "teams"), "result.view"),
    **dict.fromkeys(("scoresheets", "round_scoresheets", "table_scoresheets", "scoresheet"), "sheet.view"),
    "upload_scoresheet": "sheet.write",
    "rulings": "judge.rule",
    "call_judge": "challenge.call",
    "enter_result": "result.enter",
    "confirm_result": "result.confirm",
    "correct_result": "result.correct",
    "draft": "pair.draft",
    "job_file": "export.run",
    **dict.fromkeys(("tokens", "create_token", "revoke_token"), "member.manage"),
    **dict.fromkeys(
        ("webhooks", "club_webhooks", "wide_webhooks", "webhook", "webhook_messages"), "webhook.edit"
    ),
    "jobs_wide": "installation.ratings",
    "one_of_jobs_wide": "installation.ratings",
}
