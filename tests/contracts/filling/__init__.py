"""How an address is filled in at a world: by the parameter's name, unless the address means something else by it: then it
says so in the file of its room.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.urls import reverse

from tests.contracts.addresses import Address
from tests.contracts.filling import (
    accounts,
    api,
    clubs,
    desk,
    events,
    interchange,
    judging,
    lexicons,
    publishing,
    ratings,
    scoresheets,
)
from tests.contracts.filling.fill import Fill, Filling
from tests.contracts.joined import joined
from tests.contracts.worlds import World

# What a parameter means as long as the address does not say otherwise.
USUAL: dict[str, Callable[[World], Any]] = {
    "event": lambda here: here.event.slug,
    "division": lambda here: "open",
    "number": lambda here: 1,
    "table": lambda here: here.divisions["open"].table_first,
    "sheet": lambda here: here.facts["sheet"].number,
    "pk": lambda here: here.facts["entrant"].pk,
    "token": lambda here: here.facts["token"],
    "call": lambda here: here.facts["call"].pk,
    "claim": lambda here: here.facts["claim"].pk,
    "ruling": lambda here: here.facts["ruling"].pk,
    "question": lambda here: here.facts["question"].pk,
    "photo": lambda here: here.facts["photo"],
    "kind": lambda here: "gcg",
    "what": lambda here: "by-table",
    "name": lambda here: "out",
    "lexicon": lambda here: here.facts["lexicon"].slug,
    "edition": lambda here: "2026",
    "format": lambda here: "csv",
    "paper": lambda here: "a4",
    "topic": lambda here: "plays",
    "place": lambda here: "here",
    "copy": lambda here: here.facts["copy"],
    "rating_list": lambda here: here.facts["rating_list"].slug,
    "member": lambda here: here.facts["rated"],
    "run": lambda here: here.facts["run"],
    "keep": lambda here: here.facts["keep"].pk,
    "gone": lambda here: here.facts["gone"].pk,
    "prize": lambda here: here.facts["prize"].pk,
    "code": lambda here: here.facts["code"],
    "screen": lambda here: "front",
    "user": lambda here: here.facts["other"].pk,
    "club": lambda here: here.facts["home"].slug,
    "home": lambda here: here.facts["home"].slug,
    "season": lambda here: here.facts["season"].slug,
}
# Addresses that mean something else by one of them.
SPECIAL: dict[str, Fill] = joined(
    accounts.FILLS,
    api.FILLS,
    clubs.FILLS,
    desk.FILLS,
    events.FILLS,
    interchange.FILLS,
    judging.FILLS,
    lexicons.FILLS,
    publishing.FILLS,
    ratings.FILLS,
    scoresheets.FILLS,
)


def filling(address: Address, here: World) -> Filling:
    """A value for every parameter of the address."""
    special = SPECIAL.get(address.name, lambda _here: {})(here)
    return {name: special[name] if name in special else USUAL[name](here) for name in address.parameters}


def path(address: Address, here: World, **other: Any) -> str:
    """The address at a world; `other` replaces single parameters."""
    values = filling(address, here)
    return reverse(address.name, kwargs={**values, **{k: v for k, v in other.items() if k in values}})
