"""Two numbers that may be one person: the pairs to look at, a merge first seen then done, and taken back."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tdapp.events.models import Entrant
from tdapp.kernel.managers import find
from tdapp.kernel.models import Job
from tdapp.kernel.pages.answers import act, attempt, done, go, posted, refused, sent
from tdapp.kernel.refusals import Refusal
from tdapp.people.forms import PlayerNameForm
from tdapp.people.models import Player, RatingList
from tdapp.people.names import listed_name
from tdapp.ratings.access import PEOPLE, keeper
from tdapp.ratings.identity.commands import identity, names
from tdapp.ratings.identity.suspects import players_of, suspects
from tdapp.ratings.keeping.forms import ReasonForm
from tdapp.ratings.models import TwoPeople
from tdapp.ratings.runs.commands import batches
from tdapp.ratings.screens import page

HOME, JOB = "ratings:people", "ratings:merge_job"
MOST_MERGED, A_PAGE = 200, 50
WHY = {
    "same": gettext_lazy("same name, same club"),
    "name": gettext_lazy("same name"),
    "near": gettext_lazy("nearly the same name, same club"),
}


@require_safe
def people(request: HttpRequest) -> HttpResponse:
    """Pairs that look like one person, and the merges there were. `?keep=&gone=`: two numbers somebody knows of;
    `?number=`: one whose name is misspelt.
    """
    ctx = keeper(request, PEOPLE)
    if request.GET.get("number"):
        return _by_number(request)
    if request.GET.get("keep") or request.GET.get("gone"):
        return _by_numbers(request)
    found = Paginator(suspects(), A_PAGE).get_page(request.GET.get("page"))
    merged = Player.objects.exclude(merged_into=None).select_related("merged_into", "club")
    facts: dict[str, Any] = {
        "page": found,
        "pairs": [(one, other, WHY[why]) for one, other, why in players_of(found.object_list)],
        "merged": merged[:MOST_MERGED],
        "two": TwoPeople.objects.select_related("one", "other")[:MOST_MERGED],
        "undo": ReasonForm(),
        "job": identity.merging(),
    }
    return page(
        request,
        "identity/people",
        _("One person, two numbers"),
        _("Nothing is merged by itself."),
        ctx=ctx,
        **facts,
    )


def _by_number(request: HttpRequest) -> HttpResponse:
    who = Player.objects.filter(number=request.GET["number"].strip()).first()
    if who is None:
        return refused(request, Refusal("no-player", _("There is no player of this number.")), HOME)
    return go("ratings:player_name", who.pk)


def _by_numbers(request: HttpRequest) -> HttpResponse:
    found = [
        Player.objects.filter(number=request.GET.get(name, "").strip()).first() for name in ("keep", "gone")
    ]
    if None in found:
        missing = Refusal("no-player", _("There is no player of one of these numbers."))
        return refused(request, missing, HOME)
    return go("ratings:merge", *(who.pk for who in found if who))


@require_http_methods(["GET", "POST"])
def name(request: HttpRequest, who: Any) -> HttpResponse:
    """Correct how a player is written."""
    ctx = keeper(request, PEOPLE)
    row = find(Player.objects.select_related("club"), pk=who)
    initial = {"given": row.given, "surname": row.surname, "seen": listed_name(row.given, row.surname)}
    form = PlayerNameForm(posted(request), initial=initial)
    if sent(request, form) and attempt(form, lambda: names.correct_name(ctx, row, **form.values())):
        return done(request, _("Saved."), HOME)
    row.refresh_from_db()
    now = listed_name(row.given, row.surname)
    form.look_again(now)
    return page(request, "identity/name", now, row.number, ctx=ctx, form=form)


@require_http_methods(["GET", "POST"])
def merge(request: HttpRequest, keep: Any, gone: Any) -> HttpResponse:
    """What a merge would do: entries, lists, who would move; then the reason, and done."""
    ctx = keeper(request, PEOPLE)
    one, other = (find(Player.objects.select_related("club"), pk=pk) for pk in (keep, gone))
    form = ReasonForm(posted(request))
    if sent(request, form) and (
        answer := attempt(form, lambda: identity.merge(ctx, one, gone=other.pk, **form.values()))
    ):
        if "job" in answer:
            return go(JOB, answer["job"])
        return done(request, _("They are one person now; it can be taken back below."), HOME)
    try:
        told = identity.preview_merge(one, other)
    except Refusal as refusal:
        return refused(request, refusal, HOME)
    return page(
        request,
        "identity/merge",
        _("Are they one person?"),
        ctx=ctx,
        form=form,
        **_facts(one, other),
        told=told,
    )


def _facts(one: Player, other: Player) -> dict[str, Any]:
    """Both with their entries, and who would move on each list."""
    entries = Entrant.objects.select_related("event", "division").order_by("-event__starts_on")
    many = identity.steps_of_merge(one, other)
    lists = RatingList.objects.order_by("name") if many <= batches.FORESEEN else RatingList.objects.none()
    moves = [(row, identity.moves_of_merge(row, one, other)) for row in lists]
    both = [(who, entries.filter(player=who)[:20]) for who in (one, other)]
    found = [pair for pair in moves if pair[1]]
    return {"one": one, "other": other, "both": both, "lists": found, "many": 0 if lists else many}


@require_POST
def separate(request: HttpRequest, gone: Any) -> HttpResponse:
    """Take a merge back."""
    ctx = keeper(request, PEOPLE)
    who = find(Player.objects.select_related("merged_into"), pk=gone)
    try:
        answer = identity.separate(ctx, who, reason=request.POST.get("reason", ""))
    except Refusal as refusal:
        return refused(request, refusal, HOME)
    if "job" in answer:
        return go(JOB, answer["job"])
    return done(request, _("They stand by themselves again, each with their own results."), HOME)


@require_POST
def two(request: HttpRequest, keep: Any, gone: Any) -> HttpResponse:
    """Remember that they are two people."""
    ctx = keeper(request, PEOPLE)
    one, other = (find(Player.objects.all(), pk=pk) for pk in (keep, gone))
    said = _("They are two people; the pair is not suggested again. It can be taken back below.")
    return act(request, lambda: identity.are_two(ctx, one, other=other.pk), said, HOME)


@require_POST
def maybe(request: HttpRequest, keep: Any, gone: Any) -> HttpResponse:
    """Take that back."""
    ctx = keeper(request, PEOPLE)
    one, other = (find(Player.objects.all(), pk=pk) for pk in (keep, gone))
    said = _("They may be one person again.")
    return act(request, lambda: identity.maybe_one(ctx, one, other=other.pk), said, HOME)


def _job(pk: Any) -> Job:
    return find(Job.objects.filter(kind=batches.MERGE_JOB), pk=pk)


@require_safe
def merge_job(request: HttpRequest, pk: Any) -> HttpResponse:
    """How far a merge is that moves many runs."""
    ctx = keeper(request, PEOPLE)
    return page(request, "identity/merge_job", _("One person, two numbers"), ctx=ctx, job=_job(pk))


@require_safe
def merge_progress(request: HttpRequest, pk: Any) -> HttpResponse:
    """The progress bar alone."""
    keeper(request, PEOPLE)
    found = _job(pk)
    answer = render(request, "ratings/identity/_merging.html", {"job": found})
    if found.over:
        answer["HX-Refresh"] = "true"
    return answer


@require_POST
def merge_cancel(request: HttpRequest, pk: Any) -> HttpResponse:
    """Stop it; players and lists stay as they were."""
    ctx = keeper(request, PEOPLE)
    found = _job(pk)
    said = _("It stops at its next step; nobody is merged and no list moved.")
    return act(request, lambda: batches.cancel(ctx, found), said, JOB, found.pk)
