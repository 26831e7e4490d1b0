"""Incidents, kiosks, table links, judges."""

from __future__ import annotations

from tests.contracts.filling.fill import Fill

FILLS: dict[str, Fill] = {
    **{
        f"judging:{name}": lambda here: {"number": 2, "table": here.divisions["open"].table_first}
        for name in ("call_from_table", "rule_at")
    },
    **{
        f"judging:{name}": lambda here: {"call": here.facts["taken_call"].pk}
        for name in ("call", "hand_back")
    },
    "judging:words": lambda here: {"division": "fresh" if "fresh" in here.divisions else "open"},
    "judging:incident_appeal": lambda here: {"number": 2},
    **{
        name: lambda here: {"number": 1, "pk": here.facts["incident_photo"].pk}
        for name in ("judging:incident_photo", "judging:incident_photo_remove")
    },
    "judging:kiosk_close": lambda here: {"division": "printed", "pk": here.facts["kiosk"].pk},
    **{
        name: lambda here: (
            {"division": "waiting"} if "waiting" in here.divisions else {"division": "open", "number": 2}
        )
        for name in ("judging:table_links", "judging:table_links_revoke")
    },
    "judging:phone": lambda here: {"token": here.facts["table_token"]},
    "judging:phone_call": lambda here: {"token": here.facts["table_token"]},
    "judging:phone_off": lambda here: {"token": here.facts["called_token"]},
}
