"""What is asked on the pages of a club's officers."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tdapp.accounts import mail
from tdapp.events import titles
from tdapp.events.entries.forms import alive, page_choice
from tdapp.events.models import Event
from tdapp.kernel.pages.forms import NO_SUGGESTIONS, DeskForm, day, number
from tdapp.people.models import Club

KINDS = [(Club.Kind.CLUB, _("Club")), (Club.Kind.SCHOOL, _("School"))]


class OpenForm(DeskForm):
    """A club that is opened."""

    name = forms.CharField(
        label=_("Name"), max_length=120, help_text=_("As players carry it; who plays for it already belongs to it.")
    )  # fmt: skip
    kind = forms.ChoiceField(label=_("Kind"), choices=KINDS)
    slug = forms.SlugField(
        label=_("Short name"), max_length=60, required=False, widget=forms.TextInput(attrs=NO_SUGGESTIONS),
        help_text=_("For its address. Leave blank to take it from the name."),
    )  # fmt: skip


class FirstInviteForm(DeskForm):
    """An invitation of an officer by who keeps the installation."""

    name = forms.CharField(label=_("Name"), max_length=80, required=False, help_text=_("Whom it is for."))
    email = forms.EmailField(
        label=_("E-mail"), max_length=254, required=False, help_text=_("The code is sent there too. Nobody else sees it.")
    )  # fmt: skip
    days = number(1, 60, _("Works for so many days"), initial=14)

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        if not mail.can_send():
            del self.fields["email"]


class InviteForm(FirstInviteForm):
    """An invitation to an office."""

    role = forms.ChoiceField(label=_("Office"), choices=titles.choices(titles.CLUB_ROLES))

    field_order = ("name", "email", "role", "days")


class PageForm(DeskForm):
    """What the club says of itself."""

    public = forms.BooleanField(label=_("The club's page is public"), required=False)
    about = forms.CharField(
        label=_("When and where you play"), required=False, max_length=2000, widget=forms.Textarea(attrs={"rows": 4})
    )  # fmt: skip
    joining = forms.CharField(
        label=_("How to join"), required=False, max_length=2000, widget=forms.Textarea(attrs={"rows": 4})
    )
    contact = forms.CharField(
        label=_("Contact"), required=False, max_length=160,
        help_text=_("Everybody sees it: an address or number of the club's, not a child's."),
    )  # fmt: skip
    seen = forms.IntegerField(widget=forms.HiddenInput)


class NameForm(DeskForm):
    """What the club is called."""

    name = forms.CharField(
        label=_("Name"), max_length=120,
        help_text=_("The address stays as it is, and lists with the old name still mean this club."),
    )  # fmt: skip
    # No id: the page's own form beside it has a field of this name too.
    seen = forms.CharField(widget=forms.HiddenInput(attrs={"id": False}))


class MemberForm(DeskForm):
    """Number and days of a member."""

    number = forms.CharField(
        label=_("Member number"), required=False, max_length=24, widget=forms.TextInput(attrs=NO_SUGGESTIONS)
    )
    since = forms.DateField(label=_("Member since"), required=False, widget=day())
    paid_until = forms.DateField(
        label=_("Paid until"),
        required=False,
        widget=day(),
        help_text=_("Leave blank where membership does not end."),
    )


class NewMemberForm(MemberForm):
    """Somebody who becomes a member."""

    surname = forms.CharField(label=_("Surname"), max_length=80)
    given = forms.CharField(label=_("Given name"), max_length=80, required=False)
    federation_number = forms.CharField(
        label=_("Federation number"), required=False, max_length=24, widget=forms.TextInput(attrs=NO_SUGGESTIONS),
        help_text=_("With it a player of the rating lists is found; without it somebody new is made."),
    )  # fmt: skip
    birth_date = forms.DateField(label=_("Birth date"), required=False, widget=day())

    field_order = ("surname", "given", "federation_number", "number", "since", "paid_until", "birth_date")

    def __init__(self, *args: Any, private: bool, **more: Any) -> None:
        super().__init__(*args, **more)
        if not private:
            del self.fields["birth_date"]

    def clean_birth_date(self) -> date | None:
        """Of a person alive."""
        return alive(self.cleaned_data["birth_date"])


class BringForm(DeskForm):
    """A list of people who become members."""

    file = forms.FileField(
        label=_("Spreadsheet or CSV"),
        help_text=_("With headings, such as: surname, given name, member number, birth date, guardian."),
    )


class EditMemberForm(MemberForm):
    """A member who is changed."""

    seen = forms.IntegerField(widget=forms.HiddenInput)


class PrivateForm(DeskForm):
    """What the club was told of a member."""

    birth_date = forms.DateField(label=_("Birth date"), required=False, widget=day())
    birth_year = number(1900, 2100, _("Birth year"), required=False)
    guardian = forms.CharField(label=_("Guardian"), max_length=160, required=False)
    contact = forms.CharField(label=_("Number to ring"), max_length=160, required=False)
    notes = forms.CharField(label=_("Notes"), max_length=400, required=False)
    page = page_choice()

    def clean_birth_date(self) -> date | None:
        """Of a person alive."""
        return alive(self.cleaned_data["birth_date"])


class HandOverForm(DeskForm):
    """One of somebody's own events that becomes the club's."""

    event = forms.ModelChoiceField(
        Event.objects.none(), label=_("Event"), to_field_name="slug",
        help_text=_("From then on the club's officers run it, beside those who work there."),
    )  # fmt: skip

    def __init__(self, *args: Any, events: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["event"].queryset = events  # type: ignore[attr-defined]


class TakeForm(DeskForm):
    """An event of the club's whose players become members."""

    event = forms.ModelChoiceField(Event.objects.none(), label=_("Event"), to_field_name="slug")

    def __init__(self, *args: Any, events: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["event"].queryset = events  # type: ignore[attr-defined]


class SeasonForm(DeskForm):
    """Which events count together, and how."""

    name = forms.CharField(label=_("Name"), max_length=80)
    starts_on = forms.DateField(label=_("From"), widget=day())
    ends_on = forms.DateField(
        label=_("To"), widget=day(), help_text=_("The club's public events of this time count.")
    )
    left_out = forms.CharField(
        label=_("Events that do not count"), required=False, max_length=2000, widget=forms.TextInput(attrs=NO_SUGGESTIONS),
        help_text=_("Short names of your own events, with spaces between."),
    )  # fmt: skip
    also = forms.CharField(
        label=_("Events of others that count too"), required=False, max_length=2000, widget=forms.TextInput(attrs=NO_SUGGESTIONS),
        help_text=_("Short names of their public events, with spaces between: a circuit."),
    )  # fmt: skip
    as_scored = forms.BooleanField(
        label=_("A point for each game won, instead of points by place"), required=False
    )
    points = forms.CharField(
        label=_("Points by place"), required=False, max_length=300, widget=forms.TextInput(attrs=NO_SUGGESTIONS),
        help_text=_("Of the first place, the second, and so on: 10 8 6 5 4 3 2 1."),
    )  # fmt: skip
    rest = number(0, 1000, _("Points of every further place"))
    best = number(0, 100, _("Best results that count"), help_text=_("0: all of them."))
    school_best = number(0, 100, _("Players a school or club"), help_text=_("0: no table of schools."))
    certificate_events = number(
        0, 100, _("Certificate of taking part, for at least so many events"), required=False, help_text=_("0: none."),
    )  # fmt: skip
    certificate_places = number(
        0, 100, _("Certificates for the first so many"), required=False, help_text=_("Of all and of each class; 0: none."),
    )  # fmt: skip
    certificate_schools = number(
        0, 100, _("Certificates for the first so many schools"), required=False, help_text=_("0: none."),
    )  # fmt: skip
    public = forms.BooleanField(label=_("Everybody sees it on the club's page"), required=False)
    seen = forms.IntegerField(widget=forms.HiddenInput)
