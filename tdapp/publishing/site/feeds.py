"""What other programs read: the feed of releases, the event in a calendar, what search engines may look at. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from xml.sax.saxutils import escape, quoteattr
from zlib import crc32

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tdapp.publishing.entering import telling
from tdapp.publishing.released.public_access import EventDoor
from tdapp.publishing.site import addresses
from tdapp.publishing.site.facts import Site, Stop
from tdapp.publishing.told_at import ToldAt

_LINE = 73


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that came out: `path` names it for good, `page` is where it stands, below the root of the feed."""

    at: datetime
    path: str
    title: str
    page: str


def of_site(site: Site, event_folder: str) -> str:
    """The feed that lies beside the pages; where nobody said where they will be found its links are relative."""
    root = f"{site.base}/{event_folder}" if site.base else ""
    return atom(site.event, _entries(site), root, site.told_at.event, root or "./")


def atom(event: EventDoor, entries: Iterable[Entry], root: str, now: datetime, home: str = "") -> str:
    """The releases, the newest first: pairings that were shown, standings that came out (RFC 4287)."""
    entries = sorted(entries, key=lambda entry: (entry.at, entry.path), reverse=True)
    updated = entries[0].at if entries else now
    name = f"tag:tournament-desk,{event.starts_on.isoformat()}:{event.slug}"
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        f'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang={quoteattr(get_language() or "en")}>',
        f"<id>{escape(name)}</id>",
        f"<title>{escape(event.name)}</title>",
        f"<updated>{_moment(updated)}</updated>",
        f"<author><name>{escape(event.club or event.name)}</name></author>",
        f"<link href={quoteattr(home or f'{root}t/{event.slug}/')}/>",
    ]
    for entry in entries:
        address = quoteattr(f"{root}{entry.page}")
        lines.append(
            f"<entry><id>{escape(name)}/{escape(entry.path)}</id><title>{escape(entry.title)}</title>"
            f"<updated>{_moment(entry.at)}</updated><link href={address}/></entry>"
        )
    return "\n".join([*lines, "</feed>", ""])


def of_nothing(event: str) -> str:
    """The feed of the event of this short name while nobody says what is out."""
    told = f"<id>tag:tournament-desk,1970:{escape(event)}</id><title>{escape(event)}</title>"
    return f'<feed xmlns="http://www.w3.org/2005/Atom">{told}<updated>1970-01-01T00:00:00Z</updated></feed>\n'


def pairings_title(division: str, number: int) -> str:
    """What an entry of pairings is called."""
    return _("%(division)s: pairings of round %(n)s") % {"division": division, "n": number}


def standings_title(division: str, number: int) -> str:
    """What an entry of standings is called."""
    return _("%(division)s: standings after round %(n)s") % {"division": division, "n": number}


def _entries(site: Site) -> Iterable[Entry]:
    for division in site.divisions:
        name = division.door.name
        for number, stage in division.before.items():
            if stage.board.shown and stage.board.shown.at:
                path = addresses.folder("round_pairings", division.door.slug, number)
                yield Entry(stage.board.shown.at, path, pairings_title(name, number), path)
        for number, stage in division.after.items():
            if stage.board.released_at:
                path = addresses.folder("round_standings", division.door.slug, number)
                yield Entry(stage.board.released_at, path, standings_title(name, number), path)


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


@dataclass(frozen=True, slots=True)
class Day:
    """An event as a calendar knows it, whole days; `url` "" unknown; `about`: lines that say how one enters."""

    slug: str
    name: str
    first: date
    last: date
    place: str = ""
    url: str = ""
    about: Sequence[str] = ()


def calendar_of_site(site: Site, event_folder: str) -> str:
    """The calendar file that lies beside the pages."""
    url = f"{site.base}/{event_folder}" if site.base else ""
    return calendar(site.event, url, site.stops.get(get_language() or "", ()), site.told_at)


def calendar(event: EventDoor, url: str, stops: Iterable[Stop], told: ToldAt) -> str:
    """The event as a calendar file (RFC 5545): whole days, its place and its address, and what is still to come.

    Stamped with its last change, as the standard has it where nobody is invited (3.8.7.2).
    """
    about = telling.sentences(event.entering)
    one = Day(event.slug, event.name, event.starts_on, event.ends_on, event.venue, url, about)
    lines = [line for stop in stops for line in _stop(one, stop, told.hours)]
    return _calendar("", [*_day(one, _stamp(told.event)), *lines])


