"""How a place stands, for people: what lies there, what waits, what went wrong and what to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tdapp.events.models import Event
from tdapp.kernel import clock
from tdapp.kernel.models import Job
from tdapp.kernel.templatetags.td import ago
from tdapp.publishing.models import PushPlace
from tdapp.publishing.site.push import faults, fingerprints, kinds, public_state

OK, NOW, ASK, PLAIN = "ok", "now", "ask", "plain"


@dataclass(frozen=True, slots=True)
class Standing:
    """`state` and `word`: for a chip; `lines`: what there is to say; `job`: the one that is at it, or was last."""

    place: PushPlace
    state: str
    word: str
    lines: tuple[str, ...]
    job: Job | None

    @property
    def where(self) -> str:
        return kinds.shown(self.place)

    @property
    def kind(self) -> str:
        return str(kinds.LABELS[kinds.Kind(self.place.kind)])

    @property
    def running(self) -> bool:
        return self.job is not None and not self.job.over

    @property
    def soon(self) -> bool:
        """Whether something happens by itself within seconds, so that the page looks again."""
        return self.running or self.place.asked

    @property
    def offered(self) -> str:
        return fingerprints.of(self.place.offered_key)

    @property
    def confirmed(self) -> str:
        return fingerprints.of(self.place.host_key)

    @property
    def key_kind(self) -> str:
        return fingerprints.kind(self.place.offered_key or self.place.host_key)


def of_event(event: Event) -> list[Standing]:
    """Every place of an event. Two queries."""
    rows = list(PushPlace.objects.filter(event=event).select_related("event"))
    known = Job.objects.in_bulk([row.job for row in rows if row.job])
    return [_told(row, known.get(row.job)) for row in rows]


def of(place: PushPlace) -> Standing:
    """One place."""
    return _told(place, Job.objects.filter(pk=place.job).first() if place.job else None)


def _told(place: PushPlace, job: Job | None) -> Standing:
    state, word = _chip(place, job)
    return Standing(place, state, word, tuple(line for line in _lines(place, job) if line), job)


def _chip(place: PushPlace, job: Job | None) -> tuple[str, str]:
    if place.asked or (job and not job.over):
        return NOW, _("being sent")
    if place.fault:
        return (PLAIN, _("tried again")) if faults.is_passing(place.fault) else (ASK, _("waits for you"))
    if place.waiting_since:
        return (PLAIN, _("waits")) if place.by_itself or place.down else (ASK, _("not what is public"))
    if place.down:
        return PLAIN, _("taken down")
    return (OK, _("as public now")) if place.held else (PLAIN, _("nothing there"))


def _lines(place: PushPlace, job: Job | None) -> list[str]:
    facts: dict[str, Any] = {**place.told, "when": ago(place.sent_at)}
    told = _("Last sent %(when)s: %(sent)s files sent, %(removed)s taken away, %(unchanged)s as they were.")
    lines = [told % facts if place.sent_at else _("Nothing was sent there yet.")]
    if place.waiting_since and not (job and not job.over):
        when = {"when": ago(place.waiting_since)}
        if place.down:
            lines.append(
                _("It was to be taken down %(when)s; the place has not acknowledged that yet.") % when
            )
        elif place.sent_at and public_state.wanted(place) != place.held:
            lines.append(
                _("What is public changed %(when)s: what was hidden or corrected since still stands there.")
                % when
            )
    lines.append(faults.sentence(place.fault))
    if place.fault and place.next_at and place.next_at > clock.now():
        facts = {"n": place.failures, "when": f"{timezone.localtime(place.next_at):%H:%M}"}
        lines.append(_("Tries in vain: %(n)s. The next one is at %(when)s.") % facts)
    return lines


def behind(event: Event, changed: bool) -> list[str]:
    """Names of the places that do not stand as public now; all that hold something when it `changed` a moment ago."""
    rows = PushPlace.objects.filter(event=event).exclude(held="")
    rows = rows if changed else rows.filter(waiting_since__isnull=False)
    return list(rows.values_list("name", flat=True))
