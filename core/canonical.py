"""One way to write data as bytes, so that equal data has equal digests on any machine."""

from __future__ import annotations

import hashlib
import json
from datetime import date, datetime
from typing import Any
from uuid import UUID

# The same text as `json.dumps` makes of a string, without the encoder around it: logs quote them by the ten thousand.
_quoted = json.encoder.encode_basestring
_encode = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode
# What JSON knows and holds nothing else: a division's results are some hundred thousand of these.
ATOMS = frozenset({str, int, float, bool, type(None)})


def plain(value: Any) -> Any:
    """`value` with dates, UUIDs, tuples and sets turned into what JSON knows."""
    if type(value) in ATOMS:
        return value
    if isinstance(value, dict):
        return {str(key): item if type(item) in ATOMS else plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [item if type(item) in ATOMS else plain(item) for item in value]
    if isinstance(value, set | frozenset):
        return sorted(plain(item) for item in value)
    if isinstance(value, datetime | date):
        return value.isoformat()
    return str(value) if isinstance(value, UUID) else value


def dumps(value: Any) -> str:
    """Canonical JSON: sorted keys, no spaces, UTF-8 letters kept, NaN refused."""
    return _quoted(value) if type(value) is str else _encode(plain(value))


def dumps_plain(value: Any) -> str:
    """The same of what JSON knows as it is: text, numbers, lists, tuples, objects with text for names. A third of the work."""
    return _encode(value)


def digest(value: Any) -> str:
    """SHA-256 of the canonical JSON, as 64 hexadecimal digits."""
    return hashlib.sha256(dumps(value).encode()).hexdigest()


def digest_plain(value: Any) -> str:
    """The same of what JSON knows as it is (`dumps_plain`)."""
    return hashlib.sha256(dumps_plain(value).encode()).hexdigest()


def loads(text: str) -> Any:
    """Plain data from JSON text."""
    return json.loads(text)


def nested_deeper(value: Any, most: int) -> bool:
    """Whether lists and objects stand more than `most` deep in each other; counted level by level, no further."""
    level, depth = [value], 0
    while depth <= most:
        inner = [item for item in level if isinstance(item, dict | list)]
        if not inner:
            return False
        level = [child for item in inner for child in (item.values() if isinstance(item, dict) else item)]
        depth += 1
    return True
