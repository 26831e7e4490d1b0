"""Which files of a folder may show what is public no longer, decided by their paths. Pure.

A round, a release or a game taken back empties its whole division, for every player's page shows every round; a name that is
no longer public, or another one, empties the lists, and of the players' pages those it stands on. Where another page leads
to what is empty now, it says that it is being updated.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import override

from tdapp.publishing.site import addresses, feeds
from tdapp.publishing.site.addresses import FIRST_LANGUAGE, INDEX
from tdapp.publishing.site.staging.standing import Standing

# Where more names changed than these, all pages of the division are made anew in any case.
FEW_NAMES = 20
# Below its division the page of a tab is `standings/index.html`.
_OF_A_TAB = 2
SITEMAP, FEED = "sitemap.xml", addresses.OF_EVENT["feed"]


@dataclass(frozen=True, slots=True)
class Gone:
    """What was taken back: `everything`; all of some `divisions`; by division the numbers whose `names` changed; `prizes`."""

    everything: bool = False
    divisions: frozenset[str] = frozenset()
    names: Mapping[str, frozenset[str]] = field(default_factory=dict)
    prizes: bool = False

    def __bool__(self) -> bool:
        return bool(self.everything or self.divisions or self.names or self.prizes)


@dataclass(frozen=True, slots=True)
class Emptied:
    """What becomes of a folder: these paths stay as they are, these files stand `instead` of others, everything else goes.
    `trees`: folders that go with all that is in them. `made_of`: what the rest is made of, None of nothing.
    """

    kept: frozenset[str]
    instead: dict[str, bytes]
    trees: tuple[str, ...]
    made_of: Standing | None


def between(before: Standing, now: Standing | None) -> Gone:
    """What stood before and is public no longer."""
    if now is None or now.guarded > before.guarded:
        return Gone(everything=True)
    divisions, names = set(), {}
    for slug, out in before.divisions.items():
        fresh = now.divisions.get(slug)
        changed = frozenset(
            number for number, face in out.faces.items() if fresh and fresh.faces.get(number) != face
        )
        if fresh is None or not fresh.holds(out) or len(changed) > FEW_NAMES:
            divisions.add(slug)
        elif changed:
            names[slug] = changed
    return Gone(False, frozenset(divisions), names, bool(before.prizes) and before.prizes != now.prizes)


def emptied(gone: Gone, before: Standing, listed: Iterable[str]) -> Emptied:
    """What becomes of the files of a folder that was made of this."""
    roots = [addresses.of_event(code, before.event) for code, _name in settings.LANGUAGES]
    if gone.everything:
        return Emptied(frozenset(), {}, (*roots, "static/"), None)
    kept, instead = set(), dict[str, bytes]()
    pages = {slug: _pages(before.divisions[slug].met, names) for slug, names in gone.names.items()}
    others = _others()
    for path in listed:
        parts = _parts(path, others)
        if not _is_gone(parts, gone, pages, before.event):
            kept.add(path)
        elif parts[-1] == INDEX and _is_led_to(parts, gone):
            instead[path] = updating(path, before.meanwhile)
        elif parts[2] == FEED:
            instead[path] = feeds.of_nothing(before.event).encode()
    if gone.divisions and SITEMAP in kept:
        kept.remove(SITEMAP)
        instead[SITEMAP] = feeds.urlset(()).encode()
    trees = tuple(f"{root}{slug}/" for root in roots for slug in sorted(gone.divisions))
    return Emptied(frozenset(kept), instead, trees, _without(before, gone))


def _pages(met: Mapping[str, Iterable[int]], names: frozenset[str]) -> frozenset[str]:
    """The numbers of the players on whose pages one of the names stands."""
    numbers = {int(name) for name in names}
    return names | {number for number, others in met.items() if not numbers.isdisjoint(others)}


def _is_gone(parts: list[str], gone: Gone, pages: Mapping[str, frozenset[str]], of: str) -> bool:
    """Whether the file at this place may show it; `of`: the event's short name."""
    top, event, division, *rest = parts
    if (top, event) != ("t", of):
        return False
    if division in gone.divisions:
        return True
    if division not in gone.names:
        # The first page of the event says who leads, that of the prizes who won, the feed which rounds are out.
        return division in (INDEX, addresses.PRIZES, FEED, "now.json")
    number = _player(rest)
    return not number or number in pages[division]


def _is_led_to(parts: list[str], gone: Gone) -> bool:
    """Whether a page that stays leads there. To a division that is emptied only the tabs of the others do; the page of a round
    that was hidden says nothing at all.
    """
    _top, _event, division, *rest = parts
    return division not in gone.divisions or len(rest) <= _OF_A_TAB


def _parts(path: str, others: frozenset[str]) -> list[str]:
    """The path without its language (one of the `others`), in three parts at least."""
    parts = path.split("/")
    if parts[0] in others:
        del parts[0]
    while len(parts) < 3:
        parts.append("")
    return parts


@cache
def _others() -> frozenset[str]:
    """The languages that stand in a path."""
    return frozenset(code for code, _name in settings.LANGUAGES if code != FIRST_LANGUAGE)


def _player(rest: list[str]) -> str:
    """The number of the player whose page lies at this place of a division, "" at any other."""
    return rest[1] if len(rest) == 3 and rest[0] == "players" else ""


def updating(path: str, ready: Mapping[str, str] | None = None) -> bytes:
    """What a page says meanwhile, in its language; as it lies `ready`, where it does."""
    first = path.split("/", 1)[0]
    language = first if first in _others() else FIRST_LANGUAGE
    kept = ready.get(language) if ready else None
    return kept.encode() if kept else _updating(language)


def pages_meanwhile() -> dict[str, str]:
    """The page in every language, to be kept ready."""
    return {code: _updating(code).decode() for code, _name in settings.LANGUAGES}


@cache
def _updating(language: str) -> bytes:
    with override(language):
        return render_to_string("publishing/site/updating.html").encode()


def _without(before: Standing, gone: Gone) -> Standing:
    divisions = {}
    for slug, out in before.divisions.items():
        if slug not in gone.divisions:
            faces = {
                number: face for number, face in out.faces.items() if number not in gone.names.get(slug, ())
            }
            divisions[slug] = replace(out, faces=faces)
    return replace(before, prizes="", divisions=divisions)
