"""Whole games of honest players, written down row by row as the JSON of a scoresheet.

What happens at tables happens here: exchanges, passes, challenges right and wrong, blanks taken from the board, theme
words, clocks that run over, games that end by going out, by passes, by their turns, by word of mouth. Every habit of
writing that the format knows is met: the end in rows or at the head, lost turns written or not, letters or dots for
tiles that lie there.
"""

from __future__ import annotations

import random
from typing import Any

from bench.engine.paper_games.clock_and_end import charge, is_turn_lost, seconds_used, settle
from bench.engine.paper_games.rules import Rules
from bench.engine.paper_games.table import Play, Table, Tile, name_of
from bench.engine.paper_games.writing import Row, Sheet, Writer

_NAMES = ("Amihan", "Bayani", "Dalisay", "Ligaya")


def honest_game(rules: Rules, seats: int, seed: int) -> Sheet:
    """A whole game as the data of a scoresheet file."""
    dice = random.Random(f"{rules.name} {seats} {seed}")
    table = Table(rules, seats, dice)
    game = Writer(rules, table, dice, through=dice.choice(("letters", "dots", "round")))
    game.scores, game.owed, game.asked = [0] * seats, [0] * seats, [0] * seats
    game.over, game.clock = [0] * seats, [0] * seats
    starter = dice.randrange(seats)
    stall = dice.randint(4, 60) if dice.random() < 0.25 else 10_000
    ended = _played(game, starter, stall)
    sheet: Sheet = {"format": "scoresheet", "version": 1, "ruleset": rules.name}
    sheet["players"] = [{"name": name} for name in _NAMES[:seats]]
    if dice.random() < 0.5:
        sheet["starter"] = starter + 1
    settle(game, sheet, ended)
    return {**sheet, "turns": game.rows}


def _played(game: Writer, seat: int, stall: int) -> str:
    """Turns until the game is over; how it ended. `stall`: from this turn on everybody passes."""
    rules, table, turns = game.rules.fields, game.table, [0] * game.table.seats
    idle = 0
    while True:
        if game.owed[seat] and not _over_by_turns(rules, turns):
            game.owed[seat] -= 1
            turns[seat] += _serve(game, seat)
        else:
            passed = _turn(game, seat, len(game.rows) >= stall)
            turns[seat] += 1
            game.passes = game.passes + 1 if passed else 0
            idle = idle + 1 if passed else 0
        if not table.in_bag and not all(table.racks):
            return "out"
        if rules["end.passes_each"] != "none" and game.passes >= rules["end.passes_each"] * table.seats:
            return "passes"
        if _over_by_turns(rules, turns):
            return "turns"
        if idle >= 2 * table.seats:
            reason = "nobody_can_move" if not table.in_bag else "agreed"
            game.rows.append({"kind": "end", "reason": reason})
            return "said"
        seat = (seat + 1) % table.seats


def _over_by_turns(rules: dict[str, Any], turns: list[int]) -> bool:
    limit = rules["variants.short_turns"]
    return bool(limit != "none" and min(turns) >= limit)


def _serve(game: Writer, seat: int) -> int:
    """A lost turn, with a row of its own or without; where turns are counted it is written."""
    counted = game.rules.fields["variants.short_turns"] != "none"
    if counted or game.dice.random() < 0.6:
        game.write("lost", seat, game.dice.choice((None, 0)))
        return 1
    return 0


def _turn(game: Writer, seat: int, idle: bool) -> bool:
    """One turn; whether it was a pass."""
    dice, table = game.dice, game.table
    seconds = seconds_used(game, seat)
    late = is_turn_lost(game, seconds)
    if idle or (late and dice.random() < 0.3) or dice.random() < 0.02:
        game.write(
            "pass",
            seat,
            dice.choice((None, 0)),
            rack=game.rack(seat) if dice.random() < 0.5 else "",
            seconds=seconds,
        )
        charge(game, seat, seconds)
        return True
    if late and dice.random() < 0.5:
        game.write("lost", seat, dice.choice((None, 0)), seconds=seconds)
        return False
    if not late and dice.random() < 0.05 and _exchange(game, seat, seconds):
        charge(game, seat, seconds)
        return False
    blank = None if late else _recycled(game, seat)
    play = table.find(seat, blank)
    if play is None:
        if blank is not None:
            raise LookupError("a blank was taken and cannot be laid")
        game.write("pass", seat, 0, seconds=seconds)
        charge(game, seat, seconds)
        return True
    _play(game, seat, play, seconds, late)
    return False


