"""Last rounds that know who plays for what: Gibsons out of the way, class rivals against each other.

| source | implemented |
|---|---|
| tsh Gibson rule | an even number of Gibsons play each other, least repeats first, then nearest places |
| tsh, liwords `GB` | an odd one gets the bye of an odd field |
| tsh "victim" | else he meets a player with nothing at stake: the one met least, then the best placed |
| tsh `gibson='strict'` | `gibson=strict`: earlier meetings do not count for Gibsons |
| liwords | with nobody left who has nothing at stake: the lowest placed of those met least |
| liwords COP `KH` in classes | in the last `classes` rounds players who can only win a class prize meet neighbours |

Laid over the prices of another system: these tiers stand above all of its own, the class tier where its own order of
opponents begins. Nothing is laid over while the number of rounds is unknown. Not implemented: `gibson_class`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from core.later import later
from core.messages import joined, say, unpointed
from pairings.optimum.tiers import Tier
from pairings.rounds.explain import bye_reasons, meeting_reason, pair_reasons, rank_reason
from pairings.rounds.field import Field
from pairings.rounds.request import needs_rounds
from pairings.rounds.result import Reason
from pairings.systems.drawing.draft import Scheme

if TYPE_CHECKING:
    from pairings.standings import clinch, gibson
    from pairings.standings.clinch import Mark
else:
    clinch, gibson = later("pairings.standings.clinch"), later("pairings.standings.gibson")

Build = Callable[[Field, Collection[int]], Scheme]
WITH_VICTIM, WITH_RIVAL = 1, 3


@dataclass(frozen=True, slots=True)
class Contest:
    """Who is safe, who has nothing at stake, who is whose rival in a class, and whom that sets aside.

    Indexes of the field. `partners` are those meant for each other; the one meant for the bye has himself.
    """

    field: Field
    safe: dict[int, str]
    idle: frozenset[int]
    rivals: dict[int, int]
    partners: dict[int, int]
    strict: bool

    @property
    def aside(self) -> frozenset[int]:
        """Who is taken out of the pattern of the system underneath."""
        return frozenset(self.partners)


def marks_of(field: Field) -> dict[int, Mark]:
    """The marks of everybody who plays this round, on the standings the round is paired on."""
    request = field.request
    history = request.history.upto(request.round - 1)
    found = clinch.marks(history, request.basis, request.rounds, request.stakes, request.precedence)
    return {field.index[one]: mark for one, mark in found.items() if one in field.index}


def victims(field: Field, idle: Collection[int], safe: Collection[int], one: int, strict: bool) -> list[int]:
    """Whom an odd Gibson may meet, the best choice first."""

    def price(j: int) -> tuple[bool, int, int]:
        met = 0 if strict else field.meetings(one, j)
        return j not in idle, met, j if j in idle else field.n - j

    return sorted((j for j in range(field.n) if j not in safe), key=price)


def meant(field: Field, safe: Collection[int], idle: Collection[int], strict: bool) -> dict[int, int]:
    """The partners the Gibson rule means: neighbours, and the bye or a victim for the last of an odd number."""
    order = sorted(safe)
    pairs = dict(zip(order[::2], order[1::2], strict=False))
    found = {**pairs, **{j: i for i, j in pairs.items()}}
    if len(order) % 2:
        last = order[-1]
        others = victims(field, idle, safe, last, strict)
        found[last] = last if field.n % 2 or not others else others[0]
        found[found[last]] = last
    return found


def class_rivals(field: Field, found: dict[int, Mark]) -> dict[int, int]:
    """Neighbours in each class among those who can still win its prize and nothing else."""
    rivals: dict[int, int] = {}
    last = field.request.stakes.last_prize(len(found))
    for prize in field.request.stakes.class_prizes:
        group = [
            i
            for i, mark in sorted(found.items())
            if field.players[i].klass == prize.klass
            and mark.best > last
            and mark.klass_best <= prize.places
            and not mark.class_prize
        ]
        for one, other in zip(group[::2], group[1::2], strict=False):
            rivals[one], rivals[other] = other, one
    return rivals


def contest_of(field: Field) -> Contest | None:
    """What the contest asks of this round, or None when it asks nothing."""
    request, params = field.request, field.request.params
    wanted, rounds = params.get("gibson", "off"), int(params.get("classes", 1))
    in_classes = bool(request.stakes.class_prizes) and 0 < request.left <= rounds
    if not request.rounds or (wanted == "off" and not in_classes):
        return None
    found, strict = marks_of(field), wanted == "strict"
    safe = {i: mark.sentence for i, mark in found.items() if mark.state == "gibson" and wanted != "off"}
    idle = frozenset(i for i, mark in found.items() if mark.state == "out")
    partners = meant(field, safe, idle, strict)
    rivals = class_rivals(field, found) if in_classes else {}
    rivals = {i: j for i, j in rivals.items() if i not in partners and j not in partners}
    return Contest(field, safe, idle, rivals, partners, strict)


def between(name: str, contest: Contest, price: Callable[[int, int], int]) -> Tier:
    """A tier among Gibsons only."""

    def row(i: int, js: Sequence[int]) -> list[int]:
        if i not in contest.safe:
            return [0] * len(js)
        return [price(i, j) if j in contest.safe else 0 for j in js]

    return Tier(name, row)


def crossing(name: str, contest: Contest, price: Callable[[int, int], int]) -> Tier:
    """A tier for a Gibson (first) against anybody else (second)."""

    def one(i: int, j: int) -> int:
        if (i in contest.safe) == (j in contest.safe):
            return 0
        return price(i, j) if i in contest.safe else price(j, i)

    return Tier(name, lambda i, js: [one(i, j) for j in js])


def gibson_tiers(contest: Contest) -> Iterator[Tier]:
    """Gibsons among themselves; the odd one against whom it hurts least."""
    if not contest.safe:
        return
    field, idle = contest.field, contest.idle
    yield crossing("gibson", contest, lambda g, j: WITH_VICTIM if j in idle else WITH_RIVAL)
    if not contest.strict:
        yield between("gibson_repeats", contest, lambda i, j: (1 << field.meetings(i, j)) - 1)
    places = {i: at for at, i in enumerate(sorted(contest.safe))}
    yield between("gibson_distance", contest, lambda i, j: (abs(places[i] - places[j]) - 1) ** 2)
    yield crossing("victim", contest, partial(victim_price, contest))


def victim_price(contest: Contest, gibson: int, other: int) -> int:
    """Earlier meetings first, then the place: the best of those with nothing at stake, else the lowest."""
    n = contest.field.n
    met = 0 if contest.strict else contest.field.meetings(gibson, other)
    return met * (n + 1) + (other if other in contest.idle else n - other)


def class_tier(contest: Contest) -> Tier:
    """One for everybody in reach of a class prize alone who does not meet his rival."""
    rivals = contest.rivals

    def row(i: int, js: Sequence[int]) -> list[int]:
        wanted = rivals.get(i)
        return [int(wanted not in (None, j)) + int(rivals.get(j) not in (None, i)) for j in js]

    return Tier("class_prize", row, lambda i: int(i in rivals))


BEFORE_CLASSES = frozenset({"repeats", "over_cap", "back_to_back", "bye", "club"})


def tiers_over(contest: Contest, tiers: Sequence[Tier]) -> list[Tier]:
    """The tiers of a system with those of the contest."""
    if not contest.rivals:
        return [*gibson_tiers(contest), *tiers]
    at = next((k for k, tier in enumerate(tiers) if tier.name not in BEFORE_CLASSES), len(tiers))
    return [*gibson_tiers(contest), *tiers[:at], class_tier(contest), *tiers[at:]]


def safe_reasons(contest: Contest, i: int, j: int) -> tuple[Reason, ...]:
    """Why a Gibson meets whom he meets."""
    field, safe = contest.field, contest.safe
    ids = [field.players[k].id for k in (i, j) if k in safe]
    text = joined("; ", (unpointed(safe[k]) for k in (i, j) if k in safe))
    if i in safe and j in safe:
        said = say("%(text)s; so they play each other", text=text)
    else:
        said = say(
            "%(text)s; so they meet %(victim)s",
            text=text,
            victim=victim_text(contest, i if i in safe else j, j if i in safe else i),
        )
    return Reason("gibson", said, {"gibsons": ids}), rank_reason(field, i, j), meeting_reason(field, i, j)


def victim_text(contest: Contest, gibson: int, other: int) -> str:
    """What makes somebody the one whom a Gibson may meet."""
    name, met = contest.field.name(other), "" if contest.strict else say(" among those they have met least")
    if other in contest.idle:
        return say("%(name)s, the best placed with nothing at stake%(met)s", name=name, met=met)
    return say(
        "%(name)s, the lowest placed%(met)s, for everybody still plays for something", name=name, met=met
    )


def why_pair(contest: Contest, scheme: Scheme, i: int, j: int) -> tuple[Reason, ...]:
    """The contest's reasons where it decides, else those of the system underneath."""
    if i in contest.safe or j in contest.safe:
        return safe_reasons(contest, i, j)
    usual = scheme.why_pair(i, j) if scheme.why_pair else pair_reasons(contest.field, i, j, False)
    if contest.rivals.get(i) != j:
        return usual
    klass = contest.field.players[i].klass
    text = say("neighbours in class %(klass)s who can still win its prize", klass=klass)
    return Reason("class_prize", text, {"klass": klass}), *usual


