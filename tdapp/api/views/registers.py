"""The registers of the installation: clubs, rating lists, players; each for whom its pages are."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from tdapp.api.access import at_installation
from tdapp.api.base import Endpoint
from tdapp.api.docs import paged
from tdapp.people.models import ClubHome, Player, RatingList


class ClubShape(s.Serializer[object]):
    id = s.UUIDField()
    slug = s.CharField()
    name = s.CharField()
    kind = s.CharField(help_text="club or school")


class RatingListShape(s.Serializer[object]):
    id = s.UUIDField()
    slug = s.CharField()
    name = s.CharField()
    kind = s.CharField()
    formula = s.CharField()
    public = s.BooleanField()
    version = s.IntegerField(help_text="what `seen` of ratings.edit_list refers to")


class PlayerShape(s.Serializer[object]):
    """A number of the register, without anything private: no birth date, guardian or contact."""

    id = s.UUIDField()
    number = s.CharField()
    surname = s.CharField()
    given = s.CharField()
    club = s.CharField()
    merged_into = s.UUIDField(
        allow_null=True, help_text="the id of the number that counts, where this one does not"
    )


def _club(row: ClubHome) -> dict[str, Any]:
    return {"id": row.pk, "slug": row.slug, "name": row.club.name, "kind": row.club.kind}


def _list(row: RatingList) -> dict[str, Any]:
    return {
        "id": row.pk, "slug": row.slug, "name": row.name, "kind": row.kind, "formula": row.formula, "public": row.public,
        "version": row.version,
    }  # fmt: skip


def _player(row: Player) -> dict[str, Any]:
    return {
        "id": row.pk, "number": row.number, "surname": row.surname, "given": row.given,
        "club": row.club.name if row.club else "", "merged_into": row.merged_into_id,
    }  # fmt: skip


class Clubs(Endpoint):
    @extend_schema(operation_id="clubs", tags=["Clubs"], **paged(ClubShape))
    def get(self, request: Request) -> Response:
        """The clubs and schools that have a home here. Needs `installation.clubs`."""
        at_installation(request, "installation.clubs")
        return self.paged(ClubHome.objects.select_related("club"), "slug", _club)


class RatingLists(Endpoint):
    @extend_schema(operation_id="rating_lists", tags=["Ratings"], **paged(RatingListShape))
    def get(self, request: Request) -> Response:
        """The rating lists. Needs `installation.ratings`."""
        at_installation(request, "installation.ratings")
        return self.paged(RatingList.objects.all(), "slug", _list)


class Players(Endpoint):
    @extend_schema(operation_id="players", tags=["Ratings"], **paged(PlayerShape))
    def get(self, request: Request) -> Response:
        """The players of the register by number. Needs `installation.people`, as the pages that merge them."""
        at_installation(request, "installation.people")
        return self.paged(Player.objects.select_related("club"), "number", _player)
