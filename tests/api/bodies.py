"""Bodies by chance from the description's own shapes: mostly as it says, sometimes a little beside it."""

from __future__ import annotations

import random
import string
from typing import Any

ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    10**12,
    1.5,
    "",
    "\x00",
    "x" * 300,
    [],
    {},
    [[]],
    {"a": {}},
    "ñ ★",
    "1 2",
)
WORDS = "open 1 1-4 12|13 swiss|1-3 Reyes reason forfeit unscored yes no a1 2027-01-01 #aabbcc"


def body(chance: random.Random, schema: dict[str, Any]) -> Any:
    """An object of the shape; one in five has one field that is odd, wanting, or unknown."""
    made = value(chance, schema)
    if isinstance(made, dict) and chance.random() < 0.2:
        names = [*schema.get("properties", {}), "unknown"]
        name = chance.choice(names)
        made = (
            {**made, name: chance.choice(ODD)}
            if chance.random() < 0.7
            else {k: v for k, v in made.items() if k != name}
        )
    return made


def value(chance: random.Random, schema: dict[str, Any]) -> Any:
    """One value of a shape."""
    if "anyOf" in schema:
        return value(chance, chance.choice(schema["anyOf"]))
    if "enum" in schema:
        return chance.choice(schema["enum"])
    kind = schema.get("type", "null")
    return MADE[chance.choice(kind) if isinstance(kind, list) else kind](chance, schema)


def _text(chance: random.Random, schema: dict[str, Any]) -> str:
    kind = schema.get("format", schema.get("contentEncoding", ""))
    if kind == "uuid":
        return f"{chance.getrandbits(128):032x}"[:8] + "-0000-4000-8000-" + f"{chance.getrandbits(48):012x}"
    if kind in ("date", "date-time"):
        day = f"{chance.choice((1, 1949, 2026, 2027, 9999)):04}-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}"
        return day if kind == "date" else f"{day}T09:30:00Z"
    if kind == "base64":
        return chance.choice(("", "c2VhdCxzY29yZQoxLDIwCg==", "UEsDBA==", "eyJmb3JtYXQiOiAxfQ==", "!"))
    letters = "".join(chance.choices(string.printable, k=chance.randint(0, 12)))
    return chance.choice((chance.choice(WORDS.split()).replace("|", " "), letters))


def _whole(chance: random.Random, schema: dict[str, Any]) -> int:
    low, high = schema.get("minimum", -(2**31)), schema.get("maximum", 2**31 - 1)
    return chance.choice((low, high, min(max(chance.randint(-2, 12), low), high), min(max(1, low), high)))


def _list(chance: random.Random, schema: dict[str, Any]) -> list[Any]:
    if "prefixItems" in schema:
        return [value(chance, one) for one in schema["prefixItems"]]
    return [value(chance, schema.get("items", {"type": "string"})) for _ in range(chance.randint(0, 3))]


def _object(chance: random.Random, schema: dict[str, Any]) -> dict[str, Any]:
    needed = set(schema.get("required", ()))
    found = {
        name: value(chance, one)
        for name, one in schema.get("properties", {}).items()
        if name in needed or chance.random() < 0.5
    }
    more = schema.get("additionalProperties")
    if isinstance(more, dict):
        found |= {str(chance.randint(1, 9)): value(chance, more) for _ in range(chance.randint(0, 2))}
    elif more is True:
        found |= {
            chance.choice(WORDS.split()).replace("|", " "): chance.choice(ODD)
            for _ in range(chance.randint(0, 2))
        }
    return found


MADE: dict[str, Any] = {
    "string": _text,
    "integer": _whole,
    "boolean": lambda chance, _schema: chance.random() < 0.5,
    "null": lambda _chance, _schema: None,
    "array": _list,
    "object": _object,
}
