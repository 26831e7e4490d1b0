"""What was called final, what has changed since, and what a new version would change: as data, and in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import F, Q
from django.utils.translation import gettext as _

from core import canonical
from tdapp.desk.ledger import division_standings
from tdapp.desk.ledger import history as halls
from tdapp.desk.models import Finalisation
from tdapp.desk.prizes.rules import words
from tdapp.desk.prizes.rules.winners import Won, of_data, table
from tdapp.desk.prizes.rules.words import Names
from tdapp.events.models import Division, Event
from tdapp.kernel import clock
from tdapp.kernel.templatetags.td import points, signed

Data = dict[str, Any]
KEPT = ("rank", "number", "wins", "losses", "ties", "spread", "games", "withdrawn")
PLACE = ("kind", "division", "klass", "title", "place")
RECORD = ("wins", "losses", "spread")


def latest(division: Division) -> Finalisation | None:
    """The newest version a division was called final as; None while it was not."""
    return division.finalisations.order_by("-version").first()


def of_event(event: Event) -> dict[str, Finalisation]:
    """The newest version of every division that is final, by short name; one query."""
    rows = Finalisation.objects.filter(division__event=event).select_related("division").order_by("version")
    return {row.division.slug: row for row in rows}


def not_public(event: Event) -> list[Division]:
    """Divisions that are final and of which the public does not see the end; one query."""
    final = event.divisions.filter(finalisations__isnull=False).distinct()
    behind, held = (
        Q(released_round__lt=F("rounds_planned")),
        Q(freeze__isnull=False, freeze__unveiled_at=None),
    )
    return list(final.filter(behind | held))


def rows_now(division: Division, read: halls.Read | None = None) -> list[Data]:
    """The final rows as they would be kept now: by number, without any name. Counted without a cache; `read`: what is read
    already.
    """
    after = division_standings.last_round(division) if read is None else read.after
    ranked = division_standings.compute(division, after, read=read)
    rows = division_standings.as_rows(division, after, public=False, rows=ranked)
    return [{name: row[name] for name in KEPT} for row in rows]


def says(public: Sequence[Data], final: Sequence[Data]) -> bool:
    """Whether what is public puts the same people on the same places with the same records as what was called final."""
    return [{name: row[name] for name in KEPT} for row in public] == list(final)


def awards_now(division: Division, won: Sequence[Won] | None = None) -> list[Data]:
    """What is won in a division as it stands; and of the whole event, where this final is to keep it (`_keeps_whole`).

    `won`: what is won in the event, when that is counted already.
    """
    whole = _keeps_whole(division)
    won = table(division.event, exact=True).won if won is None else won
    return [one.as_data() for one in won if one.division == division.slug or (whole and not one.division)]


def _keeps_whole(division: Division) -> bool:
    """Whether a final keeps the prizes of the whole event: every other division is final, and none of them keeps them.

    Kept by two, a prize would be given twice, and the first final would be told that it changed when the last is called.
    """
    others = division.event.divisions.exclude(pk=division.pk).order_by("finalisations__version")
    newest: dict[Any, list[Data] | None] = dict(others.values_list("pk", "finalisations__awards"))
    return all(kept is not None and all(one["division"] for one in kept) for kept in newest.values())


def digest(rows: Sequence[Data], awards: Sequence[Data]) -> str:
    """The digest of what was called final; it holds no key of a database row."""
    told = [{name: value for name, value in row.items() if name != "prize"} for row in awards]
    return canonical.digest(canonical.plain([list(rows), told]))


def changed(
    division: Division, row: Finalisation, won: Sequence[Won] | None = None, read: halls.Read | None = None
) -> list[Data]:
    """What a new version would say that this one does not."""
    rows, awards = canonical.plain(rows_now(division, read)), canonical.plain(awards_now(division, won))
    return changes(row.rows, row.awards, rows, awards)


def changes(
    rows: Iterable[Data], awards: Iterable[Data], new_rows: Iterable[Data], new_awards: Iterable[Data]
) -> list[Data]:
    """The differences between two versions as data: places, records, prizes."""
    return [*_rows(rows, new_rows), *_awards(awards, new_awards)]


def _rows(old: Iterable[Data], new: Iterable[Data]) -> Iterable[Data]:
    before = {row["number"]: row for row in old}
    after = {row["number"]: row for row in new}
    for number in sorted(
        {*before, *after}, key=lambda n: (after.get(n, before.get(n, {})).get("rank") or 9999, n)
    ):
        one, other = before.get(number, {}), after.get(number, {})
        if one.get("rank") != other.get("rank"):
            yield {"code": "rank", "number": number, "before": one.get("rank"), "after": other.get("rank")}
        if [one.get(name) for name in RECORD] != [other.get(name) for name in RECORD]:
            yield {
                "code": "record", "number": number,
                "before": [one.get(name) or 0 for name in RECORD], "after": [other.get(name) or 0 for name in RECORD],
            }  # fmt: skip


def _awards(old: Iterable[Data], new: Iterable[Data]) -> Iterable[Data]:
    before, after = _by_place(old), _by_place(new)
    for key in [*after, *(key for key in before if key not in after)]:
        one, other = before.get(key, []), after.get(key, [])
        if _without_reasons(one) != _without_reasons(other):
            yield {
                "code": "award",
                "won": (other or one)[0],
                "before": _without_reasons(one),
                "after": _without_reasons(other),
            }


def _by_place(awards: Iterable[Data]) -> dict[tuple[Any, ...], list[Data]]:
    found: dict[tuple[Any, ...], list[Data]] = {}
    for row in awards:
        found.setdefault(tuple(row[name] for name in PLACE), []).append(row)
    return found


def _without_reasons(awards: Iterable[Data]) -> list[Data]:
    """Who gets a place and what, without the reasons."""
    return [
        {name: row[name] for name in ("who", "text", "cents", "thing")} for row in sorted(awards, key=_key)
    ]


def _key(row: Data) -> tuple[str, int, str]:
    who = row["who"] or ("", 0)
    return (who[0], who[1], row["text"])


def sentences(changes: Iterable[Mapping[str, Any]], division: str, names: Names) -> list[str]:
    """The differences in plain sentences; `division` is the short name the numbers belong to."""
    return [_sentence(one, division, names) for one in changes]


def _sentence(one: Mapping[str, Any], division: str, names: Names) -> str:
    if one["code"] == "award":
        facts = {"what": words.title(of_data(one["won"])), "before": _who(one["before"], names)}
        facts["after"] = _who(one["after"], names)
        return _("%(what)s: %(after)s instead of %(before)s.") % facts
    name = names.of((division, one["number"]))
    if one["code"] == "record":
        facts = {"name": name, "before": _record(one["before"]), "after": _record(one["after"])}
        return _("%(name)s: %(after)s instead of %(before)s.") % facts
    return _rank(one, name)


def _rank(one: Mapping[str, Any], name: str) -> str:
    facts = {"name": name, "before": one["before"], "after": one["after"]}
    if one["after"] is None:
        return _("%(name)s no longer takes place %(before)s.") % facts
    if one["before"] is None:
        return _("%(name)s now takes place %(after)s.") % facts
    return _("%(name)s is place %(after)s instead of %(before)s.") % facts


def _record(values: Sequence[int]) -> str:
    wins, losses, spread = values
    return f"{points(wins)}\N{EN DASH}{points(losses)}, {signed(spread)}"


def _who(awards: Iterable[Data], names: Names) -> str:
    told = [_one(of_data({**EMPTY, **row}), names) for row in awards]
    return ", ".join(told) or _("nobody")


def _one(won: Won, names: Names) -> str:
    what = words.gets(won)
    return f"{names.winner(won)} ({what})" if what else names.winner(won)


EMPTY: Data = {"prize": "", "kind": "custom", "title": "", "klass": "", "division": "", "place": 1}


def protest_open(row: Finalisation) -> bool:
    """Whether a correction still makes a new version without more ado."""
    return clock.now() <= row.protest_until
