"""Records that are made by the ten thousand and changed by nobody."""

from __future__ import annotations

from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def made_often(cls: type[T]) -> type[T]:
    """A frozen dataclass with slots for whoever reads the code (the type check refuses a change); while it runs nothing
    watches: Python sets each field of a frozen one by a call, and 22,500 seats and games of a page took four times as long.
    """
    return dataclass(slots=True, unsafe_hash=True)(cls)


def kept_often(cls: type[T]) -> type[T]:
    """A frozen dataclass with slots that goes into the cache by the thousand and comes out again: it is written as its values and
    made of them anew. As dataclasses write it, its fields are looked up for each, which took five times as long, reading it
    three times; what was written so is still read.
    """
    values = attrgetter(*(field.name for field in fields(cls)))  # type: ignore[arg-type]

    def reduced(self: Any) -> tuple[type[T], Any]:
        return cls, values(self)

    cls.__reduce__ = reduced  # type: ignore[method-assign]
    return cls
