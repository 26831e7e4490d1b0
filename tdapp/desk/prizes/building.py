"""Lines of prizes built by pressing: what a press adds or takes away, and what the lines mean in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tdapp.desk.models import Prize
from tdapp.desk.prizes.rules import lines, words
from tdapp.desk.prizes.rules.among import CALLED, Among, gender_of
from tdapp.kernel.pages.forms import NO_SUGGESTIONS, DeskForm, number
from tdapp.kernel.pages.pressing import with_line, without_line

KIND = Prize.Kind
GENDERS = [
    ("", gettext_lazy("girls and boys")),
    (CALLED["female"], gettext_lazy("girls")),
    (CALLED["male"], gettext_lazy("boys")),
]


class PickForm(DeskForm):
    """One line to come: what for, whom, how many places, what each gets. Its class and ages are asked where they count."""

    kind = forms.ChoiceField(
        label=gettext_lazy("What for"), choices=[(kind, words.KINDS[kind]) for kind in words.KINDS]
    )
    klass = forms.CharField(label=gettext_lazy("Class"), required=False, max_length=lines.CLASS_LENGTH)
    gender = forms.ChoiceField(label=gettext_lazy("Among"), required=False, choices=GENDERS)
    under = number(1, 120, gettext_lazy("Younger than"), required=False)
    least = number(1, 120, gettext_lazy("Age from"), required=False)
    name = forms.CharField(
        label=gettext_lazy("Name of the prize"), required=False, max_length=lines.TITLE_LENGTH,
        widget=forms.TextInput(attrs=NO_SUGGESTIONS),
    )  # fmt: skip
    count = number(1, lines.MOST_PLACES, gettext_lazy("How many places"), initial=1)
    gets = forms.CharField(
        label=gettext_lazy("What each place gets"), max_length=1000, initial=gettext_lazy("medal"), required=False,
        widget=forms.TextInput(attrs=NO_SUGGESTIONS),
        help_text=gettext_lazy("With commas: 5000, 3000 + trophy, medal. One for all is enough."),
    )  # fmt: skip

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, prefix="pick", use_required_attribute=False)

    @property
    def whom(self) -> Among:
        picked = self.cleaned_data
        return Among(gender_of(picked["gender"]), picked["under"] or 0, picked["least"] or 0)

    def says_whom(self) -> bool:
        """Whether a prize among some says whom it is for and what it is called; else what is missing is told there."""
        if self.cleaned_data["kind"] == KIND.AMONG:
            if not self.whom.fits_somebody:
                self.add_error("gender", _("Say whom it is for: girls, boys, or an age."))
            if not self.cleaned_data["name"].strip():
                self.add_error("name", _("Give it a name: it is all that the public sees."))
        return not self.errors


@dataclass(frozen=True, slots=True)
class Told:
    """A line in words, or what is wrong with it; `at` is its place in the text, from 0."""

    at: int
    title: str
    gets: str
    wrong: str = ""


def told(text: str) -> list[Told]:
    """Every line of a text as the list beside it shows it."""
    rows = [(at, row.strip()) for at, row in enumerate(text.splitlines()) if row.strip()]
    return [_told(at, row) for at, row in rows[: lines.MOST_LINES]]


def _told(at: int, row: str) -> Told:
    try:
        line = lines.read_line(row)
    except lines.BadLine as wrong:
        return Told(at, row[:80], "", str(wrong))
    title = words.kind_title(line.kind, line.title, line.klass)
    if line.kind == KIND.RANK or len(line.places) > 1 or line.first > 1:
        places = str(line.first) if line.last == line.first else f"{line.first}\N{EN DASH}{line.last}"
        title = _("%(title)s, places %(places)s") % {"title": title, "places": places}
    return Told(at, title, lines.written([{"cents": cents, "thing": thing} for cents, thing in line.places]))


QUICK = {
    "three": lambda: _ready("rank 1-3", _("trophy"), _("medal"), _("medal")),
    "girl": lambda: _ready(f"among girls 1 as {_('Best girl')}", _("medal")),
    "under-13": lambda: _ready(f"among under 13 1 as {_('Best under 13')}", _("medal")),
    "high-game": lambda: _ready("high game", _("medal")),
}


def _ready(head: str, *gets: str) -> str:
    return f"{head}: {', '.join(gets)}"


def pressed(press: str, text: str, typed: Mapping[str, str]) -> tuple[str, PickForm]:
    """The lines after a press, and the controls: as they were while what they say cannot be a line.

    `add` (a line from the controls), `quick:NAME` (a line ready made), `remove:N`; anything else leaves the text.
    """
    word, _colon, rest = press.partition(":")
    if word == "quick" and rest in QUICK:
        return with_line(text, QUICK[rest]()), PickForm()
    if word == "remove":
        return without_line(text, rest), PickForm()
    if word != "add":
        return text, PickForm(typed if "pick-kind" in typed else None)
    form = PickForm(typed)
    if not form.is_valid() or not form.says_whom():
        return text, form
    row = _line(form)
    try:
        lines.read_line(row)
    except lines.BadLine as wrong:
        form.add_error(None, str(wrong))
        return text, form
    return with_line(text, row), PickForm()


def _line(form: PickForm) -> str:
    """What the controls say, as it would be typed."""
    picked = form.cleaned_data
    kind, count = picked["kind"], picked["count"]
    gets = [part.strip() for part in picked["gets"].split(",")]
    head = kind.replace("-", " ")
    if kind == KIND.CUSTOM:
        return f"{head} {picked['name']}: {', '.join(gets)}"
    if kind == KIND.CLASS:
        head = f"{head} {picked['klass'].strip()}"
    places = f"1-{count}" if count > 1 else "1"
    if kind == KIND.AMONG:
        places = f"{form.whom} {places} as {picked['name'].strip()}"
    return f"{head} {places}: {', '.join(gets * count if len(gets) == 1 else gets)}"
