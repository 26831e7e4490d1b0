"""What could have been avoided: byes, repeats, starts against their rule."""

from __future__ import annotations

from collections.abc import Iterator

from core.messages import counted, put, say
from pairings.checks.bounds import best_exchange, could_sit_out, far, far_too_much
from pairings.checks.case import Case
from pairings.checks.contest import MEET, SIT
from pairings.checks.knockout import KNOCKOUTS
from pairings.checks.shape import RoundFinding, hard_wishes
from pairings.event.nouns import BYES, REPEATS, REPLIES, STARTS


def bye_findings(case: Case, numbers: dict[str, int]) -> Iterator[RoundFinding]:
    """More byes than needed, a second one while somebody had none, not the lowest standing."""
    if case.rules.claim is not None and case.rules.claim.system in {*KNOCKOUTS, "matches"}:
        return
    given, needed = case.given, numbers["fewest_byes"]
    if len(given) > needed:
        who = ", ".join(case.name(one) for one in given)
        would = say("%(byes)s would do", byes=counted(needed, BYES, none="no"))
        text = say(
            "%(byes)s where %(would)s: %(who)s.",
            byes=counted(len(given), BYES),
            would=would,
            who=who,
        )
        # At bigger tables hard wishes may cost seats; only the count of players is behind this number.
        sure = case.only_pairs or not hard_wishes(case.rules)
        yield RoundFinding("warning" if sure else "info", "too_many_byes", text, given)
    house = {entrant.id for entrant in case.history.entrants if entrant.house}
    # Who has to meet somebody cannot sit out, and who sits out as the system told is not chosen here.
    promises = case.rules.promises
    held = {x for promise in promises if promise.code in MEET for x in promise.entrants}
    held |= {promise.entrants[0] for promise in promises if promise.code == "control" and promise.entrants}
    told = {x for promise in promises if promise.code in SIT for x in promise.entrants}
    others = [x for x in case.players if x not in house | held | {*case.rules.no_bye}]
    for one in given:
        if one not in told:
            yield from bye_choice(case, one, others)


def bye_choice(case: Case, one: str, others: list[str]) -> Iterator[RoundFinding]:
    """Whether somebody else should have sat out; only told where nothing worse would come of it."""
    had = {x: case.byes_had(x) for x in (*others, one)}
    fewer = [x for x in others if had[x] < had[one]]
    if fewer:
        other = min(fewer, key=lambda x: (had[x], others.index(x)))
        text = say(
            "%(one)s gets bye number %(one_)s while %(other)s had %(other_)s",
            one=case.name(one),
            one_=had[one] + 1,
            other=case.name(other),
            other_=had[other],
        )
        yield judged(case, "second_bye", text, (one, other), fewer)
    elif case.rules.byes_by_standing and one in case.order:
        below, able = case.order[case.order.index(one) + 1 :], set(others)
        lower = [x for x in below if x in able and had[x] == had[one]]
        if lower:
            text = say(
                "%(one)s gets the bye while %(lower)s stands lower",
                one=case.name(one),
                lower=case.name(lower[-1]),
            )
            yield judged(case, "bye_not_lowest", text, (one, lower[-1]), lower)


def judged(case: Case, code: str, text: str, who: tuple[str, ...], instead: list[str]) -> RoundFinding:
    """A warning where one of the others could have sat out without another repeat, else only told."""
    if could_sit_out(case, set(instead)):
        return RoundFinding("warning", code, put("%(text)s.", text=text), who)
    return RoundFinding("info", code, say("%(text)s; anybody else would cost a rematch.", text=text), who)


def repeat_findings(case: Case, numbers: dict[str, int]) -> Iterator[RoundFinding]:
    """More repeats than a round needs that was found."""
    made, possible = numbers["paid_repeats"], numbers["fewest_repeats"]
    if not case.rules.repeats_matter or made <= possible:
        return
    repeats = counted(made, REPEATS, none="no")
    if case.only_pairs:
        text = say(
            "%(repeats)s where %(possible)s would have been possible.", repeats=repeats, possible=possible
        )
        yield RoundFinding("warning", "avoidable_repeats", text)
        return
    _, a, b = best_exchange(case)
    pair = say("%(name)s and %(name_)s", name=case.name(a), name_=case.name(b))
    text = say(
        "%(repeats)s where %(possible)s would have been possible, by letting %(pair)s change places.",
        repeats=repeats,
        possible=possible,
        pair=pair,
    )
    yield RoundFinding("warning", "avoidable_repeats", text, (a, b))


def nearness_findings(case: Case) -> Iterator[RoundFinding]:
    """Wider gaps and more rematches, together, than a round needs that was found, where a rematch has a price.

    By the standings of the round before: where others count, the gaps are not those the round was made from.
    """
    if not case.rematch_worth or case.rules.order or not case.only_pairs:
        return
    spared = far_too_much(case)
    if spared:
        made = sum(far(case, a, b) for a, b in case.pairs)
        text = say(
            "Score gaps and rematches come to %(made)s where %(possible)s would have been possible.",
            made=made,
            possible=made - spared,
        )
        yield RoundFinding("warning", "avoidable_gaps", text)


def contradiction(case: Case, first: str, second: str) -> str:
    """Why the second ought to have started by the rule that is claimed; empty when all is well."""
    steps = {
        "tsh": (by_counts,),
        "balanced": (by_counts, by_meeting),
        "head_to_head": (by_meeting, by_counts),
        "eldest": (by_age, by_counts, by_meeting),
    }
    for step in steps.get(case.rules.starts, ()):
        verdict, why = step(case, first, second)
        if verdict:
            return why if verdict < 0 else ""
    return ""


def by_counts(case: Case, first: str, second: str) -> tuple[int, str]:
    """Fewer starts start, then more replies: 1 for the first, -1 for the second, 0 level; and why."""
    books = case.books
    more = books.starts[second] - books.starts[first]
    if more:
        return more, say(
            "with %(starts)s to %(second)s",
            starts=counted(books.starts[first], STARTS, none="no"),
            second=books.starts[second],
        )
    return (
        books.replies[first] - books.replies[second],
        say(
            "with %(replies)s to %(second)s and as many firsts",
            replies=counted(books.replies[first], REPLIES, none="no"),
            second=books.replies[second],
        ),
    )


def by_meeting(case: Case, first: str, second: str) -> tuple[int, str]:
    """The last meeting is reversed."""
    before = case.books.started.get(frozenset((first, second)))
    return (0, "") if before is None else (1 if before == second else -1, say("as in their last meeting"))


def by_age(case: Case, first: str, second: str) -> tuple[int, str]:
    """The elder starts, where both ages are known."""
    mine, theirs = case.by_id[first].seniority, case.by_id[second].seniority
    return (theirs - mine, say("though the other is the elder")) if mine and theirs else (0, "")


def start_findings(case: Case) -> Iterator[RoundFinding]:
    """Tables of two whose starter goes against the rule that is claimed."""
    for seats in case.round.tables:
        if len(seats) != 2 or len({*seats} & {*case.rules.starters}) == 1:
            continue
        why = contradiction(case, *seats)
        if why:
            text = say(
                "%(seats)s goes first against %(seats_)s %(why)s.",
                seats=case.name(seats[0]),
                seats_=case.name(seats[1]),
                why=why,
            )
            yield RoundFinding("warning", "start_against_rule", text, tuple(seats))
