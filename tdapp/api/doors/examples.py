"""A body of each operation a day at a hall needs; a test sends those of an event's life in their order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_PLAYED = {"kind": "played", "scores": [412, 388]}
EXAMPLES: Mapping[str, Mapping[str, Any]] = {
    "event.create": {
        "name": "Manila Open", "starts_on": "2027-01-30", "ends_on": "2027-01-31", "preset": "pspa-open",
        "venue": "Town hall", "divisions": [{"name": "Open", "plan": "swiss 1-6", "confirm_policy": "single"}],
    },
    "event.edit": {"venue": "Gymnasium", "public": True},
    "division.add": {"name": "Novice", "plan": "swiss 1-6"},
    "division.edit": {"room": "Second floor"},
    "roster.preview": {
        "rows": [{"Surname": "Reyes", "Given name": "Ana", "Rating": "1520"}], "division": "open",
        "columns": {"Rating": "rating"},
    },
    "roster.apply": {"seen": "the digest of the preview", "minors": "no"},
    "entrant.add": {"surname": "Reyes", "given": "Ana", "rating": 1520},
    "division.wishes": {"forbidden": "1 2"},
    "division.absent": {"round_number": 1},
    "round.draft": {"number": 1},
    "round.edit": {"seen": 1, "action": "lock", "table": 1},
    "round.publish": {"seen": 1},
    "round.recall": {"reason": "the wrong list was entered"},
    "round.reopen": {"reason": "a slip was misread"},
    "table.as_played": {"tables": {"1": [3, 4], "2": [1, 2]}, "reason": "they sat down otherwise"},
    "result.enter": {"entry": _PLAYED},
    "result.confirm": {"seen": 1},
    "result.correct": {"entry": {**_PLAYED, "scores": [421, 388]}, "seen": 1, "reason": "read again"},
    "standings.release": {"after": 1},
    "prize.add": {"wanted": [{"kind": "rank", "places": [[50000, ""], [0, "a dictionary"]], "title": "Champion"}]},
    "announcement.post": {"text": "Lunch is served.", "minutes": 30},
    "incident.report": {"kind": "conduct", "text": "A tile was found under table 3."},
    "challenge.call": {"words": ["QI"], "challengers": [2], "challenged": 1},
    "ruling.table": {"asked": {"words": ["QI"], "challengers": [2], "challenged": 1}},
    "event.export": {"wish": {"format": "csv", "sheet": "standings"}},
    "club.season_add": {
        "name": "2027", "starts_on": "2027-01-01", "ends_on": "2027-12-31", "as_scored": False, "points": "10 8 6",
        "rest": 1, "best": 5, "school_best": 3, "public": True, "certificate_events": 0, "certificate_places": 3,
        "certificate_schools": 0,
    },
}  # fmt: skip
