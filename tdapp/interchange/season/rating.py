"""A season event by event: standings of each division, everybody's rating before and after, and the list at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from math import sqrt
from typing import Any

from django.utils.translation import ngettext

from pairings.event.history import History, without_the_withdrawn
from pairings.standings.standings import standings
from tdapp.interchange.season.events import Line, Notes, Part, SeasonEvent
from tdapp.interchange.season.files import Season
from tdapp.interchange.season.people import Folk, Somebody
from tdapp.kernel.refusals import Refusal
from tdapp.ratings.formulas import EXPERIENCED, Field, Formula, Game, Player, Rated

SLIPS_OF_BYES = "coco"
MOST_SENTENCES = 40


@dataclass(frozen=True, slots=True)
class Asked:
    """How a season is counted. `seeds`: whether ratings in files are where people start; `caps`: for all events, () each
    event's own; `out`: past rounds ranked without who withdrew; `until`: the last day.
    """

    formula: Formula
    settings: Mapping[str, object]
    seeds: bool = True
    caps: tuple[int, ...] = ()
    out: bool = False
    until: date | None = None
    sure: bool = False


@dataclass(slots=True)
class Standing:
    """Where somebody stands on the list. `on`: the day of the last event, None where it has none."""

    rating: int
    games: int
    deviation: float | None = None
    volatility: float | None = None
    on: date | None = None
    last: str = ""


@dataclass(slots=True)
class Ledger:
    """The list while the season goes on. `seeds`: where people start; `here`: what the event's own list says of that."""

    asked: Asked
    folk: Folk
    faults: list[str]
    notes: Notes
    list: dict[Somebody, Standing] = field(default_factory=dict)
    seeds: dict[Somebody, Line] = field(default_factory=dict)
    here: dict[Somebody, Line] = field(default_factory=dict)

    @property
    def counts_byes(self) -> bool:
        """Whether a slip with a bye is one of the lifetime games, and the bye one of the field (CoCo)."""
        return self.asked.formula.id == SLIPS_OF_BYES


def counted(season: Season, asked: Asked, notes: Notes, faults: list[str]) -> dict[str, Any]:
    """The whole season as data. Refuses (422) with a sentence for each mistake, unless `sure`: then it is a note."""
    ledger = Ledger(asked, Folk(notes), faults, notes)
    ledger.folk.of_list(season.people)
    ledger.seeds = ledger.folk.of_list(season.before.get("", ()))
    told = []
    for event in season.events:
        if asked.until and event.day and event.day > asked.until:
            continue
        ledger.here = ledger.folk.of_list(season.before.get(event.key.casefold(), ()))
        told += [_division(ledger, event, part) for part in event.parts]
    if faults and not asked.sure:
        raise Refusal("bad-season", *faults[:MOST_SENTENCES], mistakes=len(faults))
    for sentence in faults:
        notes.add(sentence)
    return {"formula": asked.formula.id, "events": told, "list": _list(ledger), "notes": notes.told}


def _division(ledger: Ledger, event: SeasonEvent, part: Part) -> dict[str, Any]:
    people = ledger.folk.of_division(part.where, part.lines, ledger.faults)
    players = [_before(ledger, event, who, line) for who, line in zip(people, part.lines, strict=True)]
    here = [at for at, line in enumerate(part.lines) if ledger.counts_byes or not line.bye]
    rated = _rated(ledger, part, players, here)
    rows = []
    for at, now in zip(here, rated, strict=True):
        _keep(ledger, event, people[at], now)
        rows.append(_change(ledger, people[at], players[at], now))
    newcomers = [at for at in here if not players[at].rating and not part.lines[at].bye]
    many = len(newcomers) * 2 > sum(not part.lines[at].bye for at in here)
    if many:
        _tell_of_newcomers(ledger.notes, event, part, len(newcomers))
    return {
        "event": event.key, "name": event.name, "division": part.name, "date": event.day.isoformat() if event.day else None,
        "games": len(part.games), "players": sum(not line.bye for line in part.lines), "newcomers": len(newcomers),
        "standings": _standings(ledger, people, part), "ratings": rows,
    }  # fmt: skip


def _tell_of_newcomers(notes: Notes, event: SeasonEvent, part: Part, new: int) -> None:
    players = sum(not line.bye for line in part.lines)
    facts = {"event": " ".join(filter(None, (event.key, part.name))), "new": new, "players": players}
    sentence = ngettext(
        "%(event)s: %(new)s of %(players)s player has no rating. A first rating is found from games against those who have "
        "one: among newcomers it says who is stronger, not how strong. Give ratings to start from, or take the level as a guess.",
        "%(event)s: %(new)s of %(players)s players have no rating. A first rating is found from games against those who have "
        "one: among newcomers it says who is stronger, not how strong. Give ratings to start from, or take the level as a guess.",
        players,
    )
    notes.add(sentence % facts)


