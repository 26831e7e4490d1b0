"""The forms of the page that directs the screens."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tdapp.events.models import Event
from tdapp.kernel.pages.forms import NO_SUGGESTIONS, DeskForm, number
from tdapp.publishing.models import SECONDS_LEAST, SECONDS_MOST, HallScreen

ZOOMS = [(zoom, f"{zoom} %") for zoom in (100, 115, 130, 150, 175, 200, 250)]
THEMES = [
    ("auto", _("as its computer is set")), ("light", _("light")), ("dark", _("dark")),
    ("projector", _("projector: white on black, strongest contrast")),
]  # fmt: skip
# A language is called by its own name, whatever the language of the page.
LANGUAGES = [
    ("auto", _("as its computer is set")), ("en", "English"), ("fil", "Filipino"), ("both", _("English and Filipino in turn")),
]  # fmt: skip


class AddForm(DeskForm):
    """A new screen."""

    name = forms.CharField(
        label=_("Name"), max_length=60, widget=forms.TextInput(attrs=NO_SUGGESTIONS),
        help_text=_("Where it stands: Front, Door, Room B."),
    )  # fmt: skip


class SetForm(DeskForm):
    """How a screen is set, beside what it shows."""

    divisions = forms.MultipleChoiceField(
        label=_("Divisions"), required=False, widget=forms.CheckboxSelectMultiple,
        help_text=_("None ticked: all of them."),
    )  # fmt: skip
    zoom = forms.TypedChoiceField(label=_("Zoom"), choices=ZOOMS, coerce=int)
    theme = forms.ChoiceField(label=_("Light or dark"), choices=THEMES)
    language = forms.ChoiceField(label=_("Language"), choices=LANGUAGES)
    seconds = number(SECONDS_LEAST, SECONDS_MOST, _("Seconds a page"))

    def __init__(self, *args: Any, event: Event, **more: Any) -> None:
        super().__init__(*args, **more)
        choices = [(row.slug, row.name) for row in event.divisions.all()]
        self.fields["divisions"].choices = choices  # type: ignore[attr-defined]
        if len(choices) < 2:
            del self.fields["divisions"]

    @classmethod
    def of(cls, row: HallScreen, event: Event) -> SetForm:
        """The form as the screen is set now; its fields' ids carry the screen's name."""
        facts = {name: getattr(row, name) for name in ("divisions", "zoom", "theme", "language", "seconds")}
        return cls(event=event, initial=facts, auto_id=f"{row.slug}-%s")
