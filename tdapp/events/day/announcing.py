"""What is announced to the hall now, and the ready-made announcements in both languages."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from tdapp.events.models import Event
from tdapp.events.models.hall import Announcement
from tdapp.kernel import clock

SCREENS, PHONES = Announcement.Place.SCREENS, Announcement.Place.PHONES


@dataclass(frozen=True, slots=True)
class Ready:
    """A ready-made announcement: the same sentence in both languages, and for how many minutes it usually stands."""

    code: str
    en: str
    fil: str
    minutes: int


# Said to a hall in which both languages are spoken: data, not the page's own words, so both stand here side by side.
READY = (
    Ready("lunch", "Go to lunch.", "Kumain na ng tanghalian.", 60),
    Ready("seats", "Go to your tables. The round starts soon.", "Pumunta na sa inyong mesa. Magsisimula na ang round.", 10),
    Ready("pairings", "New pairings are out. Find your table.", "Narito na ang bagong pairings. Hanapin ang inyong mesa.", 10),
    Ready("roll-call", "Roll-call: come to the desk if you play on.", "Roll-call: pumunta sa desk kung maglalaro pa kayo.", 15),
    Ready("slips", "Bring your result slip to the desk.", "Dalhin ang inyong result slip sa desk.", 15),
    Ready("quiet", "Quiet, please: games are still being played.", "Tumahimik po tayo: may naglalaro pa.", 15),
    Ready("break", "Short break. Stay near the hall.", "Maikling pahinga. Huwag lumayo sa bulwagan.", 15),
    Ready("prizes", "Prize giving starts soon. Come to the hall.", "Magsisimula na ang parangal. Pumasok na sa bulwagan.", 20),
)  # fmt: skip
BY_CODE = {one.code: one for one in READY}


def in_force(event: Event, place: str = "") -> list[Announcement]:
    """What stands now, newest first; `place` screens or phones: only what is meant for those."""
    return list(standing(event, place).select_related("division"))


def standing(event: Event, place: str = "") -> QuerySet[Announcement]:
    """The announcements neither taken down nor past their moment."""
    rows = Announcement.objects.filter(event=event, taken_down_at=None)
    rows = rows.filter(Q(until=None) | Q(until__gt=clock.now()))
    return rows.exclude(place=PHONES if place == SCREENS else SCREENS) if place else rows


def end_all(event: Event) -> int:
    """Take down everything that stands, inside a command: at the ceremony what was said before it is over."""
    rows = Announcement.objects.filter(event=event, taken_down_at=None)
    return rows.update(taken_down_at=clock.now())


def texts(row: Announcement, language: str) -> list[str]:
    """The announcement for a reader: his language first, then the other one where there is one."""
    both = [row.text_fil, row.text] if language == "fil" else [row.text, row.text_fil]
    return [text for text in both if text]
