"""Prizes in words: what a line is called, what a place gets, and why this winner."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tdapp.desk.models import Prize
from tdapp.desk.prizes.rules import awards
from tdapp.desk.prizes.rules.told_facts import in_words
from tdapp.desk.prizes.rules.winners import Who, Won
from tdapp.events.models import Event, Named, people_at, tell_apart
from tdapp.events.titles import Title
from tdapp.kernel.templatetags.td import ordinal

KIND = Prize.Kind
TELL_PLACES = (KIND.CLASS, KIND.AMONG, KIND.COMEBACK)
KINDS: dict[str, Title] = {
    KIND.RANK: gettext_lazy("place in the division"),
    KIND.CLASS: gettext_lazy("place in a class"),
    KIND.SCHOOL: gettext_lazy("best school"),
    KIND.TEAM: gettext_lazy("best team"),
    KIND.HIGH_GAME: gettext_lazy("high game"),
    KIND.HIGH_WIN: gettext_lazy("high win"),
    KIND.HIGH_LOSS: gettext_lazy("high loss"),
    KIND.SPREAD: gettext_lazy("best spread"),
    KIND.COMEBACK: gettext_lazy("best comeback"),
    KIND.BEST_PLAY: gettext_lazy("best play"),
    KIND.HIGH_TURN: gettext_lazy("high turn"),
    KIND.AMONG: gettext_lazy("place among girls, boys or an age"),
    KIND.CUSTOM: gettext_lazy("given by hand"),
}
MEANING: dict[str, Title] = {
    KIND.RANK: gettext_lazy("The final standings of the division."),
    KIND.CLASS: gettext_lazy("The final standings among the players of one class."),
    KIND.SCHOOL: gettext_lazy("The sum of wins, then spread, of each school's best players."),
    KIND.TEAM: gettext_lazy("The team standings: match points, then game points, then spread."),
    KIND.HIGH_GAME: gettext_lazy("The highest score in one game."),
    KIND.HIGH_WIN: gettext_lazy("The widest margin of one won game."),
    KIND.HIGH_LOSS: gettext_lazy("The highest score that still lost."),
    KIND.SPREAD: gettext_lazy("The largest spread over all games."),
    KIND.COMEBACK: gettext_lazy("The most places gained from the middle of the event to its end."),
    KIND.BEST_PLAY: gettext_lazy(
        "The play with the most tiles, then the higher score, on a scoresheet that is public or holds."
    ),
    KIND.HIGH_TURN: gettext_lazy("The highest score of one play, on a scoresheet that is public or holds."),
    KIND.AMONG: gettext_lazy(
        "The final standings among some players, by their private data. The public sees its name and who won it."
    ),
    KIND.CUSTOM: gettext_lazy("The director names who gets it."),
}
BREAKERS: dict[str, Title] = {
    "wins": gettext_lazy("wins"),
    "spread": gettext_lazy("spread"),
    "high_game": gettext_lazy("highest game"),
    "rating_low": gettext_lazy("lower rating at entry"),
    "lot": gettext_lazy("lot"),
}
TIES: dict[str, Title] = {
    Prize.Ties.SPLIT: gettext_lazy(
        "the money is put together and split evenly; who gets a thing, the director decides"
    ),
    Prize.Ties.SHARED: gettext_lazy("each gets the prize in full"),
    Prize.Ties.BROKEN: gettext_lazy("broken by rules, then by lot"),
}


@dataclass(frozen=True)
class Names:
    """Entrants of an event by division and number, under one of their names."""

    known: Mapping[Who, str]
    divisions: Mapping[str, str]

    def of(self, who: Any) -> str:
        """Somebody's name: [division, number], or a school's name as it stands."""
        if isinstance(who, str):
            return who
        return self.known.get((who[0], who[1]), _("number %(n)s") % {"n": who[1]})

    def winner(self, won: Won) -> str:
        """Who won: a name, a school or what was written by hand."""
        return self.of(won.who) if won.who else won.text

    def members(self, won: Won) -> str:
        """The players of a team that won, as a list; "" for everybody else."""
        return self.all(won.facts.get("members", ())) if won.kind == KIND.TEAM else ""

    def all(self, whos: Iterable[Any]) -> str:
        """Several, as a list."""
        return "; ".join(self.of(who) for who in whos)

    def division(self, won: Won) -> str:
        """The division a prize is of, where the event has several."""
        return self.divisions.get(won.division, won.division) if len(self.divisions) > 1 else ""


SortOfName = Callable[[Named], str]


def names_of(event: Event, name: SortOfName, people: Sequence[Named] | None = None) -> Names:
    """Everybody's name of one sort; three queries, of `people` who are read already one."""
    tell_apart(rows := people or people_at(event), public=name is not spoken)
    slugs = dict(event.divisions.values_list("slug", "name"))
    return Names({(row.division.slug, row.number): name(row) for row in rows}, slugs)


