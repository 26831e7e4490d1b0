"""After the last round: prizes, final standings, ceremony, the public, and what rooms above add (ratings, files, copies).

Each step says whether it is done, due, waiting for another or only offered; the first that is due is the next one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tdapp.desk.day.division_states import DivisionState
from tdapp.desk.models import Prize, PrizeGiving
from tdapp.desk.overview.steps import Ends, played_out
from tdapp.desk.pairing import outdated_release
from tdapp.events.models import Event
from tdapp.kernel.context import Context
from tdapp.kernel.permissions import can
from tdapp.kernel.ports import Port

MOST_CHANGES = 3
DONE, DUE, WAITS, OFFERED = "ok", "now", "later", "plain"


@dataclass(frozen=True, slots=True)
class Later:
    """One step. `state`: ok (done), now (due), ask (due, and late), later (waits for another) or plain (offered).

    `post`: pressing it does it, at `url`; without `url` there is nothing to press.
    """

    code: str
    label: str
    sentence: str
    state: str
    verb: str = ""
    url: str = ""
    post: bool = False

    @property
    def word(self) -> str:
        """The state in a word; "" for what is only offered."""
        told = {DONE: _("done"), DUE: _("next"), "ask": _("next"), WAITS: _("waits")}
        return told.get(self.state, "")


Steps = Callable[[Context, Event, bool], Iterable[Later]]
# Steps of rooms above the desk, in order: (who looks, the event, whether every division is final).
MORE: Port[Steps] = Port("what is to do after an event")
# What the newest copy of the event is like: due as soon as a round was published.
COPY: Port[Callable[[Context, Event], Iterable[Later]]] = Port(
    "the state of an event's newest copy and its key"
)


def steps(ctx: Context, event: Event, known: Sequence[DivisionState], ends: Ends) -> list[Later]:
    """The whole way from the last round to the archive; none before a division has played its last round."""
    if not any(played_out(state) for state in known):
        return []
    base, lines = f"/e/{event.slug}/", Prize.objects.filter(event=event).count()
    # Only divisions with players have an end to wait for.
    playing = [state for state in known if state.entrants]
    final = all(state.row.slug in ends.final for state in playing)
    giving = PrizeGiving.objects.filter(event=event).first()
    found: list[Later] = []
    if can(ctx, "standings.release"):
        found += [_prizes(base, lines, final), _final(base, playing, ends)]
        found += [_ceremony(base, giving, final, ends)] if lines else []
        found.append(_public(event, playing, ends))
    found += [one for more in MORE for one in more(ctx, event, final)]
    return [*found, *copies(ctx, event)]


def over(known: Sequence[DivisionState]) -> bool:
    """Whether every division that has players played its last round."""
    return all(played_out(state) for state in known if state.entrants)


def copies(ctx: Context, event: Event) -> list[Later]:
    """The step of the newest copy, and that of its key while nobody has seen it."""
    return [one for ask in COPY for one in ask(ctx, event)]


def first_due(found: Iterable[Later]) -> Later | None:
    """The step that is next."""
    return next((one for one in found if one.state in (DUE, "ask")), None)


def _prizes(base: str, lines: int, final: bool) -> Later:
    """Set before the standings are final, for a final keeps who won."""
    label, url = _("Prizes"), f"{base}prizes/"
    if lines:
        told = ngettext("%(n)s line of prizes is set.", "%(n)s lines of prizes are set.", lines)
        return Later("prizes", label, told % {"n": lines}, DONE, _("Look"), url)
    said = _("None are set.") if final else _("None are set. If there are any, set them before you finalise.")
    return Later("prizes", label, said, OFFERED, _("Set prizes"), url)


def _final(base: str, playing: Sequence[DivisionState], ends: Ends) -> Later:
    left = [state for state in playing if state.row.slug not in ends.final]
    label = _("Final standings")
    if not left:
        return Later("final", label, _("Every division is final."), DONE)
    if late := next((state.row for state in left if state.row.slug in ends.overtaken), None):
        version = ends.overtaken[late.slug]
        told = _("%(name)s: a result was corrected after version %(n)s was final.")
        told = in_full(told % {"name": late.name, "n": version}, ends.differs.get(late.slug, ()))
        verb, url = _("Call version %(n)s final") % {"n": version + 1}, f"{base}{late.slug}/finish/"
        return Later("final", label, told, "ask", verb, url)
    ready = next((state for state in left if played_out(state)), None)
    if ready is None:
        names = ", ".join(state.row.name for state in left)
        return Later("final", label, _("Still playing: %(names)s.") % {"names": names}, WAITS)
    told = _("%(name)s has played every round.") % {"name": ready.row.name}
    return Later("final", label, told, DUE, _("Finalise standings"), f"{base}{ready.row.slug}/finish/")


def in_full(sentence: str, changes: Sequence[str]) -> str:
    """A sentence with what changed behind it: the first few, and how many more."""
    more = len(changes) - MOST_CHANGES
    told = [sentence, *changes[:MOST_CHANGES]]
    if more > 0:
        told.append(ngettext("And %(n)s more change.", "And %(n)s more changes.", more) % {"n": more})
    return " ".join(told)


def _ceremony(base: str, giving: PrizeGiving | None, final: bool, ends: Ends) -> Later:
    label, url = _("Ceremony"), f"{base}prizes/ceremony/"
    if ends.given:
        told = in_full(_("Prizes were given that are somebody else’s since a correction."), ends.given)
        if not final:
            told = f"{told} {_('They are given anew once the standings are final again.')}"
            return Later("ceremony", label, told, WAITS, _("Look"), url)
        return Later("ceremony", label, told, "ask", _("Give them anew"), url)
    if giving and giving.ended_at:
        return Later("ceremony", label, _("The prizes were given."), DONE, _("Look"), url)
    if giving and giving.started_at:
        facts = {"at": giving.step + 1, "of": len(giving.cards)}
        return Later(
            "ceremony", label, _("Card %(at)s of %(of)s is on the screens.") % facts, DUE, _("Go on"), url
        )
    if not final:
        return Later("ceremony", label, _("When every division is final."), WAITS)
    return Later(
        "ceremony", label, _("Third to first, card by card on the screens."), DUE, _("Ceremony"), url
    )


def _public(event: Event, playing: Sequence[DivisionState], ends: Ends) -> Later:
    label, base = _("Final standings in public"), f"/e/{event.slug}/"
    look = (_("Look"), f"{base}publish/")
    hidden = [state for state in playing if not shown(state, ends)]
    if not hidden and ends.overtaken:
        return Later("public", label, _("They were corrected: once they are final again."), WAITS, *look)
    if not hidden and any(state.row.slug not in ends.final for state in playing):
        told = _("Everybody sees the last standings already; they are not final yet.")
        return Later("public", label, told, WAITS, *look)
    late = outdated_release.since_release(event) if not hidden else ()
    ready = [state for state in playing if state.row.pk in late]
    ready += [state for state in hidden if state.row.slug in ends.final]
    if not hidden and not ready:
        return Later("public", label, _("Everybody sees the final standings."), DONE, *look)
    if not ready:
        return Later("public", label, _("Once they are final."), WAITS)
    told = (
        _("The public does not see the end yet: %(names)s.")
        if hidden
        else _("The public still sees the standings from before the correction: %(names)s.")
    )
    told %= {"names": ", ".join(state.row.name for state in ready)}
    return Later("public", label, told, DUE, _("Make final public"), f"{base}prizes/public", post=True)


def shown(state: DivisionState, ends: Ends) -> bool:
    """Whether everybody sees a division's last standings."""
    return state.row.pk not in ends.held and state.row.released_round >= state.row.rounds_planned
