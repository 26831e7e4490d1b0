"""Dataclasses to plain data and back: what the JSON of a request, a result or an event looks like.

Fields at their default are left out when writing and filled in when reading. Reading collects one sentence
per mistake, with the path to it ("entrants[3].rating"), and never guesses. Outcomes carry their kind:
`{"kind": "bye", ...}`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache, partial
from hashlib import sha256
from json.encoder import encode_basestring
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from core.messages import Message
from pairings.event.history import Bye, Forfeit, History, Outcome, Played, Seat, Unfinished, Unscored
from pairings.event.refusals import Refusal, Refusals

T = TypeVar("T")
NUMBER_MAX, TEXT_MAX = 1 << 64, 10_000
KINDS: dict[str, type] = {cls.__name__.lower(): cls for cls in (Played, Forfeit, Bye, Unscored, Unfinished)}
PLAIN = frozenset({int, str, bool, NoneType, Message})
WORDS = {int: "a whole number", str: "text", bool: "true or false"}


class Unreadable(Exception):
    """One mistake in handed-in data; caught where the reading began."""


@cache
def hints_of(cls: type) -> dict[str, Any]:
    """The types of a dataclass's own fields, by name."""
    hints = get_type_hints(cls)
    return {item.name: hints[item.name] for item in fields(cls) if item.init}


@cache
def required_of(cls: type) -> frozenset[str]:
    """The fields that must be there."""
    own = (item for item in fields(cls) if item.init)
    return frozenset(i.name for i in own if i.default is MISSING and i.default_factory is MISSING)


@cache
def written_of(cls: type) -> tuple[dict[str, Any], tuple[tuple[str, Any], ...]]:
    """What every object of a dataclass begins with (its kind, if it is an outcome), and its fields with defaults."""
    kind = cls.__name__.lower()
    own = (item for item in fields(cls) if item.init)
    return ({"kind": kind} if kind in KINDS else {}), tuple((item.name, usual_of(item)) for item in own)


def encode(value: object) -> Any:
    """Plain JSON-able data of a dataclass, defaults left out."""
    cls: type = type(value)
    if cls in PLAIN:
        return value
    if isinstance(value, (tuple, list)):
        return [item if type(item) in PLAIN else encode(item) for item in value]
    if isinstance(value, dict):
        return {str(key): encode(item) for key, item in value.items()}
    return encode_fields(value, cls) if is_record(cls) else value


@cache
def is_record(cls: type) -> bool:
    """Whether a class is a dataclass: asked for every part of every outcome."""
    return is_dataclass(cls)


def usual_of(item: Field[Any]) -> Any:
    """The default of a field; MISSING when it has none."""
    return item.default if item.default_factory is MISSING else item.default_factory()


def encode_fields(value: object, cls: type) -> dict[str, Any]:
    """The fields of one dataclass; an outcome says its kind first."""
    first, own = written_of(cls)
    data = dict(first)
    for name, usual in own:
        part = getattr(value, name)
        if part != usual:
            data[name] = part if type(part) in PLAIN else encode(part)
    return data


def decode(hint: Any, data: Any, where: str) -> Any:
    """Data as a value of a type. Raises Unreadable with one sentence."""
    return reader_of(hint)(data, where)


@cache
def reader_of(hint: Any) -> Callable[[Any, str], Any]:
    """What reads values of a type: found once, asked for every part of every outcome."""
    origin = get_origin(hint)
    if origin is Literal:
        return partial(one_of, get_args(hint))
    if origin in (Union, UnionType):
        some = get_args(hint)
        return decode_kind if sum(map(is_record, some)) > 1 else partial(decode_union, some)
    if origin is tuple:
        return partial(decode_tuple, get_args(hint))
    if origin is dict:
        return partial(decode_mapping, get_args(hint)[1])
    return partial(decode_fields if is_dataclass(hint) else plain, hint)


def is_usual(hint: Any, item: Any) -> bool:
    """Whether a part is just a number or a text of its type and within bounds: nearly all are."""
    if type(item) is not hint:
        return False
    return -NUMBER_MAX < item < NUMBER_MAX if hint is int else hint is str and len(item) <= TEXT_MAX


def plain(hint: Any, data: Any, where: str) -> Any:
    """A number, a text or a truth value; true is no number here."""
    if isinstance(data, hint) and (hint is bool or not isinstance(data, bool)):
        return bounded(data, where)
    raise Unreadable(f"{where} is {shown(data)}; it has to be {WORDS.get(hint, 'something else')}.")


def bounded(data: Any, where: str) -> Any:
    """The value unless it is longer than anything an event needs."""
    if isinstance(data, int) and abs(data) >= NUMBER_MAX:
        raise Unreadable(f"{where} is {str(data)[:12]}..., a number far too large.")
    if isinstance(data, str) and len(data) > TEXT_MAX:
        raise Unreadable(f"{where} has {len(data)} letters; at most {TEXT_MAX} are read.")
    return data


def shown(data: Any) -> str:
    """A wrong value in a sentence: what kind of thing it is, or the beginning of it."""
    if isinstance(data, (list, dict)):
        return "a list" if isinstance(data, list) else "an object"
    return json.dumps(data)[:40]


def one_of(choices: tuple[Any, ...], data: Any, where: str) -> Any:
    """One of a few fixed words."""
    if data in choices:
        return data
    raise Unreadable(f"{where} is {shown(data)}; it has to be one of {', '.join(map(str, choices))}.")


