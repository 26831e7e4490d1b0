"""What past rounds came to, kept in a row a round: a page reads it instead of thousands of rows.

Each row says of what it was made: the version of the round, how many tables it has, and the sum of their versions. Whatever
changes a published round makes one of these grow (a result entered, confirmed, corrected or undone its table's; tables and
places recorded anew, a round recalled, closed or opened again the round's), and none ever shrinks while a round stands. So a
row that was overtaken is known by itself, and nobody has to remember to throw it away.
"""

from __future__ import annotations

from uuid import UUID

from django.db.models import Count, Max, QuerySet, Sum

from tdapp.desk.ledger.rounds import stored
from tdapp.desk.ledger.rounds.outcomes import Columns, Ids
from tdapp.desk.models import KeptRound
from tdapp.events.models import Division, Round, Table
from tdapp.kernel.running.written_once import WrittenOnce

# No plan has as many rounds.
LAST = 999


def rounds_of(division: UUID, since: int, last: int) -> dict[int, Columns]:
    """The rounds from `since` to `last` that are kept and as they were; in one query where none is, else in two."""
    if found := _kept(division, since, last):
        now = _stamps(division, since, last)
        return {number: columns for number, stamp, columns in found if now.get(number) == stamp}
    return {}


def keep(division: Division, upto: int) -> None:
    """Keep rounds 1 to `upto` as they stand, those that are not yet; inside a command, for no other may write meanwhile."""
    known = dict(KeptRound.objects.filter(round__division=division).values_list("round__number", "stamp"))
    now = _stamps(division.pk, 1, upto)
    if missing := [number for number, stamp in now.items() if known.get(number) != stamp]:
        columns = stored.rounds_of(division.pk, missing, Ids())
        rounds = dict(division.rounds.filter(number__in=missing).values_list("number", "pk"))
        KeptRound.objects.bulk_create(
            [KeptRound(round_id=rounds[n], stamp=now[n], columns=columns[n]) for n in missing],
            update_conflicts=True, unique_fields=["round"], update_fields=["stamp", "columns"],
        )  # fmt: skip


def keep_closed(division: Division) -> None:
    """Keep the rounds of a division that came from elsewhere, as closing them here would have."""
    closed = division.rounds.filter(status=Round.Status.CLOSED).aggregate(last=Max("number"))
    keep(division, closed["last"] or 0)


def differing(division: Division) -> list[int]:
    """The rounds that are kept, and whose rows say something else: none ever."""
    found = rounds_of(division.pk, 1, LAST)
    rows = stored.rounds_of(division.pk, list(found), Ids()) if found else {}
    return [number for number, columns in found.items() if columns != rows[number]]


def _stamps(division: UUID, since: int, last: int) -> dict[int, str]:
    """What each round with tables is kept as, by its number."""
    found = _counted(division, since, last)
    return {number: f"{version}:{tables}:{versions}" for number, version, tables, versions in found}


@WrittenOnce
def _counted(division: UUID, since: int, last: int) -> QuerySet[Table, tuple[int, int, int, int]]:
    tables = Table.objects.filter(round__division=division, round__number__gte=since, round__number__lte=last)
    rounds = tables.order_by().values_list("round__number", "round__version")
    return rounds.annotate(Count("pk"), Sum("version"))


@WrittenOnce
def _kept(division: UUID, since: int, last: int) -> QuerySet[KeptRound, tuple[int, str, Columns]]:
    rows = KeptRound.objects.filter(round__division=division, round__number__gte=since)
    return rows.filter(round__number__lte=last).values_list("round__number", "stamp", "columns")
