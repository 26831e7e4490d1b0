"""What was ruled over a season: counted over the club's events that the reader judges, single words for who directs them all."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from tdapp.events.models import Event, Membership
from tdapp.judging.models import Ruling
from tdapp.judging.rulings.commands.rulings import rule_at
from tdapp.judging.rulings.ruling_request import Asked
from tdapp.kernel import clock
from tests import factories as f
from tests.judging.pages import client, page, text
from tests.judging.test_rulings import judge, playing

pytestmark = pytest.mark.django_db


def ruled(month: int, *words: str) -> f.Hall:
    """An event of its own in a month of 2026, with a ruling on each of these words."""
    with clock.at(datetime(2026, month, 14, 4, tzinfo=UTC)):
        hall = playing()
        day = date(2026, month, 14)
        Event.objects.filter(pk=hall.event.pk).update(name=f"Open {month}", starts_on=day, ends_on=day)
        for word in words:
            asked = Asked((word,), (2,), 1, new_play=True)
            rule_at(judge(hall, shown="Ana"), hall.table(1), asked=asked)
    return hall


def test_a_season_counts_the_rulings_of_every_event_the_reader_judges() -> None:
    halls = [ruled(2, "zzz"), ruled(3, "bahay", "zzz"), ruled(4, "araw")]
    home = f.club()
    Event.objects.update(host=home.club)
    here = halls[1].event
    director, ana = halls[1].director, f.member(here, "judge", "ana")
    for hall in halls[:2]:
        hall.division.rounds.update(status="closed")
    for hall in halls[:1]:
        Membership.objects.create(event=hall.event, user=director, role="director")
        Membership.objects.create(event=hall.event, user=ana, role="judge")
    days = {"since": "2026-01-01", "until": "2026-12-31"}
    told = text(page(client(director), "season", here.slug, **days))
    assert "2 events of these days" in told
    assert "<dd>3</dd>" in told
    assert "67 %" in told
    for part in ("Open 2", "Open 3", "2026-02", "2026-03", "not standing", "Ana"):
        assert part in told
    assert "Open 4" not in told
    # A judge counts too, and hears of no single word; a year up to this event is asked of where nobody says otherwise.
    assert "not standing" not in text(page(client(ana), "season", here.slug, **days))
    assert "2 events" in text(page(client(ana), "season", here.slug))
    # While a round of one of them is being played, single words are told to nobody.
    halls[0].division.rounds.update(status="published")
    assert "not standing" not in text(page(client(director), "season", here.slug, **days))
    wrong = page(client(director), "season", here.slug, since="soon", until="2026-12-31")
    assert wrong.status_code == 422
    assert Ruling.objects.count() == 4
