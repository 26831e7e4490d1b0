"""Prizes, finals, a running ceremony and certificates for the contracts; what to send so that each address does something."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.core.files.uploadedfile import SimpleUploadedFile

from tdapp.desk.models import Certificate, Finalisation, Prize, PrizeGiving, Sponsor
from tdapp.desk.prizes.commands import ceremony, finalising, freezing, prizes
from tdapp.events.models import Division
from tdapp.events.setup import demo_job
from tdapp.interchange.commands.export import write_file
from tdapp.kernel import clock, jobs
from tdapp.kernel.context import Context
from tdapp.kernel.models import Job
from tdapp.publishing.certificates import logos, making
from tdapp.publishing.embed import commands as embed
from tdapp.publishing.look.commands import look
from tdapp.publishing.models import PushPlace
from tdapp.publishing.paper.making import place_of
from tdapp.publishing.site.download import making as site
from tests import factories as f
from tests.contracts import handing
from tests.scoresheets.pictures import png

if TYPE_CHECKING:
    from tdapp.events.models import Event
    from tests.contracts.worlds import World


def prepared(event: Event, director: Context, divisions: dict[str, Division]) -> dict[str, Any]:
    """The closed division is final with prizes, but one of them was changed since; the ceremony runs, certificates are
    drawn, a sponsor is there; of the open division a round is kept back that nobody has played yet.
    """
    closed = divisions["closed"]
    Division.objects.filter(pk=closed.pk).update(rounds_planned=1)
    wanted = prizes.Wanted("rank", ((500_00, "trophy"), (300_00, "")), closed.pk)
    prizes.add_prizes(director, event, wanted=[wanted, prizes.Wanted("high-game", ((100_00, ""),))])
    finalising.finalise(director, _fresh(closed))
    # However long the tests take on a busy machine: afterwards other roles may call it final again.
    Finalisation.objects.filter(division=closed).update(protest_until=clock.now() + timedelta(days=1))
    made = making.make(director, event, wish=making.Wish(address="http://hall/t/x/"))
    jobs.run(made["job"])
    prize = Prize.objects.filter(event=event).order_by("order")[0]
    _begun(director, event)
    Prize.objects.filter(pk=prize.pk).update(places=[{"cents": 700_00, "thing": ""}])
    freezing.freeze(director, _fresh(divisions["open"]), last=1)
    sponsor = logos.add_sponsor(director, event, name="Tindahan", data=png())
    _looks(director, event)
    return {
        "prize": prize, "sponsor": Sponsor.objects.get(pk=sponsor["sponsor"]),
        "certificates": Job.objects.get(pk=made["job"]), "site": _website(event), "push_place": _place(event),
        "inbox_sender": handing.sender(),
        "code": Certificate.objects.filter(event=event, entrant__isnull=False)[0].code,
    }  # fmt: skip


def _fresh(row: Division) -> Division:
    return Division.objects.select_related("event").get(pk=row.pk)


def _begun(director: Context, event: Event) -> None:
    """A ceremony needs every division with prizes final: the event's own prize comes after it has begun."""
    whole = Prize.objects.filter(event=event, division=None)
    kept = list(whole)
    whole.delete()
    ceremony.start_ceremony(director, event)
    Prize.objects.bulk_create(kept)


def _looks(director: Context, event: Event) -> None:
    """A colour and a logo of the event's own, and where its pages are found."""
    look.set_colour(director, event, colour="#c2387e")
    look.set_logo(director, event, data=png())
    embed.set_address(director, event, address="https://results.example.org")
    embed.set_frames(director, event, websites="https://club.example.org", seen=2)


