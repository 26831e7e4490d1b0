"""Make an event's copy: gather, seal, read back; the newest is kept here."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.utils.translation import gettext as _

from tdapp.events.models import Event
from tdapp.interchange.copies import content, phone_codes, places, plans, sealed
from tdapp.interchange.models import CopyPlan
from tdapp.kernel import clock
from tdapp.kernel.log import heads
from tdapp.kernel.refusals import Refusal
from tdapp.kernel.tabular.limits import MIB

STEPS = 4


def nobody_waits(_done: int, _total: int, _message: str) -> None:
    """The progress of a copy nobody looks at."""


@contextmanager
def aside() -> Iterator[IO[bytes]]:
    """A nameless file for what must not stay on the disk in the clear; in memory while it is small."""
    folder = Path(settings.DATA_DIR) / "run"
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.SpooledTemporaryFile(max_size=32 * MIB, dir=str(folder)) as stream:
        yield stream


def make(event: Event, plan: CopyPlan, step: content.Step = nobody_waits) -> dict[str, Any]:
    """Write the event's newest copy, whole or not at all, and read it back. Tells at, number, term, rounds, rows, bytes.

    Refuses without a key (409) and when the disk is full or away (507): the copy before stays.
    """
    key = plans.key_kept(plan)
    if key is None:
        raise Refusal("no-passphrase", _("Choose a passphrase for the copies first."), status=409)
    target = plans.newest(event)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        return _made(event, plan, key, target, step)
    except OSError as error:
        raise places.unwritable(target.parent, error) from error


def _made(event: Event, plan: CopyPlan, key: sealed.Key, target: Path, step: content.Step) -> dict[str, Any]:
    step(0, STEPS, _("Gathering the event"))
    facts = {
        "secret": plan.secret, "from": plans.my_name(), "addresses": [plans.my_address()], **phone_codes.fact_of(event),
    }  # fmt: skip
    told = content.gathered(event, facts)
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with aside() as inside:
            step(1, STEPS, _("Writing the file"))
            counts = content.write(told, inside, lambda *_at: step(1, STEPS, _("Writing the file")))
            inside.seek(0)
            step(2, STEPS, _("Sealing it"))
            write_synced(part, lambda out: sealed.seal(key, inside, out))
            step(3, STEPS, _("Reading it back"))
            inside.seek(0)
            read_back(part, key, digest(inside))
        os.replace(part, target)
    finally:
        part.unlink(missing_ok=True)
    known = {name: told.facts[name] for name in ("at", "number", "term", "rounds")}
    known["head"] = heads.spoken(told.facts["number"], told.facts["chained"])
    return {**known, **counts, "bytes": target.stat().st_size, "sha256": digest_of(target)}


def write_synced(path: Path, fill: Any) -> None:
    """Write a file that is on the disk, not only on its way there, when this returns."""
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
        fill(out)
        out.flush()
        os.fsync(out.fileno())


def digest(stream: IO[bytes]) -> str:
    """SHA-256 of what is left of a stream."""
    found = hashlib.sha256()
    while piece := stream.read(MIB):
        found.update(piece)
    return found.hexdigest()


def digest_of(path: Path) -> str:
    """SHA-256 of a file."""
    with path.open("rb") as stream:
        return digest(stream)


def read_back(path: Path, key: sealed.Key, wanted: str) -> None:
    """Open a copy again and compare what is inside."""
    with path.open("rb") as source, aside() as inside:
        sealed.open_sealed(key, source, inside)
        inside.seek(0)
        if digest(inside) != wanted:
            raise sealed.damaged(_("it does not hold what was written"))


def opened_to(passphrase: str | sealed.Key, source: IO[bytes], inside: IO[bytes]) -> content.EventCopy:
    """Open a sealed copy into `inside` and read what it tells."""
    sealed.open_sealed(passphrase, source, inside)
    inside.seek(0)
    return content.read(inside)


def stamp() -> str:
    """The moment, as the plans and pages keep it."""
    return clock.now().isoformat()
