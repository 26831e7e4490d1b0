"""The register of incidents: write one down, add to it, decide, appeal, decide the appeal. Nothing is rewritten."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import F, Max
from django.utils import timezone
from django.utils.translation import gettext as _

from tdapp.events.models import Division, Entrant, Event, Table
from tdapp.judging.models.incidents import Incident, IncidentParty, IncidentStep
from tdapp.judging.rulings.commands.calls import plays_at
from tdapp.kernel import clock
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Conflict, NotAllowed, Refusal
from tdapp.kernel.signing_in.owning import may_end, refuse_others
from tdapp.people.models import Player

State, Kind, Measure, Step = Incident.State, Incident.Kind, IncidentStep.Measure, IncidentStep.Kind
OPEN = (State.OPEN, State.APPEALED)
# How long a decision may be appealed against, and how long the desk has for a protest nobody set a time for. The books
# name no time; half an hour is our own choice, about half a round. A protest may be given another.
APPEAL_WITHIN = timedelta(minutes=30)
PROTEST_WITHIN = 30
MOST_MINUTES, MOST_POINTS, MOST_PARTIES = 1440, 500, 8


@dataclass(frozen=True, slots=True)
class Ruling:
    """What was decided: a sentence, and the measure with whom it is against. `amount`: points or minutes."""

    text: str
    measure: str = Measure.NONE
    entrant: Entrant | None = None
    amount: int | None = None


def answer_of(row: Incident) -> dict[str, Any]:
    """An incident as commands answer it."""
    return {"incident": row.number, "state": row.state, "version": row.version, "kind": row.kind}


@command("incident.report", "incident written down", needs="incident.report")
def report(
    ctx: Context, event: Event, *, kind: str, text: str, division: Division | None = None, table: Table | None = None,
    turn: int | None = None, entrants: Sequence[Entrant] = (), minutes: int | None = None,
) -> Change:  # fmt: skip
    """Write an incident down. At a table without names it is about everybody who sits there.

    `minutes`: until when a protest has to be decided (30 when none is said). Refuses: no-text, unknown-kind,
    not-here, bad-deadline, too-many-players.
    """
    words = _checked_text(text)
    if kind not in Kind.values:
        raise Refusal("unknown-kind", _("%(kind)s is no kind of incident.") % {"kind": kind[:20]})
    who = list(dict.fromkeys(entrants)) or _seated(table)
    _refuse_elsewhere(event, division, table, who)
    by = _by(ctx)
    row = Incident.objects.create(
        event=event, number=_next(event), kind=kind, text=words, division=_division(division, table, who), table=table,
        turn=turn, deadline=_deadline(kind, minutes, by["at"]), **by,
    )  # fmt: skip
    IncidentParty.objects.bulk_create(IncidentParty(incident=row, entrant=one) for one in who)
    numbers = [one.number for one in who]
    return Change(
        answer_of(row), str(row), None, {**answer_of(row), "players": numbers, "table": table and str(table)}
    )


@command("incident.note", "incident: note added", needs="incident.report")
def note(ctx: Context, incident: Incident, *, text: str) -> Change:
    """Add what was seen or said later; also to one that is settled."""
    _step(ctx, incident, Step.NOTE, Ruling(_checked_text(text)))
    return Change(answer_of(incident), str(incident), None, {"note": True})


@command("incident.decide", "incident decided", needs="incident.decide")
def decide(ctx: Context, incident: Incident, *, ruling: Ruling, seen: int, neutral: bool) -> Change:
    """Decide an open incident, once. `neutral`: the decider says that none of the players is of his school or club."""
    _refuse_partial(ctx, incident, neutral)
    _refuse_measure(incident, ruling)
    _move(incident, seen, (State.OPEN,), State.DECIDED)
    _step(ctx, incident, Step.DECISION, ruling)
    return Change(answer_of(incident), str(incident), {"state": "open"}, _audited(ruling))


@command("incident.appeal", "appeal taken down", needs="incident.report")
def appeal(ctx: Context, incident: Incident, *, text: str, seen: int) -> Change:
    """Take down an appeal against the decision, within half an hour of it."""
    decision = incident.steps.filter(kind=Step.DECISION).first()
    if decision is not None and clock.now() > decision.at + APPEAL_WITHIN:
        facts = {"time": timezone.localtime(decision.at + APPEAL_WITHIN).strftime("%H:%M")}
        raise Refusal("too-late", _("The decision could be appealed against until %(time)s.") % facts)
    words = _checked_text(text)
    _move(incident, seen, (State.DECIDED,), State.APPEALED)
    _step(ctx, incident, Step.APPEAL, Ruling(words))
    return Change(answer_of(incident), str(incident), {"state": "decided"}, {"state": "appealed"})


@command("incident.decide_appeal", "appeal decided", needs="incident.appeal")
def decide_appeal(ctx: Context, incident: Incident, *, ruling: Ruling, seen: int, neutral: bool) -> Change:
    """Decide an appeal. Its decision takes the place of the first one; nobody decides on an appeal against himself."""
    _refuse_partial(ctx, incident, neutral)
    _refuse_measure(incident, ruling)
    first = incident.steps.filter(kind=Step.DECISION).first()
    if first is not None and first.by_id is not None and str(first.by_id) == _user(ctx):
        raise NotAllowed(
            "own-decision", _("The appeal is against your own decision; another has to decide it.")
        )
    _move(incident, seen, (State.APPEALED,), State.SETTLED)
    _step(ctx, incident, Step.APPEAL_DECISION, ruling)
    return Change(answer_of(incident), str(incident), {"state": "appealed"}, _audited(ruling))


@command("incident.withdraw", "incident taken back", needs="incident.report")
def withdraw(ctx: Context, incident: Incident, *, text: str, seen: int) -> Change:
    """Take an open incident back, with the reason; it stays in the register. Who wrote it down may, and who decides."""
    refuse_withdraw(ctx, incident)
    words = _checked_text(text)
    _move(incident, seen, (State.OPEN,), State.WITHDRAWN)
    _step(ctx, incident, Step.WITHDRAWN, Ruling(words))
    return Change(answer_of(incident), str(incident), {"state": "open"}, {"state": "withdrawn"}, words[:300])


def refuse_withdraw(ctx: Context, incident: Incident) -> None:
    """Refuse (403) to take back what somebody else wrote down."""
    refuse_others(ctx, _writer(incident), "incident.decide")


def may_withdraw(ctx: Context, incident: Incident) -> bool:
    """Whether somebody may take an incident back."""
    return may_end(ctx, _writer(incident), "incident.decide")


def _writer(incident: Incident) -> str:
    return f"user:{incident.by_id}" if incident.by_id else ""


def _checked_text(text: str) -> str:
    words = "\n".join(" ".join(line.split()) for line in text.splitlines()).strip()
    if not words:
        raise Refusal("no-text", _("Say in a sentence what happened."))
    if len(words) > 1000:
        raise Refusal("too-long", _("Write at most 1000 characters; this is %(n)s.") % {"n": len(words)})
    return words


def _seated(table: Table | None) -> list[Entrant]:
    seats = table.seats.select_related("entrant").order_by("seat") if table else ()
    return [slot.entrant for slot in seats]


def _refuse_elsewhere(
    event: Event, division: Division | None, table: Table | None, who: Sequence[Entrant]
) -> None:
    """Everything an incident names belongs to its event."""
    if len(who) > MOST_PARTIES:
        raise Refusal(
            "too-many-players", _("An incident names at most %(most)s players.") % {"most": MOST_PARTIES}
        )
    places = [division.event_id if division else None, table.round.division.event_id if table else None]
    if any(place not in (None, event.pk) for place in [*places, *(one.event_id for one in who)]):
        raise Refusal("not-here", _("This table or player is not of this event."))


def _division(division: Division | None, table: Table | None, who: Sequence[Entrant]) -> Division | None:
    return table.round.division if table else division or (who[0].division if who else None)


def _next(event: Event) -> int:
    return (event.incidents.aggregate(last=Max("number"))["last"] or 0) + 1


def _deadline(kind: str, minutes: int | None, at: datetime) -> datetime | None:
    if kind != Kind.PROTEST:
        return None
    wanted = PROTEST_WITHIN if minutes is None else minutes
    if not 1 <= wanted <= MOST_MINUTES:
        raise Refusal(
            "bad-deadline", _("A protest is decided within 1 to %(most)s minutes.") % {"most": MOST_MINUTES}
        )
    return at + timedelta(minutes=wanted)


def _user(ctx: Context) -> str | None:
    return ctx.actor.removeprefix("user:") if ctx.actor.startswith("user:") else None


def _by(ctx: Context) -> dict[str, Any]:
    return {"at": clock.now(), "by_id": _user(ctx), "by_name": ctx.actor_name[:150]}


def _step(ctx: Context, incident: Incident, kind: str, ruling: Ruling) -> None:
    IncidentStep.objects.create(
        incident=incident, kind=kind, text=ruling.text, measure=ruling.measure, entrant=ruling.entrant,
        amount=ruling.amount, **_by(ctx),
    )  # fmt: skip


def _audited(ruling: Ruling) -> dict[str, Any]:
    number = ruling.entrant.number if ruling.entrant else None
    return {"decision": ruling.text, "measure": ruling.measure, "player": number, "amount": ruling.amount}


def _move(incident: Incident, seen: int, was: Sequence[str], now: str) -> None:
    """Compare and swap; who is late is told how the incident stands."""
    rows = Incident.objects.filter(pk=incident.pk, version=seen, state__in=was)
    done = rows.update(state=now, version=F("version") + 1)
    incident.refresh_from_db()
    if not done:
        sentence = _("Incident %(n)s has moved on: look again, then repeat.")
        raise Conflict("moved-on", sentence % {"n": incident.number}, stored=answer_of(incident))


def _refuse_measure(incident: Incident, ruling: Ruling) -> None:
    """A penalty is against somebody the incident is about, and of a size."""
    _checked_text(ruling.text)
    if ruling.measure not in Measure.values:
        raise Refusal("unknown-measure", _("%(what)s is no measure.") % {"what": ruling.measure[:20]})
    if ruling.measure in (Measure.WARNING, Measure.SCORE, Measure.GAME) and ruling.entrant is None:
        raise Refusal("nobody", _("Say against whom."))
    parties = {one.entrant_id for one in incident.parties.all()}
    if ruling.entrant is not None and ruling.entrant.pk not in parties:
        raise Refusal("not-a-party", _("The incident is not about this player."))
    limits = {Measure.SCORE: MOST_POINTS, Measure.TIME: MOST_MINUTES}
    if (most := limits.get(Measure(ruling.measure))) and not 1 <= (ruling.amount or 0) <= most:
        raise Refusal("no-amount", _("Say how many: 1 to %(most)s.") % {"most": most})


def _refuse_partial(ctx: Context, incident: Incident, neutral: bool) -> None:
    """Nobody decides on his own game or on that of his school or club, and everybody says that he does not."""
    entrants = [one.entrant for one in incident.parties.select_related("entrant")]
    if incident.table is not None and plays_at(ctx, incident.table):
        raise NotAllowed("own-game", _("You play at this table; another has to decide."))
    if ctx.person and any(str(one.player_id) == ctx.person for one in entrants):
        raise NotAllowed("own-game", _("This incident is about you; another has to decide."))
    clubs = {one.club_id for one in entrants if one.club_id}
    if ctx.person and Player.objects.filter(pk=UUID(ctx.person), club__in=clubs).exists():
        raise NotAllowed(
            "own-school", _("One of the players is of your school or club; another has to decide.")
        )
    if not neutral:
        raise Refusal("not-neutral", _("Say that none of the players is of your school or club."))
