"""Enter players, change their entries, move them between divisions."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.db.models import F, Max
from django.utils.translation import gettext as _

from tdapp.events.models import Division, Entrant, Presence, Slot, as_data
from tdapp.kernel import audit
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Conflict, Missing, Refusal
from tdapp.people import registry
from tdapp.people.models import Player
from tdapp.people.names import age_band

LOGGED = ("number", "given", "surname", "rating", "team", "klass", "fixed_table", "house")
EDITABLE = (
    "given",
    "surname",
    "rating",
    "team",
    "klass",
    "fixed_table",
    "lifetime_games",
    "seniority",
    "display_consent",
)


@command("entrant.add", needs="roster.edit", private=("birth_date", "birth_year", "guardian", "contact"))
def add_entrant(
    ctx: Context,
    division: Division,
    *,
    given: str = "",
    surname: str,
    member_number: str = "",
    club: str = "",
    rating: int = 0,
    team: str = "",
    klass: str = "",
    fixed_table: int | None = None,
    birth_date: date | None = None,
    birth_year: int | None = None,
    guardian: str = "",
    contact: str = "",
    consent: bool = False,
    house: bool = False,
    missed: str = "unscored",
    extras: dict[str, Any] | None = None,
) -> Change:
    """Enter a player at the door: a known one by member number, else a new one with a temporary number.

    When rounds are already published they count as `missed` (unscored or forfeit). Refuses 409 when the
    player is already entered in this event.
    """
    club_row = registry.club(club)
    player = registry.player(given=given, surname=surname, number=member_number, club=club_row)
    private = {"birth_date": birth_date, "birth_year": birth_year, "guardian": guardian, "contact": contact}
    registry.keep_private(player, consent=consent, by=ctx.actor_name, **private)
    row = place(division, player, rating=rating, house=house, extras=extras or {})
    row.team, row.klass, row.fixed_table = team.strip(), klass.strip(), fixed_table
    row.save(update_fields=["team", "klass", "fixed_table"])
    if late := note_late_entry(row, missed):
        audit.write(ctx, "entrant.late", str(row), after={"missed": late, "counts_as": missed})
    return Change(summary(row), str(row), None, {**as_data(row, *LOGGED), "division": division.slug})


def place(division: Division, player: Player, *, rating: int, house: bool, extras: dict[str, Any]) -> Entrant:
    """Make the entry itself, freezing what is true today. Call inside a command."""
    _refuse_doubles(division, player)
    if not 0 <= rating <= 4000:
        raise Refusal(
            "bad-rating", _("The rating must be from 0 to 4000, not %(rating)s.") % {"rating": rating}
        )
    last = division.entrants.aggregate(last=Max("number"))["last"] or 0
    private = registry.private(player)
    row = Entrant(
        event=division.event, division=division, player=player, number=last + 1, given=player.given,
        surname=player.surname, club=player.club, rating=rating, house=house, extras=extras,
        age=age_band(private.birth_date, private.birth_year, division.event.starts_on),
        display_consent=private.consent,
    )  # fmt: skip
    row.save(force_insert=True)
    return row


def _refuse_doubles(division: Division, player: Player) -> None:
    other = Entrant.objects.filter(event=division.event, player=player).select_related("division").first()
    if other:
        facts = {"name": other.listed, "division": other.division.name, "number": other.number}
        sentence = _("%(name)s is already entered: %(division)s, number %(number)s.") % facts
        raise Conflict("already-entered", sentence, entrant=summary(other))


def note_late_entry(row: Entrant, missed: str) -> int:
    """Record the rounds already published as missed. Returns how many."""
    gone = row.division.rounds.exclude(status="planned").aggregate(last=Max("number"))["last"] or 0
    if missed not in Presence.Intent.values:
        raise Refusal("bad-intent", _("Missed rounds count as unscored, forfeit or bye."))
    if gone:
        Presence.objects.create(entrant=row, first=1, last=gone, kind="late", intent=missed)
    return int(gone)


def summary(row: Entrant) -> dict[str, Any]:
    """An entrant as the desk shows it, without private data."""
    return {
        "id": row.pk,
        "number": row.number,
        "name": row.listed,
        "club": row.club.name if row.club else "",
        "rating": row.rating,
    }


@command("entrant.edit", needs="roster.edit")
def edit_entrant(
    ctx: Context, entrant: Entrant, *, seen: int, club: str | None = None, reason: str = "", **values: Any
) -> Change:
    """Change an entry; `seen` is the version the editor saw (409 with both when it moved on)."""
    if unknown := set(values) - set(EDITABLE):
        raise Refusal("bad-entry", _("An entry has no %(names)s.") % {"names": ", ".join(sorted(unknown))})
    before = as_data(entrant, *LOGGED)
    for name, value in values.items():
        setattr(entrant, name, value)
    if club is not None:
        entrant.club = registry.club(club)
    changed = Entrant.objects.filter(pk=entrant.pk, version=seen).update(
        version=F("version") + 1, club=entrant.club, **values
    )
    if not changed:
        stored = Entrant.objects.get(pk=entrant.pk)
        sentence = _("Somebody else changed this entry. Nothing was saved; both are shown.")
        raise Conflict("stale", sentence, stored=as_data(stored, *LOGGED), typed=values)
    bump(entrant.division)
    return Change(summary(entrant), str(entrant), before, as_data(entrant, *LOGGED), reason)


def bump(division: Division) -> None:
    """Say that something confirmed about a division changed."""
    Division.objects.filter(pk=division.pk).update(version=F("version") + 1)


@command("entrant.move", needs="roster.edit")
def move_entrant(ctx: Context, entrant: Entrant, *, to: Division, reason: str = "") -> Change:
    """Move an entrant to another division of the event, as long as neither has published a round."""
    if to.event_id != entrant.event_id:
        raise Missing("missing", _("There is no such division here."))
    if entrant.division.frozen_at or to.frozen_at or Slot.objects.filter(entrant=entrant).exists():
        raise Refusal("too-late", _("Nobody can change division once round 1 of either is published."))
    before = {"division": entrant.division.slug, "number": entrant.number}
    entrant.number = (to.entrants.aggregate(last=Max("number"))["last"] or 0) + 1
    entrant.division = to
    entrant.save(update_fields=["division", "number"])
    return Change(
        summary(entrant), str(entrant), before, {"division": to.slug, "number": entrant.number}, reason
    )


@command("entrant.remove", needs="roster.edit")
def remove_entrant(ctx: Context, entrant: Entrant, *, reason: str = "") -> Change:
    """Strike an entry that was never paired; afterwards only withdrawing is possible."""
    if Slot.objects.filter(entrant=entrant).exists():
        raise Refusal(
            "already-paired", _("%(name)s was already paired; withdraw instead.") % {"name": entrant.listed}
        )
    told, division = as_data(entrant, *LOGGED), entrant.division
    entrant.absences.all().delete()
    entrant.delete()
    return Change(
        {"removed": told["number"]},
        f"entrant {told['number']}",
        {**told, "division": division.slug},
        None,
        reason,
    )


@command("division.seed", needs="roster.edit")
def seed_division(ctx: Context, division: Division) -> Change:
    """Number the entrants anew by rating (then name), and the eldest first in `seniority`, before round 1."""
    if division.frozen_at:
        raise Refusal("too-late", _("The numbers are fixed once round 1 is published."))
    rows = list(division.entrants.select_related("player__private"))
    rows.sort(key=lambda row: (-row.rating, row.surname.casefold(), row.given.casefold(), str(row.pk)))
    division.entrants.update(number=F("number") + 10_000)
    born = sorted((date_, row.pk) for row in rows if (date_ := registry.born(row.player)) is not None)
    seniority = {pk: place for place, (_date, pk) in enumerate(born, start=1)}
    for number, row in enumerate(rows, start=1):
        Entrant.objects.filter(pk=row.pk).update(number=number, seniority=seniority.get(row.pk, 0))
    return Change({"seeded": len(rows)}, str(division), None, {"seeded": len(rows)})
