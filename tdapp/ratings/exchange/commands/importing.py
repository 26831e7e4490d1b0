"""A list from outside, brought in whole: who is known is found, who is new is made, the values stand as of a day."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from itertools import count
from operator import attrgetter

from django.utils.translation import gettext as _

from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Refusal
from tdapp.people import registry
from tdapp.people.models import Club, Player, RatingList
from tdapp.people.names import fold
from tdapp.ratings.days import refuse_day
from tdapp.ratings.exchange import import_effect
from tdapp.ratings.exchange.matching import Match, is_new, matched
from tdapp.ratings.exchange.rating_rows import RatingRow
from tdapp.ratings.keeping.commands.lists import Standing, put
from tdapp.ratings.runs.commands.batches import NEEDS
from tdapp.ratings.runs.storing import ROWS

TOLD = 5


@command("ratings.import", "rating list brought in", needs=NEEDS)
def import_list(
    ctx: Context, rating_list: RatingList, *, rows: Sequence[RatingRow], on: date, note: str, seen: int,
    anew: bool = False,
) -> Change:  # fmt: skip
    """Set the values of a list that was looked at, all or none; newcomers get their number, or a temporary one.

    Refuses lines that cannot be told apart, a list that changed since `seen`, and a day before rated runs unless
    they are to be rated `anew`.
    """
    refuse_day(on)
    found, problems = matched(rows)
    if problems:
        raise Refusal("unclear", *(f"{one.where}: {one.what} {one.remedy}" for one in problems[:TOLD]))
    if (runs := import_effect.runs_after(rating_list, on)) and not anew:
        raise Refusal("rates-anew", import_effect.rates_anew(runs, on))
    players = _players(found)
    values = [
        Standing(player, match.line.rating, match.line.games, match.line.deviation)
        for match, player in zip(found, players, strict=True)
    ]
    told = put(ctx, rating_list, values, on, note or _("a list from outside"), seen)
    told["new"] = sum(match.player is None for match in found)
    return Change(told, str(rating_list), None, told, note)


def _players(found: Sequence[Match]) -> list[Player]:
    clubs = _clubs(found)
    free = count(int(registry.temporary_number()[2:]))
    players = [match.player or _newcomer(match.line, clubs, free) for match in found]
    fresh = [player for match, player in zip(found, players, strict=True) if match.player is None]
    # In one order at every list: two imports that make the same people wait for each other once, not crosswise.
    Player.objects.bulk_create(sorted(fresh, key=attrgetter("number")), batch_size=ROWS)
    return players


def _newcomer(line: RatingRow, clubs: dict[str, Club | None], free: count[int]) -> Player:
    return Player(
        number=("" if is_new(line) else line.number)[:24] or f"T-{next(free)}", surname=line.surname, given=line.given,
        key=fold(f"{line.surname} {line.given}"), club=clubs.get(fold(line.club)),
    )  # fmt: skip


def _clubs(found: Sequence[Match]) -> dict[str, Club | None]:
    names = {
        fold(match.line.club): match.line.club for match in found if match.player is None and match.line.club
    }
    return {key: registry.club(name) for key, name in sorted(names.items())}
