"""Why a rating moved: one sentence, the steps of the formula, and what every game was expected to be worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tdapp.ratings.formulas import FULL, Field, Formula, Game, Segment, formula, taken_as
from tdapp.ratings.models import RatingChange, RatingRun
from tdapp.ratings.runs.replay import players_of
from tdapp.ratings.runs.results import Counted, counted
from tdapp.ratings.runs.values import Point, Value, Values

NOTES = {
    "first": gettext_lazy("a first rating: the one at which these results were to be expected"),
    "capped": gettext_lazy("held at the most one event may change"),
    "floor": gettext_lazy("held at the lowest rating there is"),
    "performance": gettext_lazy("the rating at which these results were to be expected"),
    "spread": gettext_lazy("by spreads: won and promised are points, not games"),
}


class GameLine(NamedTuple):
    """One game as the formula saw it. Ratings are those it used: at the start of the segment."""

    round: int
    opponent: int
    opponent_rating: int
    score: int
    against: int
    worth: float
    expected: float
    weight: float


@dataclass(frozen=True)
class Explained:
    """A change told in full."""

    sentence: str
    segments: Sequence[Segment]
    games: Sequence[GameLine]


def explain(change: RatingChange) -> Explained:
    """The change of one player by one run of an event (`change.run.division` loaded)."""
    segments = [Segment(**segment) for segment in change.segments]
    return Explained(sentence(change.before, change.after, segments), segments, _games(change, segments))


def sentence(before: int, after: int, segments: Sequence[Segment]) -> str:
    """The whole change in one plain sentence."""
    if not segments:
        return _("No rated game: the rating stays %(after)s.") % {"after": after}
    facts = {"before": before, "after": after, "steps": "; ".join(_step(segment) for segment in segments)}
    if not before:
        return _("First rating %(after)s: %(steps)s.") % facts
    return _("%(before)s to %(after)s: %(steps)s.") % facts


def _step(segment: Segment) -> str:
    facts: dict[str, Any] = {
        "rounds": f"{segment.first}-{segment.last}", "wins": _number(segment.wins), "games": _number(segment.games),
        "expected": f"{segment.expected:.2f}", "k": _number(segment.factor or 0), "change": _signed(segment.change),
    }  # fmt: skip
    told = [_("rounds %(rounds)s, won %(wins)s of %(games)s where %(expected)s were expected") % facts]
    if segment.factor:
        told.append(_("%(change)s at K %(k)s") % facts)
    if segment.bonus:
        told.append(
            _("bonus for a gain above five points a game %(bonus)s") % {"bonus": _signed(segment.bonus)}
        )
    if segment.feedback:
        told.append(
            _("feedback from opponents' bonuses %(feedback)s") % {"feedback": _signed(segment.feedback)}
        )
    if segment.note in NOTES:
        told.append(str(NOTES[segment.note]))
    return ", ".join(told)


def _number(value: float) -> str:
    return f"{value:g}"


def _signed(value: float) -> str:
    return f"{value:+.1f}"


def _games(change: RatingChange, segments: Sequence[Segment]) -> list[GameLine]:
    run = change.run
    if run.division_id is None:
        return []
    played = counted([run.division_id])[run.division_id]
    own = next((at for at, who in enumerate(played.field) if who.player == change.player_id), None)
    if own is None:
        return []
    used = _Used(run, played)
    return [used.line(game, own) for game in used.field.games if own in (game.a, game.b)]


class _Used:
    """The ratings a run used in each round: each player's at the start of the segment."""

    def __init__(self, run: RatingRun, played: Counted) -> None:
        self.played, self.run = played, run
        self.formula: Formula = formula(run.formula)
        rows = {change.player_id: change for change in run.changes.all()}
        self.segments = [
            [Segment(**one) for one in rows[who.player].segments] if who.player in rows else []
            for who in played.field
        ]
        values: Values = {who: Value(row.before, row.games_before) for who, row in rows.items()}
        field = Field(players_of(played, values, Point(run.on, run.order)), played.games)
        # A run kept from before there was the setting took a win by the tie rule for a draw.
        self.field = taken_as(field, run.settings, usual=False)

    def rating(self, place: int, round_: int) -> int:
        """What a player was taken for in a round; a newcomer for his first rating."""
        for segment in self.segments[place]:
            if segment.first <= round_ <= segment.last:
                return segment.start or segment.result
        return self.field.players[place].rating

    def line(self, game: Game, own: int) -> GameLine:
        other = game.b if own == game.a else game.a
        score, against = (game.score_a, game.score_b) if own == game.a else (game.score_b, game.score_a)
        worth = game.worth if own == game.a else 1.0 - game.worth
        rating, met = self.rating(own, game.round), self.rating(other, game.round)
        expected = self.formula.expect(rating, met, self.run.settings)
        number = self.played.field[other].number
        return GameLine(game.round, number, met, score, against, worth, expected, game.weight / FULL)
