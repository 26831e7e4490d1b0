"""Coming in, making events, an event's settings, people, entries, rules and check-in; the demo."""

from __future__ import annotations

from tests.contracts import giving
from tests.contracts.filling.fill import Fill

FILLS: dict[str, Fill] = {
    "events:link": lambda here: {"pk": here.facts["link"].pk},
    "events:revoke_link": lambda here: {"pk": here.facts["link"].pk},
    "events:remove_member": lambda here: {"pk": here.facts["member"].pk},
    "events:rejoin": lambda here: {"pk": here.facts["away"].pk},
    "events:check_in": lambda here: {"pk": here.facts["absent"].pk},
    "events:check_in_card": lambda here: {"code": here.facts["absent"].pk.hex},
    "events:pair_without": lambda here: {"division": "fresh"},
    "events:add_house": lambda here: {"division": "fresh"},
    "events:rule_download": lambda here: {"kind": "toml"},
    "events:forget_set": lambda here: {"pk": here.facts["named_set"].pk},
    **{
        f"events:{name}": lambda here: {"division": "fresh" if "fresh" in here.divisions else "open"}
        for name in (
            "board",
            "tiles",
            "rule_values",
            "rule_file",
            "confirm_rules",
            "wishes",
            "plan",
            "plan_read",
        )
    },
    "events:seed": lambda here: {"division": "fresh"},
    "demo:progress": lambda here: {"pk": giving.demo_made().pk},
}
