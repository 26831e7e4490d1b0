"""Checks on an entered result: what is impossible (refused), unusual (asked about) or missing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Max, Min, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tdapp.desk.ledger import unfinished_game
from tdapp.desk.ledger.entry_line import Entry as Entry
from tdapp.desk.ledger.entry_line import Typed
from tdapp.desk.ledger.points_off import decided
from tdapp.desk.models import Result, ResultLine
from tdapp.events.models import Division, Entrant
from tdapp.events.rules import rulesets
from tdapp.kernel.refusals import Refusal
from tdapp.people.names import is_guarded

LOWEST, HIGHEST = -500, 2500
MOST_PENALTY = 500
ENOUGH_SCORES = 20
SOME = 200
LEAST_MARGIN = 50
CHILDRENS_SHARE = (
    3  # beginners at school make a third of what the rules' usual game comes to; a digit left out makes less
)


@dataclass(frozen=True, slots=True)
class Seen:
    """Lowest and highest score of a division so far, and how many there are."""

    low: int | None
    high: int | None
    scores: int


def from_typed(typed: Typed) -> Entry:
    """A line as read, as an entry."""
    return Entry(
        typed.kind, typed.scores, typed.before, typed.penalties, typed.absent, typed.spread, typed.winner
    )


def refuse_impossible(entry: Entry, seats: int, division: Division) -> None:
    """Refuse what cannot be a result, one sentence for each mistake; equal scores stop the line (SAL:232)."""
    if entry.kind not in Result.Kind.values:
        raise Refusal("bad-result", _("A result is played, forfeit, unscored or unfinished."))
    if faults := _faults(entry, seats):
        raise Refusal("impossible", *faults)
    if _needs_before(entry, division):
        raise Refusal(
            "equal-scores",
            _("Equal scores. Type both scores before unplayed tiles after a slash, like 400 400 / 412 405."),
            scores=list(entry.scores),
        )


def _faults(entry: Entry, seats: int) -> list[str]:
    if entry.kind == Result.Kind.UNSCORED:
        return []
    if entry.kind == Result.Kind.FORFEIT:
        fits = entry.absent and all(1 <= seat <= seats for seat in entry.absent)
        return [] if fits else [_("A forfeit names the seat that did not come.")]
    faults = [] if len(entry.scores) == seats else [_("This table has %(seats)s seats.") % {"seats": seats}]
    if entry.before and len(entry.before) != seats:
        faults.append(_("Give the score before unplayed tiles for every seat, or for none."))
    sentence = _("%(score)s cannot be a score; scores lie between %(low)s and %(high)s.")
    limits = {"low": LOWEST, "high": HIGHEST}
    faults += [
        sentence % {"score": s, **limits}
        for s in (*entry.scores, *entry.before)
        if not LOWEST <= s <= HIGHEST
    ]
    if any(not 0 <= points <= MOST_PENALTY for points in entry.penalties.values()):
        faults.append(_("A penalty takes 0 to %(most)s points off; write p2=10.") % {"most": MOST_PENALTY})
    return faults


def _needs_before(entry: Entry, division: Division) -> bool:
    """Whether the winner hangs on the scores before unplayed tiles, and they were not given."""
    if entry.kind != Result.Kind.PLAYED or entry.before or not rulesets.tie_asks_before(division):
        return False
    scores = sorted(decided(entry, division).scores)
    return scores[-1] == scores[-2]


def questions(
    entry: Entry, who: Sequence[Entrant], division: Division, seen: Seen | None = None
) -> list[dict[str, str]]:
    """What is unusual for this division and ruleset: `{"code", "sentence"}` each. Empty: nothing to ask.

    `who`: those at the table, by seat. `seen`: what `seen_scores` says, where many entries are looked at together.
    """
    if entry.kind not in {Result.Kind.PLAYED, Result.Kind.UNFINISHED}:
        return []
    checks = _score_questions(entry, who, division, seen) if entry.kind == Result.Kind.PLAYED else []
    checks += unfinished_game.questions(entry, division)
    return checks + _spread_question(entry, division) + _winner_question(decided(entry, division), who)


def _score_questions(
    entry: Entry, who: Sequence[Entrant], division: Division, seen: Seen | None
) -> list[dict[str, str]]:
    seen = seen or seen_around(division, entry.scores)
    low, high = _usual(seen, _guess(division, who))
    return [
        {"code": "unusual-score", "sentence": _unusual(score, seen)}
        for score in entry.scores
        if not low <= score <= high
    ]


def _guess(division: Division, who: Sequence[Entrant]) -> tuple[int, int]:
    """What the rules make usual; where children play, or who is taken for one, low scores are as usual as high ones."""
    low, high = rulesets.usual_scores(division, len(who))
    school = division.school or division.event.school
    young = any(is_guarded(one.age, school) for one in who)
    return (low // CHILDRENS_SHARE, high) if young else (low, high)


def _usual(seen: Seen, guess: tuple[int, int]) -> tuple[int, int]:
    """What raises no question: a guess from the rules, widened by what was seen; with enough games in,
    only those.

    A quarter of the range seen is left either way, so that a new best game is rarely asked about.
    """
    if seen.low is None or seen.high is None:
        return guess
    if seen.scores < ENOUGH_SCORES:
        return min(guess[0], seen.low), max(guess[1], seen.high)
    margin = max(LEAST_MARGIN, (seen.high - seen.low) // 4)
    return seen.low - margin, seen.high + margin


def _unusual(score: int, seen: Seen) -> str:
    if seen.low is None or seen.high is None:
        return _("%(score)s is unusual here.") % {"score": score}
    if score < seen.low:
        return _("%(score)s is unusual here (lowest so far %(low)s).") % {"score": score, "low": seen.low}
    return _("%(score)s is unusual here (highest so far %(top)s).") % {"score": score, "top": seen.high}


def seen_scores(division: Division) -> Seen:
    """The range of the division's confirmed scores: one typo must not make the next one usual."""
    found = _confirmed(division).aggregate(high=Max("score"), low=Min("score"), scores=Count("pk"))
    return Seen(found["low"], found["high"], found["scores"])


