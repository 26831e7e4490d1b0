"""GCG out. What GCG cannot carry is named, and stands in lines only this program reads: our JSON stays the master."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from core.messages import Message, gettext_noop
from scoring.board.tile_reading import SEPARATORS, read_rack
from scoring.board.tiles import TileSet
from scoring.sheets.gcg_events import NO_SCORE
from scoring.sheets.gcg_own_lines import HEAD_FIELDS, fields_line, row_line, sheet_line
from scoring.sheets.scoresheet import (
    BONUS,
    CHALLENGE,
    END,
    EXCHANGE,
    INVALID,
    LOST,
    OUT,
    PASSED,
    PLAY,
    RACK,
    RECYCLE,
    SCORE,
    THEME,
    TIME,
    WITHDRAWN,
    Player,
    Scoresheet,
    Turn,
)

_SPACE = re.compile(r"[\s:]+")
_LOST_NOTE = "#lost-turn"
_NO_ROW = gettext_noop(
    "GCG has no line for “%(kind)s”: turn %(turn)s stands in a line only this program reads."
)
_AS_TAKEN_BACK = gettext_noop(
    "GCG has no line for “%(kind)s”: turn %(turn)s is written as a play taken back."
)
_NO_SQUARE = gettext_noop(
    "GCG cannot carry a play without its square and word: turn %(turn)s stands in a line only this program reads."
)
_FIELD = gettext_noop(
    "GCG cannot carry “%(field)s” of turn %(turn)s: it stands in a line only this program reads."
)
_HEAD = gettext_noop(
    "GCG cannot carry “%(field)s” of the sheet: it stands in a line only this program reads."
)
_LACKS: Mapping[str, str] = {
    CHALLENGE: _NO_ROW,
    THEME: _NO_ROW,
    RECYCLE: _NO_ROW,
    SCORE: _NO_ROW,
    END: _NO_ROW,
}
# Fields of a turn that have a place in each kind of line.
_CARRIED: Mapping[str, frozenset[str]] = {
    PLAY: frozenset({"position", "word"}),
    EXCHANGE: frozenset({"tiles", "number"}),
    OUT: frozenset({"tiles"}),
    RACK: frozenset({"tiles"}),
}
_ALWAYS = frozenset({"kind", "seat", "rack", "score", "total", "note", "extra"})


class WrittenGcg(NamedTuple):
    """The file's text (UTF-8) and a sentence for each thing it could not carry."""

    text: str
    losses: tuple[Message, ...]


def write_gcg(sheet: Scoresheet, tiles: TileSet | None = None) -> WrittenGcg:
    """The sheet as GCG 1.2. `tiles`: the tile set, whose tiles of several letters are then declared."""
    nicks = unique_nicks(sheet.players)
    lines = [*_head(sheet, nicks, tiles)]
    told = [name for name in HEAD_FIELDS if getattr(sheet, name) not in ((), "", None)]
    losses = [Message("head_lost", _HEAD, {"field": name}) for name in told]
    lines += [sheet_line(sheet, told)] if told else []
    ruled, back = _challenged_off(sheet.turns)
    for number, turn in enumerate(sheet.turns):
        if number in ruled:
            losses.append(Message("no_line", _AS_TAKEN_BACK, {"kind": turn.kind, "turn": number + 1}))
            continue
        missing = _no_line(turn, number)
        if missing:
            losses.append(missing)
            lines.append(row_line(turn))
            continue
        lines += _event(turn, nicks, tiles)
        if lost := _lost_fields(turn):
            losses += [Message("field_lost", _FIELD, {"field": name, "turn": number + 1}) for name in lost]
            lines.append(fields_line(turn, lost))
        if number in back:
            lines += _event(_taken_back(turn), nicks, tiles)
    racks = [f"#rack{seat} {glued(rack, tiles)}" for seat, rack in enumerate(sheet.racks, 1) if rack]
    lines += racks + (["#incomplete"] if sheet.complete is False else [])
    return WrittenGcg("".join(f"{line}\n" for line in lines), tuple(losses))


def _challenged_off(turns: Sequence[Turn]) -> tuple[set[int], set[int]]:
    """Rows that rule a play off, and the plays (0-based) that therefore go back; GCG writes that right after the play.

    A play that has a row of its own for going back needs no second one.
    """
    ruled, back = set(), set()
    play: int | None = None
    withdrawn = False
    for number, turn in enumerate(turns):
        if turn.is_move:
            play, withdrawn = (number if turn.kind == PLAY else None), False
        withdrawn = withdrawn or turn.kind == WITHDRAWN
        of = play if turn.of is None else turn.of
        if turn.kind != CHALLENGE or turn.verdict != INVALID or of is None or not _is_play(turns, of, number):
            continue
        ruled.add(number)
        after = turns[number + 1] if number + 1 < len(turns) else None
        if not withdrawn and not (after and after.kind == WITHDRAWN):
            back.add(of)
    return ruled, back


