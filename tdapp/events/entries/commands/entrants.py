"""Enter players, change their entries, move them between divisions."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.db.models import F, Max, ProtectedError
from django.utils.translation import gettext as _

from tdapp.events.models import Division, Entrant, Event, Presence, Round, Slot, as_data
from tdapp.kernel import audit, clock
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.permissions import require
from tdapp.kernel.refusals import Conflict, Missing, Refusal
from tdapp.people import registry
from tdapp.people.models import Club, Player

PRIVATE = "roster.private"
LOGGED = ("number", "given", "surname", "rating", "team", "klass", "fixed_table", "house")
EDITABLE = (
    "given", "surname", "rating", "team", "klass", "fixed_table", "lifetime_games", "seniority",
)  # fmt: skip
LIMITS = {
    "rating": (0, 4000),
    "lifetime_games": (0, 100_000),
    "seniority": (0, 5000),
    "fixed_table": (1, 2000),
}
LENGTHS = {"given": 80, "surname": 80, "team": 80, "klass": 20}


@command(
    "entrant.add",
    "entered",
    needs="roster.edit",
    private=("birth_date", "birth_year", "gender", "guardian", "contact", "notes"),
)
def add_entrant(
    ctx: Context, division: Division, *, given: str = "", surname: str, member_number: str = "", club: str = "",
    rating: int = 0, team: str = "", klass: str = "", fixed_table: int | None = None, birth_date: date | None = None,
    birth_year: int | None = None, gender: str = "", guardian: str = "", contact: str = "", notes: str = "",
    consent: bool = False,
    house: bool = False, missed: str = "unscored", arrived: bool = False, extras: dict[str, Any] | None = None,
) -> Change:  # fmt: skip
    """Enter a player at the door: a known one by member number, else a new one with a temporary number.

    When rounds are already published they count as `missed` (unscored or forfeit). `arrived`: checked in at once.
    Refuses 409 when the player is already entered in this event, 403 private data and consent without `roster.private`.
    """
    private = {
        "birth_date": birth_date, "birth_year": birth_year, "gender": gender, "guardian": guardian, "contact": contact,
        "notes": notes,
    }  # fmt: skip
    if consent or any(private.values()):
        require(ctx, PRIVATE)
    team, klass = team.strip(), klass.strip()
    typed = {"given": given, "surname": surname, "team": team, "klass": klass, "rating": rating}
    refuse_bad_values({**typed, "fixed_table": fixed_table})
    club_row = registry.club(club)
    player = registry.player(given=given, surname=surname, number=member_number, club=club_row)
    registry.keep_private(player, ctx.scope, consent=consent, by=ctx.actor_name, **private)
    row = place(division, player, rating=rating, house=house, extras=extras or {}, club=club_row)
    row.team, row.klass, row.fixed_table = team, klass, fixed_table
    row.checked_in_at = clock.now() if arrived else None
    row.save(update_fields=["team", "klass", "fixed_table", "checked_in_at"])
    if late := note_late_entry(row, missed):
        audit.write(ctx, "entrant.late", str(row), after={"missed": late, "counts_as": missed})
    return Change(answer_of(row), str(row), None, {**as_data(row, *LOGGED), "division": division.slug})


def refuse_bad_values(values: dict[str, Any]) -> None:
    """Refuse numbers out of range, names that are empty or too long: one sentence each."""
    faults = [] if str(values.get("surname", "x")).strip() else [_("A player needs at least one name.")]
    out_of_range = _("%(field)s is %(value)s; it must be from %(low)s to %(high)s.")
    for name, (low, high) in LIMITS.items():
        value = values.get(name)
        if value is not None and not low <= value <= high:
            faults.append(out_of_range % {"field": name, "value": value, "low": low, "high": high})
    too_long = _("%(field)s may have %(most)s characters, not %(many)s.")
    for name, most in LENGTHS.items():
        if (many := len(values.get(name) or "")) > most:
            faults.append(too_long % {"field": name, "most": most, "many": many})
    if faults:
        raise Refusal("bad-entry", *faults)


def place(
    division: Division, player: Player, *, rating: int, house: bool, extras: dict[str, Any], club: Club | None = None
) -> Entrant:  # fmt: skip
    """Make the entry itself, freezing what is true today (`club`: today's, else the player's). Call in a command."""
    # Two registrars at once would both take the next number; the second waits here instead of being refused.
    Division.objects.select_for_update().get(pk=division.pk)
    _refuse_doubles(division, player)
    refuse_bad_values({"rating": rating})
    last = division.entrants.aggregate(last=Max("number"))["last"] or 0
    private = registry.private(player, division.scope_key)
    row = Entrant(
        event=division.event, division=division, player=player, number=last + 1, given=player.given,
        surname=player.surname, club=club or player.club, rating=rating, house=house, extras=extras,
        age=registry.age_on(player, division.event.starts_on, private),
        display_consent=private.consent,
    )  # fmt: skip
    row.save(force_insert=True)
    return row


def _refuse_doubles(division: Division, player: Player) -> None:
    other = Entrant.objects.filter(event=division.event, player=player).select_related("division").first()
    if other:
        facts = {"name": other.listed, "division": other.division.name, "number": other.number}
        sentence = _("%(name)s is already entered: %(division)s, number %(number)s.") % facts
        raise Conflict("already-entered", sentence, entrant=answer_of(other))


def last_published(division: Division) -> int:
    """The number of the newest published round, 0 before the first."""
    return division.rounds.exclude(status="planned").aggregate(last=Max("number"))["last"] or 0


def last_published_of(event: Event) -> dict[Any, int]:
    """The newest published round of each division that has one, by division id."""
    rows = Round.objects.filter(division__event=event).exclude(status=Round.Status.PLANNED).order_by()
    return dict(rows.values_list("division").annotate(last=Max("number")))


def note_late_entry(row: Entrant, missed: str, *, until: int = 0) -> int:
    """Record the rounds already published (or up to round `until`) as missed. Returns how many."""
    gone = max(last_published(row.division), until)
    if missed not in Presence.Intent.values:
        raise Refusal("bad-intent", _("Missed rounds count as not scored, forfeit or bye."))
    if gone:
        Presence.objects.create(entrant=row, first=1, last=gone, kind="late", intent=missed)
    return int(gone)


def answer_of(row: Entrant) -> dict[str, Any]:
    """An entrant as the desk shows it, without private data."""
    return {
        "id": row.pk,
        "number": row.number,
        "name": row.listed,
        "club": row.club.name if row.club else "",
        "rating": row.rating,
    }


@command("entrant.edit", "entry changed", needs="roster.edit")
def edit_entrant(
    ctx: Context, entrant: Entrant, *, seen: int, club: str | None = None, reason: str = "", **values: Any
) -> Change:
    """Change an entry; `seen` is the version the editor saw (409 with both when it moved on).

    Consent to the full name is no part of it: `edit_private` takes it, with who gave it and when.
    """
    if unknown := set(values) - set(EDITABLE):
        raise Refusal("bad-entry", _("An entry has no %(names)s.") % {"names": ", ".join(sorted(unknown))})
    refuse_bad_values(values)
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
    return Change(answer_of(entrant), str(entrant), before, as_data(entrant, *LOGGED), reason)


@command("entrant.open_private", "private data looked at", needs=PRIVATE)
def open_private(ctx: Context, entrant: Entrant) -> Change:
    """Note that somebody looks at an entrant's private data; the page reads them afterwards."""
    return Change({"number": entrant.number}, str(entrant))


