"""A dictionary together with the words its rulebook prints, which outrank it (SAL:256-303): a search finds what stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import merge
from operator import attrgetter

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
        return merge(super().__iter__(), self._book.values(), key=_KEY)
