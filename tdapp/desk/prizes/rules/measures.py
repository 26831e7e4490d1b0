"""What each kind of prize measures: for everybody who may win it a value, the larger the better, and the facts to tell."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from pairings.event.stats import Line
from pairings.standings.team_standings import TeamRow
from tdapp.desk.models import Prize
from tdapp.desk.pairing.teams import team_table
from tdapp.desk.prizes.rules.field import Field, Play

KIND = Prize.Kind
BREAKERS = ("wins", "spread", "high_game", "rating_low", "lot")


@dataclass(frozen=True, slots=True)
class Best:
    """What somebody is measured by: `who` is an entrant's id or a school's name, `facts` are plain data."""

    who: str
    value: tuple[int, ...]
    facts: dict[str, Any] = field(default_factory=dict)
    breakers: tuple[int, ...] = ()
    number: int = 0


@dataclass(frozen=True)
class Asked:
    """A line of prizes with the fields it is about; `gone`: whoever withdrew may win single games."""

    prize: Prize
    fields: Sequence[Field]
    gone: bool = False


Measure = Callable[[Asked], Iterable[Best]]


def measured(asked: Asked) -> list[Best]:
    """Everybody who may win a line of prizes, in no order."""
    return list(MEASURES[asked.prize.kind](asked))


def _place(asked: Asked) -> Iterable[Best]:
    for one in asked.fields:
        for key, row in one.here.items():
            if _is_for(asked.prize, one, key):
                facts = {"rank": row.rank, "wins": row.wins, "losses": row.losses, "spread": row.spread}
                yield Best(key, (-(row.rank or 0),), facts)


def _is_for(prize: Prize, one: Field, key: str) -> bool:
    """Whether somebody may win a place: of a class, or among those a prize is for."""
    if prize.kind == KIND.AMONG:
        return one.is_among(prize.among, key)
    return prize.kind != KIND.CLASS or one.people[key].klass == prize.klass


def _spread(asked: Asked) -> Iterable[Best]:
    for one in asked.fields:
        for key, row in one.here.items():
            yield Best(key, (row.spread,), {"spread": row.spread})


def _comeback(asked: Asked) -> Iterable[Best]:
    """Places gained from the middle of the event to its end."""
    for one in asked.fields:
        for key, row in one.here.items():
            before = one.places_halfway.get(key)
            gained = (before or 0) - (row.rank or 0)
            if before and gained > 0:
                facts = {"gained": gained, "from": before, "to": row.rank, "round": one.halfway}
                yield Best(key, (gained, -(row.rank or 0)), facts)


def _games(asked: Asked, fits: Callable[[Line], bool], value: Callable[[Line], int]) -> Iterable[Best]:
    """Everybody's best game by `value`, the earliest of equal ones."""
    for one in asked.fields:
        found: dict[str, Line] = {}
        for line in one.games:
            if fits(line) and _stays(asked, one, line.entrant):
                known = found.get(line.entrant)
                if known is None or value(line) > value(known):
                    found[line.entrant] = line
        for key, line in found.items():
            facts = {"score": line.score, "against": line.against, "round": line.round, "table": line.table}
            yield Best(key, (value(line),), facts)


def _stays(asked: Asked, one: Field, key: str) -> bool:
    return asked.gone or key in one.here


def _high_game(asked: Asked) -> Iterable[Best]:
    return _games(asked, lambda line: True, lambda line: line.score)


def _high_win(asked: Asked) -> Iterable[Best]:
    return _games(asked, lambda line: line.gain == 2, lambda line: line.margin)


def _high_loss(asked: Asked) -> Iterable[Best]:
    return _games(asked, lambda line: line.gain == 0, lambda line: line.score)


def _plays(asked: Asked, value: Callable[[Play], tuple[int, ...]]) -> Iterable[Best]:
    for one in asked.fields:
        found: dict[str, Play] = {}
        for play in one.plays:
            if _stays(asked, one, play.entrant):
                known = found.get(play.entrant)
                if known is None or value(play) > value(known):
                    found[play.entrant] = play
        for key, play in found.items():
            facts = {"words": list(play.words), "score": play.score, "tiles": play.tiles, "round": play.round}
            yield Best(key, value(play), facts)


def _high_turn(asked: Asked) -> Iterable[Best]:
    """The play that scored most."""
    return _plays(asked, lambda play: (play.score,))


