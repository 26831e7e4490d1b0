"""Two numbers that may be one person: the pairs to look at, a merge first seen then done, and taken back."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tdapp.events.models import Entrant
from tdapp.kernel.answers import act, attempt, done, go, posted, refused, sent
from tdapp.kernel.managers import find
from tdapp.kernel.refusals import Refusal
from tdapp.people.models import Player, RatingList
from tdapp.ratings.access import PEOPLE, keeper
from tdapp.ratings.commands import identity
from tdapp.ratings.forms import ReasonForm
from tdapp.ratings.identity import suspects
from tdapp.ratings.views.common import page

HOME = "ratings:people"
MOST_MERGED = 200
WHY = {
    "same": gettext_lazy("same name, same club"),
    "name": gettext_lazy("same name"),
    "near": gettext_lazy("nearly the same name, same club"),
}


@require_safe
def people(request: HttpRequest) -> HttpResponse:
    """Pairs that look like one person, and the merges there were. `?keep=&gone=`: two numbers somebody knows of."""
    ctx = keeper(request, PEOPLE)
    if request.GET.get("keep") or request.GET.get("gone"):
        return _by_numbers(request)
    merged = Player.objects.exclude(merged_into=None).select_related("merged_into", "club")
    facts: dict[str, Any] = {
        "pairs": [(pair, WHY[pair.why]) for pair in suspects()],
        "merged": merged[:MOST_MERGED],
        "undo": ReasonForm(),
    }
    return page(
        request, "people", _("One person, two numbers"), _("Nothing is merged by itself."), ctx=ctx, **facts
    )


def _by_numbers(request: HttpRequest) -> HttpResponse:
    found = [
        Player.objects.filter(number=request.GET.get(name, "").strip()).first() for name in ("keep", "gone")
    ]
    if None in found:
        missing = Refusal("no-player", _("There is no player of one of these numbers."))
        return refused(request, missing, HOME)
    return go("ratings:merge", *(who.pk for who in found if who))


@require_http_methods(["GET", "POST"])
def merge(request: HttpRequest, keep: Any, gone: Any) -> HttpResponse:
    """What a merge would do: entries, lists, who would move; then the reason, and done."""
    ctx = keeper(request, PEOPLE)
    one, other = (find(Player.objects.select_related("club"), pk=pk) for pk in (keep, gone))
    form = ReasonForm(posted(request))
    if sent(request, form) and attempt(
        form, lambda: identity.merge(ctx, one, gone=other.pk, **form.values())
    ):
        return done(request, _("They are one person now; it can be taken back below."), HOME)
    try:
        told = identity.preview_merge(one, other)
    except Refusal as refusal:
        return refused(request, refusal, HOME)
    return page(
        request, "merge", _("Are they one person?"), ctx=ctx, form=form, **_facts(one, other), told=told
    )


def _facts(one: Player, other: Player) -> dict[str, Any]:
    """Both with their entries, and who would move on each list."""
    entries = Entrant.objects.select_related("event", "division").order_by("-event__starts_on")
    moves = [(row, identity.moves_of_merge(row, one, other)) for row in RatingList.objects.order_by("name")]
    both = [(who, entries.filter(player=who)[:20]) for who in (one, other)]
    return {"one": one, "other": other, "both": both, "lists": [pair for pair in moves if pair[1]]}


@require_POST
def separate(request: HttpRequest, gone: Any) -> HttpResponse:
    """Take a merge back."""
    ctx = keeper(request, PEOPLE)
    who = find(Player.objects.select_related("merged_into"), pk=gone)
    reason = request.POST.get("reason", "")
    said = _("They stand by themselves again, each with their own results.")
    return act(request, lambda: identity.separate(ctx, who, reason=reason), said, HOME)
