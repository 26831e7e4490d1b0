"""The screens of a hall in an event's archive: their names, their looks, and what each was set to show."""

from __future__ import annotations

from tdapp.interchange.archives.fields import Data
from tdapp.interchange.archives.table_specs import Sort, sort
from tdapp.publishing.cloning import LOOK
from tdapp.publishing.models import HallScreen
from tdapp.publishing.screens.every import KINDS


def _fits(row: Data) -> bool:
    named = all(isinstance(slug, str) for slug in row["divisions"])
    return named and (row["show"] == "auto" or row["show"] in KINDS)


sort(Sort(
    "screens", HallScreen, lambda event: HallScreen.objects.filter(event=event).order_by("name", "slug"),
    ("show", *LOOK), open=True, fits=_fits,
))  # fmt: skip
