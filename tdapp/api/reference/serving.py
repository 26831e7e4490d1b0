"""The description as a file, made once a language in each process that is asked, and the page to try it out."""

from __future__ import annotations

import json
import threading
from functools import cache
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from drf_spectacular.plumbing import set_query_parameters
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from tdapp.api import problems
from tdapp.api.access import Session, TokenAuthentication
from tdapp.api.base import Endpoint
from tdapp.api.docs import Generator
from tdapp.api.reference import speaking
from tdapp.kernel.pages.language import SPOKEN, asked_for

_MAKING = threading.Lock()
# The file by language and format: making one takes seconds, of which no request but the first shall wait.
MADE: dict[tuple[str, str], bytes] = {}


@cache
def _english() -> str:
    return json.dumps(Generator().get_schema(None, public=True), default=str)


def english() -> dict[str, Any]:
    """The description as it is made, in English; one's own, to be changed at will."""
    made: dict[str, Any] = json.loads(_english())
    return made


def document(language: str) -> dict[str, Any]:
    """The description in a language; one's own, to be changed at will."""
    with override(language):
        return speaking.translated(english())


def written(language: str, renderer: BaseRenderer) -> bytes:
    """The file in a language and a renderer's format."""
    key = (language, str(renderer.format))
    with _MAKING:
        if key not in MADE:
            made = renderer.render(document(language), renderer_context={})
            MADE[key] = made.encode() if isinstance(made, str) else made
        return MADE[key]


class Schema(SpectacularAPIView):
    """The OpenAPI document, for signed-in people and for programs with a key; `?lang=`, or as pages choose."""

    generator_class = Generator
    authentication_classes = (TokenAuthentication, Session)
    permission_classes = Endpoint.permission_classes

    @extend_schema(exclude=True)
    def get(self, request: Request, *_args: Any, **_kwargs: Any) -> HttpResponse:
        """The file, in the language and format asked for."""
        language = request.GET.get("lang") or get_language() or "en"
        if language not in SPOKEN:
            raise problems.invalid(lang=_("One of %(known)s.") % {"known": ", ".join(sorted(SPOKEN))})
        renderer = request.accepted_renderer
        answer = HttpResponse(written(language, renderer), content_type=renderer.media_type)
        answer["Content-Disposition"] = f'inline; filename="desk-api-{language}.{_ending(renderer)}"'
        answer["Content-Language"] = language
        patch_vary_headers(answer, ("Accept", "Accept-Language", "Cookie"))
        return answer

    def get_exception_handler(self) -> Any:
        return problems.handle


def _ending(renderer: BaseRenderer) -> str:
    return "json" if "json" in str(renderer.media_type) else "yaml"


class Swagger(SpectacularSwaggerSplitView):
    """The document to read and try out, in the reader's language; every file of it comes from this server."""

    authentication_classes = (Session,)
    permission_classes = Endpoint.permission_classes
    template_name = "api/swagger.html"
    url_name = "api:schema"
    url_self = None

    def dispatch(self, request: HttpRequest, *args: Any, **names: Any) -> HttpResponseBase:
        """In the language the address names (`?lang=`), or as pages choose."""
        asked = asked_for(request)
        with override(asked or get_language()):
            answer = super().dispatch(request, *args, **names)
            if not isinstance(answer, Response):
                return answer
            answer.data["query"] = f"?lang={asked}" if asked else ""
            # Drawn here: afterwards the language is another.
            return answer.render()

    def _get_schema_url(self, request: Request) -> str:
        # Named in the address, so that no cache on the way gives one language for the other.
        url: str = super()._get_schema_url(request)
        return str(set_query_parameters(url=url, lang=get_language() or "en"))

    def handle_exception(self, exc: Exception) -> Any:
        """Whoever is not signed in goes to the log-in and back, as from every other page."""
        if isinstance(exc, NotAuthenticated | AuthenticationFailed):
            return redirect_to_login(self.request.get_full_path())
        return super().handle_exception(exc)

    def get_exception_handler(self) -> Any:
        return problems.handle
