"""COP, the Castellano-O'Connor pairings: contenders meet whom they have to, everybody else somebody near.

| source | implemented |
|---|---|
| jvc56, COP; liwords at b790d246 | who can finish where is simulated (`contenders`), and whether the leader's opponent decides |
| | who wins (`chases`); what must be (`musts`) and what a pair costs (`weights`) follow |
| liwords, wider limits | where somebody in reach of a prize has to meet one who cannot hope for his place, his limit is |
| | widened by one place, once |
| director's wishes | fixed pairs and bans go before everything; over-constrained rounds say which wishes clash |

Not implemented: rating-aware simulated games; players taken out of the contest by hand.
"""

from __future__ import annotations

from functools import partial

from core.messages import say, unpointed
from pairings.event.ordinals import nth
from pairings.event.refusals import Refusals
from pairings.optimum.matching import Solution, solve
from pairings.rounds.explain import bye_reasons, club_reason, meeting_reason, rank_reason
from pairings.rounds.field import Field, pair_of
from pairings.rounds.request import Request
from pairings.rounds.result import Reason, Result
from pairings.rounds.study import Study
from pairings.systems.cop.contenders import lowest_for, studied
from pairings.systems.cop.hall import Hall, hall_of
from pairings.systems.cop.keeping import Keeping
from pairings.systems.cop.musts import keeping_of, with_musts
from pairings.systems.cop.settings import settings_of
from pairings.systems.cop.weights import Standing, tiers_of
from pairings.systems.drawing.draft import Scheme
from pairings.systems.drawing.draw import draw, problem_of


def why_pair(kept: Keeping, standing: Standing, i: int, j: int) -> tuple[Reason, ...]:
    """Why two meet: because they must, because of what they play for, or because nobody nearer was to be had."""
    field, must = kept.hall.field, kept.pairs.get(pair_of(i, j))
    facts: dict[str, int | str | list[str]] = {"first": field.players[i].id, "second": field.players[j].id}
    told: list[Reason] = []
    if must is not None:
        code, why = must
        told.append(Reason(f"must_{code}", say("must meet: %(why)s", why=why), facts))
    elif standing.safe[i] or standing.safe[j]:
        told.append(Reason("gibson", say("a place that is settled, so out of the others' way"), facts))
    elif standing.hopeful[i]:
        told.append(contending(kept, standing, i, j))
    else:
        told.append(Reason("outside", say("out of reach of the prizes, so near each other"), facts))
    return (*told, rank_reason(field, i, j), meeting_reason(field, i, j), *club_reason(field, i, j))


def contending(kept: Keeping, standing: Standing, i: int, j: int) -> Reason:
    """What the lower of two can still hope for."""
    field, place = kept.hall.field, kept.hall.place[i] + 1
    facts: dict[str, int | str | list[str]] = {"place": place, "hopes": field.players[j].id}
    line, at = kept.study.contenders, kept.hall.place[j]
    if at < len(line) and line[at].hope <= place:
        text = say("%(name)s can still hope for %(place)s place", name=field.name(j), place=nth(place))
        return Reason("contender", text, facts)
    if j == i + 1:
        text = say("nobody below can hope for %(place)s place, so the neighbour", place=nth(place))
        return Reason("neighbour", text, facts)
    return Reason("wider", say("nobody who can hope for %(place)s place was left", place=nth(place)), facts)


def why_bye(kept: Keeping, i: int) -> tuple[Reason, ...]:
    """Why somebody sits out."""
    own = kept.hall.field.players[i].id
    for must in kept.musts:
        if own in must.entrants and must.code in ("top_bye", "gibson_bye"):
            return (Reason(must.code, unpointed(must.sentence), {"entrant": own}),)
    return bye_reasons(kept.hall.field, i, False)


def built(hall: Hall, study: Study, kept: Keeping, wider: dict[str, int]) -> Scheme:
    """The scheme of a round."""
    tiers, standing = tiers_of(kept, wider)
    return Scheme(
        tiers,
        notes=notes_of(study, hall),
        why_pair=partial(why_pair, kept, standing),
        why_bye=partial(why_bye, kept),
        wishes=tuple(kept.wishes),
        study=with_musts(kept),
    )


def notes_of(study: Study, hall: Hall) -> tuple[str, ...]:
    """What the round rests on, in one sentence."""
    last = lowest_for([one.hope for one in study.contenders], hall.ask.prizes - 1) + 1
    text = say(
        "COP counted %(endings)s endings (seed %(seed)s): in reach of a prize (%(prizes)s in all) are the first %(last)s in "
        "the standings.",
        endings=f"{study.endings:,}",
        seed=study.seed,
        prizes=hall.ask.prizes,
        last=last,
    )
    return (text,)


def widened(kept: Keeping, scheme: Scheme, solution: Solution | None) -> dict[str, int]:
    """Whose limit is too narrow to be kept: those who pay for whom they meet."""
    if solution is None:
        return {}
    casher = next(tier for tier in scheme.tiers if tier.name == "casher")
    field = kept.hall.field
    paying = [pair for pair in solution.pairs if pair[1] < field.n and casher.pair(*pair)]
    return {field.players[i].id: 1 for i, _ in paying}


def scheme(field: Field) -> Scheme:
    """The prices of a COP round, with what it has to keep."""
    hall = hall_of(field, settings_of(field.request))
    study = studied(hall)
    kept = keeping_of(hall, study)
    first = built(hall, study, kept, {})
    taken = set(range(field.n)) - set(kept.free)
    wishes = [*kept.asked, *first.wishes]
    wider = widened(kept, first, solve(problem_of(field, first, wishes, taken)))
    return built(hall, study, kept, wider) if wider else first


def pair(request: Request) -> Result | Refusals:
    """A COP round."""
    return draw(request, scheme)
