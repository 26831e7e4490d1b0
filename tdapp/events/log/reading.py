"""A log as a page shows it: narrowed, fifty entries at a time, what differs before and after side by side."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, time, timedelta
from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tdapp.events.log.intents import title_of
from tdapp.events.titles import Title
from tdapp.kernel.models import AuditEntry
from tdapp.kernel.pages.forms import day

PAGE = 50
MOST_FACTS = 40
Choices = Sequence[tuple[str, Title]]


class FilterForm(forms.Form):
    """What a log is narrowed to; everything may stay empty."""

    who = forms.CharField(label=_("Who"), required=False)
    intent = forms.ChoiceField(label=_("What"), required=False)
    target = forms.CharField(label=_("Which"), required=False, max_length=100)
    via = forms.ChoiceField(label=_("Door"), required=False)
    since = forms.DateField(label=pgettext_lazy("first day of a range", "From"), required=False, widget=day())
    until = forms.DateField(label=pgettext_lazy("last day of a range", "To"), required=False, widget=day())
    refused = forms.BooleanField(label=_("Only refused"), required=False)

    DOORS = [
        ("", _("any")),
        ("web", _("browser")),
        ("cli", _("command line")),
        ("api", _("API")),
        ("job", _("job")),
    ]

    def __init__(self, *args: Any, rows: QuerySet[AuditEntry], logs: Choices = (), **more: Any) -> None:
        super().__init__(*args, **more)
        people = rows.order_by("actor_name").values_list("actor", "actor_name").distinct()
        intents = rows.order_by("intent").values_list("intent", flat=True).distinct()
        self.fields["who"] = forms.ChoiceField(
            label=_("Who"), required=False, choices=[("", _("anybody")), *people]
        )
        self.fields["intent"].choices = [("", _("anything")), *((i, title_of(i)) for i in intents)]  # type: ignore[attr-defined]
        self.fields["via"].choices = self.DOORS  # type: ignore[attr-defined]
        if logs:
            every = forms.ChoiceField(label=_("Log of"), required=False, choices=[("", _("anything")), *logs])
            self.fields = {"log": every, **self.fields}


def read(request: HttpRequest, rows: QuerySet[AuditEntry], logs: Choices = ()) -> dict[str, Any]:
    """What `events/log/_log.html` shows of these entries, the newest first: {"filter", "page", "entries", "narrowed"}.

    `logs`: where the entries are of several, the beginnings of their scopes with words for them, to choose from.
    """
    form = FilterForm(request.GET or None, rows=rows, logs=logs)
    asked = form.cleaned_data if form.is_bound and form.is_valid() else {}
    order = ("-at", "scope", "-number") if logs else ("-number",)
    found = Paginator(_narrowed(rows, asked).order_by(*order), PAGE).get_page(request.GET.get("page"))
    return {
        "filter": form, "page": found, "entries": [_entry_row(entry) for entry in found],
        "narrowed": any(asked.values()),
    }  # fmt: skip


def _narrowed(rows: QuerySet[AuditEntry], asked: dict[str, Any]) -> QuerySet[AuditEntry]:
    exact = {"actor": asked.get("who"), "intent": asked.get("intent"), "via": asked.get("via")}
    rows = rows.filter(**{name: value for name, value in exact.items() if value})
    if asked.get("log"):
        rows = rows.filter(scope__startswith=asked["log"])
    if asked.get("target"):
        rows = rows.filter(target__icontains=asked["target"])
    if asked.get("since"):
        rows = rows.filter(at__gte=_midnight(asked["since"]))
    if asked.get("until"):
        rows = rows.filter(at__lt=_midnight(asked["until"] + timedelta(days=1)))
    return rows.exclude(refused="") if asked.get("refused") else rows


def _midnight(on: Any) -> datetime:
    return timezone.make_aware(datetime.combine(on, time.min))


def _entry_row(entry: AuditEntry) -> dict[str, Any]:
    payload = entry.payload or {}
    before, after = payload.get("before"), payload.get("after")
    return {"entry": entry, "title": title_of(entry.intent), "changes": changes(before, after)[:MOST_FACTS]}


def changes(before: Any, after: Any) -> list[dict[str, str]]:
    """What differs, one line a fact: `{"name", "before", "after"}`; what stayed the same is left out."""
    old, new = _flat(before), _flat(after)
    names = [*old, *(name for name in new if name not in old)]
    lines = [{"name": name, "before": old.get(name, ""), "after": new.get(name, "")} for name in names]
    return [line for line in lines if line["before"] != line["after"]]


def _flat(value: Any, name: str = "") -> dict[str, str]:
    """Nested facts as one level of dotted names and readable texts."""
    if isinstance(value, dict):
        found: dict[str, str] = {}
        for key, item in value.items():
            found |= _flat(item, f"{name}.{key}" if name else str(key))
        return found
    if isinstance(value, list) and any(isinstance(item, dict) for item in value):
        return _flat({str(place): item for place, item in enumerate(value, start=1)}, name)
    if isinstance(value, list):
        return {name: ", ".join(map(str, value))}
    if isinstance(value, bool):
        return {name: str(_("yes") if value else _("no"))}
    return {name: str(value)} if value not in (None, "") else {}
