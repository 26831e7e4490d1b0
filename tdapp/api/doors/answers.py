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
        address base by club code colour counts_as decision description digest division event file host in_play kind
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
        changed frames in_again names parses renders sheets teams topics warnings words
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
    ("paper.pack", "parts"): _many(TEXT),
    ("prize.sayings", "names"): WHOLE,
    ("round.publish", "tables"): WHOLE,
    ("sheet.check", "changed"): WHOLE,
    ("sheet.undo", "undone"): WHOLE,
    ("words.slip", "lines"): _many(OBJECT),
    ("words.slip", "words"): WHOLE,
}
_ANSWERS = """
announcement.post: description division id name parses place renders text text_fil until
announcement.take_down: description name parses renders
ceremony.end: description ended name parses renders
ceremony.given: description given name parses renders
ceremony.start: cards description name parses renders
ceremony.step: description last name parses renders step
challenge.call: call division round state table taken version
challenge.call_off: call description division name parses renders round state table taken version
challenge.hand_back: call description division name parses renders round state table taken version
challenge.take: call description division name parses renders round state table taken version
clock.call: description name parses renders
clock.extend: description name parses renders
clock.pause: description name parses renders
clock.reset: description name parses renders
clock.set: description name parses renders
clock.start: description name parses renders
club.certificate_withdraw: code description name parses renders
club.colour: colour description name parses renders
club.create_event: description divisions ends_on name parses public renders school show_ratings slug starts_on under_particle
    venue
club.frames: description frames name parses renders
club.logo: description name parses renders
club.logo_off: description name parses removed renders
club.member_add: description id name number parses renders
club.member_edit: description id name number parses renders
club.member_name: id number
club.member_remove: description id name number parses renders
club.member_take: description event members name parses renders
club.open: description id kind name parses renders slug
club.page: description name parses renders slug
club.season_add: description id name parses renders slug
club.season_edit: description id name parses renders
club.season_remove: description name parses renders slug
copy.cancel: job
copy.now: description job name parses renders
copy.take: bytes description name number parses renders
division.absent: counts_as description left_out name names parses renders round
division.absent_back: back_in count description name parses renders round
division.add: description name parses renders slug
division.board: changed description name parses renders slug warnings
division.confirm: board.confirmed description name parses renders slug tiles.confirmed
division.edit: description name parses renders slug
division.eligible: asks description name parses renders slug
division.finalise: changes description digest division name parses renders version
division.house_player: club description id name number parses rating renders
division.round_time: description name parses renders
division.rules: changed description name parses renders slug
division.ruleset_file: description name parses renders ruleset
division.seed: description name parses renders seeded
division.tiles: changed description name parses renders slug
division.wishes: description name parses renders slug
entrant.add: club description id name number parses rating renders
entrant.check_in: back club description id in name number of parses present rating renders
entrant.check_in_together: count description ids name names numbers parses present renders
entrant.edit: club description id name number parses rating renders
entrant.leave_together: description name parses renders
entrant.move: club description id name number parses rating renders
entrant.rejoin: club description from id name number parses rating renders
entrant.remove: description name parses removed renders
entrant.substitute: club description id name number parses rating renders
entrant.withdraw: club counts_as description from id name number parses rating renders to
event.bring_bundle: description name parses renders
event.colour: colour description name parses renders
event.create: description divisions ends_on name parses public renders school show_ratings slug starts_on under_particle venue
event.day_plan: description line name parses renders version
event.edit: description divisions ends_on name parses public renders school show_ratings slug starts_on under_particle venue
event.entering: description name parses renders
event.export: description file job name parses renders wish
event.export_cancel: job
event.frames: description name parses renders
event.import: description name parses renders
event.import_archive: description digest divisions name parses parts renders slug
event.logo: description name parses renders
event.logo_off: description name parses removed renders
event.minors: description minors name parses renders
event.rehearse_cancel: job
event.site: base description file job name on_disk parses renders
event.site_cancel: job
event.web_address: address description name parses renders
incident.appeal: incident kind state version
incident.decide: incident kind state version
incident.decide_appeal: incident kind state version
incident.note: incident kind state version
incident.photo: photo
incident.photo_remove: description name parses photo renders sha256
incident.report: description incident kind name parses renders state version
incident.withdraw: incident kind state version
installation.front: description name parses renders
lineup.set: description discarded division name parses renders round teams
paper.cancel: job
paper.pack: description job name paper parses parts private renders
paper.take: job
paper.take_down: job was
phone.renew: description name number parses renders
phone.renew_all: codes description division name parses renders
phone.rule: description name parses renders
player.correct_name: number
player.maybe_one: description name parses renders
player.merge: description name parses renders
player.separate: description name parses renders
player.two: description name parses renders
prize.add: description name parses prizes renders
prize.edit: prize
prize.order: description lines name parses renders
prize.remove: removed
prize.sayings: description name names parses renders
prize.settings: description event name parses renders
ratings.create_list: description list name parses renders
ratings.edit_list: description name parses renders
ratings.foresee: description name parses renders
ratings.rate: description name parses renders runs
ratings.seed: description name parses renders
ratings.take_off: description name parses renders
result.answer: division id question round table
result.confirm: absent at before by confirmed division id kind penalties round scores seats table version
result.correct: absent at before by confirmed division id kind penalties round scores seats sheets table version
result.enter: absent at before by confirmed division id kind penalties round scores seats sheets table version
result.question: division id question round table text
result.undo: absent at before by confirmed division id kind penalties round scores seats table undone version
roll_call.close: closed
roll_call.open: description id name opened parses renders
roster.apply: counts id job left_out
roster.discard: counts digest id job status
roster.examine: counts digest id job status
roster.preview: counts description digest id job name parses renders status
round.by_hand: description name parses renders
round.close: description name parses renders round status
round.discard: description name parses renders round
round.draft: boards check description division existing id job name parses renders round status version
round.edit: boards check description division id name parses renders round status version
round.publish: description division name parses print_version renders round tables
round.recall: description in_again name parses renders round void_print_version
round.reopen: description name parses renders round status
round.repair: boards check description division id job name parses renders round status version
round.show: description name parses public renders round
round.stop_draft: job
round.undo_edit: boards check description division id name parses renders round status version
ruling.make: call penalty ruling verdict verdicts words
ruling.supersede: description name parses penalty renders ruling verdict words
ruling.table: call penalty ruling verdict verdicts words
screen.add: description name parses renders slug
screen.remove: slug
sheet.check: changed checked description name parses renders
sheet.create: sheet version
sheet.decide: absent at before by confirmed decision division id kind penalties round scores seats settled table version
sheet.enter: absent at before by confirmed division id kind penalties round scores seats sheet table version
sheet.finish: errors sheet status totals verdict version
sheet.hide: public sheet
sheet.photo: height photo sha256 width
sheet.photo_remove: description name parses photo renders sha256
sheet.release: public sheet
sheet.reopen: errors sheet status totals verdict version
sheet.undo: sheet undone version
sheet.upload: kind remarks sheet turns version
sheet.write: sheet version
sponsor.add: bytes description height name parses renders sponsor width
standings.chances: description job name parses renders
standings.chances_stop: job
standings.freeze: description last name parses renders
standings.make_final_public: description divisions name parses renders
standings.release: description division name parses released renders
standings.unveil: description divisions name parses renders
table.as_played: description left name now parses renders round
table_link.make: description links name parses renders
table_link.revoke: description name parses renders tables
webhook.add: host id name secret topics
webhook.add_club: host id name secret topics
webhook.add_everywhere: host id name secret topics
webhook.remove: id
webhook.renew: id secret
webhook.resend: id status
webhook.switch: id on
webhook.try: id message
words.in_play: description in_play judges name parses renders
words.override: description name parses renders verdict word
words.set_up: description lists mode name parses renders
words.slip: description lines name parses renders single state twice words
words.to_committee: description name parses proposals renders words
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
