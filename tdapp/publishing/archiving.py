"""In an event's archive: the screens of its hall with what each was set to show; its logo and its colour."""

from __future__ import annotations

from base64 import b64decode
from datetime import date

from tdapp.interchange.event_file.fields import Data
from tdapp.interchange.event_file.table_spec import COUNTED, TableSpec, spec
from tdapp.kernel.refusals import Refusal
from tdapp.publishing.cloning import LOOK
from tdapp.publishing.embed import origins
from tdapp.publishing.entering import telling
from tdapp.publishing.look import tones
from tdapp.publishing.look.pictures import made_anew
from tdapp.publishing.screens.all_kinds import KINDS
from tdapp.publishing.site import web_address


def _fits(row: Data) -> bool:
    named = all(isinstance(slug, str) for slug in row["divisions"])
    return named and (row["show"] == "auto" or row["show"] in KINDS)


spec(TableSpec(
    "publishing.HallScreen", "screens", open=True, above="event", public=("show", *LOOK), left={"version": COUNTED},
    order=("name", "slug"), fits=_fits,
))  # fmt: skip


def _looks(row: Data) -> bool:
    """A colour as it is kept, and a picture that would be taken at the desk too."""
    try:
        logo = made_anew(b64decode(row["logo"], validate=True)) if row["logo"] else None
    except Refusal:
        return False
    sized = (row["width"], row["height"]) == ((logo.width, logo.height) if logo else (0, 0))
    return sized and row["colour"] in ("", tones.read(row["colour"]))


spec(TableSpec(
    "publishing.EventLook", "look", single=True, open=True, above="event", public=("colour", "logo", "width", "height"),
    left={"version": COUNTED}, fits=_looks,
))  # fmt: skip


def _named(row: Data) -> bool:
    """An address and websites as they would be taken at the desk too."""
    try:
        frames = origins.read("\n".join(row["frames"]))
        return (web_address.read(row["address"]), frames) == (row["address"], row["frames"])
    except (Refusal, TypeError, AttributeError):
        return False


spec(TableSpec(
    "publishing.EventWebsite", "website", single=True, open=True, above="event", public=("address", "frames"),
    left={"version": COUNTED}, fits=_named,
))  # fmt: skip


def _enters(row: Data) -> bool:
    """What is told as it would be taken at the desk too, but for the event's days, which the same file says."""
    try:
        deadline = date.fromisoformat(row["deadline"]) if row["deadline"] else None
        told = telling.read({**row, "deadline": deadline}, date.max)
    except (Refusal, TypeError, ValueError, AttributeError):
        return False
    return all(told[name] == row[name] for name in telling.LENGTHS)


spec(TableSpec(
    "publishing.EventEntering", "entering", single=True, open=True, above="event", public=telling.FIELDS,
    left={"version": COUNTED}, fits=_enters,
))  # fmt: skip
