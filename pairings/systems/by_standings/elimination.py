"""Elimination and playoffs: who loses a match is out. The bracket itself is derived in `pairings.rounds.bracket`.

| source | implemented |
|---|---|
| liwords ELIMINATION | `elimination(size=8) 9-11`: single elimination of the best 8 (0 or nothing: of all) |
| baxter playoff 2/4/8 | `playoff(4,best_of=3) 9-14`: best of three in each match; decided matches wait |
| byes for top seeds | in the first stage of a field that is no power of two |
| third place | `third=yes`: the losers of the semi-finals meet beside the final |
| the others | `rest=out`: they play nothing; `rest=swiss`: they go on with a Swiss among themselves |

Who meets whom is not a matter of price: a round that could only be paired off the bracket is refused, unless the
director has fixed those pairs himself. Not implemented: double elimination, seeding anew after each stage.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from core.messages import say
from pairings.event.refusals import Refusals, refuse
from pairings.optimum.costs import tie
from pairings.optimum.tiers import Tier
from pairings.rounds.bracket import NOBODY, Bracket, Match, bracket_of, score_of
from pairings.rounds.explain import bye_reasons, pair_reasons, rank_reason
from pairings.rounds.field import Field
from pairings.rounds.request import Request
from pairings.rounds.result import Reason, Result
from pairings.systems.by_standings import swiss
from pairings.systems.drawing.draft import Scheme
from pairings.systems.drawing.draw import draw


@dataclass(frozen=True, slots=True)
class Round:
    """The open matches of a round by index, and who moves on without a game."""

    bracket: Bracket
    partners: dict[int, int]
    byes: dict[int, str]
    matches: dict[int, Match]


def round_in(field: Field) -> Round:
    """What the bracket asks of a field."""
    bracket = bracket_of(field.request)
    partners, byes, matches = dict[int, int](), dict[int, str](), dict[int, Match]()
    for match in bracket.matches:
        here = [field.index[one] for one in (match.one, match.other) if one in field.index]
        if match.is_open and len(here) == 2:
            partners |= {here[0]: here[1], here[1]: here[0]}
            matches |= dict.fromkeys(here, match)
        elif match.is_open and here:
            byes[here[0]] = say(
                "the opponent in %(match)s is not there, so the game is theirs", match=bracket.stage(match)
            )
        elif match.other == NOBODY and bracket.stage_began == field.request.round and here:
            byes[here[0]] = say("a top seed without an opponent in %(match)s", match=bracket.stage(match))
    return Round(bracket, partners, byes, matches)


def off_bracket(found: Round) -> Tier:
    """One for everybody in the bracket who does not meet his opponent there."""
    partners = found.partners
    return Tier(
        "bracket",
        lambda i, js: [(partners.get(i, j) != j) + (partners.get(j, i) != i) for j in js],
        lambda i: int(i in partners),
    )


def why_pair(field: Field, found: Round, i: int, j: int) -> tuple[Reason, ...]:
    """Which match it is, which game of it, and how it stands."""
    match = found.matches.get(i)
    if match is None or found.partners.get(i) != j:
        return pair_reasons(field, i, j, False)
    stage = found.bracket.stage(match)
    if match.best_of == 1:
        text = stage
    else:
        text = say(
            "%(stage)s, game %(games)s of at most %(best_of)s, %(match)s",
            stage=stage,
            games=match.games + 1,
            best_of=match.best_of,
            match=standing_of(field, match),
        )
    return Reason("bracket", text, {"game": match.games + 1}), rank_reason(field, i, j)


def standing_of(field: Field, match: Match) -> str:
    """'Ana leads 1-0' or 'level at 1-1'."""
    if match.halves[0] == match.halves[1]:
        return say("level at %(match)s", match=score_of(match))
    ahead, swapped = match.one, match
    if match.halves[0] < match.halves[1]:
        ahead, swapped = match.other, Match(match.other, match.one, match.best_of, match.halves[::-1])
    return say("%(ahead)s leads %(swapped)s", ahead=field.name(field.index[ahead]), swapped=score_of(swapped))


def why_bye(field: Field, found: Round, i: int) -> tuple[Reason, ...]:
    """The bracket's bye, or the bye among the others."""
    if i in found.byes:
        return (Reason("bracket", found.byes[i], {}),)
    return bye_reasons(field, i, False)


def scheme(field: Field) -> Scheme:
    """The prices of a round of a bracket, with a Swiss of the others underneath when they play on."""
    found = round_in(field)
    aside = {*found.partners, *found.byes}
    rest = swiss.prices(field, aside) if field.request.params.get("rest") == "swiss" else Scheme([tie(field)])
    others = rest.targets or range(field.n)
    return Scheme(
        tiers=[off_bracket(found), *rest.tiers],
        targets=[found.partners.get(i, j) for i, j in enumerate(others)],
        why_pair=partial(why_pair, field, found),
        why_bye=partial(why_bye, field, found),
        byes=tuple(found.byes),
    )


def not_ready(request: Request) -> Refusals | None:
    """A bracket that is over, or that waits for a result."""
    bracket = bracket_of(request)
    names = request.history.entrant
    waiting = [match for match in bracket.matches if match.waiting and match.is_open]
    if waiting:
        pairs = "; ".join(" - ".join(names(one).name or one for one in (m.one, m.other)) for m in waiting)
        who = tuple(one for match in waiting for one in (match.one, match.other))
        text = say("Round %(round)s waits for the results of %(pairs)s.", round=request.round, pairs=pairs)
        return refuse("results_missing", text, *who)
    if bracket.over and request.params.get("rest", "out") == "out":
        winner = bracket.matches[0].winner
        text = say(
            "%(winner)s has won the final; there is nothing left to play.",
            winner=names(winner).name or winner,
        )
        return refuse("nothing_to_play", text, winner)
    return None


def astray(request: Request, answer: Result) -> Refusals | None:
    """A bracket round in which somebody does not meet his opponent although nobody fixed it."""
    bracket = bracket_of(request)
    matches = [(m.one, m.other) for m in bracket.matches if m.is_open]
    opponent = {**dict(matches), **{other: one for one, other in matches}}
    for board in answer.boards:
        one, other = board.seats
        strays = opponent.get(one, other) != other or opponent.get(other, one) != one
        if strays and not board.locked:
            names = [request.history.entrant(player).name or player for player in (one, other)]
            text = say(
                "The bracket has other opponents for %(names)s or %(names_)s; no wish may part a match.",
                names=names[0],
                names_=names[1],
            )
            return refuse("off_bracket", text, one, other)
    return spared(request, answer)


def spared(request: Request, answer: Result) -> Refusals | None:
    """A bye of the bracket for somebody who was to get none."""
    for bye in answer.byes:
        if bye.entrant in request.constraints.no_bye:
            name = request.history.entrant(bye.entrant).name or bye.entrant
            return refuse(
                "off_bracket",
                say("The bracket gives %(name)s a bye; no wish may take it away.", name=name),
                bye.entrant,
            )
    return None


def pair(request: Request) -> Result | Refusals:
    """A round of a bracket."""
    refused = not_ready(request)
    if refused is not None:
        return refused
    answer = draw(request, scheme)
    return answer if isinstance(answer, Refusals) else astray(request, answer) or answer