@command(
    "entrant.private",
    "private data changed",
    needs=PRIVATE,
    private=("birth_date", "birth_year", "gender", "guardian", "contact", "notes"),
)
def edit_private(
    ctx: Context, entrant: Entrant, *, birth_date: date | None, birth_year: int | None, guardian: str, contact: str,
    consent: bool, gender: str = "", notes: str = "", page: str | None = None,
) -> Change:  # fmt: skip
    """Replace an entrant's private data and consent. The log says that, never what; the public name follows at once.

    `page`: what they say of a page over all public events ("yes", "no", "" nothing); None leaves it as it is.
    """
    if entrant.player is None:
        raise Refusal("no-player", _("This entry belongs to no player, so nothing private can be kept."))
    facts = {
        "birth_date": birth_date, "birth_year": birth_year, "gender": gender, "guardian": guardian, "contact": contact,
        "notes": notes,
    }  # fmt: skip
    row = registry.set_private(entrant.player, ctx.scope, consent=consent, by=ctx.actor_name, **facts)
    before: dict[str, Any] = {"display_consent": entrant.display_consent}
    after: dict[str, Any] = {"display_consent": consent}
    if page is not None:
        before, after = before | {"page": row.page}, after | {"page": page}
        row = registry.say_page(entrant.player, ctx.scope, page, ctx.actor_name)
    entrant.age = registry.age_on(entrant.player, entrant.division.event.starts_on, row)
    entrant.display_consent = consent
    entrant.save(update_fields=["age", "display_consent"])
    Entrant.objects.filter(pk=entrant.pk).update(version=F("version") + 1)
    bump(entrant.division)
    return Change(answer_of(entrant), str(entrant), before, after)


