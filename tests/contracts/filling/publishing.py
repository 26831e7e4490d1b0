"""What everybody sees: public pages, screens, looks, paper, certificates, sites; and who says so at the desk."""

from __future__ import annotations

from tdapp.desk.phones.codes import cards_of
from tests.contracts import handing
from tests.contracts.filling.fill import Fill

FILLS: dict[str, Fill] = {
    "embed:page": lambda here: {"page": "standings"},
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
    "publishing:card": lambda here: {"card": cards_of([here.facts["phone_of"]])[here.facts["phone_of"].pk]},
    "publishing:replay": lambda here: {"sheet": here.facts["finished_sheet"].number},
    # Round 1 is over and hidden again; the second is shown.
    "publishing:round_pairings": lambda here: {"number": 2},
    "publishing:round_pairings_json": lambda here: {"number": 2},
    **{
        f"certificates:{name}": lambda here: {"pk": here.facts["certificates"].pk}
        for name in ("job", "file", "cancel")
    },
    **{
        f"certificates:{name}": lambda here: {"pk": here.facts["sponsor"].pk}
        for name in ("remove_sponsor", "logo")
    },
}
