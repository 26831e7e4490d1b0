"""The whole season: last month's open and today's event, with the list of words, the ratings and the club they share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from tdapp.demo.making import club, hours, last_month, rated, this_day, words
from tdapp.demo.making.cast import cast
from tdapp.demo.making.stage import bring_out, inside
from tdapp.events.members.commands.members import add_member
from tdapp.events.models import Event
from tdapp.kernel.context import Context
from tdapp.kernel.models import User

SEED = 20261120
# Of the grown-ups: the strongest twenty played last month, all but four of them today, with the four newcomers.
THEN, STAYED = 20, 4
Step = Callable[[int, int, str], None]
STEPS = last_month.ROUNDS + this_day.PLAYED + 4


def _quiet(_done: int, _total: int, _word: str) -> None:
    return


def make(ctx: Context, now: datetime, step: Step = _quiet) -> list[Event]:
    """Both events, the newest first. `ctx`: an installation context of the program."""
    done = iter(range(STEPS))
    then, day = hours.last_month(now), hours.today(now)
    adults, children = cast(SEED, day.day.year)
    step(next(done), STEPS, _("Words"))
    edition = words.word_list(then.day)
    step(next(done), STEPS, last_month.NAME)
    past = last_month.LastMonth(ctx, then, adults[:THEN], edition, SEED)
    for number in range(1, last_month.ROUNDS + 1):
        step(next(done), STEPS, _("%(name)s, round %(n)s") % {"name": last_month.NAME, "n": number})
        past.play(number)
    over = past.finish()
    step(next(done), STEPS, this_day.NAME)
    here = this_day.Today(ctx, day, [adults[STAYED:], children], edition, SEED)
    for number in range(1, this_day.PLAYED + 1):
        step(next(done), STEPS, _("%(name)s, round %(n)s") % {"name": this_day.NAME, "n": number})
        here.play(number)
    step(next(done), STEPS, _("%(name)s, round %(n)s") % {"name": this_day.NAME, "n": this_day.ROUND})
    made = [here.begin_round_4(), over]
    for event in made:
        bring_out(ctx, event)
    rated.rate_open(ctx, over, adults[:THEN], SEED, then.day)
    club.keep(ctx, made, [*adults, *children], day.day)
    _give_to_operators(ctx, made)
    return made


def _give_to_operators(ctx: Context, events: Sequence[Event]) -> None:
    """Whoever keeps the installation directs the demo; given last, so that nobody sees it being made."""
    for event in events:
        for user in User.objects.filter(operator=True, is_active=True):
            add_member(inside(ctx, event), event, user=user, role="director")
