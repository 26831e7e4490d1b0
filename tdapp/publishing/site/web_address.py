"""Where a site will be found: an address somebody types, and how it is read."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tdapp.kernel.refusals import Refusal

MOST = 200
# As people write it: a name with a dot and no `https://`, which no browser lets through in a field for addresses.
_BARE = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?(/.*)?", re.ASCII | re.IGNORECASE)
PREVIEWS = gettext_lazy(
    "Such as https://results.example.org. For previews, the feed and search engines; pages work without it."
)


def field(label: Any, told: Any = PREVIEWS) -> forms.CharField:
    """Where it is typed; it may stay empty."""
    widget = forms.TextInput(attrs={"autocomplete": "url", "inputmode": "url"})
    return forms.CharField(label=label, required=False, max_length=MOST, help_text=told, widget=widget)


def read(text: str) -> str:
    """The address with `https://` where none was typed and without a slash at its end, "" for nothing.

    Refuses 422 what no page can lie below.
    """
    text = text.strip()
    if not text:
        return ""
    if _BARE.fullmatch(text):
        text = f"https://{text}"
    try:
        parts = urlsplit(text)
        good = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        good = False
    if (
        not good
        or parts.query
        or parts.fragment
        or len(text) > MOST
        or any(sign in text for sign in " <>\"'\\")
        or not text.isprintable()
    ):
        sentence = _("“%(text)s” is no address of a website; write it like https://results.example.org.")
        raise Refusal("bad-address", sentence % {"text": text[:80]})
    return text.rstrip("/")
