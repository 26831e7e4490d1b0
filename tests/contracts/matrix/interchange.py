"""Backups, lists that come in, files that go out, whole events, copies."""

from __future__ import annotations

from tests.contracts.matrix.row import ANYBODY, MAKER, Row, change, ends, look

ROWS: dict[str, Row] = {
    # the installation's backups
    "interchange:backup": Row("installation.backup", "installation.backup"),
    "interchange:backup_progress": look("installation.backup"),
    "interchange:backup_cancel": change("installation.backup"),
    "interchange:backup_check": change("installation.backup"),
    "interchange:backup_file": change("installation.backup"),
    "interchange:backup_restore": Row("installation.backup", "installation.backup"),
    # lists that come in, files that go out
    "interchange:import": Row("roster.import", "roster.import"),
    "interchange:preview": look("roster.import"),
    "interchange:columns": Row("roster.import", "roster.import"),
    "interchange:progress": look("roster.import"),
    "interchange:again": change("roster.import"),
    "interchange:apply": change("roster.import"),
    "interchange:cancel": ends("event.edit", own="roster.import"),
    "interchange:discard": ends("event.edit", own="roster.import"),
    "interchange:import_event": Row("installation.create_event", "installation.create_event"),
    "interchange:event_preview": look(MAKER),
    "interchange:event_columns": Row(MAKER, MAKER),
    "interchange:event_apply": change(MAKER),
    "interchange:event_discard": change(MAKER),
    "copies:takeover": Row("installation.create_event", "installation.create_event"),
    "copies:meet": change(ANYBODY),
    "copies:place": change("installation.backup"),
    "copies:helper": look(ANYBODY),
    "copies:fetch": change(ANYBODY),
    "copies:page": look("event.edit"),
    "copies:take_theirs": change("result.correct"),
    **{
        f"copies:{name}": change("event.edit")
        for name in (
            "passphrase",
            "show_key",
            "new_key",
            "now",
            "take",
            "link",
            "revoke",
            "other",
            "settle",
            "rehearse",
            "end_rehearsal",
            "cancel",
        )
    },
    "copies:progress": look("event.edit"),
    "interchange:bundle": Row("event.edit", "event.edit"),
    "interchange:bundles": Row("installation.create_event", "installation.create_event"),
    "interchange:bundle_preview": look(MAKER),
    "interchange:bundle_apply": change(MAKER),
    "interchange:bundle_discard": change(MAKER),
    "interchange:fill": Row("division.edit", "division.edit"),
    "interchange:fill_preview": look("division.edit"),
    "interchange:fill_apply": change("division.edit"),
    "interchange:fill_discard": change("division.edit"),
    "interchange:export": Row("export.run", "export.run"),
    "interchange:export_job": look("export.run"),
    "interchange:export_file": look("export.run"),
    "interchange:export_cancel": ends("event.edit", own="export.run"),
}