def _play(game: Writer, seat: int, play: Play, seconds: int, late: bool) -> None:
    table, rack = game.table, game.rack(seat)
    table.lay(seat, play)
    game.write(
        "play", seat, play.points, position=play.place, word=game.word(play), rack=rack, seconds=seconds
    )
    themed = _theme(game, seat, play)
    back = play.points + themed
    if late:
        game.write("withdrawn", seat, -back)
        table.take_back(seat, play)
        return
    if _challenged(game, seat, play, back):
        table.take_back(seat, play)
        _put_back(game, seat)
    else:
        table.draw(seat)
    charge(game, seat, seconds)


def _put_back(game: Writer, seat: int) -> None:
    """With the play goes the exchange of the blank before it."""
    if game.taken:
        square, blank = game.taken
        rack = game.table.racks[seat]
        rack.remove(Tile("?", "", 0))
        rack.append(game.table.board[square])
        game.table.board[square] = blank


def _theme(game: Writer, seat: int, play: Play) -> int:
    if not game.rules.fields["variants.theme"] or game.dice.random() < 0.6:
        return 0
    words = game.dice.sample(play.words, game.dice.randint(1, len(play.words)))
    points = len(words) * game.rules.fields["variants.theme_points"]
    game.write("theme", seat, points, words=words)
    return points


def _challenged(game: Writer, seat: int, play: Play, back: int) -> bool:
    """A challenge now and then; whether the play goes back."""
    dice, rules = game.dice, game.rules.fields
    if dice.random() > 0.08:
        return False
    if dice.random() < 0.3:
        game.write("withdrawn", seat, -back)
        return True
    other = dice.choice([one for one in range(game.table.seats) if one != seat])
    quota = rules["challenge.quota"]
    if quota != "none" and game.asked[other] >= quota:
        return False
    game.asked[other] += 1
    right = dice.random() < 0.5
    named = dice.random() < 0.3 or rules["challenge.wrong"] == "points_per_word_to_player"
    row: Row = {"kind": "challenge", "challengers": [other + 1], "verdict": "invalid" if right else "valid"}
    game.rows.append({**row, "words": play.words[:1]} if named else row)
    if right:
        game.scores[seat] -= back
        return True
    _wrong(game, seat, other)
    return False


def _wrong(game: Writer, seat: int, other: int) -> None:
    rules = game.rules.fields
    points = rules["challenge.wrong_points"]
    if rules["challenge.wrong"] == "next_turn_lost":
        game.owed[other] += 1
    elif rules["challenge.wrong"] == "points_off_challenger":
        game.write("bonus", other, -points)
    elif rules["challenge.wrong"] != "nothing":
        game.write("bonus", seat, points)


def _exchange(game: Writer, seat: int, seconds: int) -> bool:
    table, dice = game.table, game.dice
    given = dice.sample(table.racks[seat], dice.randint(1, len(table.racks[seat])))
    needed = {name: sum(table.bag_of(tile) == name for tile in given) for name in table.bags}
    low = table.in_bag <= game.rules.fields["exchange.refused_at"]
    if low or any(number > len(table.bags[name]) for name, number in needed.items()):
        return False
    told = {"number": len(given)} if dice.random() < 0.3 else {"tiles": " ".join(t.shown for t in given)}
    game.write("exchange", seat, dice.choice((None, 0)), rack=game.rack(seat), seconds=seconds, **told)
    table.swap(seat, given)
    return True


def _recycled(game: Writer, seat: int) -> Tile | None:
    """A blank taken from the board for the letter it stands for, where the rack has it."""
    table, rack = game.table, game.table.racks[seat]
    game.taken = None
    if not game.rules.fields["variants.recycled_blanks"]:
        return None
    for square, lying in list(table.board.items()):
        natural = next((tile for tile in rack if tile.kind == lying.face), None)
        if lying.kind == "?" and natural and len(rack) > 2:
            before = game.rack(seat)
            table.board[square] = natural
            rack.remove(natural)
            blank = Tile("?", "", 0)
            rack.append(blank)
            if table.find(seat, blank, 400) is None:
                table.board[square] = lying
                rack.remove(blank)
                rack.append(natural)
                return None
            told = {"rack": before} if game.dice.random() < 0.5 else {}
            game.taken = square, lying
            game.write("recycle", seat, position=name_of(square), tiles=natural.shown, **told)
            return blank
    return None
