"""Lay a log beside the tables: every row it bears witness to, against what is stored now.

No finding is stronger than its evidence. A row that no entry tells of is a fault only where the log tells of all rows
since some entry; what was erased, or written before logs told of rows, cannot be checked, and that is said.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core import canonical
from tdapp.kernel.log import chain, facts, gathering, logged
from tdapp.kernel.log.logged import Logged

MOST = 20
# As a person says the columns that decide something; others are told by their own name.
COLUMNS = {
    "score": gettext_lazy("score"),
    "before": gettext_lazy("score before unplayed tiles"),
    "penalty": gettext_lazy("penalty"),
    "absent": gettext_lazy("forfeit"),
    "is_current": gettext_lazy("the newest entry"),
    "in_force": gettext_lazy("counts"),
    "withdrawn": gettext_lazy("taken back"),
    "confirmed_at": gettext_lazy("time of confirmation"),
    "confirmed_by_id": gettext_lazy("who confirmed"),
    "confirmed_name": gettext_lazy("name of who confirmed"),
    "entered_by_id": gettext_lazy("who entered"),
    "entered_name": gettext_lazy("name of who entered"),
    "display_consent": gettext_lazy("consent to the full name"),
    "consent": gettext_lazy("consent to the full name"),
    "confirm_policy": gettext_lazy("who confirms"),
    "closed_at": gettext_lazy("closed"),
    "spread": gettext_lazy("points"),
    "entrant_id": gettext_lazy("who sits there"),
    "table_id": gettext_lazy("table"),
    "acceptable": gettext_lazy("verdict"),
    "role": gettext_lazy("role"),
    "status": gettext_lazy("state"),
}
# What is known of a column: the entry that told it, its value there, and the salt it was told under.
Known = tuple[int, Any, str]
State = dict[str, dict[str, dict[str, Known] | int]]


@dataclass
class Compared:
    """What differs (`faults`) and what could not be looked at (`notes`), one sentence each."""

    faults: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


@dataclass
class LogAccount:
    """The rows as the log tells them: by table and key the columns, or the number of the entry that took the row away.

    `aside`: scopes in which rows of this log lie, out of sight, while a list is being entered.
    """

    rows: State = field(default_factory=dict)
    begins: int = 0
    aside: set[str] = field(default_factory=set)


def compare(scope: str) -> Compared:
    """Every row of the event's watched tables against the log."""
    told, found = read(scope), Compared()
    for model in logged.tables():
        _table(model, scope, told, found)
    return found


def read(scope: str) -> LogAccount:
    """The log's own account of the rows, entry by entry."""
    told = LogAccount()
    for entry in chain.entries(scope, version__gt=chain.OLD, facts__isnull=False):
        held = entry.facts or {}
        if held.pop(gathering.BEGINS, False):
            told.begins = told.begins or entry.number
        held.pop(chain.ERASED, None)
        for aside, lies in held.pop(gathering.ASIDE, {}).items():
            (told.aside.add if lies else told.aside.discard)(aside)
        for label, rows in held.items():
            known = told.rows.setdefault(label, {})
            for key, columns in rows.items():
                _lay(known, key, columns, entry.number, entry.salt)
    return told


def _lay(
    known: dict[str, dict[str, Known] | int], key: str, columns: dict[str, Any] | None, number: int, salt: str
) -> None:
    if columns is None:
        known[key] = number
        return
    before = known.get(key)
    row = before if isinstance(before, dict) else {}
    for name, value in columns.items():
        row[name] = (number, value, salt)
    known[key] = row


def _table(model: type[Logged], scope: str, told: LogAccount, found: Compared) -> None:
    known = told.rows.pop(model._meta.label, {})
    tally = _Tally(found)
    for key, columns in logged.stored(model, scope):
        row = known.pop(key, None)
        if isinstance(row, int):
            tally.say(_back, model, key, row)
        elif row is not None:
            _row(model, key, columns, row, tally)
        elif told.begins:
            tally.say(_strange, model, key)
        else:
            tally.unknown += 1
    _left(model, {key: row for key, row in known.items() if isinstance(row, dict)}, told, tally)
    tally.close(model)


def _left(model: type[Logged], left: dict[str, dict[str, Known]], told: LogAccount, tally: _Tally) -> None:
    """Rows the log tells of that are not the event's: they lie aside, as they are told, or are gone."""
    for aside in told.aside if left else ():
        for key, columns in logged.stored(model, aside):
            if (row := left.pop(key, None)) is not None:
                _row(model, key, columns, row, tally)
    for key, row in left.items():
        tally.say(_gone, model, key, row)


