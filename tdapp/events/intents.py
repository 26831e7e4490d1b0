"""What each command is called for people; the log shows these words. An unknown one is shown as it is."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tdapp.events.titles import Title

INTENTS: dict[str, Title] = {
    "event.create": _("event created"),
    "event.clone": _("event cloned"),
    "event.edit": _("event changed"),
    "event.delete": _("event put away"),
    "event.undelete": _("event brought back"),
    "division.add": _("division added"),
    "division.edit": _("division changed"),
    "division.seed": _("numbered by rating"),
    "division.absent": _("paired without the missing"),
    "division.house_player": _("house player added"),
    "entrant.add": _("entered"),
    "entrant.late": _("entered late"),
    "entrant.edit": _("entry changed"),
    "entrant.move": _("moved to another division"),
    "entrant.remove": _("entry removed"),
    "entrant.open_private": _("private data looked at"),
    "entrant.private": _("private data changed"),
    "entrant.check_in": _("checked in or out"),
    "entrant.withdraw": _("taken out"),
    "entrant.rejoin": _("back in"),
    "entrant.substitute": _("substituted"),
    "member.add": _("role given"),
    "member.remove": _("role taken away"),
    "member.invite": _("join link made"),
    "member.revoke_link": _("join link revoked"),
    "member.join": _("joined by link"),
    "member.take_over": _("took over by PIN"),
    "member.wrong_pin": _("wrong PIN"),
    "roster.forget": _("dry run forgotten"),
    "member.plays": _("said who plays"),
    "member.set_pin": _("PIN set"),
    "round.draft": _("round drafted"),
    "round.publish": _("round published"),
    "round.recall": _("round recalled"),
    "round.close": _("round closed"),
    "round.reopen": _("round opened again"),
    "round.show": _("pairings shown or hidden"),
    "result.enter": _("result entered"),
    "result.confirm": _("result confirmed"),
    "result.correct": _("result corrected"),
    "result.undo": _("result undone"),
    "standings.release": _("standings released"),
    "result.question": _("question raised about a result"),
    "result.answer": _("question answered"),
    "round.draft_later": _("round given to a worker to draft"),
    "round.stop_draft": _("drafting stopped"),
    "round.edit": _("draft changed by hand"),
    "round.repair": _("rest of the draft paired anew"),
    "round.discard": _("draft thrown away"),
    "table.as_played": _("table set as played"),
    "token.create": _("API key made"),
    "token.revoke": _("API key revoked"),
    "event.import": _("event read from a file"),
    "event.export": _("exported"),
    "event.export_cancel": _("export cancelled"),
    "roster.preview": _("list read for a preview"),
    "roster.examine": _("preview looked at again"),
    "roster.apply": _("list applied"),
    "roster.apply_later": _("list handed to the worker"),
    "roster.discard": _("preview thrown away"),
    "installation.backup": _("backup made"),
    "user.create": _("user made"),
    "session.begin": _("signed in"),
    "session.end": _("signed out"),
}


def title_of(intent: str) -> Title:
    """The words for a command."""
    return INTENTS.get(intent, intent)
