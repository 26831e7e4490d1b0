"""The conditions of a search by name, as English and Filipino say them."""

from __future__ import annotations

from core.messages import gettext_noop
from core.problems import unfit

_NAME = gettext_noop("At character %(at)s: “%(name)s” is no condition; there are: %(known)s.")

WORD, PATTERN, ANAGRAM, WITHIN = "word", "pattern", "anagram", "within"
CONTAINS, STARTS, ENDS, LENGTH, POINTS = "contains", "starts", "ends", "length", "points"
FRONT, BACK, HOOKS = "front", "back", "hooks"
LIST, THEME, DIALECT, ADDED, REMOVED = "list", "theme", "dialect", "added", "removed"
DEFINITION, PART = "definition", "part"
LISTS = (LIST, THEME, DIALECT, ADDED, REMOVED)

NAMES: dict[str, tuple[str, ...]] = {
    WORD: ("salita",),
    PATTERN: ("padron",),
    ANAGRAM: ("anagrama",),
    WITHIN: ("subanagram", "mula"),
    CONTAINS: ("may",),
    STARTS: ("begins", "simula"),
    ENDS: ("wakas",),
    LENGTH: ("tiles", "haba"),
    POINTS: ("puntos",),
    FRONT: ("harap",),
    BACK: ("likod",),
    HOOKS: ("hook", "kawit"),
    LIST: ("listahan", "talaan"),
    THEME: ("tema",),
    DIALECT: ("diyalekto",),
    ADDED: ("dagdag",),
    REMOVED: ("bawas",),
    DEFINITION: ("meaning", "kahulugan"),
    PART: ("pos", "bahagi"),
}
KNOWN = {name: one for one, others in NAMES.items() for name in (one, *others)}


def known(name: str, at: int) -> str:
    """The condition of this name in either language."""
    found = KNOWN.get(name.lower())
    if found is None:
        raise unfit("bad-search", _NAME, at=at, name=name[:30], known=", ".join(NAMES))
    return found
