"""Backups, lists that come in, files that go out, whole events, copies."""

from __future__ import annotations

from tests.contracts.filling.fill import Fill

FILLS: dict[str, Fill] = {
    **{
        f"interchange:{name}": lambda here: {"pk": here.facts["preview"].pk}
        for name in ("preview", "columns", "progress", "again", "cancel", "apply", "discard")
    },
    **{
        f"interchange:{name}": lambda here: {"pk": here.facts["export"].pk}
        for name in ("export_job", "export_file", "export_cancel")
    },
    **{
        f"interchange:event_{name}": lambda here: {"pk": here.facts["event_preview"].pk}
        for name in ("preview", "apply", "discard")
    },
    "interchange:event_columns": lambda here: {"pk": here.facts["table_preview"].pk},
    **{
        f"interchange:bundle_{name}": lambda here: {"pk": here.facts["bundle_preview"].pk}
        for name in ("preview", "apply", "discard")
    },
    **{
        f"interchange:fill_{name}": lambda here: {"pk": here.facts["fill_preview"].pk}
        for name in ("preview", "apply", "discard")
    },
    **{
        f"interchange:backup_{name}": lambda here: {"pk": here.facts["backup_job"].pk}
        for name in ("progress", "cancel")
    },
    "copies:place": lambda here: {"pk": here.event.pk},
    "copies:helper": lambda here: {"token": here.facts["copy_token"]},
    "copies:fetch": lambda here: {"token": here.facts["copy_token"]},
    "copies:revoke": lambda here: {"pk": here.facts["copy_link"].pk},
    "copies:progress": lambda here: {"pk": here.facts["copy_job"]},
    "copies:cancel": lambda here: {"pk": here.facts["copy_job"]},
}
