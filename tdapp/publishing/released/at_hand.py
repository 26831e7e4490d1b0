"""What this process unpickled out of the cache is at hand for the next page: of a field of 1,000 that takes longer than the
page itself, and a hall looks at a thousand pages of the same release.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypeVar, cast

from django.core.cache import cache

T = TypeVar("T")
MOST = 24
_known: OrderedDict[str, Any] = OrderedDict()
_lock = threading.Lock()


def made(key: str, make: Callable[[], T]) -> T:
    """What lies in the cache under a key that names its content; `make` when it is not at hand. Nobody may change it.

    What the cache has forgotten is at hand no longer; while Redis is away nobody can say, and the key does name it.
    """
    with _lock:
        known = _known.get(key)
        if known is not None:
            _known.move_to_end(key)
    if known is not None and (getattr(cache, "is_away", False) or cache.has_key(key)):
        return cast(T, known)
    value = make()
    with _lock:
        _known[key] = value
        while len(_known) > MOST:
            _known.popitem(last=False)
    return value
