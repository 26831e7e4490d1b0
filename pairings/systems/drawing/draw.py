"""From prices to a round: what every system shares.

A system says what a pair costs; this finds the cheapest round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from core.messages import say
from pairings.event.codec import digest
from pairings.event.lazy_fields import open_with
from pairings.event.refusals import Refusals, refuse
from pairings.optimum.costs import calm
from pairings.optimum.matching import Problem, Solution, solve
from pairings.plan.constraints import Wish, asked_byes, banned_by, lock_mistakes, over_constrained, wishes_of
from pairings.rounds.explain import bye_reasons, bye_sentence, priced_by
from pairings.rounds.field import Field, field_of
from pairings.rounds.request import Request
from pairings.rounds.result import ENGINE, VERSION, ByeGiven, Certificate, Result
from pairings.rounds.table_needs import need_notes
from pairings.rounds.tables import assign
from pairings.systems.drawing.boards import boards_of
from pairings.systems.drawing.draft import Draft, Maker, Scheme


def too_few(found: Field) -> Refusals | None:
    """Fewer than two players make no round."""
    if found.n >= 2:
        return None
    who = tuple(entrant.id for entrant in found.players)
    names = f" ({found.name(0)})" if found.n else ""
    text = say(
        "A round needs 2 players; %(found)s%(names)s would play round %(round)s.",
        found=found.n,
        names=names,
        round=found.request.round,
    )
    return refuse("too_few_players", text, *who)


def problem_of(found: Field, scheme: Scheme, wishes: Sequence[Wish], taken: set[int]) -> Problem:
    """What is left to solve when the fixed pairs and granted byes are out."""
    free = tuple(i for i in range(found.n) if i not in taken)
    bye = found.n if len(free) % 2 else None
    tiers = [calm(tier, scheme.targets) for tier in scheme.tiers]
    return Problem(tiers, free, bye, banned_by(wishes), found.request.budget, scheme.targets)


def draft_of(found: Field, make: Maker) -> Draft | Refusals:
    """The cheapest round of a field, or why there is none."""
    mistakes = tuple(lock_mistakes(found))
    if mistakes:
        return Refusals(mistakes)
    scheme = make(found)
    wishes = [*wishes_of(found), *scheme.wishes]
    locked = frozenset(wish.locked for wish in wishes if wish.locked)
    asked = asked_byes(found)
    fixed = {i for pair in locked for i in pair}
    given = list(dict.fromkeys([*asked, *(i for i in scheme.byes if i not in fixed)]))
    taken = fixed | set(given)
    solution = solve(problem_of(found, scheme, wishes, taken))
    if solution is None:
        return Refusals((over_constrained(found, wishes),))
    pairs = sorted([*locked, *(pair for pair in solution.pairs if pair[1] < found.n)])
    byes = sorted([*given, *(i for i, j in solution.pairs if j == found.n)])
    return Draft(found, scheme, pairs, byes, locked, solution, frozenset(asked))


def certificate_of(draft: Draft) -> Certificate:
    """How sure we are that no better round exists."""
    solution, count = draft.solution, draft.field.n
    if solution is None:
        return Certificate(False, say("Not verified as the best possible: this round was made by hand."))
    if not solution.pairs:
        return Certificate(True, say("Fixed by hand: there was nothing left to choose."))
    looked = solution.looked_at
    if solution.proven:
        names = priced_by(tier.name for tier in draft.scheme.tiers if tier.name != "tie")
        around = say(" around what was fixed") if draft.locked or draft.asked else ""
        return Certificate(
            True,
            say(
                "Best possible pairing%(around)s: verified over all pairs, in order of %(names)s.",
                around=around,
                names=names,
            ),
            looked,
        )
    if looked == pairs_left(solution):
        return Certificate(
            False,
            say("Not verified as the best possible: the prices are too large to weigh every one."),
            looked,
        )
    of = count * (count - 1) // 2
    return Certificate(
        False,
        say(
            "Not verified as the best possible: the budget allowed %(looked)s of %(of)s pairs.",
            looked=looked,
            of=of,
        ),
        looked,
    )


def pairs_left(solution: Solution) -> int:
    """How many pairs (and byes) there were to look at."""
    nodes = 2 * len(solution.pairs)
    return nodes * (nodes - 1) // 2


def byes_of(draft: Draft) -> tuple[ByeGiven, ...]:
    """The byes with their reasons."""
    given = []
    for i in draft.byes:
        own = draft.scheme.why_bye
        asked = i in draft.asked
        reasons = own(i) if own and not asked else bye_reasons(draft.field, i, asked)
        price = draft.named([tier.bye(i) for tier in draft.scheme.tiers])
        given.append(ByeGiven(draft.field.players[i].id, price, reasons, bye_sentence(reasons)))
    return tuple(given)


def absent_of(request: Request) -> tuple[str, ...]:
    """The entrants who miss the round, in the order of the roster."""
    return tuple(one.id for one in request.history.entrants if one.absence_in(request.round))


def against_wishes(draft: Draft) -> Iterator[str]:
    """What the director fixed although a wish of his speaks against it."""
    for wish in wishes_of(draft.field):
        if wish.banned & draft.locked:
            yield say(
                "Fixed by the director although it was asked that %(sentence)s.", sentence=wish.sentence
            )


def result_of(draft: Draft) -> Result | Refusals:
    """A draft with tables, starts and reasons; or why the hall cannot hold it."""
    request = draft.field.request
    tables = assign(draft.field, draft.pairs)
    if isinstance(tables, tuple):
        return Refusals(tables)
    known = {
        "round": request.round,
        "system": request.system,
        "boards": boards_of(draft, tables),
        "byes": byes_of(draft),
        "certificate": certificate_of(draft),
        "seed": request.seed,
        "based_on": request.basis,
        "absent": absent_of(request),
        "sitting_out": draft.field.sitting_out,
        "notes": (*draft.scheme.notes, *against_wishes(draft), *need_notes(draft.field, tables)),
        "study": draft.scheme.study,
        "engine": ENGINE,
        "version": VERSION,
    }
    return open_with(Result, partial(summed_up, draft), known)


def summed_up(draft: Draft) -> dict[str, Any]:
    """What a round comes to as a whole: its price, and the fingerprint of what it rests on."""
    request = draft.field.request
    return {"cost": draft.named(draft.price), "digest": digest(request.history.upto(request.round - 1))}


def draw(request: Request, make: Maker) -> Result | Refusals:
    """Pair a round by a system's prices."""
    found = field_of(request)
    refused = too_few(found)
    if refused is not None:
        return refused
    draft = draft_of(found, make)
    return draft if isinstance(draft, Refusals) else result_of(draft)
