"""JSON bodies, read strictly and within bounds: what is doubtful is refused with a sentence, never guessed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import IO, Any, NoReturn

from django.utils.translation import gettext as _
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import BaseParser

MOST_BYTES = 64 * 1024
DEEPEST = 20
# No number of this API is longer.
_DIGITS = 20


class TooLarge(APIException):
    """More than any request of this API needs."""

    status_code = 413
    default_code = "too-large"


class StrictJSON(BaseParser):
    """UTF-8 JSON: no NaN, no key twice, no nesting beyond reason, at most `most_bytes`."""

    media_type = "application/json"
    most_bytes = MOST_BYTES

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        body = stream.read(self.most_bytes + 1)
        if len(body) > self.most_bytes:
            raise TooLarge(_("The body is larger than %(most)s KiB.") % {"most": self.most_bytes // 1024})
        return parsed(body)


class SheetJSON(StrictJSON):
    """The same for a scoresheet: at most 1 MiB."""

    most_bytes = 1024 * 1024


class FileJSON(StrictJSON):
    """The same where a file may be in it as base64: at most 12 MiB."""

    most_bytes = 12 * 1024 * 1024


def parsed(body: bytes) -> Any:
    """The value of a JSON body. Raises ParseError with one sentence."""
    try:
        text = body.decode("utf-8")
        value = json.loads(text, object_pairs_hook=_once, parse_int=_whole, parse_constant=_no_constant)
    except RecursionError:
        raise ParseError(_("The JSON is nested too deeply.")) from None
    except ValueError as error:
        raise ParseError(_("This is not JSON as it should be: %(why)s") % {"why": error}) from None
    if _depth(value) > DEEPEST:
        raise ParseError(_("The JSON is nested too deeply."))
    return value


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError(_("a key appears twice"))
    return found


def _whole(text: str) -> int:
    if len(text) > _DIGITS:
        raise ValueError(_("the number %(text)s… is too long") % {"text": text[:_DIGITS]})
    return int(text)


def _no_constant(name: str) -> NoReturn:
    raise ValueError(_("%(name)s is not a number in JSON") % {"name": name})


def _depth(value: Any) -> int:
    """How deep lists and objects are nested, counted no further than needed."""
    level, depth = [value], 0
    while level and depth <= DEEPEST:
        inner = [item for item in level if isinstance(item, dict | list)]
        level = [child for item in inner for child in (item.values() if isinstance(item, dict) else item)]
        depth += bool(inner)
    return depth
