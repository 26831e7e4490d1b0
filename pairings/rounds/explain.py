"""Why: one plain sentence for every board, bye and price."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from core.messages import Message, capital, gettext_noop, joined, put, say, say_as
from pairings.event.ordinals import ordinal
from pairings.rounds.field import Field
from pairings.rounds.request import nearness_asked
from pairings.rounds.result import Reason, Vector
from pairings.standings.metrics import points, spoken_wins

MEASURES: dict[str, tuple[str, str]] = {
    "repeats": (say("one rematch"), gettext_noop("rematches worse by %(amount)s")),
    "back_to_back": (
        say("one rematch of the round just played"),
        gettext_noop("%(amount)s rematches of the round just played"),
    ),
    "over_cap": (say("one rematch over the cap"), gettext_noop("rematches over the cap worse by %(amount)s")),
    "bye": (
        say("a bye one place too high"),
        gettext_noop("a bye for somebody it fits less (%(amount)s points)"),
    ),
    "club": (say("one club meeting"), gettext_noop("%(amount)s club meetings")),
    "score_gap": (say("half a win between opponents"), gettext_noop("%(amount)s points of wider score gaps")),
    "nearness": (
        say("half a win between opponents"),
        gettext_noop("%(amount)s points of score gaps and rematches"),
    ),
    "free_repeats": (say("one free rematch"), gettext_noop("%(amount)s free rematches")),
    "starts": (
        say("one pair uneven in firsts and seconds"),
        gettext_noop("firsts and seconds uneven by %(amount)s"),
    ),
    "pattern": (
        say("one place away from the usual opponent"),
        gettext_noop("%(amount)s points for places away from the usual opponent"),
    ),
    "distance": (
        say("one place between opponents"),
        gettext_noop("%(amount)s points for opponents further apart"),
    ),
    "small_table": (
        say("one place too high at a small table"),
        gettext_noop("small tables by %(amount)s places too high"),
    ),
    "schedule": (say("one pair off the schedule"), gettext_noop("%(amount)s pairs off the schedule")),
    "factor": (
        say("one place away from the opponent of the factor"),
        gettext_noop("%(amount)s points for places away from the factor"),
    ),
    "quarter": (
        say("one pair outside its quarters"),
        gettext_noop("%(amount)s pairs outside their quarters"),
    ),
    "team": (say("one game inside a team"), gettext_noop("%(amount)s games inside a team")),
    "lot": (say("one pair against the lot"), gettext_noop("%(amount)s pairs against the lot")),
    "gibson": (
        say("a Gibson against somebody else"),
        gettext_noop("%(amount)s points for Gibsons against others"),
    ),
    "gibson_repeats": (
        say("one rematch among Gibsons"),
        gettext_noop("rematches among Gibsons worse by %(amount)s"),
    ),
    "gibson_distance": (
        say("Gibsons one place apart"),
        gettext_noop("%(amount)s points for Gibsons further apart"),
    ),
    "victim": (
        say("the next one for a Gibson to meet"),
        gettext_noop("%(amount)s points for another one for a Gibson to meet"),
    ),
    "class_prize": (say("one rival of a class missed"), gettext_noop("%(amount)s rivals of a class missed")),
    "flight": (
        say("one step between contenders and others"),
        gettext_noop("%(amount)s points for contenders against others"),
    ),
    "catch": (
        say("one leader against somebody who cannot catch them"),
        gettext_noop("%(amount)s leaders against some who cannot catch them"),
    ),
    "casher": (
        say("one contender against somebody who cannot take their place"),
        gettext_noop("%(amount)s contenders against some who cannot take their places"),
    ),
    "gibson_casher": (
        say("one Gibson against somebody who can still win a prize"),
        gettext_noop("%(amount)s Gibsons against some who can still win a prize"),
    ),
    "across": (say("one contender with an outsider"), gettext_noop("%(amount)s contenders with outsiders")),
    "second_bye": (say("one bye for somebody who had one"), gettext_noop("%(amount)s byes had before")),
    "contest": (
        say("one point of places and rematches"),
        gettext_noop("%(amount)s points of places and rematches"),
    ),
    "lowest": (
        say("one point of the lowest contenders"),
        gettext_noop("%(amount)s points of the lowest contenders"),
    ),
    "draw": (say("one pair off the draw"), gettext_noop("%(amount)s pairs off the draw")),
    "bracket": (say("one pair off the bracket"), gettext_noop("%(amount)s pairs off the bracket")),
    "match": (
        say("one player outside their match"),
        gettext_noop("%(amount)s players outside their matches"),
    ),
    "unsuited_table": (
        say("one player at a table that does not suit them"),
        gettext_noop("%(amount)s players at tables that do not suit them"),
    ),
    "games": (say("one game played too often"), gettext_noop("%(amount)s games played too often")),
}
# What a round is priced by, as its certificate lists it.
PRICES = {
    "across": say_as("what a round is priced by", "reach of the prizes"),
    "back_to_back": say_as("what a round is priced by", "back to back"),
    "bracket": say_as("what a round is priced by", "bracket"),
    "bye": say_as("what a round is priced by", "bye"),
    "casher": say_as("what a round is priced by", "contenders"),
    "casement": say_as("what a round is priced by", "casement"),
    "catch": say_as("what a round is priced by", "catch"),
    "class_prize": say_as("what a round is priced by", "class prize"),
    "club": say_as("what a round is priced by", "club"),
    "contest": say_as("what a round is priced by", "places and rematches"),
    "distance": say_as("what a round is priced by", "distance"),
    "draw": say_as("what a round is priced by", "draw"),
    "factor": say_as("what a round is priced by", "factor"),
    "fixed": say_as("what a round is priced by", "fixed"),
    "flight": say_as("what a round is priced by", "flight"),
    "free_repeats": say_as("what a round is priced by", "free rematches"),
    "games": say_as("what a round is priced by", "games"),
    "gibson": say_as("what a round is priced by", "gibson"),
    "gibson_casher": say_as("what a round is priced by", "Gibsons"),
    "gibson_distance": say_as("what a round is priced by", "gibson distance"),
    "gibson_repeats": say_as("what a round is priced by", "gibson rematches"),
    "lot": say_as("what a round is priced by", "lot"),
    "lowest": say_as("what a round is priced by", "lowest contenders"),
    "match": say_as("what a round is priced by", "match"),
    "nearness": say_as("what a round is priced by", "score gaps and rematches"),
    "over_cap": say_as("what a round is priced by", "over cap"),
    "pattern": say_as("what a round is priced by", "pattern"),
    "quarter": say_as("what a round is priced by", "quarter"),
    "repeats": say_as("what a round is priced by", "rematches"),
    "schedule": say_as("what a round is priced by", "schedule"),
    "score_gap": say_as("what a round is priced by", "score gap"),
    "second_bye": say_as("what a round is priced by", "second byes"),
    "small_table": say_as("what a round is priced by", "small table"),
    "starts": say_as("what a round is priced by", "firsts and seconds"),
    "team": say_as("what a round is priced by", "team"),
    "tie": say_as("what a round is priced by", "tie"),
    "victim": say_as("what a round is priced by", "victim"),
    "wishes": say_as("what a round is priced by", "wishes"),
}


def measured(tier: str, amount: int) -> str:
    """An amount of one tier in words."""
    one, many = MEASURES.get(tier, (f"{tier} 1", f"{tier} %(amount)s"))
    return one if amount == 1 else Message("", many, {"amount": amount})


def difference(extra: Vector) -> str:
    """What decides between two prices, in words: the first tier that differs."""
    for tier, amount in extra:
        if amount:
            words = measured(tier, abs(amount))
            return words if amount > 0 else say("would save %(what)s", what=words)
    return say("nothing")


def costs(extra: Vector) -> str:
    """'costs one repeat', 'would save one club meeting' or 'costs nothing'."""
    words = difference(extra)
    return words if words.startswith(say("would save")) else say("costs %(words)s", words=words)


def rank_reason(field: Field, i: int, j: int) -> Reason:
    """The places of two players."""
    one, other = field.ranks[i], field.ranks[j]
    if one is None or other is None:
        return Reason("house", say("with the house player"), {})
    text = say("both rank %(one)s", one=one)
    if one != other:
        text = say("ranks %(one)s and %(other)s", one=one, other=other)
    return Reason("ranks", text, {"first": one, "second": other})


def score_reason(field: Field, i: int, j: int) -> Reason:
    """Same score group, or how far a float goes."""
    mine, theirs = field.halves[i], field.halves[j]
    facts: dict[str, int | str | list[str]] = {"first": mine, "second": theirs}
    if mine == theirs:
        return Reason("same_score", say("same score group"), facts)
    return Reason(
        "float", say("%(mine)s against %(theirs)s", mine=spoken_wins(mine), theirs=points(theirs)), facts
    )


def meeting_reason(field: Field, i: int, j: int) -> Reason:
    """How often they have met, and what that costs where it costs less than usual."""
    times = field.meetings(i, j)
    said = say("%(times)s meeting", times=ordinal(times + 1))
    more = allowance(times, *nearness_asked(field.request)) if times else ""
    return Reason("meeting", joined("", (said, more)) if more else said, {"before": times})


def allowance(times: int, free: int, wins: int, places: int) -> str:
    """Why a rematch may be: it is free, or how wide a gap it is worth; nothing where neither holds."""
    if times <= free:
        return (
            say(" (one rematch is free)") if free == 1 else say(" (%(free)s rematches are free)", free=free)
        )
    if places:
        return (
            say(" (worth a gap of one place)")
            if places == 1
            else say(" (worth a gap of %(places)s places)", places=places)
        )
    if not wins:
        return ""
    if wins == 1:
        return say(" (worth a gap of one win)")
    return say(" (worth a gap of %(wins)s wins)", wins=wins)


def club_reason(field: Field, i: int, j: int) -> Iterator[Reason]:
    """A bond that could not be kept apart, or that nobody asked to."""
    one, other = field.players[i], field.players[j]
    if one.club and one.club == other.club and field.request.constraints.clubs != "ignore":
        yield Reason("same_club", say("both of %(club)s", club=one.club), {"club": one.club})
    if one.team and one.team == other.team and field.request.constraints.teams != "ignore":
        yield Reason("same_team", say("both play for %(team)s", team=one.team), {"team": one.team})


def pair_reasons(field: Field, i: int, j: int, locked: bool) -> tuple[Reason, ...]:
    """Everything worth saying of a pairing, the start apart."""
    fixed = (Reason("locked", say("fixed by the director"), {}),) if locked else ()
    about = (score_reason(field, i, j), rank_reason(field, i, j), meeting_reason(field, i, j))
    return (*fixed, *about, *club_reason(field, i, j))


def sentence(parts: Sequence[str]) -> str:
    """Parts joined into one sentence."""
    return capital(joined(", ", (part for part in parts if part)))


def ended(text: str, alternative: str = "") -> str:
    """A sentence with its point, and before it what else could have been."""
    return (
        put("%(text)s; %(other)s.", text=text, other=alternative)
        if alternative
        else put("%(text)s.", text=text)
    )


def priced_by(tiers: Iterable[str]) -> str:
    """What a round is priced by, as its certificate lists it."""
    return joined(", ", (PRICES.get(name) or name.replace("_", " ") for name in tiers))


def board_sentence(reasons: Sequence[Reason], alternative: str) -> str:
    """'Same score group, ranks 3 and 11, first meeting; nearest alternative costs one repeat.'"""
    return ended(sentence([reason.sentence for reason in reasons]), alternative)


def times_had(field: Field, i: int) -> str:
    """How many byes somebody has had, and whether wins by forfeit or rounds missed are among them."""
    count, given, missed = field.byes[i], field.given[i], field.missed[i]
    if count == 0:
        return say("no bye so far")
    if count == given:
        return (
            say("one win by forfeit so far, which counts as a bye")
            if count == 1
            else say("%(count)s wins by forfeit so far, which count as byes", count=count)
        )
    said = say("one bye so far") if count == 1 else say("%(count)s byes so far", count=count)
    if missed:
        return say("%(said)s, rounds without an opponent among them", said=said)
    return say("%(said)s, wins by forfeit among them", said=said) if given else said


def bye_reasons(field: Field, i: int, asked: bool) -> tuple[Reason, ...]:
    """Why this player sits out."""
    if asked:
        return (Reason("asked", say("asked for a bye"), {}),)
    had = Reason("byes", times_had(field, i), {"byes": field.byes[i]})
    lower = [k for k in range(i + 1, field.n) if not field.players[k].house]
    if not lower:
        return had, Reason("lowest", say("lowest in the standings"), {})
    if all(field.byes[k] > field.byes[i] for k in lower):
        return had, Reason("lowest", say("lowest in the standings with so few byes"), {})
    return had, Reason("next", say("nobody lower could sit out at a smaller price"), {})


def bye_sentence(reasons: Sequence[Reason]) -> str:
    """'No bye so far, lowest in the standings.'"""
    return ended(sentence([reason.sentence for reason in reasons]))
