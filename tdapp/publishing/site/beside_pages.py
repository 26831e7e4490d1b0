"""Files of the site that are no pages: data, texts and pictures for chats, feed, calendar, look. Pure."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator

from django.core.serializers.json import DjangoJSONEncoder

from tdapp.publishing.answers.answers import where_when
from tdapp.publishing.pages import page_data
from tdapp.publishing.sharing import picture, sheets
from tdapp.publishing.site import card, feeds
from tdapp.publishing.site.facts import Site, SiteDivision


def beside_pages(site: Site, root: str) -> Iterator[tuple[str, bytes]]:
    """Path and bytes of each, in the language that is active; `root`: the event's folder."""
    yield f"{root}feed.xml", feeds.of_site(site, root).encode()
    yield f"{root}event.ics", feeds.calendar_of_site(site, root).encode()
    if site.style:
        yield f"{root}look.css", site.style.encode()
    if site.logo:
        yield f"{root}logo.png", site.logo
    parts: dict[str, str] = {}
    for division in site.divisions:
        folder = f"{root}{division.door.slug}/"
        told = dict(_data(site, division))
        parts[division.door.slug] = _digest(told)
        yield from ((f"{folder}{name}", data) for name, data in told.items())
        yield from ((f"{folder}{name}", data) for name, data in _to_share(site, division, folder))
    # For scripts that ask again and again: which division says something new. A copy has no clock that runs, and none here.
    yield f"{root}now.json", _json({"event": site.event.slug, "parts": parts})


def _digest(files: dict[str, bytes]) -> str:
    seen = hashlib.sha256()
    for name, data in sorted(files.items()):
        seen.update(f"{name} {len(data)} ".encode() + data)
    return seen.hexdigest()[:16]


def _json(data: dict[str, object]) -> bytes:
    return json.dumps(data, cls=DjangoJSONEncoder, ensure_ascii=False).encode()


def _to_share(site: Site, division: SiteDivision, folder: str) -> Iterator[tuple[str, bytes]]:
    address = _address(site, folder)
    for name, sheet in _sheets(site, division):
        yield f"{name}.txt", sheets.text_of(sheet, address).encode()
        yield f"{name}.png", picture.draw(sheet, 1, address)
    several = len(site.divisions) > 1
    for number, stage in division.after.items():
        where = f"standings/{number}/"
        after = sheets.standings(site.event.name, stage.board, several=several)
        if after is not None:
            yield f"{where}standings.txt", sheets.text_of(after, address and f"{address}{where}").encode()
    yield (
        "card.png",
        card.draw(site.event.name, where_when(site.event), division.now.board, several, site.colour),
    )


def further_pictures(site: Site, root: str) -> Iterator[tuple[str, bytes]]:
    """The second picture of a long list and those after it, to which no page leads."""
    for division in site.divisions:
        folder = f"{root}{division.door.slug}/"
        for name, sheet in _sheets(site, division):
            for part in range(2, picture.parts(sheet) + 1):
                yield f"{folder}{name}-{part}.png", picture.draw(sheet, part, _address(site, folder))


def _address(site: Site, folder: str) -> str:
    return f"{site.base}/{folder}" if site.base else ""


def _sheets(site: Site, division: SiteDivision) -> Iterator[tuple[str, sheets.Sheet]]:
    event, now, several = site.event.name, division.now, len(site.divisions) > 1
    told = {
        "pairings": sheets.pairings(event, now.board, by="table", several=several),
        "standings": sheets.standings(event, now.board, several=several),
    }
    yield from ((name, sheet) for name, sheet in told.items() if sheet)


def _data(site: Site, division: SiteDivision) -> Iterator[tuple[str, bytes]]:
    """The same as JSON; `docs/programmers/public-data.md` says what it means."""
    now = division.now
    told: dict[str, page_data.Data] = {
        "pairings.json": page_data.pairings(now),
        "standings.json": page_data.standings(now),
        "players.json": page_data.players(now),
    }
    if now.board.has_teams:
        told["teams.json"] = page_data.teams(now)
    told |= {f"round/{n}/pairings.json": page_data.pairings(stage) for n, stage in division.before.items()}
    told |= {
        f"standings/{n}/standings.json": page_data.standings(stage) for n, stage in division.after.items()
    }
    told |= {f"results/{n}/results.json": page_data.results(now, n) for n in range(1, now.board.after + 1)}
    for name, data in told.items():
        yield name, _json({"event": site.event.slug, "division": division.door.slug, **data})
