"""Rating lists, and who is who in them."""

from __future__ import annotations

from tests.contracts.filling.fill import Fill

FILLS: dict[str, Fill] = {
    **{
        f"ratings:{name}": lambda here: {"pk": here.facts["rating_job"].pk}
        for name in ("job", "job_progress", "job_cancel")
    },
    **{
        f"ratings:merge_{name}": lambda here: {"pk": here.facts["merge_job"].pk}
        for name in ("job", "progress", "cancel")
    },
    "ratings:of": lambda here: {"who": here.facts["keep"].pk},
    "ratings:player_name": lambda here: {"who": here.facts["keep"].pk},
    "ratings:separate": lambda here: {"gone": here.facts["separated"].pk},
    "ratings:maybe": lambda here: {"keep": here.facts["two"].one_id, "gone": here.facts["two"].other_id},
}
