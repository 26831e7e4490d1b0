"""An event of very many players, written in bulk: what it costs to show or to change is measured, not how it came to be."""

from __future__ import annotations

from datetime import timedelta

from tdapp.desk.ledger.rounds import kept
from tdapp.desk.models import Result, ResultLine
from tdapp.desk.pairing.commands import drafting
from tdapp.desk.rehearsal import simulation
from tdapp.events.models import Division, Entrant, Event, Round, Slot, Table
from tdapp.kernel import clock
from tdapp.people.models import Club, Player
from tdapp.people.names import fold
from tests import counting, factories


def event(players: int, *, closed: int = 2, share: float | None = 0.5, slug: str = "") -> Division:
    """One division of so many players, all checked in: `closed` rounds, and, unless `share` is None, one more that is open
    with that share of its results in.
    """
    rounds = closed + 3
    row = factories.division(
        factories.event(slug, public=True),
        table_first=1,
        table_last=players,
        plan=f"swiss 1-{rounds}",
        rounds_planned=rounds,
    )
    people = _people(row, players)
    for number in range(1, closed + 1):
        play(_published(row, people, number), 1.0, close=True)
    kept.keep(row, closed)
    if share is not None:
        play(_published(row, people, closed + 1), share)
    return Division.objects.select_related("event").get(pk=row.pk)


def open_next(of: Division) -> Round:
    """The next round, open with nothing in."""
    return _published(of, list(of.entrants.order_by("number")), of.rounds.count() + 1)


def drafted(at: Event, players: int) -> Division:
    """A division of so many whom nobody has checked in, with a draft of round 1."""
    row = factories.division(at, "Drafted", table_last=2 * players + 100)
    _people(row, players)
    row.entrants.update(checked_in_at=None)
    fresh = Division.objects.select_related("event").get(pk=row.pk)
    drafting.draft_round(factories.program(at), fresh, number=1)
    return fresh


def _people(of: Division, players: int) -> list[Entrant]:
    """Invented people as the rehearsals have them, with a player of the register behind each."""
    field = simulation.people(simulation.Field(players=players, rounds=1, seed=5, name=""))
    drawn = list(field)
    clubs = {name: Club(key=fold(name), name=name) for name in simulation.CLUBS}
    there = {row.name: row for row in Club.objects.filter(key__in=[row.key for row in clubs.values()])}
    Club.objects.bulk_create(row for name, row in clubs.items() if name not in there)
    clubs |= there
    made = [
        (
            Player(
                number=f"M-{counting.number()}", given=one["given"], surname=one["surname"],
                key=fold(f"{one['surname']} {one['given']}"), club=clubs[one["club"]],
            ),
            one,
        )
        for one in drawn
    ]  # fmt: skip
    Player.objects.bulk_create([player for player, _one in made])
    return Entrant.objects.bulk_create(
        Entrant(
            event=of.event, division=of, player=player, number=number, given=one["given"], surname=one["surname"],
            club=clubs[one["club"]], rating=one["rating"], age="adult", checked_in_at=clock.now(),
        )
        for number, (player, one) in enumerate(made, start=1)
    )  # fmt: skip


def _published(of: Division, people: list[Entrant], number: int) -> Round:
    """Everybody with the one so many places on: nobody meets anybody twice."""
    half = len(people) // 2
    pairs = [(people[at], people[half + (at + number) % half]) for at in range(half)]
    return factories.published(of, pairs, public_at=clock.now() - timedelta(hours=1))


def play(round_: Round, share: float, *, close: bool = False) -> None:
    """A result for the first share of a round's tables, confirmed as it was typed; with `close` the round is closed."""
    now = clock.now()
    tables = list(Table.objects.filter(round=round_).order_by("number"))
    tables = tables[: round(len(tables) * share)]
    results = {
        table.pk: Result(
            table=table, version=1, in_force=True, confirmed_at=now, confirmed_name="x", entered_name="x",
            entered_at=now, sequence=at,
        )
        for at, table in enumerate(tables, start=1)
    }  # fmt: skip
    Result.objects.bulk_create(results.values())
    slots = Slot.objects.filter(table__in=list(results)).select_related("entrant").order_by("table__number")
    ResultLine.objects.bulk_create(
        ResultLine(
            result=results[slot.table_id], slot=slot, seat=slot.seat, score=score(slot.entrant.number, round_.number)
        )
        for slot in slots
    )  # fmt: skip
    Table.objects.filter(pk__in=list(results)).update(version=2)
    Division.objects.filter(pk=round_.division_id).update(entries=len(tables), version=round_.number + 1)
    if close:
        Round.objects.filter(pk=round_.pk).update(status="closed", closed_at=now)


def score(player: int, number: int) -> int:
    """A score between 280 and 520 that hangs on the player and the round."""
    return 280 + (player * 7919 + number * 104729) % 241


def at(event: Event) -> str:
    """Where its pages begin."""
    return f"/e/{event.slug}/"
