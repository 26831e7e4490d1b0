"""What is told of how one enters: checked as it is typed, and as lines in the reader's language. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from urllib.parse import urlsplit

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tdapp.kernel.refusals import Refusal

FIELDS = ("directions", "fee", "deadline", "how", "link", "enquiries")
LENGTHS = {"directions": 300, "fee": 160, "how": 1000, "link": 300, "enquiries": 160}
LABELS = {
    "directions": gettext_lazy("Where exactly"),
    "fee": gettext_lazy("Fee"),
    "deadline": gettext_lazy("Enter by"),
    "how": gettext_lazy("How to enter"),
    "link": gettext_lazy("Entry form"),
    "enquiries": gettext_lazy("Contact"),
}


@dataclass(frozen=True, slots=True)
class Entering:
    """What is told of an event; all of it may be empty."""

    directions: str = ""
    fee: str = ""
    deadline: date | None = None
    how: str = ""
    link: str = ""
    enquiries: str = ""

    def __bool__(self) -> bool:
        return any(getattr(self, name) for name in FIELDS)


NOTHING = Entering()


@dataclass(frozen=True, slots=True)
class Line:
    """A label with what is told; `link`: the address the text leads to, "" none."""

    label: str
    text: str
    link: str = ""

    @property
    def said(self) -> str:
        """As a line of text: "Fee: 300 pesos"."""
        return f"{self.label}: {self.link or self.text}"


def of_values(values: Mapping[str, Any], prefix: str = "") -> Entering:
    """What a row of the database tells; a row that is not there tells nothing."""
    return Entering(**{name: values[f"{prefix}{name}"] or getattr(NOTHING, name) for name in FIELDS})


def of_row(row: Any) -> Entering:
    """What an `EventEntering` tells; None tells nothing."""
    return of_values(vars(row)) if row is not None else NOTHING


def read(values: Mapping[str, Any], last_day: date) -> dict[str, Any]:
    """What was typed, trimmed. Refuses 422, one sentence for each mistake: too long, no address, closed after the event."""
    told: dict[str, Any] = {name: values.get(name) or "" for name in LENGTHS}
    told = {name: text.strip() for name, text in told.items()} | {"deadline": values.get("deadline")}
    faults = []
    for name, most in LENGTHS.items():
        if (many := len(told[name])) > most:
            facts = {"field": LABELS[name], "most": most, "many": many}
            faults.append(_("%(field)s may have %(most)s characters, not %(many)s.") % facts)
    if told["link"] and not _is_address(told["link"]):
        sentence = _("“%(text)s” is no address of a form; write it like https://forms.example.org/open.")
        faults.append(sentence % {"text": told["link"][:80]})
    if told["deadline"] and told["deadline"] > last_day:
        sentence = _("Entries close on %(day)s, which is after the event; its last day is %(last)s.")
        faults.append(sentence % {"day": told["deadline"].isoformat(), "last": last_day.isoformat()})
    if faults:
        raise Refusal("bad-entering", *faults)
    return told


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        named = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
    return named and not any(sign in text for sign in " <>\"'\\") and text.isprintable()


def lines(told: Entering) -> list[Line]:
    """What is told, in its order, each with its label."""
    found = []
    for name in FIELDS:
        if value := getattr(told, name):
            text = date_format(value, "j F Y") if isinstance(value, date) else value
            link = value if name == "link" else ""
            found.append(Line(str(LABELS[name]), _host(text) if link else text, link))
    return found


def _host(address: str) -> str:
    return urlsplit(address).hostname or address


def sentences(told: Entering) -> Sequence[str]:
    """The same as lines of text."""
    return [line.said for line in lines(told)]