def _before(ledger: Ledger, event: SeasonEvent, who: Somebody, line: Line) -> Player:
    """Somebody as the formula takes them: as they stand on the list, else as a file starts them."""
    known = ledger.list.get(who)
    if known:
        idle = _rested(known.on, event)
        return Player(who.name, known.rating, known.games, known.deviation, known.volatility, idle)
    if not ledger.asked.seeds:
        return Player(who.name)
    seed = ledger.here.get(who) or ledger.seeds.get(who)
    start = seed if seed and (seed.rating or not line.rating) else line
    if start.rating < ledger.asked.formula.known_from:
        start = replace(start, rating=0)
    # CoCo counts the games of its own slips alone; elsewhere a rating without a number of games is no newcomer's.
    unsaid = EXPERIENCED if start.rating and not ledger.counts_byes else 0
    games = unsaid if start.games is None else start.games
    return Player(who.name, start.rating, games, start.deviation, idle=_rested(start.on, event))


def _rested(since: date | None, event: SeasonEvent) -> int:
    """Days between somebody's last event and this one; none where a day is not known."""
    return max(0, (event.day - since).days) if event.day and since else 0


def _rated(ledger: Ledger, part: Part, players: Sequence[Player], here: Sequence[int]) -> list[Rated]:
    places = {at: place for place, at in enumerate(here)}
    games = [
        game._replace(a=places[game.a], b=places[game.b])
        for game in part.games
        if game.a in places and game.b in places and (ledger.counts_byes or _was_played(part, game))
    ]
    field_ = Field([players[at] for at in here], games, part.rounds)
    return ledger.asked.formula.rate(field_, ledger.asked.settings)


def _was_played(part: Part, game: Game) -> bool:
    """On slips a score of nothing is somebody who did not come."""
    return bool(game.score_a and game.score_b) or not part.where.lower().endswith((".csv", ".tsv", ".xlsx"))


def _keep(ledger: Ledger, event: SeasonEvent, who: Somebody, now: Rated) -> None:
    if now.rating:
        ledger.list[who] = Standing(
            now.rating, now.games, now.deviation, now.volatility, event.day, event.key
        )


def _change(ledger: Ledger, who: Somebody, before: Player, now: Rated) -> dict[str, Any]:
    """One line of an event's report; CoCo's shows a newcomer's first rating before the event too."""
    started = before.rating or (now.rating if ledger.counts_byes else 0)
    row: dict[str, Any] = {
        "name": who.name, "number": who.number, "new": not before.rating, "before": started, "after": now.rating,
        "deviation_before": _grown(ledger, before), "deviation": now.deviation, "games": now.games,
    }  # fmt: skip
    return row | ({"bye": True} if who.bye else {})


def _grown(ledger: Ledger, player: Player) -> float | None:
    """How unsure the rating was when the event began, as CoCo shows it; of other formulas what the list has."""
    if not ledger.counts_byes:
        return player.deviation
    most, idle = float(str(ledger.asked.settings["deviation"])), float(str(ledger.asked.settings["idle"]))
    own = player.deviation if player.rating and player.deviation else most
    return round(min(most, sqrt(own * own + idle * idle * player.idle)), 2)


def _standings(ledger: Ledger, people: Sequence[Somebody], part: Part) -> list[dict[str, Any]]:
    history = _as_asked(part.history, ledger.asked.caps or part.caps, out=ledger.asked.out)
    return [
        {
            "rank": row.rank, "name": people[int(row.entrant) - 1].name, "wins": _halves(row.wins),
            "losses": _halves(row.losses), "ties": row.ties, "spread": row.spread,
        }
        for row in standings(history, len(history.rounds))
    ]  # fmt: skip


def _as_asked(history: History, caps: tuple[int, ...], *, out: bool) -> History:
    found = replace(history, spread_cap=None, spread_caps=caps) if caps else history
    return without_the_withdrawn(found) if out else found


def _halves(value: int) -> float | int:
    return value / 2 if value % 2 else value // 2


def _list(ledger: Ledger) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    order = sorted(ledger.list.items(), key=lambda one: (-one[1].rating, one[0].name))
    for place, (who, now) in enumerate(order, start=1):
        level = bool(rows) and rows[-1]["rating"] == now.rating
        row = {
            "rank": rows[-1]["rank"] if level else place, "name": who.name, "number": who.number, "rating": now.rating,
            "deviation": now.deviation, "games": now.games, "last": now.last,
        }  # fmt: skip
        rows.append(row | ({"bye": True} if who.bye else {}))
    return rows