def _best_play(asked: Asked) -> Iterable[Best]:
    """The play that laid most tiles, of these the one that scored most."""
    return _plays(asked, lambda play: (play.tiles, play.score))


def _school(asked: Asked) -> Iterable[Best]:
    """The sum of wins, then spread, of each school's best so many."""
    members: dict[str, list[tuple[int, int]]] = {}
    for one in asked.fields:
        for key, row in one.here.items():
            if club := one.people[key].club:
                members.setdefault(club.name, []).append((row.wins, row.spread))
    for name, rows in members.items():
        top = sorted(rows, reverse=True)[: asked.prize.best]
        wins, spread = sum(row[0] for row in top), sum(row[1] for row in top)
        facts = {"wins": wins, "spread": spread, "players": len(top)}
        yield Best(name, (wins, spread), facts, (_lot(asked.prize, name),))


def _team(asked: Asked) -> Iterable[Best]:
    """The team standings, of several divisions together; a team of which everybody left wins nothing."""
    found: dict[str, list[TeamRow]] = {}
    members: dict[str, list[list[Any]]] = {}
    for one in asked.fields:
        rows, _matches = team_table.ranked(one.division, one.read.history, one.after)
        for row in rows:
            if not row.gone:
                found.setdefault(row.team, []).append(row)
                members.setdefault(row.team, []).extend(_members(one, row))
    for name, own in found.items():
        points, wins = sum(row.match_points for row in own), sum(row.wins for row in own)
        facts: dict[str, Any] = {
            "wins": wins,
            "spread": sum(row.spread for row in own),
            "members": members[name],
        }
        facts |= {"points": points} if any(row.whole for row in own) else {}
        yield Best(name, (points, wins, facts["spread"]), facts, (_lot(asked.prize, name),))


def _members(one: Field, row: TeamRow) -> list[list[Any]]:
    """Whom a team's prize names, as [division, number] by number: who played for it, or is there still."""
    played = {line.entrant for line in one.games}
    own = [one.people[key] for key in row.members if key in one.people and (key in one.here or key in played)]
    return [[one.division.slug, person.number] for person in sorted(own, key=lambda person: person.number)]


def _custom(asked: Asked) -> Iterable[Best]:
    """Given by hand: to one entrant, or to whoever is written down."""
    prize = asked.prize
    if prize.given_to_id:
        yield Best(str(prize.given_to_id), (0,))
    elif prize.given_text:
        yield Best(prize.given_text, (0,), {"text": True})


MEASURES: dict[str, Measure] = {
    KIND.RANK: _place,
    KIND.CLASS: _place,
    KIND.AMONG: _place,
    KIND.SCHOOL: _school,
    KIND.TEAM: _team,
    KIND.HIGH_GAME: _high_game,
    KIND.HIGH_WIN: _high_win,
    KIND.HIGH_LOSS: _high_loss,
    KIND.SPREAD: _spread,
    KIND.COMEBACK: _comeback,
    KIND.BEST_PLAY: _best_play,
    KIND.HIGH_TURN: _high_turn,
    KIND.CUSTOM: _custom,
}


def _lot(prize: Prize, name: str) -> int:
    """A lot that is the same on every machine: drawn from the names alone."""
    return int(sha256(f"{prize.kind}:{name}".encode()).hexdigest()[:12], 16)


def breakers(asked: Asked, best: Best) -> tuple[int, ...]:
    """The values of the rules that break a tie for one player, the lot last; nothing where ties are not broken."""
    if best.breakers or asked.prize.ties != Prize.Ties.BROKEN:
        return best.breakers
    one = next((one for one in asked.fields if best.who in one.people), None)
    if one is None:
        return (0,)
    return tuple(_breaker(one, best.who, name) for name in rules_of(asked.prize))


def rules_of(prize: Prize) -> tuple[str, ...]:
    """The names of the rules that break a line's ties, the lot last."""
    return (*(name for name in prize.breakers if name in BREAKERS and name != "lot"), "lot")


def _breaker(one: Field, key: str, name: str) -> int:
    row, person = one.by_entrant.get(key), one.people[key]
    if name == "wins":
        return row.wins if row else 0
    if name == "spread":
        return row.spread if row else 0
    if name == "high_game":
        return one.high_scores.get(key, 0)
    if name == "rating_low":
        return -person.rating
    told = f"{one.division.seed}:{one.division.slug}:{person.number}"
    return int(sha256(told.encode()).hexdigest()[:12], 16)
