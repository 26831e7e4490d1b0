"""What a writer sends, read strictly: a list of operations, each with the fields it needs and no other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tdapp.kernel.refusals import Refusal

MOST_OPERATIONS = 200
NEEDED: Mapping[str, tuple[str, ...]] = {
    "add": ("row", "turn"),
    "set": ("row", "seen", "turn"),
    "remove": ("row", "seen"),
    "move": ("row", "seen", "after"),
    "head": ("seen", "head"),
}
OPTIONAL: Mapping[str, tuple[str, ...]] = {"add": ("after",)}
# Whose game and by which rules is the table's business, not the paper's; turns have operations of their own.
NOT_OF_THE_HEAD = ("format", "version", "players", "ruleset", "turns")


def read_operations(raw: object) -> list[dict[str, Any]]:
    """The operations, checked; Refusal with one sentence a mistake. Turns and heads are looked at later."""
    if not isinstance(raw, list) or not 1 <= len(raw) <= MOST_OPERATIONS:
        sentence = _("“operations” must be a list of 1 to %(most)s operations.") % {"most": MOST_OPERATIONS}
        raise Refusal("operations", sentence)
    mistakes = [sentence for number, one in enumerate(raw, 1) for sentence in _mistakes(number, one)]
    if mistakes:
        raise Refusal("operations", *mistakes[:20])
    return [_plain(one) for one in raw]


def _mistakes(number: int, one: object) -> Iterator[str]:
    where = {"number": number}
    if not isinstance(one, dict) or str(one.get("op")) not in NEEDED:
        known = {**where, "known": ", ".join(NEEDED)}
        yield _("Operation %(number)s: “op” must be one of %(known)s.") % known
        return
    fields = ("op", *NEEDED[one["op"]], *OPTIONAL.get(one["op"], ()))
    for name in one:
        if name not in fields:
            facts = {**where, "key": str(name)[:40], "known": ", ".join(fields)}
            yield _("Operation %(number)s: “%(key)s” is not a field of it; fields are %(known)s.") % facts
    for name in fields[1:]:
        if (name in one or name in NEEDED[one["op"]]) and not _KINDS[name][0](one.get(name)):
            facts = {**where, "key": name, "expected": _KINDS[name][1]}
            yield _("Operation %(number)s: “%(key)s” must be %(expected)s.") % facts
    yield from _head_mistakes(number, one.get("head"))


def _head_mistakes(number: int, head: object) -> Iterator[str]:
    for name in NOT_OF_THE_HEAD:
        if isinstance(head, dict) and name in head:
            facts = {"number": number, "key": name}
            yield _("Operation %(number)s: “%(key)s” of the head is not the writer's to say.") % facts


def _is_row(value: object) -> bool:
    try:
        return isinstance(value, str) and len(value) <= 36 and bool(UUID(value))
    except ValueError:
        return False


def _is_version(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value < 2**31


def _is_object(value: object) -> bool:
    return isinstance(value, dict)


_KINDS: Mapping[str, tuple[Callable[[object], bool], Any]] = {
    "row": (_is_row, gettext_lazy("a row's id, a UUID")),
    "after": (lambda value: value is None or _is_row(value), gettext_lazy("a row's id or null")),
    "seen": (_is_version, gettext_lazy("the version that was seen, a whole number")),
    "turn": (_is_object, gettext_lazy("a turn, an object")),
    "head": (_is_object, gettext_lazy("the head, an object")),
}


def _plain(one: Mapping[str, Any]) -> dict[str, Any]:
    """One spelling for each row id."""
    rows = {name: str(UUID(one[name])) for name in ("row", "after") if one.get(name)}
    return {**one, **rows}
