"""Parts of an answer that are worked out when somebody first reads them.

Whoever pairs a round wants to know who plays whom; the reasons are read one table at a time, or all at once when
the round is written down. A dataclass with slots that inherits from `Later` may be made with some of its fields
left open: the first reading of any of them fills them all in. What is read never depends on when.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

T = TypeVar("T", bound="Later")
Tell = Callable[[], Mapping[str, Any]]


class Later:
    """What a class with fields left open inherits from; it needs a last field `later`, None once all is told."""

    __slots__ = ()

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """A field left open (only those get here): tell them all."""
            tell = None if name == "later" or name not in self.__slots__ else self.later
            if tell is None:
                raise AttributeError(f"{type(self).__name__!r} has no attribute {name!r}")
            for field, value in tell().items():
                object.__setattr__(self, field, value)
            object.__setattr__(self, "later", None)
            return object.__getattribute__(self, name)


def open_with(cls: type[T], tell: Tell, known: Mapping[str, Any]) -> T:
    """An object whose fields beside the known ones are left open; `tell` gives them all."""
    made = object.__new__(cls)
    for field, value in known.items():
        object.__setattr__(made, field, value)
    object.__setattr__(made, "later", tell)
    return made
