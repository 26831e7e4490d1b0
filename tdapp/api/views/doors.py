"""One view for every command: find what it acts on, read its arguments, run it. And what there is, as rows."""

from __future__ import annotations

import re
from typing import Any, ClassVar

from django.db import DataError
from django.http import HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response

from core import canonical
from tdapp.api import problems
from tdapp.api.access import at_club, at_event
from tdapp.api.base import Endpoint
from tdapp.api.doors import kinds, operations
from tdapp.api.doors.kinds import Asked, Kind
from tdapp.api.doors.operations import Operation
from tdapp.api.doors.places import BY_TARGET, Place, Thing, finder, place_of, rows_of, thing_of
from tdapp.api.doors.which import JOB_KINDS
from tdapp.api.parsing import FileJSON, StrictJSON
from tdapp.desk.models import PairingRun
from tdapp.desk.pairing.commands.drafting import answer_of
from tdapp.desk.pairing.draft_page import outcome_of
from tdapp.events.models import Event
from tdapp.interchange.commands.export import KIND
from tdapp.interchange.commands.export import place_of as file_of
from tdapp.interchange.exports.render import FORMATS, Wish
from tdapp.kernel.commands import Installation
from tdapp.kernel.managers import find
from tdapp.kernel.models import Job
from tdapp.kernel.permissions import require
from tdapp.kernel.refusals import Missing, Refusal

DRAFT = BY_TARGET[PairingRun]
ETAG = re.compile(r'(?:W/)?"?([-\w]{1,64})"?', re.ASCII)


class Do(Endpoint):
    """`POST {place}/commands/{intent}`: the command of that name on the thing of that address."""

    place: ClassVar[Place | None] = None

    def get_parsers(self) -> list[BaseParser]:
        """A body may be large only where a file may be in it."""
        found = operations.table()[0].get(self.kwargs.get("intent", ""))
        return [FileJSON() if found is not None and found.large else StrictJSON()]

    @extend_schema(exclude=True)
    def post(self, request: Request, intent: str, **names: Any) -> Response:
        """Run it. 200 with what it answered, 202 when a worker goes on with it; a refusal changes nothing."""
        assert self.place is not None
        return self.answer(request, _operation(intent, self.place), names)

    def answer(self, request: Request, operation: Operation, names: dict[str, Any]) -> Response:
        """Find the row, read the body, run the command."""
        ctx, target = operation.place.find(request, operation.needs, **names)
        if isinstance(target, Job) and target.kind not in JOB_KINDS.get(operation.intent, ()):
            raise Missing("missing", _("There is no such thing here."))
        asked = Asked(request, _event_of(target))
        what = kinds.read_fields(_body(request, operation), operation.takes, operation.needed, asked)
        try:
            told = canonical.plain(operation.run(ctx, target, **what))
        except (DataError, OverflowError) as error:
            sentence = _("A number or a text is larger than can be kept.")
            raise Refusal("out-of-range", sentence, status=422) from error
        status = 202 if told.get("job") else 200
        version = told.get("version")
        headers = {"ETag": f'"{version}"'} if version is not None else {}
        # What is shown once is kept by nobody on the way.
        headers |= {"Cache-Control": "no-store"} if "secret" in told else {}
        return Response(told, status=status, headers=headers)


def _operation(intent: str, place: Place) -> Operation:
    found = operations.at_place(intent, place)
    if found is None:
        raise Missing("no-command", _("There is no command of this name here."))
    return found


def _event_of(target: Any) -> Event | None:
    """The event of what a command acts on: its own rows are all that its arguments may name."""
    if isinstance(target, Event):
        return target
    scope = "" if isinstance(target, Installation) else str(target.scope_key)
    kind, _colon, key = scope.partition(":")
    return Event.objects.filter(pk=key).first() if kind == "event" else None


