"""Small halls for tests: an event with divisions, entrants, members and published rounds, in a few lines.

Events, entrants and rounds are rows (a test of results should not fail because of the pairing engine);
results go through the real commands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Max, QuerySet
from django.test import Client

from tdapp.desk.ledger.result_entry import Entry
from tdapp.desk.ledger.rows import current_result
from tdapp.desk.results.commands.results import confirm_result, enter_result
from tdapp.events import access
from tdapp.events.members.commands import members
from tdapp.events.models import DeskPin, Division, Entrant, Event, JoinLink, Membership, Round, Slot, Table
from tdapp.kernel import clock, context
from tdapp.kernel.commands import Scoped
from tdapp.kernel.context import Context
from tdapp.kernel.models import User
from tdapp.kernel.signing_in import sessions
from tdapp.people.models import Club, ClubHome, Officer, Player
from tdapp.people.names import fold
from tests import counting
from tests.kept import stocked

SURNAMES = (
    "Abad", "Bautista", "Cruz", "dela Cruz", "Estrada", "Ferrer", "Gatdula", "Hilario", "Ibarra", "Javier",
    "Katigbak", "Lacson", "Muñoz", "Navarro", "Ocampo", "Peña", "Quiambao", "Ramos", "Santos", "Tolentino", "Umali",
    "Villanueva", "Yap", "Zamora",
)  # fmt: skip
GIVEN = (
    "Ana", "Ben", "Carla", "Dan", "Ester", "Fe", "Gina", "Hugo", "Ines", "Jun", "Karl", "Leo", "Mila", "Noel",
)  # fmt: skip
CLUBS = ("Batangas SC", "Cebu Word Club", "Davao Tiles", "Quezon City SC")


def user(
    name: str = "", *, player: Any = None, operator: bool = False, owner: bool = False, shown: str = ""
) -> User:
    """A person who can sign in with the password `pass`; `player`: who they are when they play; an owner is an operator."""
    row = _user(name, shown=shown, person=str(player.pk) if player else "")
    row.operator, row.owner = operator or owner, owner
    row.save()
    return row


def _user(name: str = "", *, shown: str, person: str = "") -> User:
    name = name or f"user{counting.number()}"
    row = User(username=name, display_name=shown or name.title(), person=person)
    row.set_password("pass")
    return row


def club(slug: str = "", **values: Any) -> ClubHome:
    """A club with a home of its own; `kind` and `name` are the club's."""
    slug = slug or f"club-{counting.number()}"
    name = values.pop("name", slug.replace("-", " ").title())
    row = Club.objects.create(key=fold(name), name=name, kind=values.pop("kind", Club.Kind.CLUB))
    return ClubHome.objects.create(club=row, slug=slug, **values)


def officer(home: ClubHome, role: str = "club-officer", name: str = "") -> User:
    """A person with an office at a club."""
    who = user(name)
    Officer.objects.create(club=home.club, user=who, role=role)
    return who


def event(slug: str = "", **values: Any) -> Event:
    """An event on 14 March 2026."""
    at = counting.number()
    day = date(2026, 3, 14)
    last = Event.objects.aggregate(last=Max("sequence"))["last"] or 0
    facts = {"name": "Open 2026", "starts_on": day, "ends_on": day, "sequence": last + 1} | values
    return Event.objects.create(slug=slug or f"event-{at}", **facts)


def division(of: Event, name: str = "Open", **values: Any) -> Division:
    """A division of an event, policy `single` unless said otherwise; its table range follows the others'."""
    last = max((row.table_last for row in of.divisions.all()), default=0)
    facts = {
        "slug": name.lower().replace(" ", "-"), "plan": "swiss 1-7", "rounds_planned": 7,
        "precedence": ["wins", "spread"],
        "confirm_policy": "single", "table_first": last + 1, "table_last": last + 50, "seed": 7,
        "order": of.divisions.count() + 1,
    } | values  # fmt: skip
    return Division.objects.create(event=of, name=name, **facts)


def entrants(of: Division, count: int, **values: Any) -> list[Entrant]:
    """So many checked-in entrants, rated downwards, over four clubs."""
    return _entrants(of, range(1, count + 1), **values)


def entrant(of: Division, number: int, **values: Any) -> Entrant:
    """One entrant with a player behind."""
    return _entrants(of, [number], **values)[0]


