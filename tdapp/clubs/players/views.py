"""A player's page over all public events, the opponents, and head to head. What is not there answers as if it had never been."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_safe

from tdapp.clubs.addresses import around
from tdapp.clubs.players import career, gathering, replays
from tdapp.clubs.players.career import Against, Duel, Record, Run
from tdapp.clubs.players.gathering import Career, Named
from tdapp.clubs.views.public import for_all
from tdapp.kernel.pages.answers import SeeOther
from tdapp.kernel.pages.shells import Public
from tdapp.kernel.pages.svg import NOTHING, Series, line_charts
from tdapp.kernel.templatetags.td import record, signed
from tdapp.people.models import Player
from tdapp.people.names import spoken_name
from tdapp.publishing.released.personal import Entry
from tdapp.publishing.released.public_access import nothing_here
from tdapp.ratings.ranking import history, pages
from tdapp.ratings.ranking.pages import Page

EVENTS, OPPONENTS, ALL_OPPONENTS, REPLAYS, DUELS = 50, 12, 100, 30, 100
TITLES = {
    career.HIGH_GAME: gettext_lazy("Highest game"),
    career.WIDEST_WIN: gettext_lazy("Widest win"),
    career.HIGH_LOSS: gettext_lazy("Highest game lost"),
    career.BOTH_SCORES: gettext_lazy("Both scores together"),
}


@dataclass(frozen=True, slots=True)
class Who:
    """Whose page it is."""

    player: Player
    page: Page
    career: Career

    @property
    def name(self) -> str:
        return spoken_name(self.player.given, self.player.surname)

    @property
    def club(self) -> str:
        return self.player.club.name if self.player.club else ""

    @property
    def demo(self) -> bool:
        """Whether they are invented: whoever plays in the demo plays nowhere else."""
        return self.career.entries[0].demo

    @property
    def url(self) -> str:
        return reverse("clubs:player", args=[self.page.code])


@dataclass(frozen=True, slots=True)
class Rival:
    """An opponent with a page, and what the games against them come to; `url`: where these stand."""

    name: str
    club: str
    url: str
    games: int
    record: str
    spread: str


def _find(code: str) -> Player:
    row = Player.objects.select_related("club", "merged_into__club").filter(code=code).first()
    if row is None:
        raise nothing_here()
    return row


def _who(player: Player) -> Who:
    """Missing for whoever has no page, or nothing public to stand on it."""
    page = pages.page_of(player)
    found = gathering.career(player.pk) if page else None
    if page is None or found is None or not found.entries:
        raise nothing_here()
    return Who(player, page, found)


@require_safe
def player(request: HttpRequest, code: str) -> HttpResponse:
    """Every public event with place, record and rating; the curve, the records, whom they met most."""
    row = _find(code)
    if row.merged_into:
        return SeeOther(_who(row.merged_into).url)
    who = _who(row)
    entries = who.career.entries
    page = Paginator(entries, EVENTS).get_page(request.GET.get("page"))
    total, run, records = career.total(entries), career.longest_run(entries), career.records(entries)
    met = career.opponents(entries)
    known = gathering.named({one.rival for one in met} | {one.rival for one in records if one.rival})
    ways = replays.released(row.pk)
    facts: dict[str, Any] = {
        "total": total, "page": page, "rows": [(entry, who.career.moved(entry)) for entry in page.object_list],
        "years": career.years(entries), "records": [_told(one, known, ways) for one in records], "run": _run(run),
        **_replayed(entries, known, ways),
        "charts": [(path, history.chart(path.steps, who.name)) for path in who.career.paths],
        **_opponents(who, met, known, OPPONENTS),
    }  # fmt: skip
    return _answer(request, "page", who, who.name, facts)


@require_safe
def opponents(request: HttpRequest, code: str) -> HttpResponse:
    """Everybody they met who has a page too."""
    row = _find(code)
    if row.merged_into:
        return SeeOther(reverse("clubs:player_opponents", args=[_who(row.merged_into).page.code]))
    who = _who(row)
    met = career.opponents(who.career.entries)
    facts = _opponents(who, met, gathering.named(one.rival for one in met), len(met))
    facts["page"] = Paginator(facts.pop("rivals"), ALL_OPPONENTS).get_page(request.GET.get("page"))
    return _answer(request, "opponents", who, _("Opponents of %(name)s") % {"name": who.name}, facts)


@require_safe
def head_to_head(request: HttpRequest, code: str, other: str) -> HttpResponse:
    """Every game of two who both have a page, with what they come to."""
    row, second = _find(code), _find(other)
    if row.merged_into or second.merged_into:
        codes = [(one.merged_into or one).code for one in (row, second)]
        _who(row.merged_into or row), _who(second.merged_into or second)
        return SeeOther(reverse("clubs:head_to_head", args=codes))
    who, rival = _who(row), pages.page_of(second)
    found = career.against(who.career.entries, second.pk) if rival else None
    ways = replays.released(row.pk) if found else {}
    if rival is None or found is None:
        raise nothing_here()
    page = Paginator(found.duels[::-1], DUELS).get_page(request.GET.get("page"))
    other_name = spoken_name(second.given, second.surname)
    heading = _("%(name)s against %(other)s") % {"name": who.name, "other": other_name}
    facts = {
        "against": found, "other": other_name, "other_url": reverse("clubs:player", args=[rival.code]),
        "turned": reverse("clubs:head_to_head", args=[rival.code, who.page.code]),
        "duels": [(duel, replays.links(duel.entry, duel.game, ways)) for duel in page.object_list],
        "page": page,
        "most": max(abs(duel.spread) for duel in found.duels), "chart": _balance(found, who.name, other_name),
        "several": any(duel.several for duel in found.duels), "junior": rival.junior,
    }  # fmt: skip
    return _answer(request, "head_to_head", who, heading, facts)


def _balance(found: Against, name: str, other: str) -> SafeString:
    """How far one was ahead after each game; of fewer than three a picture says nothing."""
    if found.games < 3:
        return NOTHING
    title = _("Games ahead: %(name)s against %(other)s") % {"name": name, "other": other}
    values = career.balance(found)
    marks = [_mark(duel) for duel in found.duels]
    labels = [str(number) for number in range(1, found.games + 1)]
    return line_charts(title, "; ".join(marks), labels, [Series("", values, marks)])


def _mark(duel: Duel) -> str:
    told = {"event": duel.entry.event, "round": duel.game.round, "mine": duel.mine, "theirs": duel.theirs}
    return _("%(event)s, round %(round)s: %(mine)s–%(theirs)s") % told


def _opponents(who: Who, met: list[Against], known: dict[Any, Named], most: int) -> dict[str, Any]:
    """Whom they met, those with a page by name and the others counted."""
    before, after = around("clubs:head_to_head", before=(who.page.code,))
    rivals = [
        Rival(
            other.name, other.club, f"{before}{other.code}{after}", one.games, record(one.wins, one.games),
            signed(one.spread),
        )
        for one in met
        if (other := known.get(one.rival))
    ]  # fmt: skip
    hidden = [one for one in met if one.rival not in known]
    return {
        "rivals": rivals[:most], "all": len(rivals), "hidden": len(hidden),
        "hidden_games": sum(one.games for one in hidden),
    }  # fmt: skip


def _replayed(entries: Sequence[Entry], known: dict[Any, Named], ways: replays.Ways) -> dict[str, Any]:
    """The games anybody may replay, the newest ones with their opponents as far as these have a page."""
    found = [
        (entry, sat, links, known.get(sat.met[0].player) if len(sat.met) == 1 else None)
        for entry, sat, links in replays.games(entries, ways)
    ]
    return {"replays": found[:REPLAYS], "more": len(found[REPLAYS:])}


def _told(record: Record, known: dict[Any, Named], ways: replays.Ways) -> dict[str, Any]:
    return {
        "replays": replays.links(record.entry, record.sat.game, ways),
        "title": TITLES[record.kind], "value": record.value, "entry": record.entry, "round": record.sat.game.round,
        "url": of_entry(record.entry), "rival": known.get(record.rival),
    }  # fmt: skip


def _run(run: Run | None) -> dict[str, Any] | None:
    if run is None:
        return None
    told = ngettext("%(n)s game", "%(n)s games", run.games) % {"n": run.games}
    return {"told": told, "run": run}


def of_entry(entry: Entry) -> str:
    """Their page at that event."""
    return reverse("publishing:player", args=(entry.slug, entry.division_slug, entry.number))


def _answer(
    request: HttpRequest, template: str, who: Who, heading: str, facts: dict[str, Any]
) -> HttpResponse:
    shell = Public(_("Tournament desk"), "/")
    junior = who.page.junior or facts.pop("junior", False)
    shown = {"public": shell, "who": who, "heading": heading, "noindex": junior, **facts}
    answer = for_all(request, None, render(request, f"clubs/players/{template}.html", shown))
    if junior:
        answer["X-Robots-Tag"] = "noindex, nofollow"
    return answer
