"""Team matches: teams meet teams, board 1 against board 1, board 2 against board 2 ...

| source | implemented |
|---|---|
| PSPA team challenge | teams by boards, match points and game points, line-ups and reserves |
| liwords, team round robin | two teams and more; here a team meets one other team a round instead of all its players |
| NASPA, Collins against other teams | odd boards are started by one side, even boards by the other, in turn from match to match |
| chess leagues | the side short of a player loses that board: his opponent has a bye, which counts as a won game |

`boards=k`: so many play, the others are reserves and unscored; `order=seed`: always by seed among them. Which teams
meet: `matchmaking.py`; who sits at which board: `pairings.rounds.lineups`; match points (`win`, `tie`, `bye`):
`pairings.standings.matchplay`. A pair fixed by the director stays; nothing else may part a match, so a wish that would is
refused. Who starts: the side with the fewer starts among its players first, then the team that has had the odd boards
less often; the eldest and a lot come before it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from core.messages import say
from pairings.event.ordinals import ordinal
from pairings.event.refusals import Refusal, Refusals, refuse
from pairings.optimum.costs import tie
from pairings.optimum.tiers import unless_meant
from pairings.plan.constraints import lock_mistakes
from pairings.rounds.field import Field, field_of, pair_of
from pairings.rounds.lineups import mistakes, sides_of
from pairings.rounds.request import Request
from pairings.rounds.result import Reason, Result
from pairings.rounds.starts import Start, starts_as
from pairings.systems.drawing.draft import Draft, Scheme
from pairings.systems.drawing.draw import draft_of, result_of, too_few
from pairings.systems.team_matches.matchmaking import Card, card_of

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Spot:
    """One board of one match: which match, which board, who of the two starts (by index of the field)."""

    match: int
    board: int
    starter: int


@dataclass(frozen=True, slots=True)
class Programme:
    """A round of matches in indexes of the field: boards by pair, and why each one without an opponent has none."""

    card: Card
    boards: dict[Pair, Spot]
    byes: dict[int, str]

    def match(self, number: int) -> tuple[str, str]:
        """The names of the two teams of a match, the better placed first."""
        i, j = self.card.matches[number]
        return self.card.sides[i].team, self.card.sides[j].team


def programme_of(field: Field) -> Programme:
    """Everybody's board, or why he has none."""
    card = card_of(field)
    found = Programme(card, {}, {})
    for number, (i, j) in enumerate(card.matches):
        at = [[field.index[one] for one in card.sides[team].order] for team in (i, j)]
        pairs = list(zip(*at, strict=False))
        lead = leading(field, card, (i, j), pairs)
        for board, pair in enumerate(pairs, start=1):
            starter = pair[(board - 1 + lead) % 2]
            found.boards[pair_of(*pair)] = Spot(number, board, starter)
        found.byes.update(short_boards(card, (i, j), at))
    for i in (i for i, j in enumerate(card.partner) if i == j):
        found.byes.update({field.index[one]: sits_out(card, i) for one in card.sides[i].order})
    return found


def short_boards(card: Card, teams: Pair, at: list[list[int]]) -> dict[int, str]:
    """Who of the longer side has nobody to play."""
    names = [card.sides[team].team for team in teams]
    least, long = min(map(len, at)), int(len(at[1]) > len(at[0]))
    return {
        player: say(
            "match %(names)s - %(names_)s, board %(board)s: %(long)s has nobody for it",
            names=names[0],
            names_=names[1],
            board=board,
            long=names[1 - long],
        )
        for board, player in enumerate(at[long][least:], start=least + 1)
    }


def sits_out(card: Card, i: int) -> str:
    """Why a whole team plays nobody."""
    had, team = card.byes[card.sides[i].team], card.sides[i].team
    if had:
        return say(
            "%(team)s sits out, one of an odd number of teams, for the %(had)s time",
            team=team,
            had=ordinal(had + 1),
        )
    return say("%(team)s sits out, one of an odd number of teams, for the first time", team=team)


def leading(field: Field, card: Card, teams: Pair, pairs: list[Pair]) -> int:
    """0 where the first team starts on the odd boards, 1 where the second does: what leaves players, then teams, even."""
    ahead = [card.leads[card.sides[team].team] for team in teams]

    def price(lead: int) -> tuple[int, int, int]:
        uneven = 0
        for at, pair in enumerate(pairs):
            first, second = pair if (at + lead) % 2 == 0 else pair[::-1]
            uneven += (field.lean(first) + 1) ** 2 + (field.lean(second) - 1) ** 2
        return uneven, ahead[lead] - ahead[1 - lead], lead

    return min((0, 1), key=price)