def why_bye(contest: Contest, scheme: Scheme, i: int) -> tuple[Reason, ...]:
    """A Gibson takes the bye of an odd field."""
    usual = scheme.why_bye(i) if scheme.why_bye else bye_reasons(contest.field, i, False)
    if i not in contest.safe:
        return usual
    text = say("%(rstrip)s; so the bye of the odd field is theirs", rstrip=unpointed(contest.safe[i]))
    return (Reason("gibson", text, {"gibsons": [contest.field.players[i].id]}),)


def unheard(field: Field) -> tuple[str, ...]:
    """What was asked of the last rounds and cannot be looked at."""
    request = field.request
    if request.stakes.class_prizes and not request.rounds:
        return (say("Class prizes are not looked at: nobody said how many rounds there are."),)
    if needs_rounds(request) and not gibson.wins_decide(request.precedence):
        return (say("Nobody is taken for safe: the ranking begins with neither wins nor points."),)
    return ()


def contested(field: Field, build: Build) -> Scheme:
    """A system's prices with the contest laid over them; `build` leaves out whom it sets aside."""
    contest = contest_of(field)
    if contest is None:
        plain = build(field, ())
        return replace(plain, notes=(*plain.notes, *unheard(field)))
    scheme = build(field, contest.aside)
    targets = [contest.partners.get(i, contest.rivals.get(i, j)) for i, j in enumerate(scheme.targets)]
    return replace(
        scheme,
        tiers=tiers_over(contest, scheme.tiers),
        targets=targets,
        why_pair=partial(why_pair, contest, scheme),
        why_bye=partial(why_bye, contest, scheme),
        notes=(*scheme.notes, *unheard(field)),
    )
