"""Forms for who works at an event: PINs, join links, roles."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.core.validators import RegexValidator
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tdapp.events import titles
from tdapp.events.models import Named
from tdapp.kernel.models import User
from tdapp.kernel.pages.forms import NO_SUGGESTIONS, DeskForm, LongSelect, number
from tdapp.kernel.refusals import NotAllowed
from tdapp.kernel.signing_in import accounts, devices

PIN = RegexValidator(r"^[0-9]{6,12}$", _("A PIN is 6 to 12 digits."))
PIN_BOX = {"class": "w-pin", "inputmode": "numeric", "pattern": "[0-9]*", "maxlength": "12"}


def pin_field(label: Any, autocomplete: str = "off", **more: Any) -> forms.CharField:
    """A PIN: digits, never shown, never sent back to the page."""
    widget = forms.PasswordInput(attrs={**PIN_BOX, "autocomplete": autocomplete})
    return forms.CharField(label=label, max_length=12, validators=[PIN], widget=widget, **more)


class TakeOverForm(DeskForm):
    """Who takes over, and the PIN."""

    person = forms.ChoiceField(label=_("Who"))
    pin = pin_field(_("PIN"))

    def __init__(self, *args: Any, people: Iterable[User], **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["person"].choices = [(str(user.pk), user.shown_as) for user in people]  # type: ignore[attr-defined]


class PinForm(DeskForm):
    """One's own PIN."""

    pin = pin_field(_("New PIN"), help_text=_("6 to 12 digits, for taking over at a shared laptop."))


class JoinForm(DeskForm):
    """A volunteer: a name, nothing else."""

    name = forms.CharField(
        label=_("Your name"), max_length=80, widget=forms.TextInput(attrs={"autofocus": True})
    )


class PlaysForm(DeskForm):
    """Which entrant a member is."""

    person = forms.ChoiceField(label=_("Helper"))
    entrant = forms.ChoiceField(label=_("plays as"), required=False, widget=LongSelect)

    def __init__(self, *args: Any, people: Iterable[User], entrants: Iterable[Named], **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["person"].choices = [(str(user.pk), user.shown_as) for user in people]  # type: ignore[attr-defined]
        listed = [(str(row.pk), row.listed) for row in entrants]
        self.fields["entrant"].choices = [("", _("does not play")), *listed]  # type: ignore[attr-defined]


class InviteForm(DeskForm):
    """A join link."""

    role = forms.ChoiceField(label=_("They join as"))
    hours = number(1, 336, _("Works for hours"), initial=24)
    uses = number(
        1, 200, _("For how many people"), initial=20,
        help_text=_("A link for those who confirm results is for one person, whatever stands here."),
    )  # fmt: skip

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        roles = [(role, title) for role, title in titles.ROLES.items() if role != "director"]
        self.fields["role"].choices = roles  # type: ignore[attr-defined]
        self.initial.setdefault("role", "clerk")


class MemberForm(DeskForm):
    """A role for somebody who already signs in here."""

    username = forms.CharField(
        label=_("Username"), max_length=150, widget=forms.TextInput(attrs=NO_SUGGESTIONS)
    )
    role = forms.ChoiceField(label=_("Role"), choices=titles.choices(titles.ROLES))


class LoginForm(AuthenticationForm):
    """User name and password; wrong ones are held back by account and device, then by address."""

    def __init__(self, request: HttpRequest, *args: Any, **more: Any) -> None:
        super().__init__(request, *args, **more)
        self.asked, self.status, self.wait = request, 200, 0

    def clean(self) -> dict[str, Any]:
        typed = self.cleaned_data
        if "username" not in typed or "password" not in typed:
            self.status = 422
            return typed
        try:
            user = accounts.checked(
                devices.visitor(self.asked, typed["username"]), typed["username"], typed["password"]
            )
        except NotAllowed as refusal:
            self.status, self.wait = refusal.status, refusal.facts["retry_after"]
            raise forms.ValidationError(list(refusal.sentences)) from refusal
        if user is None:
            self.status = 422
            raise self.get_invalid_login_error()
        self.user_cache = user
        return typed
