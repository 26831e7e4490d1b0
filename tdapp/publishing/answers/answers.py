"""How public answers are sent: for every cache on the way, briefly; compressed; without cookie or session."""

from __future__ import annotations

import hashlib
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.formats import date_format
from django.utils.http import quote_etag

from tdapp.kernel.pages.shells import Public, Tab, division_tabs
from tdapp.publishing.answers import page_titles, preview
from tdapp.publishing.released.fragments import Fragment
from tdapp.publishing.released.parts import Part
from tdapp.publishing.released.public_access import EventDoor

# With the two seconds a page may be late on the server (its digest is a second old, and so is what it was made of)
# a name masked is masked everywhere within four.
MAX_AGE = "public, max-age=2"


def for_all(response: HttpResponse, event: EventDoor) -> HttpResponse:
    """Mark an answer as public and short-lived; a school event's also as nothing for search engines.

    The language may be chosen by a cookie (`kernel.pages.language.choose`), so a cache must tell readers apart by it: else one
    reader's choice is another one's page, and a browser shows the old language once more. Marked `private` instead, the
    page of whoever has no cookie could still be given to one who chose. Nearly no reader has a cookie here: they share
    one copy as before. No session is read for this, and no cookie is set.
    """
    response["Cache-Control"] = MAX_AGE
    patch_vary_headers(response, ("Accept-Language", "Cookie"))
    if event.guarded:
        response["X-Robots-Tag"] = "noindex, nofollow"
    return response


def conditional(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """The answer with an ETag of its own content, or 304 for a client that has it."""
    etag = quote_etag(hashlib.sha256(response.content).hexdigest()[:16])
    response["ETag"] = etag
    return get_conditional_response(request, etag=etag, response=response) or response


def page(
    request: HttpRequest, event: EventDoor, part: Part, fragment: Fragment, shell: Public, of: str = "", told: str = "",
) -> HttpResponse:  # fmt: skip
    """A whole page; with `?v=` only its fragment, or 204 when the reader has it already. `of`: the name of the
    division or school; `told`: what a preview says below its title, where and when without.
    """
    if (seen := request.GET.get("v")) is not None:
        return for_all(poll(fragment, seen, part), event)
    facts: dict[str, Any] = {
        "public": shell, "fragment": fragment, "event": event, "part": part,
        "title": page_titles.whole(fragment.title, of, event.name),
        "preview": preview.of_page(request, event, part, told or where_when(event)),
    }  # fmt: skip
    return for_all(conditional(request, render(request, "publishing/page.html", facts)), event)


def poll(fragment: Fragment, seen: str, part: Part) -> HttpResponse:
    """A page's fragment for who has another version of it, else 204; either says of which version of its part it is."""
    headers = {"X-Version": fragment.token, "X-Part-Version": part.version}
    if seen == fragment.token:
        return HttpResponse(status=204, headers=headers)
    return HttpResponse(fragment.html, headers=headers)


def shell(event: EventDoor, divisions: list[tuple[str, str]], current: str, sections: list[Tab]) -> Public:
    """What surrounds a page: event, place and day, tabs, the "find me" line."""
    return Public(
        event_name=event.name, event_url=f"/t/{event.slug}/", where_when=where_when(event),
        divisions=[Tab(tab.label, tab.url, tab.current) for tab in division_tabs(divisions, current)],
        sections=sections, find_url=f"/t/{event.slug}/find",
        look_url=f"/t/{event.slug}/look.css?v={event.look}" if event.coloured else "",
        logo_url=f"/t/{event.slug}/logo.png?v={event.look}" if event.logo else "",
    )  # fmt: skip


def where_when(event: EventDoor) -> str:
    """Whose it is, place and days: "Lipa Tile Club · Quezon City, 14 March 2026"."""
    first, last = (date_format(day, "j F Y") for day in (event.starts_on, event.ends_on))
    days = first if first == last else f"{first} – {last}"
    where = ", ".join(part for part in (event.venue, days) if part)
    return f"{event.club} · {where}" if event.club else where
