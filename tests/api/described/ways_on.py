"""From what makes a thing to what is done with it: links in the test's own description, so that scenarios go on."""

from __future__ import annotations

import copy
import re
from typing import Any

from tests.api.checked import document

# Operation -> the place of what it makes, and where the answer says the last name of its address.
WAYS = """
event_create            /events/{event}                                                             /slug
club_create_event       /events/{event}                                                             /slug
club_open               /clubs/{club}                                                               /slug
ratings_create_list     /rating-lists/{slug}                                                        /list
division_add            /events/{event}/divisions/{division}                                        /slug
entrant_add             /events/{event}/divisions/{division}/entrants/{entrant}                     /number
round_draft             /events/{event}/divisions/{division}/rounds/{number}/draft                  /round
round_by_hand           /events/{event}/divisions/{division}/rounds/{number}                        /round
sheet_create            /events/{event}/divisions/{division}/rounds/{number}/tables/{table}/scoresheets/{sheet}  /sheet
sheet_upload            /events/{event}/divisions/{division}/rounds/{number}/tables/{table}/scoresheets/{sheet}  /sheet
announcement_post       /events/{event}/announcements/{pk}                                          /id
prize_add               /events/{event}/prizes/{pk}                                                 /prizes/0
sponsor_add             /events/{event}/sponsors/{pk}                                               /sponsor
roster_preview          /events/{event}/rosters/{pk}                                                /id
roll_call_open          /events/{event}/roll-calls/{pk}                                             /id
challenge_call          /events/{event}/calls/{pk}                                                  /call
result_question         /events/{event}/questions/{pk}                                              /question
event_export            /events/{event}/jobs/{pk}                                                   /job
copy_now                /events/{event}/jobs/{pk}                                                   /job
paper_pack              /events/{event}/jobs/{pk}                                                   /job
club_season_add         /clubs/{club}/seasons/{pk}                                                  /id
club_member_add         /clubs/{club}/members/{pk}                                                  /id
webhook_add             /webhooks/{pk}                                                              /id
webhook_add_club        /webhooks/{pk}                                                              /id
webhook_add_everywhere  /webhooks/{pk}                                                              /id
"""


def with_links() -> dict[str, Any]:
    """The description, and in it what each of `WAYS` leads to."""
    made = copy.deepcopy(document())
    operations = {
        one["operationId"]: (path, one) for path, methods in made["paths"].items() for one in methods.values()
    }
    for name, place, said in (line.split() for line in WAYS.strip().splitlines()):
        *outer, last = re.findall(r"{(\w+)}", place)
        names = {one: f"$request.path.{one}" for one in outer} | {last: f"$response.body#{said}"}
        links = {
            other: {"operationId": other, "parameters": names}
            for other, (path, _one) in operations.items()
            if path.partition("/commands/")[0] in {f"/api/v1{place}", f"/api/v1{place}/file"}
        }
        assert links, name
        answers = operations[name][1]["responses"]
        for status in answers.keys() & {"200", "201", "202"}:
            answers[status]["links"] = links
    return made