def large(event: Event, director: Context, division: Division) -> dict[str, Any]:
    """Prizes of a division of any size, a certificate, the job that drew it, a logo."""
    wanted = prizes.Wanted("rank", ((500_00, ""), (300_00, "")), division.pk)
    single = [
        prizes.Wanted(kind, ((100_00, ""),)) for kind in ("high-game", "comeback", "high-turn", "school")
    ]
    prizes.add_prizes(director, event, wanted=[wanted, *single])
    sponsor = logos.add_sponsor(director, event, name="Tindahan", data=png())
    _looks(director, event)
    paper = Certificate.objects.create(event=event, entrant=division.entrants.all()[0], says={"titles": []})
    job = Job.objects.create(
        kind=making.KIND, scope=event.scope_key, actor="system", actor_name="", status="done",
        params={"ids": [str(paper.pk)], "file": "c.pdf"},
    )  # fmt: skip
    write_file(place_of(job), b"%PDF-1.4")
    return {
        "prize": Prize.objects.filter(event=event).order_by("order")[0], "certificates": job, "code": paper.code,
        "site": _website(event), "push_place": _place(event),
        "inbox_sender": handing.sender(), "sponsor": Sponsor.objects.get(pk=sponsor["sponsor"]),
    }  # fmt: skip


def _website(event: Event) -> Job:
    """A website that was made, as small as a file can be."""
    row = Job.objects.create(
        kind=site.KIND, scope=event.scope_key, actor="system", actor_name="", status="done",
        params={"event": event.slug, "base": "", "on_disk": True, "file": "w.zip"},
    )  # fmt: skip
    write_file(site.place_of(row), b"PK")
    return row


OFFERED = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGuXsm0eEqdVtRpoKbIy5nSYxrqbnXcRbpKwSjvtmuJv"


def _place(event: Event) -> PushPlace:
    """A web host the website is sent to, whose key nobody confirmed yet."""
    where = {"host": "sftp.example.org", "port": 22, "user": "club", "folder": "web", "sign": "key"}
    return PushPlace.objects.create(
        event=event, name="Club web", kind="sftp", where=where, public_key="ssh-ed25519 AAAA ours", offered_key=OFFERED,
        fault={"code": "unknown-key", "facts": {"host": "sftp.example.org"}},
    )  # fmt: skip


def told_of(host: str) -> dict[str, Any]:
    """What is said of a web host."""
    return {
        "name": host,
        "host": host,
        "port": "22",
        "user": "club",
        "folder": "web",
        "sign": "key",
        "by_itself": "on",
    }


def to_begin(here: World) -> dict[str, Any]:
    """Nothing stands in the way of a ceremony."""
    Prize.objects.filter(event=here.event, division=None).delete()
    return {}


def given_otherwise(here: World) -> dict[str, Any]:
    """A ceremony is over at which nothing of what is final was given."""
    PrizeGiving.objects.filter(event=here.event).update(cards=[], ended_at=clock.now())
    Finalisation.objects.filter(division__event=here.event).update(at=clock.now())
    return {}


def logo(_here: World) -> dict[str, Any]:
    """A sponsor's logo."""
    return {"name": "Barangay Press", "logo": SimpleUploadedFile("logo.png", png())}


def said(here: World) -> dict[str, Any]:
    """How somebody's name is said."""
    return {f"say-{here.facts['entrant'].pk}": "AH-bad"}


def earlier(here: World) -> dict[str, Any]:
    """An event of the director's with prizes."""
    event = f.event(name="Last year")
    event.memberships.create(user=here.who("director"), role="director")
    Prize.objects.create(event=event, order=1, kind="high-win", places=[{"cents": 5000, "thing": ""}])
    return {"source": str(event.pk)}


def changed(here: World) -> dict[str, Any]:
    """A line of prizes, changed."""
    row = Prize.objects.get(pk=here.facts["prize"].pk)
    return {
        "seen": row.version, "division": "closed", "kind": "rank", "first": 1, "places": "900, 100 + medal",
        "ties": "shared", "best": 3,
    }  # fmt: skip


def demo_made() -> Job:
    """The worker's order for the demo, carried out."""
    facts = {
        "scope": "installation",
        "actor": "system",
        "actor_name": "The program",
        "params": {},
        "status": "done",
    }
    return Job.objects.get_or_create(kind=demo_job.KIND, defaults=facts)[0]
