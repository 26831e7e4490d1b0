"""Members of a club, pupils of a school: the list, one of them, what is private of them."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tdapp.clubs import hosted, roll
from tdapp.clubs.commands import members as commands
from tdapp.clubs.forms import BringForm, EditMemberForm, NewMemberForm, PrivateForm, TakeForm
from tdapp.clubs.public import played
from tdapp.clubs.screens import page
from tdapp.events.access import web_club
from tdapp.events.models import as_data
from tdapp.events.screens import act, attempt, done, posted, sent
from tdapp.kernel import clock
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find
from tdapp.kernel.permissions import can
from tdapp.people import registry
from tdapp.people.forms import PlayerNameForm
from tdapp.people.models import ClubHome, ClubMember

LOOK, EDIT, PRIVATE = "club.members", "club.member_edit", "club.private"
TOLD = ("birth_date", "birth_year", "guardian", "contact", "notes", "page")


@require_safe
def members(request: HttpRequest, club: str) -> HttpResponse:
    """The list: `?q=` a name or number, `?state=` lapsed, paid or juniors."""
    ctx, home = web_club(request, club, LOOK)
    return _list(request, ctx, home)


def _list(
    request: HttpRequest, ctx: Context, home: ClubHome, taking: TakeForm | None = None, bringing: BringForm | None = None
) -> HttpResponse:  # fmt: skip
    events = hosted.events_of(ctx, home)
    typed, state = request.GET.get("q", ""), request.GET.get("state", "")
    facts: dict[str, Any] = {
        "rows": roll.lines(home, clock.today(), typed, state), "q": typed, "state": state,
        "count": ClubMember.objects.filter(club=home.club_id).count(),
        "taking": taking or TakeForm(events=events), "events": events.exists(), "bringing": bringing or BringForm(),
    }  # fmt: skip
    return page(request, "members", _title(home), ctx=ctx, home=home, form=taking or bringing, **facts)


def _title(home: ClubHome) -> str:
    return _("Pupils") if home.is_school else _("Members")


@require_http_methods(["GET", "POST"])
def add(request: HttpRequest, club: str) -> HttpResponse:
    """Somebody who becomes a member."""
    ctx, home = web_club(request, club, EDIT)
    form = NewMemberForm(posted(request), private=can(ctx, PRIVATE), initial={"since": clock.today()})
    if sent(request, form) and attempt(form, lambda: commands.add_member(ctx, home, **form.values())):
        return done(request, _("Added."), "clubs:members", home.slug)
    heading = _("New pupil") if home.is_school else _("New member")
    return page(request, "member_new", heading, ctx=ctx, home=home, form=form)


@require_POST
def bring(request: HttpRequest, club: str) -> HttpResponse:
    """Take a list in from a file."""
    ctx, home = web_club(request, club, EDIT)
    form = BringForm(request.POST, request.FILES)
    if form.is_valid() and (
        answer := attempt(
            form, lambda: commands.bring_members(ctx, home, data=form.cleaned_data["file"].read())
        )
    ):
        told = _("%(members)s new on the list, %(passed)s were there already.") % answer
        return done(request, told, "clubs:members", home.slug)
    return _list(request, ctx, home, bringing=form)


@require_POST
def take(request: HttpRequest, club: str) -> HttpResponse:
    """Make the club's players of one of its events members."""
    ctx, home = web_club(request, club, EDIT)
    form = TakeForm(request.POST, events=hosted.events_of(ctx, home))
    if form.is_valid() and (
        answer := attempt(form, lambda: commands.take_entrants(ctx, home, **form.values()))
    ):
        count = answer["members"]
        told = ngettext("%(n)s player became a member.", "%(n)s players became members.", count)
        return done(request, told % {"n": count}, "clubs:members", home.slug)
    return _list(request, ctx, home, form)


def _member(home: ClubHome, pk: UUID) -> ClubMember:
    return find(ClubMember.objects.select_related("player__merged_into"), club=home.club_id, pk=pk)


def _edit(row: ClubMember, data: Any = None) -> EditMemberForm:
    return EditMemberForm(data, initial={**as_data(row, *commands.LOGGED), "seen": row.version})


@require_http_methods(["GET", "POST"])
def member(request: HttpRequest, club: str, pk: UUID) -> HttpResponse:
    """A member: number and days, and what they played in public."""
    ctx, home = web_club(request, club, EDIT if request.method == "POST" else LOOK)
    row = _member(home, pk)
    form = _edit(row, posted(request))
    if sent(request, form) and attempt(form, lambda: commands.edit_member(ctx, row, **form.values())):
        return done(request, _("Saved."), "clubs:members", home.slug)
    row = _member(home, pk)
    form.look_again(str(row.version))
    return _page(request, ctx, home, row, form)


def _page(
    request: HttpRequest, ctx: Context, home: ClubHome, row: ClubMember, form: EditMemberForm,
    private: PrivateForm | None = None, name: PlayerNameForm | None = None,
) -> HttpResponse:  # fmt: skip
    line = roll.line(home, row, clock.today())
    status = max(form.status, private.status if private else 200, name.status if name else 200)
    name = name or PlayerNameForm(
        initial={**as_data(line.player, "given", "surname"), "seen": line.name}, auto_id="id_name_%s"
    )
    facts = {
        "line": line,
        "played": played.of_player(home.club_id, line.player),
        "private": private,
        "name": name,
    }
    return page(request, "member", line.name, ctx=ctx, home=home, form=form, status=status, **facts)


@require_POST
def name(request: HttpRequest, club: str, pk: UUID) -> HttpResponse:
    """Correct how a member is written."""
    ctx, home = web_club(request, club, EDIT)
    row = _member(home, pk)
    form = PlayerNameForm(request.POST, auto_id="id_name_%s")
    if form.is_valid() and attempt(form, lambda: commands.correct_name(ctx, row, **form.values())):
        return done(request, _("Saved."), "clubs:member", home.slug, row.pk)
    row = _member(home, pk)
    form.look_again(roll.line(home, row, clock.today()).name)
    return _page(request, ctx, home, row, _edit(row), name=form)


@require_POST
def remove(request: HttpRequest, club: str, pk: UUID) -> HttpResponse:
    """Take somebody off the list."""
    ctx, home = web_club(request, club, EDIT)
    row = _member(home, pk)
    return act(request, lambda: commands.remove_member(ctx, row), _("Removed."), "clubs:members", home.slug)


@never_cache
@require_POST
def open_private(request: HttpRequest, club: str, pk: UUID) -> HttpResponse:
    """Show what the club was told of a member; the log remembers who looked."""
    ctx, home = web_club(request, club, PRIVATE)
    row = _member(home, pk)
    commands.open_private(ctx, row)
    told = registry.private(row.player, home.scope_key)
    form = PrivateForm(initial=as_data(told, *TOLD))
    return _page(request, ctx, home, row, _edit(row), form)


@never_cache
@require_POST
def private(request: HttpRequest, club: str, pk: UUID) -> HttpResponse:
    """Replace what the club was told of a member."""
    ctx, home = web_club(request, club, PRIVATE)
    row = _member(home, pk)
    form = PrivateForm(request.POST)
    if form.is_valid() and attempt(form, lambda: commands.edit_private(ctx, row, **form.values())):
        return done(request, _("Saved."), "clubs:member", home.slug, row.pk)
    return _page(request, ctx, home, row, _edit(row), form)
