"""What the page shells read: the desk's rail and top line, the public head, the head of a print."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.http import HttpRequest

STATES = ("later", "now", "ok", "ask", "stop")


@dataclass(frozen=True)
class Stage:
    """One stop of the day in the rail; `word` says its state ("43 of 47"), `state` is one of STATES.

    `group` names the part of the day it stands in, `icon` its picture; `rounds` are a division's, each in a square.
    """

    label: str
    url: str
    word: str = ""
    state: str = "later"
    current: bool = False
    group: str = ""
    icon: str = ""
    rounds: Sequence[Stage] = ()


@dataclass(frozen=True)
class Tab:
    """One division or one section; `key` is its single-key shortcut ("" none)."""

    label: str
    url: str
    current: bool = False
    key: str = ""


@dataclass(frozen=True)
class Progress:
    """How many results are in; `url` answers `td/shell/_in.html` again, 204 while `version` is unchanged."""

    done: int
    total: int
    url: str = ""
    version: str = ""


@dataclass(frozen=True)
class Notice:
    """What every page of an event says first; `state` is ask or stop, `url` and `verb` where to settle it."""

    state: str
    title: str
    text: str
    url: str = ""
    verb: str = ""


@dataclass(frozen=True)
class Desk:
    """Context `desk` of td/desk.html. Empty text hides the part it belongs to."""

    event_name: str = ""
    event_url: str = ""
    stages: Sequence[Stage] = ()
    divisions: Sequence[Tab] = ()
    division: str = ""
    round_label: str = ""
    progress: Progress | None = None
    user_id: str = ""
    user_name: str = ""
    user_role: str = ""
    switch_url: str = ""
    logout_url: str = ""
    again_url: str = ""  # where the password is typed again, for who came in by PIN
    palette_url: str = ""
    home_url: str = "/"
    clock_url: str = ""  # where `td/clock.js` asks; empty while no round's clock was started
    clock_page: str = ""
    notices: Sequence[Notice] = ()
    end_demo: str = ""  # where one press takes the demo away; "" for who may not, and everywhere else


@dataclass(frozen=True)
class Public:
    """Context `public` of td/public.html. `version_url` answers 204 while nothing new was released.

    `home_url`: where the mark leads; "" where the page may lie in a folder that has no first page.
    """

    event_name: str = ""
    event_url: str = ""
    where_when: str = ""
    divisions: Sequence[Tab] = ()
    sections: Sequence[Tab] = ()
    find_url: str = ""
    version: str = ""
    version_url: str = ""
    updated: datetime | None = None
    home_url: str = ""
    look_url: str = ""  # the style sheet of the event's colour
    logo_url: str = ""


@dataclass(frozen=True)
class PrintHead:
    """Context `head` of td/print.html and td/print/_print_line.html: on each page of every print. `log`: the log's head."""

    event: str
    division: str = ""
    round_label: str = ""
    title: str = ""
    version: str = ""
    at: datetime | None = None
    log: str = ""


def division_tabs(names_and_urls: Sequence[tuple[str, str]], current: str, keyed: bool = True) -> list[Tab]:
    """Tabs for the division switch, with keys 1-9 at the desk; `current` is the open one's url."""
    keys = "123456789" if keyed else ""
    return [
        Tab(name, url, current=url == current, key=keys[i] if i < len(keys) else "")
        for i, (name, url) in enumerate(names_and_urls)
    ]


def root_of(request: HttpRequest) -> str:
    """The installation's own address; that of a laptop in a hall leads nowhere outside, so it is "" there."""
    if settings.PUBLIC_URL or settings.LOCAL:
        return str(settings.PUBLIC_URL)
    return request.build_absolute_uri("/").rstrip("/")
