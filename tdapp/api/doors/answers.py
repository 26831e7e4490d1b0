"""What each command answers, name by name: what a name means is said once, for it means the same wherever it stands.

Held against every answer of the tests (`tests/api/checked.py`): an event of 40 players, bodies by chance.
"""

from __future__ import annotations

from collections.abc import Mapping

from tdapp.api.doors.kinds import JsonSchema

TEXT: JsonSchema = {"type": "string"}
WHOLE: JsonSchema = {"type": "integer"}
YES: JsonSchema = {"type": "boolean"}
ID: JsonSchema = {"type": "string", "format": "uuid"}
TIME: JsonSchema = {"type": "string", "format": "date-time"}
DAY: JsonSchema = {"type": "string", "format": "date"}
OBJECT: JsonSchema = {"type": "object", "additionalProperties": True}
MAYBE_WHOLE: JsonSchema = {"type": ["integer", "null"]}
MAYBE_TIME: JsonSchema = {"type": ["string", "null"], "format": "date-time"}
JOB: JsonSchema = {**ID, "type": ["string", "null"], "description": "the worker's, when it goes on with it"}


def _many(item: JsonSchema) -> JsonSchema:
    return {"type": "array", "items": item}


_MEANS: tuple[tuple[JsonSchema, str], ...] = (
    (TEXT, """
        address base by club code colour counts_as decision digest division event file host in_play kind
        line list minors mode name paper penalty place ruleset secret sha256 slug state status taken text text_fil venue
        verdict word
    """),
    (WHOLE, """
        bytes cards changes checked codes count errors from given height in incident judges last lines members number of
        print_version rating released removed round seeded sheet step table turns twice verdicts version
        void_print_version width
    """),
    (YES, """
        asks back board.confirmed closed confirmed discarded ended existing on on_disk opened present private public
        school show_ratings single tiles.confirmed under_particle undone was
    """),
    (ID, """
        call id message photo prize question ruling sponsor
    """),
    (TIME, """
        at
    """),
    (DAY, """
        ends_on starts_on
    """),
    (OBJECT, """
        boards check counts parts penalties wish
    """),
    (_many(WHOLE), """
        absent back_in before left_out numbers proposals scores settled tables totals
    """),
    (_many(TEXT), """
        changed frames in_again names sheets teams topics warnings words
    """),
    (_many(ID), """
        ids links prizes
    """),
    (_many(OBJECT), """
        divisions lists runs seats
    """),
    (MAYBE_WHOLE, """
        to
    """),
    (MAYBE_TIME, """
        until
    """),
    ({"type": "array"}, "left now remarks"),
    (JOB, "job"),
)  # fmt: skip
MEANS: Mapping[str, JsonSchema] = {name: schema for schema, names in _MEANS for name in names.split()}
# Where a name means something else.
OTHERWISE: Mapping[tuple[str, str], JsonSchema] = {
    ("club.member_add", "number"): TEXT,
    ("club.member_edit", "number"): TEXT,
    ("club.member_name", "number"): TEXT,
    ("club.member_remove", "number"): TEXT,
    ("player.correct_name", "number"): TEXT,
    ("copy.take", "bytes"): MAYBE_WHOLE,
    ("copy.take", "number"): MAYBE_WHOLE,
    ("paper.pack", "parts"): _many(TEXT),
    ("prize.sayings", "names"): WHOLE,
    ("round.publish", "tables"): WHOLE,
    ("sheet.check", "changed"): WHOLE,
    ("sheet.undo", "undone"): WHOLE,
    ("words.slip", "lines"): _many(OBJECT),
    ("words.slip", "words"): WHOLE,
}
_ANSWERS = """
announcement.post: division id place text text_fil until
announcement.take_down:
ceremony.end: ended
ceremony.given: given
ceremony.start: cards
ceremony.step: last step
challenge.call: call division round state table taken version
challenge.call_off: call division round state table taken version
challenge.hand_back: call division round state table taken version
challenge.take: call division round state table taken version
clock.call:
clock.extend:
clock.pause:
clock.reset:
clock.set:
clock.start:
club.certificate_withdraw: code
club.colour: colour
club.create_event: divisions ends_on name public school show_ratings slug starts_on under_particle venue
club.frames: frames
club.logo:
club.logo_off: removed
club.member_add: id name number
club.member_edit: id name number
club.member_name: id number
club.member_remove: id name number
club.member_take: event members
club.open: id kind name slug
club.page: name slug
club.season_add: id name slug
club.season_edit: id
club.season_remove: name slug
copy.cancel: job
copy.now: job
copy.take: bytes number
division.absent: counts_as left_out name names round
division.absent_back: back_in count round
division.add: name slug
division.board: changed slug warnings
division.confirm: board.confirmed slug tiles.confirmed
division.edit: name slug
division.eligible: asks slug
division.finalise: changes digest division version
division.house_player: club id number rating
division.round_time:
division.rules: changed slug
division.ruleset_file: ruleset
division.seed: seeded
division.tiles: changed slug
division.wishes: slug
entrant.add: club id name number rating
entrant.check_in: back club id in number of present rating
entrant.check_in_together: count ids names numbers present
entrant.edit: club id name number rating
entrant.leave_together:
entrant.move: club id number rating
entrant.rejoin: club from id name number rating
entrant.remove: name removed
entrant.substitute: club id number rating
entrant.withdraw: club counts_as from id number rating to
event.bring_bundle:
event.colour: colour
event.create: divisions ends_on name public school show_ratings slug starts_on under_particle venue
event.day_plan: line version
event.edit: divisions ends_on name public school show_ratings slug starts_on under_particle venue
event.entering: name
event.export: file job wish
event.export_cancel: job
event.frames:
event.import: name
event.import_archive: digest divisions name parts slug
event.logo:
event.logo_off: removed
event.minors: minors
event.rehearse_cancel: job
event.site: base file job on_disk
event.site_cancel: job
event.web_address: address
incident.appeal: incident kind state version
incident.decide: incident kind state version
incident.decide_appeal: incident kind state version
incident.note: incident kind state version
incident.photo: photo
incident.photo_remove: photo sha256
incident.report: incident kind state version
incident.withdraw: incident kind state version
installation.front: name
lineup.set: discarded division round teams
paper.cancel: job
paper.pack: job paper parts private
paper.take: job
paper.take_down: job was
phone.renew: number
phone.renew_all: codes division
phone.rule:
player.correct_name: number
player.maybe_one:
player.merge:
player.separate:
player.two:
prize.add: name prizes
prize.edit: prize
prize.order: lines
prize.remove: removed
prize.sayings: names
prize.settings: event
ratings.create_list: list
ratings.edit_list: list
ratings.foresee:
ratings.rate: runs
ratings.seed: name
ratings.take_off:
result.answer: division id question round table
result.confirm: absent at before by confirmed division id kind penalties round scores seats table version
result.correct: absent at before by confirmed division id kind penalties round scores seats sheets table version
result.enter: absent at before by confirmed division id kind penalties round scores seats sheets table version
result.question: division id question round table text
result.undo: absent at before by confirmed division id kind penalties round scores seats table undone version
roll_call.close: closed
roll_call.open: id opened
roster.apply: counts id job left_out
roster.discard: counts digest id job status
roster.examine: counts digest id job status
roster.preview: counts digest id job status
round.by_hand: name
round.close: round status
round.discard: round
round.draft: boards check division existing id job round status version
round.edit: boards check division id round status version
round.publish: division name print_version round tables
round.recall: in_again round void_print_version
round.reopen: round status
round.repair: boards check division id job round status version
round.show: public round
round.stop_draft: job
round.undo_edit: boards check division id round status version
ruling.make: call penalty ruling verdict verdicts words
ruling.supersede: penalty ruling verdict words
ruling.table: call penalty ruling verdict verdicts words
screen.add: name slug
screen.remove: slug
sheet.check: changed checked
sheet.create: sheet version
sheet.decide: absent at before by confirmed decision division id kind penalties round scores seats settled table version
sheet.enter: absent at before by confirmed division id kind penalties round scores seats sheet table version
sheet.finish: errors sheet status totals verdict version
sheet.hide: public sheet
sheet.photo: height photo sha256 width
sheet.photo_remove: photo sha256
sheet.release: public sheet
sheet.reopen: errors sheet status totals verdict version
sheet.undo: sheet undone version
sheet.upload: kind remarks sheet turns version
sheet.write: sheet version
sponsor.add: bytes height name sponsor width
standings.chances: job
standings.chances_stop: job
standings.freeze: last
standings.make_final_public: divisions name
standings.release: division released
standings.unveil: divisions
table.as_played: left name now round
table_link.make: links
table_link.revoke: tables
webhook.add: host id name secret topics
webhook.add_club: host id name secret topics
webhook.add_everywhere: host id name secret topics
webhook.remove: id
webhook.renew: id secret
webhook.resend: id status
webhook.switch: id on
webhook.try: id message
words.in_play: in_play judges
words.override: verdict word
words.set_up: lists mode
words.slip: lines single state twice words
words.to_committee: proposals words
"""


def _read() -> dict[str, list[str]]:
    """The names by command; a line that is set in goes on with the one before."""
    found: dict[str, list[str]] = {}
    for line in _ANSWERS.strip().replace("\n    ", " ").splitlines():
        intent, _colon, names = line.partition(":")
        found[intent] = names.split()
    return found


ANSWERS: Mapping[str, list[str]] = _read()


def answered(intent: str) -> JsonSchema:
    """The schema of what a command answers; one that may also say less or more where it was done otherwise."""
    known = {
        name: OTHERWISE.get((intent, name), MEANS.get(name)) for name in (*ANSWERS.get(intent, ()), "job")
    }
    of = {name: schema for name, schema in known.items() if schema is not None}
    return {"type": "object", "properties": of, "additionalProperties": True}
