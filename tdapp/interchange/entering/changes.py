"""Changes of entries, staged beside them: nothing of an entry moves before the whole list is valid."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tdapp.events.entries.commands.entrants import LOGGED, refuse_bad_values
from tdapp.events.models import Division, Entrant, as_data
from tdapp.interchange.entering.newcomers import PrivateFacts, clubs_of, moved
from tdapp.interchange.entering.reconcile import Alteration
from tdapp.interchange.models import RosterPreview, StagedChange
from tdapp.kernel.context import Context
from tdapp.people.models import Club, Player
from tdapp.people.names import fold

EDITED = ("given", "surname", "rating", "team", "klass", "fixed_table")
PRIVATE = ("birth_date", "birth_year", "gender", "guardian", "contact", "notes", "consent")
After = dict[str, Any]


def stage(ctx: Context, preview: RosterPreview, some: Sequence[Alteration]) -> list[dict[str, Any]]:
    """Write a batch of changes beside the entries; what the log may know of each."""
    entrants = Entrant.objects.select_related("division__event", "club", "player").in_bulk(
        [one.known.id for one in some]
    )
    found = {str(pk): row for pk, row in entrants.items()}
    if len(found) < len(some):
        raise moved()
    clubs = clubs_of(one.changes["club"][1] for one in some if "club" in one.changes)
    owners = _owners(one.changes["member"][1] for one in some if "member" in one.changes)
    divisions = {row.slug: row for row in preview.event.divisions.all()}
    people = [row.player for row in found.values() if row.player]
    told = PrivateFacts(ctx, preview, people, {player.pk for player in people})
    places = _places(preview)
    rows, logged = [], []
    for one in some:
        entrant, after = found[one.known.id], {name: new for name, (_old, new) in one.changes.items()}
        row = _change(preview, entrant, after, clubs, told)
        _number(row, entrant, after, owners)
        _move(row, after, divisions, places)
        rows.append(row)
        logged.append(_logged(entrant, row, after))
    StagedChange.objects.bulk_create(rows)
    told.keep()
    return logged


def _owners(numbers: Iterable[str]) -> dict[str, Player]:
    """Whose the new numbers are, where somebody has them."""
    return {row.number: row for row in Player.objects.filter(number__in=list(numbers))}


def _places(preview: RosterPreview) -> dict[Any, int]:
    """How many batches before already move to each division."""
    moves = StagedChange.objects.filter(preview=preview, division__isnull=False)
    counted: dict[Any, int] = {}
    for pk in moves.values_list("division", flat=True):
        counted[pk] = counted.get(pk, 0) + 1
    return counted


def _change(
    preview: RosterPreview,
    entrant: Entrant,
    after: After,
    clubs: Mapping[str, Club | None],
    told: PrivateFacts,
) -> StagedChange:
    """The entry as it will be; the person's own name and club follow, if they were the same before."""
    row = StagedChange(preview=preview, entrant=entrant, player=entrant.player, age=entrant.age)
    for name in EDITED:
        setattr(row, name, after.get(name, getattr(entrant, name)))
    refuse_bad_values({name: getattr(row, name) for name in EDITED})
    row.club = clubs[after["club"]] if "club" in after else entrant.club
    row.display_consent = entrant.display_consent
    own = _is_own_name(entrant)
    row.named = own and bool({"given", "surname"} & set(after))
    row.clubbed = own and "club" in after and entrant.player.club_id == entrant.club_id  # type: ignore[union-attr]
    row.key = fold(f"{row.surname} {row.given}")
    if (private := {name: after[name] for name in PRIVATE if name in after}) and entrant.player:
        kept = told.replace(entrant.player, **private)
        row.age, row.display_consent = told.age(entrant.player, kept), kept.consent
    return row


def _is_own_name(entrant: Entrant) -> bool:
    player = entrant.player
    return player is not None and player.key == fold(f"{entrant.surname} {entrant.given}")


def _number(row: StagedChange, entrant: Entrant, after: After, owners: Mapping[str, Player]) -> None:
    """A real number for somebody with a temporary one; if the number's owner is known, that is who it is."""
    number = after.get("member", "")
    if not number:
        return
    owner = owners.get(number)
    if owner is None:
        row.member = number
    elif owner.key == fold(f"{entrant.surname} {entrant.given}"):
        row.player = owner
    else:
        raise moved()


def _move(row: StagedChange, after: After, divisions: Mapping[str, Division], places: dict[Any, int]) -> None:
    if "division" in after:
        row.division = divisions[after["division"]]
        places[row.division.pk] = row.place = places.get(row.division.pk, 0) + 1


def _logged(entrant: Entrant, row: StagedChange, after: After) -> dict[str, Any]:
    """Of private data the log knows that they changed, never what they are."""
    names = (*LOGGED[1:-1], "display_consent")
    before, now = as_data(entrant, *names), as_data(row, *names)
    changed = {name: [before[name], now[name]] for name in names if before[name] != now[name]}
    if row.division:
        changed["division"] = [entrant.division.slug, row.division.slug]
    who = {"id": entrant.pk, "number": entrant.number, "name": entrant.listed}
    return {**who, "changed": changed, "fields": sorted(after)}
