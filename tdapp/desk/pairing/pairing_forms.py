"""The pairing desk's forms: what a hand may do to a draft, and what was really played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pairings.event.refusals import Refusal as Unreadable
from pairings.plan.read_plan import read_params
from tdapp.desk.pairing.pairing_page import SYSTEM_TITLES
from tdapp.desk.pairing.where_they_sat import how_of
from tdapp.events.models import Person
from tdapp.kernel.messages.sentences import translated
from tdapp.kernel.pages.forms import LISTED, NO_SUGGESTIONS, DeskForm, LongSelect, TypedNumber, suggestions
from tdapp.kernel.refusals import Refusal

LONGEST = 9
PEOPLE = "players-here"


def people(rows: Sequence[Person]) -> list[tuple[str, str]]:
    """Players as choices: number and name."""
    return [("", "–"), *((str(row.pk), f"{row.number} {row.listed}") for row in rows)]


class DrawForm(DeskForm):
    """Pair this round by another system than the plan's, with settings as a plan has them in brackets."""

    system = forms.ChoiceField(required=False, label=gettext_lazy("System for this round"))
    settings = forms.CharField(
        required=False, max_length=200, label=gettext_lazy("Settings"),
        widget=forms.TextInput(attrs=NO_SUGGESTIONS),
        help_text=gettext_lazy("As in a plan, for example hope=10/5, loss=25. Empty: the usual ones."),
    )  # fmt: skip

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        offered = [(name, translated(title)) for name, title in SYSTEM_TITLES.items()]
        self.fields["system"].choices = [("", gettext_lazy("as planned")), *offered]  # type: ignore[attr-defined]

    def clean_settings(self) -> str:
        """The settings, if the system chosen takes them."""
        typed, system = str(self.cleaned_data["settings"]), self.cleaned_data.get("system", "")
        if typed.strip() and not system:
            raise forms.ValidationError(_("Choose the system these settings are for."))
        found = read_params(system, typed) if system else ()
        if isinstance(found, Unreadable):
            raise forms.ValidationError(translated(found.sentence))
        return typed

    def params(self) -> dict[str, Any] | None:
        """What the settings come to; None where there are none."""
        found = read_params(self.cleaned_data["system"], self.cleaned_data["settings"])
        return dict(found) if found and not isinstance(found, Unreadable) else None


class PlayersForm(DeskForm):
    """Two players of a draft: exchange their places, or let them meet."""

    one = forms.ChoiceField(label=gettext_lazy("Player"), widget=LongSelect)
    other = forms.ChoiceField(label=gettext_lazy("and"), widget=LongSelect)

    def __init__(self, rows: Sequence[Person], *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.is_typed = len(rows) > LISTED
        offered = [] if self.is_typed else people(rows)
        for name in ("one", "other"):
            if self.is_typed:
                self.fields[name].widget = TypedNumber(PEOPLE)
            else:
                self.fields[name].choices = offered  # type: ignore[attr-defined]


def player_list(rows: Sequence[Person]) -> str:
    """What a draft's fields suggest, where its players are typed; "" where they are chosen."""
    return suggestions(PEOPLE, ((row.number, row.listed) for row in rows)) if len(rows) > LISTED else ""


class AskForm(PlayersForm):
    """Two players whose meeting is to be priced."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["one"].label = gettext_lazy("This player meets")
        self.fields["other"].label = gettext_lazy("this one")


class AsPlayedForm(DeskForm):
    """What was really played, a line each: `7 12 5`, `bye 3`, `absent 4 forfeit`, `7` closes a table."""

    places = forms.CharField(
        label=gettext_lazy("What was played"),
        widget=forms.Textarea(attrs={"rows": 5, "data-line": "", **NO_SUGGESTIONS}),
        help_text=gettext_lazy(
            "One line each, players by their numbers, in seat order: 7 12 5. A table alone closes it: 7. "
            "bye 3. absent 4 forfeit (or not scored)."
        ),
    )
    reason = forms.CharField(label=gettext_lazy("Why"), max_length=300)
    sure = forms.CharField(required=False, max_length=1, widget=forms.HiddenInput(attrs={"id": False}))


def read_places(text: str) -> dict[str, Any]:
    """The lines of an as-played form as the command's arguments; one sentence for each line that cannot be read."""
    found: dict[str, Any] = {"tables": {}, "byes": [], "absent": {}}
    faults = [fault for line in text.splitlines() if line.strip() and (fault := _read(line.split(), found))]
    if faults:
        raise Refusal("bad-places", *faults)
    return found


def _is_number(word: str) -> bool:
    return word.isdecimal() and len(word) < LONGEST


def _read(words: list[str], found: dict[str, Any]) -> str:
    head, rest = words[0].casefold(), words[1:]
    if head == "bye" and len(rest) == 1 and _is_number(rest[0]):
        found["byes"].append(int(rest[0]))
    elif head == "absent" and rest and _is_number(rest[0]) and (how := how_of(rest[1:])):
        found["absent"][int(rest[0])] = how
    elif all(map(_is_number, words)) and len(rest) <= 4:
        found["tables"][int(head)] = [int(word) for word in rest]
    else:
        return _("%(line)s is no place; write a table and its players, like 7 12 5.") % {
            "line": " ".join(words)[:60]
        }
    return ""
