"""The API, and its keys at the desk."""

from __future__ import annotations

from tests.contracts.matrix.row import MEMBER, SELF, Row, change, look

ROWS: dict[str, Row] = {
    "keys:keys": Row("member.manage", "member.manage"),
    "keys:revoke": change("member.manage"),
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
}
