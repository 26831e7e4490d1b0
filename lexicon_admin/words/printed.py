"""A dictionary together with the words its rulebook prints, which outrank it (SAL:256-303): a search finds what stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from heapq import merge
from operator import attrgetter

from lexicon_admin.words.building import mask_of
from lexicon_admin.words.store import Found, Store
from lexicon_admin.words.tilings import span

_KEY = attrgetter("key")


class WithPrinted(Store):
    """An opened store that also answers with printed words it does not hold; they have no definition. Shares its connections."""

    def __init__(self, store: Store, printed: Iterable[str]) -> None:
        self.path, self._threads = store.path, store._threads
        new = sorted(key for key in printed if key not in store)
        self._book = {key: Found(key, key.lower(), "", *span(key, store.table)) for key in new}

    def __contains__(self, key: object) -> bool:
        return key in self._book or super().__contains__(key)

    def get(self, key: str) -> Found | None:
        return self._book.get(key) or super().get(key)

    def __len__(self) -> int:
        return super().__len__() + len(self._book)

    def __iter__(self) -> Iterator[Found]:
        return self._joined(super().__iter__(), lambda _found: True)

    def same_letters(self, key: str) -> Iterator[Found]:
        wanted = sorted(key)
        return self._joined(super().same_letters(key), lambda found: sorted(found.key) == wanted)

    def within(self, low: int, high: int, never: int = 0) -> Iterator[Found]:
        found = super().within(low, high, never)
        return self._joined(found, lambda one: low <= len(one.key) <= high and not mask_of(one.key) & never)

    def starting(self, prefix: str, low: int, high: int) -> Iterator[Found]:
        found = super().starting(prefix, low, high)
        return self._joined(found, lambda one: one.key.startswith(prefix) and low <= len(one.key) <= high)

    def in_tiles(self, count: int) -> Iterator[Found]:
        return self._joined(super().in_tiles(count), lambda found: found.low <= count <= found.high)

    def containing(self, part: str) -> Iterator[Found]:
        return self._joined(super().containing(part), lambda found: part in found.key)

    def _joined(self, found: Iterator[Found], fits: Callable[[Found], bool]) -> Iterator[Found]:
        return merge(found, filter(fits, self._book.values()), key=_KEY)
