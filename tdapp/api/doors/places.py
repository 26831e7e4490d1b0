"""Where what a command acts on has its address: one row a kind of thing, with what is shown of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db import models
from django.utils.translation import gettext as _
from rest_framework.request import Request

from tdapp.api.access import at_club, at_event, at_installation, events_of
from tdapp.api.doors import kinds
from tdapp.api.doors.kinds import Asked, Kind
from tdapp.api.finding import division_of, round_of
from tdapp.api.models import Webhook, WebhookMessage
from tdapp.api.webhooks.places import message_at, webhook_at
from tdapp.clubs.models import Season, SeasonCertificate
from tdapp.desk.models import Claim, PairingRun, Prize, TableQuestion
from tdapp.desk.models.prize_giving import Sponsor
from tdapp.events.models import Announcement, Division, Entrant, Event, Leaving, RollCall, Round, Table
from tdapp.interchange.models import RosterPreview
from tdapp.judging.models import Call, Ruling
from tdapp.judging.models.incidents import Incident, IncidentPhoto
from tdapp.kernel.commands import Installation
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find
from tdapp.kernel.models import Job
from tdapp.kernel.refusals import Missing
from tdapp.people.models import ClubHome, ClubMember, Player, RatingList
from tdapp.publishing.models import HallScreen, PushPlace
from tdapp.ratings import access
from tdapp.scoresheets.models import Photo, Sheet

Found = tuple[Context, Any]
EVENT = "v1/events/<slug:event>"
DIVISION = f"{EVENT}/divisions/<slug:division>"
ROUND = f"{DIVISION}/rounds/<small:number>"
TABLE = f"{ROUND}/tables/<small:table>"
CLUB = "v1/clubs/<slug:club>"
WEBHOOK = "v1/webhooks/<uuid:pk>"


@dataclass(frozen=True, slots=True)
class Place:
    """One kind of thing. `find(request, needs, **names of its address)`: the caller's context and the row, or Missing.

    `tag` groups its operations in the description.
    """

    name: str
    of: type[Any]
    path: str
    tag: str
    find: Callable[..., Found]


@dataclass(frozen=True, slots=True)
class Thing:
    """A collection of rows with ids, at an event (`at` None), at a club, or of the installation.

    `shows`: the columns that are answered, of nobody's private data; none: it is not listed. `look`: what seeing it takes.
    """

    name: str
    of: type[models.Model]
    look: str
    shows: tuple[str, ...] = ()
    where: str = "event"
    order: str = "id"


def _event(request: Request, needs: str, event: str) -> Found:
    return at_event(request, event, needs)


def _division(request: Request, needs: str, event: str, division: str) -> Found:
    ctx, row = at_event(request, event, needs)
    return ctx, division_of(row, division)


def _round(request: Request, needs: str, event: str, division: str, number: int) -> Found:
    ctx, row = at_event(request, event, needs)
    return ctx, round_of(row, division, number)


def _draft(request: Request, needs: str, event: str, division: str, number: int) -> Found:
    ctx, row = at_event(request, event, needs)
    rows = PairingRun.objects.select_related("round__division__event").filter(status="draft")
    here = {"round__division__event": row, "round__division__slug": division, "round__number": number}
    return ctx, find(rows, **here)


def _table(request: Request, needs: str, event: str, division: str, number: int, table: int) -> Found:
    ctx, row = at_event(request, event, needs)
    tables = round_of(row, division, number).tables.select_related("round__division__event")
    return ctx, find(tables, number=table)


def _entrant(request: Request, needs: str, event: str, division: str, entrant: int) -> Found:
    ctx, row = at_event(request, event, needs)
    rows = Entrant.objects.select_related("division__event", "club", "player")
    return ctx, find(rows, division__event=row, division__slug=division, number=entrant)


def _sheet(
    request: Request, needs: str, event: str, division: str, number: int, table: int, sheet: int
) -> Found:
    ctx, at = _table(request, needs, event, division, number, table)
    return ctx, find(Sheet.objects.select_related("table__round__division__event"), table=at, number=sheet)


def _installation(request: Request, needs: str) -> Found:
    return at_installation(request, needs), Installation()


def _rating_list(request: Request, needs: str, slug: str) -> Found:
    ctx = at_installation(request, needs)
    row = find(RatingList.objects.all(), slug=slug)
    return access.at(ctx, row), row


def _player(request: Request, needs: str, player: str) -> Found:
    return at_installation(request, needs), find(Player.objects.all(), number=player)


def _club(request: Request, needs: str, club: str) -> Found:
    return at_club(request, club, needs)


PLACES = (
    Place("installation", Installation, "v1", "Installation", _installation),
    Place("event", Event, EVENT, "Events", _event),
    Place("division", Division, DIVISION, "Divisions", _division),
    Place("round", Round, ROUND, "Rounds", _round),
    Place("draft", PairingRun, f"{ROUND}/draft", "Rounds", _draft),
    Place("table", Table, TABLE, "Tables", _table),
    Place("entrant", Entrant, f"{DIVISION}/entrants/<small:entrant>", "Players of an event", _entrant),
    Place("sheet", Sheet, f"{TABLE}/scoresheets/<small:sheet>", "Scoresheets", _sheet),
    Place("rating_list", RatingList, "v1/rating-lists/<slug:slug>", "Ratings", _rating_list),
    Place("player", Player, "v1/players/<slug:player>", "Ratings", _player),
    Place("club", ClubHome, CLUB, "Clubs", _club),
    Place("webhook", Webhook, WEBHOOK, "Webhooks", webhook_at),
    Place("message", WebhookMessage, f"{WEBHOOK}/messages/<uuid:message>", "Webhooks", message_at),
)
THINGS = (
    Thing("announcements", Announcement, "event.view",
          ("id", "division", "text", "text_fil", "place", "posted_at", "until", "taken_down_at"), order="posted_at"),
    Thing("calls", Call, "judge.rule", ("id", "table", "state", "version", "called_at", "taken_at", "closed_at"),
          order="called_at"),
    Thing("certificates", SeasonCertificate, "club.edit", ("id", "season", "season_name", "made_at", "withdrawn_at"),
          where="club", order="made_at"),
    Thing("claims", Claim, "result.enter", ("id", "table", "seat", "state", "scores", "before", "at"), order="at"),
    Thing("incidents", Incident, "incident.report",
          ("id", "number", "kind", "state", "version", "division", "table", "turn", "text", "deadline", "at", "by_name"),
          order="number"),
    Thing("incident-photos", IncidentPhoto, "incident.report"),
    Thing("jobs", Job, "event.view",
          ("id", "kind", "status", "done", "total", "message", "created_at", "finished_at"), order="-created_at"),
    Thing("leavings", Leaving, "roster.edit", ("id", "late", "at", "by", "undone_at"), order="at"),
    Thing("members", ClubMember, "club.members", ("id", "number", "since", "paid_until", "version"), where="club"),
    Thing("photos", Photo, "sheet.view"),
    Thing("prizes", Prize, "prize.edit",
          ("id", "division", "order", "kind", "title", "klass", "first", "places", "ties", "breakers", "best", "version"),
          order="order"),
    Thing("questions", TableQuestion, "result.view", ("id", "table", "kind", "text", "at", "resolved_at", "answer"),
          order="at"),
    Thing("roll-calls", RollCall, "checkin.edit", ("id", "opened_at", "closed_at"), order="opened_at"),
    Thing("rosters", RosterPreview, "roster.import", ("id", "status", "name", "division", "sheet", "digest", "counts", "made_at"),
          order="made_at"),
    Thing("ruled", Ruling, "judge.rule"),
    Thing("screens", HallScreen, "standings.release",
          ("id", "slug", "name", "show", "divisions", "zoom", "theme", "language", "seconds", "version"), order="slug"),
    Thing("seasons", Season, "club.view",
          ("id", "slug", "name", "starts_on", "ends_on", "best", "school_best", "public", "version"), where="club",
          order="slug"),
    Thing("sponsors", Sponsor, "prize.edit", ("id", "name", "width", "height", "added_at"), order="added_at"),
    Thing("websites", PushPlace, "event.edit",
          ("id", "name", "kind", "base", "by_itself", "down", "sent_at", "failing_since", "version"), order="name"),
)  # fmt: skip
BY_NAME = {thing.name: thing for thing in THINGS}
# How the rows of a thing lie within the scope their command acts in; those not here have the column itself.
WITHIN = {
    "calls": "table__round__division__event", "claims": "table__round__division__event",
    "questions": "table__round__division__event", "ruled": "division__event",
    "photos": "sheet__table__round__division__event", "incident-photos": "incident__event",
}  # fmt: skip


def rows_of(thing: Thing, ctx: Context, at: Any) -> models.QuerySet[Any]:
    """A thing's rows at an event or club; jobs are those the caller asked for."""
    if thing.of is Job:
        return Job.objects.filter(scope=ctx.scope, actor=ctx.actor)
    if thing.where == "club":
        return thing.of._default_manager.filter(club=at.club_id)
    return thing.of._default_manager.filter(**{WITHIN.get(thing.name, "event"): at})


