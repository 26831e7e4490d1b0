"""One event with something of everything in it, so that every address leads somewhere; made twice: own and foreign."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from uuid import uuid4

from django.test import Client

from tdapp.api.commands import create_token
from tdapp.api.models import ApiToken
from tdapp.desk.models import Claim, Result, TableQuestion
from tdapp.desk.pairing.commands import drafting, publishing, release
from tdapp.desk.phones import cookies
from tdapp.desk.phones.commands.phones import find_myself
from tdapp.desk.results.commands import questions
from tdapp.desk.results.commands.claiming import actor_of, report
from tdapp.desk.standings.commands.chances import count_later
from tdapp.events import access
from tdapp.events.members.commands import members
from tdapp.events.models import Division, Event, JoinLink, Round, Table
from tdapp.events.models.library import NamedSet
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
from tdapp.judging.kiosk.session import KIOSK
from tdapp.judging.models import Call, Kiosk, TableLink
from tdapp.judging.phone.commands.table_links import call_by_link, make_links
from tdapp.judging.tables.links import token_of
from tdapp.kernel import clock, jobs
from tdapp.kernel.commands import Installation
from tdapp.kernel.context import Context
from tdapp.kernel.models import Job, User
from tdapp.kernel.permissions import CLUB_ROLES, EVENT_ROLES
from tdapp.publishing.paper.making import make_pack
from tdapp.publishing.paper.pack import Wish as PackWish
from tdapp.publishing.phones import device
from tdapp.publishing.screens.commands.screens import add_screen
from tdapp.scoresheets.access import sheets
from tdapp.scoresheets.editor.commands.closing import finish
from tdapp.scoresheets.editor.commands.writing import create, write
from tdapp.scoresheets.files.commands.photos import attach
from tdapp.scoresheets.models import Sheet
from tdapp.scoresheets.replay.commands.release import release as release_sheet
from tests import factories as f
from tests.contracts import clubs, copied, giving, hall, judges, ratings, signing_in, words
from tests.contracts.incidents import incidents
from tests.interchange import bundles
from tests.scoresheets.pictures import png

PIN = "471193"
ABROAD = "abroad"  # a division that only the foreign event has


@dataclass
class World:
    """An event, who works there, and how an address is filled in."""

    event: Event
    people: dict[str, User]
    divisions: dict[str, Division]
    facts: dict[str, Any] = field(default_factory=dict)

    @property
    def organiser(self) -> User:
        """A director who may also create events."""
        return self.people.get("organiser", self.people["director"])

    def who(self, role: str) -> User:
        """The person with one role here."""
        return self.people[role]


def world(slug: str) -> World:
    """Divisions in every state a round can be in, one person for each role, links and tokens."""
    event = f.event(slug, name=f"Event {slug}", public=True)
    people = {role: f.member(event, role, f"{role}-{slug}") for role in EVENT_ROLES}
    people["organiser"] = f.member(event, "director", f"organiser-{slug}", operator=True)
    home = clubs.club(f"club-{slug}", event)
    people |= {role: f.officer(home, role, f"{role}-{slug}") for role in CLUB_ROLES}
    here = World(event, people, {}, {"home": home})
    for make in (_played, _fresh, _published, _complete, _waiting, _closed, _spare):
        row = make(here)
        here.divisions[row.slug] = Division.objects.select_related("event").get(pk=row.pk)
    _sheets(here)
    _people(here)
    _tokens(here)
    _kiosk(here)
    add_screen(f.program(event), event, name="Front")
    files(here, "Fresh")
    _copies(here)
    whole_events(here, here.divisions["spare"])
    _sent_in(here)
    here.facts |= words.lists(slug)
    here.facts |= ratings.rated(slug, here.divisions["closed"], here.divisions["complete"])
    people["voter"] = here.facts["voter"]
    _judged(here)
    _table_links(here)
    _phones(here)
    organiser = access.installation_context(here.organiser, "web")
    here.facts |= clubs.prepared(home, here.who("club-officer"), organiser)
    giving.demo_made()
    here.facts |= giving.prepared(here.event, f.acting(here.who("director"), here.event), here.divisions)
    here.facts |= copied.prepared(here.event, f.acting(here.who("director"), here.event))
    here.facts |= hall.at_work(here.event, here.divisions["printed"])
    here.facts |= signing_in.prepared(here.who("director"))
    return here


def _played(here: World) -> Division:
    """Round 1 closed and released, round 2 published and half in with a question, round 3 drafted."""
    row = f.division(here.event, "Open")
    f.entrants(row, 8)
    f.play(f.published(row))
    program = f.program(here.event)
    release.close_round(program, _round(row, 1))
    second = f.published(row, f.turned(row, 2), public_at="2026-03-14T01:00:00Z")
    f.enter(f.table(row, row.table_first), 410, 390, by=f.acting(here.who("clerk"), here.event))
    f.enter(f.table(row, row.table_first + 1), 300, 350, by=f.acting(here.who("director"), here.event))
    asked = questions.raise_question(program, f.table(row, row.table_first + 2), text="the spread is wrong")
    here.facts["question"] = TableQuestion.objects.get(pk=asked["question"])
    release.release_standings(program, Division.objects.select_related("event").get(pk=row.pk), after=1)
    here.facts["open_round"] = second
    return row


def _round(of: Division, number: int) -> Round:
    return Round.objects.select_related("division__event").get(division=of, number=number)


def _sheets(here: World) -> None:
    """The papers of the closed round's first table; a finished sheet where nothing is entered yet."""
    papers(here, 1)
    writer = f.acting(here.who("director"), here.event)
    ready = a_sheet(writer, f.table(here.divisions["waiting"], here.divisions["waiting"].table_first + 1))
    finish(writer, ready, seen=ready.version)
    here.facts["agreeing_sheet"] = sheets().get(pk=ready.pk)


