"""The worker's jobs for searching: which one an edition waits for, and when one that failed is tried again."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from lexicon_admin.models import Edition
from tdapp.kernel import clock
from tdapp.kernel.models import Job
from tdapp.kernel.refusals import Refusal

INDEX, COMPARE = "lexicon.index", "lexicon.compare"
MAKING = "index-making"
WAITING = (Job.Status.QUEUED, Job.Status.RUNNING)
# After the first failure, six times as long after each further one, and never longer than the last.
FIRST_WAIT, TIMES, LONGEST_WAIT = timedelta(minutes=1), 6, timedelta(hours=6)
MOST_FAILURES = 10


def running(edition: Edition | None = None) -> Job | None:
    """The job that is on its way, of an edition or of any."""
    rows = Job.objects.filter(kind__in=(INDEX, COMPARE), status__in=WAITING)
    rows = rows.filter(params__edition=str(edition.pk)) if edition else rows
    return rows.order_by("created_at").first()


def failures(kind: str, edition: Edition, other: Edition | None = None) -> list[Job]:
    """The jobs of a kind that failed for an edition (and the one it was compared with), the last one first."""
    rows = Job.objects.filter(kind=kind, status=Job.Status.FAILED, params__edition=str(edition.pk))
    rows = rows.filter(params__other=str(other.pk)) if other else rows
    return list(rows.order_by("-finished_at")[:MOST_FAILURES])


def next_try(failed: list[Job]) -> datetime | None:
    """When to try again after these failures; None for at once."""
    if not failed or failed[0].finished_at is None:
        return None
    return failed[0].finished_at + min(FIRST_WAIT * TIMES ** (len(failed) - 1), LONGEST_WAIT)


def is_due(kind: str, edition: Edition, other: Edition | None = None) -> bool:
    """Whether a job may be sent: it never failed, or long enough ago."""
    again = next_try(failures(kind, edition, other))
    return again is None or again <= clock.now()


def not_ready(edition: Edition) -> Refusal:
    """Why an edition cannot be searched yet."""
    sentence = _("%(edition)s is being made ready for searching. Look again in a minute.")
    return _told(sentence, {"edition": edition}, failures(INDEX, edition))


def not_compared(edition: Edition, other: Edition) -> Refusal:
    """Why an edition cannot be asked for the words of another one yet."""
    sentence = _("%(edition)s and %(other)s are being compared, once. Look again in a minute.")
    return _told(sentence, {"edition": edition, "other": other}, failures(COMPARE, edition, other))


def _told(sentence: str, facts: dict[str, Edition], failed: list[Job]) -> Refusal:
    sentences = [sentence % facts]
    if failed and (again := next_try(failed)):
        told = {"why": failed[0].message, "time": timezone.localtime(again).strftime("%H:%M")}
        sentences.append(_("The last try failed: %(why)s It is tried again at %(time)s.") % told)
    return Refusal(MAKING, *sentences, status=503)
