"""What is asked about a place: one form for each kind."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tdapp.kernel.pages.forms import NO_SUGGESTIONS, DeskForm, number
from tdapp.publishing.models import PushPlace
from tdapp.publishing.site import web_address
from tdapp.publishing.site.push import kinds


def _text(label: Any, most: int = 200, needed: bool = True, told: Any = "", **attrs: str) -> forms.CharField:
    widget = forms.TextInput(attrs={**NO_SUGGESTIONS, **attrs})
    return forms.CharField(label=label, max_length=most, required=needed, help_text=told, widget=widget)


def _secret(label: Any, told: Any = "") -> forms.CharField:
    """Never shown again: an empty one keeps what is kept."""
    widget = forms.PasswordInput(attrs={"autocomplete": "new-password", "data-private": True})
    return forms.CharField(label=label, max_length=4000, required=False, help_text=told, widget=widget)


class PlaceForm(DeskForm):
    """What is said of every place."""

    WHERE: tuple[str, ...] = ()
    seen = forms.IntegerField(required=False, widget=forms.HiddenInput)
    name = _text(_("Name"), 60, told=_("Such as Club website."))
    base = web_address.field(_("Where the public finds it"))
    by_itself = forms.BooleanField(
        label=_("After every release, by itself"), required=False, initial=True,
        help_text=_("Otherwise only when somebody presses Send now."),
    )  # fmt: skip
    on_disk = forms.BooleanField(
        label=_("Links name index.html"), required=False,
        help_text=_("For hosts that show no page for a folder; addresses are longer."),
    )  # fmt: skip

    def said(self) -> dict[str, Any]:
        """What the commands ask for."""
        told = self.cleaned_data
        plain = {name: told[name] for name in ("name", "base", "by_itself", "on_disk")}
        return {**plain, "secret": told.get("secret", ""), "where": {name: told[name] for name in self.WHERE}}


class SftpForm(PlaceForm):
    """A web host."""

    WHERE = ("host", "port", "user", "folder", "sign")
    host = _text(_("Host"), told=_("As your host names it, such as sftp.example.org."))
    port = number(1, 65535, _("Port"), initial=22)
    user = _text(_("User name"), 80)
    folder = _text(
        _("Folder"), 300, needed=False,
        told=_("Such as public_html/results. It must exist, be empty, and belong to this event alone."),
    )  # fmt: skip
    sign = forms.ChoiceField(
        label=_("How we are let in"), initial=kinds.KEY,
        choices=[(kinds.KEY, _("by a key of ours, which you put there")), (kinds.PASSWORD, _("by password"))],
    )  # fmt: skip
    secret = _secret(
        _("Password"),
        _("Only for “by password”. Kept sealed and never shown again; blank keeps the one there is."),
    )


class S3Form(PlaceForm):
    """Object storage."""

    WHERE = ("endpoint", "bucket", "inside", "key_id", "region", "path_style")
    endpoint = _text(
        _("Address of the storage"), told=_("Such as https://s3.example.org, without the bucket.")
    )
    bucket = _text(_("Bucket"), 63)
    inside = _text(
        _("Folder in the bucket"),
        300,
        needed=False,
        told=_("Leave blank when the bucket is for this event alone."),
    )
    key_id = _text(_("Id of the key"))
    secret = _secret(
        _("Secret of the key"), _("Kept sealed and never shown again; blank keeps the one there is.")
    )
    region = _text(_("Region"), 40, needed=False, told=_("As your storage says; often none."))
    path_style = forms.BooleanField(
        label=_("The bucket stands in the path of an address"), required=False, initial=True,
        help_text=_("Off for storage that puts it into the name of the host."),
    )  # fmt: skip


class FolderForm(PlaceForm):
    """A folder of this computer."""

    WHERE = ("path",)
    path = _text(_("Folder"), 400, told=_("A folder that is there, inside those the operator named."))


class InboxForm(PlaceForm):
    """A federation's inbox."""

    WHERE = ("address",)
    address = _text(_("Address of the inbox"), told=_("As the federation gave it to you with the token."))
    secret = _secret(_("Token"), _("Kept sealed and never shown again; blank keeps the one there is."))


FORMS: dict[str, type[PlaceForm]] = {
    PushPlace.Kind.SFTP: SftpForm, PushPlace.Kind.S3: S3Form, PushPlace.Kind.FOLDER: FolderForm,
    PushPlace.Kind.INBOX: InboxForm,
}  # fmt: skip
ORDER = ("name", "host", "port", "user", "folder", "sign", "endpoint", "bucket", "inside", "key_id", "path", "address", "secret",
         "region", "path_style", "base", "by_itself", "on_disk")  # fmt: skip


def of(kind: str, data: Any = None, place: PushPlace | None = None) -> PlaceForm:
    """The form of a kind, filled with what is kept of a place; its secret is not."""
    initial: dict[str, Any] = {}
    if place is not None:
        initial = {**place.where, "name": place.name, "base": place.base, "by_itself": place.by_itself}
        initial |= {"on_disk": place.on_disk, "seen": place.version}
    form = FORMS[kind](data, initial=initial)
    form.order_fields(ORDER)
    return form