def clubs_of(event: Event) -> Names:
    """The club of everybody who has one in place of a name; "" of everybody else. One query."""
    found = event.entrants.order_by().values_list("division__slug", "number", "club__name")
    return Names({(slug, number): club or "" for slug, number, club in found}, {})


def spoken(row: Named) -> str:
    """The full name as the desk has it, two of one name told apart."""
    return row.spoken


def without(name: str, club: str) -> str:
    """A name without the club that a guarded child's brings, or that of two of one name: where it stands below."""
    return name.removesuffix(f" ({club})") if club else name


def public(row: Named) -> str:
    """The name as the public sees it."""
    return row.public_name


def money(cents: int, currency: str = "₱") -> str:
    """₱5,000 or ₱333.34; empty for nothing."""
    if not cents:
        return ""
    whole, part = divmod(cents, 100)
    return f"{currency}{whole:,}" + (f".{part:02}" if part else "")


def gets(won: Won, currency: str = "₱") -> str:
    """Money and things of a prize won: "₱5,000 and trophy"."""
    parts = [part for part in (money(won.cents, currency), won.thing) if part]
    if len(parts) < 2:
        return "".join(parts)
    return _("%(money)s and %(thing)s") % {"money": parts[0], "thing": parts[1]}


def kind_title(kind: str, title: str, klass: str) -> str:
    """What a line of prizes is called, with no place."""
    if title:
        return title
    if kind == KIND.CLASS:
        return _("Class %(klass)s") % {"klass": klass}
    titles: dict[str, str] = {
        KIND.RANK: _("Final standings"), KIND.SCHOOL: _("Best school"), KIND.HIGH_GAME: _("High game"),
        KIND.HIGH_WIN: _("High win"), KIND.HIGH_LOSS: _("High loss"), KIND.SPREAD: _("Best spread"),
        KIND.COMEBACK: _("Best comeback"), KIND.BEST_PLAY: _("Best play"), KIND.HIGH_TURN: _("High turn"),
        KIND.CUSTOM: _("Special prize"), KIND.AMONG: _("Special prize"), KIND.TEAM: _("Best team"),
    }  # fmt: skip
    return titles[kind]


def line_title(prize: Prize) -> str:
    """A line as a heading."""
    return kind_title(prize.kind, prize.title, prize.klass)


def title(won: Won) -> str:
    """What was won, with its place: "Class U12, 2nd place"; the line alone where it has one prize only."""
    line = kind_title(won.kind, won.title, won.klass)
    place = _("%(place)s place") % {"place": ordinal(won.place)}
    if won.kind == KIND.RANK and not won.title:
        return _("Champion") if won.place == 1 else place
    if not won.several and won.first == 1:
        return line
    return _("%(line)s, %(place)s") % {"line": line, "place": place}


def why(won: Won, names: Names) -> str:
    """Why this winner: what was measured, how a tie went, who was passed over."""
    return " ".join(part for part in (_measured(won, names), _tied(won, names), _passed(won, names)) if part)


def why_without_places(won: Won, names: Names) -> str:
    """The same for a prize given before the places of its division: nothing that tells one, nor who holds one."""
    measured = "" if won.kind in TELL_PLACES else _measured(won, names)
    return " ".join(part for part in (measured, _tied(won, names)) if part)


def _measured(won: Won, names: Names) -> str:
    sentence = _sentences(won)
    facts = {**in_words(won.facts), "name": names.winner(won), "klass": won.klass}
    return sentence % facts if sentence else ""


