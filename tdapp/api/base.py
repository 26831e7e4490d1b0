"""What every endpoint shares: who may ask, how often, how bodies are read, how errors are told, how lists are paged."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.exceptions import ValidationError as ModelError
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated, NotFound
from rest_framework.pagination import CursorPagination
from rest_framework.permissions import IsAuthenticated
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from tdapp.api import problems
from tdapp.api.access import Callers, Session, Strangers, TokenAuthentication
from tdapp.api.parsing import StrictJSON


class Paging(CursorPagination):
    """`?cursor=` as the last answer's `next` gave it; `?page_size=` up to 1,000."""

    page_size = 100
    max_page_size = 1000
    page_size_query_param = "page_size"

    def get_page_size(self, request: Request) -> int:
        """As it was asked for; 400 for what is no number of rows, instead of a guess."""
        typed = request.query_params.get("page_size")
        if typed is None:
            return int(self.page_size)
        if not (
            typed.isascii() and typed.isdigit() and len(typed) <= 4 and 1 <= int(typed) <= self.max_page_size
        ):
            sentence = _("A whole number from %(least)s to %(most)s.")
            raise serializers.ValidationError(
                {"page_size": [sentence % {"least": 1, "most": self.max_page_size}]}
            )
        return int(typed)


class Endpoint(APIView):
    """Base of all views. Bodies go through `read`, lists through `paged`; writes go through a command, always."""

    authentication_classes: tuple[type[BaseAuthentication], ...] = (TokenAuthentication, Session)
    permission_classes = (IsAuthenticated,)
    parser_classes = (StrictJSON,)
    renderer_classes = (JSONRenderer,)
    throttle_classes = (Callers,)

    def perform_authentication(self, request: Request) -> None:
        """As usual; who fails is counted by address, so that guessing is slow."""
        try:
            super().perform_authentication(request)
            if not request.user.is_authenticated:
                raise NotAuthenticated
        except (AuthenticationFailed, NotAuthenticated):
            self._slow_down(request, Strangers())
            raise

    def _slow_down(self, request: Request, throttle: BaseThrottle) -> None:
        if not throttle.allow_request(request, self):
            self.throttled(request, throttle.wait() or 0)

    def get_exception_handler(self) -> Callable[..., Response | None]:
        return problems.handle

    def read(self, kind: type[serializers.Serializer[Any]]) -> dict[str, Any]:
        """The body's values, checked. Refuses with one sentence a mistake, unknown fields among them."""
        form = kind(data=self.request.data)
        if isinstance(self.request.data, dict) and (unknown := set(self.request.data) - set(form.fields)):
            raise serializers.ValidationError(
                {name: [_("There is no such field.")] for name in sorted(unknown)}
            )
        form.is_valid(raise_exception=True)
        return dict(form.validated_data)

    def paged(
        self, rows: QuerySet[Any], order: str | tuple[str, ...], tell: Callable[[Any], Any]
    ) -> Response:
        """One page of rows, told one by one; `order` must be unique among them."""
        paging = Paging()
        paging.ordering = order
        try:
            page = paging.paginate_queryset(rows, self.request, view=self) or []
        except (ValueError, ModelError) as error:
            # A cursor is our own writing; one that names no possible place was made by hand.
            raise NotFound(_("Invalid cursor")) from error
        return paging.get_paginated_response([tell(row) for row in page])


def whole_number(request: Request, name: str, otherwise: int) -> int:
    """A query parameter as a number from 0 to 999; 400 for anything else."""
    typed = request.query_params.get(name, "")
    if not typed:
        return otherwise
    if not (typed.isascii() and typed.isdigit() and len(typed) <= 3):
        raise problems.invalid(**{name: _("A whole number from 0 to 999.")})
    return int(typed)
