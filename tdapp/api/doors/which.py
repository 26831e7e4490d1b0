"""Which commands have a door: what a program is never asked to do, and why. Everything else has one as soon as it is there."""

from __future__ import annotations

from collections.abc import Mapping

# By permission: whoever holds it holds it at the desk, in a browser.
AT_THE_DESK: Mapping[str, str] = {
    "session.own": "a person's own sessions",
    "account.own": "a person's own account",
    "account.accept": "who holds an invitation is nobody yet",
    "account.invite": "codes of invitations are shown once, to a person",
    "pin.own": "a person's own PIN",
    "desk.switch": "who stands at the desk",
    "member.manage": "who may do what at an event is said by its director",
    "event.delete": "an event is put away and handed over by its director",
    "roster.private": "birth dates and guardians stay at the desk",
    "club.private": "birth dates and guardians stay at the desk",
    "club.officers": "offices are given by people to people",
    "installation.people": "accounts are the owners'",
    "installation.backup": "whole backups are the owners'",
    "kiosk.rule": "the browser of a kiosk",
    "link.call": "the link of one table",
    "link.copy": "the link to a copy",
    "claim.make": "a player's own phone",
    "lexicon.view": "word lists are the committees'",
    "lexicon.edit": "word lists are the committees'",
    "lexicon.propose": "word lists are the committees'",
    "lexicon.vote": "word lists are the committees'",
}
# Steps a command of the house takes on its way, and what another door does better.
OWN_STEPS: Mapping[str, str] = {
    "roster.take_turn": "a step of roster.apply",
    "roster.clear": "a step of roster.apply",
    "roster.end_turn": "a step of roster.apply",
    "roster.apply_later": "roster.apply hands a large list over by itself",
    "round.draft_later": "round.draft hands a large field over by itself",
    "push.sent": "a step of sending a website",
    "prize.clone": "which events are somebody's is for their browser to say",
    "club.invite_first": "codes of invitations are shown once, to a person",
    "event.clone": "an event is copied by who may see all of it",
    "club.clone_event": "an event is copied by who may see all of it",
    "copy.key": "keys of copies are shown once, to a person",
    "copy.passphrase": "keys of copies are a person's",
    "copy.key_shown": "keys of copies are shown once, to a person",
    "copy.link": "links to copies are shown once, to a person",
    "copy.settle": "differences of two laptops are looked at side by side",
    "event.rehearse": "rehearsals are of the desk",
    "event.end_rehearsal": "rehearsals are of the desk",
    "event.apply_import": "event.import makes an event of files in one",
    "event.discard_import": "event.import makes an event of files in one",
    "event.apply_bundle": "event.bring_bundle brings a bundle in in one",
    "event.sign": "a person signs what they see",
    "demo.make": "the demo is the desk's",
    "demo.remove": "the demo is the desk's",
    "kiosk.open": "a kiosk is opened in its own browser",
    "kiosk.close": "a kiosk is opened in its own browser",
    "log.begin": "a step of creating an event",
    "phone.print": "a step of printing players' cards",
    "phone.show": "a code is shown once, to a person",
    "sheet.time": "the browser that keeps the time",
    "ratings.tidy": "a step of ratings.rate",
    "ratings.adopt": "a step of ratings.rate",
    "token.create_everywhere": "keys are shown once, to a person",
}
# Arguments that are not for a program to say: what they are without is what every page means.
NOT_SAID: Mapping[str, frozenset[str]] = {
    "event.create": frozenset({"demo"}),
    "ratings.create_list": frozenset({"demo"}),
    "entrant.add": frozenset(
        {"extras", "birth_date", "birth_year", "gender", "guardian", "contact", "notes", "consent"}
    ),
    "club.member_add": frozenset({"birth_date"}),
}
# Whose permission opens much that stays at the desk, and this one door.
OPEN = frozenset({"player.merge", "player.separate", "player.two", "player.maybe_one", "player.correct_name"})

# The kind of job a command on jobs is about: one of another kind is no such thing there.
JOB_KINDS: Mapping[str, tuple[str, ...]] = {
    "copy.cancel": ("event.copy", "event.copy_to_disks"),
    "event.export_cancel": ("export.workbook",),
    "event.rehearse_cancel": ("event.rehearsal",),
    "event.site_cancel": ("site.zip",),
    **dict.fromkeys(("paper.cancel", "paper.take", "paper.take_down"), ("paper.pack",)),
    "ratings.cancel": ("ratings.rate",),
    "round.stop_draft": ("round.draft",),
    "standings.chances_stop": ("standings.chances",),
}


def why_not(intent: str, needs: str) -> str:
    """Why a command has no door; "" when it may have one."""
    return OWN_STEPS.get(intent) or ("" if intent in OPEN else AT_THE_DESK.get(needs, ""))
