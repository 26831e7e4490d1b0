"""What certificates say: of each player and each school, from what was called final, as data that can be kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tdapp.desk.models import Finalisation, Prize
from tdapp.desk.prizes import finals
from tdapp.desk.prizes.rules import words
from tdapp.desk.prizes.rules.winners import of_data
from tdapp.events.models import Entrant, Event, entrants_of
from tdapp.kernel.templatetags.td import ordinal, points, signed

Data = dict[str, Any]
Key = tuple[Any, str, bool]
TITLE = ("kind", "title", "klass", "place", "several", "first")
MOST_TITLES = 6


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose certificate: a player's, or that of the school or team of a name, and what it says (of a team its members)."""

    entrant: Entrant | None
    school: str
    says: Data

    @property
    def key(self) -> Key:
        """Tells it from every other one of the event."""
        return key_of(self.entrant.pk if self.entrant else None, self.school, self.says)


def key_of(entrant: Any, name: str, says: Mapping[str, Any]) -> Key:
    """Whose a certificate is: a team and a school of one name are two."""
    return entrant, name, "members" in says


def owners(event: Event, *, only_winners: bool = False, schools: bool = True) -> list[Owner]:
    """Everybody of the divisions that are final, in the order of their places; then schools by name, then teams that won."""
    done = finals.of_event(event)
    people = {(row.division.slug, row.number): row for row in entrants_of(event, house=False)}
    won = _won(done.values())
    found = [
        Owner(people[slug, line["number"]], "", _of_player(line, final, won.get((slug, line["number"]), [])))
        for slug, final in sorted(done.items(), key=lambda item: item[1].division.order)
        for line in final.rows
        if (slug, line["number"]) in people
    ]
    told = [one for one in found if one.says["titles"] or not only_winners]
    return [*told, *(_schools(found, done.values(), only_winners) if schools else ()), *_teams(done.values())]


def _won(done: Iterable[Finalisation]) -> dict[Any, list[Data]]:
    """Titles of prizes by [division, number], and by name for schools; those of teams are apart."""
    found: dict[Any, list[Data]] = {}
    for final in done:
        for data in final.awards:
            if data["kind"] == Prize.Kind.TEAM:
                continue
            who = tuple(data["who"]) if data["who"] else data["text"]
            found.setdefault(who, []).append({name: data[name] for name in TITLE})
    return found


def _of_player(line: Mapping[str, Any], final: Finalisation, titles: list[Data]) -> Data:
    ranked = [row for row in final.rows if row["rank"] is not None and not row["withdrawn"]]
    return {
        "place": None if line["withdrawn"] else line["rank"], "of": len(ranked), "wins": line["wins"],
        "losses": line["losses"], "spread": line["spread"], "titles": titles[:MOST_TITLES], "version": final.version,
    }  # fmt: skip


def _schools(players: list[Owner], done: Iterable[Finalisation], only_winners: bool) -> Iterable[Owner]:
    won = _won(done)
    members: dict[str, int] = {}
    for one in players:
        if one.entrant and one.entrant.club:
            members[one.entrant.club.name] = members.get(one.entrant.club.name, 0) + 1
    for name in sorted(members):
        titles = won.get(name, [])[:MOST_TITLES]
        if titles or not only_winners:
            yield Owner(None, name, {"players": members[name], "titles": titles})


def _teams(done: Iterable[Finalisation]) -> Iterable[Owner]:
    """One for each team that won a prize, named with its players as they were when it was called final."""
    won: dict[str, Data] = {}
    for final in done:
        for data in final.awards:
            if data["kind"] == Prize.Kind.TEAM:
                says = won.setdefault(
                    data["text"], {"members": data["facts"].get("members", []), "titles": []}
                )
                title = {name: data[name] for name in TITLE}
                if title not in says["titles"] and len(says["titles"]) < MOST_TITLES:
                    says["titles"].append(title)
    for name in sorted(won):
        yield Owner(None, name, won[name])


def titles_of(says: Mapping[str, Any]) -> list[str]:
    """What was won, in words."""
    empty = {"prize": "", "division": "", "who": None, "text": "", "cents": 0, "thing": ""}
    return [words.title(of_data({**empty, **row})) for row in says.get("titles", ())]


def place_of(says: Mapping[str, Any]) -> str:
    """ "3rd of 24", or "" without a place."""
    if not says.get("place"):
        return ""
    return _("%(place)s of %(of)s") % {"place": ordinal(says["place"]), "of": says["of"]}


def record_of(says: Mapping[str, Any]) -> str:
    """ "5 won, 2 lost, spread +212", or how many players a school or team had."""
    if "members" in says:
        says = {"players": len(says["members"])}
    if "players" in says:
        return ngettext("%(n)s player", "%(n)s players", says["players"]) % {"n": says["players"]}
    facts = {"won": points(says["wins"]), "lost": points(says["losses"]), "spread": signed(says["spread"])}
    return _("%(won)s won, %(lost)s lost, spread %(spread)s") % facts