def decode_union(choices: tuple[Any, ...], data: Any, where: str) -> Any:
    """Something or null, or one of two plain types."""
    if data is None and NoneType in choices:
        return None
    rest = [choice for choice in choices if choice is not NoneType]
    exact = next((choice for choice in rest if type(data) is choice), rest[0])
    return decode(exact, data, where)


def usual_seat(data: Any) -> Seat | None:
    """A seat of nothing but who and the score, both within bounds; None for any other, which is read with care."""
    if type(data) is not dict or len(data) != 2:
        return None
    who, score = data.get("entrant"), data.get("score")
    if type(who) is str and type(score) is int and len(who) <= TEXT_MAX and -NUMBER_MAX < score < NUMBER_MAX:
        return Seat(who, score)
    return None


def usual_game(data: Any) -> Played | None:
    """A game of two such seats, as nearly all outcomes are."""
    if type(data) is not dict or len(data) != 3 or data.get("kind") != "played":
        return None
    table, seats = data.get("table"), data.get("seats")
    if type(table) is int and -NUMBER_MAX < table < NUMBER_MAX and type(seats) is list and len(seats) == 2:
        first, second = usual_seat(seats[0]), usual_seat(seats[1])
        return Played(table, (first, second)) if first and second else None
    return None


def decode_kind(data: Any, where: str) -> Any:
    """One outcome of a round."""
    game = usual_game(data)
    if game is not None:
        return game
    kind = data.get("kind") if isinstance(data, dict) else None
    if not isinstance(kind, str) or kind not in KINDS:
        raise Unreadable(f"{where} has no known kind; it has to be one of {', '.join(KINDS)}.")
    return decode_fields(KINDS[kind], {k: v for k, v in data.items() if k != "kind"}, where)


def decode_tuple(inner: tuple[Any, ...], data: Any, where: str) -> tuple[Any, ...]:
    """A list of one kind of thing, or of a fixed length."""
    if not isinstance(data, list):
        raise Unreadable(f"{where} has to be a list.")
    if inner[-1] is Ellipsis:
        read = reader_of(inner[0])
        return tuple([read(item, f"{where}[{at}]") for at, item in enumerate(data)])
    if len(data) != len(inner):
        raise Unreadable(f"{where} has {len(data)} parts; it has to have {len(inner)}.")
    return tuple(
        decode(h, item, f"{where}[{at}]") for at, (h, item) in enumerate(zip(inner, data, strict=True))
    )


def decode_mapping(inner: Any, data: Any, where: str) -> dict[str, Any]:
    """Names with values of one kind."""
    if not isinstance(data, dict):
        raise Unreadable(f"{where} has to be an object.")
    return {key: decode(inner, item, f"{where}.{key}") for key, item in data.items()}


def decode_fields(cls: type, data: Any, where: str) -> Any:
    """A dataclass from an object; unknown and missing fields are named."""
    hints, required = hints_of(cls), required_of(cls)
    if not isinstance(data, dict):
        raise Unreadable(f"{where} has to be an object.")
    if not data.keys() <= hints.keys():
        unknown = next(key for key in data if key not in hints)
        raise Unreadable(f"{where} has an unknown field {unknown[:40]!r}; known are {', '.join(hints)}.")
    if not required <= data.keys():
        raise Unreadable(f"{where} lacks {min(required - data.keys())!r}.")
    return cls(
        **{
            key: item if is_usual(hints[key], item) else decode(hints[key], item, f"{where}.{key}")
            for key, item in data.items()
        }
    )


def read_as(cls: type[T], data: object, what: str) -> T | Refusals:
    """Plain data as a dataclass, or the refusal that says where it is wrong."""
    try:
        value: T = decode(cls, data, what)
    except Unreadable as mistake:
        return Refusals((Refusal("unreadable", str(mistake)),))
    return value


def canonical(data: object) -> bytes:
    """The one way to write data down: sorted keys, no blanks, UTF-8."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def written(outcome: Outcome, ids: dict[str, str]) -> str:
    """An outcome as `canonical` writes it; the usual one, a game with full scores, without the long way there."""
    if type(outcome) is Played and type(outcome.table) is int:
        seats = [seat_written(seat, ids) for seat in outcome.seats]
        if None not in seats:
            return f'{{"kind":"played","seats":[{",".join(map(str, seats))}],"table":{outcome.table}}}'
    return canonical(encode(outcome)).decode()


def seat_written(seat: Seat, ids: dict[str, str]) -> str | None:
    """A seat as `canonical` writes it; None when it is not of the usual kind."""
    one, before, score = ids.get(seat.entrant), seat.before, seat.score
    if one is None or type(score) is not int or seat.penalty or seat.fine:
        return None
    if before is None:
        return f'{{"entrant":{one},"score":{score}}}'
    return f'{{"before":{before},"entrant":{one},"score":{score}}}' if type(before) is int else None


def digest(history: History) -> str:
    """A fingerprint of entrants (no names), outcomes, cap and tie rule, in whatever order they were handed
    over.
    """
    who = sorted([e.id, e.seed, e.rating, encode(e.absences)] for e in history.entrants)
    ids = {e.id: encode_basestring(e.id) for e in history.entrants}
    rounds = [sorted(written(outcome, ids) for outcome in outcomes) for outcomes in history.rounds]
    facts: list[object] = [who, rounds, history.spread_cap, history.tie_rule]
    if history.spread_caps or history.spread_growth:
        facts += [history.spread_caps, history.spread_growth]
    return sha256(canonical(facts)).hexdigest()
