"""Why: one plain sentence for every board, bye and price."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pairings.event.ordinals import ordinal
from pairings.rounds.field import Field
from pairings.rounds.result import Reason, Vector
from pairings.standings.metrics import points, spoken_wins

MEASURES: dict[str, tuple[str, str]] = {
    "repeats": ("one repeat", "repeats worse by {}"),
    "back_to_back": ("one rematch of the round just played", "{} rematches of the round just played"),
    "over_cap": ("one repeat over the cap", "repeats over the cap worse by {}"),
    "bye": ("a bye one place too high", "a bye for somebody it fits less ({} points)"),
    "club": ("one club meeting", "{} club meetings"),
    "score_gap": ("half a win between opponents", "{} points of wider score gaps"),
    "starts": ("one uneven start", "{} uneven starts"),
    "pattern": (
        "one place away from the usual opponent",
        "{} points for places away from the usual opponent",
    ),
    "distance": ("one place between opponents", "{} points for opponents further apart"),
    "small_table": (
        "one place too high at a small table",
        "small tables by {} places too high",
    ),
    "schedule": ("one pair off the schedule", "{} pairs off the schedule"),
    "factor": (
        "one place away from the opponent of the factor",
        "{} points for places away from the factor",
    ),
    "quarter": ("one pair outside its quarters", "{} pairs outside their quarters"),
    "team": ("one game inside a team", "{} games inside a team"),
    "lot": ("one pair against the lot", "{} pairs against the lot"),
    "gibson": ("a Gibson against somebody else", "{} points for Gibsons against others"),
    "gibson_repeats": ("one repeat among Gibsons", "repeats among Gibsons worse by {}"),
    "gibson_distance": ("Gibsons one place apart", "{} points for Gibsons further apart"),
    "victim": ("the next one for a Gibson to meet", "{} points for another one for a Gibson to meet"),
    "class_prize": ("one rival of a class missed", "{} rivals of a class missed"),
    "flight": ("one step between contenders and others", "{} points for contenders against others"),
    "catch": (
        "one leader against somebody who cannot catch him",
        "{} leaders against some who cannot catch them",
    ),
    "draw": ("one pair off the draw", "{} pairs off the draw"),
    "bracket": ("one pair off the bracket", "{} pairs off the bracket"),
    "match": ("one player outside his match", "{} players outside their matches"),
    "unsuited_table": (
        "one player at a table that does not suit him",
        "{} players at tables that do not suit them",
    ),
    "games": ("one game played too often", "{} games played too often"),
}


def measured(tier: str, amount: int) -> str:
    """An amount of one tier in words."""
    one, many = MEASURES.get(tier, (f"{tier} 1", f"{tier} {{}}"))
    return one if amount == 1 else many.format(amount)


def difference(extra: Vector) -> str:
    """What decides between two prices, in words: the first tier that differs."""
    for tier, amount in extra:
        if amount:
            better = "" if amount > 0 else "would save "
            return f"{better}{measured(tier, abs(amount))}"
    return "nothing"


def costs(extra: Vector) -> str:
    """'costs one repeat', 'would save one club meeting' or 'costs nothing'."""
    words = difference(extra)
    return words if words.startswith("would save") else f"costs {words}"


def rank_reason(field: Field, i: int, j: int) -> Reason:
    """The places of two players."""
    one, other = field.ranks[i], field.ranks[j]
    if one is None or other is None:
        return Reason("house", "with the house player", {})
    text = f"ranks {one} and {other}" if one != other else f"both rank {one}"
    return Reason("ranks", text, {"first": one, "second": other})


def score_reason(field: Field, i: int, j: int) -> Reason:
    """Same score group, or how far a float goes."""
    mine, theirs = field.halves[i], field.halves[j]
    facts: dict[str, int | str | list[str]] = {"first": mine, "second": theirs}
    if mine == theirs:
        return Reason("same_score", "same score group", facts)
    return Reason("float", f"{spoken_wins(mine)} against {points(theirs)}", facts)


def meeting_reason(field: Field, i: int, j: int) -> Reason:
    """How often they have met."""
    times = field.meetings(i, j)
    return Reason("meeting", f"{ordinal(times + 1)} meeting", {"before": times})


def club_reason(field: Field, i: int, j: int) -> Iterator[Reason]:
    """A bond that could not be kept apart, or that nobody asked to."""
    one, other = field.players[i], field.players[j]
    if one.club and one.club == other.club and field.request.constraints.clubs != "ignore":
        yield Reason("same_club", f"both of {one.club}", {"club": one.club})
    if one.team and one.team == other.team and field.request.constraints.teams != "ignore":
        yield Reason("same_team", f"both play for {one.team}", {"team": one.team})


def pair_reasons(field: Field, i: int, j: int, locked: bool) -> tuple[Reason, ...]:
    """Everything worth saying of a pairing, the start apart."""
    fixed = (Reason("locked", "fixed by the director", {}),) if locked else ()
    about = (score_reason(field, i, j), rank_reason(field, i, j), meeting_reason(field, i, j))
    return (*fixed, *about, *club_reason(field, i, j))


def sentence(parts: Sequence[str]) -> str:
    """Parts joined into one sentence."""
    text = ", ".join(part for part in parts if part)
    return f"{text[:1].upper()}{text[1:]}"


def board_sentence(reasons: Sequence[Reason], alternative: str) -> str:
    """'Same score group, ranks 3 and 11, first meeting; nearest alternative costs one repeat.'"""
    text = sentence([reason.sentence for reason in reasons])
    return f"{text}; {alternative}." if alternative else f"{text}."


def times_had(count: int) -> str:
    """How many byes somebody has had."""
    return "no bye so far" if count == 0 else "one bye so far" if count == 1 else f"{count} byes so far"


def bye_reasons(field: Field, i: int, asked: bool) -> tuple[Reason, ...]:
    """Why this player sits out."""
    if asked:
        return (Reason("asked", "asked for a bye", {}),)
    had = Reason("byes", times_had(field.byes[i]), {"byes": field.byes[i]})
    lower = [k for k in range(i + 1, field.n) if not field.players[k].house]
    if not lower:
        return had, Reason("lowest", "lowest in the standings", {})
    if all(field.byes[k] > field.byes[i] for k in lower):
        return had, Reason("lowest", "lowest in the standings with so few byes", {})
    return had, Reason("next", "nobody lower could sit out at a smaller price", {})


def bye_sentence(reasons: Sequence[Reason]) -> str:
    """'No bye so far, lowest in the standings.'"""
    return f"{sentence([reason.sentence for reason in reasons])}."
