"""What a COP round has to keep, as wishes beside the director's: who must meet whom, who must not, who sits out.

| code | source | implemented |
|---|---|---|
| `hill`, `class_hill` | liwords `KH` | last round: king of the hill (`hills`) |
| `control` | liwords `CL` | the leader may only meet destiny's child, or whom stands right above |
| `sixes`, `control` | liwords `F3` | first to third meet fourth to sixth; or the leader meets who would lose control by that |
| `group` | liwords `GG` | nobody meets across groups that Gibsons divide |
| `gibson_bye` | liwords `GB` | the bye of an odd field goes to a Gibson of the bottom group |
| `top_bye` | liwords `TB` | the bye goes to the highest placed with the fewest byes |

What the director fixed or forbade goes before all of this: fixed players are passed over (`PP`), and on the hill so are
two who must not meet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.messages import joined, say
from pairings.event.ordinals import nth
from pairings.plan.constraints import asked_byes, banned_by, wishes_of
from pairings.rounds.field import pair_of
from pairings.rounds.study import Study
from pairings.standings.interval import MILLION, percent
from pairings.systems.cop.hall import Hall, groups_of
from pairings.systems.cop.hills import class_hills, hill
from pairings.systems.cop.keeping import Keeping, ranked

SIXES = 3


def keeping_of(hall: Hall, study: Study) -> Keeping:
    """All musts of a round."""
    field_, wishes = hall.field, wishes_of(hall.field)
    fixed = {i for wish in wishes if wish.locked for i in wish.locked} | set(asked_byes(field_))
    free = [i for i in range(field_.n) if i not in fixed]
    kept = Keeping(hall, study, free, wishes, banned_by(wishes))
    groups = groups_now(kept)
    apart(kept, groups)
    byes(kept, groups)
    if hall.settings.left == 1:
        class_hills(kept, hill(kept))
    elif not sixes(kept):
        control(kept)
    return kept


def groups_now(kept: Keeping) -> dict[int, int]:
    """The Gibson group of each free player: counted anew, for who is fixed or away leaves a group odd."""
    order = ranked(kept)
    return dict(zip(order, groups_of([kept.hall.safe(i) for i in order]), strict=True))


def apart(kept: Keeping, groups: dict[int, int]) -> None:
    """Nobody meets across the groups."""
    for number in sorted(set(groups.values()) - {0}):
        inside = [i for i in kept.free if groups.get(i, 0) == number]
        outside = [*(i for i in kept.free if groups.get(i, 0) != number), kept.hall.field.n]
        text = say(
            "%(one)s to %(other)s play for the places from %(first)s to %(last)s among themselves: nobody else can reach them",
            first=nth(kept.hall.place[inside[0]] + 1),
            last=nth(kept.hall.place[inside[-1]] + 1),
            one=kept.name(inside[0]),
            other=kept.name(inside[-1]),
        )
        kept.keep("group", text, inside, {pair_of(i, j) for i in inside for j in outside})


def byes(kept: Keeping, groups: dict[int, int]) -> None:
    """Who sits out of an odd field, where COP says it."""
    field_ = kept.hall.field
    may = [i for i in ranked(kept) if (i, field_.n) not in kept.banned and groups.get(i, 0) == 0]
    may = [i for i in may if not field_.players[i].house]
    if not kept.odd or not may:
        return
    if kept.hall.settings.top_down:
        chosen = min(may, key=lambda i: (field_.byes[i], i))
        text = say(
            "%(name)s sits out: byes go from the top down, and nobody higher has had as few",
            name=kept.name(chosen),
        )
        sit_out(kept, "top_bye", chosen, text)
        return
    safe = [i for i in may if kept.hall.safe(i)]
    if len(safe) == 1:
        text = say("%(name)s sits out: their place is settled and the field is odd", name=kept.name(safe[0]))
        sit_out(kept, "gibson_bye", safe[0], text)
    elif safe:
        # Which of them is for the prices to say: fewest byes first, then what the others have to pay.
        names = joined(" or ", [kept.name(i) for i in safe])
        text = say("%(names)s sits out: their places are settled and the field is odd", names=names)
        only_these(kept, "gibson_bye", safe, text)


def only_these(kept: Keeping, code: str, some: Sequence[int], sentence: str) -> None:
    """One of some has the bye, and nobody else."""
    kept.keep(code, sentence, some, {(i, kept.hall.field.n) for i in kept.free if i not in some})


def sit_out(kept: Keeping, code: str, one: int, sentence: str) -> None:
    """Somebody has the bye, and nobody else."""
    only_these(kept, code, (one,), sentence)
    kept.met.add(one)
    kept.sits = one


def index_of(kept: Keeping, entrant: str) -> int | None:
    """A free player by id; None where he is fixed or away."""
    found = kept.hall.field.index.get(entrant)
    return found if found in kept.free and found not in kept.met else None


def leader_of(kept: Keeping) -> int | None:
    """The one who stands first, while nothing fixes him."""
    if not kept.study.contenders or kept.study.contenders[0].safe:
        return None
    return index_of(kept, kept.study.contenders[0].entrant)


def sixes(kept: Keeping) -> bool:
    """First to third against fourth to sixth in the last round but one."""
    ids = [one.entrant for one in kept.study.contenders[: 2 * SIXES]]
    if not kept.study.sixes:
        return False
    for k in range(SIXES):
        one, other = index_of(kept, ids[k]), index_of(kept, ids[k + SIXES])
        if one is None or other is None or pair_of(one, other) in kept.banned:
            continue
        text = say(
            "two rounds left, the first three meet the next three, who may still hope for their places"
        )
        kept.force("sixes", one, other, text)
    return True


def share(count: int, of: int) -> str:
    """A count of endings in percent."""
    return percent(count * MILLION // max(1, of))


def control(kept: Keeping) -> None:
    """The leader meets whom he has to, so that this one is not robbed of the event by the pairing."""
    study, leader = kept.study, leader_of(kept)
    wanted = study.first_meets or study.destiny
    if leader is None or wanted not in kept.hall.field.index:
        return
    may = [i for one in (wanted, study.beside) if one and (i := index_of(kept, one)) is not None]
    who = kept.hall.field.index[wanted]
    text = say("%(leader)s, who leads, meets %(name)s", leader=kept.name(leader), name=kept.name(who))
    if len(may) > 1:
        text = say("%(text)s or %(other)s", text=text, other=kept.name(may[1]))
    why = why_control(kept, wanted)
    others = [k for k in (*kept.free, kept.hall.field.n) if k != leader and k not in may]
    sentence = say("%(text)s: %(why)s", text=text, why=why)
    kept.keep("control", sentence, (leader, *may), {pair_of(leader, k) for k in others})
    for i in may:
        kept.pairs[pair_of(leader, i)] = "control", why
        kept.met.add(leader)


def why_control(kept: Keeping, wanted: str) -> str:
    """How much the leader's opponent decides for somebody who wins all his games."""
    study = kept.study
    told = next((one for one in study.chasers if one.entrant == wanted), None)
    name = kept.name(kept.hall.field.index[wanted])
    if told is None:
        return say("else %(name)s could win every game and not the event", name=name)
    return say(
        "winning every game, %(name)s wins the event in %(meeting)s %% of the endings if they meet, and in %(apart)s %% if they "
        "do not",
        name=name,
        meeting=share(told.meeting, study.chases),
        apart=share(told.apart, study.chases),
    )


def with_musts(kept: Keeping) -> Study:
    """The study with the musts of this round."""
    return replace(kept.study, musts=tuple(kept.musts))
