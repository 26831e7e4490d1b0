"""What a page of an event is called, in the hall and in its folder, and what stands below that in a preview of its link. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from tdapp.publishing.released.board import Board


def of_page(kind: str, board: Board, number: int = 0) -> str:
    """`kind` as `page_facts.PAGES` knows it; `number`: of the round the page stays with, or of the player."""
    if kind == "player":
        return board.people[number].name
    if kind == "standings" and board.after:
        return _("Standings after round %(round)s") % {"round": board.after}
    if number and kind in ("pairings", "results"):
        told = _("Pairings of round %(n)s") if kind == "pairings" else _("Results of round %(n)s")
        return told % {"n": number}
    return {
        "pairings": _("Pairings"), "standings": _("Standings"), "results": _("Results"), "players": _("Players"),
        "statistics": _("Statistics"), "wallchart": _("Wall chart"), "teams": _("Teams"), "prizes": _("Prizes"),
    }.get(kind, "")  # fmt: skip


def whole(*parts: str) -> str:
    """The narrowest first: "Standings after round 2 · Open · Quezon City Open"."""
    return " · ".join(part for part in parts if part)


def below(event: str, where_when: str) -> str:
    """Of a page of a division: which event's, where and when."""
    return ", ".join(part for part in (event, where_when) if part)


def divisions(names: Iterable[str]) -> str:
    """Of the event's first page: what can be looked at."""
    return ", ".join(names)
