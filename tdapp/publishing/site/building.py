"""The public site of an event: facts in, files out. No database, no request, no clock but the facts' own, no chance.

files = build(read("open-2026", ("en", "fil"), "https://results.example.org"))
files["t/open-2026/a/standings/3/index.html"], files["fil/t/..."], files["static/..."]

The same facts make the same bytes (pictures as far as the same library draws them). Names in the paths are those of event
and divisions; players go by their number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import override

from tdapp.publishing.answers import page_titles
from tdapp.publishing.answers.answers import where_when
from tdapp.publishing.pages import page_facts
from tdapp.publishing.site import addresses, feeds
from tdapp.publishing.site.addresses import INDEX, Links
from tdapp.publishing.site.assets import assets
from tdapp.publishing.site.beside_pages import beside_pages, further_pictures
from tdapp.publishing.site.division_pages import DivisionPages
from tdapp.publishing.site.facts import Site
from tdapp.publishing.site.shell import Page, Shell

Files = dict[str, bytes]
Step = Callable[[int], None]


def build(site: Site, *, on_disk: bool = False, step: Step = lambda _done: None) -> Files:
    """Every file by its path. `on_disk`: links name `index.html`, so that the folder opens without a server.

    `step` is told after each page how many pages are written; what stands beside them is not counted, see `pages`.
    """
    files = first(site, on_disk=on_disk, step=step)
    before = written(files)
    return files | rest(site, on_disk=on_disk, step=lambda done: step(before + done))


def first(site: Site, *, on_disk: bool = False, step: Step = lambda _done: None) -> Files:
    """What came out itself: every file but the `rest`, whose pages are counted on to be there."""
    files: Files = dict(assets().files)
    for shell in _shells(site, on_disk):
        files |= beside_pages(site, shell.root)
        _write(shell, _pages(shell), files, step)
    later = later_pages(site)
    folders = [path.removesuffix(INDEX) for path in (*files, *later) if path.endswith(f"/{INDEX}")]
    files["sitemap.xml"] = feeds.sitemap(site, folders).encode()
    files["robots.txt"] = feeds.robots(site).encode()
    files[INDEX] = _door(site, on_disk)
    return files


def rest(site: Site, *, on_disk: bool = False, step: Step = lambda _done: None) -> Files:
    """The pages of the players, most of all, each of which shows every round, and pictures to which no page leads."""
    files: Files = {}
    for shell in _shells(site, on_disk):
        for division in site.divisions:
            _write(shell, DivisionPages(shell, division).players(), files, step)
        files |= further_pictures(site, shell.root)
    return files


def later_pages(site: Site) -> list[str]:
    """The paths of the pages among the `rest`."""
    return [
        f"{addresses.of_event(language, site.event.slug)}{addresses.folder('player', division.door.slug, number)}{INDEX}"
        for language in site.languages
        for division in site.divisions
        for number in division.players
    ]


def written(files: Files) -> int:
    """How many of the files are pages."""
    return sum(path.endswith(f"/{INDEX}") for path in files)


def _shells(site: Site, on_disk: bool) -> Iterator[Shell]:
    """One for each language, which is active meanwhile."""
    for language in site.languages:
        with override(language):
            yield Shell(site, language, on_disk)


def _write(shell: Shell, pages: Iterable[Page], files: Files, step: Step) -> None:
    for done, page in enumerate(pages, written(files) + 1):
        files[f"{shell.root}{page.path}{INDEX}"] = shell.write(page).encode()
        step(done)


def _pages(shell: Shell) -> Iterator[Page]:
    yield _home(shell)
    if shell.site.prizes.get(shell.language):
        yield _prizes(shell)
    for division in shell.site.divisions:
        yield from DivisionPages(shell, division).pages()


def pages(site: Site) -> int:
    """About how many files `build` will write: what its `step` counts up to."""
    each = 0
    for division in site.divisions:
        rounds = 3 * (1 + len(division.before)) + len(division.after) + division.now.board.after
        each += rounds + len(division.now.board.people) + len(division.games[site.languages[0]]) + 6
    return max(1, (1 + each) * len(site.languages))


def _home(shell: Shell) -> Page:
    boards = [division.now.board for division in shell.site.divisions]
    cards = [{"board": board, "leaders": page_facts.leaders(board)} for board in boards]
    told = page_titles.below(
        where_when(shell.site.event), page_titles.divisions(board.name for board in boards)
    )
    facts = {
        "cards": cards, "prizes": bool(shell.site.prizes.get(shell.language)),
        "entering": page_facts.entering(shell.site.event, boards),
    }  # fmt: skip
    return Page("", "home", shell.site.event.name, told, shell.links(""), facts)


def _prizes(shell: Shell) -> Page:
    event, path = shell.site.event, f"{addresses.PRIZES}/"
    title = page_titles.whole(_("Prizes"), event.name)
    facts = page_facts.prizes(event, shell.site.prizes[shell.language])
    return Page(path, "prizes", title, where_when(event), shell.links(path), facts)


def _door(site: Site, on_disk: bool) -> bytes:
    """The top of the folder leads to the event."""
    way = Links("", "", on_disk).file(addresses.of_event(site.languages[0], site.event.slug))
    return render_to_string("publishing/site/door.html", {"way": way, "event": site.event}).encode()
