"""A challenge answered from pinned layers. The order stands here once; each answer names the layer it came from.

Event override, then the printed two-tile list (SAL:256-303 holds what SAL:126 would refuse), then block lists, then dialect
lists and the main edition (SAL:128-132). The theme list stands apart: it earns points and admits nothing (SAL:397-399).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from lexicon_admin.words.normalise import typed

OVERRIDE, PRINTED, BLOCK, DIALECT, MAIN, NOWHERE = (
    "override",
    "printed",
    "block",
    "dialect",
    "main",
    "nowhere",
)
ORDER = (OVERRIDE, PRINTED, BLOCK, DIALECT, MAIN)


class Holds(Protocol):
    """A set of keys: an edition's store, or a frozenset."""

    def __contains__(self, key: object, /) -> bool: ...


class Override(NamedTuple):
    """What a director decided for one event, by whom and why."""

    acceptable: bool
    author: str
    reason: str


class Layer(NamedTuple):
    """A list under its name; digest: of the edition that was pinned ("" for data that comes with a ruleset).

    marks: its keys keep diacritics.
    """

    name: str
    words: Holds
    digest: str = ""
    marks: bool = False

    def has(self, word: str) -> bool:
        """Whether the list holds a word as somebody typed it."""
        return typed(word, self.marks) in self.words


@dataclass(frozen=True, slots=True)
class Layers:
    """What a division pinned before round 1. main None: nothing but the lists named. judged: a judge decides the rest."""

    main: Layer | None = None
    dialects: tuple[Layer, ...] = ()
    blocks: tuple[Layer, ...] = ()
    printed: Layer | None = None
    overrides: Mapping[str, Override] = field(default_factory=dict)
    theme: Layer | None = None
    judged: bool = False

    @property
    def marks(self) -> bool:
        """Whether a diacritic tells words apart here: as soon as one list keeps them."""
        lists = (self.main, *self.dialects, *self.blocks, self.theme)
        return any(layer.marks for layer in lists if layer is not None)

    def as_data(self) -> dict[str, Any]:
        """Names and digests, for a ruling to keep."""
        named = {
            MAIN: [self.main],
            DIALECT: self.dialects,
            BLOCK: self.blocks,
            PRINTED: [self.printed],
            "theme": [self.theme],
        }
        told = {
            kind: [[layer.name, layer.digest] for layer in layers if layer] for kind, layers in named.items()
        }
        return {**told, OVERRIDE: {key: list(override) for key, override in sorted(self.overrides.items())}}


class Answer(NamedTuple):
    """One word: as typed, its key, whether it stands, the layer's kind and name that said so, and why (overrides)."""

    typed: str
    key: str
    acceptable: bool
    layer: str
    name: str
    reason: str = ""
    theme: bool = False


class Verdict(NamedTuple):
    """The play: acceptable when every word is. Only `acceptable` is for the players; `answers` are for the director."""

    acceptable: bool
    answers: tuple[Answer, ...]

    def waits_for_a_judge(self, layers: Layers) -> bool:
        """Whether nothing but words no layer knows stands against the play, and a judge decides those (SAL:128)."""
        known = all(answer.acceptable for answer in self.answers if answer.layer != NOWHERE)
        return layers.judged and known and bool(self.unlisted)

    @property
    def unlisted(self) -> tuple[Answer, ...]:
        """Words no layer knows: what goes to a judge in judge mode (SAL:128)."""
        return tuple(answer for answer in self.answers if answer.layer == NOWHERE)


def adjudicate(words: Iterable[str], layers: Layers) -> Verdict:
    """The verdict on the words of one play, typed as they come. No words at all are no play: unacceptable."""
    answers = tuple(answer(word, layers) for word in words)
    return Verdict(bool(answers) and all(one.acceptable for one in answers), answers)


def answer(word: str, layers: Layers) -> Answer:
    """One word by the first layer that knows it."""
    key = typed(word, layers.marks)
    theme = bool(key) and layers.theme is not None and layers.theme.has(key)
    acceptable, layer, name, reason = _resolved(key, layers)
    return Answer(word, key, acceptable, layer, name, reason, theme and acceptable)


def _resolved(key: str, layers: Layers) -> tuple[bool, str, str, str]:
    """Acceptable or not, the kind of layer, its name, the reason of an override.

    Every layer is asked about every word, also when one before it has answered: how long it takes tells nothing of a word.
    """
    override, found = layers.overrides.get(key), _layers_with(key, layers)
    if override is not None:
        return override.acceptable, OVERRIDE, override.author, override.reason
    if not found:
        return False, NOWHERE, "", ""
    kind, layer = found[0]
    return kind != BLOCK, kind, layer.name, ""


def _layers_with(key: str, layers: Layers) -> list[tuple[str, Layer]]:
    """The layers that hold a word, in the order in which they count."""
    named = (
        (PRINTED, layers.printed), *((BLOCK, layer) for layer in layers.blocks),
        *((DIALECT, layer) for layer in layers.dialects), (MAIN, layers.main),
    )  # fmt: skip
    asked = [(kind, layer, layer.has(key)) for kind, layer in named if layer is not None]
    return [(kind, layer) for kind, layer, holds in asked if holds and key]
