"""The API, and its keys at the desk."""

from __future__ import annotations

from tests.contracts.filling.fill import Fill

FILLS: dict[str, Fill] = {
    "keys:revoke": lambda here: {"pk": here.facts["api_token"].pk},
    "keys:revoke_wide": lambda here: {"pk": here.facts["wide_token"].pk},
    "keys:revoke_club": lambda here: {"pk": here.facts["club_token"].pk},
    **{
        name: lambda here: {"pk": here.facts["webhook"].pk, "intent": "webhook.try"}
        for name in (
            *(f"keys:webhook{one}" for one in ("", "_switch", "_renew", "_try", "_remove")),
            *("api:webhook", "api:webhook_messages", "api:do_webhook"),
        )
    },
    **{
        name: lambda here: {
            "pk": here.facts["webhook"].pk,
            "message": here.facts["webhook_message"].pk,
            "intent": "webhook.resend",
        }
        for name in ("keys:webhook_again", "api:do_message")
    },
    "api:token": lambda here: {"token": here.facts["api_token"].pk},
    "api:enter_result": lambda here: {"number": 2, "table": here.divisions["open"].table_first + 2},
    "api:confirm_result": lambda here: {"division": "waiting", "table": here.facts["waiting"].number},
    **{
        f"api:{name}": lambda here: {"division": "complete", "number": 2, "intent": "round.discard"}
        for name in ("draft", "do_draft")
    },
    "api:docs_room": lambda here: {"room": "tables"},
    "api:job_wide": lambda here: {"pk": here.facts["rating_job"].pk},
    "api:job_club": lambda here: {"pk": here.facts["club_file"].pk},
    "api:job_file": lambda here: {"pk": here.facts["export"].pk},
    "api:do_installation": lambda here: {"intent": "event.create"},
    "api:do_event": lambda here: {"intent": "announcement.post"},
    "api:do_division": lambda here: {"intent": "entrant.add"},
    "api:do_round": lambda here: {"intent": "round.show", "division": "complete"},
    "api:do_table": lambda here: {"intent": "result.question"},
    "api:do_entrant": lambda here: {"intent": "entrant.check_in", "entrant": 1},
    "api:do_sheet": lambda here: {"intent": "sheet.release", "sheet": here.facts["finished_sheet"].number},
    "api:do_rating_list": lambda here: {
        "intent": "ratings.edit_list",
        "slug": here.facts["rating_list"].slug,
    },
    "api:do_player": lambda here: {"intent": "player.two", "player": here.facts["keep"].number},
    "api:do_club": lambda here: {"intent": "club.colour"},
    **{
        f"api:{name}": lambda here: {
            "thing": "prizes",
            "pk": here.facts["prize"].pk,
            "intent": "prize.remove",
        }
        for name in ("things_event", "thing_event", "do_thing_event")
    },
    **{
        f"api:{name}": lambda here: {
            "thing": "seasons",
            "pk": here.facts["season"].pk,
            "intent": "club.season_remove",
        }
        for name in ("things_club", "thing_club", "do_thing_club")
    },
    "api:call_judge": lambda here: {"number": 2, "table": here.divisions["open"].table_first},
}
