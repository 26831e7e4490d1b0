"""Entries of a list written to its hidden event: what `entrant.add` does for one, in a dozen statements for a batch.

Called from inside `roster.stage`, whose line in the log names every one of them. A test holds the two equal.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from django.utils.translation import gettext as _

from tdapp.events.entries.commands.entrants import LOGGED, last_published_of, refuse_bad_values
from tdapp.events.models import Division, Entrant, Event, Presence, as_data
from tdapp.interchange.entering import hidden
from tdapp.interchange.entering.steps import Newcomer
from tdapp.interchange.models import RosterPreview, StagedChange
from tdapp.interchange.roster import RosterRow
from tdapp.kernel import clock
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Conflict
from tdapp.people import registry
from tdapp.people.models import Club, Player, PlayerPrivate
from tdapp.people.names import fold

MISSED = Presence.Intent.UNSCORED
PRIVATE = ("birth_date", "birth_year", "gender", "guardian", "contact", "notes")
# Whatever else an event is told of a player stays when a list says something new of birth or guardian.
TOLD = [f.name for f in PlayerPrivate._meta.concrete_fields if f.name not in ("id", "player", "scope")]


def stage(
    ctx: Context, preview: RosterPreview, event: Event, some: Sequence[Newcomer]
) -> list[dict[str, Any]]:
    """Write a batch of entries with players and private data to the hidden event; what the log may know of each."""
    clubs = clubs_of(one.row.home for one in some)
    players = _players(some, clubs)
    _renumber(preview, some, players)
    older = {players[one.row.row].pk for one in some if one.player}
    told = PrivateFacts(ctx, preview, players.values(), older)
    divisions = hidden.divisions(event)
    entrants = [_entrant(preview, divisions, one, players, clubs, told) for one in some]
    Entrant.objects.bulk_create(entrants)
    told.keep()
    _note_late_entries(preview, entrants)
    return [
        {"id": row.pk, **as_data(row, *LOGGED, "display_consent"), "division": row.division.slug}
        for row in entrants
    ]


class PrivateFacts:
    """What this event and others were told of some players; what a list says of them waits in its own scope."""

    def __init__(
        self, ctx: Context, preview: RosterPreview, players: Iterable[Player], older: Container[Any]
    ) -> None:
        self.ctx, self.preview = ctx, preview
        self.day = preview.event.starts_on
        self.older = older
        self.own: dict[Any, PlayerPrivate] = {}
        self.all: dict[Any, list[PlayerPrivate]] = defaultdict(list)
        for row in PlayerPrivate.objects.filter(player__in=list(players)).order_by("scope"):
            self.all[row.player_id].append(row)
            if row.scope == preview.scope_key:
                self.own[row.player_id] = row
        self.made: dict[Any, PlayerPrivate] = {}

    def add(self, player: Player, row: RosterRow) -> PlayerPrivate:
        """What is known of a player once the row is entered; where the row says nothing the older answer stays."""
        facts = {name: value for name in PRIVATE if (value := getattr(row, name))}
        return self.replace(player, **facts, **({"consent": True} if row.consent else {}))

    def replace(self, player: Player, **facts: Any) -> PlayerPrivate:
        """What is known with these facts in place of the older ones; a consent says who recorded it and when."""
        known = self.own.get(player.pk)
        kept = {name: getattr(known, name) for name in TOLD} if known else {}
        # Of somebody who was made for this list the event itself may be told: nobody else speaks of them yet.
        scope = hidden.scope(self.preview) if player.pk in self.older else self.preview.scope_key
        row = PlayerPrivate(player=player, scope=scope, **{**kept, **facts})
        if row.consent and not (known and known.consent):
            row.consent_by, row.consent_at = self.ctx.actor_name[:160], clock.now()
            row.notice_version = registry.NOTICE_VERSION
        if not row.consent:
            row.consent_by, row.consent_at, row.notice_version = "", None, ""
        if facts:
            self.made[player.pk] = row
        return row

    def age(self, player: Player, row: PlayerPrivate) -> str:
        """The band on the day of the event, by what this event knows, else by what any other was told."""
        return registry.age_of(self.day, row, self.all.get(player.pk, []))

    def keep(self) -> None:
        """Write what is new, out of sight."""
        PlayerPrivate.objects.bulk_create(self.made.values())


def clubs_of(names: Iterable[str]) -> dict[str, Club | None]:
    """The clubs of these names, made where they are new; two to four statements. CEBU beside Cebu is Cebu."""
    wanted = {name: " ".join(name.split()) for name in names}
    keys = {plain: fold(plain)[:120] for plain in wanted.values() if plain}
    rows = registry.clubs_by_key(set(keys.values()))
    fresh: dict[str, Club] = {}
    for plain, key in keys.items():
        if key not in rows and (key not in fresh or fresh[key].name.isupper()):
            fresh[key] = Club(key=key, name=plain[:120])
    # Not in the order of the file: two lists at once that name the same new clubs otherwise would wait for each other.
    made = Club.objects.bulk_create(sorted(fresh.values(), key=lambda club: club.key))
    rows |= {row.key: row for row in made}
    return {name: rows[keys[plain]] if plain else None for name, plain in wanted.items()}


def _players(some: Sequence[Newcomer], clubs: Mapping[str, Club | None]) -> dict[int, Player]:
    """Everybody's player by the row of the file: known ones as they stand, new ones made."""
    known = Player.objects.select_related("club").in_bulk([one.player for one in some if one.player])
    by_id = {str(pk): row for pk, row in known.items()}
    first = int(registry.temporary_number().removeprefix("T-"))
    temporary = (f"T-{number}" for number in count(first))
    found, fresh = {}, []
    for one in some:
        if one.player:
            found[one.row.row] = _still(by_id.get(one.player), one.row)
            continue
        row = one.row
        made = Player(
            number=row.member or next(temporary), given=row.given, surname=row.surname,
            key=fold(f"{row.surname} {row.given}"), club=clubs[row.home],
        )  # fmt: skip
        found[row.row] = made
        fresh.append(made)
    # As with clubs: a member number of both lists is taken by the first of them, and neither waits for the other twice.
    Player.objects.bulk_create(sorted(fresh, key=lambda player: player.number))
    return found


