"""Two numbers, one person: merge, and take it back. Results stay where they are; lists are rated anew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tdapp.events.models import Entrant
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.jobs import enqueue
from tdapp.kernel.models import Job
from tdapp.kernel.refusals import Conflict, Refusal
from tdapp.people.models import Player, RatingList
from tdapp.ratings.lookup import scopes
from tdapp.ratings.models import RatingChange, RatingRun, TwoPeople
from tdapp.ratings.runs import storing
from tdapp.ratings.runs.commands import batches
from tdapp.ratings.runs.commands.runs import anew
from tdapp.ratings.runs.foreseeing import foreseen
from tdapp.ratings.runs.planning import many_from, steps_from
from tdapp.ratings.runs.values import Point, Whose

NEEDS = "installation.people"


def preview_merge(keep: Player, gone: Player) -> dict[str, Any]:
    """What a merge would do: entries that become the other's, and who would move on each list. Writes nothing."""
    refuse_merge(keep, gone)
    return {
        "keep": _shown(keep), "gone": _shown(gone), "entries": Entrant.objects.filter(player=gone).count(),
        "lists": [row.name for row, _point in lists_of(gone)],
    }  # fmt: skip


def refuse_merge(keep: Player, gone: Player) -> None:
    """Refuse what cannot be one person: the same number, already merged, said to be two, two entries in one event."""
    if keep.pk == gone.pk:
        raise Refusal("same", _("Choose two different players."))
    if keep.merged_into_id or gone.merged_into_id:
        raise Refusal("merged", _("One of the two was merged already; take that back first."))
    if said := two_people_row(keep, gone):
        facts = {"who": said.by_name, "day": date_format(said.at, "Y-m-d")}
        raise Refusal(
            "two-people", _("%(who)s said on %(day)s that they are two people; take that back first.") % facts
        )
    mine = Entrant.objects.filter(player=keep).values("event")
    both = Entrant.objects.filter(player=gone, event__in=mine).select_related("event").first()
    if both:
        facts = {"one": keep.number, "other": gone.number, "event": both.event.name}
        raise Refusal("both-played", _("%(one)s and %(other)s both played at %(event)s: two people.") % facts)


@command("player.merge", "two numbers made one player", needs=NEEDS, also=scopes)
def merge(ctx: Context, keep: Player, *, gone: Any, reason: str) -> Change:
    """Make `gone` (an id) another number of `keep`; every list they stand on is rated anew. Undone by `separate`.

    More than sixty runs are worked out by a job, which then puts merge and lists in force together.
    """
    other = Player.objects.filter(pk=gone).first()
    if other is None:
        raise Refusal("no-player", _("There is no such player."))
    refuse_merge(keep, other)
    if not reason.strip():
        raise Refusal("no-reason", _("Say how you know that they are one person."))
    if job := _long(ctx, keep, other, apart=False, reason=reason):
        return Change(
            {"kept": keep.number, "job": job}, str(keep.number), _shown(other), _shown(keep), reason
        )
    _join(keep, other)
    _rate_anew(ctx, keep, other)
    return Change({"kept": keep.number}, str(keep.number), _shown(other), _shown(keep), reason)


def two_people_row(one: Player, other: Player) -> TwoPeople | None:
    """That somebody said of a pair that they are two people."""
    first, last = sorted((one.pk, other.pk), key=str)
    return TwoPeople.objects.filter(one=first, other=last).first()


@command("player.two", "two numbers said to be two people", needs=NEEDS)
def are_two(ctx: Context, one: Player, *, other: Any) -> Change:
    """Remember that two numbers are two people: they are not suggested again. Taken back by `maybe_one`."""
    player = Player.objects.filter(pk=other).exclude(pk=one.pk).first()
    if player is None:
        raise Refusal("same", _("Choose two different players."))
    if one.merged_into_id or player.merged_into_id:
        raise Refusal("merged", _("One of the two was merged already; take that back first."))
    if not two_people_row(one, player):
        first, last = sorted((one.pk, player.pk), key=str)
        TwoPeople.objects.create(one_id=first, other_id=last, by_name=ctx.actor_name)
    return Change({"one": one.number, "other": player.number}, str(one.number), None, _shown(player))


@command("player.maybe_one", "two numbers that may be one person again", needs=NEEDS)
def maybe_one(ctx: Context, one: Player, *, other: Any) -> Change:
    """Take back that two numbers are two people; they may be suggested and merged again."""
    player = Player.objects.filter(pk=other).first()
    said = two_people_row(one, player) if player else None
    if player is None or said is None:
        raise Refusal("not-said", _("Nobody said that these are two people."))
    said.delete()
    return Change({"one": one.number, "other": player.number}, str(one.number), _shown(player))


def _join(keep: Player, gone: Player) -> None:
    """`gone` was read in this turn; who stays was on a page before it."""
    if not Player.objects.filter(pk=keep.pk, merged_into=None).exists():
        raise Conflict("stale", _("Somebody merged this player meanwhile. Look again."))
    Player.objects.filter(Q(pk=gone.pk) | Q(merged_into=gone)).update(merged_into=keep)


