"""For every address that changes something: what to send so that it does, and what the log says afterwards."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django.core.files.uploadedfile import SimpleUploadedFile

from tdapp.desk.phones.codes import code_of
from tdapp.desk.results import by_hand
from tdapp.events.models import as_data
from tdapp.events.rules import rulesets
from tdapp.events.rules.forms import written
from tdapp.events.setup.forms import division_initial
from tdapp.interchange.models import RosterPreview
from tdapp.judging.models import Kiosk
from tdapp.judging.tables import codes
from tdapp.kernel.models import Job
from tdapp.publishing.models import EventWebsite
from tdapp.publishing.phones.player_page import mark_of
from tdapp.publishing.site.push import fingerprints
from tdapp.scoresheets.models import Sheet
from tests import factories as f
from tests.contracts import copied, giving, handing, signing_in
from tests.contracts.sends import Body, Send, send
from tests.contracts.sends_clubs import CLUBS
from tests.contracts.sends_lists import LISTS
from tests.contracts.worlds import PIN, World, t_file
from tests.scoresheets.pictures import png


def _a_demo(_here: World) -> dict[str, Any]:
    """An event of the demo."""
    f.event(demo=True)
    return {}


def _division(here: World, **more: Any) -> Body:
    start = {**division_initial("pspa-open"), "name": "Second", **more}
    return {name: value for name, value in start.items() if value is not None and value is not False}


def _new(here: World) -> Body:
    division = {f"d1-{name}": value for name, value in _division(here).items()}
    return {"preset": "pspa-open", "name": "Next Open", "starts_on": "2026-05-01", **division}


def _settings_of_division(here: World) -> Body:
    row = here.divisions["open"]
    stored = as_data(row, *(name for name in division_initial("pspa-open") if hasattr(row, name)))
    known = {name: value for name, value in stored.items() if value is not None and value is not False}
    return {
        **known,
        "name": "Open",
        "plan": row.plan,
        "table_first": row.table_first,
        "table_last": row.table_last,
        "room": "B",
    }


def _entry(here: World) -> Body:
    row = here.facts["entrant"]
    facts = {"surname": "Renamed", "rating": 1500, "lifetime_games": 3, "seniority": 0, "seen": row.version}
    return {**facts, "given": row.given}


def _by_hand(here: World) -> Body:
    """Three tables and a bye, as they were looked at."""
    lines = "1 400 2 380\n3 410 4 390\n5 420 6 400\n7 bye"
    seen = by_hand.read(here.divisions["fresh"], lines, {}).digest
    return {"lines": lines, "reason": "no power in the morning", "seen": seen}


def _draft(here: World) -> Body:
    return {"seen": here.facts["draft"]["version"]}


def _edit(here: World) -> Body:
    tables = here.facts["draft"]["boards"]["tables"]
    return {**_draft(here), "action": "turn", "table": tables[0]["table"]}


def _as_played(here: World) -> Body:
    row = here.divisions["printed"]
    table = row.rounds.get(number=1).tables.order_by("number")[0]
    first, second = (slot.entrant.number for slot in table.seats.order_by("seat"))
    return {"places": f"{table.number} {second} {first}", "reason": "the other one started"}


def _seen_waiting(here: World) -> Body:
    return {"seen": here.facts["waiting_result"].version}


def _tiles(here: World) -> Body:
    table = rulesets.of_division(here.divisions["fresh"]).tiles.table
    columns = {name: [getattr(tile, name) for tile in table] for name in ("id", "value", "count", "bag")}
    return {**{f"tile_{name}": column for name, column in columns.items()}, "total": 150, "confirmed": "on"}


def _values(here: World) -> Body:
    return {**written(rulesets.of_division(here.divisions["fresh"])), "challenge.quota": "5"}


def _line(here: World) -> Body:
    return {"line": f"{here.divisions['open'].table_first + 2} 402 377"}


def _by_phone(here: World) -> Body:
    table = here.facts["claim"].table
    mark = mark_of(table.pk, here.facts["phone_of"].pk)
    return {"table": table.number, "game": mark, "s1": 402, "s2": 377, "sure": "on"}


def _press(here: World) -> Body:
    return {"round": f"{here.facts['clock_round'].pk}:1"}


def _leaves(here: World) -> Body:
    return {"entrant": [str(here.facts["entrant"].pk)], "intent": "unscored", "sure": "1"}


def _card(here: World) -> Body:
    table = here.facts["kiosk_table"]
    return {"table": table.number, "code": codes.code_of(table)}


def _challenge(here: World) -> Body:
    Kiosk.objects.filter(pk=here.facts["kiosk"].pk).update(table=here.facts["kiosk_table"])
    return {"word": ["MA"], "challenger": 2, "challenged": 1}


# Scripts send these as JSON, not as the fields of a form.
AS_JSON = frozenset({"copies:meet", "scoresheets:write", "scoresheets:undo", "scoresheets:timer_time"})


def _file() -> SimpleUploadedFile:
    return SimpleUploadedFile("a.t", t_file(2))


def _only_there(here: World) -> Body:
    """A row only another sheet of the table has."""
    sheet = here.facts["sheet"]
    number = sheet.table.sheets.count() + 1
    lost = {"id": str(uuid4()), "version": 1, "turn": {"kind": "lost", "seat": 2}}
    Sheet.objects.create(table=sheet.table, number=number, rows=[lost])
    return {"source": number, "target": sheet.number, "row": ""}


def _at_work(here: World) -> Body:
    """A list that the worker is at."""
    row = here.facts["preview"]
    job = Job.objects.create(
        kind="roster.apply", scope=row.scope_key, actor="system", actor_name="The program", status="running"
    )
    RosterPreview.objects.filter(pk=row.pk).update(job=str(job.pk))
    return {}


def _event_files(here: World) -> Body:
    return {"upload": _file(), "name": "From files", "preset": "local-club"}


# set_language keeps the choice in a cookie of this browser, and a sheet that is only checked is not kept: nothing to log.
UNLOGGED = frozenset({"set_language", "api:validate_scoresheet", "ratings:import", *signing_in.UNLOGGED})
SENDS: dict[str, Send] = {
    **signing_in.SENDS,
    "set_language": send(language="fil"),
    "screens:index": send("screen.add", name="Balcony"),
    "screens:switch": send("screen.set", show="standings"),
    "screens:settings": send(
        "screen.set", divisions=["open"], zoom="130", theme="dark", language="both", seconds="20"
    ),
    "screens:remove": send("screen.remove"),
    "look:look": send("event.colour", colour="#0b5d7a"),
    "embed:desk": Send(
        lambda here: {
            "websites": "https://school.example.org",
            "seen": EventWebsite.objects.get(event=here.event).version,
        },
        ("event.frames",),
    ),
    "embed:address": send("event.web_address", address="https://results.example.org"),
    "look:add_logo": Send(giving.logo, ("event.logo",)),
    "look:remove_logo": send("event.logo_off"),
    "events:login": Send(
        lambda here: {"username": here.who("clerk").username, "password": "pass"}, ("session.begin",), ""
    ),
    "events:logout": send("session.end"),
    "events:join": send("member.join", "session.begin", by="", name="New Volunteer"),
    "events:new": Send(_new, ("event.create", "event.create"), "organiser"),
    "events:club_new": Send(_new, ("event.create", "club.create_event"), "club-director"),
    "events:club_clone": Send(
        lambda here: {"source": here.event.slug, "name": "Again", "starts_on": "2027-03-14"},
        ("event.create", "club.clone_event"),
        "club-director",
    ),
    "events:clone": Send(
        lambda here: {"source": here.event.slug, "name": "Again", "starts_on": "2027-03-14"},
        ("event.create", "event.clone"),
        "organiser",
    ),
    "events:bring_back": send("event.undelete"),
    "events:settings": send("event.edit", name="Renamed", starts_on="2026-03-14", public="on"),
    "events:put_away": Send(
        lambda here: {"typed_name": here.event.name, "reason": "rain"}, ("event.delete",)
    ),
    "events:add_division": Send(_division, ("division.add",)),
    "events:division_settings": Send(_settings_of_division, ("division.edit",)),
    "events:board": send(
        "division.board", rows="..D..\n.t.t.\nD...D\n.t.t.\n..D..", start="C3", name="Five", confirmed="on"
    ),
    "events:tiles": Send(_tiles, ("division.tiles",)),
    "events:plan": send("division.edit", plan="swiss(pattern=fold) 1-7"),
    "events:wishes": send("division.wishes", forbidden="1 2", prizes="3"),
    "events:rule_values": Send(_values, ("division.rules",)),
    "events:rule_file": send(
        "division.ruleset_file",
        text='schema = 1\nid = "ours"\nname = "Ours"\nextends = "bisonte"\n[rack]\nsize = 8\n',
    ),
    "events:confirm_rules": send("division.confirm", what="board", confirmed="on"),
    "events:forget_set": send("library.forget"),
    "events:switch": Send(
        lambda here: {"person": here.facts["helper"].pk, "pin": PIN}, ("member.take_over", "session.begin")
    ),
    "events:set_pin": send("member.set_pin", pin="482619"),
    "events:drop_pin": send("member.drop_pin"),
    "events:readmit": send("member.readmit"),
    "events:again": send("session.confirm", by="director by PIN", password_again="pass"),
    "events:plays": Send(
        lambda here: {"person": here.facts["other"].pk, "entrant": here.facts["entrant"].pk},
        ("member.plays",),
    ),
    "events:add_member": Send(
        lambda here: {"username": here.facts["outsider"].username, "role": "clerk"}, ("member.add",)
    ),
    "events:remove_member": send("member.remove"),
    "events:invite": send("member.invite", role="clerk", hours=5, uses=5),
    "events:revoke_link": send("member.revoke_link"),
    "events:add": send(
        "entrant.add", surname="Walk", given="In", rating=1200, division="fresh", missed="unscored"
    ),
    "events:seed": send("division.seed"),
    "events:entry": Send(_entry, ("entrant.edit",)),
    "events:withdraw": send("entrant.withdraw", from_round=1, intent="forfeit"),
    "events:rejoin": send("entrant.rejoin", from_round=2),
    "events:substitute": send("entrant.substitute", surname="Other", given="An", from_round=1, rating=0),
    "events:move": send("entrant.move", to="spare"),
    "events:remove": send("entrant.remove", reason="entered twice"),
    "events:open_private": send("entrant.open_private"),
    "events:private": send("entrant.private", guardian="Somebody"),
    "events:check_in_line": Send(lambda here: {"who": here.facts["absent"].pk.hex}, ("entrant.check_in",)),
    "events:check_in": send("entrant.check_in", present="1"),
    "events:check_in_together": Send(
        lambda here: {"entrants": str(here.facts["absent"].pk)}, ("entrant.check_in_together",)
    ),
    "events:pair_without": send("division.absent"),
    "events:add_house": send("division.house_player", given="House", surname="Player"),
    **LISTS,
    **CLUBS,
    "interchange:import": send("roster.preview", pasted="Surname,Given name,Division\nListed,Ana,Fresh\n"),
    "interchange:again": send("roster.examine", division="fresh"),
    "interchange:columns": send(
        "roster.examine",
        **{"heading-0": "1", "column-0-0": "surname", "column-0-1": "given", "column-0-2": "division"},
    ),
    "interchange:apply": Send(
        lambda here: {"seen": here.facts["preview"].digest, "minors": "no"},
        ("roster.apply", "roster.stage", "roster.take_turn"),
    ),
    "events:minors": send("event.minors", minors="yes"),
    "interchange:cancel": Send(_at_work, ("roster.cancel",)),
    "interchange:discard": send("roster.discard"),
    "interchange:import_event": Send(_event_files, ("event.preview_import",), "organiser"),
    "interchange:event_apply": Send(
        lambda here: {"seen": here.facts["event_preview"].digest},
        ("event.create", "event.create", "event.import", "event.apply_import"),
        "organiser",
    ),
    "interchange:event_discard": send("event.discard_import", by="organiser"),
    "copies:passphrase": send("copy.passphrase", passphrase="bulag tanim sobra lakad"),
    "copies:show_key": Send(copied.key_unseen, ("copy.key_shown",)),
    "copies:new_key": send("copy.key"),
    "copies:now": Send(copied.idle, ("copy.now",)),
    "copies:cancel": send("copy.cancel"),
    "copies:link": send("copy.link", label="Ben"),
    "copies:revoke": send("copy.revoke_link"),
    "copies:place": Send(copied.stick, ("copy.place",), "owner"),
    "copies:fetch": send("copy.fetch", by=""),
    "copies:meet": Send(copied.message, ("copy.fence", "copy.seen_other"), ""),
    "copies:other": Send(copied.words, ("copy.fence",)),
    "copies:settle": send("copy.settle"),
    "demo:remove": Send(_a_demo, ("demo.remove",), "organiser"),
    "copies:rehearse": send("event.rehearse"),
    "copies:end_rehearsal": Send(copied.rehearsal, ("event.end_rehearsal",)),
    "copies:takeover": Send(copied.of_another, ("event.take_over", "event.taken_over"), "organiser"),
    "interchange:bundle": send("event.sign", division=["closed"], name="Ana Cruz", sure="on"),
    "interchange:bundles": Send(
        lambda here: {"file": SimpleUploadedFile("b.zip", here.facts["bundle"])},
        ("event.preview_bundle",),
        "organiser",
    ),
    "interchange:bundle_apply": Send(
        lambda here: {"seen": here.facts["bundle_preview"].digest},
        ("event.create", "event.create", "event.import", "event.apply_bundle"),
        "organiser",
    ),
    "interchange:bundle_discard": send("event.discard_import", by="organiser"),
    "interchange:fill": Send(lambda here: {"into": "spare", "file": _file()}, ("division.preview_fill",)),
    "interchange:fill_apply": Send(
        lambda here: {"seen": here.facts["fill_preview"].digest}, ("event.import", "division.fill")
    ),
    "interchange:fill_discard": send("division.discard_fill"),
    "interchange:export": send("event.export", format="csv"),
    "interchange:export_cancel": send("event.export_cancel"),
    "paper:paper": send("paper.pack", parts=["entries", "check-in"], paper="letter", per_page="4"),
    "paper:take": send("paper.take"),
    "site:site": send("event.site", base="https://results.example.org", on_disk="1"),
    "site:cancel": send("event.site_cancel"),
    "inbox:senders": send("inbox.sender", by="owner", name="Second club"),
    "inbox:revoke": send("inbox.revoke", by="owner"),
    "inbox:receive": Send(handing.body, ("inbox.received",), ""),
    "push:add": send("push.add", **giving.told_of("second.example.org")),
    "push:place": send("push.change", seen="1", **giving.told_of("sftp.example.org")),
    "push:now": send("push.now"),
    "push:confirm": send("push.confirm", fingerprint=fingerprints.of(giving.OFFERED)),
    "push:down": send("push.down"),
    "push:remove": send("push.remove"),
    "push:cancel": send("push.cancel"),
    "paper:cancel": send("paper.cancel"),
    "paper:take_down": send("paper.take_down"),
    "interchange:backup": send("installation.backup_later", by="owner", open="1"),
    "interchange:backup_cancel": send("installation.backup_cancel", by="owner"),
    "interchange:backup_check": send("installation.backup_check", by="owner"),
    "interchange:backup_file": send("installation.backup_take", by="owner"),
    "interchange:backup_restore": send("installation.ask_restore", by="owner", sure="RESTORE"),
    "desk:hall_clock": Send(_press, ("clock.pause",), "clerk"),
    "desk:hall_announce": send("announcement.post", ready="quiet"),
    "desk:hall_take_down": send("announcement.take_down"),
    "desk:hall_plan": send("event.day_plan", by="director", line="09:00 r1-7; 17:00 prizes", seen=1),
    "desk:hall_time": send("division.round_time", minutes=50, last_turn="one-more", seen=0),
    "desk:roll_call_open": send("roll_call.open"),
    "desk:roll_call_mark": Send(
        lambda here: {"entrants": str(here.facts["entrant"].pk)}, ("roll_call.mark",)
    ),
    "desk:roll_call_close": send("roll_call.close"),
    "desk:leaving": Send(_leaves, ("entrant.withdraw", "entrant.leave_together")),
    "desk:leaving_undo": send("entrant.bring_back_together"),
    "desk:enter": Send(_line, ("result.enter",), "clerk"),
    "desk:undo": send("result.undo"),
    "publishing:find_me": Send(
        lambda here: {
            "who": here.facts["phone_of"].number,
            "code": code_of(here.facts["phone_of"]),
            "division": "open",
        },
        ("phone.find",),
        "",
    ),
    "publishing:card": send("phone.find", by=""),
    "publishing:report": Send(_by_phone, ("claim.report",), "phone"),
    "publishing:leave": send("phone.leave", by="phone"),
    "desk:link_report": send("claim.report", by="", s1=412, s2=388, sure="on"),
    "desk:claim_take": send("claim.accept", "result.enter", by="clerk", sure="1"),
    "desk:phone_rule": send("phone.rule", mode="look"),
    "desk:phone_code": send("phone.show", by="registrar"),
    "desk:phone_renew": send("phone.renew", by="registrar"),
    "desk:phone_renew_all": send("phone.renew_all"),
    "desk:confirm_one": Send(_seen_waiting, ("result.confirm",), "checker"),
    "desk:answer": send("result.answer", answer="read again"),
    "desk:table_correct": send("result.correct", line="411 390", reason="read again", seen=1, sure="on"),
    "desk:table_ask": send("result.question", text="which slip?"),
    "desk:sheet_enter": Send(
        lambda here: {"seen": here.facts["agreeing_sheet"].version, "sure": "on"},
        ("result.enter", "sheet.enter"),
        "clerk",
    ),
    "desk:sheet_decide": Send(
        lambda here: {
            "seen": here.facts["finished_sheet"].version,
            "result": 1,
            "decision": "slip",
            "reason": "x",
        },
        ("sheet.decide",),
    ),
    "desk:prizes_add": send("prize.add", division="closed", lines="class U12 1: medal\nhigh loss: 50"),
    "desk:prizes_whom": send("entrant.fill_private"),
    "desk:prizes_order": send("prize.order", to="value"),
    "desk:prizes_clone": Send(giving.earlier, ("prize.clone",)),
    "desk:prizes_settings": send("prize.settings", protest_minutes=20, most_each=2, currency="P"),
    "desk:prize": Send(giving.changed, ("prize.edit",)),
    "desk:prize_remove": send("prize.remove"),
    "desk:unveil": send("standings.release", "standings.unveil", by="publisher"),
    "desk:final_public": send("standings.release", "standings.make_final_public", by="publisher"),
    "desk:prize_script": Send(giving.said, ("prize.sayings",), "publisher"),
    "desk:ceremony_start": Send(giving.to_begin, ("ceremony.start",), "publisher"),
    "desk:ceremony_step": send("ceremony.step", by="publisher", to="next", seen=0),
    "desk:ceremony_given": Send(giving.given_otherwise, ("ceremony.given",), "publisher"),
    "desk:ceremony_end": send("ceremony.end", by="publisher"),
    "desk:finalise": send("division.finalise"),
    "desk:freeze": send("standings.freeze", by="publisher", last=1),
    "certificates:certificates": send("certificates.make", paper="letter"),
    "certificates:add_sponsor": Send(giving.logo, ("sponsor.add",)),
    "certificates:remove_sponsor": send("sponsor.remove"),
    "certificates:cancel": send("certificates.cancel"),
    "desk:release": send("standings.release", after=1),
    "desk:show_pairings": send("round.show", shown="1"),
    "desk:close_round": send("round.close"),
    "desk:reopen": send("round.reopen", reason="a slip turned up"),
    "desk:round_draft": send("round.draft"),
    "desk:chances_count": send("standings.chances"),
    "desk:chances_stop": send("standings.chances_stop"),
    "desk:round_stop": send("round.stop_draft"),
    "desk:round_edit": Send(_edit, ("round.edit",)),
    "desk:round_repair": Send(_draft, ("round.repair",)),
    "desk:round_undo": Send(_draft, ("round.undo_edit",)),
    "desk:round_discard": Send(_draft, ("round.discard",)),
    "desk:round_publish": Send(_draft, ("round.publish",)),
    "desk:by_hand": Send(
        _by_hand, ("result.enter", "result.enter", "result.enter", "round.by_hand"), "director"
    ),
    "events:eligible_keep": send("division.eligible", kind="club"),
    "desk:line_ups": send("lineup.set", lines="A: 4 2 6"),
    "desk:round_recall": send("round.recall", reason="wrong list"),
    "desk:round_as_played": Send(_as_played, ("table.as_played",)),
    "desk:round_leave_out": send("division.absent"),
    "judging:kiosks": send("kiosk.open", label="Door"),
    "judging:kiosk_close": send("kiosk.close"),
    "judging:kiosk_table": Send(_card, ("kiosk.table",), "kiosk"),
    "judging:kiosk_rule": Send(_challenge, ("ruling.kiosk",), "kiosk"),
    "judging:kiosk_clear": Send(lambda _here: {}, ("kiosk.clear",), "kiosk"),
    "judging:kiosk_leave": Send(
        lambda here: {"username": here.who("director").username, "password": "pass"},
        ("kiosk.close",),
        "kiosk",
    ),
    "judging:incidents": send("incident.report", by="clerk", kind="conduct", text="He shouted"),
    "judging:incident_decide": send(
        "incident.decide", by="judge", text="Play on", measure="none", neutral="on", seen=1
    ),
    "judging:incident_note": send("incident.note", by="clerk", text="seen by two"),
    "judging:incident_appeal": send("incident.appeal", by="clerk", text="it was not so", seen=2),
    "judging:incident_withdraw": send("incident.withdraw", by="judge", text="a mistake", seen=1),
    "judging:incident_photo_add": Send(
        lambda _here: {"photo": SimpleUploadedFile("board.png", png())}, ("incident.photo",), "clerk"
    ),
    "judging:incident_photo_remove": send("incident.photo_remove", by="judge"),
    "judging:phone_call": send("table_link.call", by="", seat=1, words=2),
    "judging:phone_off": Send(
        lambda here: {"call": here.facts["phone_call"].pk, "seen": here.facts["phone_call"].version},
        ("table_link.call_off",),
        "",
    ),
    "judging:table_links": send("table_link.make", by="judge"),
    "judging:table_links_revoke": send("table_link.revoke", by="judge"),
    "judging:call": send("ruling.make", by="judge", words="ma", challenged="1", seen=2),
    "judging:take": send("challenge.take", by="judge", seen=1),
    "judging:hand_back": send("challenge.hand_back", by="judge", seen=2),
    "judging:call_off": send("challenge.call_off", by="judge", seen=1),
    "judging:anew": send(
        "ruling.supersede", by="judge", words="ma", challenged="1", reason="the right word now"
    ),
    "judging:send": send("words.to_committee", "proposal.make", by="judge"),
    "judging:overrides": send("words.override", by="judge", word="usa", verdict="acceptable", reason="named"),
    "judging:words": send("words.set_up", mode="judge"),
    "judging:call_from_table": send("challenge.call", by="clerk", words="ma"),
    "judging:rule_at": send("ruling.table", by="judge", words="ma", challenged="1"),
    "scoresheets:check_all": send("sheet.check"),
    "scoresheets:table": send("sheet.create", kept_by="1"),
    "scoresheets:compare": Send(_only_there, ("sheet.write",), "clerk"),
    "scoresheets:write": Send(
        lambda here: {
            "operations": [{"op": "add", "row": str(uuid4()), "turn": {"kind": "pass", "seat": 1}}]
        },
        ("sheet.write",),
        "clerk",
    ),
    "scoresheets:undo": send("sheet.undo", seen=2),
    "scoresheets:finish": send("sheet.finish", seen=2),
    "scoresheets:upload": Send(
        lambda here: {"file": SimpleUploadedFile("t.csv", b"players,1,2\nseat,score\n1,20\n")},
        ("sheet.upload",),
        "clerk",
    ),
    "scoresheets:photo_add": Send(
        lambda here: {"photo": SimpleUploadedFile("p.png", png())}, ("sheet.photo",), "clerk"
    ),
    "scoresheets:photo_remove": send("sheet.photo_remove"),
    "scoresheets:reopen": send("sheet.reopen", seen=3, reason="a row was missing"),
    "scoresheets:release": send("sheet.release", by="publisher"),
    "scoresheets:hide": send("sheet.hide", by="publisher"),
    "scoresheets:timer_time": send(
        "sheet.time", by="clerk", moves=[{"move": 1, "seat": 1, "seconds": 95, "limit": 120}]
    ),
    "keys:keys": send("token.create", label="screen 3", roles=["viewer"], days=2),
    "keys:revoke": send("token.revoke"),
    "api:tokens": send("token.create", label="screen 2", roles=["viewer"], days=2),
    "api:token": send("token.revoke"),
    "api:enter_result": send("result.enter", scores=[402, 377]),
    "api:confirm_result": Send(_seen_waiting, ("result.confirm",), "checker"),
    "api:call_judge": send("challenge.call", by="clerk", words=["ma"], challengers=[2], challenged=1),
    "api:validate_scoresheet": send(text="seat,score\n1,20\n"),
    "api:table_scoresheets": send("sheet.upload", text="seat,score\n1,20\n", order="1 2", sure=True),
    "api:correct_result": send("result.correct", scores=[411, 390], reason="read again", seen=1, sure=True),
}
