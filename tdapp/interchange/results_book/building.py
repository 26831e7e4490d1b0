"""Players and games of a file as divisions: each row at its place in its round, each mistake in one sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _

from pairings.event.history import (
    Bye,
    Entrant,
    Forfeit,
    History,
    Outcome,
    Played,
    Seat,
    Unfinished,
    Unscored,
    named_in,
)
from pairings.formats.tsh_columns import alone_for
from tdapp.interchange.results_book.reading import MOST_FAULTS, Book, Game, Person
from tdapp.interchange.roster.headings import folded
from tdapp.people.names import fold

LOST_BY, SPREAD = -50, range(-500, 501)


@dataclass(frozen=True, slots=True)
class Built:
    """A division: its name, its players in the order of their numbers, what they played, and what the file does not say."""

    name: str
    people: tuple[Person, ...]
    history: History
    lost: tuple[str, ...]


def build(book: Book, more_games: bool = False) -> tuple[list[Built], list[str]]:
    """The divisions of a file, and a sentence for each mistake; with mistakes the divisions are not whole. `more_games`: a
    second game of somebody in one round is no mistake; it stands in a round behind the last.
    """
    faults = list(book.faults)
    names = _names(book)
    found = []
    for key, name in names.items():
        division = _Division(name, faults, more_games)
        division.enter(one for one in book.people if _in(one, key, names))
        for game in (*book.games, *book.pairings):
            if _in(game, key, names) and len(faults) < MOST_FAULTS:
                division.take(game)
        if division.rounds:
            found.append(division.built())
    if len(names) > 1:
        nowhere = (game for game in book.games if not game.division)
        faults += [_("%(where)s: there is no division.") % {"where": game.where} for game in nowhere]
    if not found and not faults:
        faults.append(_("There is no game in it."))
    return found, faults[:MOST_FAULTS]


def _names(book: Book) -> dict[str, str]:
    """The divisions by what stands for their names; games without one are of the only one there is."""
    found: dict[str, str] = {}
    for one in (*book.games, *book.pairings):
        if one.division:
            found.setdefault(folded(one.division), one.division)
    return found or {"": "Open"}


def _in(one: Game | Person, key: str, names: dict[str, str]) -> bool:
    """Whether a row is of a division; a player of a division nobody plays in counts where there is only one."""
    if len(names) == 1 and (not one.division or isinstance(one, Person)):
        return True
    return folded(one.division) == key


def name_key(name: str) -> str:
    """What tells people apart by their names alone, whichever of the two stands first."""
    return " ".join(sorted(fold(name.replace(",", " ")).split()))


@dataclass(slots=True)
class _Division:
    name: str
    faults: list[str]
    more_games: bool = False
    people: list[Person] = field(default_factory=list)
    listed: bool = False
    by_number: dict[int, int] = field(default_factory=dict)
    by_name: dict[str, list[int]] = field(default_factory=dict)
    rounds: dict[int, list[Outcome]] = field(default_factory=dict)
    placed: dict[tuple[int, int], Game] = field(default_factory=dict)
    later: list[tuple[Game, list[int]]] = field(default_factory=list)

    def enter(self, people: Iterable[Person]) -> None:
        """The players of a sheet of theirs; who is in it twice is one."""
        for one in people:
            same = self.by_name.get(name_key(one.name), [])
            if not any(self.people[at].number == one.number or not one.number for at in same):
                self._add(one)
        self.listed = bool(self.people)

    def _add(self, one: Person) -> int:
        at = len(self.people)
        self.people.append(one)
        self.by_name.setdefault(name_key(one.name), []).append(at)
        if one.number:
            self.by_number.setdefault(one.number, at)
        return at

    def take(self, game: Game) -> None:
        """A row of games or pairings at its place."""
        first, second = self._who(game, 0), self._who(game, 1)
        if first is None or (second is None and (game.names[1] or game.numbers[1])):
            return
        seats = [at for at in (first, second) if at is not None]
        if len(set(seats)) < len(seats):
            self._fault(game, _("somebody plays themselves"))
        elif not self._told_already(game, seats):
            self._place(game, game.round, seats)

    def _place(self, game: Game, number: int, seats: list[int]) -> None:
        """A row as what it says, in a round."""
        before = len(self.faults)
        outcomes = list(self._outcomes(game, seats))
        if len(self.faults) == before:
            self.placed |= {(number, at): game for at in seats}
            self.rounds.setdefault(number, []).extend(outcomes)

    def _place_later(self) -> Iterator[str]:
        """Second games of a round, each in the first round behind the last where both are free; a sentence each."""
        last = max(self.rounds)
        for game, seats in self.later:
            number = last + 1
            while any((number, at) in self.placed for at in seats):
                number += 1
            facts = {
                "where": game.where,
                "name": self.people[seats[0]].name,
                "round": game.round,
                "other": number,
            }
            yield (
                _(
                    "%(where)s: %(name)s or the opponent has another game in round %(round)s; this one stands in round %(other)s."
                )
                % facts
            )
            self._place(game, number, seats)

    def _fault(self, game: Game, what: str) -> None:
        self.faults.append(_("%(where)s: %(what)s.") % {"where": game.where, "what": what})

    def _who(self, game: Game, seat: int) -> int | None:
        """The player of a seat, made where there is no sheet of players; None for nobody, or a mistake that is told."""
        name, number = game.names[seat], game.numbers[seat]
        if not name and not number:
            return None
        if number and number in self.by_number:
            at = self.by_number[number]
            if not name or name_key(name) == name_key(self.people[at].name):
                return at
            facts = {"number": number, "here": self.people[at].name, "there": name}
            self._fault(game, _("number %(number)s is %(here)s, not %(there)s") % facts)
            return None
        known = self.by_name.get(name_key(name), []) if name else []
        if len(known) == 1 and not (number and self.people[known[0]].number):
            return known[0]
        if len(known) > 1 or (known and self.listed):
            self._fault(game, _("there are several of the name %(name)s; give numbers") % {"name": name})
            return None
        if self.listed or not name:
            told = _("%(who)s is not in the sheet of players") % {"who": name or number}
            self._fault(game, told)
            return None
        return self._add(Person(game.where, self.name, name, number))

    def _told_already(self, game: Game, seats: list[int]) -> bool:
        """Whether another row of the round says the same, from either side; another thing of the same player is a mistake."""
        others = [self.placed.get((game.round, at)) for at in seats]
        if not any(others):
            return False
        other = next(one for one in others if one is not None)
        same = all(one is other for one in others) and _same(game, other)
        if not same and self.more_games and None not in game.scores:
            self.later.append((game, seats))
        elif not same:
            facts = {"name": self.people[seats[0]].name, "round": game.round, "other": other.where}
            said = _(
                "%(name)s or the opponent is already in round %(round)s: %(other)s; if both are right, "
                "say that somebody may have several games in one round"
            )
            self._fault(game, said % facts)
        return True

    def _outcomes(self, game: Game, seats: list[int]) -> Iterator[Outcome]:
        ids = tuple(str(at + 1) for at in seats)
        if len(ids) == 1:
            yield from self._alone(game, ids[0])
            return
        one, other = game.scores
        if one is not None and other is not None:
            yield Played(game.table, (Seat(ids[0], one), Seat(ids[1], other)))
        elif one is not None or other is not None:
            self._fault(game, _("one of the two scores is missing"))
        elif game.kind == "forfeit":
            won = next(
                (
                    i
                    for i, at in zip(ids, seats, strict=True)
                    if name_key(self.people[at].name) == name_key(game.won)
                ),
                "",
            )
            yield Forfeit(
                game.table, tuple(i for i in ids if i != won), (won,) if won else (), LOST_BY, -LOST_BY
            )
        elif game.kind == "unscored":
            yield from (Unscored(i) for i in ids)
        else:
            yield Unfinished(game.table, ids)

    def _alone(self, game: Game, who: str) -> Iterator[Outcome]:
        """A row of one player: a bye, a forfeit, or not scored."""
        one, other = game.scores
        spread = one - (other or 0) if one is not None else game.spread
        if spread is not None and spread not in SPREAD:
            self._fault(game, _("%(score)s cannot be the spread of a bye or a forfeit") % {"score": spread})
        elif game.kind == "forfeit":
            yield Forfeit(None, (who,), loss_spread=min(spread, 0) if spread is not None else LOST_BY)
        elif game.kind == "unscored":
            yield Unscored(who)
        elif game.kind == "half":
            yield Bye(who, spread or 0, half=True)
        elif game.kind == "bye" and spread is not None:
            yield Bye(who, spread)
        else:
            yield Unfinished(0, (who,)) if spread is None else alone_for(who, spread)

    def built(self) -> Built:
        """The division, with who has no row in a round as not scored in it."""
        order = sorted(range(len(self.people)), key=lambda at: (self.people[at].number or 10_000, at))
        ids = {str(at + 1): str(place) for place, at in enumerate(order, start=1)}
        moved = list(self._place_later())
        last = max(self.rounds)
        for number in range(1, last + 1):
            if number not in self.rounds:
                self.faults.append(
                    _("%(division)s: there is no row of round %(round)s.")
                    % {"division": self.name, "round": number}
                )
        lost = [_("The file does not say how many rounds there are; set the plan before you pair.")]
        rounds = []
        for number in range(1, last + 1):
            outcomes = [_renamed(one, ids) for one in self.rounds.get(number, [])]
            here = {who for one in outcomes for who in named_in(one)}
            missing = [who for who in ids.values() if who not in here]
            if missing and len(lost) == 1:
                lost.append(_("Players without a row in a round are not scored in it."))
            rounds.append((*outcomes, *(Unscored(who) for who in missing)))
        people = tuple(self.people[at] for at in order)
        entrants = tuple(
            Entrant(str(n), n, one.rating, one.name, club=one.club, team=one.team, klass=one.klass)
            for n, one in enumerate(people, start=1)
        )
        lost += moved[:MOST_FAULTS]
        return Built(self.name, people, History(entrants, tuple(rounds), tie_rule="half"), tuple(lost))


def _same(game: Game, other: Game) -> bool:
    """Whether two rows of one pair say the same; a pairing without scores says nothing against a result."""
    if game.scores == (None, None):
        return True
    names = [tuple(map(name_key, one.names)) for one in (game, other)]
    turned = names[0] != names[1] or (game.numbers != other.numbers and game.numbers == other.numbers[::-1])
    return (game.scores[::-1] if turned else game.scores) == other.scores


def _renamed(one: Outcome, ids: dict[str, str]) -> Outcome:
    """An outcome with the numbers the players have in the end."""
    match one:
        case Played(seats=seats):
            return replace(one, seats=tuple(replace(seat, entrant=ids[seat.entrant]) for seat in seats))
        case Unfinished(seats=who):
            return replace(one, seats=tuple(ids[each] for each in who))
        case Forfeit(absent=absent, present=present):
            return replace(
                one, absent=tuple(map(ids.__getitem__, absent)), present=tuple(map(ids.__getitem__, present))
            )
        case Bye(entrant=who):
            return replace(one, entrant=ids[who])
        case Unscored(entrant=who):
            return replace(one, entrant=ids[who])
