"""A division's rules: its board, its tile table, single values, a ruleset file; and boards and tile sets kept by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.board.board import centre
from scoring.rules.loading import Checked, Ruleset, ruleset_from_data
from scoring.rules.ruleset_files import shipped_ids
from scoring.rules.schema import KINDS
from scoring.rules.value_kinds import BadValue
from tdapp.events.models import Division, Event
from tdapp.events.models.library import NamedSet
from tdapp.events.rules import boards, overrides, rulesets, tile_sets
from tdapp.events.rules.divisions import fingerprint
from tdapp.kernel import clock
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Conflict, Refusal

NAME, ID = 80, 60
CONFIRMED = {"board": "board.confirmed", "tiles": "tiles.confirmed"}


@command("division.board", "board painted", needs="division.edit")
def set_board(
    ctx: Context, division: Division, *, rows: Sequence[str], start: str = "", name: str = "", confirmed: bool = False,
    keep: bool = False, seen: str = "",
) -> Change:  # fmt: skip
    """Give a division its own board: `rows` of signs (docs/rules/ruleset-files.md), the start square by name.

    `start` "": the middle. `confirmed`: this is the board on the tables, findings may rest on it. `keep`: by its name
    for other divisions. Refuses (422) with the loader's sentences, and once round 1 is published; 409 when stale.
    """
    base = _opened(division, seen)
    squares = tuple("".join(row.split()).replace("*", ".") for row in rows if row.strip())
    middle = centre(len(squares), len(squares[0])).name if squares else ""
    board = boards.Painted(squares, start.strip().upper() or middle, _name(name), confirmed)
    before = overrides.as_values(division.overrides)
    found = _put(division, boards.overrides(base, board))
    if keep:
        _keep(
            ctx,
            division.event,
            NamedSet.Kind.BOARD,
            board.name,
            {"rows": list(squares), "start": found.layout.start.name},
        )
    return _changed(division, before, {"warnings": boards.warnings(base, found.layout)})


@command("division.tiles", "tile table changed", needs="division.edit")
def set_tiles(
    ctx: Context, division: Division, *, rows: Sequence[Mapping[str, Any]], total: int, name: str = "",
    confirmed: bool = False, keep: bool = False, seen: str = "",
) -> Change:  # fmt: skip
    """Give a division its own tile table: rows of `id value count`, `letters` and `bag` where needed.

    `total`: tiles of the whole set; with fewer in the rows the rest counts as not known yet. Otherwise as `set_board`.
    """
    base = _opened(division, seen)
    table = tile_sets.TileRows(tuple(map(dict, rows)), total, _name(name), confirmed)
    before = overrides.as_values(division.overrides)
    _put(division, tile_sets.overrides(base, table))
    if keep:
        _keep(
            ctx, division.event, NamedSet.Kind.TILES, table.name, {"rows": list(table.rows), "total": total}
        )
    return _changed(division, before, {})


@command("division.rules", "rules changed", needs="division.edit")
def set_rules(ctx: Context, division: Division, *, values: Mapping[str, str], seen: str = "") -> Change:
    """Set single values of a division's rules, as texts by field; one that is the ruleset's own stops being an override."""
    base = _opened(division, seen)
    if unknown := sorted(set(values) - set(KINDS)):
        raise Refusal("bad-rules", _("The rules have no %(names)s.") % {"names": ", ".join(unknown)})
    before = overrides.as_values(division.overrides)
    _put(division, {name: _unless_same(base, name, text) for name, text in values.items()})
    return _changed(division, before, {})


def _unless_same(base: Ruleset, name: str, text: str) -> Any:
    """The value a text stands for, None when it is the ruleset's own."""
    kind = KINDS[name]
    raw = kind.from_text(text)
    read = kind.read(raw)
    return None if not isinstance(read, BadValue) and read == base.value(name) else raw


