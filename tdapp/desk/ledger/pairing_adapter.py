"""The hall's door to the pairings room: a round as a request, a result as a draft."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from core.messages import read
from pairings.event import history as h
from pairings.event.refusals import Refusals
from pairings.plan.plan import Plan, RoundPlan
from pairings.plan.read_plan import parse_plan
from pairings.rounds import lineups
from pairings.rounds.parameters import SYSTEMS, WITHOUT_STANDINGS
from pairings.rounds.request import Constraints, Request
from pairings.rounds.request import from_data as request_from_data
from pairings.rounds.request import to_data as request_to_data
from pairings.rounds.result import Result
from pairings.rounds.result import to_data as result_to_data
from pairings.standings.stakes import ClassPrize, Stakes
from pairings.systems import pair
from pairings.what_if.whatif import fixed_at
from tdapp.desk import models
from tdapp.desk.ledger import history as halls
from tdapp.desk.ledger.lineups import text as line_up_text
from tdapp.desk.ledger.tables import WaitingTable, waiting_tables
from tdapp.desk.models import PairingRun
from tdapp.events.entries.wishes import kept, needs_of
from tdapp.events.models import Division, Round, Table
from tdapp.kernel.messages.fields import LeftOut
from tdapp.kernel.messages.sentences import all_translated
from tdapp.kernel.refusals import Refusal
from tdapp.people.names import told_apart

STARTS = {"balanced": "balanced", "eldest": "eldest", "drawn": "drawn"}


def plan_of(division: Division) -> Plan:
    """The division's plan; refuses with its sentences when it cannot be read."""
    parsed = parse_plan(division.plan, division.rounds_planned)
    if isinstance(parsed, Refusals):
        raise Refusal("bad-plan", *all_translated(parsed.sentences))
    return parsed


def round_plan(division: Division, number: int) -> RoundPlan:
    """What the plan says of a round; refuses a round beyond it."""
    plan = plan_of(division)
    if not 1 <= number <= plan.rounds:
        facts = {"round": number, "last": plan.rounds}
        raise Refusal(
            "beyond-plan", _("Round %(round)s is not in the plan, which has %(last)s rounds.") % facts
        )
    return plan.round(number)


def request(
    division: Division, number: int, *, system: str = "", params: Mapping[str, Any] | None = None,
    wishes: Mapping[str, Any] | None = None,
) -> Request:  # fmt: skip
    """The request for a round, from the division's confirmed facts. `system` replaces the plan's for this round, `params`
    without one the plan's for its system.
    """
    planned = round_plan(division, number)
    history = _told_apart(halls.of_division(division, after=number - 1))
    chosen = system or planned.system
    based_on = planned.based_on if not system else (0 if system in WITHOUT_STANDINGS else number - 1)
    own = {**_begins_now(chosen, number), **(params or {})}
    given = {"lineups": text} if chosen == lineups.SYSTEM and (text := line_up_text(division, number)) else {}
    return Request(
        history=history, round=number, system=chosen,
        params={**(own if system else planned.params if params is None else params), **given}, based_on=based_on,
        constraints=constraints(division, number, wishes or {}), starts=STARTS[division.starts_rule],  # type: ignore[arg-type]
        precedence=tuple(division.precedence), seed=division.seed % 2**31 + number, lot=division.seed % 2**31,
        rounds=plan_of(division).rounds, stakes=stakes(division),
    )  # fmt: skip


def _told_apart(history: h.History) -> h.History:
    """The same with two of one name told apart: reasons name people."""
    beside = told_apart([(one.name, one.club, one.seed) for one in history.entrants])
    if not any(beside):
        return history
    named = [
        replace(one, name=f"{one.name} ({told})") if told else one
        for one, told in zip(history.entrants, beside, strict=True)
    ]
    return replace(history, entrants=tuple(named))


def _begins_now(system: str, number: int) -> dict[str, Any]:
    """What the plan would say of a system that is used for this one round."""
    known = SYSTEMS.get(system, {})
    return {name: value for name, value in (("first", number), ("length", 1)) if name in known}


