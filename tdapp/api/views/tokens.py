"""The event's tokens: seen, made and revoked by a signed-in director; a token cannot make tokens."""

from __future__ import annotations

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tdapp.api.access import Session, at_event
from tdapp.api.base import Endpoint
from tdapp.api.commands import create_token, revoke_token, token_of
from tdapp.api.docs import KEY, paged
from tdapp.api.models import ApiToken
from tdapp.api.shapes import as_data, shapes
from tdapp.kernel.managers import find


class Tokens(Endpoint):
    authentication_classes = (Session,)

    @extend_schema(operation_id="tokens", **paged(shapes.TokenShape))
    def get(self, request: Request, event: str) -> Response:
        """The event's tokens, newest first, each by its prefix."""
        _ctx, row = at_event(request, event, "member.manage")
        return self.paged(ApiToken.objects.filter(event=row), ("-created_at", "id"), as_data.token)

    @extend_schema(
        operation_id="create_token",
        parameters=[KEY],
        request=shapes.NewToken,
        responses={201: shapes.MadeToken, "4XX": shapes.Problem},
    )
    def post(self, request: Request, event: str) -> Response:
        """Make a token. The answer shows it, this once."""
        ctx, row = at_event(request, event, "member.manage")
        told = create_token(ctx, row, **self.read(shapes.NewToken))
        made = find(ApiToken.objects.filter(event=row), pk=told["id"])
        return Response({**told, "token": token_of(made)}, status=201, headers={"Cache-Control": "no-store"})


class OneToken(Endpoint):
    authentication_classes = (Session,)

    @extend_schema(
        operation_id="revoke_token",
        parameters=[KEY],
        responses={200: shapes.RevokedToken, "4XX": shapes.Problem},
    )
    def delete(self, request: Request, event: str, token: UUID) -> Response:
        """Revoke a token; it stops working at once."""
        ctx, row = at_event(request, event, "member.manage")
        return Response(revoke_token(ctx, find(ApiToken.objects.filter(event=row), pk=token)))
