"""Which rows belong to an event: found by walking the tables' own references, so that a new table is never forgotten.

A table belongs to the event when a chain of references that are never empty leads from it there. What those rows refer
to outside (people, clubs, word lists, users) goes along. What stays at home is listed here, with the reason.
"""

from __future__ import annotations

import functools
from collections import deque
from graphlib import TopologicalSorter
from typing import Any

from django.db import models

from tdapp.events.models import Event

Model = type[models.Model]
STAYS: dict[str, str] = {
    "judging.Kiosk": "a screen's session belongs to the laptop it was opened at",
    "interchange.EventPreview": "a dry run nobody applied",
    "interchange.RosterPreview": "a dry run nobody applied",
    "interchange.StagedChange": "a list that is being entered",
    "interchange.BroughtIn": "which bundles came belongs to the federation's installation",
    "interchange.CopyPlan": "where this laptop puts its copies, and under which key",
    "interchange.CopyLink": "opens files of this laptop",
    "interchange.Handover": "what this laptop knows of the other one",
    "ratings.RatingRun": "ratings are kept where the list is",
    "ratings.RatingChange": "ratings are kept where the list is",
}
# By the scope they name as text.
SCOPED = ("kernel.AuditEntry", "kernel.IdempotencyKey")
OURS = ("tdapp.", "lexicon_admin.")


@functools.cache
def owned() -> dict[Model, str]:
    """The tables of an event, nearest first, and the look-up that leads from each to it ("" for the event itself)."""
    found: dict[Model, str] = {Event: ""}
    waiting: deque[Model] = deque([Event])
    while waiting:
        known = waiting.popleft()
        for relation in known._meta.related_objects:
            model, field = relation.related_model, relation.field
            if model in found or model._meta.label in STAYS or field.null or not isinstance(model, type):
                continue
            found[model] = f"{field.name}__{found[known]}".rstrip("_")
            waiting.append(model)
    return found


@functools.cache
def children_first() -> tuple[Model, ...]:
    """The same tables in an order in which their rows may be taken away one table after the other."""
    mine = owned()
    above = {
        model: {field.related_model for field in model._meta.concrete_fields if field.related_model in mine}
        - {model}
        for model in mine
    }
    return tuple(reversed(list(TopologicalSorter(above).static_order())))


def rows_of(model: Model, event: Event) -> models.QuerySet[Any]:
    """The rows of a table that belong to an event."""
    path = owned()[model]
    return model._base_manager.filter(**({path: event} if path else {"pk": event.pk}))


def references(model: Model) -> list[tuple[str, Model]]:
    """Columns of a table that refer to tables which do not belong to an event, with where they lead."""
    mine = owned()
    return [
        (field.attname, field.related_model)
        for field in model._meta.concrete_fields
        if field.is_relation and isinstance(field.related_model, type) and field.related_model not in mine
    ]


def inside(model: Model) -> list[tuple[str, Model]]:
    """Columns of a table that refer to tables of the event, with where they lead."""
    mine = owned()
    return [
        (field.attname, field.related_model)
        for field in model._meta.concrete_fields
        if field.is_relation and field.related_model in mine
    ]


@functools.cache
def around() -> frozenset[Model]:
    """The tables outside that rows of an event can lead to, directly or by others: nothing else goes along."""
    found: set[Model] = set()
    waiting: list[Model] = list(owned())
    while waiting:
        fresh = {model for _name, model in references(waiting.pop())} - found
        found |= fresh
        waiting += fresh
    return frozenset(found)
