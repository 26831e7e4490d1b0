"""What a command does, said for a program of somebody else's, where its docstring speaks of what stands beside it in the code."""

from __future__ import annotations

from collections.abc import Mapping

_LOGO = (
    "Keep the logo: a PNG or JPEG picture of at most 2 MB, which is made anew. Refuses 413 what is larger, 422 what is no "
    "such picture."
)
FOR_PROGRAMS: Mapping[str, str] = {
    "announcement.post": (
        "Announce a text, or one of the ready ones by its code, for `minutes`; without them until it is taken down."
    ),
    "claim.accept": (
        "Take a player's report over as the table's result, as if its line had been typed. `beside`: ids of the reports that "
        "say something else and were seen; one that came since is asked about."
    ),
    "clock.start": (
        "Start the clocks, or let them run on; time called by hand is taken back. Of several, one that has nothing left stays "
        "as it is; alone it is refused."
    ),
    "club.frames": (
        "Name the websites that may show the pages of all the club's events in a frame, one a line. Refuses 422 what is no "
        "address of a website, 409 when the list changed since `seen`."
    ),
    "club.logo": _LOGO,
    "copy.now": "Have a sealed copy of the event made. Refuses 409 while one is being made.",
    "division.board": (
        "Give a division its own board. `rows` of signs as in a ruleset file, the start square by name; without one it is the "
        "middle. `confirmed`: this is the board on the tables, findings may rest on it. `keep`: keep it under its name for "
        "other divisions. Refuses 422 with a sentence for each mistake, and once round 1 is published; 409 when it changed."
    ),
    "division.edit": (
        "Change a division. Ruleset and starts are fixed once its round 1 is published; who confirms then takes a reason. "
        "`seen` is the fingerprint of the settings that were looked at: 409 with both values when somebody changed them "
        "meanwhile; empty: it is not compared."
    ),
    "division.eligible": (
        "Keep the conditions of a division; without any, everybody may enter. Nobody is refused by them: who does not meet "
        "them is named, with what is missing, and the director decides."
    ),
    "division.round_time": (
        "Set a division's round time, null as the rules say, and its last-turn rule, empty likewise. A clock that was started "
        "keeps its time."
    ),
    "division.tiles": (
        "Give a division its own tile table: rows of `id`, `value` and `count`, with `letters` and `bag` where needed. "
        "`total`: tiles of the whole set; with fewer in the rows the rest counts as not known yet. Refuses 422 with a sentence "
        "for each mistake, and once round 1 is published; 409 when it changed."
    ),
    "division.wishes": (
        "Keep what the director wishes of the pairings, each field as the desk's page of wishes has it. Refuses 422 with a "
        "sentence for each mistake, 409 when somebody else was faster. It counts from the next pairing on; a published round "
        "stays as it is. Caps on the spread count at once, in every round."
    ),
    "entrant.edit": "Change an entry; `seen` is the version the editor saw (409 with both when it moved on).",
    "event.bring_bundle": "Bring a bundle in at once; the same one again changes nothing.",
    "event.create": (
        "Create an event from a preset with its divisions; the creator becomes its director. `divisions`: field values laid "
        "over the preset's, at least a name each; none: the preset's own. Refuses 422 with one sentence for each mistake, 409 "
        "when the short name is taken."
    ),
    "event.edit": (
        "Change an event's name, place, dates, or whether it has a public page. `seen` is the fingerprint of what was looked "
        "at: 409 with both values when somebody changed it meanwhile."
    ),
    "event.entering": (
        "Say how one enters; empty fields say nothing. Refuses 422 with a sentence for each mistake: too long, no address, "
        "closed after the event; 409 with both when it moved on since `seen`."
    ),
    "event.frames": (
        "Name the websites that may show the pages in a frame, one a line. Refuses 422 what is no address of a website, 409 "
        "when the list changed since `seen`."
    ),
    "event.import": (
        "Create an event from `.t` files, each a pair of its name and its bytes, one division a file; everything or nothing. "
        "Results count as confirmed; a round is closed when all its tables have one. Refuses 422 with one sentence for each "
        "mistake in the files, and as `event.create` does; unless `sure`, also standings that come out otherwise than the "
        "file's own. `minors`: yes or no, whether there are minors among players without a birth date; without an answer they "
        "are shown as children until there is one. `known_people`: who has the name of one person here is that person; else a "
        "name without a number is somebody new. `more_games`: of a table of results, somebody may have several games in one "
        "round; each beyond the first stands in a round behind the last."
    ),
    "event.logo": _LOGO,
    "incident.photo": (
        "Keep a picture, made anew without place and time. Refuses 413 what is too large, 422 what is no photo or one too many."
    ),
    "lineup.set": (
        "Keep the line-ups that `lines` name; teams they do not name keep theirs. Refuses 422 with a sentence for each "
        "mistake, or once the round is published; 409 when somebody else was faster. A draft of the round was made with other "
        "line-ups: it is thrown away."
    ),
    "player.maybe_one": "Take back that two numbers are two people: they may be suggested and merged again.",
    "player.merge": (
        "Make `gone` (an id) another number of this player; every list they stand on is rated anew. `player.separate` takes it "
        "back. More than sixty runs are worked out by a job, which then puts merge and lists in force together."
    ),
    "player.two": (
        "Remember that two numbers are two people: they are not suggested again. `player.maybe_one` takes it back."
    ),
    "ratings.create_list": (
        "Begin a rating list. Refuses an unknown formula, a setting it does not have, a name already taken."
    ),
    "roll_call.close": "End a roll-call. What to do with those not seen is decided apart, by `entrant.leave_together`.",
    "round.by_hand": (
        "Publish a round as it was played by hand, and enter its results under the division's confirm policy. `lines`: a table "
        "each, as on the desk's page; `seen`: the digest of what was looked at. Refuses 422 with one sentence for each mistake, "
        "and `look-first` while `seen` is not what these lines say now. All or nothing: a draft of the round is thrown away."
    ),
    "round.edit": (
        "Change a draft by hand; `seen` is its version (409 when it moved on). swap(one, other): exchange two entrants' places; "
        "pair(one, other): let them meet; turn(table): the next one starts; lock(table) and unlock(table); number(table, to): "
        "give a table another number; bye(one): sit out instead. `one` and `other` are ids of entrants."
    ),
    "round.undo_edit": "Take the last hand edit of a draft back, up to the last twenty of them.",
    "sheet.create": (
        "Start an empty sheet at a table. `kept_by`: the seat whose paper it is, null the desk's own. `tally`: only the turn "
        "scores of a slip in dispute will be typed."
    ),
    "sheet.photo": (
        "Keep a picture of the sheet's paper, made anew: upright, smaller, without place and time. Refuses 413 what is too "
        "large, 422 what is no photo, a damaged one or one too many, 507 when it cannot be written."
    ),
    "sheet.write": (
        "Carry out operations on rows that are still as the writer saw them, all of them or none: add, set, remove, move, head. "
        "Refuses 409 a finished sheet, or with theirs and yours for each row somebody else changed or removed meanwhile; 422 "
        "with one sentence for each value that cannot be. Rows nobody named are never touched."
    ),
    "sponsor.add": (
        "Keep a sponsor's logo: a PNG or JPEG picture of at most 2 MB, which is made anew. Refuses 413 what is larger, 422 what "
        "is no such picture, and more than six."
    ),
    "table_link.make": (
        "Make a new link for every table of a round being played, or for one by its number; the ones before open nothing any "
        "more. Tells the links' ids, never what opens them."
    ),
    "webhook.add_club": (
        "Have a program told what happens at a club and the events it runs, those to come among them; `secret`, which signs "
        "what is sent, is answered this once."
    ),
    "webhook.add_everywhere": (
        "Have a program told what happens wherever its maker has a part; `secret`, which signs what is sent, is answered this "
        "once."
    ),
}  # fmt: skip
