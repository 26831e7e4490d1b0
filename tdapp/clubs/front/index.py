"""What the search looks things up in: a small file of words, made by the worker when something public may have changed.

A question costs a few look-ups in it and the rows it names, however many players there are. What it names is looked at
again before it is shown: who was guarded or hidden a moment ago is found by nobody, whatever the file still says. It stays
on this computer, because one file of every name would be handed on as such. Whoever is guarded is not in it. Without it
(before the worker's first look) the tables are asked.
"""

from __future__ import annotations

import re
import sqlite3
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path

from django.conf import settings
from django.db.models import Count, Sum

from tdapp.clubs.front import events, people
from tdapp.kernel.models import AuditHead
from tdapp.people.models import ClubHome
from tdapp.people.names import fold
from tdapp.publishing.site import folder

EVENT, CLUB, PLAYER = "event", "club", "player"
MOST_WORDS, MOST_FOUND = 8, 200
SETUP = """
CREATE TABLE told (stamp TEXT);
CREATE TABLE words (kind TEXT, word TEXT, place INTEGER, pk TEXT, PRIMARY KEY (kind, word, place)) WITHOUT ROWID;
"""
# At most so much of the worker's time: a long list is looked through less often.
SHARE = 20
LEFT_SECONDS = 600
AROUND = "'.-"
_WORDS = re.compile(r"[\w~'.-]+")
_next = [0.0]


def place() -> Path:
    """Where it lies."""
    return Path(settings.MEDIA_ROOT) / "search" / "words.sqlite3"


def tick() -> None:
    """Make it anew when anything was done since; called by the worker every few seconds."""
    began = time.monotonic()
    if began < _next[0]:
        return
    if (stamp := _stamp()) != _known():
        build(stamp)
    else:
        place().touch()
    _next[0] = time.monotonic() + SHARE * (time.monotonic() - began)


def build(stamp: str = "") -> None:
    """Write all of it, in one step: a reader sees the old file or the new one."""
    with closing(sqlite3.connect(":memory:")) as made:
        made.executescript(SETUP)
        made.execute("INSERT INTO told VALUES (?)", (stamp,))
        made.executemany("INSERT OR IGNORE INTO words VALUES (?, ?, ?, ?)", _rows())
        made.commit()
        folder.write(place(), made.serialize())


def found(kind: str, typed: str) -> list[str] | None:
    """The ids of those of which each word typed begins a word, in order; None where there is no index to ask."""
    words = parts(typed)[:MOST_WORDS]
    if not words:
        return []
    if not _is_kept():
        return None
    try:
        with closing(_opened()) as file:
            each = [_begun(file, kind, word) for word in words]
    except sqlite3.Error:
        return None
    return [pk for _place, pk in sorted(set.intersection(*each))[:MOST_FOUND]]


def _begun(file: sqlite3.Connection, kind: str, word: str) -> set[tuple[int, str]]:
    """Place and id of each of which a word begins so; the last letter there is ends what does."""
    facts = (kind, word, word + chr(sys.maxunicode))
    return set(file.execute("SELECT place, pk FROM words WHERE kind = ? AND word >= ? AND word < ?", facts))


def _is_kept() -> bool:
    """Whether the worker looked of late: an index nobody keeps knows no newcomers."""
    try:
        return time.time() - place().stat().st_mtime < LEFT_SECONDS
    except OSError:
        return False


def _opened() -> sqlite3.Connection:
    """A file that is never written to, only replaced."""
    return sqlite3.connect(f"{place().absolute().as_uri()}?mode=ro&immutable=1", uri=True)


def _known() -> str:
    try:
        with closing(_opened()) as file:
            return str(file.execute("SELECT stamp FROM told").fetchone()[0])
    except (sqlite3.Error, TypeError):
        return ""


def _stamp() -> str:
    """Changes with every command; one query."""
    told = AuditHead.objects.aggregate(scopes=Count("pk"), entries=Sum("number"))
    return f"{told['scopes']}.{told['entries']}"


def _rows() -> Iterator[tuple[str, str, int, str]]:
    """Each word of everything public, with the place of its thing in the order it is shown in."""
    rows = events.public().values_list("pk", "name", "venue", "host__name")
    yield from _words(EVENT, ((pk, f"{name} {venue} {host or ''}") for pk, name, venue, host in rows))
    homes = ClubHome.objects.filter(public=True).order_by("club__name").values_list("pk", "club__name")
    yield from _words(CLUB, homes)
    yield from _words(PLAYER, people.to_be_found())


def _words(kind: str, things: Iterable[tuple[object, str]]) -> Iterator[tuple[str, str, int, str]]:
    for number, (pk, text) in enumerate(things):
        for word in parts(text):
            yield kind, word, number, str(pk)


def parts(text: str) -> list[str]:
    """The words of a name or of what was typed, folded, without what stands around them."""
    return [word for word in (one.strip(AROUND) for one in _WORDS.findall(fold(text))) if word]
