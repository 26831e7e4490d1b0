"""The desk: the hall, results, pairings, standings, prizes."""

from __future__ import annotations

from tests.contracts.filling.fill import Fill

FILLS: dict[str, Fill] = {
    "desk:hall_part": lambda here: {"name": "day"},
    "desk:hall_clock": lambda here: {"press": "pause"},
    "desk:hall_take_down": lambda here: {"announcement": here.facts["announcement"]},
    **{
        f"desk:roll_call_{name}": lambda here: {"roll_call": here.facts["roll_call"]}
        for name in ("mark", "close")
    },
    "desk:leaving_undo": lambda here: {"leaving": here.facts["leaving"]},
    "desk:round_as_played": lambda here: (
        {"division": "printed"} if "printed" in here.divisions else {"division": "open", "number": 2}
    ),
    "desk:link_report": lambda here: {"token": here.facts["table_token"]},
    "desk:confirm_one": lambda here: {"table": here.facts["waiting"].pk},
    "desk:sheet_enter": lambda here: {
        "division": "waiting",
        "table": here.facts["agreeing_sheet"].table.number,
        "sheet": here.facts["agreeing_sheet"].number,
    },
    "desk:sheet_decide": lambda here: {"sheet": here.facts["finished_sheet"].number},
    "desk:show_pairings": lambda here: {"division": "complete"},
    "desk:close_round": lambda here: {"division": "complete"},
    "desk:reopen": lambda here: {"division": "closed"},
    "desk:release": lambda here: {"division": "complete"},
    **{
        f"desk:{name}": lambda here: {"division": "closed" if "closed" in here.divisions else "open"}
        for name in ("finish", "finalise")
    },
    "desk:round_draft": lambda here: {"division": "fresh"},
    **{
        f"desk:chances{name}": lambda here: {
            "division": "complete" if "complete" in here.divisions else "open",
            "number": 1,
        }
        for name in ("", "_count", "_progress", "_stop")
    },
    "desk:round_stop": lambda here: {"division": "fresh"},
    "desk:round_edit": lambda here: {"division": "complete", "number": 2},
    "desk:round_repair": lambda here: {"division": "complete", "number": 2},
    "desk:round_undo": lambda here: {"division": "complete", "number": 2},
    "desk:round_discard": lambda here: {"division": "complete", "number": 2},
    "desk:round_publish": lambda here: {"division": "complete", "number": 2},
    "desk:round_recall": lambda here: {"division": "printed"},
    "desk:round_leave_out": lambda here: {"division": "fresh"},
    "desk:line_ups": lambda here: {
        "division": "fresh" if "fresh" in here.divisions else "open",
        "number": 7,
    },
    "desk:by_hand": lambda here: {"division": "fresh" if "fresh" in here.divisions else "open"},
}
