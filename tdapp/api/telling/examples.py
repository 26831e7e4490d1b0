"""A body of each operation, and what addresses name: Salitaan at Cebu in January. Each is held to its schema by a test."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

# Ids as they look: of two players, a division, a round, an edition of a word list.
REYES, SANTOS = "3f0c6f6e-2f5a-4c8e-9d1b-0a7e5b1c2d3e", "7b1d0c52-8a34-4f6b-b0ce-51f2a9d84e17"
OPEN, ROUND_3 = "c4e2a7f0-5d19-4b83-9a6d-e07f3b1c8d52", "91a6d3b8-0e4f-4c27-8f5a-2d9c7e10b364"
EDITION, PRIZE = "5e8f1b2c-7d3a-4096-a1c4-8b6f0d2e9a75", "d07b9c14-6f28-4e5d-b3a1-94c8e2f5067b"
_PLAYED = {"kind": "played", "scores": [438, 391]}
_PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
_TOLD = {
    "name": "Scoreboard",
    "address": "https://cebu-words.example.ph/told",
    "topics": ["results", "rounds"],
}
_RULED = {"words": ["BAGTING"], "challengers": [2], "challenged": 1, "turn": 7}
_SEASON = {
    "name": "2027", "starts_on": "2027-01-01", "ends_on": "2027-12-31", "as_scored": False, "points": "10 8 6 5 4",
    "rest": 1, "best": 5, "school_best": 3, "public": True, "certificate_events": 0, "certificate_places": 3,
    "certificate_schools": 0,
}  # fmt: skip
_DECISION = {
    "text": "Both looked into the bag; the turn is taken again.",
    "measure": "warning",
    "entrant": REYES,
    "amount": None,
}
# What stands in an address, by its name there.
ADDRESSES: Mapping[str, Any] = {
    "event": "sinulog-open-2027", "division": "open", "number": 1, "table": 1, "entrant": 1, "sheet": 1,
    "club": "cebu-word-club", "slug": "cebu", "player": "PH-0108",
}  # fmt: skip
EXAMPLES: Mapping[str, Mapping[str, Any]] = {
    # Before the event.
    "event.create": {
        "name": "Sinulog Open 2027", "starts_on": "2027-01-16", "ends_on": "2027-01-17", "preset": "pspa-open",
        "venue": "Cebu City Sports Institute",
        "divisions": [{"name": "Open", "plan": "swiss 1-6, koth 7", "confirm_policy": "single"}],
    },
    "club.create_event": {
        "name": "Lapu-Lapu Salitaan Day", "starts_on": "2027-04-27", "preset": "pspa-open", "venue": "Barangay hall, Mactan",
    },
    "event.edit": {"venue": "Cebu Normal University, gymnasium", "public": True},
    "event.import_archive": {"data": "UEsDBBQAAAAIAA==", "slug": "sinulog-open-2026", "minors": "no"},
    "event.import": {
        "files": [["open.t", "UmV5ZXMsIE1hcmlhIENsYXJhIDE1MjAgMjsgNDM4ClNhbnRvcywgSm9zZSAxNDgwIDE7IDM5MQo="]],
        "name": "Sinulog Open 2026", "starts_on": "2026-01-17", "ruleset": "salitaan", "minors": "no",
    },
    "event.colour": {"colour": "#0b5d7a"},
    "event.logo": {"data": _PNG},
    "event.minors": {"minors": "yes"},
    "event.day_plan": {"seen": 1, "line": "08:00 check-in; 09:00 r1-3; 13:00 r4-7; 17:30 prizes"},
    "event.entering": {
        "seen": 1, "fee": "350 pesos, students 200", "deadline": "2027-01-10", "how": "At the club on Saturdays, or by the form.",
        "link": "https://cebu-words.example.ph/sinulog", "enquiries": "0917 000 0000",
    },
    "event.frames": {"seen": 1, "websites": "https://cebu-words.example.ph"},
    "event.site": {"base": "https://cebu-words.example.ph/sinulog-2027/", "on_disk": False},
    "event.web_address": {"address": "https://cebu-words.example.ph/sinulog-2027/"},
    "event.export": {"wish": {"format": "csv", "sheet": "standings", "division": "open"}},
    "division.add": {"name": "Kabataan", "plan": "swiss 1-6"},
    "division.edit": {"room": "Second floor"},
    "division.board": {"rows": ["..D..", ".t.t.", "D...D", ".t.t.", "..D.."], "start": "C3", "name": "Five", "confirmed": True},
    "division.confirm": {"what": "board", "confirmed": True},
    "division.eligible": {"conditions": {"regions": ["Central Visayas"], "rating": 1200, "games": 20}},
    "division.house_player": {"given": "Juan", "surname": "dela Cruz"},
    "division.round_time": {"minutes": 50, "last_turn": "one-more", "seen": 0},
    "division.rules": {"values": {"challenge.quota": "3"}},
    "division.ruleset_file": {"text": 'schema = 1\nid = "cebu"\nname = "Cebu rules"\nextends = "salitaan"\n'},
    "division.tiles": {
        "rows": [{"id": "NG", "letters": "NG", "value": 2, "count": 6}, {"id": "A", "value": 1, "count": 18}], "total": 100,
    },
    "division.wishes": {"forbidden": "1 2"},
    "words.set_up": {"mode": "list", "editions": [EDITION]},
    "words.in_play": {"in_play": "officials", "judges": 1},
    "words.override": {"word": "SINULOG", "verdict": "acceptable", "reason": "the committee's letter of 12 January"},
    "words.slip": {"text": "1. BAGTING\n2. NGAYON"},
    # Who plays.
    "roster.preview": {
        "rows": [
            {"Apelyido": "Reyes", "Pangalan": "Maria Clara", "Club": "Cebu Word Club", "Lakas": "1520"},
            {"Apelyido": "Santos", "Pangalan": "Jose", "Club": "Talisay Tiles", "Lakas": "1480"},
        ],
        "columns": {"Lakas": "rating"}, "division": "open",
    },
    "roster.examine": {"columns": {"Lakas": "rating"}, "division": "open"},
    "roster.apply": {"seen": "the digest of the preview", "minors": "no"},
    "entrant.add": {"surname": "Bautista", "given": "Liwayway", "rating": 1395},
    "entrant.edit": {"seen": 1, "rating": 1405},
    "entrant.check_in": {"present": True},
    "entrant.check_in_together": {"entrants": [REYES, SANTOS]},
    "entrant.leave_together": {"entrants": [SANTOS], "intent": "forfeit", "late": True, "sure": True},
    "entrant.move": {"to": "kabataan"},
    "entrant.rejoin": {"from_round": 4},
    "entrant.remove": {"reason": "entered twice"},
    "entrant.substitute": {"surname": "Magbanua", "given": "Teresa", "from_round": 3, "rating": 1450},
    "entrant.withdraw": {"from_round": 5, "intent": "forfeit", "reason": "the last boat to Bohol"},
    "roll_call.mark": {"entrants": [REYES, SANTOS], "here": True},
    "division.absent": {"round_number": 1},
    "division.absent_back": {"round_number": 2},
    "phone.rule": {"mode": "report"},
    # Rounds and results.
    "round.draft": {"number": 1},
    "round.edit": {"seen": 1, "action": "lock", "table": 1},
    "round.repair": {"seen": 2},
    "round.undo_edit": {"seen": 2},
    "round.publish": {"seen": 1},
    "round.recall": {"reason": "the wrong list was entered"},
    "round.reopen": {"reason": "a slip was misread"},
    "round.show": {"shown": True},
    "round.by_hand": {"number": 1, "lines": "1 438 2 391\n3 402 4 417\n5 bye", "reason": "no power in the morning"},
    "lineup.set": {"number": 7, "lines": "Cebu: 4 2 6"},
    "table.as_played": {"tables": {"1": [3, 4], "2": [1, 2]}, "reason": "they sat down otherwise"},
    "table_link.make": {"table": 1},
    "table_link.revoke": {"table": 1},
    "result.enter": {"entry": _PLAYED},
    "result.confirm": {"seen": 1},
    "result.correct": {"entry": {**_PLAYED, "scores": [428, 391]}, "seen": 1, "reason": "the slip says 428"},
    "result.undo": {"seen": 1},
    "result.question": {"text": "Is the first score 438 or 428?"},
    "result.answer": {"answer": "428: the scoresheets agree."},
    "claim.accept": {"sure": True},
    "standings.release": {"after": 1},
    "standings.freeze": {"last": 2},
    "standings.chances": {"after": 5},
    "division.finalise": {},
    # In the hall.
    **{f"clock.{one}": {"rounds": {ROUND_3: 1}} for one in ("start", "pause", "call", "reset")},
    "clock.extend": {"rounds": {ROUND_3: 1}, "minutes": 5},
    "clock.set": {"rounds": {ROUND_3: 1}, "seconds": 1500},
    "announcement.post": {"text": "Lunch until 13:00. Kain muna tayo!", "minutes": 30},
    "announcement.take_down": {"announcement": PRIZE},
    "screen.add": {"name": "Stage"},
    "screen.set": {"divisions": ["open"], "zoom": 120, "theme": "projector", "language": "both", "seconds": 20},
    "paper.pack": {"wish": {"parts": ["entries", "rules", "blank-slips"], "address": "https://cebu-words.example.ph/t/sinulog/"}},
    "challenge.call": {"words": ["BAGTING"], "challengers": [2], "challenged": 1},
    "challenge.take": {"seen": 1},
    "challenge.hand_back": {"seen": 2},
    "challenge.call_off": {"seen": 1, "reason": "the players agreed"},
    "ruling.make": {"asked": _RULED, "seen": 2},
    "ruling.table": {"asked": _RULED},
    "ruling.supersede": {"asked": {**_RULED, "words": ["BAGTINGIN"]}, "reason": "the right word now"},
    "incident.report": {"kind": "conduct", "text": "A tile NG was found under table 3."},
    "incident.note": {"text": "Two at the next table saw it fall."},
    "incident.decide": {"ruling": _DECISION, "neutral": True, "seen": 1},
    "incident.decide_appeal": {"ruling": {**_DECISION, "measure": "none"}, "neutral": True, "seen": 3},
    "incident.appeal": {"text": "The bag was open.", "seen": 2},
    "incident.withdraw": {"text": "It was seen wrongly.", "seen": 1},
    "incident.photo": {"data": _PNG},
    "incident.photo_remove": {"reason": "a child is in it"},
    # Scoresheets.
    "sheet.create": {"kept_by": 1},
    "sheet.upload": {"data": "c2VhdCxzY29yZQoxLDIwCjIsMzQK", "name": "table-1.csv", "order": "1 2", "sure": True},
    "sheet.write": {
        "operations": [{"op": "add", "row": SANTOS, "turn": {"kind": "score", "seat": 1, "score": 34}}],
    },
    "sheet.finish": {"seen": 3},
    "sheet.enter": {"seen": 4, "sure": True},
    "sheet.decide": {"decision": "sheet", "seen": 4, "result": 1, "reason": "added up again with both players"},
    "sheet.reopen": {"seen": 4, "reason": "turn 9 is missing"},
    "sheet.undo": {"seen": 3},
    "sheet.photo": {"data": _PNG, "note": "seat 1's paper"},
    "sheet.photo_remove": {"reason": "of another table"},
    # Prizes and the ceremony.
    "prize.add": {"wanted": [{"kind": "rank", "places": [[50000, ""], [30000, ""], [0, "a dictionary"]], "title": "Champion"}]},
    "prize.edit": {"wanted": {"kind": "rank", "places": [[60000, ""]], "title": "Champion"}, "seen": 1},
    "prize.order": {"order": [PRIZE]},
    "prize.sayings": {"sayings": {REYES: "REH-yes"}},
    "prize.settings": {
        "protest_minutes": 20, "most_each": 2, "withdrawn_win": False, "currency": "PHP", "signer": "Rosa Magbanua",
        "signer_title": "Director",
    },
    "ceremony.step": {"to": "next", "seen": 0},
    "sponsor.add": {"name": "Carcar Bakery", "data": _PNG},
    # Clubs, ratings, players, the installation.
    "club.open": {"name": "Talisay Tiles", "kind": "club"},
    "club.page": {
        "public": True, "about": "Salitaan every Saturday at the plaza.", "joining": "Come and play.", "contact": "", "seen": 1,
    },
    "club.colour": {"colour": "#8a1538"},
    "club.logo": {"data": _PNG},
    "club.frames": {"seen": 1, "websites": "https://cebu-words.example.ph"},
    "club.member_add": {"surname": "Bautista", "given": "Liwayway", "number": "108", "since": "2027-01-09"},
    "club.member_edit": {"number": "108", "since": "2027-01-09", "paid_until": "2027-12-31", "seen": 1},
    "club.member_name": {"surname": "Bautista", "given": "Liway", "reason": "misheard", "seen": "Bautista, Liwayway"},
    "club.member_take": {"event": "sinulog-open-2027"},
    "club.season_add": _SEASON,
    "club.season_edit": {**_SEASON, "best": 6, "seen": 1},
    "ratings.create_list": {"slug": "cebu", "facts": {"name": "Cebu list", "formula": "elo", "starts_on": "2027-01-01"}},
    "ratings.edit_list": {"facts": {"name": "Cebu list", "public": True}, "seen": 1},
    "ratings.rate": {"divisions": [OPEN], "seen": 3, "sure": True},
    "ratings.seed": {"divisions": [OPEN], "seen": 4},
    "ratings.foresee": {"divisions": [OPEN], "without": []},
    "ratings.take_off": {"seen": 5, "run": PRIZE, "reason": "two rounds were entered twice"},
    "player.correct_name": {"surname": "Magbanua", "given": "Teresa", "reason": "misheard", "seen": "Magbanwa, Teresa"},
    "player.merge": {"gone": SANTOS, "reason": "the same person, by the birth certificate"},
    "player.separate": {"reason": "cousins of one name"},
    "player.two": {"other": SANTOS},
    "player.maybe_one": {"other": SANTOS},
    "installation.front": {"name": "PSPA", "english": "Welcome to the hall.", "filipino": "Maligayang pagdating.", "seen": 1},
    "webhook.add": _TOLD,
    "webhook.add_club": {**_TOLD, "topics": ["club"]},
    "webhook.add_everywhere": {**_TOLD, "topics": ["event", "ratings"]},
    "webhook.switch": {"on": True},
    "push.now": {"everything": False},
}  # fmt: skip