def _entrants(of: Division, numbers: Sequence[int], **values: Any) -> list[Entrant]:
    """Three statements however many they are: every test of a hall pays for them."""
    clubs = _clubs(dict.fromkeys(CLUBS[number % len(CLUBS)] for number in numbers))
    made = [_entrant(of, number, clubs[CLUBS[number % len(CLUBS)]], **values) for number in numbers]
    Player.objects.bulk_create([player for player, _row in made])
    return Entrant.objects.bulk_create([row for _player, row in made])


def _clubs(names: Iterable[str]) -> dict[str, Club]:
    """As the register makes them."""
    there = {row.key: row for row in Club.objects.filter(key__in=[fold(name) for name in names])}
    new = [Club(key=fold(name), name=name) for name in names if fold(name) not in there]
    there |= {row.key: row for row in Club.objects.bulk_create(new)}
    return {name: there[fold(name)] for name in names}


def _entrant(of: Division, number: int, club: Club, **values: Any) -> tuple[Player, Entrant]:
    surname = SURNAMES[(number - 1) % len(SURNAMES)]
    given = GIVEN[(number * 5 - 5 + number // len(SURNAMES)) % len(GIVEN)]
    # A row, not the register's search for who a number may mean: every number here is new.
    key = fold(f"{surname} {given}")
    player = Player(number=f"M-{counting.number()}", given=given, surname=surname, key=key, club=club)
    facts = {"rating": max(500, 1900 - 10 * number), "age": "adult", "checked_in_at": clock.now()} | values
    facts = {"given": given, "surname": surname, "club": club} | facts
    return player, Entrant(event=of.event, division=of, player=player, number=number, **facts)


def published(of: Division, pairs: Sequence[Sequence[Entrant]] | None = None, **values: Any) -> Round:
    """The next round, published: the pairs given, or neighbours by number (the odd one on a bye)."""
    number = of.rounds.count() + 1
    facts = {
        "status": "published",
        "published_at": clock.now(),
        "print_version": 1,
        "based_on": number - 1,
    } | values
    round_ = Round.objects.create(division=of, number=number, **facts)
    field = list(of.entrants.order_by("number"))
    if pairs is None:
        pairs = list(zip(field[::2], field[1::2], strict=False))
    made = [Table(round=round_, number=of.table_first + place) for place in range(len(pairs))]
    Table.objects.bulk_create(made)
    placed = {row.pk for seats in pairs for row in seats}
    byes = [Slot(round=round_, entrant=row, kind="bye") for row in field if row.pk not in placed]
    seated = [slot for table, seats in zip(made, pairs, strict=True) for slot in _slots(table, seats)]
    Slot.objects.bulk_create([*seated, *byes])
    return round_


def _slots(table: Table, seats: Sequence[Entrant]) -> list[Slot]:
    return [
        Slot(round=table.round, entrant=row, kind="seat", table=table, seat=place)
        for place, row in enumerate(seats, start=1)
    ]


def seat(round_: Round, number: int, seats: Sequence[Entrant]) -> Table:
    """One table with these entrants in seat order."""
    table = Table.objects.create(round=round_, number=number)
    Slot.objects.bulk_create(_slots(table, seats))
    return table


def member(of: Event, role: str, name: str = "", **values: Any) -> User:
    """A user with one role at the event."""
    row = user(name, **{"shown": name.title() or role.title()} | values)
    Membership.objects.create(event=of, user=row, role=role)
    return row


def _members(of: Event, roles: Sequence[str]) -> list[User]:
    """A user for each role at the event."""
    rows = [_user(shown=role.title()) for role in roles]
    User.objects.bulk_create(rows)
    Membership.objects.bulk_create(
        [Membership(event=of, user=row, role=role) for row, role in zip(rows, roles, strict=True)]
    )
    return rows


def pin(who: User, at: Event, digits: str = "258036") -> DeskPin:
    """A person's PIN at an event's desk."""
    row = DeskPin(event=at, user=who)
    row.set(digits)
    row.save()
    return row


def taken_over(client: Client, who: User, at: Event) -> Client:
    """The browser, taken over by this person's PIN at the event."""
    row = DeskPin.objects.filter(event=at, user=who).first() or pin(who, at)
    client.force_login(who)
    session = client.session
    session[sessions.PIN_EVENT], session[sessions.BY_PIN] = str(at.pk), [str(row.pk), row.mark]
    session.save()
    return client


def join_link(at: Event, role: str = "clerk") -> str:
    """The token of a link by which volunteers join."""
    made = members.invite(context.system(at.scope_key), at, role=role)
    return members.token_of(JoinLink.objects.get(pk=made["id"]))


def acting(who: User, at: Event, key: str = "") -> Context:
    """A user's context at an event, as a page would have it."""
    return access.event_context(who, at, "web", key=key)


def program(at: Scoped) -> Context:
    """The program's own context at an event or a list."""
    return context.system(at.scope_key)


def table(of: Division, number: int, round_number: int | None = None) -> Table:
    """A table as a command wants it, of the newest round unless said otherwise."""
    rows = Table.objects.filter(round__division=of, number=number).select_related("round__division__event")
    rows = rows.filter(round__number=round_number) if round_number else rows.order_by("-round__number")
    return rows[0]


def enter(
    at: Table, *scores: int, by: Context | None = None, confirm: bool = True, **values: Any
) -> dict[str, Any]:
    """Enter (and by default confirm) a result as the program or as somebody."""
    return _enter(_tables().get(pk=at.pk), *scores, by=by, confirm=confirm, **values)


def _tables() -> QuerySet[Table]:
    """As commands want them."""
    return Table.objects.select_related("round__division__event")


def _enter(
    at: Table, *scores: int, by: Context | None = None, confirm: bool = True, **values: Any
) -> dict[str, Any]:
    ctx = by or program(at.round.division.event)
    answer = enter_result(ctx, at, entry=Entry(scores=scores, **values), sure=True)
    if answer["confirmed"] or not confirm:
        return answer
    row = current_result(at)
    if row and not row.in_force:
        fresh = _tables().get(pk=at.pk)
        confirm_result(program(at.round.division.event), fresh, seen=row.version)
    return answer


def play(round_: Round, *, first: int = 400, step: int = 7) -> None:
    """Give every table of a round a result; seat 1 wins at odd tables."""
    seats = Counter(Slot.objects.filter(round=round_, kind="seat").values_list("table_id", flat=True))
    for place, row in enumerate(_tables().filter(round=round_).order_by("number"), start=1):
        high, low = first + step * place, first - step * place
        scores = (high, low) if place % 2 else (low, high)
        _enter(row, *(*scores, low - 20, low - 40)[: seats[row.pk]])


@dataclass(frozen=True)
class Hall:
    """An event with one division of so many entrants and so many published rounds, and who works there."""

    event: Event
    division: Division
    director: User
    clerk: User
    checker: User
    viewer: User

    def as_(self, who: User, key: str = "") -> Context:
        """Somebody's context here."""
        return acting(who, self.event, key)

    def seats(self, number: int, round_number: int | None = None) -> list[Slot]:
        """The slots of a table in seat order."""
        return list(self.table(number, round_number).seats.select_related("entrant").order_by("seat"))

    def table(self, number: int, round_number: int | None = None) -> Table:
        """A table of this hall's division."""
        return table(self.division, number, round_number)


@stocked
def hall(players: int = 8, rounds: int = 1, played: int = 0, **values: Any) -> Hall:
    """A hall with `rounds` published rounds, the first `played` of them with every result in."""
    here = event()
    of = division(here, **values)
    entrants(of, players)
    for number in range(1, rounds + 1):
        row = published(of, turned(of, number))
        if number <= played:
            play(row)
    roles = ("director", "clerk", "checker", "viewer")
    return Hall(here, Division.objects.get(pk=of.pk), *_members(here, roles))


def turned(of: Division, number: int) -> list[tuple[Entrant, ...]]:
    """Pairs of round `number` by the circle method, so that nobody meets anybody twice; odd: the last one
    sits out.
    """
    field: list[Entrant | None] = list(of.entrants.order_by("number"))
    field += [None] if len(field) % 2 else []
    rest = field[1:]
    turn = (number - 1) % max(1, len(rest))
    order = [field[0], *rest[turn:], *rest[:turn]]
    half = len(order) // 2
    pairs = zip(order[:half], reversed(order[half:]), strict=True)
    seats = [pair if (place + number) % 2 else pair[::-1] for place, pair in enumerate(pairs)]
    return [tuple(row for row in pair if row) for pair in seats if None not in pair]
