"""An event can be moved whole to another database: nothing of it is keyed by anybody else's rows (ADR 28)."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.db import models

from tdapp.events.models import Event
from tdapp.interchange.event_file import event_tables
from tdapp.interchange.event_file.left_out import SCOPED, STAY
from tests import factories as f
from tests.interchange.test_archive_parts import full

pytestmark = pytest.mark.django_db
# What every database would hold: people, clubs, accounts, editions of word lists. Nothing else may an event's row refer to.
EVERYWHERE = {"people.Player", "people.Club", "kernel.User", "lexicon_admin.Edition"}
# What refers to an event from outside and stays where it is: it would name the event by its id.
FROM_OUTSIDE = {*STAY}
# Unique over everything, not within an event: drawn so long that two databases never draw the same, but for the two marked,
# which whoever gives out addresses gives out.
DRAWN = {
    "api.ApiToken.token_hash",
    "desk.Certificate.code",
    "events.JoinLink.token_hash",
    "judging.TableLink.token_hash",
}
GIVEN_OUT = {"events.Event.slug", "events.Event.sequence"}


def test_what_belongs_to_an_event_refers_to_nothing_of_another_and_moves_with_ids_of_its_own() -> None:
    mine = event_tables.owned()
    outside = {target._meta.label for model in mine for _column, target in event_tables.references(model)}
    assert outside == EVERYWHERE
    assert {model for model in mine if not isinstance(own_key(model), models.UUIDField)} == set()
    into = {
        model._meta.label
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if model not in mine and field.related_model in mine
    }
    assert into <= FROM_OUTSIDE, into - FROM_OUTSIDE
    assert {name for model in mine for name in alone_unique(model)} == DRAWN | GIVEN_OUT
    named = {model for model in apps.get_models() if {"scope"} & {one.name for one in model._meta.fields}}
    texts = {model._meta.label for model in named if not model._meta.get_field("scope").is_relation}
    assert {*SCOPED} <= texts, "what names an event as text goes with it by that text"
    one, other = full("moved").event, f.hall(players=4).event
    for event in (one, other):
        for model, path in mine.items():
            rows = model._base_manager.filter(**({path: event} if path else {"pk": event.pk}))
            for column, target in event_tables.inside(model):
                name = column.removesuffix("_id")
                leads = f"{name}__{mine[target]}".rstrip("_") if target is not Event else name
                foreign = rows.exclude(**{name: None}).exclude(**{leads: event})
                assert not foreign.exists(), (model._meta.label, column)


def own_key(model: type[models.Model]) -> models.Field:  # type: ignore[type-arg]
    """The key's own field; that of the row it is one with, where it is one."""
    key = model._meta.pk
    while key.related_model:
        key = key.related_model._meta.pk
    return key


def alone_unique(model: type[models.Model]) -> list[str]:
    """Columns that are unique over all events by themselves, and constraints none of whose columns leads to the event."""
    mine, label = event_tables.owned(), model._meta.label
    fields = [
        one.name
        for one in model._meta.concrete_fields
        if one.unique and not one.primary_key and not one.related_model
    ]
    told = [one.fields for one in model._meta.constraints if isinstance(one, models.UniqueConstraint)]
    loose = [
        names for names in told if not any(model._meta.get_field(n).related_model in mine for n in names)
    ]
    return [f"{label}.{name}" for name in fields] + [f"{label}.{','.join(names)}" for names in loose]
