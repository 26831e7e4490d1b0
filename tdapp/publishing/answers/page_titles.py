"""What a page of an event is called, in the hall and in its folder, and what stands below that in a preview of its link. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from tdapp.publishing.released.board import Board


def tabs() -> dict[str, str]:
    """The pages of a division that stand beside each other, by kind."""
    return {
        "pairings": _("Pairings"), "standings": _("Standings"), "results": _("Results"), "players": _("Players"),
        "statistics": _("Statistics"),
    }  # fmt: skip


def of_page(kind: str, board: Board, number: int = 0, by: str = "") -> str:
    """`kind` as `page_kinds.PAGES` knows it; `number`: of the round the page stays with, or of the player; `by`: the order
    of pairings, by table without.
    """
    if kind == "pairings":
        return _pairings(number, by)
    if kind == "player":
        return board.people[number].name
    if kind == "standings" and board.after:
        return _("Standings after round %(round)s") % {"round": board.after}
    if number and kind == "results":
        return _("Results of round %(n)s") % {"n": number}
    beside = {"wallchart": _("Wall chart"), "teams": _("Teams"), "prizes": _("Prizes")}
    return (tabs() | beside).get(kind, "")


def _pairings(number: int, by: str) -> str:
    """Each order has a title of its own: it is what a tab, a bookmark and a search engine tell them apart by."""
    if number:
        told = {"name": _("Pairings of round %(n)s by name"), "club": _("Pairings of round %(n)s by club")}
        return told.get(by, _("Pairings of round %(n)s by table")) % {"n": number}
    return {"name": _("Pairings by name"), "club": _("Pairings by club")}.get(by, _("Pairings by table"))


def whole(*parts: str) -> str:
    """The narrowest first: "Standings after round 2 · Open · Quezon City Open"."""
    return " · ".join(part for part in parts if part)


def below(event: str, where_when: str) -> str:
    """Of a page of a division: which event's, where and when."""
    return ", ".join(part for part in (event, where_when) if part)


def divisions(names: Iterable[str]) -> str:
    """Of the event's first page: what can be looked at."""
    return ", ".join(names)
