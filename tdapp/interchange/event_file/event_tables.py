"""Which rows belong to an event: found by walking the tables' own references, so that a new table is never forgotten.

A table belongs to the event when a chain of references that are never empty leads from it there. What those rows refer
to outside (people, clubs, word lists, users) goes along. What stays at home says so in its spec, with the reason.
"""

from __future__ import annotations

import functools
from collections import deque
from graphlib import TopologicalSorter
from typing import Any

from django.db import models

from tdapp.events.models import Event
from tdapp.interchange.event_file.left_out import SHARED, STAY

Model = type[models.Model]
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
            if not isinstance(model, type) or model in found or model._meta.label in STAY:
                continue
            if field.null and not (known is Event and model._meta.label in SHARED):
                continue
            found[model] = f"{field.name}__{found[known]}".rstrip("_")
            waiting.append(model)
    return found


@functools.cache
def at_home() -> dict[Model, str]:
    """The tables that stay at home, those first that refer to others, and the look-up that leads from each to the event."""
    found: dict[Model, str] = {}
    waiting = deque(owned().items())
    while waiting:
        known, path = waiting.popleft()
        for relation in known._meta.related_objects:
            model = relation.related_model
            if isinstance(model, type) and model._meta.label in STAY and model not in found:
                found[model] = f"{relation.field.name}__{path}".rstrip("_")
                waiting.append((model, found[model]))
    return dict(reversed(found.items()))


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
