"""Events that play themselves through the real commands: for the demo, for rehearsals, for load and fault tests."""

from __future__ import annotations

import random
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from tdapp.desk.ledger import pairing_adapter
from tdapp.desk.ledger.result_entry import Entry
from tdapp.desk.ledger.rows import current_result
from tdapp.desk.models import PairingRun
from tdapp.desk.pairing.commands.drafting import draft_round
from tdapp.desk.pairing.commands.publishing import publish_round
from tdapp.desk.pairing.commands.release import close_round
from tdapp.desk.results.commands.results import confirm_result, enter_result
from tdapp.events.entries.commands.entrants import add_entrant, seed_division
from tdapp.events.entries.commands.minors import say_minors
from tdapp.events.entries.commands.presence import check_in, withdraw
from tdapp.events.models import Division, Event, Round, Table
from tdapp.events.rules import rulesets
from tdapp.events.setup.commands.creating import create_event
from tdapp.kernel import clock, context
from tdapp.kernel.commands import Installation
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Refusal

GIVEN = (
    "Maria", "Jose", "Liza", "Ramon", "Corazon", "Andres", "Gabriela", "Emilio", "Luz", "Antonio", "Teresita",
    "Rodrigo", "Imelda", "Benigno", "Ligaya", "Danilo", "Amihan", "Rizalino", "Marites", "Crisanto", "Divina",
    "Efren", "Fe", "Gregorio", "Hilda", "Isagani", "Jocelyn", "Kidlat", "Leonora", "Manuel", "Nenita", "Oscar",
)  # fmt: skip
SURNAMES = (
    "Santos", "Reyes", "dela Cruz", "Bautista", "Ocampo", "Garcia", "Mendoza", "Torres", "Peñaflor", "Magsaysay",
    "Macaraeg", "Dimaculangan", "Batungbakal", "Ilagan", "Salonga", "Panganiban", "Catacutan", "Dimayuga",
    "Lacson", "Manalo", "Muñoz", "Agbayani", "Tolentino", "Villanueva", "Yap", "Zamora", "Cojuangco", "Del Rosario",
    "Ferrer", "Umali", "Ibarra", "Quizon",
)  # fmt: skip
CLUBS = (
    "Manila Tile Club",
    "Cebu Salitaan Club",
    "Davao Word Circle",
    "Baguio Crossword Society",
    "Iloilo Letters",
)
GAME_MINUTES = 45
NOTHING: Mapping[int, Entry] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Field:
    """How an invented event looks."""

    players: int
    rounds: int
    seed: int
    name: str
    slug: str = ""
    plan: str = ""
    ruleset: str = "salitaan-competition"
    confirm_policy: str = "single"
    withdrawals: bool = True


def people(field: Field) -> Iterator[dict[str, Any]]:
    """Invented entrants, strongest first; the same seed gives the same people."""
    draw = random.Random(field.seed)  # noqa: S311 - invented players, not secrets
    givens, surnames = draw.sample(GIVEN, len(GIVEN)), draw.sample(SURNAMES, len(SURNAMES))
    for place in range(field.players):
        lap = place // len(SURNAMES)
        given, surname = givens[(place + lap) % len(GIVEN)], surnames[place % len(SURNAMES)]
        rating = max(400, round(1900 - 1100 * place / max(1, field.players) + draw.gauss(0, 30)))
        yield {
            "given": given,
            "surname": surname,
            "club": draw.choice(CLUBS),
            "rating": rating,
            "birth_year": draw.randint(1955, 2003),
        }


