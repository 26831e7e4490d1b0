"""Questions every result asks, whose SQL is written once for each connection; afterwards only the values change.

Django writes a question anew each time it is asked, and that takes it several times as long as SQLite takes to answer. What
comes back is what the question itself would give: the same rows, made by Django in the same way. PostgreSQL is told the
text once too: reading it and planning took it three times as long as answering.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, NotSupportedError, connections
from django.db.models import QuerySet

from core.later import later

if TYPE_CHECKING:
    from django.db.backends.postgresql import base as postgresql
else:
    postgresql = later("django.db.backends.postgresql.base")

KEPT = "td_written_once"
# Numbers a column of any size takes. What is larger Django may refuse or know to fit nothing: then it writes anew.
LEAST, MOST = 0, 2**15 - 1
# Longer lists are rare, and each length is another text to keep.
LONGEST = 128
# Stand in for values while the SQL is written.
NUMBER, WORD, ID = 31_801, "stands-in-{}", 0x7D << 120

Value = UUID | int | str | Sequence[UUID] | Sequence[str]


class WrittenOnce:
    """`made` builds the question of its values: ids, texts, numbers, and lists of them for `__in`; None is no value.
    `alias` tells the connection it is asked by.
    """

    def __init__(
        self, made: Callable[..., QuerySet[Any, Any]], alias: Callable[[], str] = lambda: DEFAULT_DB_ALIAS
    ) -> None:
        self.made, self.alias = made, alias

    def __call__(self, *values: Value) -> list[Any]:
        """The rows, read now."""
        if any(_is_beyond(one) for one in values):
            return list(self.made(*values))
        values = tuple(_padded(one) if isinstance(one, list | tuple) else one for one in values)
        flat = list(_flat(values))
        connection = connections[self.alias()]
        kept = vars(connection).setdefault(KEPT, {})
        shape = (self, *(len(one) if isinstance(one, list | tuple) else type(one) for one in values))
        if shape not in kept:
            kept[shape] = _Written(self.made, values, connection)
        return kept[shape].rows(flat)


def _is_beyond(value: Value) -> bool:
    if isinstance(value, int):
        return not LEAST <= value <= MOST
    return isinstance(value, list | tuple) and len(value) > LONGEST


def _padded(found: Sequence[Any]) -> list[Any]:
    """The list at the next power of two, its last value said again: `__in` means the same, and few lengths are written."""
    if not found:
        raise ValueError("nothing is in an empty list")
    return [*found, *[found[-1]] * ((1 << (len(found) - 1).bit_length()) - len(found))]


def _flat(values: Sequence[Any]) -> Iterator[Any]:
    for one in values:
        if isinstance(one, list | tuple):
            yield from one
        else:
            yield one


class _Written:
    """One question as one connection asks it."""

    def __init__(
        self, made: Callable[..., QuerySet[Any, Any]], values: Sequence[Value], connection: Any
    ) -> None:
        self.connection = connection
        self.ids_as_text = not connection.features.has_native_uuid_field
        stand_ins: list[Any] = []
        question = made(*[_stood_in(one, stand_ins) for one in values])
        if question._prefetch_related_lookups:  # type: ignore[attr-defined]
            raise ValueError("what is fetched ahead is not part of the question")
        compiler: Any = question.query.get_compiler(connection=connection)
        self.sql, written = compiler.as_sql()
        known = {self._as_written(one): at for at, one in enumerate(stand_ins)}
        # Where each value goes; what is no value stays.
        self.places = [
            (known.get(one) if isinstance(one, int | str | UUID) else None, one) for one in written
        ]
        if {at for at, _one in self.places} - {None} != set(range(len(stand_ins))):
            raise ValueError(f"a value of this question is not written as it is: {self.sql}")
        self.filled: tuple[Any, ...] = ()
        compiler.as_sql = lambda *_how, **_more: (self.sql, self.filled)
        question.query.get_compiler = lambda *_how, **_more: compiler  # type: ignore[method-assign]
        # How a column becomes a value hangs on the column alone: it is looked up once as well.
        converters = compiler.get_converters([one[0] for one in compiler.select[: compiler.col_count]])
        compiler.get_converters = lambda _columns: converters
        self.answer: Any = question._iterable_class(question)

    def rows(self, values: Sequence[UUID | int | str]) -> list[Any]:
        """Asked with these values."""
        self.filled = tuple(
            one if at is None else self._as_written(values[at], type(one)) for at, one in self.places
        )
        if self.connection.vendor != "postgresql":
            return list(self.answer)
        try:
            return self._prepared()
        except NotSupportedError:
            # An update beside us made a column another kind of text: what this line prepared before is of the old shape. In
            # a transaction all of it is done again, by whoever began it.
            if self.connection.in_atomic_block:
                raise
            self.connection.close()
            return self._prepared()

    def _prepared(self) -> list[Any]:
        # As a cursor will find it: else it might be another one by then, and this one's way of asking would stay changed.
        self.connection.close_if_health_check_failed()
        self.connection.ensure_connection()
        driver = self.connection.connection
        usual, driver.cursor_factory = driver.cursor_factory, postgresql.ServerBindingCursor
        try:
            return list(self.answer)
        finally:
            driver.cursor_factory = usual

    def _as_written(self, value: Any, kind: type = object) -> Any:
        if isinstance(value, UUID):
            return value.hex if self.ids_as_text else value
        # psycopg has numbers of its own, by the width of the column.
        return kind(value) if isinstance(value, int) and kind is not object else value


def _stood_in(value: Value, stand_ins: list[Any]) -> Any:
    if isinstance(value, list | tuple):
        return [_stood_in(one, stand_ins) for one in value]
    at = len(stand_ins)
    if isinstance(value, bool) or not isinstance(value, UUID | int | str):
        raise TypeError(f"{value!r} is no value of a question that is written once")
    stand_ins.append(
        UUID(int=ID + at)
        if isinstance(value, UUID)
        else NUMBER + at
        if isinstance(value, int)
        else WORD.format(at)
    )
    return stand_ins[-1]
