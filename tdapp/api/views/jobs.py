"""Long work outside events: of the installation and of clubs, each for whom the page is that shows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from tdapp.api.access import at_club, at_installation, outside_events
from tdapp.api.base import Endpoint
from tdapp.api.docs import paged
from tdapp.api.shapes import shapes
from tdapp.clubs.commands import taking
from tdapp.events.models import as_data
from tdapp.events.setup import demo_job
from tdapp.interchange.commands import backups
from tdapp.kernel.managers import find
from tdapp.kernel.models import Job
from tdapp.kernel.permissions import can
from tdapp.ratings.runs.commands import batches

# What the page of each kind asks for; a kind without a page (a letter, a message to a program) is shown to nobody.
PAGES: Mapping[str, str] = {
    batches.RATE_JOB: "installation.ratings",
    batches.FORESEE_JOB: "installation.ratings",
    batches.MERGE_JOB: "installation.people",
    demo_job.KIND: demo_job.NEEDS,
    **dict.fromkeys(backups.KINDS, "installation.backup"),
}
SHOWN = ("id", "kind", "status", "done", "total", "message", "created_at", "finished_at")
ORDER = ("-created_at", "id")


class JobShape(s.Serializer[object]):
    """How far long work is."""

    id = s.UUIDField()
    kind = s.CharField(help_text="ratings.rate, club.file, ...")
    status = s.CharField(help_text="queued, running, done, failed or cancelled")
    done = s.IntegerField(help_text="of `total` steps; 0 of 0: nobody can say")
    total = s.IntegerField()
    message = s.CharField(help_text="where it is, or what went wrong, as a sentence")
    created_at = s.DateTimeField()
    finished_at = s.DateTimeField(allow_null=True)


def told(row: Job) -> dict[str, Any]:
    """A job without what it was told to do: names of people may stand there."""
    return as_data(row, *SHOWN)


class OfInstallation(Endpoint):
    @extend_schema(operation_id="jobs_wide", tags=["Installation"], **paged(JobShape))
    def get(self, request: Request) -> Response:
        """Jobs outside events and clubs, of the kinds whose pages the caller may see."""
        ctx = outside_events(request)
        seen = [kind for kind, needs in PAGES.items() if can(ctx, needs)]
        if not seen:
            at_installation(request, "installation.create_event")
        return self.paged(Job.objects.filter(kind__in=seen), ORDER, told)


class OneOfInstallation(Endpoint):
    @extend_schema(
        operation_id="one_of_jobs_wide",
        tags=["Installation"],
        responses={200: JobShape, "4XX": shapes.Problem},
    )
    def get(self, request: Request, pk: UUID) -> Response:
        """One of them. Needs what its page needs: `installation.ratings`, `installation.people`, `installation.backup`."""
        row = find(Job.objects.filter(kind__in=PAGES), pk=pk)
        at_installation(request, PAGES[row.kind])
        return Response(told(row))


class OfClub(Endpoint):
    @extend_schema(operation_id="jobs_club", tags=["Clubs"], **paged(JobShape))
    def get(self, request: Request, club: str) -> Response:
        """The files a club had made of its data. Needs `club.officers`."""
        return self.paged(_of_club(request, club), ORDER, told)


class OneOfClub(Endpoint):
    @extend_schema(
        operation_id="one_of_jobs_club", tags=["Clubs"], responses={200: JobShape, "4XX": shapes.Problem}
    )
    def get(self, request: Request, club: str, pk: UUID) -> Response:
        """One of them. Needs `club.officers`."""
        return Response(told(find(_of_club(request, club), pk=pk)))


def _of_club(request: Request, club: str) -> QuerySet[Job]:
    _ctx, home = at_club(request, club, taking.NEEDS)
    return taking.jobs_of(home)
