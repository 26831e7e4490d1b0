"""How an address is filled in at a world: by the parameter's name, unless the address means something else by it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.urls import reverse

from tdapp.desk.phones.codes import cards_of
from tests.contracts import giving, handing, signing_in
from tests.contracts.addresses import Address
from tests.contracts.worlds import World

Filling = dict[str, Any]

# What a parameter means as long as the address does not say otherwise.
USUAL: dict[str, Callable[[World], Any]] = {
    "event": lambda here: here.event.slug,
    "division": lambda here: "open",
    "number": lambda here: 1,
    "table": lambda here: here.divisions["open"].table_first,
    "sheet": lambda here: here.facts["sheet"].number,
    "pk": lambda here: here.facts["entrant"].pk,
    "token": lambda here: here.facts["token"],
    "call": lambda here: here.facts["call"].pk,
    "claim": lambda here: here.facts["claim"].pk,
    "ruling": lambda here: here.facts["ruling"].pk,
    "question": lambda here: here.facts["question"].pk,
    "photo": lambda here: here.facts["photo"],
    "kind": lambda here: "gcg",
    "what": lambda here: "by-table",
    "name": lambda here: "out",
    "lexicon": lambda here: here.facts["lexicon"].slug,
    "edition": lambda here: "2026",
    "format": lambda here: "csv",
    "paper": lambda here: "a4",
    "topic": lambda here: "plays",
    "place": lambda here: "here",
    "copy": lambda here: here.facts["copy"],
    "rating_list": lambda here: here.facts["rating_list"].slug,
    "member": lambda here: here.facts["rated"],
    "run": lambda here: here.facts["run"],
    "keep": lambda here: here.facts["keep"].pk,
    "gone": lambda here: here.facts["gone"].pk,
    "prize": lambda here: here.facts["prize"].pk,
    "code": lambda here: here.facts["code"],
    "screen": lambda here: "front",
    "user": lambda here: here.facts["other"].pk,
    "club": lambda here: here.facts["home"].slug,
    "home": lambda here: here.facts["home"].slug,
    "season": lambda here: here.facts["season"].slug,
}
# Addresses that mean something else by one of them.
SPECIAL: dict[str, Callable[[World], Filling]] = {
    **signing_in.FILLING,
    "keys:revoke": lambda here: {"pk": here.facts["api_token"].pk},
    "api:token": lambda here: {"token": here.facts["api_token"].pk},
    "api:enter_result": lambda here: {"number": 2, "table": here.divisions["open"].table_first + 2},
    "embed:page": lambda here: {"page": "standings"},
    "api:confirm_result": lambda here: {"division": "waiting", "table": here.facts["waiting"].number},
    "desk:hall_part": lambda here: {"name": "day"},
    "desk:hall_clock": lambda here: {"press": "pause"},
    "desk:hall_take_down": lambda here: {"announcement": here.facts["announcement"]},
    **{
        f"desk:roll_call_{name}": lambda here: {"roll_call": here.facts["roll_call"]}
        for name in ("mark", "close")
    },
    "desk:leaving_undo": lambda here: {"leaving": here.facts["leaving"]},
    **{
        f"clubs:{name}": lambda here: {"code": _code(here, 1), "other": _code(here, 2)}
        for name in ("player", "player_opponents", "head_to_head")
    },
    "clubs:keeper_invitation": lambda here: {"pk": here.facts["first_invitation"].pk},
    **{
        f"clubs:{name}": lambda here: {"pk": here.facts["club_invitation"].pk}
        for name in ("invitation", "revoke")
    },
    **{f"clubs:{name}": lambda here: {"pk": here.facts["season"].pk} for name in ("season", "remove_season")},
    "clubs:end": lambda here: {"pk": here.facts["club_officer"].pk},
    **{
        f"clubs:{name}": lambda here: {"pk": here.facts["club_member"].pk}
        for name in ("member", "remove_member", "open_private", "private")
    },
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
    **{
        f"interchange:{name}": lambda here: {"pk": here.facts["preview"].pk}
        for name in ("preview", "columns", "progress", "again", "cancel", "apply", "discard")
    },
    **{
        f"interchange:{name}": lambda here: {"pk": here.facts["export"].pk}
        for name in ("export_job", "export_file", "export_cancel")
    },
    **{
        f"paper:{name}": lambda here: {"pk": here.facts["pack"].pk}
        for name in ("job", "take", "file", "cancel", "take_down")
    },
    **{f"site:{name}": lambda here: {"pk": here.facts["site"].pk} for name in ("job", "file", "cancel")},
    "push:add": lambda here: {"kind": "sftp"},
    "inbox:revoke": lambda here: {"pk": here.facts["inbox_sender"].pk},
    "inbox:receive": lambda here: {"event": handing.EVENT},
    "inbox:home": lambda here: {"sender": here.facts["inbox_sender"].slug, "event": handing.EVENT},
    "inbox:page": lambda here: {
        "sender": here.facts["inbox_sender"].slug,
        "event": handing.EVENT,
        "path": "t/own/",
    },
    **{
        f"push:{name}": lambda here: {"pk": here.facts["push_place"].pk}
        for name in ("place", "progress", "now", "confirm", "down", "remove", "cancel")
    },
    **{
        f"interchange:event_{name}": lambda here: {"pk": here.facts["event_preview"].pk}
        for name in ("preview", "apply", "discard")
    },
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
    **{
        name: lambda here: {"number": 2, "table": here.divisions["open"].table_first}
        for name in ("judging:call_from_table", "judging:rule_at", "api:call_judge")
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
    "desk:round_as_played": lambda here: (
        {"division": "printed"} if "printed" in here.divisions else {"division": "open", "number": 2}
    ),
    "judging:phone": lambda here: {"token": here.facts["table_token"]},
    "publishing:card": lambda here: {"card": cards_of([here.facts["phone_of"]])[here.facts["phone_of"].pk]},
    "desk:link_report": lambda here: {"token": here.facts["table_token"]},
    "judging:phone_call": lambda here: {"token": here.facts["table_token"]},
    "judging:phone_off": lambda here: {"token": here.facts["called_token"]},
    "copies:place": lambda here: {"pk": here.event.pk},
    "copies:helper": lambda here: {"token": here.facts["copy_token"]},
    "copies:fetch": lambda here: {"token": here.facts["copy_token"]},
    "copies:revoke": lambda here: {"pk": here.facts["copy_link"].pk},
    "demo:progress": lambda here: {"pk": giving.demo_made().pk},
    "copies:progress": lambda here: {"pk": here.facts["copy_job"]},
    "copies:cancel": lambda here: {"pk": here.facts["copy_job"]},
    "scoresheets:reopen": lambda here: {"sheet": here.facts["finished_sheet"].number},
    **{
        name: lambda here: {"sheet": here.facts["finished_sheet"].number}
        for name in ("scoresheets:release", "scoresheets:hide", "publishing:replay")
    },
    "scoresheets:timer_time": lambda here: {"table": here.divisions["open"].table_first + 1},
    **{
        f"lexicon_admin:{name}": lambda here: {"pk": here.facts["brought"].pk}
        for name in (
            "import_page",
            "import_progress",
            "import_again",
            "import_cancel",
            "import_discard",
            "import_apply",
        )
    },
    **{
        f"lexicon_admin:{name}": lambda here: {"lexicon": here.facts["drafted"].slug}
        for name in ("draft", "save_draft", "drop_draft", "publish_draft", "draft_progress")
    },
    "lexicon_admin:take_seat": lambda here: {"pk": here.facts["seat"].pk},
    "lexicon_admin:open": lambda here: {"number": 2},
    "lexicon_admin:print": lambda here: {"what": "two"},
    "lexicon_admin:pdf": lambda here: {"what": "two"},
    **{
        f"ratings:{name}": lambda here: {"pk": here.facts["rating_job"].pk}
        for name in ("job", "job_progress", "job_cancel")
    },
    **{
        f"ratings:merge_{name}": lambda here: {"pk": here.facts["merge_job"].pk}
        for name in ("job", "progress", "cancel")
    },
    "ratings:of": lambda here: {"who": here.facts["keep"].pk},
    "ratings:separate": lambda here: {"gone": here.facts["separated"].pk},
    "ratings:maybe": lambda here: {"keep": here.facts["two"].one_id, "gone": here.facts["two"].other_id},
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
    **{
        f"certificates:{name}": lambda here: {"pk": here.facts["certificates"].pk}
        for name in ("job", "file", "cancel")
    },
    **{
        f"certificates:{name}": lambda here: {"pk": here.facts["sponsor"].pk}
        for name in ("remove_sponsor", "logo")
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


def _code(here: World, number: int) -> str:
    """The public code of somebody of the division whose first round is released."""
    entrant = here.divisions["open"].entrants.select_related("player").get(number=number)
    assert entrant.player
    return entrant.player.code


def filling(address: Address, here: World) -> Filling:
    """A value for every parameter of the address."""
    special = SPECIAL.get(address.name, lambda _here: {})(here)
    return {name: special[name] if name in special else USUAL[name](here) for name in address.parameters}


def path(address: Address, here: World, **other: Any) -> str:
    """The address at a world; `other` replaces single parameters."""
    values = filling(address, here)
    return reverse(address.name, kwargs={**values, **{k: v for k, v in other.items() if k in values}})
