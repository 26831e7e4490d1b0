"""What everybody sees: public pages, screens, looks, paper, certificates, sites; and who says so at the desk."""

from __future__ import annotations

from tdapp.desk.phones.codes import code_of
from tdapp.publishing.models import EventWebsite
from tdapp.publishing.phones.player_page import mark_of
from tdapp.publishing.site.push import fingerprints
from tests.contracts import giving, handing
from tests.contracts.sending.send import Body, Send, send
from tests.contracts.worlds import World


def _by_phone(here: World) -> Body:
    table = here.facts["claim"].table
    mark = mark_of(table.pk, here.facts["phone_of"].pk)
    return {"table": table.number, "game": mark, "s1": 402, "s2": 377, "sure": "on"}


SENDS: dict[str, Send] = {
    "screens:index": send("screen.add", name="Balcony"),
    "screens:switch": send("screen.set", show="standings"),
    "screens:settings": send(
        "screen.set", divisions=["open"], zoom="130", theme="dark", language="both", seconds="20"
    ),
    "screens:remove": send("screen.remove"),
    "entering:entering": send(
        "event.entering", seen=1, fee="300 pesos", link="https://forms.example.org/open"
    ),
    "look:look": Send(
        lambda here: {**giving.logo(here), "colour": "#0b5d7a"}, ("event.colour", "event.logo")
    ),
    "embed:desk": Send(
        lambda here: {
            "websites": "https://school.example.org",
            "seen": EventWebsite.objects.get(event=here.event).version,
        },
        ("event.frames",),
    ),
    "embed:address": send("event.web_address", address="https://results.example.org"),
    "look:remove_logo": send("event.logo_off"),
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
    "certificates:certificates": send("certificates.make", paper="letter"),
    "certificates:add_sponsor": Send(giving.logo, ("sponsor.add",)),
    "certificates:remove_sponsor": send("sponsor.remove"),
    "certificates:cancel": send("certificates.cancel"),
}
