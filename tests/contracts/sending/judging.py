"""Incidents, kiosks, table links, judges."""

from __future__ import annotations

from django.core.files.uploadedfile import SimpleUploadedFile

from tdapp.judging.models import Kiosk
from tdapp.judging.tables import codes
from tests.contracts.sending.send import Body, Send, send
from tests.contracts.worlds import World
from tests.scoresheets.pictures import png


def _card(here: World) -> Body:
    table = here.facts["kiosk_table"]
    return {"table": table.number, "code": codes.code_of(table)}


def _challenge(here: World) -> Body:
    Kiosk.objects.filter(pk=here.facts["kiosk"].pk).update(table=here.facts["kiosk_table"])
    return {"word": ["MA"], "challenger": 2, "challenged": 1}


SENDS: dict[str, Send] = {
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
    "judging:in_play": send("words.in_play", in_play="officials", reason="the hall is small"),
    "judging:slip": send("words.slip", by="judge", words="1. ma\nbahay"),
    "judging:call_from_table": send("challenge.call", by="clerk", words="ma"),
    "judging:rule_at": send("ruling.table", by="judge", words="ma", challenged="1"),
}
