"""What a page's script sends: a small JSON object, or the fields of a plain form."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from tdapp.kernel.refusals import Refusal

MOST_BYTES = 512 * 1024


def body_of(request: HttpRequest) -> dict[str, Any]:
    """The request's values; Refusal (400, 413) for what is no JSON object or too large."""
    if request.content_type != "application/json":
        return dict(request.POST.items())
    if int(request.headers.get("Content-Length") or 0) > MOST_BYTES:
        raise Refusal("too-large", _("This is larger than any scoresheet."), status=413)
    try:
        found = json.loads(request.body)
    except (ValueError, RecursionError) as error:
        raise Refusal("not-json", _("This is not JSON."), status=400) from error
    if not isinstance(found, dict):
        raise Refusal("not-json", _("This must be a JSON object."), status=400)
    return found


def number_in(body: dict[str, Any], name: str) -> int:
    """A version number; Refusal naming the field for anything else."""
    value = body.get(name)
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 10:
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise Refusal("wrong-value", _("“%(key)s” must be a whole number.") % {"key": name})
    return value


def text_in(body: dict[str, Any], name: str) -> str:
    """A text, empty when it was not sent."""
    value = body.get(name, "")
    if not isinstance(value, str) or len(value) > 300:
        raise Refusal("wrong-value", _("“%(key)s” must be a text of at most 300 characters.") % {"key": name})
    return value