def papers(here: World, tables: int) -> None:
    """At the first tables of round 1 a sheet each that is written in; at the very first one more, finished, that differs
    from the result, and a photo.
    """
    writer, row = f.acting(here.who("director"), here.event), here.divisions["open"]
    written = [a_sheet(writer, f.table(row, row.table_first + place, 1)) for place in range(tables)]
    done = a_sheet(writer, f.table(row, row.table_first, 1))
    finish(writer, done, seen=done.version)
    release_sheet(writer, done)
    here.facts |= {
        "sheet": written[0], "finished_sheet": sheets().get(pk=done.pk),
        "photo": attach(writer, written[0], data=png())["photo"],
    }  # fmt: skip


def a_sheet(writer: Context, table: Table, **more: Any) -> Sheet:
    """A sheet with one row."""
    row = sheets().get(table=table, number=create(writer, table)["sheet"])
    turn = {"kind": "score", "seat": 1, "score": 20, **more}
    write(writer, row, operations=[{"op": "add", "row": str(uuid4()), "turn": turn}])
    return sheets().get(pk=row.pk)


def _fresh(here: World) -> Division:
    """No round yet, one entrant not checked in, one private record; the last round is one of team matches."""
    row = f.division(here.event, "Fresh", plan="swiss 1-6, matches 7")
    entrants = [f.entrant(row, number, team="AB"[number % 2]) for number in range(1, 7)]
    absent = f.entrant(row, 7, checked_in_at=None)
    here.facts |= {"entrant": entrants[0], "absent": absent}
    drafting.draft_round_later(
        f.program(here.event), Division.objects.select_related("event").get(pk=row.pk), number=1
    )
    return row


def _published(here: World) -> Division:
    """Round 1 drafted and published through the engine, nothing entered; an entrant who is away."""
    row = f.division(here.event, "Printed")
    f.entrants(row, 6)
    ctx = f.program(here.event)
    told = drafting.draft_round(ctx, Division.objects.select_related("event").get(pk=row.pk), number=1)
    run = _round(row, 1).runs.select_related("round__division__event").get(pk=told["id"])
    publishing.publish_round(ctx, run, seen=told["version"])
    return row


