"""What several endpoints say of themselves in the OpenAPI document, and what makes it."""

from __future__ import annotations

import threading
from functools import cache
from typing import Any

from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, inline_serializer
from rest_framework import serializers

from tdapp.api.doors import description
from tdapp.api.doors.description import PRINTABLE
from tdapp.api.shapes import shapes

_MAKING = threading.Lock()
KEY = OpenApiParameter(
    "Idempotency-Key",
    PRINTABLE,
    OpenApiParameter.HEADER,
    description="At most 80 characters. The same key gets the same answer, and the work is done once.",
)
IF_MATCH = OpenApiParameter(
    "If-Match",
    {"type": "string", "pattern": '^(W/)?"?[0-9]{1,5}"?$'},
    OpenApiParameter.HEADER,
    description="The version that was looked at, as the table's ETag gave it; or `seen` in the body.",
)
PAGE = [
    OpenApiParameter("cursor", OpenApiTypes.STR, description="from `next` of the answer before"),
    OpenApiParameter(
        "page_size",
        {"type": "integer", "minimum": 1, "maximum": 1000},
        description="1 to 1000, 100 if absent",
    ),
]


def paged(shape: type[serializers.Serializer[Any]], *more: OpenApiParameter) -> dict[str, Any]:
    """The schema of a list paged by cursor, which may take `more` parameters."""
    return {"parameters": [*PAGE, *more], "responses": {200: _page(shape), "4XX": shapes.Problem}}


@cache
def _page(shape: type[serializers.Serializer[Any]]) -> Any:
    """One component for all lists of a shape."""
    fields: dict[str, Any] = {
        "next": serializers.URLField(allow_null=True),
        "previous": serializers.URLField(allow_null=True),
        "results": shape(many=True),
    }
    return inline_serializer(f"PageOf{shape.__name__.removesuffix('Shape')}s", fields)


class Generator(SchemaGenerator):
    """Makes one document at a time.

    While the library makes its first it loads the classes it goes by into tables all threads share: a second thread
    finds one half loaded and fails.
    """

    def get_schema(self, request: Any = None, public: bool = False) -> Any:
        with _MAKING:
            return description.mended(super().get_schema(request, public))