def _row(
    model: type[Logged], key: str, columns: dict[str, Any], row: dict[str, Known], tally: _Tally
) -> None:
    """A stored row against the columns that are told of it."""
    for name, value in columns.items():
        if name not in row:
            continue
        fits = _fits(model, key, name, value, row[name])
        tally.veiled += fits is None
        if fits is False:
            tally.say(_differs, model, key, name, value, row[name])


def _fits(model: type[Logged], key: str, name: str, value: Any, known: Known) -> bool | None:
    """Whether a stored value is the one told; None where that was erased."""
    _number, told, salt = known
    if name in model.VEILED and not salt:
        return None
    return bool(facts.entry_value(model, name, key, value, salt) == told)


class _Tally:
    """The faults of one table, the first of each kind in full and the rest counted; and what could not be looked at."""

    def __init__(self, found: Compared) -> None:
        self.found, self.kinds = found, Counter[Any]()
        self.unknown = self.veiled = 0

    def say(self, sentence: Any, *about: Any) -> None:
        self.kinds[sentence] += 1
        if self.kinds[sentence] <= MOST:
            self.found.faults.append(sentence(*about))

    def close(self, model: type[Logged]) -> None:
        if (more := sum(max(0, count - MOST) for count in self.kinds.values())) > 0:
            rest = {"n": more, "what": model._meta.verbose_name}
            self.found.faults.append(_("%(what)s: %(n)s more of the same kind.") % rest)
        _say_unchecked(model, self.unknown, self.veiled, self.found)


def _strange(model: type[Logged], key: str) -> str:
    return _("%(where)s: this is stored, but no entry of the log tells of it.") % {
        "where": _where(model, key)
    }


def _back(model: type[Logged], key: str, number: int) -> str:
    told = {"where": _where(model, key), "n": number}
    return _("%(where)s: this is stored, but entry %(n)s of the log took it away.") % told


def _gone(model: type[Logged], key: str, row: dict[str, Known]) -> str:
    told = {"where": _where(model, key, row), "n": max(number for number, _value, _salt in row.values())}
    return _("%(where)s: this is stored no more, but entry %(n)s of the log tells of it.") % told


def _differs(model: type[Logged], key: str, name: str, value: Any, known: Known) -> str:
    number, told, _salt = known
    about = {"where": _where(model, key), "what": COLUMNS.get(name, name), "n": number}
    if name in model.VEILED:
        return _("%(where)s: %(what)s is stored otherwise than entry %(n)s of the log wrote it.") % about
    about |= {"stored": _in_words(model, name, value), "told": _in_words(model, name, told)}
    return _("%(where)s: %(what)s is stored as %(stored)s, but the log says %(told)s (entry %(n)s).") % about


def _in_words(model: type[Logged], name: str, value: Any) -> str:
    """A value for a sentence; a reference as what it leads to."""
    column = model.logged()[name]
    target = column.related_model if column.is_relation else None
    if value is not None and isinstance(target, type) and issubclass(target, Logged):
        return _where(target, str(value))
    if value is True or value is False:
        return _("yes") if value else _("no")
    return (
        _("nothing") if value in (None, "") else value if isinstance(value, str) else canonical.dumps(value)
    )


def _where(model: type[Logged], key: str, told: dict[str, Known] | None = None) -> str:
    """What a row is and where; of one that is stored no more by what the log tells."""
    try:
        row = model._base_manager.filter(pk=key).first() or _made(model, key, told or {})
        return row.where()
    except (ObjectDoesNotExist, AttributeError):
        return f"{model._meta.verbose_name} {key}"


def _made(model: type[Logged], key: str, told: dict[str, Known]) -> Logged:
    row = model(**{name: value for name, (_n, value, _s) in told.items() if name in model.logged()})
    row.pk = key
    return row


def _say_unchecked(model: type[Logged], unknown: int, veiled: int, found: Compared) -> None:
    about = {"what": model._meta.verbose_name}
    if unknown:
        sentence = ngettext(
            "%(what)s: %(n)s row is from before this log told of rows; it cannot be checked.",
            "%(what)s: %(n)s rows are from before this log told of rows; they cannot be checked.",
            unknown,
        )
        found.notes.append(sentence % {**about, "n": unknown})
    if veiled:
        sentence = ngettext(
            "%(what)s: %(n)s value was erased from the log; it cannot be checked.",
            "%(what)s: %(n)s values were erased from the log; they cannot be checked.",
            veiled,
        )
        found.notes.append(sentence % {**about, "n": veiled})
