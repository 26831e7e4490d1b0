"""The clock of a game, and its end: points for time, unplayed tiles, totals, the winner."""

from __future__ import annotations

from bench.engine.paper_games.writing import Sheet, Writer


def seconds_used(game: Writer, seat: int) -> int:
    rules = game.rules.fields
    if rules["timer.kind"] == "none":
        return 0
    if rules["timer.kind"] == "per_game":
        used = game.dice.randint(10, 2 * rules["timer.seconds"] // 15)
        game.clock[seat] += used
        return used
    late = game.dice.random() < 0.08
    return (
        game.dice.randint(rules["timer.seconds"] + 1, 300)
        if late
        else game.dice.randint(5, rules["timer.seconds"])
    )


def is_turn_lost(game: Writer, seconds: int) -> bool:
    rules = game.rules.fields
    return bool(
        rules["timer.overrun"] == "turn_lost"
        and rules["timer.kind"] == "per_move"
        and seconds > rules["timer.seconds"]
    )


def charge(game: Writer, seat: int, seconds: int) -> None:
    """Points for time, at once or at the end; every started minute counts (docs/rules/timer.md)."""
    rules = game.rules.fields
    if (
        rules["timer.overrun"] != "points"
        or rules["timer.kind"] != "per_move"
        or seconds <= rules["timer.seconds"]
    ):
        return
    points = _minutes(seconds - rules["timer.seconds"]) * rules["timer.points_per_minute"]
    if game.over[seat] or game.dice.random() < 0.5:
        game.over[seat] += points
    else:
        game.write("time", seat, -points)


def _minutes(seconds: int) -> int:
    return -(-seconds // 60)


def settle(game: Writer, sheet: Sheet, ended: str) -> None:
    """Points for time, unplayed tiles in rows or at the head, totals, the winner."""
    rules, dice, table = game.rules.fields, game.dice, game.table
    for seat in range(table.seats):
        over = game.clock[seat] - rules["timer.seconds"]
        if rules["timer.kind"] == "per_game" and rules["timer.overrun"] == "points" and over > 0:
            game.over[seat] = _minutes(over) * rules["timer.points_per_minute"]
        if game.over[seat]:
            game.write("time", seat, -game.over[seat])
    worth = [sum(tile.value for tile in rack) for rack in table.racks]
    before = list(game.scores)
    out = next((seat for seat, rack in enumerate(table.racks) if not rack), None) if ended == "out" else None
    gains = [-worth[seat] if rules["adjustment.deduct_own"] else 0 for seat in range(table.seats)]
    if out is not None:
        gains[out] = sum(worth) if rules["adjustment.out_gains"] == "others_tiles" else 0
    final = [score + more for score, more in zip(before, gains, strict=True)]
    if (rules["adjustment.deduct_own"] or out is not None) and dice.random() < 0.5:
        _closing_rows(game, gains, out)
    else:
        sheet["racks"] = [game.rack(seat) for seat in range(table.seats)]
        sheet["before"] = before
    sheet["totals"] = final
    best = [seat for seat, score in enumerate(final) if score == max(final)]
    if rules["tie.rule"] == "higher_before_adjustment":
        best = [seat for seat in best if before[seat] == max(before[one] for one in best)]
    sheet["winners"] = [seat + 1 for seat in best]


def _closing_rows(game: Writer, gains: list[int], out: int | None) -> None:
    rules, table = game.rules.fields, game.table
    for seat, rack in enumerate(table.racks):
        if rack and rules["adjustment.deduct_own"]:
            game.write("rack", seat, gains[seat], tiles=game.rack(seat))
    if out is not None and gains[out]:
        others = " ".join(tile.shown for rack in table.racks for tile in rack)
        game.write("out", out, gains[out], tiles=others)