def _sentences(won: Won) -> str:
    facts = won.facts
    if won.kind == KIND.CLASS:
        return _("%(name)s: %(place)s of the division, %(record)s, %(plus)s, in class %(klass)s.")
    if won.kind == KIND.SCHOOL:
        return ngettext(
            "%(name)s: its best player has %(won)s won and spread %(plus)s.",
            "%(name)s: its best %(players)s players have %(won)s won and spread %(plus)s together.",
            facts.get("players", 1),
        )
    if won.kind == KIND.TEAM:
        return _team(facts)
    if won.kind == KIND.COMEBACK:
        return ngettext(
            "%(name)s: from place %(from)s after round %(round)s to place %(to)s, %(gained)s place gained.",
            "%(name)s: from place %(from)s after round %(round)s to place %(to)s, %(gained)s places gained.",
            facts.get("gained", 1),
        )
    ranked = _("%(name)s: %(place)s, %(record)s, %(plus)s.")
    sentences: dict[str, str] = {
        KIND.RANK: ranked,
        KIND.AMONG: ranked,
        KIND.HIGH_GAME: _("%(name)s scored %(score)s in round %(round)s, against %(against)s."),
        KIND.HIGH_WIN: _("%(name)s won round %(round)s by %(score)s to %(against)s."),
        KIND.HIGH_LOSS: _("%(name)s lost round %(round)s with %(score)s to %(against)s."),
        KIND.SPREAD: _("%(name)s: spread %(plus)s over all games."),
        KIND.BEST_PLAY: _("%(name)s played %(words)s in round %(round)s: %(tiles_laid)s, %(points_scored)s."),
        KIND.HIGH_TURN: _("%(name)s played %(words)s in round %(round)s for %(points_scored)s."),
        KIND.CUSTOM: _("%(name)s: decided by the director."),
    }  # fmt: skip
    return sentences[won.kind]


def _team(facts: Mapping[str, Any]) -> str:
    if "points" not in facts:
        return _("%(name)s: its members have %(won)s won and spread %(plus)s together.")
    return ngettext(
        "%(name)s: %(points)s match point, %(games_won)s and spread %(plus)s.",
        "%(name)s: %(points)s match points, %(games_won)s and spread %(plus)s.",
        facts["points"],
    )


def _tied(won: Won, names: Names) -> str:
    others = [who for who in won.tied if who != (list(won.who) if won.who else won.text)]
    facts = {"others": names.all(others), "places": ", ".join(map(str, won.places)), "rule": rule(won.by)}
    if won.how == awards.SPLIT:
        return _split(won) % {**facts, "thing": won.thing}
    if won.how == awards.SHARED:
        return _("Tied with %(others)s: each gets the prize in full.") % facts
    if won.how == awards.BROKEN:
        return _("Tied with %(others)s: decided by %(rule)s.") % facts
    return ""


def _split(won: Won) -> str:
    """Money is split; a thing cannot be, so that the director decides who gets it."""
    if not won.cents:
        return _("Tied with %(others)s: the director decides who gets what cannot be split (%(thing)s).")
    if won.thing and len(won.places) == 1:
        return _(
            "Tied with %(others)s: the money of place %(places)s is split evenly; the director decides who gets the "
            "rest (%(thing)s)."
        )
    if won.thing:
        return _(
            "Tied with %(others)s: the money of places %(places)s is split evenly; the director decides who gets the "
            "rest (%(thing)s)."
        )
    if len(won.places) == 1:
        return _("Tied with %(others)s: the prize of place %(places)s is split evenly.")
    return _("Tied with %(others)s: the prizes of places %(places)s are split evenly.")


def rule(name: str) -> str:
    """A rule that breaks ties in words."""
    return str(BREAKERS.get(name, name))


def _passed(won: Won, names: Names) -> str:
    """Who stood before and holds as many prizes as anybody may."""
    held = [(names.of(one["who"]), ", ".join(map(_line, one["holds"]))) for one in won.passed]
    if len(held) > 1:
        facts = {"names": "; ".join(f"{name} ({holds})" for name, holds in held), "n": won.most}
        return _("Passed over, as nobody gets more than %(n)s: %(names)s.") % facts
    sentence = ngettext(
        "%(name)s stood before and holds a prize already (%(holds)s); nobody gets more than %(n)s.",
        "%(name)s stood before and holds prizes already (%(holds)s); nobody gets more than %(n)s.",
        won.most,
    )
    return "".join(sentence % {"name": name, "holds": holds, "n": won.most} for name, holds in held)


def _line(row: Mapping[str, str]) -> str:
    return kind_title(row["kind"], row["title"], row["klass"])