def create(field: Field, ctx: Context) -> Event:
    """The event with its field entered, numbered and checked in. `ctx` is an installation context."""
    plan = field.plan or default_plan(field.rounds)
    division: dict[str, Any] = {
        "name": "Open",
        "plan": plan,
        "ruleset": field.ruleset,
        "confirm_policy": field.confirm_policy,
    }
    division["table_last"] = max(50, field.players // 2 + 1)
    told = create_event(
        ctx, Installation(), name=field.name, slug=field.slug, starts_on=clock.today(), divisions=[division]
    )
    event = Event.objects.get(slug=told["slug"])
    inside = context.system(event.scope_key, via=ctx.via)
    row = event.divisions.select_related("event").get()
    for person in people(field):
        add_entrant(inside, row, **person)
    seed_division(inside, row)
    for entrant in row.entrants.select_related("club"):
        check_in(inside, entrant)
    # Nobody of them lives: the demo should look like an open of grown-ups.
    say_minors(inside, event, minors="no")
    return event


def default_plan(rounds: int) -> str:
    """Swiss with a last round king of the hill, the local habit."""
    return f"swiss 1-{rounds - 1}, koth {rounds}" if rounds > 1 else "swiss 1"


def pair_and_publish(ctx: Context, division: Division, number: int) -> Round:
    """Draft a round and publish it as it came."""
    draft_round(ctx, division, number=number)
    run = PairingRun.objects.select_related("round__division__event").get(
        round__division=division, round__number=number, status="draft"
    )
    publish_round(ctx, run, seen=run.version)
    division.refresh_from_db()
    return Round.objects.select_related("division__event").get(pk=run.round_id)


def play(
    ctx: Context,
    round_: Round,
    seed: int,
    *,
    share: float = 1.0,
    known: Mapping[int, Entry] = NOTHING,
    only: Container[Any] | None = None,
) -> int:
    """Enter (and confirm) invented results for the first `share` of a round's tables; of some (`known`, by number) the
    result is known. `only`: for tables of these ids. Returns how many.
    """
    draw = random.Random(f"{seed}/{round_.number}")  # noqa: S311 - invented scores
    tables = list(round_.tables.select_related("round__division__event").order_by("number"))
    tables = [row for row in tables if only is None or row.pk in only]
    for table in tables[: round(len(tables) * share)]:
        invented = _invented(table, draw)
        enter_result(ctx, table, entry=known.get(table.number, invented), sure=True)
        _confirm(ctx, table)
    return round(len(tables) * share)


def _confirm(ctx: Context, table: Table) -> None:
    current = current_result(table)
    if current and not current.in_force:
        table.refresh_from_db(fields=["version"])
        confirm_result(ctx, table, seen=current.version)


def _invented(table: Table, draw: random.Random) -> Entry:
    """Scores as two players of these ratings might make them; sometimes equal ones, sometimes nobody came."""
    seats = list(table.seats.select_related("entrant").order_by("seat"))
    if draw.random() < 0.01:
        return Entry("forfeit", absent=(len(seats),))
    low, high = rulesets.usual_scores(table.round.division, len(seats))
    mean = (low + high) / 2
    edge = sum(slot.entrant.rating for slot in seats) / len(seats)
    scores = tuple(
        round(draw.gauss(mean + (slot.entrant.rating - edge) * 0.1, mean * 0.16)) for slot in seats
    )
    if len(set(scores)) < len(scores):
        return Entry("played", scores, tuple(score + draw.randint(0, 9) for score in scores))
    return Entry("played", scores)


def run(field: Field, ctx: Context, step: Callable[[int, int], None] = lambda done, total: None) -> Event:
    """A whole event: every round drafted, published, played and closed; one entrant leaves half-way."""
    event = create(field, ctx)
    division = event.divisions.select_related("event").get()
    inside = context.system(event.scope_key, via=ctx.via)
    for number in range(1, field.rounds + 1):
        if field.withdrawals and number == field.rounds // 2 + 1 and field.players > 6:
            withdraw(
                inside,
                division.entrants.order_by("-number")[0],
                from_round=number,
                intent="forfeit",
                reason="left early",
            )
        play_round(inside, division, number, field.seed)
        step(number, field.rounds)
    return event


def play_round(ctx: Context, division: Division, number: int, seed: int) -> None:
    """One round from draft to closing."""
    round_ = pair_and_publish(ctx, division, number)
    play(ctx, round_, seed)
    if out := pairing_adapter.out_tables(division, number):
        raise Refusal("simulation-stuck", f"{out.count()} tables are still out after round {number}.")
    close_round(ctx, round_)
