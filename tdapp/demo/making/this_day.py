"""Today's event: two divisions in round 4, and what a desk meets in it: a dispute, a call, a slip of the pen."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from uuid import uuid4

from lexicon_admin.models import Edition
from tdapp.demo.making import stage
from tdapp.demo.making.cast import Somebody
from tdapp.demo.making.games import LOOKED_AT, write_down, write_down_wrong
from tdapp.demo.making.hours import DAY_PLAN, Hours
from tdapp.desk.ledger.result_entry import Entry
from tdapp.desk.models import PhoneBinding
from tdapp.desk.pairing.commands.release import close_round, release_standings, show_pairings
from tdapp.desk.phones.commands.phones import find_myself, set_rule
from tdapp.desk.prizes.commands.prizes import add_prizes, of_line
from tdapp.desk.prizes.rules.lines import read_line
from tdapp.desk.rehearsal.simulation import pair_and_publish, play
from tdapp.desk.results.commands import claiming
from tdapp.events.day.commands.announcements import post
from tdapp.events.day.commands.day_plan import set_day_plan
from tdapp.events.entries.commands.minors import say_minors
from tdapp.events.models import Division, Event, Round, Slot, Table
from tdapp.judging.rulings.commands.calls import call_judge
from tdapp.judging.words.commands.setup import set_words
from tdapp.kernel import clock
from tdapp.kernel.context import Context
from tdapp.publishing.screens.commands.screens import add_screen

PLAYED, ROUND = 3, 4
NAME, SLUG, VENUE = "Demo: Kuwadro Cup", "demo", "Bulwagang Baybayin"
OPEN, JUNIORS = "open", "juniors"
SETTINGS = (
    {"name": "Open", "rating_kind": "full", "overrides": LOOKED_AT},
    {"name": "Juniors", "rating_kind": "unrated", "school": True, "avoid_clubs": True, "ruleset": "salitaan-family"},
)  # fmt: skip
PRIZES = ((OPEN, "rank 1-3: 3000 + trophy, 2000, 1000"), (JUNIORS, "rank 1-3: trophy, medal, medal"))
SAID = (
    "Round 5 begins after the merienda. Slips go to the desk.",
    "Pagkatapos ng merienda ang round 5. Dalhin sa mesa ang slip.",
)
# Of the open's tables: so many are in; the next ones are the dispute, the call and the slip; the others play on.
SHARE = 0.5
DISPUTED = ((431, 402), (413, 402))


class Today:
    """The event, a round at a time, so that progress can be told."""

    def __init__(
        self, ctx: Context, hours: Hours, people: Sequence[Sequence[Somebody]], words: Edition, seed: int
    ) -> None:
        self.hours, self.seed = hours, seed
        shared = {"plan": stage.PLAN, "ruleset": "salitaan-competition", "confirm_policy": "single"}
        with clock.at(hours.opens - timedelta(hours=1)):
            self.event = stage.begun(
                ctx, name=NAME, slug=SLUG, venue=VENUE, day=hours.day,
                divisions=[{**shared, **one} for one in SETTINGS],
            )  # fmt: skip
            self.ctx = stage.inside(ctx, self.event)
            say_minors(self.ctx, self.event, minors="yes")
            set_day_plan(self.ctx, self.event, line=DAY_PLAN, seen=0)
            set_words(self.ctx, self._division(OPEN), mode="judge", editions=[words.pk])
            set_rule(self.ctx, self._division(OPEN), mode="report")
            wanted = [of_line(read_line(line), self._division(slug)) for slug, line in PRIZES]
            add_prizes(self.ctx, self.event, wanted=wanted)
        for slug, some in zip((OPEN, JUNIORS), people, strict=True):
            stage.enter(self.ctx, self._division(slug), some, hours.opens)

    def _division(self, slug: str) -> Division:
        return stage.division(self.event, slug)

    def play(self, number: int) -> None:
        """One round of both divisions, closed; the open's first table of round 3 is written down whole."""
        for slug in (OPEN, JUNIORS):
            round_ = self._publish(slug, number)
            with clock.at(self.hours.ends(number)):
                whole = slug == OPEN and number == PLAYED
                play(self.ctx, round_, self.seed, known=self._known(round_) if whole else {})
                close_round(self.ctx, round_)
                release_standings(self.ctx, self._division(slug), after=number)

    def _publish(self, slug: str, number: int) -> Round:
        with clock.at(self.hours.begins(number)):
            round_ = pair_and_publish(self.ctx, self._division(slug), number)
            show_pairings(self.ctx, round_)
        return round_

    def _known(self, round_: Round) -> dict[int, Entry]:
        table = _tables(round_)[0]
        return {table.number: Entry("played", write_down(self.ctx, table))}

    def begin_round_4(self) -> Event:
        """Round 4 half in, with what waits for the desk and for a judge."""
        for slug in (OPEN, JUNIORS):
            round_ = self._publish(slug, ROUND)
            play(self.ctx, round_, self.seed, share=SHARE)
            if slug == OPEN:
                self._events_of(round_)
        post(self.ctx, self.event, text=SAID[0], text_fil=SAID[1])
        add_screen(self.ctx, self.event, name="Front")
        return self.event

    def _events_of(self, round_: Round) -> None:
        still_out = [table for table in _tables(round_) if not table.results.exists()]
        disputed, called, written = still_out[:3]
        for seat, scores in enumerate(DISPUTED, start=1):
            self._report(disputed, seat, scores)
        call_judge(self.ctx, called, challengers=[2], challenged=1, words=["HALAMEN"])
        write_down_wrong(self.ctx, written)

    def _report(self, table: Table, seat: int, scores: tuple[int, ...]) -> None:
        """A player finds themselves with a phone of their own, and reports."""
        slot = Slot.objects.select_related("entrant__division__event").get(table=table, seat=seat)
        cookie, who = uuid4(), slot.entrant
        ctx = Context(
            claiming.actor_of(slot), who.listed, self.event.scope_key, frozenset({"phone"}), self.ctx.via
        )
        find_myself(ctx, who, cookie=cookie, how=PhoneBinding.How.CODE)
        claiming.report(ctx, table, seat=seat, scores=scores, cookie=cookie, sure=True)


def _tables(round_: Round) -> list[Table]:
    return list(round_.tables.select_related("round__division__event").order_by("number"))