def thing_of(name: str, where: str) -> Thing:
    """The thing of this name, or Missing."""
    thing = BY_NAME.get(name)
    if thing is None or thing.where != where:
        raise Missing("missing", _("There is no such thing here."))
    return thing


def finder(thing: Thing) -> Callable[..., Found]:
    """How one of a thing's rows is found."""

    def find_one(request: Request, needs: str, pk: Any, **names: Any) -> Found:
        at: Any
        if thing.where == "club":
            ctx, at = at_club(request, names["club"], needs)
        else:
            ctx, at = at_event(request, names["event"], needs)
        return ctx, find(rows_of(thing, ctx, at), pk=pk)

    return find_one


def place_of(thing: Thing) -> Place:
    """A thing's rows as a place commands act at."""
    base, tag = (CLUB, "Clubs") if thing.where == "club" else (EVENT, "Things of an event")
    return Place(thing.name, thing.of, f"{base}/{thing.name}/<uuid:pk>", tag, finder(thing))


BY_TARGET: dict[type[Any], Place] = {
    **{place.of: place for place in PLACES},
    **{thing.of: place_of(thing) for thing in THINGS},
}  # fmt: skip


def _of_event(rows: Callable[[Any], models.QuerySet[Any]], key: str, schema: kinds.JsonSchema) -> Kind:
    """A row of the event the command acts at, by its key."""

    def read(value: Any, asked: Asked) -> Any:
        found = (
            rows(asked.event).filter(**{key: _key(value, schema)}).first()
            if asked.event is not None
            else None
        )
        if found is None:
            raise kinds.NotHere([_("There is no such thing here.")])
        return found

    return Kind(schema, read)


def _key(value: Any, schema: kinds.JsonSchema) -> Any:
    kind = kinds.ID if schema.get("format") == "uuid" else kinds.TEXT
    return kind.read(value, None)  # type: ignore[arg-type]


def _read_event(value: Any, asked: Asked) -> Event:
    found: Event | None = events_of(asked.request).filter(slug=kinds.TEXT.read(value, asked)).first()
    if found is None:
        raise kinds.NotHere([_("There is no such event here.")])
    return found


SLUG = {"type": "string", "pattern": "^[-a-zA-Z0-9_]+$"}
kinds.MODEL_KINDS.update(
    {
        Event: Kind(SLUG, _read_event),
        Division: _of_event(lambda event: event.divisions.select_related("event"), "slug", SLUG),
        Entrant: _of_event(lambda event: event.entrants.select_related("division__event"), "pk", kinds.ID.schema),
        Table: _of_event(
            lambda event: Table.objects.filter(round__division__event=event).select_related("round__division__event"),
            "pk", kinds.ID.schema,
        ),
    }
)  # fmt: skip
