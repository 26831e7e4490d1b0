"""Pairing constraints built by pressing: who, what, where; and what the lines say with names in place of numbers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tdapp.events.entries import wishes
from tdapp.events.entries.wish_kinds import BY_FIELD, KINDS, WishKind
from tdapp.events.models import Division, Person
from tdapp.kernel.pages.forms import (
    LISTED,
    NO_SUGGESTIONS,
    DeskForm,
    LongSelect,
    TypedNumber,
    number,
    suggestions,
)
from tdapp.kernel.pages.pressing import with_line, without_line

PLAYERS = ("one", "two", "three")
PEOPLE = "players-here"
NUMBERED = re.compile(r"\b\d{1,6}\b")


class WishPickForm(DeskForm):
    """One constraint to come."""

    kind = forms.ChoiceField(
        label=gettext_lazy("What is needed"), choices=[(kind.field, kind.title) for kind in KINDS]
    )
    one = forms.ChoiceField(label=gettext_lazy("Player"), required=False, widget=LongSelect)
    two = forms.ChoiceField(label=gettext_lazy("and"), required=False, widget=LongSelect)
    three = forms.ChoiceField(label=gettext_lazy("and"), required=False, widget=LongSelect)
    round = number(1, 200, gettext_lazy("Round"), required=False)
    need = forms.CharField(
        label=gettext_lazy("Need"), required=False, max_length=30, initial=gettext_lazy("step-free"),
        widget=forms.TextInput(attrs=NO_SUGGESTIONS),
    )  # fmt: skip
    tables = forms.CharField(
        label=gettext_lazy("Tables that suit"), required=False, max_length=60,
        widget=forms.TextInput(attrs=NO_SUGGESTIONS), help_text=gettext_lazy("Like 1-4, or 7."),
    )  # fmt: skip

    def __init__(self, people: Sequence[Person], division: Division, data: Any = None) -> None:
        start = {"tables": str(division.table_first), "kind": ""}
        super().__init__(data, prefix="pick", initial=start, use_required_attribute=False)
        offered = [(str(row.number), f"{row.listed} ({row.number})") for row in sorted(people, key=_by_name)]
        for name in PLAYERS:
            self.fields[name].choices = [("", "\N{EN DASH}"), *offered]  # type: ignore[attr-defined]
            if len(offered) > LISTED:
                self.fields[name].widget = TypedNumber(PEOPLE)
        self.suggested = suggestions(PEOPLE, offered) if len(offered) > LISTED else ""

    def line(self) -> str:
        """What the controls say, as it would be typed; "" and errors where that is no line."""
        picked = self.cleaned_data
        kind = BY_FIELD[picked["kind"]]
        who = [picked[name] for name in PLAYERS[: kind.most] if picked[name]]
        self._look(kind, who)
        if self.errors:
            return ""
        head = f"{picked['round']}: " if kind.round else ""
        if kind.tables:
            head = f"{'-'.join(picked['need'].split())} {picked['tables'].strip()}: "
        return head + " ".join(who)

    def _look(self, kind: WishKind, who: Sequence[str]) -> None:
        picked = self.cleaned_data
        if len(who) < kind.least:
            wanted = _("Choose who it is about.") if kind.least == 1 else _("Choose two players it is about.")
            self.add_error(PLAYERS[len(who)], wanted)
        elif len(set(who)) < len(who):
            self.add_error("two", _("That is one and the same player; choose another."))
        if kind.round and not picked["round"]:
            self.add_error("round", _("Say in which round."))
        if kind.tables and not picked["tables"].strip():
            self.add_error("tables", _("Say which tables suit, like 1-4."))
        if kind.tables and not picked["need"].strip():
            self.add_error("need", _("Say what the table has to be, like step-free."))


def _by_name(row: Person) -> tuple[str, int]:
    return row.listed.casefold(), row.number


@dataclass(frozen=True, slots=True)
class ToldWish:
    """A line with names in it, or what is wrong with it; `press` takes it away."""

    title: Any
    said: str
    press: str
    wrong: str = ""


def told(division: Division, people: Sequence[Person], typed: Mapping[str, str]) -> list[ToldWish]:
    """Every constraint the lines say."""
    names = {row.number: f"{row.listed} ({row.number})" for row in people}
    rows = [
        (kind, at, line)
        for kind in KINDS
        for at, line in enumerate(str(typed.get(kind.field) or "").splitlines())
        if line.strip()
    ]
    faults = wishes.faults_of(division, [(kind.field, line) for kind, _at, line in rows])
    return [
        ToldWish(kind.title, _named(kind, line, names), f"remove:{kind.field}:{at}", " ".join(wrong))
        for (kind, at, line), wrong in zip(rows, faults, strict=True)
    ]


def _named(kind: WishKind, line: str, names: Mapping[int, str]) -> str:
    head, colon, players = line.rpartition(":")
    found = [names.get(int(word), word) for word in NUMBERED.findall(players)]
    who = "; ".join(found) or line
    if kind.round and colon:
        return _("Round %(n)s: %(who)s") % {"n": head.strip()[:20], "who": who}
    if kind.tables and colon:
        need, _space, tables = head.strip().partition(" ")
        return _("%(need)s, tables %(tables)s: %(who)s") % {"need": need, "tables": tables, "who": who}
    return who


def pressed(
    division: Division, people: Sequence[Person], press: str, typed: Mapping[str, str]
) -> tuple[dict[str, str], WishPickForm]:
    """The lines a press changes, by field, and the controls. `add`, `remove:FIELD:N`; anything else changes none."""
    word, _colon, rest = press.partition(":")
    field, _colon, at = rest.partition(":")
    if word == "remove" and field in BY_FIELD:
        return {field: without_line(typed.get(field, ""), at)}, WishPickForm(people, division)
    if word != "add":
        return {}, WishPickForm(people, division)
    form = WishPickForm(people, division, typed)
    if not form.is_valid():
        return {}, form
    line = form.line()
    if form.errors:
        return {}, form
    field = form.cleaned_data["kind"]
    if faults := wishes.faults_of(division, [(field, line)])[0]:
        form.add_error(None, faults)
        return {}, form
    return {field: with_line(typed.get(field, ""), line)}, WishPickForm(people, division)
