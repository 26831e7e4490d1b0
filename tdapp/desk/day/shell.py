"""The rail and the top line of every desk page: where the day stands, in six queries whatever the size of the event.

`shell` is a context processor: a view that came through `events.access` has its place on the request, and the page's
`desk` is drawn from it when the template asks. Views of other rooms need nothing but to extend td/desk.html.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tdapp.desk.day.division_states import DivisionState, RoundState, states, states_of_rail
from tdapp.events import access, titles
from tdapp.events.day import clocks, notices
from tdapp.events.day.clocks import CALLED, PAUSED, RUNNING, Clock
from tdapp.events.models import Division, Event, Round
from tdapp.events.setup import demo_job
from tdapp.judging.rulings import queue
from tdapp.kernel.context import Context
from tdapp.kernel.pages.shells import Desk, Progress, Stage, Tab
from tdapp.kernel.permissions import can
from tdapp.scoresheets.lists.listing import counts


def shell(request: HttpRequest) -> dict[str, Any]:
    """Context processor: `desk` for pages that stand at an event; an empty one, read from nothing, for others."""
    place = getattr(request, "place", None)
    if place is None:
        return {"desk": Desk()}
    return {"desk": SimpleLazyObject(lambda: _of_place(request, place))}


def _of_place(request: HttpRequest, place: access.Place) -> Desk:
    found = desk(place.ctx, place.event, place.division, round_=place.round, path=place.stage or request.path)
    may = place.event.demo and can(access.outside(request), demo_job.NEEDS)
    return replace(found, end_demo=demo_job.REMOVE_URL) if may else found


def desk_context(
    ctx: Context, event: Event, division: Division | None = None, stage: str = ""
) -> dict[str, Any]:
    """The same for a view that wants to name its stage itself (the address of its entry in the rail)."""
    return {"desk": desk(ctx, event, division, path=stage)}


def desk(
    ctx: Context, event: Event, division: Division | None = None, *, round_: Round | None = None, path: str = ""
) -> Desk:  # fmt: skip
    """Rail and top line for one person at one place; `path` is the page's address."""
    base = f"/e/{event.slug}/"
    known, calls = states_of_rail(event), queue.counts(event)
    here, ticking = _state_of(known, division), clocks.of_event(event)
    return Desk(
        event_name=event.name, event_url=base,
        stages=_current(_stages(ctx, base, known, here, counts(event), calls, ticking), path),
        divisions=_division_tabs(base, known, division, path), division=_division_name(known, division),
        round_label=_round_label(here, round_), progress=_progress(base, known, here, calls),
        user_id=ctx.actor.removeprefix("user:"), user_name=ctx.actor_name, user_role=titles.roles_text(ctx.roles),
        switch_url=f"{base}people/switch", logout_url="/logout",
        again_url="/again" if ctx.by_pin else "", palette_url=f"{base}palette",
        notices=notices.of(event), clock_url=_clock_url(base, ticking), clock_page=f"{base}hall/",
    )  # fmt: skip


def _clock_url(base: str, ticking: list[Clock]) -> str:
    """Where the top line's clock asks, as soon as one was started."""
    return f"{base}hall/now.json" if any(one.started_at for one in ticking) else ""


def _state_of(known: list[DivisionState], division: Division | None) -> DivisionState | None:
    """The division the page is about: the one named, or the only one there is."""
    if division is None:
        return known[0] if len(known) == 1 else None
    return next((state for state in known if state.row.pk == division.pk), None)


def _division_name(known: list[DivisionState], division: Division | None) -> str:
    return division.name if division and len(known) > 1 else ""


def _round_label(here: DivisionState | None, round_: Round | None) -> str:
    number = round_.number if round_ else here.last.number if here and here.last else 0
    return _("round %(round)s") % {"round": number} if number else ""


def _progress(
    base: str, known: list[DivisionState], here: DivisionState | None, calls: tuple[int, int]
) -> Progress | None:
    rounds = [item for state in ([here] if here else known) for item in state.open]
    if not rounds:
        return None
    entered, tables = sum(item.entered for item in rounds), sum(item.tables for item in rounds)
    part = f"?division={here.row.slug}" if here else ""
    return Progress(entered, tables, f"{base}in{part}", f"{entered}.{tables}.{calls[0]}.{calls[1]}")


def progress(event: Event, division: Division | None) -> Progress | None:
    """How many results are in, for the polled part of the top line."""
    known = states(event)
    return _progress(f"/e/{event.slug}/", known, _state_of(known, division), queue.counts(event))


