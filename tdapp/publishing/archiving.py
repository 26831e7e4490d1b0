"""The screens of a hall in an event's archive: their names, their looks, and what each was set to show."""

from __future__ import annotations

from tdapp.interchange.event_file.fields import Data
from tdapp.interchange.event_file.table_spec import COUNTED, TableSpec, spec
from tdapp.publishing.cloning import LOOK
from tdapp.publishing.screens.all_kinds import KINDS


def _fits(row: Data) -> bool:
    named = all(isinstance(slug, str) for slug in row["divisions"])
    return named and (row["show"] == "auto" or row["show"] in KINDS)


spec(TableSpec(
    "publishing.HallScreen", "screens", open=True, above="event", public=("show", *LOOK), left={"version": COUNTED},
    order=("name", "slug"), fits=_fits,
))  # fmt: skip
