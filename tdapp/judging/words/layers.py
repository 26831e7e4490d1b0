"""What a division's words are asked of: its pinned editions, the printed list of its rules, the event's overrides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db.models import QuerySet

from lexicon_admin.lists.editions import layer_of
from lexicon_admin.models import Lexicon
from lexicon_admin.words.adjudicate import Layer, Layers, Override, Verdict, adjudicate
from lexicon_admin.words.normalise import typed
from tdapp.events.models import Division, Event, Table
from tdapp.events.rules import rulesets
from tdapp.judging.models import Pin, WordOverride, WordRules
from tdapp.judging.words.words_of_play import refuse_words


def layers_of(division: Division) -> Layers:
    """The layers in force for a division. Refused when a store is gone or changed."""
    pins = list(division.pins.select_related("edition__lexicon").order_by("place"))
    by_layer = {
        layer: tuple(layer_of(pin.edition) for pin in pins if pin.layer == layer) for layer in Pin.Layer
    }
    main, theme = by_layer[Pin.Layer.MAIN], by_layer[Pin.Layer.THEME]
    return Layers(
        main[0] if main else None, by_layer[Pin.Layer.DIALECT], by_layer[Pin.Layer.BLOCK],
        printed_of(division), overrides_of(division.event), theme[0] if theme else None,
        mode_of(division) == WordRules.Mode.JUDGE,
    )  # fmt: skip


def keeps_marks(pins: QuerySet[Pin]) -> bool:
    """Whether a diacritic tells words apart where these editions are pinned: as soon as one of them keeps it."""
    return pins.filter(edition__diacritics=Lexicon.Diacritics.KEEP).exists()


def marks_at(table: Table) -> bool:
    """The same for the words of a table: whether Bär and Bar are two plays there."""
    return keeps_marks(Pin.objects.filter(division=table.round.division_id))


def mode_of(division: Division) -> str:
    """Whether a judge decides what no list knows. Without a dictionary there is nobody else to decide (SAL:128)."""
    if not division.pins.filter(layer=Pin.Layer.MAIN).exists():
        return WordRules.Mode.JUDGE
    row = WordRules.objects.filter(division=division).first()
    return row.mode if row else WordRules.Mode.LIST


def printed_of(division: Division) -> Layer | None:
    """The rulebook's printed words, which outrank every dictionary (SAL:256-303); None where a book prints none."""
    rules = rulesets.of_division(division).words
    if not rules.printed_list or not rules.printed_list_outranks:
        return None
    return Layer("printed", frozenset(map(typed, rules.printed_list)))


def overrides_of(event: Event) -> dict[str, Override]:
    """The newest decision on each word of an event; one taken back is none."""
    found: dict[str, Override] = {}
    for row in WordOverride.objects.filter(event=event).order_by("at"):
        found[row.key] = Override(row.verdict == WordOverride.Verdict.ACCEPTABLE, row.by_name, row.reason)
        if row.verdict == WordOverride.Verdict.WITHDRAWN:
            del found[row.key]
    return found


def pinned(division: Division) -> Iterable[Pin]:
    """A division's pins with their editions, the main one first."""
    order = {layer: place for place, layer in enumerate(Pin.Layer)}
    rows = division.pins.select_related("edition__lexicon")
    return sorted(rows, key=lambda pin: (order[Pin.Layer(pin.layer)], pin.place))


def verdict_on(division: Division, words: Sequence[str]) -> Verdict:
    """What the division's lists say to the words of one play, after they were checked for number and length."""
    refuse_words(words, rulesets.of_division(division))
    return adjudicate(words, layers_of(division))
