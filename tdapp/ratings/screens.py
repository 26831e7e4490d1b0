"""What the screens share: the desk's shell for who signed in, the public one for everybody else, a list's tabs."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from tdapp.kernel.context import Context
from tdapp.kernel.models import User
from tdapp.kernel.pages.forms import DeskForm
from tdapp.kernel.pages.shells import Desk, Public, Tab
from tdapp.kernel.permissions import can
from tdapp.people.models import RatingList
from tdapp.ratings.access import KEEPS, PEOPLE

# Pages that belong to the runs, whatever their address.
OF_RUNS = ("preview", "jobs/")


def page(
    request: HttpRequest, template: str, heading: str, lead: str = "", *, ctx: Context,
    rating_list: RatingList | None = None, form: DeskForm | None = None, status: int = 0, **facts: Any,
) -> HttpResponse:  # fmt: skip
    """A page of this room in the reader's shell, with the status of its form."""
    told = {
        **_shell(request), "heading": heading, "lead": lead, "list": rating_list, "form": form,
        "tabs": _tabs(request, ctx, rating_list) if rating_list else [],
        "may": {"keep": can(ctx, KEEPS), "people": can(ctx, PEOPLE)}, **facts,
    }  # fmt: skip
    code = status or (form.status if form else 200)
    return render(request, f"ratings/{template}.html", told, status=code)


def _shell(request: HttpRequest) -> dict[str, Any]:
    user = request.user
    if isinstance(user, User):
        desk = Desk(user_id=str(user.pk), user_name=user.shown_as, logout_url="/logout")
        return {"shell": "td/desk.html", "desk": desk}
    return {"shell": "td/public.html", "public": Public(_("Ratings"), reverse("ratings:index"), home_url="/")}


def _tabs(request: HttpRequest, ctx: Context, rating_list: RatingList) -> list[Tab]:
    names = [("list", _("Players")), ("clubs", _("Clubs"))]
    if can(ctx, KEEPS):
        names += [
            ("runs", _("Rating updates")),
            ("import", _("Import")),
            ("settings", _("Settings")),
            ("log", _("Log")),
        ]
    found = [(label, reverse(f"ratings:{name}", args=[rating_list.slug])) for name, label in names]
    here = max((url for _label, url in found if request.path.startswith(url)), key=len, default="")
    if request.path.startswith(
        tuple(reverse("ratings:list", args=[rating_list.slug]) + part for part in OF_RUNS)
    ):
        here = reverse("ratings:runs", args=[rating_list.slug])
    return [Tab(label, url, url == here) for label, url in found]
