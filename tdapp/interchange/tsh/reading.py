""".t and TRF files checked against what a hall can hold, before anything is written."""

from __future__ import annotations

import codecs
import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.text import slugify
from django.utils.translation import gettext as _

from pairings.event.history import Bye, Forfeit, History
from pairings.event.refusals import Refusals
from pairings.formats.tsh import TshFile, TshPlayer, read_t
from pairings.formats.tsh_history import to_history
from pairings.rounds.parameters import ROUNDS_MAX
from tdapp.desk.ledger.result_entry import HIGHEST, LOWEST
from tdapp.interchange.tsh import chess
from tdapp.interchange.tsh.naming import parts
from tdapp.kernel.messages.sentences import all_translated
from tdapp.kernel.refusals import Refusal

MOST_SENTENCES = 40
MOST_BYTES = 5 * 1024 * 1024
MOST_PLAYERS = 5000
HIGHEST_RATING = 32_000
SPREADS = range(-500, 501)
LENGTHS = {"surname": 80, "given": 80, "member": 24, "class": 20, "team": 80}


@dataclass(frozen=True, slots=True)
class Read:
    """One file as it will become a division. `lost`: one sentence for each thing the file could not say.

    `is_chess`: a TRF file, whose players alone are in `file`. `settings`: what a config.tsh says of the division, by our
    names; `caps`: what its games count for at most, one number a round or one for all; `alone`: by line, spreads of rounds
    without opponent behind one that is still open.
    """

    name: str
    slug: str
    digest: str
    file: TshFile
    history: History
    lost: tuple[str, ...] = ()
    is_chess: bool = False
    settings: Mapping[str, Any] = field(default_factory=dict)
    caps: tuple[int, ...] = ()
    alone: Mapping[int, tuple[int, ...]] = field(default_factory=dict)

    @property
    def rounds(self) -> int:
        return len(self.history.rounds)

    @property
    def tables(self) -> int:
        """The highest table number the file names, or the number of tables it needs."""
        named = max(_tables(self.history), default=0)
        return max(named, (len(self.file.players) + 1) // 2, 1)

    @property
    def forfeits(self) -> dict[str, int]:
        """What the file's tables that somebody did not come to count, as settings of a division, where it is one thing."""
        rounds = self.history.rounds
        forfeits = [
            one for rnd in rounds for one in rnd if isinstance(one, Forfeit) and one.table is not None
        ]
        lost, won = {one.loss_spread for one in forfeits}, {one.win_spread for one in forfeits if one.present}
        fits = len(lost) == 1 and len(won) < 2 and lost <= set(range(-500, 1)) and won <= set(range(501))
        if not fits:
            return {}
        return {"forfeit_spread": lost.pop(), **({"forfeit_win_spread": won.pop()} if won else {})}

    @property
    def penalised(self) -> bool:
        """Whether the file takes points off a spread: what tsh calls a penalty never changes who won."""
        return any(any(line.numbers("penalty")) for line in self.file.players)


def _tables(history: History) -> Iterator[int]:
    for outcomes in history.rounds:
        yield from (outcome.table or 0 for outcome in outcomes if not isinstance(outcome, Bye))


def read_files(files: Sequence[tuple[str, bytes]]) -> list[Read]:
    """Every file read and checked. Refuses (422) with one sentence for each mistake, file and line named."""
    faults: list[str] = []
    found: list[Read] = []
    for name, data in files:
        prefix = f"{name}: " if len(files) > 1 else ""
        read = read_one(name, data)
        faults += [prefix + sentence for sentence in read] if isinstance(read, list) else []
        found += [read] if isinstance(read, Read) else []
    if not faults and len({read.slug for read in found}) < len(found):
        faults.append(_("Two of the files have the same name; a division needs its own."))
    refuse(faults)
    return found


def refuse(faults: Sequence[str]) -> None:
    """Refuse (422) files with mistakes in them, the first of them named."""
    if faults:
        raise Refusal("bad-tsh", *faults[:MOST_SENTENCES], mistakes=len(faults))


def read_one(name: str, data: bytes, encoding: str = "") -> Read | list[str]:
    """One file checked, or a sentence for each mistake in it; `encoding`: what a config.tsh says of it."""
    data = _utf8(data)
    if len(data) > MOST_BYTES or b"\x00" in data:
        return [
            _("This is no text, as .t, TRF, .tou and .json files are. Send the file as the program wrote it.")
        ]
    read = _file_and_history(data, encoding)
    if isinstance(read, Refusals):
        return all_translated(read.sentences)
    if faults := list(faults_of(read[0])):
        return faults
    stem = re.sub(r"\.(t|trfx?)$", "", name, flags=re.IGNORECASE)
    title = stem.upper() if len(stem) == 1 else stem
    chess_file = chess.looks_like_one(data)
    found = Read(
        title[:80], slugify(stem)[:40] or "open", hashlib.sha256(data).hexdigest(), *read, chess_file
    )
    return with_plan(found, chess.heads(data)[1]) if chess_file else found


def with_plan(one: Read, planned: int) -> Read:
    """A chess program's division with the rounds that are still to come; a Swiss until somebody says otherwise."""
    if not one.rounds < planned <= ROUNDS_MAX or not one.rounds:
        return one
    told = _(
        "The file does not say how rounds from %(first)s on are paired; look at the plan before you pair."
    )
    spans = (("manual", 1, one.rounds), ("swiss", one.rounds + 1, planned))
    plan = ", ".join(
        f"{name} {first}-{last}" if last > first else f"{name} {first}" for name, first, last in spans
    )
    return replace(one, settings={"plan": plan}, lost=(*one.lost, told % {"first": one.rounds + 1}))


def _utf8(data: bytes) -> bytes:
    """What Windows programs call "Unicode" as UTF-8; it says so in its first two bytes."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        with suppress(UnicodeDecodeError):
            return data.decode("utf-16").encode()
    return data


def _file_and_history(data: bytes, encoding: str) -> tuple[TshFile, History, tuple[str, ...]] | Refusals:
    if not chess.looks_like_one(data):
        file = read_t(data, encoding)
        return file if isinstance(file, Refusals) else (file, to_history(file), ())
    read = chess.read_chess(data)
    return read if isinstance(read, Refusals) else (read[0], read[1].history, read[1].lost)


def faults_of(file: TshFile) -> Iterator[str]:
    """What in a file that was read no hall can hold, one sentence each."""
    if len(file.players) > MOST_PLAYERS:
        yield _("The file has more than %(most)s players.") % {"most": MOST_PLAYERS}
    if max(len(player.opponents) for player in file.players) > ROUNDS_MAX:
        yield _("The file has more than %(most)s rounds.") % {"most": ROUNDS_MAX}
    seen: dict[str, int] = {}
    for player in file.players:
        yield from _line_faults(player)
        member = parts(player.name)[2]
        if member and member in seen:
            facts = {"line": player.line, "member": member, "other": seen[member]}
            yield _("Line %(line)s: member number %(member)s is also in line %(other)s.") % facts
        seen[member] = player.line


def _line_faults(player: TshPlayer) -> Iterator[str]:
    values = dict(zip(("surname", "given", "member"), parts(player.name), strict=True))
    values |= {key: player.value_of(key) or "" for key in ("class", "team")}
    for key, most in LENGTHS.items():
        if len(values[key]) > most:
            facts = {"line": player.line, "what": key, "most": most}
            yield _("Line %(line)s: the %(what)s is longer than %(most)s characters.") % facts
    if not player.name.replace("\t", " ").isprintable():
        yield _("Line %(line)s: the name holds a character that is not text.") % {"line": player.line}
    if not values["surname"]:
        yield _("Line %(line)s: the name has no surname.") % {"line": player.line}
    if not 0 <= player.rating <= HIGHEST_RATING:
        facts = {"line": player.line, "rating": player.rating}
        yield _("Line %(line)s: %(rating)s cannot be a rating.") % facts
    yield from _score_faults(player)


def _score_faults(player: TshPlayer) -> Iterator[str]:
    for at, (opponent, score) in enumerate(zip(player.opponents, player.scores, strict=False), start=1):
        facts = {"line": player.line, "round": at, "score": score}
        if opponent == 0 and score not in SPREADS:
            yield (
                _("Line %(line)s: %(score)s in round %(round)s cannot be the spread of a bye or a forfeit.")
                % facts
            )
        elif opponent and not LOWEST <= score <= HIGHEST:
            yield _("Line %(line)s: %(score)s in round %(round)s cannot be a score.") % facts
    for key in ("penalty", "fine"):
        for at, penalty in enumerate(player.numbers(key), start=1):
            if penalty not in SPREADS:
                facts = {"line": player.line, "round": at, "score": penalty}
                yield _("Line %(line)s: %(score)s in round %(round)s cannot be a penalty.") % facts
