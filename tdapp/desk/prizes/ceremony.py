"""The prize giving card by card: made from what was called final, stepped through at the desk, shown by the screens.

Cards are plain data, kept when the ceremony begins, so that nothing changes under the announcer; names are put in when
a card is looked at: the public ones for a screen.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from tdapp.desk.models import Finalisation, Prize, PrizeGiving
from tdapp.desk.prizes import finals
from tdapp.desk.prizes.rules import read_aloud, stage, words
from tdapp.desk.prizes.rules.winners import Won, of_data
from tdapp.events.models import Event

WELCOME, LINE, AWARD, END = "welcome", "line", "award", "end"


@dataclass(frozen=True, slots=True)
class Winner:
    """Somebody on a card: the name, the club, what they get, and why; `members` the players of a team.

    `listed` is the name where no club stands below it.
    `record` is the score line of a place ("5-3, +149"), `told` the same as it is read out; `medal` 1 to 3, 0 for none.
    """

    name: str
    club: str
    gets: str
    why: str
    members: str = ""
    record: str = ""
    told: str = ""
    medal: int = 0
    listed: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """One step. `kind`: welcome, line (what comes now), award (who won it) or end; `of` steps, this is number `at`."""

    kind: str
    title: str
    sub: str
    winners: tuple[Winner, ...]
    at: int
    of: int


def cards_of(awards: Iterable[Won]) -> list[dict[str, Any]]:
    """The cards of a ceremony: lines as the stage has them, in each line the last place first."""
    found: list[dict[str, Any]] = [{"kind": WELCOME}]
    for rows in stage.lines(awards):
        found.append({"kind": LINE, "won": [rows[0].as_data()]})
        places = [list(level) for _place, level in groupby(rows, key=lambda one: one.place)]
        found += [{"kind": AWARD, "won": [one.as_data() for one in level]} for level in reversed(places)]
    return [*found, {"kind": END}]


def is_outdated(giving: PrizeGiving) -> bool:
    """Whether what was called final after the ceremony was begun says something else than its cards.

    A division called final later that changes no prize (it has none, or the same people win) leaves them standing.
    """
    newer = Finalisation.objects.filter(division__event=giving.event_id, at__gt=giving.started_at)
    return newer.exists() and _read(giving.cards) != _read(cards_of(awards_of(giving.event)))


def _read(kept: Iterable[dict[str, Any]]) -> list[tuple[str, list[Won]]]:
    """Cards to compare: kept by an older program they may lack what is told today."""
    return [(data["kind"], [of_data(one) for one in data.get("won", ())]) for data in kept]


def awards_of(event: Event) -> list[Won]:
    """Everything that was called final, in the order of precedence."""
    order = {str(pk): place for pk, place in Prize.objects.filter(event=event).values_list("pk", "order")}
    rows = [of_data(data) for row in finals.of_event(event).values() for data in row.awards]
    # Within a version they are in order already: the sort is stable.
    return sorted(rows, key=lambda one: order.get(one.prize, len(order) + 1))


def is_over(event: Event) -> bool:
    """Whether the prizes were given: a ceremony was begun and ended."""
    return PrizeGiving.objects.filter(event=event, ended_at__isnull=False).exists()


def current(event_id: Any) -> PrizeGiving | None:
    """The ceremony that is running, None otherwise; one query, for screens that ask every few seconds."""
    rows = PrizeGiving.objects.filter(event=event_id, started_at__isnull=False, ended_at=None)
    return rows.select_related("event").first()


def card(giving: PrizeGiving, named: words.SortOfName = words.public) -> Card:
    """The card a ceremony is at, under one sort of names."""
    return _card(giving, min(giving.step, len(giving.cards) - 1), _Book.of(giving, named))


def cards(giving: PrizeGiving, named: words.SortOfName = words.public) -> list[Card]:
    """Every card, for the desk's overview."""
    book = _Book.of(giving, named)
    return [_card(giving, at, book) for at in range(len(giving.cards))]


@dataclass(frozen=True)
class _Book:
    """Names and clubs of an event, read once."""

    names: words.Names
    clubs: words.Names
    currency: str
    divisions: frozenset[str]

    @classmethod
    def of(cls, giving: PrizeGiving, named: words.SortOfName) -> _Book:
        clubs = words.clubs_of(giving.event)
        won = (of_data(one) for data in giving.cards for one in data.get("won", ()))
        return cls(words.names_of(giving.event, named), clubs, giving.currency, stage.with_places(won))

    def winner(self, won: Won) -> Winner:
        name, club = self.names.winner(won), self.clubs.of(won.who) if won.who else ""
        shown = Winner(
            words.without(name, club), club, words.gets(won, self.currency), words.why(won, self.names), self.names.members(won),
            read_aloud.record(won), read_aloud.sentence(won), read_aloud.medal(won), name,
        )  # fmt: skip
        if not stage.is_before(won, self.divisions):
            return shown
        return replace(shown, why=words.why_without_places(won, self.names), record="", told="")


def _card(giving: PrizeGiving, at: int, book: _Book) -> Card:
    data = giving.cards[at]
    won = [of_data(one) for one in data.get("won", ())]
    if not won:
        return Card(data["kind"], giving.event.name, "", (), at + 1, len(giving.cards))
    division = book.names.division(won[0])
    if data["kind"] == LINE:
        title = words.kind_title(won[0].kind, won[0].title, won[0].klass)
        return Card(LINE, title, division, (), at + 1, len(giving.cards))
    winners = tuple(book.winner(one) for one in won)
    return Card(AWARD, words.title(won[0]), division, winners, at + 1, len(giving.cards))
