"""Forms of one's own account, of invitations, and of the ways back in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tdapp.kernel.pages.forms import FOCUS, NO_SUGGESTIONS, DeskForm, number
from tdapp.kernel.signing_in.passwords import LONGEST

CODE = {**FOCUS, "autocomplete": "one-time-code", "class": "w-pin"}


def new_password(label: Any = None) -> forms.CharField:
    """A password that is chosen now; never sent back to the page."""
    return forms.CharField(
        label=label or _("New password"), max_length=LONGEST, strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_("At least 8 characters; a sentence you remember is good. Digits and symbols are not needed."),
    )  # fmt: skip


class PasswordForm(DeskForm):
    """Another password of one's own."""

    password = new_password()


class PersonForm(DeskForm):
    """How one is called, and where mail may go."""

    name = forms.CharField(
        label=_("Name"), max_length=120, widget=forms.TextInput(attrs={"autocomplete": "name"})
    )
    email = forms.EmailField(
        label=_("E-mail"), required=False, max_length=254, widget=forms.EmailInput(attrs={"autocomplete": "email"}),
        help_text=_("Only for a link when you have forgotten the password. Nobody else sees it."),
    )  # fmt: skip


class CodeForm(DeskForm):
    """A code of the app, or a recovery code."""

    code = forms.CharField(label=_("Code"), max_length=40, widget=forms.TextInput(attrs=CODE))


class KeyForm(DeskForm):
    """What the browser sends of a passkey; a script fills it."""

    answer = forms.CharField(
        required=False, max_length=20_000, widget=forms.HiddenInput(attrs={"id": "answer"})
    )


class NewKeyForm(KeyForm):
    """A passkey that is made now, and what it is called."""

    name = forms.CharField(
        label=_("Name"), max_length=60, required=False, widget=forms.TextInput(attrs=NO_SUGGESTIONS),
        help_text=_("For instance “my phone”."),
    )  # fmt: skip


class TypedCodeForm(DeskForm):
    """The code of a printed invitation."""

    code = forms.CharField(label=_("Code"), max_length=40, widget=forms.TextInput(attrs=FOCUS))


class NewcomerForm(DeskForm):
    """Who is invited chooses how they log in."""

    name = forms.CharField(
        label=_("Your name"), max_length=120, widget=forms.TextInput(attrs={"autocomplete": "name"})
    )
    username = forms.CharField(
        label=_("Username"), max_length=150, help_text=_("What you type at every log-in, without spaces."),
        widget=forms.TextInput(attrs={**NO_SUGGESTIONS, "autocomplete": "username", "autocapitalize": "none"}),
    )  # fmt: skip
    password = new_password(_("Password"))


class InviteForm(DeskForm):
    """Whom to invite to the installation."""

    name = forms.CharField(
        label=_("Name"), max_length=120, required=False, widget=forms.TextInput(attrs=NO_SUGGESTIONS)
    )
    username = forms.CharField(
        label=_("Username"), max_length=150, required=False, widget=forms.TextInput(attrs=NO_SUGGESTIONS),
        help_text=_("A proposal; they may choose another."),
    )  # fmt: skip
    email = forms.EmailField(label=_("E-mail"), required=False, widget=forms.EmailInput(attrs=NO_SUGGESTIONS))
    role = forms.ChoiceField(label=_("May"))
    days = number(1, 60, _("Works for days"), initial=14)

    def __init__(self, *args: Any, owner: bool = False, **more: Any) -> None:
        super().__init__(*args, **more)
        roles = [("", _("have an account")), ("operator", _("make events, keep word lists and ratings"))]
        roles += [("owner", _("keep the installation too: backups and people"))] if owner else []
        self.fields["role"].choices = roles  # type: ignore[attr-defined]
        self.fields["role"].required = False


class RuleForm(DeskForm):
    """Of whom a second factor is asked."""

    kinds = forms.MultipleChoiceField(
        label=_("Ask for it"), required=False, widget=forms.CheckboxSelectMultiple
    )
    seen = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, kinds: Iterable[tuple[str, Any]], **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["kinds"].choices = list(kinds)  # type: ignore[attr-defined]


class ResetForm(DeskForm):
    """A code for somebody who cannot log in."""

    second = forms.BooleanField(
        label=_("Also take the second factor away"), required=False,
        help_text=_("When the phone is gone too. Make sure who is asking."),
    )  # fmt: skip


class ForgottenForm(DeskForm):
    """Who has forgotten the password."""

    username = forms.CharField(
        label=_("Username or e-mail"), max_length=254, widget=forms.TextInput(attrs=FOCUS)
    )