@command("division.ruleset_file", "ruleset file taken", needs="division.edit")
def use_file(ctx: Context, division: Division, *, text: str, seen: str = "") -> Change:
    """Let a division play by a ruleset file of its own; house rules, board and tiles set before are the file's now.

    Refuses (422) with one sentence for each mistake, each with its line.
    """
    _opened(division, seen)
    before = {
        "ruleset": division.ruleset,
        "overrides": division.overrides,
        "file": bool(division.ruleset_file),
    }
    ruleset = _fine(rulesets.check("ruleset", {}, text))
    if ruleset.id in shipped_ids() or len(ruleset.id) > ID:
        sentence = _(
            "The file's id is %(id)s; it must be its own, at most %(most)s characters, and no id that ships."
        )
        raise Refusal("bad-rules", sentence % {"id": ruleset.id, "most": ID})
    division.ruleset, division.ruleset_file, division.overrides = ruleset.id, text, {}
    _fine(rulesets.checked(division))
    _save(division, "ruleset", "ruleset_file", "overrides")
    after = {"ruleset": ruleset.id, "hash": ruleset.content_hash, "file": True}
    return Change({"ruleset": ruleset.id}, str(division), before, after)


@command("division.confirm", "board or tiles confirmed", needs="division.edit")
def confirm(ctx: Context, division: Division, *, what: str, confirmed: bool) -> Change:
    """Say that the board or the tile set is the one on the tables, or take that back: at any time.

    It changes what findings may say, not the rules: the content hash of frozen rules stays what it was.
    """
    if what not in CONFIRMED:
        raise Refusal("bad-rules", _("Only the board and the tiles can be confirmed."))
    division.refresh_from_db()
    before = rulesets.of_division(division).value(CONFIRMED[what])
    tick = {CONFIRMED[what]: confirmed}
    division.overrides = overrides.changed(division.overrides, tick)
    if division.ruleset_frozen:
        division.ruleset_frozen = ruleset_from_data(division.ruleset_frozen, tick).to_data()
    else:
        _fine(rulesets.checked(division))
    _save(division, "overrides", "ruleset_frozen")
    return Change({"slug": division.slug, **tick}, str(division), {CONFIRMED[what]: before}, tick)


@command("library.forget", "kept board or tile set removed", needs="division.edit")
def forget(ctx: Context, kept: NamedSet, *, reason: str = "") -> Change:
    """Remove a board or tile set from the library; divisions that took it keep their copy."""
    told = {"kind": kept.kind, "name": kept.name}
    shown = str(kept)
    kept.delete()
    return Change(told, shown, told, None, reason)


def _opened(division: Division, seen: str) -> Ruleset:
    """The ruleset under a division that may still change. Refuses a frozen one, and a page that is out of date."""
    division.refresh_from_db()
    if division.frozen_at:
        raise Refusal("frozen", _("The rules cannot change any more: round 1 is posted."))
    if seen and seen != fingerprint(division):
        raise Conflict(
            "stale", _("Somebody else changed these settings meanwhile. Nothing was saved. Look again.")
        )
    return rulesets.base_of(division)


def _name(name: str) -> str:
    if len(name.strip()) > NAME:
        raise Refusal("bad-rules", _("The name may have %(most)s characters.") % {"most": NAME})
    return name.strip()


def _put(division: Division, values: Mapping[str, Any]) -> Ruleset:
    """Lay values over the division's house rules, checked as a whole."""
    division.overrides = overrides.changed(division.overrides, values)
    found = _fine(rulesets.checked(division))
    _save(division, "overrides")
    return found


def _fine(found: Checked) -> Ruleset:
    if found.ruleset is None:
        raise Refusal("bad-rules", *rulesets.sentences(found))
    return found.ruleset


def _save(division: Division, *fields: str) -> None:
    division.version += 1
    division.save(update_fields=[*fields, "version"])


def _changed(division: Division, before: Mapping[str, Any], more: Mapping[str, Any]) -> Change:
    after = overrides.as_values(division.overrides)
    names = sorted(name for name in {*before, *after} if before.get(name) != after.get(name))
    told = {"slug": division.slug, "changed": names, **more}
    return Change(told, str(division), {n: before.get(n) for n in names}, {n: after.get(n) for n in names})


def _keep(ctx: Context, event: Event, kind: str, name: str, content: dict[str, Any]) -> None:
    """Keep content under a name; a name taken at another event with other content is refused."""
    if not name:
        raise Refusal("bad-rules", _("Give it a name to keep it for other divisions."))
    row = NamedSet.library_of(event).filter(kind=kind, name=name).first()
    if row is None:
        NamedSet.objects.create(kind=kind, name=name, content=content, scope=ctx.scope)
    elif row.content != content and row.scope != ctx.scope:
        raise Refusal(
            "name-taken",
            _("Another one is already kept as “%(name)s”; choose another name.") % {"name": name},
        )
    elif row.content != content:
        row.content, row.made_at = content, clock.now()
        row.save(update_fields=["content", "made_at"])
