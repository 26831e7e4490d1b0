"""The API, and its keys at the desk."""

from __future__ import annotations

from tests.contracts.filling.fill import Fill

FILLS: dict[str, Fill] = {
    "keys:revoke": lambda here: {"pk": here.facts["api_token"].pk},
    "api:token": lambda here: {"token": here.facts["api_token"].pk},
    "api:enter_result": lambda here: {"number": 2, "table": here.divisions["open"].table_first + 2},
    "api:confirm_result": lambda here: {"division": "waiting", "table": here.facts["waiting"].number},
    "api:call_judge": lambda here: {"number": 2, "table": here.divisions["open"].table_first},
}