def _is_play(turns: Sequence[Turn], at: int, before: int) -> bool:
    """Whether an earlier row is a play that has a line in GCG."""
    return at < before and turns[at].kind == PLAY and bool(turns[at].position and turns[at].word)


def _taken_back(play: Turn) -> Turn:
    """The line that takes the play's points off again."""
    score = None if play.score is None else -play.score
    total = None if play.total is None or score is None else play.total + score
    return Turn(WITHDRAWN, play.seat, rack=play.rack, score=score, total=total)


def unique_nicks(players: Sequence[Player]) -> list[str]:
    """One nickname each, without blanks or colons; two of one name get a number."""
    nicks: list[str] = []
    for seat, player in enumerate(players, 1):
        nick = _SPACE.sub("_", (player.nick or player.name).strip()) or f"player{seat}"
        nicks.append(f"{nick}{seat}" if nick in nicks else nick)
    return nicks


def _head(sheet: Scoresheet, nicks: list[str], tiles: TileSet | None) -> Iterable[str]:
    yield "#character-encoding UTF-8"
    # First, where nothing can take it for a part of a note: what could not be read is not made to look as if it had been.
    yield from (_one_line(str(text)) for text in _unreadable(sheet))
    for seat, (player, nick) in enumerate(zip(sheet.players, nicks, strict=True), 1):
        yield f"#player{seat} {nick} {_one_line(player.name)}"
    known = {key for key, _ in sheet.about}
    if sheet.ruleset and "tile-distribution" not in known:
        yield f"#tile-distribution {sheet.ruleset}"
    for key, text in sheet.about:
        yield f"#{key} {_one_line(text)}".rstrip()
    digraphs = (
        [] if tiles is None or "tile" in known else [name for name in tiles.by_letters if len(name) > 1]
    )
    yield from (f"#tile [{name}] [{name.lower()}]" for name in digraphs)


def _unreadable(sheet: Scoresheet) -> Iterable[object]:
    """Lines of the file the sheet came from that could not be read, as far as they were kept."""
    odd = (remark.message for remark in sheet.remarks if remark.message.code == "line_unreadable")
    return (
        message.facts["text"] for message in odd if not str(message.facts.get("text", "#")).startswith("#")
    )


def _one_line(text: str) -> str:
    return " ".join(text.split())


def glued(text: str, tiles: TileSet | None) -> str:
    """Tiles without blanks between them, as one word of a GCG line; brackets keep apart what would run together."""
    parts = SEPARATORS.split(text.strip())
    if len(parts) < 2:
        return text.strip()
    joined = "".join(part if len(part) == 1 or part[:1] == "[" else f"[{part}]" for part in parts)
    clear = tiles is None or read_rack(joined, tiles).pieces
    return joined if clear else "".join(f"[{part.strip('[]')}]" for part in parts)


def _event(turn: Turn, nicks: Sequence[str], tiles: TileSet | None) -> Iterable[str]:
    nick = nicks[turn.seat] if turn.seat is not None and turn.seat < len(nicks) else "?"
    left = glued(turn.tiles or "", tiles)
    rack = glued(turn.rack or (turn.tiles if turn.kind == RACK else "") or "", tiles)
    body = _BODIES[turn.kind](turn._replace(tiles=left))
    score = turn.score if turn.score is not None else 0
    total = "" if turn.total is None else str(turn.total)
    parts = [rack, body, f"{score:+d}", total, turn.extra]
    yield f">{nick}: " + " ".join(part for part in parts if part)
    yield from _notes(turn)


def _notes(turn: Turn) -> Iterable[str]:
    lines = ([NO_SCORE] if turn.score is None else []) + turn.note.splitlines()
    if turn.kind == LOST and not any(_LOST_NOTE in line for line in lines):
        lines = [_LOST_NOTE, *lines]
    yield from (f"#note {line}" for line in lines)


_BODIES: Mapping[str, Callable[[Turn], str]] = {
    PLAY: lambda turn: f"{turn.position} {turn.word}",
    EXCHANGE: lambda turn: f"-{turn.tiles or turn.number or ''}",
    PASSED: lambda turn: "-",
    LOST: lambda turn: "-",
    WITHDRAWN: lambda turn: "--",
    BONUS: lambda turn: "(challenge)",
    TIME: lambda turn: "(time)",
    OUT: lambda turn: f"({turn.tiles or ''})",
    RACK: lambda turn: f"({turn.tiles or ''})",
}


def _no_line(turn: Turn, number: int) -> Message | None:
    if turn.kind == PLAY and not (turn.position and turn.word):
        return Message("no_square", _NO_SQUARE, {"turn": number + 1})
    template = _LACKS.get(turn.kind)
    return Message("no_line", template, {"kind": turn.kind, "turn": number + 1}) if template else None


def _lost_fields(turn: Turn) -> list[str]:
    """Fields that its line cannot hold."""
    carried = _CARRIED.get(turn.kind, frozenset()) | _ALWAYS
    empty = Turn(turn.kind)
    lost = [name for name in Turn._fields if name not in carried]
    return [name for name in lost if getattr(turn, name) != getattr(empty, name)]