def bump(division: Division) -> None:
    """Say that something confirmed about a division changed."""
    Division.objects.filter(pk=division.pk).update(version=F("version") + 1)


@command("entrant.move", "moved to another division", needs="roster.edit")
def move_entrant(ctx: Context, entrant: Entrant, *, to: Division, reason: str = "") -> Change:
    """Move an entrant to another division of the event, as long as neither has published a round."""
    if to.event_id != entrant.event_id:
        raise Missing("missing", _("There is no such division here."))
    if entrant.division.frozen_at or to.frozen_at or Slot.objects.filter(entrant=entrant).exists():
        raise Refusal("too-late", _("Nobody can change division once round 1 of either is posted."))
    before, old = {"division": entrant.division.slug, "number": entrant.number}, entrant.division
    entrant.number = (to.entrants.aggregate(last=Max("number"))["last"] or 0) + 1
    entrant.division = to
    entrant.save(update_fields=["division", "number"])
    bump(old)
    bump(to)
    return Change(
        answer_of(entrant), str(entrant), before, {"division": to.slug, "number": entrant.number}, reason
    )


@command("entrant.remove", "entry removed", needs="roster.edit")
def remove_entrant(ctx: Context, entrant: Entrant, *, reason: str = "") -> Change:
    """Strike an entry that was never paired; afterwards only withdrawing is possible."""
    if Slot.objects.filter(entrant=entrant).exists():
        raise Refusal(
            "already-paired", _("%(name)s was already paired; withdraw instead.") % {"name": entrant.listed}
        )
    if entrant.substitutes.exists():
        raise Refusal(
            "has-substitute",
            _("%(name)s has a substitute; remove that entry first.") % {"name": entrant.listed},
        )
    told, division, named = as_data(entrant, *LOGGED), entrant.division, str(entrant)
    entrant.absences.all().delete()
    try:
        entrant.delete()
    except ProtectedError as error:
        sentence = _("%(name)s is named in an incident or a roll-call; withdraw instead.")
        raise Refusal("on-record", sentence % {"name": entrant.listed}) from error
    bump(division)
    return Change(
        {"removed": told["number"]}, named, {**told, "division": division.slug}, None, reason
    )  # fmt: skip


@command("division.seed", "numbered by rating", needs="roster.edit")
def seed_division(ctx: Context, division: Division) -> Change:
    """Number the entrants anew by rating (then name), and the eldest first in `seniority`, before round 1."""
    if division.frozen_at:
        raise Refusal("too-late", _("The numbers are fixed once round 1 is posted."))
    rows = list(division.entrants.select_related("player"))
    told = registry.of_players((row.player for row in rows), ctx.scope)
    rows.sort(key=lambda row: (-row.rating, row.surname.casefold(), row.given.casefold(), str(row.pk)))
    division.entrants.update(number=F("number") + 10_000)
    born = sorted(
        (date_, row.pk) for row in rows if (date_ := registry.born(told.get(row.player_id))) is not None
    )
    seniority = {pk: place for place, (_date, pk) in enumerate(born, start=1)}
    for number, row in enumerate(rows, start=1):
        row.number, row.seniority = number, seniority.get(row.pk, 0)
    Entrant.objects.bulk_update(rows, ["number", "seniority"])
    bump(division)
    return Change({"seeded": len(rows)}, str(division), None, {"seeded": len(rows)})