def _complete(here: World) -> Division:
    """Round 1 with every result in, still open; round 2 drafted; a worker was asked who can still win."""
    row = f.division(here.event, "Complete")
    f.entrants(row, 4)
    f.play(f.published(row))
    fresh = Division.objects.select_related("event").get(pk=row.pk)
    told = drafting.draft_round(f.program(here.event), fresh, number=2)
    run = _round(row, 2).runs.select_related("round__division__event").get(pk=told["id"])
    table = told["boards"]["tables"][1]["table"]
    changed = drafting.edit_draft(
        f.program(here.event), run, seen=told["version"], action="lock", table=table
    )
    here.facts["draft"] = changed
    count_later(f.program(here.event), fresh, after=1)
    return row


def _waiting(here: World) -> Division:
    """Two people: one result waits for the second."""
    row = f.division(here.event, "Waiting", confirm_policy="two-people")
    f.entrants(row, 4)
    f.published(row)
    table = f.table(row, row.table_first)
    f.enter(table, 420, 380, by=f.acting(here.who("clerk"), here.event), confirm=False)
    here.facts |= {"waiting": table, "waiting_result": Result.objects.get(table=table)}
    return row


def _closed(here: World) -> Division:
    """Round 1 closed, an entrant away from round 2 on."""
    row = f.division(here.event, "Closed")
    entrants = f.entrants(row, 4)
    f.play(f.published(row))
    release.close_round(f.program(here.event), _round(row, 1))
    away = entrants[0]
    away.absences.create(first=2, kind="withdrawn", intent="forfeit")
    here.facts["away"] = away
    return row


def _spare(here: World) -> Division:
    """Nobody in it, nothing published: an entrant may be moved here."""
    kept = {"rows": ["..."] * 3, "start": "B2"}
    facts = {
        "kind": NamedSet.Kind.BOARD,
        "name": f"Board of {here.event.slug}",
        "scope": here.event.scope_key,
    }
    here.facts["named_set"] = NamedSet.objects.create(content=kept, **facts)
    return f.division(here.event, "Spare")


def _people(here: World) -> None:
    director = f.acting(here.who("director"), here.event)
    link = JoinLink.objects.get(pk=members.invite(director, here.event, role="clerk")["id"])
    other = f.member(here.event, "viewer", f"other-{here.event.slug}")
    helper = f.member(here.event, "clerk", f"helper-{here.event.slug}")
    f.pin(helper, here.event, PIN)
    outsider = f.user(f"outsider-{here.event.slug}")
    here.facts |= {
        "link": link, "token": members.token_of(link), "member": other.memberships.get(), "other": other,
        "helper": helper,
        "outsider": outsider,
    }  # fmt: skip


def _tokens(here: World) -> None:
    director = f.acting(here.who("director"), here.event)
    made = create_token(director, here.event, label="screen", roles=["viewer"])
    here.facts["api_token"] = ApiToken.objects.get(pk=made["id"])


def _judged(here: World) -> None:
    """Two tables of the open round call; the closed division was ruled on by its dictionary and a judge."""
    played, closed, judge = here.divisions["open"], here.divisions["closed"], here.who("judge")
    tables = [f.table(played, played.table_first + place, 2) for place in (3, 1)]
    here.facts |= judges.calls(played, judge, tables)
    edition = here.facts["lexicon"].editions.get(name="2026")
    waiting = here.divisions["waiting"]
    at = [f.table(waiting, waiting.table_first + place) for place in (0, 1)]
    here.facts |= incidents(waiting, judge, at)
    here.facts["ruling"] = judges.rulings(closed, judge, [f.table(closed, closed.table_first)], edition)