def _division_tabs(base: str, known: list[DivisionState], division: Division | None, path: str) -> list[Tab]:
    if len(known) < 2:
        return []
    section = next((name for name in ("entries/", "checkin/") if path == base + name), "")
    address = f"{base}{section}?division={{}}" if section else f"{base}{{}}/"
    tabs = [
        Tab(
            state.row.name,
            address.format(state.row.slug),
            state.row == division,
            str(key) if key < 10 else "",
        )
        for key, state in enumerate(known, start=1)
    ]
    return [Tab(_("All"), base + section, division is None, "0"), *tabs] if section else tabs


def _stages(
    ctx: Context,
    base: str,
    known: list[DivisionState],
    here: DivisionState | None,
    sheets: tuple[int, int],
    calls: tuple[int, int],
    ticking: list[Clock],
) -> list[Stage]:
    """The stops of the day in four parts; the overview stands before them."""
    releases, edits, logs = (can(ctx, need) for need in ("standings.release", "event.edit", "audit.view"))
    before = [_entries_stage(base, known), _checkin_stage(base, known)]
    before += [Stage(_("Settings"), f"{base}settings", icon="gear")] if edits else []
    rounds = [_hall_stage(base, ticking), _results_stage(base, known), _sheets_stage(base, sheets)]
    rounds += [_judges_stage(base, calls)] if can(ctx, "judge.rule") else []
    rounds += (
        [*round_stages(base, here), _standings_stage(base, here)] if here else _division_stages(base, known)
    )
    public = [_publish_stage(base, known)] if releases or can(ctx, "export.run") else []
    public += [Stage(_("Screens"), f"{base}screens/", icon="screen")] if releases else []
    after = [Stage(_("Prizes"), f"{base}prizes/", icon="cup")] if releases else []
    after += [Stage(_("Export"), f"{base}export/", icon="out")] if can(ctx, "export.run") else []
    after += [Stage(_("Safety"), f"{base}copies/", icon="shield")] if edits else []
    after += [Stage(_("Log"), f"{base}log", icon="log")] if logs else []
    parts = (
        ("", [Stage(_("Overview"), base, icon="home")]),
        (pgettext("part of the day: before the first round", "Before"), before), (_("Rounds"), rounds),
        (pgettext("part of the day: what everybody sees", "Public"), public),
        (pgettext("part of the day: after the last round", "After"), after),
    )  # fmt: skip
    return [replace(stage, group=name) for name, stages in parts for stage in stages]


def _entries_stage(base: str, known: list[DivisionState]) -> Stage:
    count = sum(state.entrants for state in known)
    return Stage(_("Entries"), f"{base}entries/", str(count), "ok" if count else "now", icon="list")


def _checkin_stage(base: str, known: list[DivisionState]) -> Stage:
    present, total = sum(s.present for s in known), sum(s.staying for s in known)
    waited = any(s.missing for s in known)
    started = any(state.rounds for state in known)
    state = "ok" if present and not waited else "later" if started or not total else "now"
    return Stage(_("Check-in"), f"{base}checkin/", f"{present}/{total}", state, icon="tick")


