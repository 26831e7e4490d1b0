"""What each command asks for, in one table; and that it asks, whoever calls it and by whatever door."""

from __future__ import annotations

import importlib
import re
from dataclasses import replace

import pytest

from tdapp.kernel import context
from tdapp.kernel.commands import REGISTRY, Installation
from tdapp.kernel.permissions import EVERYTHING, ROLES, can
from tdapp.kernel.refusals import Missing, NotAllowed
from tests.guards.found import ROOT
from tests.sweeps import swept

NEEDS = {
    "installation.make_owner": "installation.people",
    "installation.take_owner": "installation.people",
    "screen.add": "standings.release",
    "screen.set": "standings.release",
    "screen.remove": "standings.release",
    "incident.report": "incident.report",
    "incident.note": "incident.report",
    "incident.decide": "incident.decide",
    "incident.appeal": "incident.report",
    "incident.decide_appeal": "incident.appeal",
    "incident.withdraw": "incident.report",
    "incident.photo": "incident.report",
    "incident.photo_remove": "incident.decide",
    "challenge.call": "challenge.call",
    "challenge.call_off": "challenge.call",
    "challenge.hand_back": "judge.rule",
    "challenge.take": "judge.rule",
    "division.absent": "checkin.edit",
    "division.board": "division.edit",
    "division.confirm": "division.edit",
    "division.rules": "division.edit",
    "division.ruleset_file": "division.edit",
    "division.tiles": "division.edit",
    "library.forget": "division.edit",
    "division.add": "division.edit",
    "division.wishes": "division.edit",
    "division.edit": "division.edit",
    "division.house_player": "roster.edit",
    "division.seed": "roster.edit",
    "entrant.add": "roster.edit",
    "entrant.check_in": "checkin.edit",
    "entrant.edit": "roster.edit",
    "entrant.move": "roster.edit",
    "entrant.open_private": "roster.private",
    "entrant.private": "roster.private",
    "entrant.rejoin": "roster.edit",
    "entrant.remove": "roster.edit",
    "log.begin": "event.edit",
    "log.erase": "member.manage",
    "entrant.substitute": "roster.edit",
    "entrant.leave_together": "roster.edit",
    "entrant.bring_back_together": "roster.edit",
    "roll_call.open": "checkin.edit",
    "roll_call.mark": "checkin.edit",
    "roll_call.close": "checkin.edit",
    "clock.start": "hall.clock",
    "clock.pause": "hall.clock",
    "clock.call": "hall.clock",
    "clock.extend": "hall.clock",
    "clock.set": "hall.clock",
    "clock.reset": "hall.clock",
    "division.round_time": "hall.plan",
    "event.day_plan": "hall.plan",
    "announcement.post": "hall.plan",
    "announcement.take_down": "hall.plan",
    "entrant.withdraw": "roster.edit",
    "edition.draft": "lexicon.edit",
    "edition.drop": "lexicon.edit",
    "edition.publish": "lexicon.edit",
    "edition.publish_later": "lexicon.edit",
    "edition.redraft": "lexicon.edit",
    "edition.revert": "lexicon.edit",
    "lexicon.change": "lexicon.edit",
    "lexicon.create": "lexicon.edit",
    "lexicon.import": "lexicon.edit",
    "lexicon.import_again": "lexicon.edit",
    "lexicon.import_apply": "lexicon.edit",
    "lexicon.import_cancel": "lexicon.edit",
    "lexicon.import_discard": "lexicon.edit",
    "lexicon.import_read": "lexicon.edit",
    "lexicon.seat": "lexicon.edit",
    "lexicon.unseat": "lexicon.edit",
    "proposal.decide": "lexicon.edit",
    "proposal.make": "lexicon.propose",
    "proposal.open": "lexicon.propose",
    "proposal.remark": "lexicon.propose",
    "proposal.vote": "lexicon.vote",
    "proposal.withdraw": "lexicon.propose",
    "copy.cancel": "event.edit",
    "copy.fence": "event.edit",
    "copy.fetch": "link.copy",
    "copy.link": "event.edit",
    "copy.made": "event.edit",
    "copy.now": "event.edit",
    "copy.passphrase": "event.edit",
    "copy.place": "installation.backup",
    "copy.revoke_link": "event.edit",
    "copy.seen_other": "event.edit",
    "copy.settle": "event.edit",
    "event.end_rehearsal": "event.edit",
    "event.rehearse": "event.edit",
    "event.rehearse_cancel": "event.edit",
    "event.take_over": "installation.create_event",
    "event.clone": "installation.create_event",
    "event.create": "installation.create_event",
    "event.delete": "event.delete",
    "event.edit": "event.edit",
    "event.export": "export.run",
    "event.export_cancel": "export.run",
    "paper.cancel": "roster.view",
    "paper.pack": "roster.view",
    "paper.take": "division.edit",
    "paper.take_down": "roster.view",
    "round.by_hand": "pair.publish",
    "lineup.set": "pair.draft",
    "division.eligible": "division.edit",
    "division.discard_fill": "division.edit",
    "division.fill": "division.edit",
    "division.preview_fill": "division.edit",
    "event.apply_import": "installation.create_event",
    "event.discard_import": "installation.create_event",
    "event.forget_imports": "installation.people",
    "event.import": "installation.create_event",
    "event.import_archive": "installation.create_event",
    "event.preview_import": "installation.create_event",
    "event.apply_bundle": "installation.create_event",
    "event.bring_bundle": "installation.create_event",
    "event.preview_bundle": "installation.create_event",
    "event.sign": "event.edit",
    "event.undelete": "event.delete",
    "installation.ask_restore": "installation.backup",
    "installation.backup": "installation.backup",
    "installation.backup_cancel": "installation.backup",
    "installation.backup_check": "installation.backup",
    "installation.backup_later": "installation.backup",
    "installation.backup_take": "installation.backup",
    "member.add": "member.manage",
    "member.invite": "member.manage",
    "member.join": "event.view",
    "member.remove": "member.manage",
    "member.revoke_link": "member.manage",
    "member.plays": "member.manage",
    "member.set_pin": "pin.own",
    "member.drop_pin": "pin.own",
    "member.readmit": "member.manage",
    "member.come_back": "event.view",
    "pin.told": "session.own",
    "session.confirm": "session.own",
    "user.unlock": "installation.people",
    "member.take_over": "desk.switch",
    "kiosk.clear": "kiosk.rule",
    "kiosk.close": "division.edit",
    "kiosk.open": "division.edit",
    "kiosk.table": "kiosk.rule",
    "table_link.call": "link.call",
    "table_link.call_off": "link.call",
    "table_link.make": "judge.rule",
    "table_link.revoke": "judge.rule",
    "player.merge": "installation.people",
    "player.separate": "installation.people",
    "player.two": "installation.people",
    "player.maybe_one": "installation.people",
    "ratings.adopt": "installation.ratings",
    "ratings.cancel": "installation.ratings",
    "ratings.create_list": "installation.ratings",
    "ratings.edit_list": "installation.ratings",
    "ratings.foresee": "installation.ratings",
    "player.settle": "installation.people",
    "ratings.import": "installation.ratings",
    "ratings.rate": "installation.ratings",
    "ratings.set_values": "installation.ratings",
    "ratings.stage": "installation.ratings",
    "ratings.take_off": "installation.ratings",
    "ratings.tidy": "installation.ratings",
    "claim.accept": "result.enter",
    "claim.report": "claim.make",
    "phone.find": "claim.make",
    "phone.leave": "claim.make",
    "phone.print": "division.edit",
    "phone.renew": "checkin.edit",
    "phone.renew_all": "division.edit",
    "phone.rule": "division.edit",
    "phone.show": "checkin.edit",
    "result.answer": "result.confirm",
    "result.confirm": "result.confirm",
    "result.correct": "result.correct",
    "result.enter": "result.enter",
    "result.question": "result.enter",
    "result.undo": "result.enter",
    "event.minors": "event.edit",
    "roster.apply": "roster.import",
    "roster.apply_later": "roster.import",
    "roster.cancel": "roster.import",
    "roster.clear": "roster.import",
    "roster.discard": "roster.import",
    "roster.end_turn": "roster.import",
    "roster.stage": "roster.import",
    "roster.take_turn": "roster.import",
    "roster.forget": "installation.people",
    "roster.examine": "roster.import",
    "roster.preview": "roster.import",
    "round.close": "pair.publish",
    "round.discard": "pair.draft",
    "round.draft": "pair.draft",
    "round.draft_later": "pair.draft",
    "round.edit": "pair.draft",
    "round.publish": "pair.publish",
    "round.recall": "pair.recall",
    "round.reopen": "pair.publish",
    "round.repair": "pair.draft",
    "round.show": "pair.publish",
    "round.stop_draft": "pair.draft",
    "standings.chances": "pair.draft",
    "standings.chances_stop": "pair.draft",
    "round.undo_edit": "pair.draft",
    "session.begin": "session.own",
    "session.end": "session.own",
    "ruling.kiosk": "kiosk.rule",
    "ruling.make": "judge.rule",
    "ruling.supersede": "judge.rule",
    "ruling.table": "judge.rule",
    "sheet.check": "sheet.write",
    "sheet.create": "sheet.write",
    "sheet.decide": "sheet.decide",
    "sheet.enter": "result.enter",
    "sheet.finish": "sheet.write",
    "sheet.hide": "sheet.release",
    "sheet.release": "sheet.release",
    "sheet.reopen": "sheet.write",
    "sheet.photo": "sheet.write",
    "sheet.photo_remove": "sheet.write",
    "sheet.upload": "sheet.write",
    "sheet.time": "sheet.write",
    "sheet.undo": "sheet.write",
    "sheet.write": "sheet.write",
    "prize.add": "prize.edit",
    "prize.edit": "prize.edit",
    "prize.remove": "prize.edit",
    "prize.order": "prize.edit",
    "prize.clone": "prize.edit",
    "prize.settings": "prize.edit",
    "prize.sayings": "standings.release",
    "division.finalise": "division.finalise",
    "ceremony.start": "standings.release",
    "ceremony.step": "standings.release",
    "ceremony.end": "standings.release",
    "sponsor.add": "prize.edit",
    "sponsor.remove": "prize.edit",
    "certificates.make": "roster.private",
    "certificates.cancel": "roster.private",
    "standings.freeze": "standings.release",
    "standings.unveil": "standings.release",
    "standings.release": "standings.release",
    "table.as_played": "table.as_played",
    "token.create": "member.manage",
    "token.revoke": "member.manage",
    "user.create": "installation.people",
    "words.override": "judge.rule",
    "words.set_up": "division.edit",
    "words.to_committee": "judge.rule",
}
# May be asked of whoever has any part in an event, or of anybody signed in.
OPEN = {"member.join", "member.come_back", "pin.told", "session.begin", "session.confirm", "session.end"}