def seen_around(division: Division, scores: Sequence[int]) -> Seen:
    """As `seen_scores`, as far as these scores need it: what lies between some that were seen is usual, however many more
    there are. So that a line in a large field costs what it costs in a small one.
    """
    some = list(_confirmed(division).values_list("score", flat=True)[:SOME])
    if some and (len(some) < SOME or (min(some) <= min(scores) and max(scores) <= max(some))):
        return Seen(min(some), max(some), len(some))
    return seen_scores(division)


def _confirmed(division: Division) -> QuerySet[ResultLine]:
    return ResultLine.objects.order_by().filter(
        result__in_force=True, result__kind=Result.Kind.PLAYED, result__table__round__division=division
    )


def _spread_question(entry: Entry, division: Division) -> list[dict[str, str]]:
    """Whether the spread typed is neither the slip's nor the one with points off the score taken off."""
    if entry.spread is None or len(entry.scores) != 2:
        return []
    one, other = decided(entry, division).scores
    real = one - other
    if entry.spread in (real, entry.scores[0] - entry.scores[1]):
        return []
    sign = _(" (the sign is seat 1's)") if real == -entry.spread else ""
    sentence = _("The spread typed is %(typed)s, but the scores give %(real)s%(sign)s.")
    return [
        {
            "code": "spread-differs",
            "sentence": sentence % {"typed": f"{entry.spread:+d}", "real": f"{real:+d}", "sign": sign},
        }
    ]


def _winner_question(entry: Entry, who: Sequence[Entrant]) -> list[dict[str, str]]:
    if entry.winner is None or len(entry.scores) != len(who):
        return []
    best = winners_of(entry)
    numbers = [who[place].number for place in best]
    if numbers == [entry.winner]:
        return []
    facts = {"typed": entry.winner, "real": _(" and ").join(str(number) for number in numbers)}
    if entry.winner not in [one.number for one in who]:
        sentence = _("Player %(typed)s does not sit at this table.") % facts
    elif len(best) > 1:
        sentence = _("By the scores %(real)s tied; player %(typed)s was typed as the winner.") % facts
    else:
        sentence = _("By the scores player %(real)s won, not %(typed)s.") % facts
    return [{"code": "winner-differs", "sentence": sentence}]


def winners_of(entry: Entry) -> list[int]:
    """The places (from 0) of the best score; equal ones by the scores before unplayed tiles (SAL:232).

    Of an entry with points off the score: hand in what `points_off.decided` makes of it.
    """
    before = entry.before or (0,) * len(entry.scores)
    marks = list(zip(entry.scores, before, strict=True))
    return [place for place, mark in enumerate(marks) if mark == max(marks)]


def in_words(data: dict[str, Any]) -> str:
    """A result (`Entry.as_data`) as people write it: 412-388, seat 2 did not come, not scored."""
    if data["kind"] == Result.Kind.FORFEIT:
        seats = _(" and ").join(str(seat) for seat in data["absent"])
        return ngettext(
            "seat %(seats)s did not come", "seats %(seats)s did not come", len(data["absent"])
        ) % {"seats": seats}
    if data["kind"] == Result.Kind.UNSCORED:
        return _("not scored")
    told = "\N{EN DASH}".join(str(score).replace("-", "\N{MINUS SIGN}") for score in data["scores"])
    if data["before"]:
        told += _(" (before unplayed tiles %(before)s)") % {
            "before": "\N{EN DASH}".join(str(score) for score in data["before"])
        }
    told += "".join(
        _(", seat %(seat)s fined %(points)s") % {"seat": seat, "points": points}
        for seat, points in data["penalties"].items()
    )
    return _("unfinished, %(scores)s") % {"scores": told} if data["kind"] == "unfinished" else told


def as_line(entry: Entry) -> str:
    """An entry as typed after the table number: 412 388, f2, x, u 300 280, 400 400 / 412 405 p2=10."""
    if entry.kind == Result.Kind.UNSCORED:
        return "x"
    if entry.kind == Result.Kind.FORFEIT:
        return "f" + "".join(str(seat) for seat in entry.absent)
    words = ["u"] if entry.kind == Result.Kind.UNFINISHED else []
    words += [str(score) for score in entry.scores]
    words += ["/", *(str(score) for score in entry.before)] if entry.before else []
    return " ".join(words + [f"p{seat}={points}" for seat, points in sorted(entry.penalties.items())])
