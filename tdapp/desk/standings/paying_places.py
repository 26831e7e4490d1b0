"""Which places of a division pay: by the prizes that were typed; where there are none, by what its pairing plan plays for."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from django.db.models import Q
from django.utils.translation import gettext as _

from pairings.standings.clinch import Paying
from pairings.standings.stakes import ClassPrize, Stakes
from tdapp.desk.ledger import pairing_adapter
from tdapp.desk.models import Prize, PrizeGiving
from tdapp.events.models import Division

# Whoever takes part may win these to the end, whatever his place.
PLACED = (Prize.Kind.RANK, Prize.Kind.CLASS)
# Nobody is passed over for these.
UNCOUNTED = (Prize.Kind.CUSTOM, Prize.Kind.SCHOOL, Prize.Kind.TEAM)


@dataclass(frozen=True, slots=True)
class Played:
    """What a division plays for. `paying`: the places that pay, None without prizes; `beside`: there are other prizes."""

    stakes: Stakes
    paying: Paying | None = None
    beside: bool = False

    @property
    def key(self) -> str:
        """Changes with the places that pay."""
        if self.paying is None:
            return "plan"
        classes = (f"{name}={_ranges(places)}" for name, places in sorted(self.paying.classes.items()))
        return ";".join((_ranges(self.paying.places), *classes, str(self.paying.beyond)))


def played(division: Division) -> Played:
    """What a division plays for; two queries."""
    stakes = pairing_adapter.stakes(division)
    about = Q(division=division) | Q(division=None, event=division.event_id)
    rows = list(Prize.objects.filter(about).values_list("kind", "klass", "first", "places"))
    if not rows:
        return Played(stakes)
    places: dict[str, set[int]] = {"": set()}
    for kind, klass, first, given in rows:
        if kind in PLACED:
            places.setdefault(klass, set()).update(range(first, first + len(given)))
    overall, classes = places.pop(""), {name: frozenset(found) for name, found in places.items()}
    asked = replace(
        stakes,
        prizes=max(overall, default=1),
        class_prizes=tuple(ClassPrize(name, max(found)) for name, found in sorted(classes.items())),
    )
    beside = any(kind not in PLACED for kind, *_rest in rows)
    # Under a bound whoever holds another prize is passed over, and his place's prize goes down the standings.
    bound = PrizeGiving.objects.filter(event=division.event_id, most_each__gt=0).exists()
    beyond = sum(len(given) for kind, _klass, _first, given in rows if kind not in UNCOUNTED) if bound else 0
    return Played(asked, Paying(frozenset(overall), classes, beyond), beside)


def in_words(found: Played, over: bool = False) -> str:
    """Which places pay, in words; `over`: nothing is left to play, so that nothing can be won any more."""
    if found.paying is None:
        return _("No prizes are typed: the marks go by what the pairing plan plays for.")
    lines = list(_lines(found.paying))
    if not lines:
        return _("No place has a prize; the prizes there are can be won from any place.")
    said = [_("Places with a prize: %(places)s.") % {"places": "; ".join(lines)}]
    if found.paying.beyond:
        said.append(
            _("Whoever holds as many prizes as a player gets is passed over: lower places can win one.")
        )
    if found.beside and not over:
        said.append(_("The other prizes can be won from any place, to the end."))
    return " ".join(said)


def _lines(paying: Paying) -> Iterator[str]:
    if paying.places:
        yield _ranges(paying.places)
    for name, places in sorted(paying.classes.items()):
        yield _("%(places)s of class %(klass)s") % {"places": _ranges(places), "klass": name}


def _ranges(places: Collection[int]) -> str:
    """1–3, 5: whole numbers with what goes on together."""
    runs: list[list[int]] = []
    for place in sorted(places):
        if runs and runs[-1][1] == place - 1:
            runs[-1][1] = place
        else:
            runs.append([place, place])
    return ", ".join(str(a) if a == b else f"{a}\N{EN DASH}{b}" for a, b in runs)