@pytest.fixture(autouse=True, scope="module")
def _everything_imported() -> None:
    for path in (*(ROOT / "tdapp").rglob("*.py"), *(ROOT / "lexicon_admin").rglob("*.py")):
        if re.search(r"^@command\(", path.read_text(encoding="utf-8"), re.MULTILINE):
            importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))


def test_each_command_asks_for_what_the_table_says() -> None:
    assert {intent: run.needs for intent, run in REGISTRY.items()} == NEEDS  # type: ignore[attr-defined]


by_command = swept("intent", sorted(NEEDS), name=lambda intent: f"commands:{intent}")


@by_command
def test_a_command_refuses_whoever_has_everything_but_what_it_asks_for(
    intent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(ROLES, "almost", EVERYTHING - {NEEDS[intent]})
    ctx = replace(context.system(), roles=frozenset({"almost"}))
    assert not can(ctx, NEEDS[intent])
    with pytest.raises(NotAllowed):
        REGISTRY[intent](ctx, Installation())


@by_command
def test_a_command_knows_nothing_of_another_scope(intent: str) -> None:
    ctx = context.system("event:somewhere-else")
    with pytest.raises(Missing):
        REGISTRY[intent](ctx, Installation(scope_key="event:here"))


def test_only_what_is_meant_to_is_open_to_everybody_at_an_event() -> None:
    open_to_all = {"event.view", "session.own"}
    assert {intent for intent, needs in NEEDS.items() if needs in open_to_all} == OPEN


def test_no_role_of_an_event_reaches_the_installation() -> None:
    inside = [
        name
        for role, names in ROLES.items()
        if role not in {"system", "owner", "operator", "person"}
        for name in names
    ]
    assert not [name for name in inside if name.startswith(("installation.", "session."))]
