"""Forms of the Hall page and of the pages behind it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tdapp.events.day.schedule import BREAK, OTHER, PRIZES, ROUNDS, Stop, hour
from tdapp.events.models.hall import Announcement, LastTurn
from tdapp.kernel.pages.forms import NO_SUGGESTIONS, DeskForm, number

LEFT = re.compile(r"(\d{1,3})(?::(\d{1,2}))?")


def seconds_of(typed: str) -> int | None:
    """What is left as typed: "45" minutes or "12:30"; None when it is neither."""
    found = LEFT.fullmatch(typed.strip())
    if not found or int(found[2] or 0) > 59:
        return None
    return int(found[1]) * 60 + int(found[2] or 0)


class AnnounceForm(DeskForm):
    """A text of one's own, in one language or both."""

    text = forms.CharField(
        label=_("Announcement"), max_length=200, widget=forms.TextInput(attrs=NO_SUGGESTIONS)
    )
    text_fil = forms.CharField(
        label=_("The same in Filipino"),
        max_length=200,
        required=False,
        widget=forms.TextInput(attrs=NO_SUGGESTIONS),
    )
    minutes = number(
        1,
        1440,
        _("For minutes"),
        required=False,
        help_text=_("Leave blank to keep it until it is taken down."),
    )
    place = forms.ChoiceField(
        label=_("Where"),
        choices=[
            (Announcement.Place.BOTH, _("screens and phones")),
            (Announcement.Place.SCREENS, _("screens")),
            (Announcement.Place.PHONES, _("phones")),
        ],
    )
    division = forms.ChoiceField(label=_("For whom"), required=False)

    def __init__(self, *args: Any, divisions: Sequence[tuple[str, str]], **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["division"].choices = [("", _("the whole hall")), *divisions]  # type: ignore[attr-defined]
        if len(divisions) < 2:
            del self.fields["division"]


LAST_TURNS = [
    ("", _("as the rules say")),
    (LastTurn.FINISH, _("finish the turn being played")),
    (LastTurn.EQUAL, _("equally many turns")),
    (LastTurn.ONE_MORE, _("one more turn each")),
    (LastTurn.STOP, _("stop at once")),
    (LastTurn.PLAY_OUT, _("games are played out")),
]


class RoundTimeForm(DeskForm):
    """A division's round time and last-turn rule."""

    minutes = number(1, 600, _("Minutes a round"), required=False)
    last_turn = forms.ChoiceField(label=_("When time is called"), choices=LAST_TURNS, required=False)
    seen = forms.IntegerField(min_value=0, widget=forms.HiddenInput(attrs={"id": False}))


class PlanLineForm(DeskForm):
    """The day plan as a line."""

    line = forms.CharField(
        label=_("Day plan"), required=False, max_length=1000,
        widget=forms.Textarea(attrs={"rows": 3, **NO_SUGGESTIONS}),
        help_text=_("Like 09:00 r1-3; 12:00 lunch 60; 13:00 r4-6; 16:30 prizes. A second day begins with day 2."),
    )  # fmt: skip
    seen = forms.IntegerField(min_value=0, widget=forms.HiddenInput(attrs={"id": False}))


WHAT = [
    ("", _("(no stop)")), (ROUNDS, _("rounds")), ("lunch", _("lunch")), ("break", _("break")), ("roll-call", _("roll-call")),
    (PRIZES, _("prize giving")), (OTHER, _("something else")),
]  # fmt: skip


class StopForm(forms.Form):
    """One stop of the day plan as a row of fields."""

    day = number(1, 14, _("Day"), initial=1, required=False)
    at = forms.CharField(
        label=_("Time"), required=False, max_length=5,
        widget=forms.TextInput(attrs={"class": "num w-num", "placeholder": "09:00", **NO_SUGGESTIONS}),
    )  # fmt: skip
    what = forms.ChoiceField(
        label=_("What"), choices=WHAT, required=False, widget=forms.Select(attrs={"class": "w-word"})
    )
    first = number(1, 200, _("From round"), required=False)
    last = number(1, 200, _("To round"), required=False)
    label = forms.CharField(
        label=_("Name"), required=False, max_length=40,
        widget=forms.TextInput(attrs={"class": "w-word", **NO_SUGGESTIONS}),
    )  # fmt: skip
    minutes = number(1, 600, _("Minutes"), required=False)

    def written(self) -> str:
        """The row as a stop of the line, mistakes included: the line's reader says what is wrong with it."""
        facts = self.cleaned_data
        what, at = facts.get("what") or "", facts.get("at") or ""
        if not what:
            return ""
        first, last = facts.get("first") or 1, facts.get("last") or facts.get("first") or 1
        names = {
            ROUNDS: f"r{first}-{last}" if first != last else f"r{first}",
            OTHER: facts.get("label") or "",
        }
        named = names.get(what, facts.get("label") or what)
        minutes = "" if what == ROUNDS else str(facts.get("minutes") or "")
        return " ".join(part for part in (at, named, minutes) if part)


StopRows = forms.formset_factory(StopForm, extra=2, max_num=40, absolute_max=40)


def rows_of(stops: tuple[Stop, ...]) -> list[dict[str, Any]]:
    """Stops as the rows of the form."""
    return [
        {
            "day": stop.day, "at": hour(stop.at) if stop.at is not None else "", "what": _what(stop), "minutes": stop.minutes,
            "first": stop.first or None, "last": stop.last or None, "label": stop.label if _what(stop) == OTHER else "",
        }
        for stop in stops
    ]  # fmt: skip


def _what(stop: Stop) -> str:
    if stop.kind == BREAK and stop.label.casefold() in {"lunch", "break", "roll-call"}:
        return stop.label.casefold()
    return OTHER if stop.kind == BREAK else stop.kind


def line_of(rows: Any) -> str:
    """The rows as a line; a new day is said where the day grows."""
    parts, day = [], 1
    for row in rows:
        if not (told := row.written()):
            continue
        if (named := row.cleaned_data.get("day") or day) != day:
            day = named
            parts.append(f"day {day}")
        parts.append(told)
    return "; ".join(parts)


class LeavingForm(DeskForm):
    """Who is taken out, for how long, what the missed rounds count as."""

    late = forms.ChoiceField(
        label=_("For how long"), choices=[("", _("to the end: withdrawn")), ("1", _("for the next round only: late"))],
        required=False,
    )  # fmt: skip
    intent = forms.ChoiceField(
        label=_("Missed rounds count as"),
        choices=[("unscored", _("not scored")), ("forfeit", _("forfeits")), ("bye", _("byes"))],
    )
    reason = forms.CharField(
        label=_("Reason"), required=False, max_length=200, widget=forms.TextInput(attrs=NO_SUGGESTIONS)
    )
    sure = forms.CharField(required=False, max_length=1, widget=forms.HiddenInput(attrs={"id": False}))
