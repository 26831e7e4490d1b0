"""Incidents, kiosks, table links, judges."""

from __future__ import annotations

from tests.contracts.matrix.row import ANYBODY, KIOSK, Row, change, ends, look

ROWS: dict[str, Row] = {
    # incidents
    "judging:incidents": Row("incident.report", "incident.report"),
    "judging:print_incidents": look("incident.report"),
    "judging:incident": look("incident.report"),
    "judging:incident_decide": change("incident.decide"),
    "judging:incident_note": change("incident.report"),
    "judging:incident_appeal": change("incident.report"),
    "judging:incident_withdraw": ends("incident.decide", own="incident.report"),
    "judging:incident_photo_add": change("incident.report"),
    "judging:incident_photo": look("incident.report"),
    "judging:incident_photo_remove": change("incident.decide"),
    # kiosks
    "judging:kiosk": look(KIOSK),
    "judging:kiosk_state": look(KIOSK),
    "judging:kiosk_table": change(KIOSK),
    "judging:kiosk_rule": change(KIOSK),
    "judging:kiosk_clear": change(KIOSK),
    "judging:kiosk_leave": Row(KIOSK, KIOSK),
    "judging:kiosks": Row("division.edit", "division.edit"),
    "judging:kiosk_close": change("division.edit"),
    # table links
    "judging:phone": look(ANYBODY),
    "judging:phone_call": change(ANYBODY),
    "judging:phone_off": change(ANYBODY),
    "judging:table_links": Row("judge.rule", "judge.rule"),
    "judging:table_links_revoke": change("judge.rule"),
    # judges
    "judging:desk": look("judge.rule"),
    "judging:queue": look("judge.rule"),
    "judging:lists": look("judge.rule"),
    "judging:call": Row("judge.rule", "judge.rule"),
    "judging:take": change("judge.rule"),
    "judging:hand_back": change("judge.rule"),
    "judging:call_off": ends("judge.rule", own="challenge.call"),
    "judging:rulings": look("judge.rule"),
    "judging:ruling_words": look("division.edit"),
    "judging:print_rulings": look("judge.rule"),
    "judging:ruling": look("judge.rule"),
    "judging:anew": Row("judge.rule", "judge.rule"),
    "judging:report": look("judge.rule"),
    "judging:season": look("judge.rule"),
    "judging:send": change("judge.rule"),
    "judging:overrides": Row("judge.rule", "judge.rule"),
    "judging:words": Row("event.view", "division.edit"),
    "judging:in_play": change("division.edit"),
    "judging:slip": Row("judge.rule", "judge.rule"),
    "judging:call_from_table": Row("challenge.call", "challenge.call"),
    "judging:rule_at": Row("judge.rule", "judge.rule"),
}
