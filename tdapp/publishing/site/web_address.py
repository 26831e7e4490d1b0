"""Where a site will be found: an address somebody types, and how it is read."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tdapp.kernel.refusals import Refusal

MOST = 200
PREVIEWS = gettext_lazy(
    "Such as https://results.example.org. For previews, the feed and search engines; pages work without it."
)


def field(label: Any, told: Any = PREVIEWS) -> forms.CharField:
    """Where it is typed; it may stay empty."""
    widget = forms.URLInput(attrs={"autocomplete": "url"})
    return forms.CharField(label=label, required=False, max_length=MOST, help_text=told, widget=widget)


def read(text: str) -> str:
    """The address without a slash at its end, "" for nothing. Refuses 422 what no page can lie below."""
    text = text.strip()
    if not text:
        return ""
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
