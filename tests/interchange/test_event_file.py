"""What becomes of every table and column of an event in a file: said in one place, and kept to."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.apps import apps
from django.db import models

from tdapp.events.models import Event
from tdapp.interchange.event_file import event_tables, value_checks
from tdapp.interchange.event_file.left_out import SCOPED, STAY
from tdapp.interchange.event_file.table_spec import PARTS, SPECS, TOP, TableSpec, inside
from tdapp.interchange.event_file.writing import archive
from tests.interchange.test_archive_parts import full

# No reference leads from these to an event: they name it as text, or an entry refers to them.
BESIDE = {*SCOPED, "people.PlayerPrivate", "people.Player", "people.Club"}
NEVER_PUBLIC = {
    "birth_date",
    "birth_year",
    "gender",
    "guardian",
    "contact",
    "notes",
    "consent",
    "consent_by",
    "display_consent",
    "age",
    "given_to",
}


def hanging_on_an_event() -> set[str]:
    """Every table from which a chain of references leads to an event, one that may be empty included."""
    found: dict[type[models.Model], None] = {Event: None}
    waiting: deque[type[models.Model]] = deque([Event])
    while waiting:
        for relation in waiting.popleft()._meta.related_objects:
            model = relation.related_model
            if isinstance(model, type) and model not in found:
                found[model] = None
                waiting.append(model)
    return {model._meta.label for model in found}


def columns(one: TableSpec) -> set[str]:
    return {column.name for column in one.model._meta.concrete_fields if not column.primary_key}


def columns_named(one: TableSpec) -> Counter[str]:
    """How often a spec says what becomes of each column."""
    above = (one.above,) if one.above else ()
    return Counter([*one.public, *one.private, *one.refs, *one.said, *one.left, *above])


def test_every_table_of_an_event_is_in_archives_or_left_out_with_a_reason() -> None:
    assert {*SPECS} == hanging_on_an_event() | BESIDE
    assert [label for label, one in SPECS.items() if bool(one.name) == bool(one.because)] == []


def test_every_column_of_a_table_in_archives_is_said_once() -> None:
    for label, one in SPECS.items():
        if one.name:
            assert columns_named(one) == Counter(columns(one)), label
            assert all(one.left.values()), label
            assert {*one.maybe} <= {*one.refs}, label
            assert {*one.hidden} <= {*one.refs, *one.said}, label


def test_a_new_column_or_table_that_nobody_spoke_of_is_found() -> None:
    one = SPECS["events.Entrant"]
    silent = replace(one, public=tuple(name for name in one.public if name != "team"))
    assert columns_named(silent) != Counter(columns(silent))
    assert {*SPECS} - {"desk.Sponsor"} != hanging_on_an_event() | BESIDE


def test_every_table_stands_in_one_that_is_in_the_file() -> None:
    for label, one in SPECS.items():
        if one.name and one.inside not in (TOP, PARTS):
            assert SPECS[one.inside].name, label
            assert SPECS[one.inside].open or not one.open, label


def test_what_was_told_of_children_is_never_public() -> None:
    for one in SPECS.values():
        if one.name and one.open:
            open_columns = {*one.public, *one.names(private=False)} | ({*one.said} - one.hidden)
            assert not open_columns & NEVER_PUBLIC, one.label
    assert not SPECS["people.PlayerPrivate"].open
    assert {*value_checks.PRIVATE} == {*SPECS["people.PlayerPrivate"].private}


def allowed(one: TableSpec) -> set[str]:
    """What may stand in a row of an archive for anybody."""
    said = {name for column, name in one.said.items() if column not in one.hidden}
    below = {inner.name for inner in SPECS.values() if inner.inside == one.label and inner.open}
    return {*one.public, *one.made, *one.names(private=False)} | said | below


def rows(told_: dict[str, Any], label: str) -> Iterator[tuple[TableSpec, dict[str, Any]]]:
    """Every row with its table, from those at a place of the file downwards."""
    for one in inside(label):
        found = told_.get(one.name, [])
        for row in found if isinstance(found, list) else [found] if found else []:
            yield one, row
            yield from rows(row, one.label)


@pytest.mark.django_db
def test_an_archive_for_anybody_holds_what_the_specs_call_public_and_nothing_else() -> None:
    data = archive(full("arch").event)
    found = [*rows(data, TOP), *rows(data["parts"], PARTS)]
    for one, row in found:
        assert {*row} <= allowed(one), one.label
    assert {one.label for one, _row in found} >= {"desk.ResultLine", "events.Presence", "desk.Prize"}


@pytest.mark.django_db
def test_an_archive_with_private_data_holds_every_column_its_specs_speak_of() -> None:
    data = archive(full("arch").event, private=True)
    for one, row in [*rows(data, TOP), *rows(data["parts"], PARTS)]:
        assert {*one.columns, *one.refs, *one.said.values()} <= {*row}, one.label
    assert {*data["divisions"][0]["entrants"][0]["private"]} == {*SPECS["people.PlayerPrivate"].private}


def test_what_stays_at_home_is_in_no_copy_and_everything_else_of_an_event_is() -> None:
    mine = {model._meta.label for model in event_tables.owned()}
    assert not mine & STAY
    assert {label for label, one in SPECS.items() if not one.stays} == mine | BESIDE
    assert {model._meta.label for model in event_tables.at_home()} == STAY
    assert all(label in {model._meta.label for model in apps.get_models()} for label in SPECS)
