"""Where each page of the public site lies, and the way from one file to another. Pure.

Paths carry the language (`t/EVENT/...`, `fil/t/EVENT/...`), so that no cookie and no header decides what a file says. Links
are relative: the folder can lie anywhere, also on a stick; there they end in `index.html`, for a disk shows no page for a
folder.
"""

from __future__ import annotations

from dataclasses import dataclass

INDEX = "index.html"
FIRST_LANGUAGE = "en"
# What of a division lies in a folder of its own, by the name templates call it.
FOLDERS = {
    "pairings": "", "standings": "standings/", "results": "results/", "players": "players/", "wallchart": "wallchart/",
    "teams": "teams/", "statistics": "statistics/",
}  # fmt: skip
FILES = {
    "pairings_text": "pairings.txt", "pairings_picture": "pairings.png",
    "standings_text": "standings.txt", "standings_picture": "standings.png",
}  # fmt: skip
# Of the whole event.
PRIZES = "prizes"
OF_EVENT = {"prizes": "prizes/", "feed": "feed.xml", "calendar": "event.ics"}
BY = {"": "", "table": "", "name": "by-name/", "club": "by-club/"}


def language_root(language: str) -> str:
    """`""` for English, `fil/` for Filipino."""
    return "" if language == FIRST_LANGUAGE else f"{language}/"


def of_event(language: str, event: str) -> str:
    """The folder of an event in a language."""
    return f"{language_root(language)}t/{event}/"


def folder(page: str, division: str, *args: str | int, by: str = "") -> str:
    """The folder of a page below its event's; KeyError for what the site has not.

    `round_pairings` N, `round_standings` N, `round_results` N, `player` NUMBER, `replay` ROUND TABLE SHEET, and FOLDERS.
    """
    if page in FOLDERS:
        return f"{division}/{FOLDERS[page]}{BY[by]}"
    match page, args:
        case "round_pairings", (number,):
            return f"{division}/round/{number}/{BY[by]}"
        case "round_standings", (number,):
            return f"{division}/standings/{number}/"
        case "round_results", (number,):
            return f"{division}/results/{number}/"
        case "player", (number,):
            return f"{division}/players/{number}/"
        case "replay", (number, table, sheet):
            return f"{division}/round/{number}/table/{table}/game/{sheet}/"
    raise KeyError(page)


def way(start: str, target: str) -> str:
    """From the folder `start` to a file or a folder (`.../`); "./" to itself."""
    here, there = start.split("/")[:-1], target.split("/")
    *folders, name = there
    same = 0
    for one, other in zip(here, folders, strict=False):
        if one != other:
            break
        same += 1
    return "/".join([*[".."] * (len(here) - same), *folders[same:], name]) or "./"


@dataclass(frozen=True, slots=True)
class Links:
    """Links of one page of the site: `here` its folder, `event` that of its event; `on_disk`: opened without a server.

    On a page about round `number` the orders of the pairings lead to those of that round, and what is shared is of it: the
    newest never.
    """

    here: str
    event: str
    on_disk: bool = False
    number: int = 0
    has: frozenset[str] = frozenset()

    def to(self, page: str, *args: str | int, by: str = "") -> str:
        """The way to a page templates call so, its arguments those of the hall's address (the event first); "" to what
        only the program itself can answer (`me`, `school`)."""
        rest = args[1:]
        if page in OF_EVENT:
            return self.file(f"{self.event}{OF_EVENT[page]}")
        if page == "pairings" and self.number:
            return self.file(self.event + folder("round_pairings", str(rest[0]), self.number, by=by))
        if page in FILES:
            about = (
                folder(f"round_{page.partition('_')[0]}", str(rest[0]), self.number)
                if self.number
                else f"{rest[0]}/"
            )
            path = f"{self.event}{about}{FILES[page]}"
            return self.file(path) if path in self.has else ""
        try:
            return self.file(self.event + folder(page, str(rest[0]), *rest[1:], by=by))
        except (KeyError, IndexError):
            return ""

    def file(self, path: str) -> str:
        """The way to any path of the site."""
        found = way(self.here, path)
        return f"{found}{INDEX}" if self.on_disk and found.endswith("/") else found
