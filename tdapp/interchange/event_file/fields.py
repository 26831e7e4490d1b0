"""One field of one row of an archive: whether its table could hold it, and as what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.db.backends.base.operations import BaseDatabaseOperations
from django.utils.translation import gettext as _

from tdapp.interchange.event_file import value_checks
from tdapp.kernel.refusals import Refusal

MOST_SENTENCES = 20
Data = dict[str, Any]


def damaged(*sentences: str) -> Refusal:
    """The refusal of a file that is no archive, or not a whole one."""
    return Refusal("bad-archive", *sentences[:MOST_SENTENCES], mistakes=len(sentences))


def faults(model: type[models.Model], names: Sequence[str], row: Any, where: str) -> Iterator[str]:
    """One sentence for each of the fields that a row of `model` could not hold."""
    if not isinstance(row, dict):
        yield _("%(where)s is not as it should be.") % {"where": where}
        return
    for name in names:
        if name in row and not value_checks.is_of_kind(model._meta.get_field(name), row[name]):
            yield value_checks.misfit(where, name)
            continue
        try:
            value_of(model, name, row)
        except ValidationError as error:
            facts = {"where": where, "name": name, "why": " ".join(error.messages)}
            yield _("%(where)s: %(name)s: %(why)s") % facts


def value_of(model: type[models.Model], name: str, row: Mapping[str, Any]) -> Any:
    """A field's value as the model holds it; what older archives do not say is what a new row has.

    Raises ValidationError for what the field cannot hold.
    """
    field: Any = model._meta.get_field(name)
    if name not in row and field.has_default():
        return field.get_default()
    value = row.get(name, "" if field.blank and not field.null else None)
    if isinstance(field, models.JSONField):
        return value
    clean = field.clean(value, None)
    _refuse_beyond(field, clean)
    return clean


def _refuse_beyond(field: Any, value: Any) -> None:
    """What no database holds, whatever the one in use would take (SQLite takes any whole number anywhere)."""
    low, high = BaseDatabaseOperations.integer_field_ranges.get(field.get_internal_type(), (None, None))
    if isinstance(value, int) and low is not None and high is not None and not low <= value <= high:
        raise ValidationError(_("%(value)s is no number for this.") % {"value": value})


def values(model: type[models.Model], names: Sequence[str], row: Mapping[str, Any]) -> Data:
    """The named fields of a checked row, as the model holds them."""
    return {name: value_of(model, name, row) for name in names}