def _part(keep: Player, gone: Player) -> None:
    if not Player.objects.filter(pk=gone.pk, merged_into=keep).update(merged_into=None):
        raise Conflict("stale", _("Somebody separated these two meanwhile. Look again."))
    gone.merged_into = None


@command("player.separate", "merge of players taken back", needs=NEEDS, also=scopes)
def separate(ctx: Context, gone: Player, *, reason: str) -> Change:
    """Take a merge back: both numbers stand by themselves again, with their own results."""
    keep = gone.merged_into
    if keep is None:
        raise Refusal("not-merged", _("This player was not merged into another."))
    if not reason.strip():
        raise Refusal("no-reason", _("Say why they are two people."))
    if job := _long(ctx, keep, gone, apart=True, reason=reason):
        told = {"separated": gone.number, "job": job}
        return Change(told, str(gone.number), _shown(keep), _shown(gone), reason)
    _part(keep, gone)
    _rate_anew(ctx, keep, gone)
    return Change({"separated": gone.number}, str(gone.number), _shown(keep), _shown(gone), reason)


def _long(ctx: Context, keep: Player, gone: Player, *, apart: bool, reason: str) -> str:
    """The job that does it when many runs have to be rated anew; "" when it is done at once."""
    lists = list(lists_of(keep, gone))
    if sum(many_from(row, point) for row, point in lists) <= batches.AT_ONCE:
        return ""
    if any(batches.at_work(row) for row, _point in lists) or merging():
        raise Conflict("at-work", _("A list is being rated in the background. Wait for it, or cancel it."))
    params = {"keep": str(keep.pk), "gone": str(gone.pk), "apart": apart, "reason": reason}
    return str(enqueue(ctx, batches.MERGE_JOB, params).pk)


def merging() -> Job | None:
    """The merge, or its taking back, that is worked out in the background now."""
    busy = [Job.Status.QUEUED, Job.Status.RUNNING]
    return Job.objects.filter(kind=batches.MERGE_JOB, status__in=busy).first()


def whose(keep: Player, gone: Player, *, apart: bool) -> Whose:
    """Who counts as whom once the two are merged, or parted again."""
    return Whose(apart=frozenset({gone.pk})) if apart else Whose(same={gone.pk: keep.pk})


@dataclass(frozen=True, slots=True)
class Staged:
    """A list's batch as a job wrote it aside; `seen`: the list it was worked out from."""

    rating_list: RatingList
    batch: UUID
    runs: int
    point: Point
    seen: int


@command(
    "player.settle", "two numbers made one player, or two again, in the background", needs=NEEDS, also=scopes
)
def settle(
    ctx: Context, keep: Player, *, gone: Any, apart: bool, reason: str, staged: Sequence[Staged]
) -> Change:
    """Put a merge, or its taking back, in force together with every list it moves, or nothing of it."""
    other = Player.objects.select_related("merged_into").get(pk=gone)
    if apart:
        _part(keep, other)
    else:
        refuse_merge(keep, other)
        _join(keep, other)
    for one in staged:
        storing.next_version(one.rating_list, one.seen)
        storing.refuse_incomplete(one.batch, one.runs)
        storing.adopt(one.rating_list, one.batch, one.point)
        storing.write_values(one.rating_list, {keep.pk, other.pk})
    return Change({"lists": len(staged)}, str(keep.number), _shown(other), _shown(keep), reason)


def _rate_anew(ctx: Context, keep: Player, gone: Player) -> None:
    for rating_list, point in lists_of(gone, keep):
        storing.next_version(rating_list, rating_list.version)
        anew(ctx, rating_list, steps_from(rating_list, point), point)
        storing.write_values(rating_list, {keep.pk, gone.pk})


def lists_of(*players: Player) -> Iterator[tuple[RatingList, Point]]:
    """Each list they have changes on, from their first one."""
    for rating_list in RatingList.objects.order_by("slug"):
        rows = RatingChange.objects.filter(
            run__rating_list=rating_list, run__state=RatingRun.State.CURRENT, player__in=players
        )
        first = rows.order_by("run__on", "run__order").values_list("run__on", "run__order").first()
        if first:
            yield rating_list, Point(*first)


def steps_of_merge(keep: Player, gone: Player) -> int:
    """How many runs a merge has rated anew, on all lists together."""
    return sum(many_from(row, point) for row, point in lists_of(keep, gone))


def moves_of_merge(rating_list: RatingList, keep: Player, gone: Player) -> list[dict[str, Any]]:
    """Who would move on one list if the two were one."""
    point = next((point for row, point in lists_of(keep, gone) if row.pk == rating_list.pk), None)
    if point is None:
        return []
    steps = steps_from(rating_list, point)
    found: list[dict[str, Any]] = foreseen(rating_list, steps, point, whose(keep, gone, apart=False))["moves"]
    return found


def _shown(player: Player) -> dict[str, str]:
    return {"number": player.number, "name": f"{player.surname}, {player.given}".strip(", ")}