def _body(request: Request, operation: Operation) -> dict[str, Any]:
    """What was sent; `seen` may come as If-Match."""
    body = request.data
    if not isinstance(body, dict):
        raise problems.invalid(body=_("A JSON object."))
    header = request.headers.get("If-Match") if "seen" in operation.takes else None
    # One that is no ETag is told so also where the body says what was seen.
    seen = None if header is None else _of_header(header, operation.takes["seen"])
    if seen is None and "seen" in operation.needed - body.keys():
        sentence = _("Say which version you saw: as “seen”, or as If-Match.")
        raise Refusal("nothing-seen", sentence, status=428)
    return body if seen is None or "seen" in body else {**body, "seen": seen}


def _of_header(header: str, kind: Kind) -> int | str:
    """The version an ETag names."""
    match = ETAG.fullmatch(header.strip())
    number = kind.schema.get("type") == "integer"
    if match is None or (number and not (match[1].isdigit() and len(match[1]) < 10)):
        raise problems.invalid(If_Match=_("This is not an ETag."))
    return int(match[1]) if number else match[1]


class DoThing(Do):
    """The same for a thing of an event or a club, by its id."""

    where: ClassVar[str] = "event"

    @extend_schema(exclude=True)
    def post(self, request: Request, intent: str, **names: Any) -> Response:
        thing = thing_of(names.pop("thing"), self.where)
        return self.answer(request, _operation(intent, place_of(thing)), names)


class Things(Endpoint):
    """The rows of a kind, in their order."""

    where: ClassVar[str] = "event"

    @extend_schema(exclude=True)
    def get(self, request: Request, thing: str, **names: str) -> Response:
        found = _listed(thing, self.where)
        ctx, at = _whose(self.where)(request, *names.values(), found.look)
        order = (found.order,) if found.order == "id" else (found.order, "id")
        return self.paged(rows_of(found, ctx, at), order, lambda row: told(found, row))


class OneThing(Endpoint):
    """One row of a kind."""

    where: ClassVar[str] = "event"

    @extend_schema(exclude=True)
    def get(self, request: Request, thing: str, pk: Any, **names: str) -> Response:
        found = _listed(thing, self.where)
        _ctx, row = finder(found)(request, found.look, pk, **names)
        version = getattr(row, "version", None)
        return Response(told(found, row), headers={"ETag": f'"{version}"'} if version is not None else {})


def _listed(name: str, where: str) -> Thing:
    found = thing_of(name, where)
    if not found.shows:
        raise Missing("missing", _("There is no such thing here."))
    return found


def _whose(where: str) -> Any:
    return at_club if where == "club" else at_event


def told(thing: Thing, row: Any) -> dict[str, Any]:
    """A row as it is answered: another row by its id."""
    return {
        name: getattr(row, f"{name}_id" if thing.of._meta.get_field(name).is_relation else name)
        for name in thing.shows
    }


class Draft(Endpoint):
    @extend_schema(exclude=True)
    def get(self, request: Request, **names: Any) -> Response:
        """The draft of a round, as the commands on it answer, with what was counted for it. The ETag is its version."""
        _ctx, run = DRAFT.find(request, "pair.draft", **names)
        told = {**answer_of(run), "study": outcome_of(run).get("study")}
        return Response(canonical.plain(told), headers={"ETag": f'"{run.version}"'})


class File(Endpoint):
    @extend_schema(exclude=True)
    def get(self, request: Request, event: str, pk: Any) -> HttpResponse:
        """The file of an export whose job is done, for who may see what is in it."""
        ctx, row = at_event(request, event, "export.run")
        job = find(Job.objects.filter(scope=row.scope_key, kind=KIND), pk=pk)
        wish = Wish(**job.params["wish"])
        require(ctx, wish.needs)
        try:
            data = file_of(job).read_bytes()
        except OSError:
            raise Missing("file-gone", _("This file is no longer kept. Export it again.")) from None
        name = {"Content-Disposition": f'attachment; filename="{job.params["file"]}"'}
        return HttpResponse(data, FORMATS[wish.format], headers=name)
