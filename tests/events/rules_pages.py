"""What the tests of a division's rules share: its pages, and what a browser would send of them."""

from __future__ import annotations

from typing import Any

from django.utils.html import escape

from scoring import Ruleset
from tdapp.events.models import Division
from tdapp.events.rules import rulesets, tile_sets
from tdapp.events.rules.forms import written
from tdapp.kernel import clock
from tests.events.pages import Story, fields, story, text


def hall(ruleset: str = "salitaan-competition", **values: Any) -> Story:
    """Alice's event with one division that plays this game and has published nothing."""
    return story(2, ruleset=ruleset, **values)


def division(here: Story) -> Division:
    """The division as it is stored now."""
    return Division.objects.select_related("event").get(pk=here.hall.division.pk)


def rules(here: Story) -> Ruleset:
    """The rules it plays by now."""
    return rulesets.of_division(division(here))


def url(here: Story, rest: str = "") -> str:
    return f"{here.base}{here.hall.division.slug}/rules/{rest}"


def freeze(here: Story) -> None:
    """What publishing round 1 does to a division's rules."""
    ruleset, row = rules(here), division(here)
    row.frozen_at, row.ruleset_hash, row.ruleset_frozen = clock.now(), ruleset.content_hash, ruleset.to_data()
    row.save()


def paint(here: Story, rows: list[str], **more: Any) -> Any:
    """Send a board as the painter does."""
    body = {**fields(here.alice.get(url(here, "board/"))), "confirmed": "", "rows": "\n".join(rows), **more}
    return here.alice.post(url(here, "board/"), {name: value for name, value in body.items() if value != ""})


def tiles_body(ruleset: Ruleset, *more: tuple[str, int, int], **facts: Any) -> dict[str, Any]:
    """What the tile editor sends: the ruleset's rows and some more (tile, value, how many)."""
    rows = [*tile_sets.shown(ruleset.tiles.table)]
    rows += [
        {"id": name, "letters": "", "value": value, "count": count, "bag": ""} for name, value, count in more
    ]
    columns = {f"tile_{name}": [row[name] for row in rows] for name in tile_sets.COLUMNS}
    return {**columns, "total": ruleset.tiles.total, **facts}


def send_values(here: Story, **changed: str) -> Any:
    """Send the form of single values with some of them changed (`rack__size="8"`)."""
    known = {name.replace("__", "."): value for name, value in changed.items()}
    return here.alice.post(url(here, "values/"), {**written(rules(here)), **known})


def says(answer: Any, sentence: str) -> bool:
    """Whether a page says a sentence."""
    return escape(sentence) in text(answer) or sentence in text(answer)
