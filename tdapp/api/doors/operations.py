"""The operations: each command of the registry that has a door, with where it stands and what it takes."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.urls import get_resolver

from tdapp.api.doors import given, kinds, places
from tdapp.api.doors.instead import INSTEAD
from tdapp.api.doors.kinds import Kind
from tdapp.api.doors.places import Place
from tdapp.api.doors.which import NOT_SAID, why_not
from tdapp.kernel.commands import REGISTRY, Command

NOT_TYPED = "an argument of it is nothing JSON says"
NO_ADDRESS = "what it acts on has no address"


@dataclass(frozen=True, slots=True)
class Operation:
    """A command as programs call it. `takes`: the fields of its body; `needed`: those without a default."""

    intent: str
    title: str
    needs: str
    place: Place
    takes: Mapping[str, Kind]
    needed: frozenset[str]
    about: str
    run: Callable[..., dict[str, Any]]

    @property
    def id(self) -> str:
        """Its name where only letters and underscores go."""
        return self.intent.replace(".", "_")

    @property
    def large(self) -> bool:
        """Whether its body may hold a file."""
        return (
            any("base64" in str(kind.schema) for kind in self.takes.values())
            or self.intent == "roster.preview"
        )


class NoDoor(Exception):
    """Why a command has none."""


@cache
def table() -> tuple[dict[str, Operation], dict[str, str]]:
    """Every operation by its intent; and why the other commands have no door."""
    # The rooms' addresses load their commands: whoever asks first may be a program that serves no page.
    get_resolver().url_patterns  # noqa: B018
    doors, none = {}, {}
    for intent, command in sorted(REGISTRY.items()):
        try:
            doors[intent] = _operation(intent, command)
        except NoDoor as why:
            none[intent] = str(why)
    return doors, none


def _operation(intent: str, command: Command) -> Operation:
    if why := why_not(intent, command.needs):
        raise NoDoor(why)
    run = INSTEAD.get(intent, command)
    hints = typing.get_type_hints(run)
    _ctx, target, *rest = inspect.signature(run).parameters.values()
    if (place := places.BY_TARGET.get(hints[target.name])) is None:
        raise NoDoor(NO_ADDRESS)
    takes: dict[str, Kind] = {}
    needed: set[str] = set()
    for one in rest:
        if one.name not in NOT_SAID.get(intent, ()):
            kinds_, needed_ = _argument(intent, one, hints[one.name])
            takes.update(kinds_)
            needed.update(needed_)
    about = inspect.cleandoc(run.__doc__ or "")
    return Operation(intent, command.title, command.needs, place, takes, frozenset(needed), about, run)


def _argument(intent: str, one: inspect.Parameter, hint: Any) -> tuple[Mapping[str, Kind], Collection[str]]:
    """The fields of a body an argument comes to, and those of them that are needed."""
    if one.kind is one.VAR_KEYWORD:
        if (values := given.VALUES.get(intent)) is None:
            raise NoDoor(NOT_TYPED)
        return values.of, values.needed
    kind = given.ARGUMENTS.get((intent, one.name)) or kinds.of_annotation(hint)
    if kind is not None:
        return {one.name: kind}, {one.name} if one.default is one.empty else ()
    if one.default is one.empty:
        raise NoDoor(NOT_TYPED)
    return {}, ()


@cache
def by_id() -> dict[str, Operation]:
    """Every operation by its name in the description."""
    return {one.id: one for one in table()[0].values()}


def at_place(intent: str, place: Place) -> Operation | None:
    """The operation of this name at a place; None when there is none there."""
    found = table()[0].get(intent)
    return found if found is not None and found.place.name == place.name else None
