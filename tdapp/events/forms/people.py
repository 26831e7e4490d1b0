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
from tdapp.events.forms.base import NO_SUGGESTIONS, DeskForm, number
from tdapp.events.models import Entrant
from tdapp.kernel import accounts
from tdapp.kernel.models import User
from tdapp.kernel.refusals import NotAllowed

PIN = RegexValidator(r"^\d{4,8}$", _("A PIN is 4 to 8 digits."))
PIN_BOX = {"class": "w-pin", "inputmode": "numeric", "pattern": "[0-9]*", "maxlength": "8"}


def pin_field(label: Any, autocomplete: str = "off", **more: Any) -> forms.CharField:
    """A PIN: digits, never shown, never sent back to the page."""
    widget = forms.PasswordInput(attrs={**PIN_BOX, "autocomplete": autocomplete})
    return forms.CharField(label=label, max_length=8, validators=[PIN], widget=widget, **more)


class TakeOverForm(DeskForm):
    """Who takes over, and the PIN."""

    person = forms.ChoiceField(label=_("Who"))
    pin = pin_field(_("PIN"))

    def __init__(self, *args: Any, people: Iterable[User], **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["person"].choices = [(str(user.pk), user.shown_as) for user in people]  # type: ignore[attr-defined]


class PinForm(DeskForm):
    """One's own PIN."""

    pin = pin_field(_("New PIN"), help_text=_("4 to 8 digits, for taking over at a shared laptop."))


class JoinForm(DeskForm):
    """A volunteer: a name and a PIN, nothing else."""

    name = forms.CharField(
        label=_("Your name"), max_length=80, widget=forms.TextInput(attrs={"autofocus": True})
    )
    pin = pin_field(
        _("Choose a PIN"), help_text=_("4 to 8 digits. With it you take over at any laptop of this event.")
    )


class PlaysForm(DeskForm):
    """Which entrant a member is."""

    person = forms.ChoiceField(label=_("Helper"))
    entrant = forms.ChoiceField(label=_("plays as"), required=False)

    def __init__(self, *args: Any, people: Iterable[User], entrants: Iterable[Entrant], **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["person"].choices = [(str(user.pk), user.shown_as) for user in people]  # type: ignore[attr-defined]
        listed = [(str(row.pk), row.listed) for row in entrants]
        self.fields["entrant"].choices = [("", _("does not play")), *listed]  # type: ignore[attr-defined]


class InviteForm(DeskForm):
    """A join link."""

    role = forms.ChoiceField(label=_("They join as"))
    hours = number(1, 336, _("Works for hours"), initial=24)
    uses = number(1, 200, _("For how many people"), initial=20)

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        roles = [(role, title) for role, title in titles.ROLES.items() if role != "director"]
        self.fields["role"].choices = roles  # type: ignore[attr-defined]
        self.initial.setdefault("role", "clerk")


class MemberForm(DeskForm):
    """A role for somebody who already signs in here."""

    username = forms.CharField(
        label=_("User name"), max_length=150, widget=forms.TextInput(attrs=NO_SUGGESTIONS)
    )
    role = forms.ChoiceField(label=_("Role"), choices=titles.choices(titles.ROLES))


class LoginForm(AuthenticationForm):
    """User name and password; wrong ones are held back by account, then by address."""

    def __init__(self, request: HttpRequest, *args: Any, **more: Any) -> None:
        super().__init__(request, *args, **more)
        self.origin = str(request.META.get("REMOTE_ADDR", ""))
        self.status = 200

    def clean(self) -> dict[str, Any]:
        name = self.cleaned_data.get("username", "")
        try:
            accounts.refuse_flood(name, self.origin)
        except NotAllowed as refusal:
            self.status = refusal.status
            raise forms.ValidationError(str(refusal)) from refusal
        return self._checked(name)

    def _checked(self, name: str) -> dict[str, Any]:
        try:
            found: dict[str, Any] = super().clean()
        except forms.ValidationError:
            self.status = 422
            accounts.note_wrong_password(name, self.origin)
            raise
        accounts.forget_wrong_passwords(name, self.origin)
        return found
