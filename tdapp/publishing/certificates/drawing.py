"""The PDF of certificates: one page each, laid across. Lengths are points, the origin is the lower left corner."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from typing import Any

from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4, LETTER, landscape
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from tdapp.desk.models import Certificate, Sponsor
from tdapp.desk.prizes.rules.field import Field, Play, fields
from tdapp.desk.prizes.rules.winners import settings_of
from tdapp.desk.prizes.rules.words import Names, names_of
from tdapp.events.models import Event, Named
from tdapp.people.names import spoken_name
from tdapp.publishing.certificates.certificate_page import Around, Says, draw_page
from tdapp.publishing.certificates.facts import place_of, record_of, titles_of
from tdapp.publishing.certificates.pen import Pen, fonts
from tdapp.publishing.look import tones
from tdapp.publishing.models import EventLook

SIZES = {"a4": A4, "letter": LETTER}
EVERY = 10
Step = Callable[[int, int, str], None]


def build(event: Event, ids: Sequence[str], paper: str, address: str, step: Step) -> bytes:
    """The certificates of these ids, in their order. `step` is told how far it is."""
    rows = {str(row.pk): row for row in _rows(event, ids)}
    look_up = f"{address}certificate/" if address else ""
    around = Around(event, settings_of(event), _logos(event), look_up, *_look(event))
    plays = _plays(fields(event.divisions.select_related("event")).values())
    names = names_of(event, _written)
    width, height = landscape(SIZES[paper])
    stream = io.BytesIO()
    canvas = Canvas(stream, pagesize=(width, height), invariant=1, initialFontName=fonts()["plain"])
    canvas.setTitle(_("Certificates"))
    canvas.setAuthor(event.name)
    for number, key in enumerate(ids):
        if number % EVERY == 0:
            step(number, len(ids), _("Drawing certificates"))
        if key in rows:
            draw_page(Pen(canvas, width, height), _says(rows[key], plays, names), around)
            canvas.showPage()
    canvas.save()
    return stream.getvalue()


def _written(row: Named) -> str:
    """The full name: whose certificate it is needs nothing beside it."""
    return spoken_name(row.given, row.surname)


def _rows(event: Event, ids: Sequence[str]) -> Any:
    rows = Certificate.objects.filter(event=event, pk__in=ids)
    return rows.select_related("entrant__club", "entrant__division__event", "division")


def _logos(event: Event) -> list[tuple[ImageReader, int, int]]:
    rows = Sponsor.objects.filter(event=event)
    return [(ImageReader(io.BytesIO(bytes(row.picture))), row.width, row.height) for row in rows]


def _look(event: Event) -> tuple[tuple[ImageReader, int, int] | None, str]:
    """The event's own logo, None without one, and its colour as text on paper, "" without one."""
    row = EventLook.objects.filter(event=event).first()
    if row is None:
        return None, ""
    logo = (ImageReader(io.BytesIO(row.png)), row.width, row.height) if row.logo else None
    return logo, tones.tones(row.colour).day if row.colour else ""


def _plays(known: Any) -> dict[str, Play]:
    """Everybody's best play on scoresheets, by entrant id: the highest score."""
    found: dict[str, Play] = {}
    one: Field
    for one in known:
        for play in one.plays:
            if play.entrant not in found or play.score > found[play.entrant].score:
                found[play.entrant] = play
    return found


def _says(row: Certificate, plays: dict[str, Play], names: Names) -> Says:
    titles, says = titles_of(row.says), row.says
    if "members" in says:
        place = min((one["place"] for one in says["titles"]), default=0)
        people = [names.of(who) for who in says["members"]]
        seal = str(place) if 1 <= place <= 3 else ""
        return Says(row.school, "", seal, titles, (), row.code, people=people)
    if row.entrant is None:
        return Says(
            row.school, "", "", titles, (_("took part with %(n)s") % {"n": record_of(says)},), row.code
        )
    who = row.entrant
    place = place_of(says)
    facts = (
        [_("%(place)s in %(division)s") % {"place": place, "division": who.division.name}] if place else []
    )
    seal = str(says["place"]) if says.get("place") and says["place"] <= 3 else ""
    lines = (*facts, record_of(says))
    return Says(
        _written(who),
        who.club.name if who.club else "",
        seal,
        titles,
        lines,
        row.code,
        plays.get(str(who.pk)),
        person=True,
    )
