"""The certificates of a season as a PDF, for the club's own officers: nobody else is given the names.

Full names are those of the club's own: who played at one of its events, or for it. Of others stands what their event shows
the public.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.db.models import Q
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from tdapp.clubs import reckoning
from tdapp.clubs.models import Season
from tdapp.clubs.reckoning import POINT, Award
from tdapp.clubs.seasons.gathering import Found
from tdapp.events.models import Entrant
from tdapp.kernel.templatetags.td import ordinal, points
from tdapp.people.models import ClubHome
from tdapp.people.names import spoken_name
from tdapp.publishing.certificates.certificate_page import Around, Says, draw_page
from tdapp.publishing.certificates.pen import Pen, fonts
from tdapp.publishing.look import tones

# A page is drawn in a few thousandths of a second; more than these are printed part by part.
EACH, MEDALS = 100, 3


@dataclass(frozen=True, slots=True)
class _Season:
    """What stands at the head of each."""

    name: str
    venue: str
    starts_on: date
    ends_on: date


@dataclass(frozen=True, slots=True)
class _Signed:
    signer: str
    signer_title: str


def awards(season: Season, found: Found) -> list[Award]:
    """Who gets one, by the season's own rule. Schools are ranked for it also where the season shows no table of them."""
    schools = found.schools or reckoning.schools(found.lines, len(found.lines))
    return reckoning.recognised(found.lines, schools, season.recognition)


def parts(count: int) -> list[tuple[int, int]]:
    """The first and last of each part, numbered from 1."""
    return [(first + 1, min(first + EACH, count)) for first in range(0, count, EACH)]


def drawn(
    home: ClubHome, season: Season, found: Found, some: Sequence[Award], codes: Sequence[str], root: str
) -> bytes:
    """The PDF of these certificates with their `codes`, one page each. `root`: where the public addresses begin, "" unknown."""
    names = {**found.names, **own_names(season, found)}
    around = _around(home, season, root)
    width, height = landscape(A4)
    stream = io.BytesIO()
    canvas = Canvas(stream, pagesize=(width, height), invariant=1, initialFontName=fonts()["plain"])
    canvas.setTitle(_("Certificates"))
    canvas.setAuthor(home.club.name)
    for one, code in zip(some, codes, strict=True):
        draw_page(Pen(canvas, width, height), replace(says(one, names), code=code), around)
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


def own_names(season: Season, found: Found) -> dict[str, str]:
    """The full names of the club's own players, by player as the season knows them; one query."""
    rows = Entrant.objects.filter(division__in=list(found.divisions), house=False).filter(
        Q(event__host=season.club_id) | Q(club=season.club_id)
    )
    rows = rows.annotate(who=Coalesce("player__merged_into_id", "player_id", "pk")).order_by(
        "event__starts_on"
    )
    return {
        str(who): spoken_name(given, surname)
        for who, given, surname in rows.values_list("who", "given", "surname")
    }


def _around(home: ClubHome, season: Season, root: str) -> Around:
    logo = (ImageReader(io.BytesIO(home.png)), home.width, home.height) if home.width else None
    colour = tones.tones(home.colour).day if home.colour else ""
    head = _Season(f"{home.club.name}: {season.name}", home.club.region, season.starts_on, season.ends_on)
    page = f"{root}{reverse('clubs:look_up')}" if root else ""
    typed_at = page.partition("://")[2] or page
    return Around(head, _Signed(home.club.name, ""), (), page, logo, colour, typed_at)


def says(one: Award, names: dict[str, str]) -> Says:
    """What stands on one."""
    best = min((place for _klass, place in one.places), default=0)
    seal = str(best) if 1 <= best <= MEDALS else ""
    if not one.player:
        return Says(one.school, "", seal, titles(one), lines(one), "")
    return Says(names[one.player], one.school, seal, titles(one), lines(one), "", person=True)


def lines(one: Award) -> tuple[str, ...]:
    """What it was given for beside a place: at how many events, how many points if any."""
    total = ngettext(
        "%(n)s point in the season", "%(n)s points in the season", 1 if one.total == POINT else 2
    )
    events = ngettext("results at %(n)s event", "results at %(n)s events", one.events) % {"n": one.events}
    said = [(bool(one.player), events), (one.total > 0, total % {"n": points(one.total)})]
    return tuple(text for there, text in said if there)


def titles(one: Award) -> list[str]:
    """The places it was given for, in words."""
    return list(_titles(one))


def _titles(one: Award) -> Iterable[str]:
    for klass, place in one.places:
        told = {"place": ordinal(place), "klass": klass}
        if not one.player:
            yield _("%(place)s of the schools and clubs") % told
        elif klass:
            yield _("%(place)s of class %(klass)s") % told
        else:
            yield _("%(place)s of the season") % told
