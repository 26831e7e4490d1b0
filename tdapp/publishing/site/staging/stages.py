"""A place brought to what is public now, in stages, each of which leaves it whole: what was taken back goes before anything is
built; what came out comes next; the pages of the players, which show all rounds, come last.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from django.utils.translation import gettext as _

from tdapp.kernel.refusals import Conflict, Missing
from tdapp.publishing.released import rows
from tdapp.publishing.site import building, facts, folder
from tdapp.publishing.site.facts import Site, SiteDivision
from tdapp.publishing.site.staging import standing, withdrawal
from tdapp.publishing.site.staging.standing import Standing
from tdapp.publishing.site.staging.withdrawal import Emptied

# So many pages of players may be missing that what came out comes before them: each says meanwhile that it is being made.
FEW = 50
TRIES = 5
FURTHER = re.compile(r"(.+/(?:pairings|standings))-[0-9]+\.png")
# How many files are built, of how many.
Step = Callable[[int, int], None]


class Place(Protocol):
    """Where a website lies. `whole`: it takes the website as one, so there is one stage."""

    whole: bool

    def made_of(self) -> Standing | None:
        """What its files were made of, None where nobody knows."""

    def holds(self) -> Mapping[str, str]:
        """The digests of its files by path."""

    def take_back(self, emptied: Emptied) -> None:
        """Empty it of what is public no longer."""

    def bring(
        self, files: Mapping[str, bytes], kept: Collection[str], during: Standing, after: Standing
    ) -> None:
        """These files come, those of before stay as far as they are `kept`. While that is under way it is made of what `during`
        says, then of what `after` says."""


def carry_out(
    slug: str, languages: Sequence[str], place: Place, *, base: str = "", on_disk: bool = False,
    step: Step = lambda _done, _of: None,
) -> bool:  # fmt: skip
    """Bring it to what is public now; False while that is nothing: then nothing of it stands there any more. Refuses (409)
    when more is taken back each time while it is written.
    """
    for _try in range(TRIES):
        now = standing.read(slug)
        take_back(place, slug, now)
        if now is None:
            return False
        try:
            site = facts.read(slug, languages, base)
        except Missing:
            continue
        if _brought(place, site, now, on_disk, step):
            return True
    raise Conflict(
        "taken-back",
        _("More was hidden each time while the website was being written. Try again in a minute."),
    )


def take_back(place: Place, slug: str, now: Standing | None) -> None:
    """What stands there and is public no longer goes, by the paths alone."""
    before = place.made_of()
    if before is None or before.event != slug:
        return
    if gone := withdrawal.between(before, now):
        place.take_back(withdrawal.emptied(gone, before, place.holds()))


def _brought(place: Place, site: Site, now: Standing, on_disk: bool, step: Step) -> bool:
    """Whether both stages came; not when more was taken back meanwhile, or a newer build came first."""
    there, made, many = place.holds(), _made_of(site, now), building.pages(site)
    files = building.first(site, on_disk=on_disk, step=lambda done: step(done, many))
    first, later = building.written(files), set(building.later_pages(site))
    missing = later - there.keys()
    if _is_overtaken(place, made):
        return False
    during = made.joined(place.made_of())
    if there and len(missing) <= FEW and not place.whole:
        meanwhile = {path: withdrawal.updating(path) for path in missing}
        place.bring(files | meanwhile, (later & there.keys()) | _same_pictures(files, there), during, during)
    files |= building.rest(site, on_disk=on_disk, step=lambda done: step(min(first + done, many), many))
    if _is_overtaken(place, made):
        return False
    place.bring(files, (), during, made)
    return True


def _same_pictures(files: Mapping[str, bytes], there: Mapping[str, str]) -> set[str]:
    """The further pictures of a list whose first one stays as it is: those of another release would not fit behind it."""
    found = {path: FURTHER.fullmatch(path) for path in there}
    firsts = {path: f"{match[1]}.png" for path, match in found.items() if match}
    return {
        path
        for path, first in firsts.items()
        if first in files and there.get(first) == folder.digest(files[first])
    }


def _is_overtaken(place: Place, made: Standing) -> bool:
    """Whether something of what was built is public no longer, or a newer build stands there."""
    fresh, there = standing.read(made.event), place.made_of()
    if withdrawal.between(made, fresh) or fresh is None:
        return True
    newer = there is not None and there.event == made.event and there.epoch > made.epoch
    # A database that was restored is behind what it once wrote: then nothing newer comes.
    return newer and fresh.epoch > made.epoch


def _made_of(site: Site, now: Standing) -> Standing:
    """What stands now with the people who stand on a page."""
    divisions = {}
    for division in site.divisions:
        slug = division.door.slug
        if slug in now.divisions:
            known, met = _people(division)
            divisions[slug] = standing.with_people(now.divisions[slug], known, met)
    return replace(now, divisions=divisions, meanwhile=withdrawal.pages_meanwhile())


def _people(division: SiteDivision) -> tuple[set[int], dict[int, set[int]]]:
    """Everybody who stands on a page of a division, and by player the others on their page."""
    stages = (division.now, *division.after.values(), *division.before.values())
    known = {number for stage in stages for number in stage.board.people}
    board, played = division.now.board, division.now.played
    met = {}
    for number in division.players:
        mine = rows.mine(board, number)
        met[number] = {other for game in played.of(number) for other in game.others}
        met[number].update(one.person.number for one in (mine.others if mine else ()))
    return known, met
