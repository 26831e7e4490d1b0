"""Lists, files, whole events and copies that wait."""

from __future__ import annotations

from tdapp.events import access
from tdapp.events.models import Division
from tdapp.interchange.backups import read_back
from tdapp.interchange.backups.making import shelf
from tdapp.interchange.commands.backups import MAKE
from tdapp.interchange.commands.events import preview_fill, preview_import
from tdapp.interchange.commands.export import export_event
from tdapp.interchange.commands.federation import preview_bundle
from tdapp.interchange.commands.roster import preview_roster
from tdapp.interchange.exports.render import Wish
from tdapp.interchange.federation import making
from tdapp.interchange.models import EventPreview, RosterPreview
from tdapp.kernel import jobs
from tdapp.kernel.commands import Installation
from tdapp.kernel.models import Job
from tdapp.publishing.paper.making import make_pack
from tdapp.publishing.paper.pack import Wish as PackWish
from tests import factories as f
from tests.contracts.worlds.here import World
from tests.interchange import bundles

TABLE = b"Round,Name 1,Score 1,Name 2,Score 2\n1,Amihanaa Fe,400,Amihanab Fe,380\n"


def lists(here: World, division: str, people: int = 1) -> None:
    """A list of so many that waits as a dry run, and a workbook that is made."""
    director = f.acting(here.who("director"), here.event)
    lines = "".join(f"Listed{'abcdefghij'[n % 10] * (n // 10 + 1)},Ana,{division}\n" for n in range(people))
    listed = f"Apelyido,Pangalan,Division\n{lines}".encode()  # headings are data: these are no word of ours
    waiting = preview_roster(director, here.event, data=listed, name="entries.csv")
    here.facts["preview"] = RosterPreview.objects.get(pk=waiting["id"])
    made = export_event(director, here.event, wish=Wish("xlsx", division.lower()), background=True)
    jobs.run(made["job"])
    here.facts["export"] = Job.objects.get(pk=made["job"])
    made = make_pack(director, here.event, wish=PackWish(("entries",), address="http://hall/t/x/"))
    jobs.run(made["job"])
    here.facts["pack"] = Job.objects.get(pk=made["job"])


def whole_events(here: World, into: Division, people: int = 2) -> None:
    """A .t file of so many and a table of results looked at for a new event, and a file for the empty division."""
    file = ("a.t", t_file(people))
    organiser = access.installation_context(here.organiser, "web")
    made = preview_import(organiser, Installation(), files=[file], name=f"Files {here.event.slug}")
    spare = Division.objects.select_related("event").get(pk=into.pk)
    filling = preview_fill(f.acting(here.organiser, here.event), spare, files=[file])
    table = preview_import(
        organiser, Installation(), files=[("games.csv", TABLE)], name=f"Table {here.event.slug}"
    )
    here.facts["table_preview"] = EventPreview.objects.get(pk=table["id"])
    here.facts["event_preview"] = EventPreview.objects.get(pk=made["id"])
    here.facts["fill_preview"] = EventPreview.objects.get(pk=filling["id"])


def sent_in(here: World) -> None:
    """The closed division as another installation would have sent it, looked at."""
    organiser = access.installation_context(here.organiser, "web")
    signed = bundles.elsewhere(
        making.make(here.event, making.Signature("Ana Cruz", divisions=("closed",))).data
    )
    sent = preview_bundle(organiser, Installation(), data=signed, name="bundle.zip")
    here.facts |= {"bundle": signed, "bundle_preview": EventPreview.objects.get(pk=sent["id"])}


def t_file(people: int) -> bytes:
    """One round of so many, two at a table."""
    lines = (
        f"Amihan{'abcdefghij'[n // 10 % 10]}{'abcdefghij'[n % 10]}, Fe {1900 - n} {n + 1 + (-1) ** n}; {400 - n}\n"
        for n in range(people)
    )
    return "".join(lines).encode()


def copies(here: World) -> None:
    """A copy that was read back, and the job that made it."""
    path = shelf() / f"td-backup-{here.event.slug}.zip"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"a copy")
    read_back.note(path, "0" * 64)
    job = Job.objects.create(
        kind=MAKE, scope="installation", actor="system", actor_name="The program", params={"place": "here"}, status="done"
    )  # fmt: skip
    here.facts |= {"copy": path.name, "backup_job": job}
