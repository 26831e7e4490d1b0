"""The facts of a bundle checked before anything is written, and turned into what the archive's import takes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from core import canonical
from tdapp.interchange.event_file import reading
from tdapp.interchange.event_file import writing as form
from tdapp.interchange.federation import bundle, making
from tdapp.interchange.federation.bundle import Bundle, damaged

Data = dict[str, Any]
NAMES = ("name", "role", "remarks", "at", "results")
MOST_TEXT = 4000


@dataclass(frozen=True, slots=True)
class CheckedBundle:
    """A bundle that holds together. `event`: as `making.event_data` made it; `archive`: for the archive's import."""

    bundle: Bundle
    origin: UUID
    event: Data
    archive: bytes
    signed: Data
    rulings: Data
    incidents: Data


def read(data: bytes) -> CheckedBundle:
    """Check the zip, its manifest, its facts and the signature under them. Refuses with one sentence for each mistake."""
    found = bundle.unpack(data)
    event = found.data(bundle.EVENT)
    if not isinstance(event, dict) or event.get("format") != making.FORMAT:
        raise damaged(_("it holds no event"))
    if not isinstance(event.get("version"), int) or event["version"] > making.VERSION:
        raise damaged(_("it was made by a newer version of this program"))
    if _digest(event) != found.digest or event.get("origin") != found.origin:
        raise damaged(_("its event is not the one its manifest names"))
    archive = _as_archive(event)
    reading.read(archive)
    _refuse_unnamed(event)
    return CheckedBundle(
        found, _origin(found.origin), event, archive, _signed(found), _summary(found, bundle.RULINGS),
        _summary(found, bundle.INCIDENTS),
    )  # fmt: skip


def _digest(event: Data) -> str:
    try:
        return canonical.digest(event)
    except ValueError:
        return ""


def _as_archive(event: Data) -> bytes:
    """The same event in the archive's own form; its entrants' numbers and whole names go with it."""
    told = {name: value for name, value in event.items() if name != "origin"}
    told |= {"format": form.FORMAT, "version": form.VERSION, "private": False}
    return canonical.dumps({**told, "digest": canonical.digest(told)}).encode()


def _refuse_unnamed(event: Data) -> None:
    """What the archive's import does not ask for and we do: names, numbers and the guard of every entrant."""
    for division in event["divisions"]:
        for row in division["entrants"]:
            texts = (row.get("given"), row.get("surname"), row.get("member_number"), row.get("club"))
            if not all(isinstance(text, str) for text in texts) or not isinstance(row.get("guarded"), bool):
                raise damaged(_("its roster is not as it should be"))


def _origin(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise damaged(_("it does not say which event it is")) from None


def _signed(found: Bundle) -> Data:
    """The director's signature. Refuses none, or one under other results."""
    told = found.data(bundle.SIGNED)
    if not isinstance(told, dict) or not all(isinstance(told.get(name), str) for name in NAMES):
        raise damaged(_("nobody signed it"))
    if not told["name"].strip() or told["results"] != found.digest:
        raise damaged(_("nobody signed it"))
    if signed_at(told) is None:
        raise damaged(_("it does not say when it was signed"))
    return {name: told[name][:MOST_TEXT] for name in NAMES}


def signed_at(signed: Data) -> datetime | None:
    """When a bundle was signed; None when it does not say so with a time zone."""
    try:
        moment = datetime.fromisoformat(str(signed.get("at")))
    except ValueError:
        return None
    return moment if moment.tzinfo else None


def _summary(found: Bundle, name: str) -> Data:
    told = found.data(name)
    if not isinstance(told, dict):
        raise damaged(_("%(name)s cannot be read") % {"name": name})
    return told