def days_of(name: str, days: Iterable[Day], at: datetime) -> str:
    """Events as a calendar file of this `name`, "" none, made `at`."""
    stamp = _stamp(at)
    return _calendar(name, [line for day in days for line in _day(day, stamp)])


def _calendar(name: str, lines: Iterable[str]) -> str:
    head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Tournament desk//Public site//EN"]
    head += [f"X-WR-CALNAME:{_text(name)}"] if name else []
    return "".join(f"{_folded(line)}\r\n" for line in [*head, *lines, "END:VCALENDAR"])


def _stop(day: Day, stop: Stop, at: datetime) -> list[str]:
    """A round or a break at its hour, as it is forecast now; a later forecast of the same moves it."""
    known = crc32(f"{stop.at:%Y-%m-%d} {stop.division} {stop.label}".encode())
    ends = [f"DURATION:PT{stop.minutes}M"] if stop.minutes else []
    name = " · ".join(part for part in (day.name, stop.division, stop.label) if part)
    return [
        "BEGIN:VEVENT",
        f"UID:{day.slug}-{day.first.isoformat()}-{known:08x}@tournament-desk",
        _stamp(at),
        f"DTSTART:{stop.at.astimezone(UTC):%Y%m%dT%H%M%SZ}",
        *ends,
        f"SUMMARY:{_text(name)}",
        *([f"LOCATION:{_text(day.place)}"] if day.place else []),
        "END:VEVENT",
    ]


def _day(day: Day, stamp: str) -> list[str]:
    return [
        "BEGIN:VEVENT",
        f"UID:{day.slug}-{day.first.isoformat()}@tournament-desk",
        stamp,
        f"DTSTART;VALUE=DATE:{_date(day.first)}",
        # The first day that is no part of it.
        f"DTEND;VALUE=DATE:{_date(day.last + timedelta(days=1))}",
        f"SUMMARY:{_text(day.name)}",
        *([f"LOCATION:{_text(day.place)}"] if day.place else []),
        *([f"DESCRIPTION:{_lines(day.about)}"] if day.about else []),
        *([f"URL:{day.url}"] if day.url else []),
        "END:VEVENT",
    ]


def _stamp(at: datetime) -> str:
    return f"DTSTAMP:{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _date(day: date) -> str:
    return day.isoformat().replace("-", "")


def _text(value: str) -> str:
    for sign in "\\;,":
        value = value.replace(sign, f"\\{sign}")
    return " ".join(value.split())


def _lines(lines: Sequence[str]) -> str:
    """Several lines as one value: a line break is written as a letter (RFC 5545, 3.3.11)."""
    return "\\n".join(_text(part) for line in lines for part in line.splitlines() if part.strip())


def _folded(line: str) -> str:
    """No line over 75 bytes, and no letter cut in two."""
    if len(line) <= _LINE and line.isascii():
        return line
    parts, size = [""], 0
    for letter in line:
        size += len(letter.encode())
        if size > _LINE:
            parts.append("")
            size = len(letter.encode())
        parts[-1] += letter
    return "\r\n ".join(parts)


def sitemap(site: Site, folders: Iterable[str]) -> str:
    """Every page with its whole address (sitemaps.org); pages of an event with guarded players stand in none."""
    listed = sorted(folders) if site.base and not site.event.guarded else []
    return urlset(f"{site.base}/{folder}" for folder in listed)


def urlset(listed: Iterable[str]) -> str:
    """These addresses as search engines read them."""
    # Escaped as one text: of a federation they are twenty thousand.
    told = escape("\n".join(listed)).replace("\n", "</loc></url>\n<url><loc>")
    rows = f"<url><loc>{told}</loc></url>" if told else ""
    head = '<?xml version="1.0" encoding="utf-8"?>'
    return f'{head}\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{rows}\n</urlset>\n'


def robots(site: Site) -> str:
    """What search engines may look at: all of it, or nothing where players are guarded."""
    lines = ["User-agent: *", "Disallow: /" if site.event.guarded else "Disallow:"]
    if site.base and not site.event.guarded:
        lines.append(f"Sitemap: {site.base}/sitemap.xml")
    return "\n".join([*lines, ""])
