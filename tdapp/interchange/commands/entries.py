"""One row of a plan carried out through the entry commands. Called from inside `roster.apply`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import F
from django.utils.translation import gettext as _

from tdapp.events.commands.entrants import add_entrant, edit_entrant, edit_private, move_entrant
from tdapp.events.models import Division, Entrant
from tdapp.interchange import known
from tdapp.interchange.reconcile import Addition, Alteration
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Refusal
from tdapp.people import registry
from tdapp.people.models import Player
from tdapp.people.names import fold

EDITED = ("given", "surname", "rating", "team", "klass", "fixed_table")
PRIVATE = ("birth_date", "birth_year", "guardian", "contact", "consent")


def add(ctx: Context, division: Division, one: Addition, numbers: Mapping[str, str]) -> dict[str, Any]:
    """Enter somebody; a known player keeps his number, unless the row gives a temporary one's real number."""
    row = one.row
    number = numbers.get(one.player, "")
    if number and row.member and number != row.member:
        _renumber(Player.objects.get(pk=one.player), row.member)
        number = row.member
    told = add_entrant(
        ctx, division, given=row.given, surname=row.surname, member_number=number or row.member, club=row.home,
        rating=row.rating or 0, team=row.team, klass=row.klass, fixed_table=row.fixed_table, birth_date=row.birth_date,
        birth_year=row.birth_year, guardian=row.guardian, contact=row.contact, consent=bool(row.consent),
    )  # fmt: skip
    return {"number": told["number"], "given": row.given, "surname": row.surname, "division": division.slug}


def change(
    ctx: Context, entrant: Entrant, one: Alteration, divisions: Mapping[str, Division]
) -> dict[str, Any]:
    """Change an entry field by field. Returns what the log may know of it."""
    after = {name: new for name, (_old, new) in one.changes.items()}
    if "member" in after:
        _give_number(entrant, after["member"])
    if {"given", "surname", "club"} & set(after):
        _correct_player(entrant, after)
    if edited := {name: after[name] for name in (*EDITED, "club") if name in after}:
        edit_entrant(ctx, entrant, seen=entrant.version, **edited)
    if private := {name: after[name] for name in PRIVATE if name in after}:
        edit_private(ctx, entrant, **{**known.private_of(entrant), **private})
    if "division" in after:
        move_entrant(ctx, entrant, to=divisions[after["division"]])
    return {"name": one.known.name, "fields": sorted(after)}


def _correct_player(entrant: Entrant, after: Mapping[str, Any]) -> None:
    """The person's own name and club follow the entry's, if they were the same before."""
    player = entrant.player
    if player is None or player.key != fold(f"{entrant.surname} {entrant.given}"):
        return
    player.surname, player.given = after.get("surname", player.surname), after.get("given", player.given)
    player.key = fold(f"{player.surname} {player.given}")
    if "club" in after and player.club_id == entrant.club_id:
        player.club = registry.club(after["club"])
    player.save(update_fields=["surname", "given", "key", "club"])


def _give_number(entrant: Entrant, number: str) -> None:
    """A real number for somebody with a temporary one; if the number's owner is known, that is who it is."""
    owner = Player.objects.filter(number=number).first()
    if owner is None:
        if entrant.player is not None:
            _renumber(entrant.player, number)
        return
    if owner.key != fold(f"{entrant.surname} {entrant.given}"):
        sentence = _("Member number %(number)s belongs to somebody of another name.")
        raise Refusal("number-taken", sentence % {"number": number})
    old, entrant.player = entrant.player, owner
    entrant.save(update_fields=["player"])
    if old is not None and old.is_temporary and not old.entries.exists():
        Player.objects.filter(pk=old.pk).update(merged_into=owner)


def _renumber(player: Player, number: str) -> None:
    player.number = number
    player.save(update_fields=["number"])


def reseed(division: Division, added: Sequence[Addition]) -> None:
    """Number a division anew: the seeds of the file first, the others as they stand after them."""
    wanted = {fold(one.row.name): one.row.seed for one in added if one.row.seed}
    if not wanted:
        return
    rows = list(division.entrants.order_by("number"))
    rows.sort(key=lambda row: (wanted.get(fold(row.listed), 1_000_000), row.number))
    division.entrants.update(number=F("number") + 10_000)
    for number, row in enumerate(rows, start=1):
        Entrant.objects.filter(pk=row.pk).update(number=number)
