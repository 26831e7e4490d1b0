"""What two players may not do, in plain words, and the findings about it."""

from __future__ import annotations

from collections.abc import Iterator

from pairings.checks.case import Case
from pairings.checks.shape import Finding, counted


def of_one(case: Case, what: str, a: str, b: str) -> bool:
    """Whether two share a club or a team."""
    mine, theirs = getattr(case.known[a], what), getattr(case.known[b], what)
    return bool(mine) and mine == theirs


def ban(case: Case, a: str, b: str) -> tuple[str, str]:
    """Why two must not meet, as a code and a sentence without its point; two empty texts when they may."""
    rules, names = case.rules, f"{case.name(a)} and {case.name(b)}"
    if frozenset((a, b)) in case.forbidden:
        return "forbidden", f"{names} must not meet"
    for what, keep in (("club", rules.clubs), ("team", rules.teams)):
        if keep == "never" and of_one(case, what, a, b):
            return f"same_{what}", f"{names} must not meet: they are of one {what}"
    return ban_by_past(case, a, b, names)


def ban_by_past(case: Case, a: str, b: str, names: str) -> tuple[str, str]:
    """Why two must not meet again."""
    rules, times = case.rules, case.met(a, b)
    if rules.repeat_cap is not None and times > rules.repeat_cap:
        before = counted(times, "time", "times")
        return "over_cap", f"{names} have met {before} before; at most {rules.repeat_cap} is allowed"
    if rules.back_to_back == "never" and frozenset((a, b)) in case.last_round:
        return "back_to_back", f"{names} must not meet again at once: they met in the round before"
    return "", ""


def pair_findings(case: Case) -> Iterator[Finding]:
    """Forbidden pairs, repeats, rematches and meetings inside a club, pair by pair."""
    for a, b in case.pairs:
        names, times = f"{case.name(a)} and {case.name(b)}", case.met(a, b)
        code, banned = ban(case, a, b)
        if code and frozenset((a, b)) not in case.locked:
            yield Finding("error", code, f"{banned}.", (a, b))
        if times and case.rules.repeats_matter:
            before = counted(times, "time", "times")
            yield Finding("info", "repeat", f"{names} have met {before} before.", (a, b))
        yield from kept_apart(case, a, b, names)


def kept_apart(case: Case, a: str, b: str, names: str) -> Iterator[Finding]:
    """What was only to be avoided: clubs, teams, a rematch of the round just played."""
    rules = case.rules
    if rules.back_to_back == "avoid" and frozenset((a, b)) in case.last_round:
        yield Finding("info", "rematch", f"{names} met in the round before.", (a, b))
    told = {what for what, keep in (("club", rules.clubs), ("team", rules.teams)) if keep == "avoid"}
    for what in sorted({*told, rules.apart} - {""}):
        if of_one(case, what, a, b):
            yield Finding("info", "same_group", f"{names} are of one {what}.", (a, b))
    if any(a in group and b in group for group in rules.groups):
        yield Finding("info", "same_group", f"{names} were to be kept apart where possible.", (a, b))


def lock_findings(case: Case) -> Iterator[Finding]:
    """Pairs that were fixed and do not meet, players who were not to sit out, fixed tables."""
    met = {frozenset(pair) for pair in case.pairs}
    for a, b in case.rules.locked:
        if frozenset((a, b)) not in met and {a, b} <= case.known.keys():
            text = f"{case.name(a)} and {case.name(b)} were to meet and do not."
            yield Finding("error", "lock_broken", text, (a, b))
    for one in case.given:
        if one in case.rules.no_bye:
            yield Finding("error", "no_bye", f"{case.name(one)} was not to get a bye.", (one,))
    missed = (one for one in case.rules.asked_byes if one in case.players)
    for one in missed:
        yield Finding("error", "asked_bye", f"{case.name(one)} was to get a bye and is paired.", (one,))


def table_findings(case: Case) -> Iterator[Finding]:
    """Players who have a table of their own and sit at another."""
    for seats, number in zip(case.round.tables, case.round.table_numbers, strict=False):
        for one in seats:
            fixed = case.known[one].fixed_table
            if fixed and number and fixed != number:
                text = f"{case.name(one)} sits at table {number}; his own table is {fixed}."
                yield Finding("warning", "fixed_table", text, (one,))
