"""Last month's open: over, final, prizes given, certificates made, rated."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from lexicon_admin.models import Edition
from tdapp.demo.making import stage
from tdapp.demo.making.cast import Somebody
from tdapp.demo.making.games import LOOKED_AT, write_down
from tdapp.demo.making.hours import DAY_PLAN, Hours
from tdapp.desk.ledger.result_entry import Entry
from tdapp.desk.pairing.commands.release import close_round, release_standings, show_pairings
from tdapp.desk.prizes.commands.ceremony import end_ceremony, start_ceremony
from tdapp.desk.prizes.commands.finalising import finalise
from tdapp.desk.prizes.commands.prizes import add_prizes, of_line
from tdapp.desk.prizes.rules.lines import read_line
from tdapp.desk.rehearsal.simulation import pair_and_publish, play
from tdapp.events.day.commands.day_plan import set_day_plan
from tdapp.events.entries.commands.minors import say_minors
from tdapp.events.models import Division, Event, Round
from tdapp.judging.words.commands.setup import set_words
from tdapp.kernel import clock
from tdapp.kernel.context import Context
from tdapp.publishing.certificates.making import Wish, make

ROUNDS = 7
NAME, SLUG, VENUE = "Demo: Titik Open", "demo-open", "Bulwagang Baybayin"
PRIZES = (
    "rank 1-3: 5000 + trophy, 3000 + medal, 2000 + medal", "high game: 500", "high turn: 500", "spread: 500",
)  # fmt: skip
SETTINGS = {
    "name": "Open", "plan": stage.PLAN, "ruleset": "salitaan-competition", "confirm_policy": "single",
    "rating_kind": "full", "overrides": LOOKED_AT,
}  # fmt: skip


class LastMonth:
    """The open, a round at a time, so that progress can be told."""

    def __init__(
        self, ctx: Context, hours: Hours, people: Sequence[Somebody], words: Edition, seed: int
    ) -> None:
        self.hours, self.seed = hours, seed
        with clock.at(hours.opens - timedelta(days=7)):
            self.event = stage.begun(
                ctx, name=NAME, slug=SLUG, venue=VENUE, day=hours.day, divisions=[SETTINGS]
            )
            self.ctx = stage.inside(ctx, self.event)
            say_minors(self.ctx, self.event, minors="no")
            set_day_plan(self.ctx, self.event, line=DAY_PLAN, seen=0)
            set_words(self.ctx, self.division, mode="judge", editions=[words.pk])
            wanted = [of_line(read_line(line), self.division) for line in PRIZES]
            add_prizes(self.ctx, self.event, wanted=wanted)
        stage.enter(self.ctx, self.division, people, hours.opens)

    @property
    def division(self) -> Division:
        return stage.division(self.event, "open")

    def play(self, number: int) -> None:
        """One round, shown to everybody and closed; the first table of the first is written down whole."""
        with clock.at(self.hours.begins(number)):
            round_ = pair_and_publish(self.ctx, self.division, number)
            show_pairings(self.ctx, round_)
        with clock.at(self.hours.ends(number)):
            play(self.ctx, round_, self.seed, known=self._known(round_) if number == 1 else {})
            close_round(self.ctx, round_)
            release_standings(self.ctx, self.division, after=number)

    def _known(self, round_: Round) -> dict[int, Entry]:
        table = round_.tables.select_related("round__division__event").order_by("number")[0]
        return {table.number: Entry("played", write_down(self.ctx, table))}

    def finish(self) -> Event:
        """Called final, prizes given; its certificates are made now, for their file is kept for a day."""
        with clock.at(self._after()):
            finalise(self.ctx, self.division)
            start_ceremony(self.ctx, self.event)
        with clock.at(self._after() + timedelta(minutes=20)):
            end_ceremony(self.ctx, self.event)
        make(self.ctx, self.event, wish=Wish(schools=False))
        return self.event

    def _after(self) -> datetime:
        return self.hours.ends(ROUNDS) + timedelta(minutes=15)
