"""Named screens of the hall: made, switched, taken away at the desk."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.db.models import F
from django.utils.text import slugify
from django.utils.translation import gettext as _

from tdapp.events.day import notices
from tdapp.events.models import Event, as_data
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Conflict, Refusal
from tdapp.publishing.models import SECONDS_LEAST, SECONDS_MOST, ZOOM_LEAST, ZOOM_MOST, HallScreen
from tdapp.publishing.screens.all_kinds import KINDS

MOST = 20
FIELDS = ("show", "divisions", "zoom", "theme", "language", "seconds")


@command("screen.add", "screen made", needs="standings.release")
def add_screen(ctx: Context, event: Event, *, name: str, show: str = "auto") -> Change:
    """Make a named screen; the public pages are turned on with it, because it shows what is public (of a rehearsal nothing).

    Refuses 422 without a name, an unknown kind, or past twenty of them; 409 a name that is taken.
    """
    name = " ".join(name.split())
    if not name or len(name) > 60:
        raise Refusal("no-name", _("Give the screen a name of at most 60 letters, such as Front or Door."))
    slug = slugify(name)[:40] or f"screen-{event.hall_screens.count() + 1}"
    _refuse_another(event, slug, name)
    _refuse_bad(event, {"show": show})
    row = HallScreen.objects.create(event=event, slug=slug, name=name, show=show)
    notices.make_public(event)
    return Change({"slug": slug, "name": name}, str(row), None, as_data(row, "name", *FIELDS))


def _refuse_another(event: Event, slug: str, name: str) -> None:
    if event.hall_screens.filter(slug=slug).exists():
        raise Conflict(
            "screen-taken", _("There is a screen called %(name)s already.") % {"name": name}, slug=slug
        )
    if event.hall_screens.count() >= MOST:
        raise Refusal(
            "too-many-screens", _("An event has at most %(most)s screens. Remove one.") % {"most": MOST}
        )


@command("screen.set", "screen switched", needs="standings.release")
def set_screen(ctx: Context, screen: HallScreen, **wanted: Any) -> Change:
    """Switch a screen: any of `show`, `divisions` (short names; none is all), `zoom`, `theme`, `language`, `seconds`.

    The screen itself follows within seconds. Refuses 422 with one sentence for each value that is none.
    """
    unknown = set(wanted) - set(FIELDS)
    if unknown:
        raise Refusal(
            "bad-screen", _("A screen has no setting %(name)s.") % {"name": ", ".join(sorted(unknown))}
        )
    _refuse_bad(screen.event, wanted)
    before = as_data(screen, *wanted)
    HallScreen.objects.filter(pk=screen.pk).update(**wanted, version=F("version") + 1)
    screen.refresh_from_db()
    return Change(
        {"slug": screen.slug, **as_data(screen, *FIELDS)}, str(screen), before, as_data(screen, *wanted)
    )


@command("screen.remove", "screen removed", needs="standings.release")
def remove_screen(ctx: Context, screen: HallScreen) -> Change:
    """Take a screen away; whatever still has its page open says that nothing is public there."""
    before = as_data(screen, "name", *FIELDS)
    name = str(screen)
    HallScreen.objects.filter(pk=screen.pk).delete()
    return Change({"slug": screen.slug}, name, before, None)


def _refuse_bad(event: Event, wanted: dict[str, Any]) -> None:
    faults = list(_faults(event, wanted))
    if faults:
        raise Refusal("bad-screen", *faults)


def _faults(event: Event, wanted: dict[str, Any]) -> Iterator[str]:
    if "show" in wanted and wanted["show"] not in KINDS:
        yield _("There is no kind of screen called %(name)s.") % {"name": wanted["show"]}
    if "theme" in wanted and wanted["theme"] not in HallScreen.Theme.values:
        yield _("A screen is light, dark, or as its computer is set.")
    if "language" in wanted and wanted["language"] not in HallScreen.Language.values:
        yield _("A screen speaks English, Filipino, both in turn, or what its computer is set to.")
    yield from _unknown_divisions(event, wanted.get("divisions", ()))
    for name, least, most in (("zoom", ZOOM_LEAST, ZOOM_MOST), ("seconds", SECONDS_LEAST, SECONDS_MOST)):
        if name in wanted and not (isinstance(wanted[name], int) and least <= wanted[name] <= most):
            yield _("%(what)s: a whole number from %(least)s to %(most)s.") % {
                "what": _("Zoom") if name == "zoom" else _("Seconds a page"), "least": least, "most": most,
            }  # fmt: skip


def _unknown_divisions(event: Event, slugs: Sequence[str]) -> Iterator[str]:
    known = set(event.divisions.values_list("slug", flat=True)) if slugs else set()
    for slug in slugs:
        if slug not in known:
            yield _("There is no division %(slug)s.") % {"slug": slug}
