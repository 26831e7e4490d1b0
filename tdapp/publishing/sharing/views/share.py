"""What goes into a group chat: the text and the pictures of pairings or standings."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tdapp.publishing.answers import answers
from tdapp.publishing.released import board as boards
from tdapp.publishing.released import public_access, single_flight
from tdapp.publishing.released.board import Board
from tdapp.publishing.released.public_access import EventDoor
from tdapp.publishing.sharing import picture, sheets
from tdapp.publishing.sharing.sheets import Sheet

SheetOf = Callable[[EventDoor, Board, str], Sheet | None]


@require_safe
def pairings_text(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """The shown round as plain text; `?by=name` by name."""
    return _text(request, event, division, _pairings, "pairings")


@require_safe
def pairings_picture(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """The shown round as a picture, `?part=2` the next one; the header `X-Parts` says how many there are."""
    return _picture(request, event, division, _pairings, "pairings")


@require_safe
def standings_text(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """The released standings as plain text; `?round=3` those after a round."""
    return _text(request, event, division, _standings, "standings")


@require_safe
def standings_picture(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """The released standings as a picture; `?round=3` those after a round."""
    return _picture(request, event, division, _standings, "standings")


def _pairings(door: EventDoor, board: Board, by: str) -> Sheet | None:
    return sheets.pairings(door.name, board, by=by, several=len(door.divisions) > 1)


def _standings(door: EventDoor, board: Board, _by: str) -> Sheet | None:
    return sheets.standings(door.name, board, several=len(door.divisions) > 1)


def _sheet(request: HttpRequest, door: EventDoor, division: str, tell: SheetOf) -> tuple[Sheet, str]:
    """What is sent, and the digest of what it was made from. Missing: nothing of it is out."""
    row = door.division(division)
    if number := _number(request, tell):
        row = public_access.after_round(row, number, public_access.public_rounds(row))
    by = "name" if request.GET.get("by") == "name" else "table"
    if sheet := tell(door, boards.current(row), by):
        return sheet, f"{boards.digest_of(row)}:{by}:{get_language()}"
    raise public_access.nothing_here()


def _number(request: HttpRequest, tell: SheetOf) -> int:
    """The round whose standings are asked for, 0 for the newest. Missing: a word that is no round."""
    asked = request.GET.get("round", "") if tell is _standings else ""
    if asked and not (asked.isascii() and asked.isdigit() and len(asked) < 4):
        raise public_access.nothing_here()
    return int(asked or 0)


def _text(request: HttpRequest, event: str, division: str, tell: SheetOf, page: str) -> HttpResponse:
    door = public_access.open_event(event)
    sheet, _digest = _sheet(request, door, division, tell)
    text = sheets.text_of(sheet, _where(request, door, division, page, _number(request, tell)))
    answer = HttpResponse(text, content_type="text/plain; charset=utf-8")
    return answers.for_all(answers.conditional(request, answer), door)


def _picture(request: HttpRequest, event: str, division: str, tell: SheetOf, page: str) -> HttpResponse:
    door = public_access.open_event(event)
    sheet, digest = _sheet(request, door, division, tell)
    number = _number(request, tell)
    part, where = _part(request, sheet), _where(request, door, division, page, number)
    key = f"public:picture:{page}:{part}:{hash_of(where)}:{digest}"
    data = single_flight.fly(key, digest, lambda: picture.draw(sheet, part, where))
    answer = HttpResponse(data, content_type="image/png")
    answer["X-Parts"] = str(picture.parts(sheet))
    name = f"{door.slug}-{division}-{page}{number or ''}{f'-{part}' if picture.parts(sheet) > 1 else ''}.png"
    answer["Content-Disposition"] = f'inline; filename="{name}"'
    return answers.for_all(answers.conditional(request, answer), door)


def _part(request: HttpRequest, sheet: Sheet) -> int:
    text = request.GET.get("part", "1")
    known = {str(number) for number in range(1, picture.parts(sheet) + 1)}
    if text not in known:
        raise public_access.nothing_here()
    return int(text)


def hash_of(text: str) -> str:
    """An address as part of a key."""
    return text.encode().hex()


def _where(request: HttpRequest, door: EventDoor, division: str, page: str, number: int) -> str:
    """The page's own address as everybody reaches it, "" unknown: a chat reaches far beyond the hall's network."""
    root = settings.PUBLIC_URL or door.website or _own_name(request)
    where = [door.slug, division, *([number] if number else [])]
    return root + reverse(f"publishing:{'round_' if number else ''}{page}", args=where) if root else ""


def _own_name(request: HttpRequest) -> str:
    """The address a server was asked by; a laptop's is its number in the hall."""
    return "" if settings.LOCAL else request.build_absolute_uri("/").rstrip("/")
