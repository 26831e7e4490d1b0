"""A ruleset as a one-page rule sheet: rows of data, every value with its mark, nothing silent passed off as a rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from core.messages import Message, gettext_noop, joined, put, say
from scoring.board.tiles import Tile
from scoring.marks import SOURCE, Mark
from scoring.rules.loading import Ruleset
from scoring.rules.schema import KINDS
from scoring.rules.value_sentences import SENTENCES, WORDS

TOPICS: Mapping[str, str] = {
    "players": gettext_noop("Players"),
    "board": gettext_noop("Board"),
    "tiles": gettext_noop("Tiles"),
    "rack": gettext_noop("Rack"),
    "bag": gettext_noop("Bag"),
    "premiums": gettext_noop("Premium squares"),
    "bonus": gettext_noop("Bonus"),
    "first_play": gettext_noop("First play"),
    "play": gettext_noop("Plays"),
    "exchange": gettext_noop("Exchange"),
    "passing": gettext_noop("Passing"),
    "end": gettext_noop("End of the game"),
    "adjustment": gettext_noop("Unplayed tiles"),
    "challenge": gettext_noop("Challenges"),
    "timer": gettext_noop("Timer"),
    "tie": gettext_noop("Equal scores"),
    "starter": gettext_noop("Who goes first"),
    "variants": gettext_noop("Variants"),
    "words": gettext_noop("Words"),
}
# Fields that mean nothing unless another has one of these values.
_ONLY_WITH: Mapping[str, tuple[str, frozenset[object]]] = {
    "exchange.refused_at": ("exchange.allowed", frozenset({True})),
    "exchange.order": ("exchange.allowed", frozenset({True})),
    "challenge.quota_counts": ("challenge.quota", frozenset(range(100))),
    "timer.seconds": ("timer.kind", frozenset({"per_move", "per_game"})),
    "timer.overrun": ("timer.kind", frozenset({"per_move", "per_game"})),
    "timer.stops_at": ("timer.kind", frozenset({"per_move", "per_game"})),
    "timer.points_per_minute": ("timer.overrun", frozenset({"points"})),
    "starter.blank_first": ("starter.rule", frozenset({"nearest_a"})),
    "variants.theme_points": ("variants.theme", frozenset({True})),
    "end.lost_turns": ("end.passes_each", frozenset(range(1, 7))),
    "board.evidenced": ("board.confirmed", frozenset({False})),
}
_NO_BONUS = gettext_noop("There is no bonus for laying many tiles.")
_MISSING = gettext_noop("%(missing)s of the %(total)s tiles the book announces are not known.")


class RuleRow(NamedTuple):
    """One line of the sheet. `topic` and `rule` are messages to translate; `field` names the value, "" for a note."""

    topic: Message
    rule: Message
    mark: Mark
    field: str

    @property
    def source(self) -> str:
        """The lines of the book, "" when the value does not come from it."""
        return self.mark.text if self.mark.kind == SOURCE else ""

    def as_data(self) -> dict[str, str]:
        row = {"topic": str(self.topic), "rule": str(self.rule), "field": self.field, "source": self.source}
        return {**row, "mark": self.mark.kind, "why": self.mark.text, "note": self.mark.note}


def rule_sheet(ruleset: Ruleset) -> tuple[RuleRow, ...]:
    """All rows in the order of TOPICS; values without meaning in this ruleset (no timer, no quota) have no row."""
    rows = [*_rows(ruleset), *_notes(ruleset)]
    order = {topic: number for number, topic in enumerate(TOPICS)}
    return tuple(sorted(rows, key=lambda row: order[row.topic.code]))


def rule_row(ruleset: Ruleset, name: str) -> RuleRow | None:
    """The row of one field, None when its value needs none."""
    message = _message(ruleset, name)
    return RuleRow(_topic(name.split(".")[0]), message, ruleset.marks[name], name) if message else None


def _rows(ruleset: Ruleset) -> Iterator[RuleRow]:
    for name in KINDS:
        row = rule_row(ruleset, name) if _meaningful(ruleset, name) else None
        if row:
            yield row
    if not ruleset.tile_set.complete:
        facts = {"missing": ruleset.tiles.total - ruleset.tile_set.size, "total": ruleset.tiles.total}
        message = Message("tiles.missing", _MISSING, facts)
        yield RuleRow(_topic("tiles"), message, ruleset.marks["tiles.table"], "tiles.table")


def _notes(ruleset: Ruleset) -> Iterator[RuleRow]:
    for note in ruleset.notes:
        topic = note.topic if note.topic in TOPICS else "play"
        yield RuleRow(_topic(topic), Message("note", note.text.replace("%", "%%")), note.mark, "")


def _topic(section: str) -> Message:
    return Message(section, TOPICS[section])


def _meaningful(ruleset: Ruleset, name: str) -> bool:
    other, values = _ONLY_WITH.get(name, ("", frozenset()))
    return not other or ruleset.value(other) in values


def _message(ruleset: Ruleset, name: str) -> Message | None:
    value = KINDS[name].plain(ruleset.value(name))
    templates = SENTENCES[name]
    if isinstance(templates, str):
        template = templates if value or value == 0 else ""
    else:
        template = templates[value] if _hashable(value) and value in templates else templates.get("*", "")
    if name == "bonus.by_tiles" and not value:
        template = _NO_BONUS
    return Message(name, template, {"value": _shown(ruleset, name, value)}) if template else None


def _hashable(value: object) -> bool:
    return not isinstance(value, list | dict)


def _shown(ruleset: Ruleset, name: str, value: object) -> str:
    if name == "board.grid":
        return f"{ruleset.layout.width} x {ruleset.layout.height}"
    if name == "board.start":
        return ruleset.layout.start.name
    if name == "tiles.table":
        return ", ".join(_tile(tile) for tile in ruleset.tiles.table)
    if name == "bonus.by_tiles" and isinstance(value, Mapping):
        bonus = (
            say("%(points)s for %(laid)s tiles", points=points, laid=laid) for laid, points in value.items()
        )
        return joined(", ", bonus)
    if isinstance(value, Mapping):
        return joined(", ", (put("%(key)s: %(n)s", key=_written(str(key)), n=n) for key, n in value.items()))
    if isinstance(value, list):
        return joined(", ", (WORDS.get(str(item), str(item)) for item in value))
    return _written(str(value))


def _written(text: str) -> Message:
    """A text of a file of rules; those of the shipped files stand in the catalogue."""
    return Message("", text.replace("%", "%%"))


def _tile(tile: Tile) -> str:
    return f"{tile.shown} {tile.value} x{tile.count}"
