"""For every address that changes something: what to send so that it does, and what the log says afterwards.

It stands in the file of its room, as its row in the matrix does.
"""

from __future__ import annotations

from tests.contracts.joined import joined
from tests.contracts.sending import (
    accounts,
    api,
    clubs,
    desk,
    events,
    interchange,
    judging,
    launch,
    lexicons,
    publishing,
    ratings,
    scoresheets,
)
from tests.contracts.sending.send import Send

# Scripts send these as JSON, not as the fields of a form.
AS_JSON = frozenset({"copies:meet", "scoresheets:write", "scoresheets:undo", "scoresheets:timer_time"})
# set_language keeps the choice in a cookie of this browser, and a sheet that is only checked is not kept: nothing to log.
UNLOGGED = frozenset(
    {"set_language", "api:validate_scoresheet", "ratings:import", "lexicon_admin:remind", *accounts.UNLOGGED}
)
SENDS: dict[str, Send] = joined(
    accounts.SENDS,
    api.SENDS,
    clubs.SENDS,
    desk.SENDS,
    events.SENDS,
    interchange.SENDS,
    judging.SENDS,
    launch.SENDS,
    lexicons.SENDS,
    publishing.SENDS,
    ratings.SENDS,
    scoresheets.SENDS,
)
