"""Whether a new migration lets the program before it go on beside it: several machines are updated one after the other.

`python -m tdapp.devtools.beside_the_old` draws the line anew, at each release: from then on what is here now is the old program.

What it finds is answered in the migration, or, where it is all right as it is, named there with the reason:

    beside_the_old = {"slot_by_round": "an index over at most a million rows, 2 s measured: the update holds every turn so long"}
"""

from __future__ import annotations

import os
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from django.apps import apps
from django.db.migrations import Migration, operations
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ModelState, ProjectState
from django.db.models import NOT_PROVIDED, UniqueConstraint

from tdapp.kernel.running.create_together import CreateTogether

ROOT = Path(__file__).resolve().parents[2]
LINE = ROOT / "tests" / "launch" / "older" / "released.txt"
REASONS = "beside_the_old"
LEAST_REASON = 20
Node = tuple[str, str]
# Nothing of these is known to a program from before, or nothing of the database changes.
HARMLESS = (
    operations.CreateModel, CreateTogether, operations.AlterModelOptions, operations.AlterModelManagers,
    operations.AlterModelTableComment, operations.RenameIndex, operations.RemoveIndex,
)  # fmt: skip
GONE = (
    "the old program still asks for it. First take it out of the models alone (SeparateDatabaseAndState with "
    "state_operations); table or column go (RunSQL) in the release after"
)
RENAMED = (
    "the old program asks by the old name: make the new one beside it, and let the old one go a release later"
)
INDEX = "an index is made while nobody writes to the table: how many rows has it, and how long does that take"
CONSTRAINT = "the old program does not know it and may be refused, and every row is read while nobody writes"


def found(migrations: Iterable[Migration], released: ProjectState) -> list[str]:
    """What of these migrations, in their order, the program as it was released cannot live beside; a sentence each."""
    state, told = released.clone(), []
    for migration in migrations:
        reasons = dict(getattr(migration, REASONS, {}))
        where = f"{migration.app_label}.{migration.name}"
        if not migration.atomic:
            told.append(f"{where} is not atomic: an update is one transaction, or it is left half done")
        for operation in migration.operations:
            for what, why in _each(operation, migration.app_label, state, released):
                if len(reasons.pop(what, "")) < LEAST_REASON:
                    told.append(
                        f"{where}, {what}: {why}. Or name it in the migration's {REASONS}, with the reason"
                    )
            operation.state_forwards(migration.app_label, state)
        told += [f"{where} names {what} in {REASONS}, and nothing was found there" for what in reasons]
    return told


def _each(
    operation: Operation, app: str, state: ProjectState, released: ProjectState
) -> Iterator[tuple[str, str]]:
    """Name and reason of each thing of an operation that the old program meets."""
    if isinstance(operation, HARMLESS):
        return
    if isinstance(operation, operations.SeparateDatabaseAndState):
        inner = state.clone()
        for one in operation.database_operations:
            yield from _each(one, app, inner, released)
            one.state_forwards(app, inner)
        for one in operation.state_operations:
            yield from _left_behind(one, app, state)
        return
    name = operation.migration_name_fragment or _raw_name(operation)
    known = (app, str(getattr(operation, "model_name", getattr(operation, "name", ""))).lower())
    if why := _why(operation, known, state, released):
        yield name, why


def _raw_name(operation: Operation) -> str:
    code = getattr(operation, "code", None)
    return str(getattr(code, "__name__", type(operation).__name__))


def _left_behind(operation: Operation, app: str, state: ProjectState) -> Iterator[tuple[str, str]]:
    """A column that leaves the models and stays in the table: the new program writes rows without it."""
    if isinstance(operation, operations.RemoveField):
        field = state.models[app, operation.model_name_lower].fields[operation.name]
        if not _may_be_left_out(field):
            why = "the column stays and the new program leaves it out: let it be empty, or give it a db_default, first"
            yield operation.migration_name_fragment, why


def _may_be_left_out(field: Any) -> bool:
    return bool(field.null or field.many_to_many or field.db_default is not NOT_PROVIDED)


def _why(operation: Operation, known: Node, state: ProjectState, released: ProjectState) -> str:
    """Why the old program cannot live beside it; empty when it can. `known`: the model it is about."""
    if isinstance(operation, operations.RunPython | operations.RunSQL):
        return "what it does to rows cannot be seen: how long does it hold them, and what if the old program writes more of them"
    if isinstance(operation, operations.RenameModel):
        known = known[0], operation.old_name_lower
    if known not in state.models:
        return f"nothing is known of {type(operation).__name__}"
    old = released.models.get(known)
    if old is None:
        # Of a table of this release the old program knows nothing.
        return ""
    look = LOOKS.get(type(operation))
    return (
        look(operation, old, state.models[known])
        if look
        else f"nothing is known of {type(operation).__name__}"
    )