def _hall_stage(base: str, ticking: list[Clock]) -> Stage:
    """The round clock in a word: the one a hall looks at."""
    one = clocks.foremost(ticking)
    if one is None or one.state not in (RUNNING, CALLED, PAUSED):
        return Stage(_("Hall"), f"{base}hall/", icon="clock")
    words = {
        RUNNING: _("%(n)s min left") % {"n": -(-one.remaining() // 60)}, CALLED: _("time called"), PAUSED: _("paused"),
    }  # fmt: skip
    sign = "now" if one.state == RUNNING else "ask"
    return Stage(_("Hall"), f"{base}hall/", words[one.state], sign, icon="clock")


def _results_stage(base: str, known: list[DivisionState]) -> Stage:
    rounds = [item for state in known for item in state.rounds]
    out, waiting = sum(item.out for item in rounds), sum(item.to_confirm for item in rounds)
    word = (
        _("%(n)s pending") % {"n": out} if out else _("%(n)s to confirm") % {"n": waiting} if waiting else ""
    )
    sign = "now" if out else "ask" if waiting else "later"
    return Stage(_("Enter results"), f"{base}enter/", word, sign, icon="pen")


def _sheets_stage(base: str, sheets: tuple[int, int]) -> Stage:
    """Scoresheets being written, else how many are finished."""
    writing, finished = sheets
    word = (
        _("%(n)s open") % {"n": writing}
        if writing
        else _("%(n)s finished") % {"n": finished}
        if finished
        else ""
    )
    sign = "now" if writing else "ok" if finished else "later"
    return Stage(_("Scoresheets"), f"{base}sheets/", word, sign, icon="sheet")


def _judges_stage(base: str, calls: tuple[int, int]) -> Stage:
    """Tables that wait for a ruling, else how many a judge is at."""
    waiting, taken = calls
    word = (
        _("%(n)s waiting") % {"n": waiting} if waiting else _("%(n)s taken") % {"n": taken} if taken else ""
    )
    sign = "ask" if waiting else "now" if taken else "later"
    return Stage(_("Judges"), f"{base}judges/", word, sign, icon="scales")


def round_stages(base: str, here: DivisionState) -> list[Stage]:
    """Every round of a division's plan, with its state as a word; later ones lead nowhere."""
    known = {item.number: item for item in here.rounds}
    following, own = max(known, default=0) + 1, f"{base}{here.row.slug}/"
    last = max(here.row.rounds_planned, following - 1)
    stages = [_round_stage(own, known[n]) for n in sorted(known)]
    return stages + [_planned_stage(own, n, here, following) for n in range(following, last + 1)]


def _round_stage(own: str, item: RoundState) -> Stage:
    label, (word, sign) = _("Round %(round)s") % {"round": item.number}, round_word(item)
    return Stage(label, f"{own}round/{item.number}/", word, sign, icon="board")


def _planned_stage(own: str, number: int, here: DivisionState, following: int) -> Stage:
    """A round still to be published: drafted, or to be paired once no other is being played."""
    label, url = _("Round %(round)s") % {"round": number}, f"{own}round/{number}/"
    if number == here.draft:
        return Stage(label, url, _("draft"), "now", icon="board")
    if number != following:
        return Stage(label, "", icon="board")
    return Stage(label, url, _("to pair"), "later" if here.open else "now", icon="board")


def round_word(item: RoundState) -> tuple[str, str]:
    """A published round's state: the word and the sign beside it. A closed one may have a correction to confirm."""
    closed = item.status == Round.Status.CLOSED
    if item.out and not closed:
        return _("%(in)s of %(all)s entered") % {"in": item.entered, "all": item.tables}, "now"
    if item.to_confirm:
        return _("%(n)s to confirm") % {"n": item.to_confirm}, "ask"
    return (_("closed"), "ok") if closed else (_("all entered"), "now")


def _division_stages(base: str, known: list[DivisionState]) -> list[Stage]:
    return [_division_stage(base, state) for state in known]


def _division_stage(base: str, state: DivisionState) -> Stage:
    """A division among others, with its rounds in a row of squares."""
    word, sign = _division_word(state)
    rounds = tuple(round_stages(base, state))
    return Stage(state.row.name, f"{base}{state.row.slug}/", word, sign, icon="board", rounds=rounds)


def _division_word(state: DivisionState) -> tuple[str, str]:
    if state.draft:
        return _("round %(round)s: %(word)s") % {"round": state.draft, "word": _("draft")}, "now"
    if state.last is None:
        return _("to pair"), "later"
    word, sign = round_word(state.last)
    return _("round %(round)s: %(word)s") % {"round": state.last.number, "word": word}, sign


def _standings_stage(base: str, here: DivisionState) -> Stage:
    number = here.last.number if here.last else 0
    # While its games are played, the table is that of the moment and not yet that after the round.
    word = _("so far") if here.open else _("after %(round)s") % {"round": number} if number else ""
    url = f"{base}{here.row.slug}/standings/{number}/" if number else ""
    return Stage(_("Standings"), url, word, icon="podium")


def _publish_stage(base: str, known: list[DivisionState]) -> Stage:
    """What the public sees: the newest standings, else the newest pairings."""
    released = max((state.row.released_round for state in known), default=0)
    paired = max((one.number for state in known for one in state.rounds if one.public), default=0)
    facts = {"round": released or paired}
    told = _("standings %(round)s") if released else _("pairings %(round)s") if paired else _("nothing yet")
    sign = "ok" if released or paired else "later"
    return Stage(_("Public pages"), f"{base}publish/", told % facts, sign, icon="eye")


def _current(stages: list[Stage], path: str) -> list[Stage]:
    """The stages with the one the page belongs to marked: the longest address the page's own begins with. The overview,
    with whose address every other begins, is one only by itself.
    """
    home = stages[0].url
    inside = [stage.url for stage in stages if stage.url and path.startswith(stage.url)]
    here = max((url for url in inside if url != home or path == home), key=len, default="")
    return [replace(one, current=bool(here) and one.url == here) for one in stages]
