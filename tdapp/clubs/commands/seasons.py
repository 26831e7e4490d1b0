"""Seasons of a club: begun, changed, removed. They hold no results: what counts is read from what was released."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from django.db.models import F
from django.utils.text import slugify
from django.utils.translation import gettext as _

from tdapp.clubs.models import Season, SeasonCertificate
from tdapp.clubs.reckoning import read_points
from tdapp.events.models import Event, as_data
from tdapp.kernel import clock
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Conflict, Refusal
from tdapp.people.models import ClubHome

CERTIFICATES = ("certificate_events", "certificate_places", "certificate_schools")
FIELDS = (
    "name",
    "starts_on",
    "ends_on",
    "as_scored",
    "points",
    "rest",
    "best",
    "school_best",
    "public",
    *CERTIFICATES,
)
NEEDS = "club.edit"


@command("club.season_add", "season of the club begun", needs=NEEDS)
def add_season(ctx: Context, home: ClubHome, *, left_out: str = "", also: str = "", **values: Any) -> Change:
    """Begin a season. Refuses 422 with a sentence for each mistake, 409 where there is one of that name."""
    row = Season(club=home.club, **_checked(values), **_events(home, left_out, also))
    row.slug = slugify(row.name)[:60] or f"season-{row.starts_on.isoformat()}"
    if Season.objects.filter(club=home.club, slug=row.slug).exists():
        raise Conflict("season-taken", _("There is already a season of that name."))
    row.save(force_insert=True)
    return Change({"id": row.pk, "slug": row.slug}, str(row), None, as_data(row, *FIELDS, "left_out", "also"))


@command("club.season_edit", "season of the club changed", needs=NEEDS)
def edit_season(
    ctx: Context,
    season: Season,
    *,
    home: ClubHome,
    seen: int,
    left_out: str = "",
    also: str = "",
    **values: Any,
) -> Change:
    """Change a season; `seen` is the version the editor saw (409 with both when it moved on)."""
    before = as_data(season, *FIELDS, "left_out", "also")
    after = {**_checked(values), **_events(home, left_out, also)}
    if not Season.objects.filter(pk=season.pk, version=seen).update(version=F("version") + 1, **after):
        stored = as_data(Season.objects.get(pk=season.pk), *FIELDS)
        sentence = _("Somebody else changed this season. Nothing was saved; both are shown.")
        raise Conflict("stale", sentence, stored=stored, typed=values)
    return Change({"id": season.pk}, str(season), before, after)


@command("club.season_remove", "season of the club removed", needs=NEEDS)
def remove_season(ctx: Context, season: Season) -> Change:
    """Remove a season. Events and results stay as they are; its printed certificates are withdrawn."""
    before = as_data(season, *FIELDS, "left_out", "also")
    printed = SeasonCertificate.objects.filter(season=season, withdrawn_at=None)
    printed.update(withdrawn_at=clock.now())
    Season.objects.filter(pk=season.pk).delete()
    return Change({"slug": season.slug}, str(season), before, None)


def _checked(values: dict[str, Any]) -> dict[str, Any]:
    faults = []
    if not 1 <= len(values["name"].strip()) <= 80:
        faults.append(_("A season needs a name of at most 80 characters."))
    if not _days_fit(values["starts_on"], values["ends_on"]):
        faults.append(_("A season ends after it starts, within three years."))
    if not values["as_scored"] and not read_points(values["points"]):
        faults.append(
            _("Write the points of each place, the first one first and none larger: 10 8 6 5 4 3 2 1.")
        )
    if faults:
        raise Refusal("bad-season", *faults)
    return {
        **values,
        **{name: values.get(name) or 0 for name in CERTIFICATES},
        "name": values["name"].strip(),
        "points": " ".join(values["points"].replace(",", " ").split()),
    }


def _days_fit(first: date, last: date) -> bool:
    return timedelta(0) <= last - first <= timedelta(days=3 * 366)


def _events(home: ClubHome, left_out: str, also: str) -> dict[str, list[str]]:
    """Short names as they are typed, each of an event that may be named: own ones to leave out, public ones beside."""
    own = set(Event.objects.filter(host=home.club_id, deleted_at=None).values_list("slug", flat=True))
    out, more = _names(left_out), _names(also)
    public = set(
        Event.objects.filter(slug__in=more, public=True, deleted_at=None).values_list("slug", flat=True)
    )
    if wrong := [name for name in out if name not in own] + [name for name in more if name not in public]:
        sentence = _("No public event has the short name %(names)s.")
        raise Refusal("unknown-event", sentence % {"names": "; ".join(wrong)[:200]})
    return {"left_out": out, "also": more}


def _names(text: str) -> list[str]:
    return list(dict.fromkeys(text.replace(",", " ").split()))[:100]