def _added(operation: Any, _old: ModelState, _now: ModelState) -> str:
    field = operation.field
    if not _may_be_left_out(field):
        return "the old program writes rows without it: let it be empty, or give it a db_default"
    if hasattr(field.db_default, "resolve_expression") and not field.null:
        return (
            "a reckoned db_default may write the whole table anew: let it be empty, or give it a plain value"
        )
    if field.unique or (field.db_index and not field.remote_field):
        return INDEX
    return ""


def _altered(operation: Any, old: ModelState, now: ModelState) -> str:
    if operation.name not in old.fields:
        return ""
    before, after = now.fields[operation.name], operation.field
    return next((why for met, why in ALTERED if met(before, after)), "")


def _refused(operation: Any, old: ModelState, _now: ModelState) -> str:
    gone = next((one for one in old.options["constraints"] if one.name == operation.name), None)
    return "the old program leans on it where two write at once" if isinstance(gone, UniqueConstraint) else ""


ALTERED: list[tuple[Callable[[Any, Any], bool], str]] = [
    (
        lambda before, after: before.null and not after.null,
        "the old program may still leave it empty, and every row is read while nobody writes",
    ),
    (
        lambda before, after: _may_be_left_out(before) and not _may_be_left_out(after),
        "who leaves it out is refused from now on",
    ),
    (
        lambda before, after: type(before) is not type(after) or before.db_column != after.db_column,
        "another kind of column: add one beside it and let the old one go, a release later",
    ),
    (
        lambda before, after: (after.max_length or sys.maxsize) < (before.max_length or sys.maxsize),
        "the old program may write what is longer",
    ),
    (
        lambda before, after: (
            bool(before.remote_field) and before.remote_field.model != after.remote_field.model
        ),
        "it points elsewhere, and the old program does not know",
    ),
    (
        lambda before, after: (after.unique, after.db_index) > (before.unique, before.db_index),
        "an index is made while nobody writes to the table, and the old program may be refused",
    ),
]
LOOKS: dict[type[Operation], Callable[[Any, ModelState, ModelState], str]] = {
    operations.AddField: _added,
    operations.AlterField: _altered,
    operations.RemoveField: lambda one, old, _now: GONE if one.name in old.fields else "",
    operations.RenameField: lambda one, old, _now: RENAMED if one.old_name in old.fields else "",
    operations.RenameModel: lambda _one, _old, _now: RENAMED,
    operations.DeleteModel: lambda _one, _old, _now: GONE,
    operations.AddIndex: lambda _one, _old, _now: INDEX,
    operations.AddConstraint: lambda _one, _old, _now: CONSTRAINT,
    operations.RemoveConstraint: _refused,
}


def drawn(text: str) -> tuple[str, list[Node]]:
    """The version a line was drawn at, and the last migration of each app then."""
    head, *rows = text.splitlines()
    return head.split()[-1], [(app, name) for app, name in (row.split() for row in rows)]


def since(loader: MigrationLoader, line: Iterable[Node]) -> tuple[list[Migration], ProjectState]:
    """Our migrations newer than the line, in their order, and the state at the line. One squashed since stands for it."""
    squashed = {old: new for new, one in loader.replacements.items() for old in one.replaces}
    nodes = [node if node in loader.graph.nodes else squashed[node] for node in line]
    before = {one for node in nodes for one in loader.graph.forwards_plan(node)}
    plan = dict.fromkeys(
        one for leaf in loader.graph.leaf_nodes() for one in loader.graph.forwards_plan(leaf)
    )
    ours = {app for app, _name in nodes} | _own_apps()
    newer = [loader.graph.nodes[one] for one in plan if one not in before and one[0] in ours]
    return newer, loader.project_state(nodes)


def _own_apps() -> set[str]:
    return {
        one.label for one in apps.get_app_configs() if one.name.split(".")[0] in ("tdapp", "lexicon_admin")
    }


def version() -> str:
    """Of this program."""
    facts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return str(facts["project"]["version"])


def line_now() -> str:
    """The line as it is drawn now."""
    leaves = sorted(node for node in MigrationLoader(None).graph.leaf_nodes() if node[0] in _own_apps())
    return "\n".join(
        [f"The last migration of each app in {version()}", *(" ".join(node) for node in leaves), ""]
    )


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tdapp.settings")
    django.setup()
    LINE.write_text(line_now(), encoding="utf-8")
    sys.stdout.write(f"{LINE.relative_to(ROOT)}: {version()}\n")
