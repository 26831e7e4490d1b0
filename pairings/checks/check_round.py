"""An independent checker: is this round one at all, and how good is it? Shares no code with the systems.

It takes a history and a list of tables, counts everything afresh, and knows neither prices nor patterns of
the systems. Measures: repeats and how few were possible, byes, score gaps, floats, starts and seats, clubs,
distance from the slide, and what the system of the plan claims.
"""

from __future__ import annotations

from collections.abc import Sequence

from pairings.checks.bans import lock_findings, pair_findings, table_findings
from pairings.checks.case import Case
from pairings.checks.claims import claim_findings
from pairings.checks.contest import promise_findings
from pairings.checks.faults import bye_findings, nearness_findings, repeat_findings, start_findings
from pairings.checks.form import FATAL, form_mistakes
from pairings.checks.measures import measure
from pairings.checks.needs import need_findings
from pairings.checks.recount import Books, books_of, enter_round, missed, seen_in, tables_in
from pairings.checks.shape import Claim, Round, RoundFinding, RoundVerdict, Rules, Severity
from pairings.event.history import Forfeit, History, Unscored

__all__ = [
    "Claim",
    "Round",
    "RoundFinding",
    "RoundVerdict",
    "Rules",
    "Severity",
    "check_event",
    "check_round",
    "round_of",
]
ANY = Rules()


def check_round(history: History, round_: Round, rules: Rules = ANY) -> RoundVerdict:
    """Check one round against what happened before it."""
    return verdict_on(history, books_of(history, round_.number), round_, rules)


def verdict_on(history: History, books: Books, round_: Round, rules: Rules) -> RoundVerdict:
    """The verdict by books that stand before the round."""
    form = tuple(form_mistakes(history, round_, rules.claim))
    if any(finding.code in FATAL for finding in form):
        return RoundVerdict(round_.number, form, {})
    case = Case(history, books, round_, rules)
    numbers = measure(case)
    found = (
        *form,
        *pair_findings(case),
        *lock_findings(case),
        *table_findings(case),
        *need_findings(case),
        *repeat_findings(case, numbers),
        *nearness_findings(case),
        *bye_findings(case, numbers),
        *start_findings(case),
        *claim_findings(case),
        *promise_findings(case),
    )
    return RoundVerdict(round_.number, found, numbers)


def round_of(history: History, number: int) -> Round:
    """A round as it stands in a history. An absence without a table, or an unscored round, is an absence."""
    outcomes = (*history.rounds[number - 1], *missed(history, number))
    tables = tuple(tables_in(outcomes))
    seated = {one for who, _ in tables for one in who}
    byes: list[str] = []
    absent: list[str] = []
    for outcome in outcomes:
        who = [one for one in seen_in(outcome) if one not in seated]
        (absent if isinstance(outcome, (Forfeit, Unscored)) else byes).extend(who)
    return Round(number, tuple(s for s, _ in tables), tuple(byes), tuple(absent), tuple(n for _, n in tables))


def check_event(
    history: History, rules: Rules = ANY, by_round: Sequence[Rules] = ()
) -> tuple[RoundVerdict, ...]:
    """Every round of an event, each against the rounds before it; `by_round` has rules of single rounds."""
    books, found = Books(), list[RoundVerdict]()
    for number in range(1, len(history.rounds) + 1):
        ruled = by_round[number - 1] if number <= len(by_round) else rules
        found.append(verdict_on(history, books, round_of(history, number), ruled))
        enter_round(books, history, number)
    return tuple(found)
