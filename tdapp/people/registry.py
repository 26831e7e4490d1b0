"""Find or make clubs and players, and keep what is private apart. Called from inside commands."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import date
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from tdapp.kernel import clock
from tdapp.kernel.refusals import Refusal
from tdapp.kernel.tabular.text import tidy
from tdapp.people.matching import Evidence, Found, How, People
from tdapp.people.models import Club, FormerName, Player, PlayerPrivate
from tdapp.people.names import ADULT, MINOR, UNKNOWN, age_band, fold, listed_name

NOTICE_VERSION = "1"
# A temporary number as we give it; what a list from outside calls T- and twenty digits is none we count on from.
LONGEST = 12


def club(name: str) -> Club | None:
    """The club or school of this name, or of this name once, made when new; None for an empty name."""
    name = " ".join(name.split())
    if not name:
        return None
    key = fold(name)[:120]
    return (
        clubs_by_key([key]).get(key) or Club.objects.get_or_create(key=key, defaults={"name": name[:120]})[0]
    )


def clubs_by_key(keys: Collection[str]) -> dict[str, Club]:
    """The clubs of these folded names, as they are called or were before; a second statement only where one is missing."""
    found = {row.key: row for row in Club.objects.filter(key__in=keys)}
    if missing := set(keys) - set(found):
        rows = FormerName.objects.filter(key__in=missing).select_related("club")
        found |= {row.key: row.club for row in rows}
    return found


def player(*, given: str, surname: str, number: str, club: Club | None) -> Player:
    """The player with this member number, or a new one. Without a number always a new one: names may be shared.

    Refuses when the number is known under another name.
    """
    given, surname, number = (tidy(part).text for part in (given, surname, number))
    if not surname:
        raise Refusal("no-name", _("A player needs at least one name."))
    key = fold(f"{surname} {given}")
    found = of_number(number, key)
    if found.how == How.TAKEN:
        # Whose it is stays unsaid: numbers can be tried one by one, and they may be a child of another event.
        raise Refusal(
            "number-taken",
            _("Member number %(number)s belongs to somebody of another name.") % {"number": number},
        )
    if found.player is None:
        return Player.objects.create(
            number=number or temporary_number(),
            given=given,
            surname=surname,
            key=key,
            club=club,
        )
    return found.player


def respell(player: Player, *, given: str, surname: str, seen: str) -> bool:
    """Call a player otherwise; False when they are not called as was `seen` (`listed_name`) any more."""
    given, surname = tidy(given).text, tidy(surname).text
    if not surname:
        raise Refusal("no-name", _("A player needs at least one name."))
    if listed_name(player.given, player.surname) != seen:
        return False
    named = Player.objects.filter(pk=player.pk, given=player.given, surname=player.surname)
    return bool(named.update(given=given, surname=surname, key=fold(f"{surname} {given}")))


def of_number(number: str, name: str) -> Found:
    """Who a number means here, for somebody of this folded name."""
    rows = Player.objects.filter(number=number).select_related("merged_into") if number else ()
    return People(rows).find(Evidence(number, name))


def numbers_of(*players: Any) -> QuerySet[Any]:
    """Ids of these players and of the numbers merged into them, for `player__in`. Asked of an entry or a change as "his or
    merged into his", a database looks through all entries there are: of a federation's two hundred thousand, half a second.
    """
    return Player.objects.filter(Q(pk__in=players) | Q(merged_into__in=players)).order_by().values("pk")


def temporary_number() -> str:
    """A number for a newcomer until the federation gives one: T-1, T-2, ..."""
    taken = [
        int(n[2:])
        for n in Player.objects.filter(number__startswith="T-").values_list("number", flat=True)
        if n[2:].isascii() and n[2:].isdigit() and len(n) < LONGEST
    ]
    return f"T-{max(taken, default=0) + 1}"


def private(player: Player, scope: str) -> PlayerPrivate:
    """What the event `scope` was told of the player, or an empty unsaved row."""
    return PlayerPrivate.objects.filter(player=player, scope=scope).first() or PlayerPrivate(
        player=player, scope=scope
    )


def keep_private(player: Player, scope: str, *, consent: bool, by: str, **facts: Any) -> None:
    """Store what was given of birth, guardian, contact and consent; nothing given, nothing stored."""
    given = {name: value for name, value in facts.items() if value}
    if consent:
        given |= {
            "consent": True,
            "consent_by": by[:160],
            "consent_at": clock.now(),
            "notice_version": NOTICE_VERSION,
        }
    if given:
        PlayerPrivate.objects.update_or_create(player=player, scope=scope, defaults=given)


def set_private(player: Player, scope: str, *, consent: bool, by: str, **facts: Any) -> PlayerPrivate:
    """Replace everything the event knows of birth, guardian, contact and consent; what is empty is forgotten.

    A consent is stored with who recorded it, when, and the notice it was given under; taking it back clears that.
    """
    row = private(player, scope)
    for name, value in facts.items():
        setattr(row, name, value)
    if consent and not row.consent:
        row.consent_by, row.consent_at, row.notice_version = by[:160], clock.now(), NOTICE_VERSION
    if not consent:
        row.consent_by, row.consent_at, row.notice_version = "", None, ""
    row.consent = consent
    row.save()
    return row


def say_page(player: Player, scope: str, said: str, by: str) -> PlayerPrivate:
    """Keep what was said of a page over all events ("yes", "no", "" takes it back), with who recorded it and when.

    Refuses anything else.
    """
    if said not in {"", *PlayerPrivate.Page.values}:
        raise Refusal("bad-page", _("Of a page over all events say yes or no, or leave it blank."))
    row = private(player, scope)
    if row.page != said:
        row.page, row.page_by, row.page_at = said, by[:160] if said else "", clock.now() if said else None
        row.save()
    return row


def forget(player: Any, scope: str) -> None:
    """Forget what was told of a player (by id). That they want no page over all events stays: else it would come back."""
    rows = PlayerPrivate.objects.filter(player=player, scope=scope)
    if kept := rows.filter(page=PlayerPrivate.Page.NO).first():
        empty = PlayerPrivate(
            pk=kept.pk,
            player=kept.player,
            scope=scope,
            page=kept.page,
            page_by=kept.page_by,
            page_at=kept.page_at,
        )
        empty.save(force_update=True)
    else:
        rows.delete()


def age_on(player: Player, day: date, own: PlayerPrivate | None = None) -> str:
    """The player's age band on a day: by what this event was told, else by what any other was.

    Only the band leaves, never the date: a child known elsewhere is guarded here too.
    """
    others = [] if own and has_birth(own) else list(PlayerPrivate.objects.filter(player=player))
    return age_of(day, own, others)


def age_of(day: date, own: PlayerPrivate | None, others: Iterable[PlayerPrivate]) -> str:
    """The age band by what an event was told, else by what the `others` were."""
    rows = [own] if own and has_birth(own) else others
    bands = {age_band(row.birth_date, row.birth_year, day) for row in rows if has_birth(row)}
    return next((band for band in (MINOR, ADULT) if band in bands), UNKNOWN)


def has_birth(row: PlayerPrivate) -> bool:
    """Whether anything is known of a birth."""
    return bool(row.birth_date or row.birth_year)


def of_players(players: Iterable[Player | None], scope: str) -> dict[Any, PlayerPrivate]:
    """What the event was told, by player id; one query."""
    ids = [player.pk for player in players if player]
    return {row.player_id: row for row in PlayerPrivate.objects.filter(player__in=ids, scope=scope)}


def born(row: PlayerPrivate | None) -> date | None:
    """A date to order people by age with: the birth date, else the last day of the birth year, else None."""
    if row is None:
        return None
    return row.birth_date or (date(row.birth_year, 12, 31) if row.birth_year else None)