def _table_links(here: World) -> None:
    """Each table of a round being played has its link; at the first one the phone has called."""
    row = here.divisions["waiting"]
    told = make_links(f.acting(here.who("judge"), here.event), _round(row, 1))
    links = TableLink.objects.select_related("round__division__event", "table").filter(pk__in=told["links"])
    called, free = links.order_by("table__number")[:2]
    by_phone = Context(f"table:{called.pk}", "Phone", here.event.scope_key, frozenset({"table"}), "web")
    here.facts |= {
        "phone_call": Call.objects.get(pk=call_by_link(by_phone, called, seat=1)["call"]),
        "called_token": token_of(called),
        "table_token": token_of(free),
    }


def _phones(here: World) -> None:
    """A player of the open round reported from his own phone; nobody has agreed yet."""
    row = here.divisions["open"]
    table = f.table(row, row.table_first + 3, 2)
    slot = table.seats.select_related("entrant__division__event", "round__division__event").get(seat=1)
    by_phone = Context(actor_of(slot), "Phone", here.event.scope_key, frozenset({"phone"}), "web")
    here.facts["phone_cookie"] = cookie = uuid4()
    find_myself(by_phone, slot.entrant, cookie=cookie, how="code")
    told = report(by_phone, table, seat=1, scores=(402, 377), sure=True, cookie=cookie)
    here.facts |= {
        "claim": Claim.objects.select_related("table").get(pk=told["claim"]),
        "phone_of": slot.entrant,
    }


def phone_browser(here: World) -> Client:
    """The phone of that player: nobody is signed in at it."""
    client = signed_in(None)
    client.cookies[device.COOKIE] = cookies.signed(here.facts["phone_cookie"])
    return client


def _kiosk(here: World) -> None:
    """A screen at a round being played, quiet for an hour."""
    quiet, director = clock.now() - timedelta(hours=1), here.who("director")
    of = here.divisions["printed"]
    rows = Table.objects.select_related("round__division__event").order_by("-round__number")
    here.facts["kiosk_table"] = rows.filter(round__division=of, number=of.table_first)[0]
    here.facts["kiosk"] = Kiosk.objects.create(
        division=here.divisions["printed"], opened_at=quiet, seen_at=quiet, opened_by=director, label="Screen"
    )


def pin_browser(here: World, role: str) -> Client:
    """A shared laptop that somebody of this role took over by PIN."""
    return f.taken_over(signed_in(None), here.people[role], here.event)


def kiosk_browser(here: World) -> Client:
    """The browser of that screen: nobody is signed in."""
    client = signed_in(None)
    session = client.session
    session[KIOSK] = str(here.facts["kiosk"].pk)
    session.save()
    return client


def files(here: World, division: str, people: int = 1) -> None:
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
    """A .t file of so many looked at for a new event, and one for the empty division."""
    file = ("a.t", t_file(people))
    organiser = access.installation_context(here.organiser, "web")
    made = preview_import(organiser, Installation(), files=[file], name=f"Files {here.event.slug}")
    spare = Division.objects.select_related("event").get(pk=into.pk)
    filling = preview_fill(f.acting(here.organiser, here.event), spare, files=[file])
    here.facts["event_preview"] = EventPreview.objects.get(pk=made["id"])
    here.facts["fill_preview"] = EventPreview.objects.get(pk=filling["id"])


def _sent_in(here: World) -> None:
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


def _copies(here: World) -> None:
    """A copy that was read back, and the job that made it."""
    path = shelf() / f"td-backup-{here.event.slug}.zip"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"a copy")
    read_back.note(path, "0" * 64)
    job = Job.objects.create(
        kind=MAKE, scope="installation", actor="system", actor_name="The program", params={"place": "here"}, status="done"
    )  # fmt: skip
    here.facts |= {"copy": path.name, "backup_job": job}


def foreign_world(slug: str) -> World:
    """The same, with one division more that no other event has."""
    here = world(slug)
    row = f.division(here.event, ABROAD.title())
    f.entrants(row, 4)
    f.play(f.published(row))
    return here


def signed_in(user: User | None) -> Client:
    """A browser of somebody, or of nobody; a crash is a 500 here, as it is outside."""
    client = Client(raise_request_exception=False)
    if user is not None:
        client.force_login(user)
    return client
