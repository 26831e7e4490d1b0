"""A new migration lets the program before it go on beside it: on several machines one is started anew after the other."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ModelState, ProjectState
from django.db.models.functions import Now

from tdapp.devtools import beside_the_old

BY_NAME = models.UniqueConstraint(fields=["name"], name="seat_by_name")
FULL = models.CheckConstraint(condition=~models.Q(name=""), name="seat_has_name")
REASON = "a hundred rows at most, 0.01 s measured"
TEXT, NUMBER = models.CharField(max_length=40), models.IntegerField
Operations = list[Any]


@pytest.fixture
def released() -> ProjectState:
    """The program as it was released: seats, with a name and a number, a note that may be empty, a kind the database fills in."""
    fields: dict[str, models.Field[Any, Any]] = {
        "id": models.BigAutoField(primary_key=True),
        "name": models.CharField(max_length=40),
        "number": models.IntegerField(),
        "note": models.CharField(max_length=40, null=True),
        "kind": models.CharField(max_length=40, db_default="plain"),
        "hall": models.ForeignKey("hall.Hall", models.PROTECT),
    }
    state = ProjectState()
    for name in ("Seat", "Hall"):
        state.add_model(ModelState("hall", name, fields, {"constraints": [BY_NAME, FULL]}))
    return state


def told(released: ProjectState, *each: Any, **attributes: Any) -> list[str]:
    made = type("Migration", (migrations.Migration,), {"operations": each, **attributes})
    return beside_the_old.found([made("0002_new", "hall")], released)


def no_rows(*_about: Any) -> None:
    """Stands for what a migration does to rows."""


# What an old program meets, by what the sentence says of it.
BAD: list[tuple[str, Operations]] = [
    ("a db_default", [migrations.AddField("Seat", "row", NUMBER())]),
    ("a db_default", [migrations.AddField("Seat", "row", NUMBER(default=0))]),
    ("plain value", [migrations.AddField("Seat", "at", models.DateTimeField(db_default=Now()))]),
    ("index is made", [migrations.AddField("Seat", "row", NUMBER(null=True, db_index=True))]),
    ("still asks for it", [migrations.RemoveField("Seat", "note")]),
    ("still asks for it", [migrations.DeleteModel("Hall")]),
    ("by the old name", [migrations.RenameField("Seat", "number", "place")]),
    ("by the old name", [migrations.RenameModel("Seat", "Chair")]),
    ("leave it empty", [migrations.AlterField("Seat", "note", models.CharField(max_length=40))]),
    ("what is longer", [migrations.AlterField("Seat", "name", models.CharField(max_length=20))]),
    ("kind of column", [migrations.AlterField("Seat", "number", models.BigIntegerField())]),
    ("kind of column", [migrations.AlterField("Seat", "number", NUMBER(db_column="place"))]),
    (
        "points elsewhere",
        [migrations.AlterField("Seat", "hall", models.ForeignKey("hall.Seat", models.PROTECT))],
    ),
    ("may be refused", [migrations.AlterField("Seat", "name", models.CharField(max_length=40, unique=True))]),
    ("leaves it out", [migrations.AlterField("Seat", "kind", models.CharField(max_length=40))]),
    ("how many rows", [migrations.AddIndex("Seat", models.Index(fields=["name"], name="seat_name"))]),
    ("every row is read", [migrations.AddConstraint("Seat", BY_NAME.clone())]),
    ("two write at once", [migrations.RemoveConstraint("Seat", "seat_by_name")]),
    ("cannot be seen", [migrations.RunPython(no_rows)]),
    ("cannot be seen", [migrations.RunSQL("DELETE FROM hall_seat")]),
    ("nothing is known", [migrations.AlterUniqueTogether("Seat", {("name", "number")})]),
    (
        "the column stays",
        [migrations.SeparateDatabaseAndState(state_operations=[migrations.RemoveField("Seat", "number")])],
    ),
    (
        "still asks for it",
        [migrations.SeparateDatabaseAndState(database_operations=[migrations.RemoveField("Seat", "number")])],
    ),
]
GOOD: Operations = [
    migrations.CreateModel("Row", [("id", models.BigAutoField(primary_key=True)), ("name", TEXT.clone())]),
    # What this release made itself it may also change: the old program knows nothing of it.
    migrations.AddField("Row", "number", NUMBER(default=0)),
    migrations.AddIndex("Row", models.Index(fields=["name"], name="row_name")),
    migrations.RenameField("Row", "name", "title"),
    migrations.AddField("Seat", "row", models.ForeignKey("hall.Row", models.PROTECT, null=True)),
    migrations.AddField("Seat", "wide", models.BooleanField(db_default=False)),
    migrations.AlterField("Seat", "wide", models.CharField(max_length=9, null=True)),
    migrations.RemoveField("Seat", "wide"),
    migrations.AlterField("Seat", "name", models.CharField(max_length=80, null=True)),
    migrations.RemoveConstraint("Seat", "seat_has_name"),
    migrations.SeparateDatabaseAndState(state_operations=[migrations.RemoveField("Seat", "kind")]),
    migrations.AlterModelOptions("Seat", {"ordering": ["number"]}),
]


def test_every_migration_since_the_last_release_lets_the_old_program_go_on() -> None:
    _version, line = beside_the_old.drawn(beside_the_old.LINE.read_text(encoding="utf-8"))
    newer, released = beside_the_old.since(MigrationLoader(None), line)
    assert beside_the_old.found(newer, released) == []


def test_of_each_kind_that_the_old_program_meets_it_is_said_what_to_do(released: ProjectState) -> None:
    found = [told(released, *operations) for _said, operations in BAD]
    assert [
        (said, sentences)
        for (said, _operations), sentences in zip(BAD, found, strict=True)
        if len(sentences) != 1
        or said not in sentences[0]
        or "Or name it in the migration's" not in sentences[0]
    ] == []
    assert told(released, atomic=False) == [
        "hall.0002_new is not atomic: an update is one transaction, or it is left half done"
    ]


def test_what_the_old_program_does_not_meet_is_not_told(released: ProjectState) -> None:
    assert told(released, *GOOD) == []


def test_a_reason_lets_one_thing_pass_and_neither_an_empty_one_nor_one_for_nothing_is_taken(
    released: ProjectState,
) -> None:
    by_name, emptied = migrations.AddConstraint("Seat", BY_NAME.clone()), migrations.RunPython(no_rows)
    assert (
        told(released, by_name, emptied, beside_the_old={"seat_seat_by_name": REASON, "no_rows": REASON})
        == []
    )
    assert len(told(released, by_name, emptied, beside_the_old={"seat_seat_by_name": REASON})) == 1
    assert len(told(released, by_name, beside_the_old={"seat_seat_by_name": "ok"})) == 1
    [stale] = told(released, beside_the_old={"seat_row": REASON})
    assert stale == "hall.0002_new names seat_row in beside_the_old, and nothing was found there"


def test_the_line_is_of_this_version_and_of_every_app_and_what_is_newer_than_an_older_one_is_looked_at() -> (
    None
):
    version, _line = beside_the_old.drawn(beside_the_old.LINE.read_text(encoding="utf-8"))
    assert version == beside_the_old.version(), "draw it anew: python -m tdapp.devtools.beside_the_old"
    loader = MigrationLoader(None)
    now = beside_the_old.drawn(beside_the_old.line_now())[1]
    assert beside_the_old.since(loader, now)[0] == []
    # What an old name was squashed into since stands for it.
    newer, _released = beside_the_old.since(loader, [("events", "0008_eligibility")])
    assert next(one.name for one in newer if one.app_label == "events") == "0009_desk_pins"
