"""A whole event as one JSON file: entrants and rounds, versioned, and if wanted the plan they were paired by.

Reading tells JSON, TRF and `.t` apart by their content.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from core.later import later
from pairings.event.codec import encode, read_as, shown
from pairings.event.history import History
from pairings.event.refusals import Refusal, Refusals, refuse
from pairings.formats.file_reading import Kind, is_json, kind_of, no_text, read_json
from pairings.rounds.input_limits import event_mistakes, history_mistakes

if TYPE_CHECKING:
    from pairings.formats import trf, trf_history, tsh, tsh_claims, tsh_history
    from pairings.formats.tsh import TshFile
else:
    trf, trf_history = later("pairings.formats.trf"), later("pairings.formats.trf_history")
    tsh, tsh_history = later("pairings.formats.tsh"), later("pairings.formats.tsh_history")
    tsh_claims = later("pairings.formats.tsh_claims")

__all__ = ["Event", "from_data", "is_json", "read_any", "read_event", "read_json", "to_data"]
VERSION = 1
NAMED_MAX = 50


@dataclass(frozen=True, slots=True)
class Event:
    """An event from a file: what kind of file, the plan it names ("": none), what the file could not say.

    `starts`: the rule its starters were chosen by, as far as the kind of file says ("": not at all).
    """

    history: History
    kind: Kind
    plan: str = ""
    lost: tuple[str, ...] = ()
    starts: str = ""


def to_data(history: History, plan: str = "") -> dict[str, Any]:
    """An event as JSON-able data."""
    return {"version": VERSION, **encode(history), **({"plan": plan} if plan else {})}


def from_data(data: object) -> History | Refusals:
    """An event from plain data; a request is read as the event in it."""
    if not isinstance(data, dict):
        return refuse(
            "unreadable", "The file holds no event; it has to be an object with entrants and rounds."
        )
    if data.get("version") != VERSION:
        text = f"The event has version {shown(data.get('version'))}; this engine reads {VERSION}."
        return refuse("unknown_version", text)
    own = {key: value for key, value in data.items() if key not in ("version", "plan")}
    history = read_as(History, data.get("history", own), "event")
    return history if isinstance(history, Refusals) else checked(history)


def checked(history: History) -> History | Refusals:
    """The event, or everything in it that makes no sense; after many mistakes only their number is told."""
    mistakes = [*event_mistakes(history), *history_mistakes(history)]
    if len(mistakes) > NAMED_MAX:
        more = Refusal("unreadable", f"There are {len(mistakes) - NAMED_MAX} more mistakes of such kinds.")
        mistakes = [*mistakes[:NAMED_MAX], more]
    return Refusals(tuple(mistakes)) if mistakes else history


Count = Callable[[History], History]


def as_read(history: History) -> History:
    """The event counted as its file has it."""
    return history


def read_any(data: bytes, count: Count = as_read) -> Event | Refusals:
    """An event from the bytes of a `.t` file, a TRF file, an event file or a request. `count`: what is to be counted
    otherwise than the file says, as with spread caps.
    """
    refused, kind = no_text(data), kind_of(data)
    if refused is not None:
        return refused
    if kind == "trf":
        report = trf.read_trf(data)
        if isinstance(report, Refusals):
            return report
        found = trf_history.to_history(report)
        return Event(count(found.history), kind, lost=found.lost)
    if kind == "t":
        file = tsh.read_t(data)
        return file if isinstance(file, Refusals) else of_t(file, count)
    parsed = read_json(data)
    return parsed if isinstance(parsed, Refusals) else of_data(parsed, count)


def of_t(file: TshFile, count: Count = as_read) -> Event:
    """An event from a division file; where its own figures differ from ours is told."""
    history = count(tsh_history.to_history(file))
    return Event(history, "t", lost=tsh_claims.claims(file, history), starts=starts_of(file))


def starts_of(file: TshFile) -> str:
    """`tsh` where every pairing of the file says who started."""
    marks = (
        (at, player.numbers("p12"))
        for player in file.players
        for at, other in enumerate(player.opponents)
        if other
    )
    known = all(at < len(mark) and mark[at] in (1, 2) for at, mark in marks)
    return "tsh" if known else ""


def of_data(data: object, count: Count = as_read) -> Event | Refusals:
    """An event from plain data, with the plan it names."""
    history = from_data(data)
    plan = data.get("plan", "") if isinstance(data, dict) else ""
    if not isinstance(plan, str):
        return refuse("unreadable", "The plan of the event has to be text, as in 'swiss 1-7'.")
    return history if isinstance(history, Refusals) else Event(count(history), "json", plan)


def read_event(data: bytes) -> History | Refusals:
    """Only the history of an event from the bytes of a file."""
    found = read_any(data)
    return found if isinstance(found, Refusals) else found.history
