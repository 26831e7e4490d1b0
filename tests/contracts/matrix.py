"""The permission matrix: what each address asks for. An address that is not here fails the test with its name.

`look` is what GET needs, `change` what POST (or `method`) needs: a permission of the table in
`tdapp.kernel.permissions`, or one of the words below. "" means that this method is answered 405.
"""

from __future__ import annotations

from dataclasses import dataclass

ANYBODY = "anybody"  # the signed-out too
MEMBER = "member"  # whoever has any role at the event
SELF = "signed in"  # whoever is signed in, at an event or not


@dataclass(frozen=True)
class Row:
    """What one address needs for looking and for changing; `method` is the one that changes."""

    look: str = ""
    change: str = ""
    method: str = "POST"


def look(needs: str) -> Row:
    return Row(look=needs)


def change(needs: str) -> Row:
    return Row(change=needs)


MATRIX: dict[str, Row] = {
    # the installation
    "healthz": look(ANYBODY),
    "readyz": look(ANYBODY),
    "set_language": change(ANYBODY),
    "events:rule_index": look(ANYBODY),
    "events:rule_page": look(ANYBODY),
    # the public pages
    "publishing:home": look(ANYBODY),
    "publishing:find": look(ANYBODY),
    "publishing:qr": look(ANYBODY),
    "publishing:poster": look(ANYBODY),
    "publishing:pairings": look(ANYBODY),
    "publishing:pairings_json": look(ANYBODY),
    "publishing:standings": look(ANYBODY),
    "publishing:standings_json": look(ANYBODY),
    "publishing:results": look(ANYBODY),
    "publishing:round_results": look(ANYBODY),
    "publishing:players": look(ANYBODY),
    "publishing:player": look(ANYBODY),
    "publishing:wallchart": look(ANYBODY),
    # coming in, making events
    "events:home": look(ANYBODY),
    "events:login": Row(ANYBODY, ANYBODY),
    "events:logout": change(ANYBODY),
    "events:join": Row(ANYBODY, ANYBODY),
    "events:new": Row("installation.create_event", "installation.create_event"),
    "events:clone": Row("installation.create_event", "installation.create_event"),
    "events:one_more_division": look("installation.create_event"),
    "events:bring_back": change("event.delete"),
    # an event's settings and people
    "events:settings": Row("event.edit", "event.edit"),
    "events:put_away": change("event.delete"),
    "events:add_division": Row("division.edit", "division.edit"),
    "events:division_settings": Row("division.edit", "division.edit"),
    "events:people": look(MEMBER),
    "events:switch": Row(MEMBER, MEMBER),
    "events:set_pin": change(MEMBER),
    "events:plays": change("member.manage"),
    "events:add_member": change("member.manage"),
    "events:remove_member": change("member.manage"),
    "events:invite": change("member.manage"),
    "events:link": look("member.manage"),
    "events:revoke_link": change("member.manage"),
    "events:log": look("audit.view"),
    # entries and check-in
    "events:entries": look("roster.view"),
    "events:add": Row("roster.edit", "roster.edit"),
    "events:known": look("roster.edit"),
    "events:names": look("roster.view"),
    "events:seed": change("roster.edit"),
    "events:entry": Row("roster.view", "roster.edit"),
    "events:withdraw": change("checkin.edit"),
    "events:rejoin": change("checkin.edit"),
    "events:substitute": change("roster.edit"),
    "events:move": change("roster.edit"),
    "events:remove": change("roster.edit"),
    "events:open_private": change("roster.private"),
    "events:private": change("roster.private"),
    "events:checkin": look("roster.view"),
    "events:rules": look("event.view"),
    "events:rule_paper": look("event.view"),
    "events:rule_download": look("event.view"),
    "events:board": Row("division.edit", "division.edit"),
    "events:tiles": Row("division.edit", "division.edit"),
    "events:rule_values": Row("division.edit", "division.edit"),
    "events:rule_file": Row("division.edit", "division.edit"),
    "events:confirm_rules": change("division.edit"),
    "events:forget_set": change("division.edit"),
    "events:check_in_line": change("checkin.edit"),
    "events:check_in": change("checkin.edit"),
    "events:pair_without": change("checkin.edit"),
    "events:add_house": change("roster.edit"),
    # the installation's backups
    "interchange:backup": Row("installation.backup", "installation.backup"),
    "interchange:backup_progress": look("installation.backup"),
    "interchange:backup_cancel": change("installation.backup"),
    "interchange:backup_check": change("installation.backup"),
    "interchange:backup_file": change("installation.backup"),
    "interchange:backup_restore": Row("installation.backup", "installation.backup"),
    # lists that come in, files that go out
    "interchange:import": Row("roster.edit", "roster.edit"),
    "interchange:preview": look("roster.edit"),
    "interchange:progress": look("roster.edit"),
    "interchange:again": change("roster.edit"),
    "interchange:apply": change("roster.edit"),
    "interchange:discard": change("roster.edit"),
    "interchange:import_event": Row("installation.create_event", "installation.create_event"),
    "interchange:event_preview": look("installation.create_event"),
    "interchange:event_apply": change("installation.create_event"),
    "interchange:event_discard": change("installation.create_event"),
    "interchange:fill": Row("division.edit", "division.edit"),
    "interchange:fill_preview": look("division.edit"),
    "interchange:fill_apply": change("division.edit"),
    "interchange:fill_discard": change("division.edit"),
    "interchange:export": Row("export.run", "export.run"),
    "interchange:export_job": look("export.run"),
    "interchange:export_file": look("export.run"),
    "interchange:export_cancel": change("export.run"),
    # the desk
    "desk:overview": look(MEMBER),
    "desk:results_in": look(MEMBER),
    "desk:division": look(MEMBER),
    "desk:palette": look(MEMBER),
    "desk:enter": Row("result.enter", "result.enter"),
    "desk:undo": change("result.enter"),
    "desk:enter_part": look("result.enter"),
    "desk:confirm": look("result.view"),
    "desk:waiting": look("result.view"),
    "desk:confirm_one": change("result.confirm"),
    "desk:answer": change("result.confirm"),
    "desk:table": look("result.view"),
    "desk:table_correct": change("result.correct"),
    "desk:table_ask": change("result.enter"),
    "desk:sheet_enter": change("result.enter"),
    "desk:sheet_decide": change("sheet.decide"),
    "desk:publish": look("standings.release"),
    "desk:release": change("standings.release"),
    "desk:show_pairings": change("pair.publish"),
    "desk:close_round": change("pair.publish"),
    "desk:reopen": change("pair.publish"),
    "desk:print_round": look("result.view"),
    "desk:print_sheet": look("result.view"),
    "desk:standings_newest": look("result.view"),
    "desk:standings": look("result.view"),
    "desk:print_standings": look("result.view"),
    "desk:wallchart": look("result.view"),
    "desk:print_wallchart": look("result.view"),
    "desk:stats": look("result.view"),
    "desk:entrant": look("result.view"),
    "desk:round": look("result.view"),
    "desk:round_draft": change("pair.draft"),
    "desk:round_drafting": look("result.view"),
    "desk:round_stop": change("pair.draft"),
    "desk:round_edit": change("pair.draft"),
    "desk:round_repair": change("pair.draft"),
    "desk:round_discard": change("pair.draft"),
    "desk:round_publish": change("pair.publish"),
    "desk:round_recall": change("pair.recall"),
    "desk:round_as_played": change("table.as_played"),
    "desk:round_leave_out": change("checkin.edit"),
    # scoresheets
    "scoresheets:sheets": look("sheet.view"),
    "scoresheets:table": Row("sheet.view", "sheet.write"),
    "scoresheets:compare": look("sheet.view"),
    "scoresheets:sheet": look("sheet.view"),
    "scoresheets:tally": look("sheet.view"),
    "scoresheets:state": look("sheet.view"),
    "scoresheets:write": change("sheet.write"),
    "scoresheets:undo": change("sheet.write"),
    "scoresheets:finish": change("sheet.write"),
    "scoresheets:reopen": change("sheet.write"),
    "scoresheets:upload": Row("sheet.write", "sheet.write"),
    "scoresheets:files": look("sheet.view"),
    "scoresheets:file": look("sheet.view"),
    "scoresheets:photo_add": change("sheet.write"),
    "scoresheets:photo": look("sheet.view"),
    "scoresheets:photo_remove": change("sheet.write"),
    "scoresheets:blank": look("sheet.view"),
    "scoresheets:blank_pdf": look("sheet.view"),
    "scoresheets:template": look("sheet.view"),
    "scoresheets:practice_timer": look(ANYBODY),
    "scoresheets:timer": look("sheet.write"),
    "scoresheets:timer_time": change("sheet.write"),
    # the API
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
}
