"""A migration's models made in one step: the first start of an installation takes seconds of Django's time otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import AddConstraint, AddField, CreateModel
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState


class CreateTogether(Operation):
    """CreateModel and what belongs to it, for a migration that begins an app.

    Django renders every related model anew for each CreateModel it applies, which grows with the square of the
    models; here the state is rendered once, and each table is made with all its columns and constraints.
    """

    def __init__(self, operations: Sequence[CreateModel | AddField | AddConstraint]) -> None:
        self.operations = operations

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """All models of the operations, unrendered."""
        state.__dict__.pop("apps", None)
        for operation in self.operations:
            operation.state_forwards(app_label, state)

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """A table for each model, as it is after the last operation."""
        for model in self._models(app_label, to_state):
            if self.allow_migrate_model(schema_editor.connection.alias, model):
                schema_editor.create_model(model)

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """The tables away, the last one first."""
        for model in reversed(self._models(app_label, from_state)):
            if self.allow_migrate_model(schema_editor.connection.alias, model):
                schema_editor.delete_model(model)

    def _models(self, app_label: str, state: ProjectState) -> list[Any]:
        made = [operation.name for operation in self.operations if isinstance(operation, CreateModel)]
        return [state.apps.get_model(app_label, name) for name in made]

    def describe(self) -> str:
        """What `migrate --plan` prints."""
        return f"Create {sum(isinstance(one, CreateModel) for one in self.operations)} models together"
