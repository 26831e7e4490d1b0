"""The rules topic by topic, for everybody: what a finding links to."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tdapp.events.rules import rule_pages
from tdapp.kernel.pages.shells import Public
from tdapp.kernel.refusals import Missing


@never_cache
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """All topics."""
    return _page(request, rule_pages.INDEX)


@never_cache
@require_safe
def topic(request: HttpRequest, topic: str) -> HttpResponse:
    """One topic."""
    if topic not in rule_pages.topics():
        raise Missing("missing", _("There is no rule page of this name."))
    return _page(request, topic)


def _page(request: HttpRequest, name: str) -> HttpResponse:
    shell = Public(event_name=_("Rules"), event_url=reverse("events:rule_index"), home_url="/")
    facts = {"public": shell, "topic": name, "topics": rule_pages.topics(), "title": rule_pages.title(name)}
    return render(request, "events/rules/rule_page.html", {**facts, "text": rule_pages.shown(name)})
