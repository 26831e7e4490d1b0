"""Who has a page over all public events. Asked at each look and kept nowhere: what is taken back is gone at once.

Nobody who is guarded anywhere has one. Others have, until somebody says no; of whoever is, or was when they played, under
18, or plays for a school without being known as an adult, somebody must have said yes. One no counts more than any yes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Case, Max, Q, QuerySet, When
from django.db.models.functions import Coalesce

from tdapp.events.models import Division, Entrant
from tdapp.kernel import clock
from tdapp.kernel.running.written_once import LONGEST, WrittenOnce
from tdapp.people.models import Club, Player, PlayerPrivate
from tdapp.people.names import ADULT, MINOR, age_band
from tdapp.ratings.ranking.public_names import GUARDS, MOST_PARTS, SHOWS, Ids, Whom, answers, entries_of

YES, NO = PlayerPrivate.Page.YES, PlayerPrivate.Page.NO


class Page(NamedTuple):
    """A page that is there. `junior`: only because somebody agreed; it is no matter for search engines."""

    code: str
    junior: bool


class Seen(NamedTuple):
    """What any of somebody's entries says: the name is guarded; it may be shown; an adult; a minor, or of a school and no
    known adult.
    """

    guarded: bool = False
    shown: bool = False
    adult: bool = False
    junior: bool = False


NOWHERE = Seen()


def pages(whom: Whom) -> dict[UUID, Page]:
    """The page of each of these who has one, and is merged into nobody; three queries, of ids in parts."""
    known, (said, young) = _entries(whom), _told(whom)
    found = {}
    for pk, code, kind in answers(CODES, whom):
        own, told = known.get(pk, NOWHERE), said.get(pk, ())
        pupil = kind == Club.Kind.SCHOOL
        junior = own.junior or pk in young or (pupil and not own.adult)
        guarded = own.guarded or (pupil and not own.shown)
        if not guarded and NO not in told and (YES in told or not junior):
            found[pk] = Page(code, junior)
    return found


def page_of(player: Player) -> Page | None:
    """Somebody's page, None where they have none."""
    return pages([player.pk]).get(player.pk)


def of_ids(ids: Iterable[UUID]) -> dict[UUID, Page]:
    """The pages of these players."""
    return pages(list(dict.fromkeys(ids)))


def in_division(division: Division) -> dict[int, str]:
    """The codes of the pages of a division's players, by number."""
    rows = Entrant.objects.filter(division=division, player__isnull=False, house=False).order_by()
    who = rows.annotate(who=Coalesce("player__merged_into_id", "player_id"))
    known = dict(who.values_list("number", "who"))
    # Of a division's players by their ids: asked for as a question, PostgreSQL looks through all entries of a federation.
    few = len(known) <= MOST_PARTS * LONGEST
    found = pages(list(set(known.values())) if few else Player.objects.filter(pk__in=who.values("who")))
    return {number: found[pk].code for number, pk in known.items() if pk in found}


def _told(whom: Whom) -> tuple[dict[UUID, set[str]], set[UUID]]:
    """What was said of each, and who is under 18 today by what anybody was told, merged numbers included."""
    said: dict[UUID, set[str]] = {}
    young, today = set(), clock.today()
    for pk, stays, page, born, year in answers(SAID, whom):
        who = stays or pk
        if page:
            said.setdefault(who, set()).add(page)
        if age_band(born, year, today) == MINOR:
            young.add(who)
    return said, young


def _said(ids: Ids) -> QuerySet[PlayerPrivate, Any]:
    rows = PlayerPrivate.objects.filter(Q(player__in=ids) | Q(player__merged_into__in=ids))
    rows = rows.exclude(page="", birth_date=None, birth_year=None)
    return rows.values_list("player_id", "player__merged_into_id", "page", "birth_date", "birth_year")


def _entries(whom: Whom) -> dict[UUID, Seen]:
    """What all their entries together say of each, merged numbers included."""
    return {who: Seen(*map(bool, facts)) for who, *facts in answers(ENTRIES, whom)}


def _of_entries(ids: Ids) -> QuerySet[Entrant, Any]:
    school = Q(division__school=True) | Q(event__school=True) | Q(club__kind=Club.Kind.SCHOOL)
    said = {
        "guarded": GUARDS,
        "shown": SHOWS,
        "adult": Q(age=ADULT),
        "junior": Q(age=MINOR) | (~Q(age=ADULT) & school),
    }
    rows = entries_of(ids).annotate(who=Coalesce("player__merged_into_id", "player_id")).values("who")
    asked = {name: Max(Case(When(one, then=1), default=0)) for name, one in said.items()}
    told = rows.annotate(**{f"any_{name}": one for name, one in asked.items()})
    return told.values_list("who", *(f"any_{name}" for name in said))


CODES = WrittenOnce(
    lambda ids: (
        Player.objects.filter(pk__in=ids, merged_into=None).order_by().values_list("pk", "code", "club__kind")
    )
)
SAID, ENTRIES = WrittenOnce(_said), WrittenOnce(_of_entries)
