"""Divisions in every state a round can be in."""

from __future__ import annotations

from tdapp.desk.models import Result, TableQuestion
from tdapp.desk.pairing.commands import drafting, publishing, release
from tdapp.desk.results.commands import questions
from tdapp.desk.standings.commands.chances import count_later
from tdapp.events.models import Division, Round
from tdapp.events.models.library import NamedSet
from tests import factories as f
from tests.contracts.worlds.here import World


def _played(here: World) -> Division:
    """Round 1 closed and released, round 2 published and half in with a question, round 3 drafted."""
    row = f.division(here.event, "Open")
    f.entrants(row, 8)
    f.play(f.published(row))
    program = f.program(here.event)
    release.close_round(program, round_of(row, 1))
    second = f.published(row, f.turned(row, 2), public_at="2026-03-14T01:00:00Z")
    f.enter(f.table(row, row.table_first), 410, 390, by=f.acting(here.who("clerk"), here.event))
    f.enter(f.table(row, row.table_first + 1), 300, 350, by=f.acting(here.who("director"), here.event))
    asked = questions.raise_question(program, f.table(row, row.table_first + 2), text="the spread is wrong")
    here.facts["question"] = TableQuestion.objects.get(pk=asked["question"])
    release.release_standings(program, Division.objects.select_related("event").get(pk=row.pk), after=1)
    here.facts["open_round"] = second
    return row


def round_of(of: Division, number: int) -> Round:
    return Round.objects.select_related("division__event").get(division=of, number=number)


def _fresh(here: World) -> Division:
    """No round yet, one entrant not checked in, one private record; the last round is one of team matches."""
    row = f.division(here.event, "Fresh", plan="swiss 1-6, matches 7")
    entrants = [f.entrant(row, number, team="AB"[number % 2]) for number in range(1, 7)]
    absent = f.entrant(row, 7, checked_in_at=None)
    here.facts |= {"entrant": entrants[0], "absent": absent}
    drafting.draft_round_later(
        f.program(here.event), Division.objects.select_related("event").get(pk=row.pk), number=1
    )
    return row


def _published(here: World) -> Division:
    """Round 1 drafted and published through the engine, nothing entered; an entrant who is away."""
    row = f.division(here.event, "Printed")
    f.entrants(row, 6)
    ctx = f.program(here.event)
    told = drafting.draft_round(ctx, Division.objects.select_related("event").get(pk=row.pk), number=1)
    run = round_of(row, 1).runs.select_related("round__division__event").get(pk=told["id"])
    publishing.publish_round(ctx, run, seen=told["version"])
    return row


def _complete(here: World) -> Division:
    """Round 1 with every result in, still open; round 2 drafted; a worker was asked who can still win."""
    row = f.division(here.event, "Complete")
    f.entrants(row, 4)
    f.play(f.published(row))
    fresh = Division.objects.select_related("event").get(pk=row.pk)
    told = drafting.draft_round(f.program(here.event), fresh, number=2)
    run = round_of(row, 2).runs.select_related("round__division__event").get(pk=told["id"])
    table = told["boards"]["tables"][1]["table"]
    changed = drafting.edit_draft(
        f.program(here.event), run, seen=told["version"], action="lock", table=table
    )
    here.facts["draft"] = changed
    count_later(f.program(here.event), fresh, after=1)
    return row


def _waiting(here: World) -> Division:
    """Two people: one result waits for the second."""
    row = f.division(here.event, "Waiting", confirm_policy="two-people")
    f.entrants(row, 4)
    f.published(row)
    table = f.table(row, row.table_first)
    f.enter(table, 420, 380, by=f.acting(here.who("clerk"), here.event), confirm=False)
    here.facts |= {"waiting": table, "waiting_result": Result.objects.get(table=table)}
    return row


def _closed(here: World) -> Division:
    """Round 1 closed, an entrant away from round 2 on."""
    row = f.division(here.event, "Closed")
    entrants = f.entrants(row, 4)
    f.play(f.published(row))
    release.close_round(f.program(here.event), round_of(row, 1))
    away = entrants[0]
    away.absences.create(first=2, kind="withdrawn", intent="forfeit")
    here.facts["away"] = away
    return row


def _spare(here: World) -> Division:
    """Nobody in it, nothing published: an entrant may be moved here."""
    kept = {"rows": ["..."] * 3, "start": "B2"}
    facts = {
        "kind": NamedSet.Kind.BOARD,
        "name": f"Board of {here.event.slug}",
        "scope": here.event.scope_key,
    }
    here.facts["named_set"] = NamedSet.objects.create(content=kept, **facts)
    return f.division(here.event, "Spare")


DIVISIONS = (_played, _fresh, _published, _complete, _waiting, _closed, _spare)