def constraints(division: Division, number: int, wishes: Mapping[str, Any]) -> Constraints:
    """The division's standing wishes with a round's own laid over them."""
    given = {
        name: tuple(map(tuple, value)) for name, value in wishes.items() if name in {"locked", "forbidden"}
    }
    given |= {name: tuple(value) for name, value in wishes.items() if name in {"byes", "no_bye", "starters"}}
    tables = ((division.table_first, division.table_last),)
    suited = tuple(
        (need, tuple(map(tuple, ranges))) for need, ranges, _ids in division.wishes.get("access", ())
    )
    facts = {"tables": tables, "suited": suited, "repeat_cap": division.max_repeats, **_kept_apart(division)}
    return Constraints(**{**facts, **_asked(division, number), **given})


def _kept_apart(division: Division) -> dict[str, Any]:
    """Who is kept apart, and how strictly."""
    asked = division.wishes
    team = "avoid" if division.entrants.exclude(team="").exists() else "ignore"
    found = {
        "clubs": asked.get("clubs") or ("avoid" if division.avoid_clubs else "ignore"),
        "teams": asked.get("teams") or team,
    }
    found |= {"given_wins": asked.get("given_wins") or "byes"}
    return {**found, "back_to_back": asked.get("back_to_back") or "avoid"}


def _asked(division: Division, number: int) -> dict[str, Any]:
    """Standing wishes about single players; who is an entrant no more is left out, and so is who misses the round."""
    asked = division.wishes
    if not asked.keys() & {"forbidden", "apart", "byes", "no_bye"}:
        return {}
    rows = division.entrants.prefetch_related("absences")
    known = {str(row.pk) for row in rows}
    here = {str(row.pk) for row in rows if not any(absence.covers(number) for absence in row.absences.all())}
    groups = {
        name: tuple(ids for one in asked.get(name, ()) if len(ids := kept(one, known)) > 1)
        for name in ("forbidden", "apart")
    }
    byes = kept(asked.get("byes", {}).get(str(number), []), here)
    return {**groups, "byes": byes, "no_bye": kept(asked.get("no_bye", []), known)}


def stakes(division: Division) -> Stakes:
    """What the division plays for, as the pairings room has it."""
    asked = division.wishes
    facts: dict[str, Any] = {name: asked[name] for name in ("prizes", "reading") if name in asked}
    if asked.get("gibson_spread"):
        facts["gibson_spread"] = tuple(asked["gibson_spread"])
    prizes = tuple(ClassPrize(klass, places) for klass, places in asked.get("class_prizes", ()))
    return Stakes(class_prizes=prizes, **facts)


def refuse_too_early(division: Division, number: int, based_on: int) -> None:
    """Refuse to pair while what the pairing rests on is not there, and say which tables and players are out."""
    before = list(Round.objects.filter(division=division, number__lt=number).exclude(status="planned"))
    if len(before) < number - 1:
        raise Refusal("round-missing", _("Post round %(round)s first.") % {"round": len(before) + 1})
    if sentences := [_out(one) for one in waiting_tables(out_tables(division, based_on))]:
        raise Refusal("tables-out", *sentences)


def out_tables(division: Division, upto: int) -> QuerySet[Table]:
    """Tables of rounds 1 to `upto` whose newest entry is missing or not confirmed."""
    done = models.Result.objects.filter(in_force=True, is_current=True).values("table")
    rows = Table.objects.filter(round__division=division, round__number__lte=upto).exclude(pk__in=done)
    return rows.select_related("round").order_by("round__number", "number")


def _out(table: WaitingTable) -> str:
    names = " - ".join(one.listed for one in table.people)
    facts = {"table": table.number, "round": table.round.number, "names": names}
    if table.entered:
        return _("Round %(round)s, table %(table)s (%(names)s) is entered but not confirmed.") % facts
    return _("Round %(round)s, table %(table)s (%(names)s): result pending.") % facts


