"""Forms of the register of incidents."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _

from tdapp.events.models import Division, Entrant, Event, Table
from tdapp.judging.incidents.commands.incidents import MOST_MINUTES, MOST_POINTS, Kind, Ruling
from tdapp.judging.incidents.incident_list import KINDS, MEASURES
from tdapp.judging.models.incidents import Incident, IncidentStep
from tdapp.kernel.pages.forms import FOCUS, NUMBER, DeskForm, number

TEXT = forms.Textarea(attrs={"rows": 3, "spellcheck": "false"})
ROUNDS_MOST, TABLES_MOST = 200, 9999


class ReportForm(DeskForm):
    """What happened, where and to whom; of the place everything may be left out."""

    kind = forms.ChoiceField(label=_("What"), choices=list(KINDS.items()))
    text = forms.CharField(
        label=_("What happened"), max_length=1000, widget=forms.Textarea(attrs={"rows": 3, **FOCUS})
    )
    division = forms.ChoiceField(label=_("Division"), required=False)
    round = number(1, ROUNDS_MOST, _("Round"), required=False)
    table = number(1, TABLES_MOST, _("Table"), required=False)
    turn = number(1, 500, _("Turn"), required=False)
    players = forms.CharField(
        label=_("Players"), required=False, max_length=60,
        help_text=_("their numbers in the division; leave blank for everybody at the table"),
        widget=forms.TextInput(attrs={**NUMBER, "class": "num"}),
    )  # fmt: skip
    minutes = number(
        1,
        MOST_MINUTES,
        _("Decided within"),
        required=False,
        help_text=_("minutes, for a protest; leave blank for 30"),
    )

    def __init__(self, *args: Any, event: Event, **more: Any) -> None:
        super().__init__(*args, **more)
        self.event = event
        self.rows: dict[str, Division] = {row.slug: row for row in event.divisions.select_related("event")}
        field: Any = self.fields["division"]
        field.choices = [("", now("none")), *((slug, row.name) for slug, row in self.rows.items())]
        if len(self.rows) == 1:
            field.choices = field.choices[1:]

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        division = self.rows.get(given.get("division", ""))
        given["place"] = self._table(division, given.get("round"), given.get("table"))
        given["who"] = self._entrants(division, given.get("players") or "")
        return given

    def _table(self, division: Division | None, round_: int | None, table: int | None) -> Table | None:
        if table is None:
            return None
        if division is None or round_ is None:
            self.add_error("table", now("A table needs its division and its round."))
            return None
        rows = Table.objects.select_related("round__division__event")
        found = rows.filter(round__division=division, round__number=round_, number=table).first()
        if found is None:
            facts = {"round": round_, "table": table}
            self.add_error("table", now("Round %(round)s has no table %(table)s.") % facts)
        return found

    def _entrants(self, division: Division | None, typed: str) -> list[Entrant]:
        words = typed.replace(",", " ").split()
        if words and division is None:
            self.add_error("players", now("Players' numbers need their division."))
            return []
        known = {str(row.number): row for row in division.entrants.all()} if division and words else {}
        for word in words:
            if word not in known:
                self.add_error("players", now("No player has number %(word)s.") % {"word": word[:20]})
        return [known[word] for word in words if word in known]

    def what(self) -> dict[str, Any]:
        """Arguments of `incident.report`."""
        given = self.cleaned_data
        told = {name: given[name] for name in ("kind", "text", "turn", "minutes")}
        if told["kind"] != Kind.PROTEST:
            told["minutes"] = None
        division = self.rows.get(given["division"])
        return {**told, "division": division, "table": given["place"], "entrants": given["who"]}


class StepForm(DeskForm):
    """A sentence that is added: a note, an appeal, why something is taken back."""

    text = forms.CharField(label=_("In a sentence"), max_length=1000, widget=TEXT)
    seen = forms.IntegerField(widget=forms.HiddenInput, required=False)


class DecideForm(DeskForm):
    """What is decided and what follows for whom."""

    text = forms.CharField(label=_("Decision"), max_length=1000, widget=TEXT)
    measure = forms.ChoiceField(label=_("What follows"), choices=list(MEASURES.items()))
    entrant = forms.ChoiceField(label=_("Against whom"), required=False)
    amount = number(
        1, max(MOST_POINTS, MOST_MINUTES), _("How many"), required=False, help_text=_("points or minutes")
    )
    neutral = forms.BooleanField(
        label=_("None of the players is of my school or club, and I am none of them."), required=False
    )
    seen = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, incident: Incident, **more: Any) -> None:
        super().__init__(*args, **more)
        self.people = {
            str(one.entrant.number): one.entrant for one in incident.parties.select_related("entrant")
        }
        field: Any = self.fields["entrant"]
        field.choices = [("", now("nobody")), *((key, one.listed) for key, one in self.people.items())]

    def ruling(self) -> Ruling:
        """What the commands take."""
        given = self.cleaned_data
        needs = given["measure"] in (IncidentStep.Measure.SCORE, IncidentStep.Measure.TIME)
        amount = given["amount"] if needs else None
        return Ruling(given["text"], given["measure"], self.people.get(given["entrant"]), amount)


class PictureForm(DeskForm):
    """A picture of the board, the racks or the slip."""

    photo = forms.FileField(
        label=_("Photo"), widget=forms.ClearableFileInput(attrs={"accept": "image/*", "data-private": True})
    )
