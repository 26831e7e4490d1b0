"""A case made by chance, with what exists put into it: the row its address names, the ids and versions its body names."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

from lexicon_admin.models import Edition
from tdapp.api.telling.examples import EXAMPLES
from tdapp.desk.ledger.rows import current_result
from tdapp.desk.models import Prize
from tdapp.events.models import Announcement, Table
from tdapp.judging.models import Ruling
from tdapp.people.models import Player
from tdapp.ratings.models import RatingRun
from tests.api.checked import document
from tests.api.described.rows import Names, Rows, Spot

# Of a hundred cases so many keep the address that was invented: what is not there is asked for too.
INVENTED = 15
# So many bodies are the example of the description, so many are what was drawn with some of the example's values in it.
EXAMPLE, MIXED = 35, 45


class Filling:
    """Fills cases in; `chance` is its own, so that a seed says which."""

    def __init__(self, rows: Rows, seed: int) -> None:
        self.rows, self.chance = rows, random.Random(seed)
        event = rows.event
        self._names: dict[str, Callable[[Spot], list[Any]]] = {
            "event": lambda _at: [event.slug],
            "entrants": self._entrants, "entrant": self._entrants, "given_to": self._entrants,
            "announcement": lambda _at: _ids(Announcement.objects.filter(event=event)),
            "to": lambda _at: [one.slug for one in event.divisions.all()],
            "table": lambda _at: _ids(Table.objects.filter(round__division__event=event)),
            "order": lambda _at: _ids(Prize.objects.filter(event=event)),
            "ruling": lambda _at: _ids(Ruling.objects.filter(division__event=event)),
            "editions": lambda _at: _ids(Edition.objects.all()),
            "other": lambda _at: _ids(Player.objects.all()), "gone": lambda _at: _ids(Player.objects.all()),
            "divisions": lambda _at: _ids(event.divisions), "without": lambda _at: _ids(event.divisions),
            "run": lambda _at: _ids(RatingRun.objects.all()),
            "division": lambda _at: _ids(event.divisions),
        }  # fmt: skip

    def spot(self, path: str) -> Spot | None:
        """A row that stands at an address of the description; None for one that is left as it was invented."""
        if self.chance.randrange(100) < INVENTED or not (spots := self.rows.at(path)):
            return None
        return self.chance.choice(spots)

    def body(self, path: str, drawn: dict[str, Any], spot: Spot) -> dict[str, Any]:
        """A body that was drawn, with values of the example, ids of rows and the version of its own row in it."""
        intent = path.rpartition("/commands/")[2]
        example, how, schema = dict(EXAMPLES.get(intent, {})), self.chance.randrange(100), body_at(path)
        if example and how < EXAMPLE:
            drawn = example
        elif how < EXAMPLE + MIXED:
            drawn = {
                name: example.get(name, one) if self.chance.random() < 0.7 else one
                for name, one in drawn.items()
                if name in example or name in schema.get("required", ()) or self.chance.random() < 0.5
            }
        named = {name: self._named(name, one, spot) for name, one in drawn.items()}
        return self._seen(schema.get("properties", {}).get("seen"), named, spot)

    def _named(self, name: str, value: Any, spot: Spot) -> Any:
        """A value with the ids in it those of rows that are there."""
        if isinstance(value, dict):
            if name == "sayings":
                return dict(zip(self._some("entrant", spot, len(value)), value.values(), strict=False))
            return {inner: self._named(inner, one, spot) for inner, one in value.items()}
        if isinstance(value, list) and value and _is_id(value[0]) and name in self._names:
            return self._some(name, spot, len(value))
        if isinstance(value, list):
            return [self._named(name, one, spot) if isinstance(one, dict) else one for one in value]
        if name in self._names and isinstance(value, str) and (_is_id(value) or name in {"to", "event"}):
            return (self._some(name, spot, 1) or [value])[0]
        return value

    def _some(self, name: str, spot: Spot, most: int) -> list[Any]:
        there = self._names[name](spot)
        return self.chance.sample(there, min(most, len(there)))

    def _entrants(self, spot: Spot) -> list[Any]:
        rows = self.rows.event.entrants.all()
        if "division" in spot[0]:
            rows = rows.filter(division__slug=spot[0]["division"])
        return _ids(rows)

    def _seen(self, said: dict[str, Any] | None, body: dict[str, Any], spot: Spot) -> dict[str, Any]:
        """The body with the version of the row that it is about; of what has none of its own a small number."""
        row = spot[1]
        if said is None or ("seen" not in body and self.chance.random() < 0.2):
            return body
        if said.get("type") == "integer":
            of = current_result(row) if isinstance(row, Table) else row
            version = getattr(of, "version", 1)
            least = said.get("minimum", 0)
            return {**body, "seen": self.chance.choice([version, version, version, least, 1, 2])}
        digest = getattr(row, "digest", None)
        without = {name: one for name, one in body.items() if name != "seen"}
        return without if digest is None else {**without, "seen": digest}


@cache
def body_at(path: str) -> dict[str, Any]:
    """What the description says of the body that is sent to an address."""
    said = document()["paths"][path]["post"]["requestBody"]["content"]
    found: dict[str, Any] = next(iter(said.values()))["schema"]
    return document()["components"]["schemas"][found["$ref"].rpartition("/")[2]] if "$ref" in found else found


def _ids(rows: Any) -> list[str]:
    return [str(key) for key in rows.order_by("pk").values_list("pk", flat=True)]


def _is_id(value: Any) -> bool:
    return isinstance(value, str) and len(value) == 36 and value.count("-") == 4


def said(names: Names) -> Names:
    """An address as it is written: numbers and words as they are, ids as texts."""
    return {name: one if isinstance(one, int | str) else str(one) for name, one in names.items()}
