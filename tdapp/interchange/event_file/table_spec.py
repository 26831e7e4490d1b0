"""What becomes of a table of an event when the event goes into a file: said once for each table, by its columns.

Three policies. An archive for anybody holds the `public` columns of the tables that are `open`; one with private data
the `private` columns and the other tables too; a copy for another laptop every column of every row. A table that is in
no archive says why in `because`; one that `stays` at home is in no copy either, for the same reason.

In an archive a row says whom it is about as people do: a division by its short name, an entrant by [division, number],
a table by [division, round, table], a result with its version behind that; a row of another table by its place in the
list, counted from 1. No key of a database row goes out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.apps import apps
from django.db import models

from tdapp.interchange.event_file.checks import Check, nothing
from tdapp.interchange.event_file.fields import Data, faults, values

if TYPE_CHECKING:
    from tdapp.interchange.event_file.names import Book

MOST_ROWS = 50_000
# Where rows stand that are in no row of another table: at the top of the file, or in the lists beside the divisions.
TOP, PARTS = "", "parts"
# Why a column stays out of archives, where the same is so of many.
ACCOUNT = "accounts of another installation mean nothing here; the name is in"
COUNTED = "counted or made anew where the event is brought in"
Out = Callable[["Book", Any, Data], Data]
# What a row of a file becomes: values by column, those that are no plain fields under "+column"; None: it is left out.
Back = Callable[["Book", Data], Data | None]


def _any(_row: Data) -> bool:
    return True


def _same(where: str, _at: int, _row: Any) -> str:
    return where


@dataclass(frozen=True)
class TableSpec:
    """What files say of one table. Every column is in exactly one of `public`, `private`, `refs`, `said`, `left`, `above`."""

    label: str
    # What its rows are called in an archive, and the table in whose rows they stand; `single`: one at most, no list;
    # `folded`: the row above says them. Without a name it is in no archive, for the reason in `because`.
    name: str = ""
    inside: str = PARTS
    single: bool = False
    folded: bool = False
    because: str = ""
    # Its rows are in an archive for anybody; which of them, where not all are.
    open: bool = False
    shown: Callable[[Any, models.QuerySet[Any]], models.QuerySet[Any]] | None = None
    # In copies neither; its rows name the event's scope as text; and pictures beside the database by their `sha256`.
    stays: bool = False
    scoped: bool = False
    pictured: bool = False
    # Columns that go as they are.
    public: tuple[str, ...] = ()
    private: tuple[str, ...] = ()
    # Columns that go as the name of the row they lead to; those that may lead to nothing.
    refs: Mapping[str, str] = field(default_factory=dict)
    maybe: frozenset[str] = frozenset()
    # Columns that go under another name or in another form (`out` writes them).
    said: Mapping[str, str] = field(default_factory=dict)
    # Of `refs` and `said` what goes with private data only.
    hidden: frozenset[str] = frozenset()
    # What else `out` writes for anybody.
    made: tuple[str, ...] = ()
    # Columns that no archive has, each with its reason; the column that leads to the row it stands in.
    left: Mapping[str, str] = field(default_factory=dict)
    above: str = ""
    # An order that no database key decides; which rows are in the list, where others are said elsewhere; what is read
    # with a row, and with many; whether it has so many rows that what stands in them is read for all at once.
    order: tuple[str, ...] = ()
    only: Mapping[str, Any] = field(default_factory=dict)
    along: tuple[str, ...] = ()
    together: tuple[str, ...] = ()
    many: bool = False
    # How a row's place is called, by where it stands and the how manieth it is; what is asked beside its columns.
    place: Callable[[str, int, Any], str] = _same
    check: Callable[[Any, str, Any], Check] = nothing
    # Whether the columns that hold JSON are of their shape; it may raise what a wrong shape raises.
    fits: Callable[[Data], bool] = _any
    # What is said otherwise in a file than in the table, and back; what is left to do with rows that are written.
    out: Out | None = None
    back: Back | None = None
    done: Callable[[Sequence[Any]], None] | None = None
    most: int = MOST_ROWS

    @cached_property
    def model(self) -> type[models.Model]:
        return apps.get_model(self.label)

    @property
    def columns(self) -> tuple[str, ...]:
        """Every column that goes as it is, private ones too."""
        return (*self.public, *self.private)

    def carried(self, *, private: bool) -> tuple[str, ...]:
        """The columns that go as they are: into an archive with private data, or into one for anybody."""
        return self.columns if private else self.public

    def names(self, *, private: bool) -> dict[str, str]:
        """The columns that go as the name of a row."""
        return {name: kind for name, kind in self.refs.items() if private or name not in self.hidden}

    def faults(self, row: Any, where: str) -> Iterator[str]:
        """One sentence for each column of a row of a file that this table could not hold."""
        return faults(self.model, self.columns, row, where)

    def values(self, row: Data, *names: str) -> Data:
        """The columns of a checked row as the model holds them; those named, or all that go as they are."""
        return values(self.model, names or self.columns, row)


SPECS: dict[str, TableSpec] = {}


def spec(one: TableSpec) -> TableSpec:
    """Hang a table on the list; the tables its rows refer to stand before it."""
    SPECS[one.label] = one
    return one


def left_out(
    label: str, because: str, *, stays: bool = False, scoped: bool = False, pictured: bool = False
) -> None:
    """A table that no archive has; one that `stays` is in no copy either."""
    spec(TableSpec(label, because=because, stays=stays, scoped=scoped, pictured=pictured))


def inside(where: str) -> Iterable[TableSpec]:
    """The tables whose lists stand there, in the order in which they were said."""
    return [one for one in SPECS.values() if one.name and one.inside == where and not one.folded]


def parts() -> dict[str, TableSpec]:
    """The tables whose lists stand beside the divisions, by the names of the lists."""
    return {one.name: one for one in inside(PARTS)}