def _still(player: Player | None, row: RosterRow) -> Player:
    """The player a row was found to be, as long as that is still so."""
    if player is None or player.merged_into_id or player.key != fold(f"{row.surname} {row.given}"):
        raise moved()
    return player


def moved() -> Conflict:
    """What is refused where people are no longer as they were when the list was read."""
    sentence = _("The entries changed since this dry run. Nothing was entered; look at it again.")
    return Conflict("changed-meanwhile", sentence)


def _renumber(preview: RosterPreview, some: Sequence[Newcomer], players: Mapping[int, Player]) -> None:
    """A temporary number gives way to the real one of the file, once the list is valid."""
    StagedChange.objects.bulk_create(
        StagedChange(preview=preview, player=players[one.row.row], member=one.row.member)
        for one in some
        if one.player and one.row.member and one.row.member != players[one.row.row].number
    )


def _entrant(
    preview: RosterPreview, divisions: Mapping[str, Division], one: Newcomer, players: Mapping[int, Player],
    clubs: Mapping[str, Club | None], told: PrivateFacts,
) -> Entrant:  # fmt: skip
    row, player = one.row, players[one.row.row]
    values = {
        "given": row.given, "surname": row.surname, "team": row.team, "klass": row.klass, "rating": row.rating or 0,
        "fixed_table": row.fixed_table,
    }  # fmt: skip
    refuse_bad_values(values)
    division, private = divisions[row.division], told.add(player, row)
    return Entrant(
        event=division.event, division=division, player=player, number=one.number, seniority=one.seniority,
        club=clubs[row.home] or player.club, age=told.age(player, private), display_consent=private.consent, **values,
    )  # fmt: skip


def _note_late_entries(preview: RosterPreview, entrants: Sequence[Entrant]) -> None:
    """Rounds already published count as missed, as at the door."""
    slugs = dict(preview.event.divisions.values_list("pk", "slug"))
    gone = {slugs[pk]: last for pk, last in last_published_of(preview.event).items()}
    Presence.objects.bulk_create(_late(entrants, gone))


def _late(entrants: Sequence[Entrant], gone: Mapping[str, int]) -> Iterator[Presence]:
    for row in entrants:
        if last := gone.get(row.division.slug):
            yield Presence(entrant=row, first=1, last=last, kind=Presence.Kind.LATE, intent=MISSED)
