"""What the pages of a club's officers share: the desk's shell, the club's tabs."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from tdapp.events.screens import person_desk
from tdapp.kernel.context import Context
from tdapp.kernel.models import User
from tdapp.kernel.pages.forms import DeskForm
from tdapp.kernel.pages.shells import Tab
from tdapp.kernel.permissions import can
from tdapp.people.models import ClubHome


def page(
    request: HttpRequest, template: str, heading: str, *, ctx: Context, home: ClubHome | None = None,
    form: DeskForm | None = None, status: int = 0, **facts: Any,
) -> HttpResponse:  # fmt: skip
    """A page of a club (or of all of them), with the status of its form."""
    assert isinstance(request.user, User)
    told = {
        "desk": person_desk(request.user), "heading": heading, "home": home, "form": form,
        "tabs": _tabs(request, ctx, home) if home else [], "may": _may(ctx), **facts,
    }  # fmt: skip
    code = status or (form.status if form else 200)
    return render(request, f"clubs/{template}.html", told, status=code)


def _may(ctx: Context) -> dict[str, bool]:
    names = ("edit", "officers", "create_event", "members", "member_edit", "private")
    return {name: can(ctx, f"club.{name}") for name in names}


def _tabs(request: HttpRequest, ctx: Context, home: ClubHome) -> list[Tab]:
    may = _may(ctx)
    club, members = (_("School"), _("Pupils")) if home.is_school else (_("Club"), _("Members"))
    names = [
        ("home", club, True),
        ("members", members, may["members"]),
        ("officers", _("Officers"), True),
    ]
    names += [("seasons", _("Seasons"), True)]
    names += [("page", _("Public page"), may["edit"]), ("look", _("Logo and colour"), may["edit"])]
    names += [("websites", _("In other websites"), may["edit"])]
    names += [("files", _("Copies and data"), may["officers"]), ("log", _("Log"), may["officers"])]
    found = [(label, reverse(f"clubs:{name}", args=[home.slug])) for name, label, shown in names if shown]
    here = max((url for _label, url in found if request.path.startswith(url)), key=len, default="")
    return [Tab(label, url, url == here) for label, url in found]
