"""Records that are made by the ten thousand and changed by nobody."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def made_often(cls: type[T]) -> type[T]:
    """A frozen dataclass with slots for whoever reads the code (the type check refuses a change); while it runs nothing
    watches: Python sets each field of a frozen one by a call, and 22,500 seats and games of a page took four times as long.
    """
    return dataclass(slots=True, unsafe_hash=True)(cls)
