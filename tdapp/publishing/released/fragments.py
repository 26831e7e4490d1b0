"""A page's body as it is sent, and the token by which a page that polls knows it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string


@dataclass(frozen=True, slots=True)
class Fragment:
    """A rendered page body and its token; `title`: what the page is called, where that hangs on what is out."""

    html: str
    token: str
    title: str = ""


def fragment(template: str, facts: dict[str, Any], title: str = "") -> Fragment:
    """A template rendered with `facts`; its token is a digest of what it shows."""
    html = render_to_string(template, facts)
    return Fragment(html, hashlib.sha256(html.encode()).hexdigest()[:12], title)