def starter(field: Field, found: Programme, i: int, j: int) -> Start | None:
    """Odd boards one side, even boards the other."""
    spot = found.boards.get(pair_of(i, j))
    if spot is None:
        return None
    other = j if spot.starter == i else i
    team = field.players[spot.starter].team
    boards = "odd" if spot.board % 2 else "even"
    return Start(
        spot.starter,
        other,
        "boards",
        starts_as(say("as %(team)s does on the %(boards)s boards", team=team, boards=boards)),
    )


def why_pair(field: Field, found: Programme, i: int, j: int) -> tuple[Reason, ...]:
    """The match, the board, how the teams stand and how often they have met."""
    spot = found.boards.get(pair_of(i, j))
    if spot is None:
        return (Reason("off_match", say("outside the matches, which were changed by hand"), {}),)
    one, other = found.match(spot.match)
    i, j = found.card.matches[spot.match]
    facts: dict[str, int | str | list[str]] = {"teams": [one, other], "board": spot.board}
    ranks, times = (found.card.ranks[i], found.card.ranks[j]), found.card.meeting(i, j)
    words = say("seeds %(ranks)s and %(ranks_)s", ranks=ranks[0], ranks_=ranks[1])
    if found.card.by != "rr":
        words = say("teams of rank %(ranks)s and %(ranks_)s", ranks=ranks[0], ranks_=ranks[1])
    return (
        Reason(
            "match",
            say("match %(one)s - %(other)s, board %(board)s", one=one, other=other, board=spot.board),
            facts,
        ),
        Reason("team_ranks", words, {"first": ranks[0], "second": ranks[1]}),
        Reason("team_meeting", say("%(times)s meeting", times=ordinal(times + 1)), {"before": times}),
    )


def why_bye(found: Programme, i: int) -> tuple[Reason, ...]:
    """The board without an opponent, or the team without one."""
    text = found.byes.get(i, say("the only one left where matches were changed by hand"))
    return (Reason("match", text, {}),)


def scheme_for(field: Field, found: Programme) -> Scheme:
    """The prices of a programme: whatever parts a match costs."""
    partner = [-1] * field.n
    for i, j in found.boards:
        partner[i], partner[j] = j, i
    off = unless_meant("match", partner, lambda i: int(partner[i] >= 0))
    return Scheme(
        [off, tie(field)],
        [i if there < 0 else there for i, there in enumerate(partner)],
        lambda _field, i, j: starter(field, found, i, j),
        why_pair=partial(why_pair, field, found),
        why_bye=partial(why_bye, found),
        byes=tuple(sorted(found.byes)),
    )


def scheme(field: Field) -> Scheme:
    """The prices of a round of team matches."""
    return scheme_for(field, programme_of(field))


def not_ready(request: Request) -> Refusals | None:
    """Fewer than two teams, a player of none, or line-ups that cannot be."""
    found = tuple(mistakes(request))
    if found:
        return Refusals(found)
    teams = sides_of(request)
    if len(teams) < 2:
        text = say(
            "A team match needs two teams or more; the players of round %(round)s are of %(teams)s.",
            round=request.round,
            teams=len(teams),
        )
        return refuse("no_teams", text)
    return None


def parted(draft: Draft, found: Programme) -> Iterator[Refusal]:
    """Wishes that part a match although nothing was fixed by hand, or would take a board's bye away."""
    field = draft.field
    for i, j in draft.pairs if not draft.locked else ():
        if (i, j) not in found.boards:
            names = say("%(name)s and %(name_)s", name=field.name(i), name_=field.name(j))
            text = say(
                "A wish parts a match: %(names)s would meet outside it. Change the wish or a line-up.",
                names=names,
            )
            yield Refusal("off_match", text, (field.players[i].id, field.players[j].id))
    for i in sorted({*draft.byes} & {*found.byes}):
        one = field.players[i].id
        if one in field.request.constraints.no_bye:
            text = say(
                "%(name)s is to get no bye, but nobody plays at their board: %(byes)s.",
                name=field.name(i),
                byes=found.byes[i],
            )
            yield Refusal("off_match", text, (one,))


def pair(request: Request) -> Result | Refusals:
    """A round of team matches; the boards of a match stand at tables that follow each other."""
    field = field_of(request)
    refused = too_few(field) or not_ready(request)
    if refused is not None:
        return refused
    wrong = tuple(lock_mistakes(field))
    if wrong:
        return Refusals(wrong)
    found = programme_of(field)
    draft = draft_of(field, lambda _field: scheme_for(field, found))
    if isinstance(draft, Refusals):
        return draft
    wrong = tuple(parted(draft, found))
    if wrong:
        return Refusals(wrong)
    # Another way to pair two would part a match: there is none worth telling.
    draft.solution = replace(draft.solution, prices=None) if draft.solution else None
    last = Spot(len(found.card.matches), 0, 0)
    draft.pairs.sort(key=lambda pair: (spot := found.boards.get(pair, last)).match * 1000 + spot.board)
    return result_of(draft)