def is_stale(round_: Round) -> bool:
    """Whether a published round was paired on results that were corrected afterwards (house law 2)."""
    if not round_.basis:
        return False
    return halls.digest_of(round_.division, round_.based_on) != round_.basis


def basis(history: h.History, based_on: int) -> str:
    """The digest of the outcomes a pairing rests on."""
    return halls.digest(history, based_on, halls.numbers_of(history))


def basis_now(run: PairingRun) -> str:
    """The digest a draft would get today."""
    return halls.digest_of(run.round.division, based_on(run.request))


def based_on(asked: dict[str, Any]) -> int:
    """The round a stored request rests on."""
    given = asked.get("based_on")
    return int(asked["round"]) - 1 if given is None else int(given)


def _proposed(asked: Request) -> Request:
    """By hand nobody has to begin with nothing: a Swiss round is proposed, and every place of it can be changed."""
    return replace(asked, system="swiss", params={}) if asked.system == "manual" else asked


def solve(asked: Request) -> Result:
    """The engine's round, or a refusal with its sentences, each with the number and the players concerned."""
    found = pair(_proposed(asked))
    if isinstance(found, Refusals):
        raise Refusal("cannot-pair", *all_translated(found.sentences), refusals=found.to_data()["refusals"])
    return found


def request_data(asked: Request) -> dict[str, Any]:
    """A request as stored with its run."""
    return request_to_data(asked)


def result_data(found: Result) -> dict[str, Any]:
    """A result as stored with its run."""
    return result_to_data(found)


def request_of(run: PairingRun) -> Request:
    """The request a run was made from."""
    return _request_of(run.pk)


# What was asked never changes, and reading it for every change by hand is most of the wait in a large field.
@lru_cache(maxsize=4)
def _request_of(pk: UUID) -> Request:
    data = models.PairingRun.objects.values_list("request", flat=True).get(pk=pk)
    # Of what was asked only the study has sentences in it.
    return _as_request({**data, "study": read(data["study"])} if "study" in data else data)


def _as_request(data: Mapping[str, Any]) -> Request:
    found = request_from_data(data)
    if isinstance(found, Refusals):
        raise Refusal("unreadable-run", *all_translated(found.sentences))
    return found


def asked_of(run: PairingRun) -> Request:
    """The request a run was made from, without the rounds behind it and what was counted for it: those are nine tenths of it,
    and a page shows what was asked.
    """
    return _asked_of(run.pk)


@lru_cache(maxsize=4)
def _asked_of(pk: UUID) -> Request:
    asked = LeftOut("request", paths=(("history", "rounds"), ("study",)))
    return _as_request(models.PairingRun.objects.values_list(asked, flat=True).get(pk=pk))


def request_now(run: PairingRun) -> Request:
    """The same with the division's wishes and prizes as they are now; a round's own wishes stay."""
    return as_wished_now(request_of(run), run.round.division)


def as_wished_now(asked: Request, division: Division) -> Request:
    """A request with the division's wishes and prizes as they are now."""
    own = {name: getattr(asked.constraints, name) for name in ("locked", "starters", "whole_tables")}
    wishes = replace(constraints(division, asked.round, {}), **own)
    return replace(asked, history=_with_needs(asked, division), constraints=wishes, stakes=stakes(division))


def _with_needs(asked: Request, division: Division) -> h.History:
    """The history of a request with the tables that players need now; itself when nothing changed."""
    needs = needs_of(division)
    if not needs and not any(one.needs for one in asked.history.entrants):
        return asked.history
    people = tuple(replace(one, needs=needs.get(one.id, ())) for one in asked.history.entrants)
    return asked.history if people == asked.history.entrants else replace(asked.history, entrants=people)


def with_locks(asked: Request, locked: Sequence[tuple[str, ...]]) -> Request:
    """The same request with these tables kept together, seat order as a wish about who starts."""
    if asked.system == "tables":
        return fixed_at(asked, locked)
    pairs = tuple((seats[0], seats[1]) for seats in locked)
    wishes = replace(asked.constraints, locked=pairs, starters=tuple(seats[0] for seats in locked))
    return replace(asked, constraints=wishes)
