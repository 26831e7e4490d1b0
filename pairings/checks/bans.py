"""What two players may not do, in plain words, and the findings about it."""

from __future__ import annotations

from collections.abc import Iterator

from core.messages import counted, put, say
from pairings.checks.case import Case
from pairings.checks.shape import RoundFinding
from pairings.event.nouns import TIMES

KINDS = {"club": say("club"), "team": say("team")}


def of_one(case: Case, what: str, a: str, b: str) -> bool:
    """Whether two share a club or a team."""
    mine, theirs = getattr(case.by_id[a], what), getattr(case.by_id[b], what)
    return bool(mine) and mine == theirs


def ban(case: Case, a: str, b: str) -> tuple[str, str]:
    """Why two must not meet, as a code and a sentence without its point; two empty texts when they may."""
    rules, names = case.rules, say("%(name)s and %(name_)s", name=case.name(a), name_=case.name(b))
    if frozenset((a, b)) in case.forbidden:
        return "forbidden", say("%(names)s must not meet", names=names)
    for what, keep in (("club", rules.clubs), ("team", rules.teams)):
        if keep == "never" and of_one(case, what, a, b):
            return f"same_{what}", say(
                "%(names)s must not meet: they are of one %(what)s", names=names, what=KINDS[what]
            )
    return ban_by_past(case, a, b, names)


def ban_by_past(case: Case, a: str, b: str, names: str) -> tuple[str, str]:
    """Why two must not meet again."""
    rules, times = case.rules, case.met(a, b)
    if rules.repeat_cap is not None and times > rules.repeat_cap:
        before = counted(times, TIMES)
        return "over_cap", say(
            "%(names)s have met %(before)s before; at most %(repeat_cap)s is allowed",
            names=names,
            before=before,
            repeat_cap=rules.repeat_cap,
        )
    if rules.back_to_back == "never" and frozenset((a, b)) in case.last_round:
        return "back_to_back", say(
            "%(names)s must not meet again at once: they met in the round before", names=names
        )
    return "", ""


def pair_findings(case: Case) -> Iterator[RoundFinding]:
    """Forbidden pairs, repeats, rematches and meetings inside a club, pair by pair."""
    for a, b in case.pairs:
        names, times = say("%(name)s and %(name_)s", name=case.name(a), name_=case.name(b)), case.met(a, b)
        code, banned = ban(case, a, b)
        if code and frozenset((a, b)) not in case.locked:
            yield RoundFinding("error", code, put("%(banned)s.", banned=banned), (a, b))
        if times and case.rules.repeats_matter:
            before = counted(times, TIMES)
            yield RoundFinding(
                "info",
                "repeat",
                say("%(names)s have met %(before)s before.", names=names, before=before),
                (a, b),
            )
        yield from kept_apart(case, a, b, names)


def kept_apart(case: Case, a: str, b: str, names: str) -> Iterator[RoundFinding]:
    """What was only to be avoided: clubs, teams, a rematch of the round just played."""
    rules = case.rules
    if rules.back_to_back == "avoid" and frozenset((a, b)) in case.last_round:
        yield RoundFinding("info", "rematch", say("%(names)s met in the round before.", names=names), (a, b))
    told = {what for what, keep in (("club", rules.clubs), ("team", rules.teams)) if keep == "avoid"}
    for what in sorted({*told, rules.apart} - {""}):
        if of_one(case, what, a, b):
            yield RoundFinding(
                "info",
                "same_group",
                say("%(names)s are of one %(what)s.", names=names, what=KINDS[what]),
                (a, b),
            )
    if any(a in group and b in group for group in rules.groups):
        yield RoundFinding(
            "info", "same_group", say("%(names)s were to be kept apart where possible.", names=names), (a, b)
        )


def lock_findings(case: Case) -> Iterator[RoundFinding]:
    """Pairs that were fixed and do not meet, players who were not to sit out, fixed tables."""
    met = {frozenset(pair) for pair in case.pairs}
    for a, b in case.rules.locked:
        if frozenset((a, b)) not in met and {a, b} <= case.by_id.keys():
            text = say(
                "%(name)s and %(name_)s were to meet and do not.", name=case.name(a), name_=case.name(b)
            )
            yield RoundFinding("error", "lock_broken", text, (a, b))
    for one in case.given:
        if one in case.rules.no_bye:
            yield RoundFinding(
                "error", "no_bye", say("%(one)s was not to get a bye.", one=case.name(one)), (one,)
            )
    missed = (one for one in case.rules.asked_byes if one in case.players)
    for one in missed:
        yield RoundFinding(
            "error", "asked_bye", say("%(one)s was to get a bye and is paired.", one=case.name(one)), (one,)
        )


def table_findings(case: Case) -> Iterator[RoundFinding]:
    """Players who have a table of their own and sit at another."""
    for seats, number in zip(case.round.tables, case.round.table_numbers, strict=False):
        for one in seats:
            fixed = case.by_id[one].fixed_table
            if fixed and number and fixed != number:
                text = say(
                    "%(one)s sits at table %(number)s; their own table is %(fixed)s.",
                    one=case.name(one),
                    number=number,
                    fixed=fixed,
                )
                yield RoundFinding("warning", "fixed_table", text, (one,))
