"""Two numbers, one person: merge, and take it back. Results stay where they are; lists are rated anew."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from tdapp.events.models import Entrant
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Conflict, Refusal
from tdapp.people.models import Player, RatingList
from tdapp.ratings import storing
from tdapp.ratings.commands.runs import anew
from tdapp.ratings.models import RatingChange, RatingRun
from tdapp.ratings.moves import moves_between
from tdapp.ratings.planning import steps_from
from tdapp.ratings.replay import replay
from tdapp.ratings.values import Point, Values, values_at

NEEDS = "installation.people"


def preview_merge(keep: Player, gone: Player) -> dict[str, Any]:
    """What a merge would do: entries that become the other's, and who would move on each list. Writes nothing."""
    refuse_merge(keep, gone)
    return {
        "keep": _shown(keep), "gone": _shown(gone), "entries": Entrant.objects.filter(player=gone).count(),
        "lists": [row.name for row, _point in _lists_of(gone)],
    }  # fmt: skip


def refuse_merge(keep: Player, gone: Player) -> None:
    """Refuse what cannot be one person: the same number, already merged, two entries in one event."""
    if keep.pk == gone.pk:
        raise Refusal("same", _("Choose two different players."))
    if keep.merged_into_id or gone.merged_into_id:
        raise Refusal("merged", _("One of the two was merged already; take that back first."))
    mine = Entrant.objects.filter(player=keep).values("event")
    both = Entrant.objects.filter(player=gone, event__in=mine).select_related("event").first()
    if both:
        facts = {"one": keep.number, "other": gone.number, "event": both.event.name}
        raise Refusal("both-played", _("%(one)s and %(other)s both played at %(event)s: two people.") % facts)


@command("player.merge", needs=NEEDS)
def merge(ctx: Context, keep: Player, *, gone: Any, reason: str) -> Change:
    """Make `gone` (an id) another number of `keep`; every list both stand on is rated anew. Undone by `separate`."""
    other = Player.objects.filter(pk=gone).first()
    if other is None:
        raise Refusal("no-player", _("There is no such player."))
    refuse_merge(keep, other)
    if not reason.strip():
        raise Refusal("no-reason", _("Say how you know that they are one person."))
    if not Player.objects.filter(pk=other.pk, merged_into=None).update(merged_into=keep):
        raise Conflict("stale", _("Somebody merged this player meanwhile. Look again."))
    Player.objects.filter(merged_into=other).update(merged_into=keep)
    _rate_anew(ctx, keep, other)
    return Change({"kept": keep.number}, str(keep.number), _shown(other), _shown(keep), reason)


@command("player.separate", needs=NEEDS)
def separate(ctx: Context, gone: Player, *, reason: str) -> Change:
    """Take a merge back: both numbers stand by themselves again, with their own results."""
    keep = gone.merged_into
    if keep is None:
        raise Refusal("not-merged", _("This player was not merged into another."))
    if not reason.strip():
        raise Refusal("no-reason", _("Say why they are two people."))
    Player.objects.filter(pk=gone.pk).update(merged_into=None)
    gone.merged_into = None
    _rate_anew(ctx, keep, gone)
    return Change({"separated": gone.number}, str(gone.number), _shown(keep), _shown(gone), reason)


def _rate_anew(ctx: Context, keep: Player, gone: Player) -> None:
    for rating_list, point in _lists_of(gone, keep):
        storing.next_version(rating_list, rating_list.version)
        anew(ctx, rating_list, steps_from(rating_list, point), point)
        storing.write_values(rating_list, {keep.pk, gone.pk})


def _lists_of(*players: Player) -> Iterator[tuple[RatingList, Point]]:
    """Each list they have changes on, from their first one."""
    for rating_list in RatingList.objects.order_by("slug"):
        rows = RatingChange.objects.filter(
            run__rating_list=rating_list, run__state=RatingRun.State.CURRENT, player__in=players
        )
        first = rows.order_by("run__on", "run__order").values_list("run__on", "run__order").first()
        if first:
            yield rating_list, Point(*first)


def moves_of_merge(rating_list: RatingList, keep: Player, gone: Player) -> list[dict[str, Any]]:
    """Who would move on one list if the two were one."""
    point = next((point for row, point in _lists_of(keep, gone) if row.pk == rating_list.pk), None)
    if point is None:
        return []
    before = values_at(rating_list, None)
    after: Values = values_at(rating_list, point)
    for _made in replay(rating_list, steps_from(rating_list, point), after, {gone.pk: keep.pk}):
        continue
    return moves_between(before, after)


def _shown(player: Player) -> dict[str, str]:
    return {"number": player.number, "name": f"{player.surname}, {player.given}".strip(", ")}
