"""The API, and its keys at the desk."""

from __future__ import annotations

from tests.contracts.matrix.row import MEMBER, SELF, Row, change, look

ROWS: dict[str, Row] = {
    "keys:keys": Row("member.manage", "member.manage"),
    "keys:revoke": change("member.manage"),
    "keys:installation": Row("installation.create_event", "installation.create_event"),
    "keys:revoke_wide": change("installation.create_event"),
    "keys:club": Row("club.officers", "club.officers"),
    "keys:revoke_club": change("club.officers"),
    # Each needs `webhook.edit`, which stands beside one permission at an event, another at a club and a third outside; the
    # webhook of these worlds is one of the installation.
    "keys:webhooks": Row("event.edit", "event.edit"),
    "keys:webhooks_club": Row("club.officers", "club.officers"),
    "keys:webhooks_wide": Row("installation.create_event", "installation.create_event"),
    "keys:webhook": look("installation.create_event"),
    **{
        name: change("installation.create_event")
        for name in (
            *(f"keys:webhook_{one}" for one in ("switch", "renew", "try", "remove", "again")),
            *("api:do_webhook", "api:do_message"),
        )
    },
    "api:webhooks": look("event.edit"),
    "api:webhooks_club": look("club.officers"),
    "api:webhooks_wide": look("installation.create_event"),
    "api:webhook": look("installation.create_event"),
    "api:webhook_messages": look("installation.create_event"),
    "api:schema": look(SELF),
    "api:docs": look(SELF),
    "api:events": look(SELF),
    "api:event": look(MEMBER),
    "api:tokens": Row("member.manage", "member.manage"),
    "api:token": Row(change="member.manage", method="DELETE"),
    "api:divisions": look(MEMBER),
    "api:division": look(MEMBER),
    "api:entrants": look("roster.view"),
    "api:standings": look("result.view"),
    "api:teams": look("result.view"),
    "api:rounds": look(MEMBER),
    "api:pairings": look("result.view"),
    "api:tables": look("result.view"),
    "api:table": look("result.view"),
    "api:enter_result": change("result.enter"),
    "api:confirm_result": change("result.confirm"),
    "api:correct_result": change("result.correct"),
    "api:validate_scoresheet": change(SELF),
    "api:scoresheets": look("sheet.view"),
    "api:round_scoresheets": look("sheet.view"),
    "api:table_scoresheets": Row("sheet.view", "sheet.write"),
    "api:scoresheet": look("sheet.view"),
    "api:rulings": look("judge.rule"),
    "api:call_judge": change("challenge.call"),
    "api:draft": look("pair.draft"),
    "api:job_file": look("export.run"),
    # What each command needs is asked of every one in `tests/api/test_doors.py`; here one stands for its address.
    "api:do_installation": change("installation.create_event"),
    "api:do_event": change("hall.plan"),
    "api:do_division": change("roster.edit"),
    "api:do_round": change("pair.publish"),
    "api:do_draft": change("pair.draft"),
    "api:do_table": change("result.enter"),
    "api:do_entrant": change("checkin.edit"),
    "api:do_sheet": change("sheet.release"),
    "api:do_rating_list": change("installation.ratings"),
    "api:do_player": change("installation.people"),
    "api:do_club": change("club.edit"),
    "api:things_event": look("prize.edit"),
    "api:thing_event": look("prize.edit"),
    "api:do_thing_event": change("prize.edit"),
    "api:things_club": look("club.view"),
    "api:thing_club": look("club.view"),
    "api:do_thing_club": change("club.edit"),
}
