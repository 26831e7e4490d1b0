"""The page of a school or club, for its coach and the parents."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tdapp.publishing.answers import answers
from tdapp.publishing.phones import schools
from tdapp.publishing.released import parts, public_access

MOST_TYPED = 120


@require_safe
def school(request: HttpRequest, event: str) -> HttpResponse:
    """`?of=`: one school's players, their tables, opponents and released records; without it, all schools."""
    door = public_access.open_event(event)
    name = request.GET.get("of", "").replace("\0", "")[:MOST_TYPED]
    part = parts.of_whole(door)
    fragment = schools.of_event(door, name)
    return answers.page(
        request, door, part, fragment, answers.shell(door, [], "", []), name or _("Schools and clubs")
    )
