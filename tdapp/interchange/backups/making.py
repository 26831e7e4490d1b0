"""Make a backup: copy the live database, hash everything, write one file, read it back."""

from __future__ import annotations

import os
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from django.conf import settings
from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext as _

from tdapp.events.models import Event
from tdapp.interchange.backups import manifest, pictures, postgres, read_back, sqlite
from tdapp.interchange.backups.manifest import Manifest
from tdapp.kernel import clock
from tdapp.kernel.commands import Change, Installation, command
from tdapp.kernel.context import Context
from tdapp.kernel.pages import photos
from tdapp.kernel.permissions import can
from tdapp.kernel.refusals import NotAllowed, Refusal

ENGINES: dict[str, ModuleType] = {module.VENDOR: module for module in (sqlite, postgres)}
Step = Callable[[int, int, str], None]
STEPS = 4
# Exports are made anew when somebody wants one.
NOT_MEDIA = frozenset({"exports", "search"})


def engine() -> ModuleType:
    """The side that knows the database in use."""
    return ENGINES[connection.vendor]


def folders() -> dict[str, tuple[Path, frozenset[str]]]:
    """Folders that belong to the installation, by their name in the backup, with what is left out of them."""
    return {
        "media": (Path(settings.MEDIA_ROOT), NOT_MEDIA),
        "lexicons": (Path(settings.DATA_DIR) / "lexicons", frozenset()),
        pictures.PREFIX: (photos.folder(), frozenset()),
    }


def shelf() -> Path:
    """Where backups stand unless another place is named."""
    return Path(settings.DATA_DIR) / "backups"


def workshop() -> Path:
    """A folder of our own to unpack in."""
    folder = Path(settings.DATA_DIR) / "run"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _silent(_done: int, _total: int, _message: str) -> None:
    """Nobody waits for the progress of this backup."""


def refuse_unsaid(said: bool, how: str) -> None:
    """Refuse (422) a full backup until somebody said that its file is open."""
    if not said:
        sentence = _(
            "A full backup is an open file: whoever has it reads everything in it, children's birth dates too. "
            "Say that you know: %(how)s. The copy of one event (Copies) is sealed."
        )
        raise Refusal("open-file", sentence % {"how": how})


def make_backup(
    ctx: Context, folder: Path | None = None, *, prefix: str = "td-backup", step: Step = _silent
) -> dict[str, Any]:
    """Write a verified backup into `folder` (default: `backups` in the data folder); live, nothing is stopped.

    Returns path, sha256, bytes, rows and events. Refuses without `installation.backup`, and when the place cannot be
    written or the copy is not what was copied. `step(done, of, message)` is told of each part and may raise to stop;
    nothing is left behind then.
    """
    if not can(ctx, "installation.backup"):
        raise NotAllowed("not-allowed", _("Your role does not allow this."), needs="installation.backup")
    target = (folder or shelf()).expanduser().resolve()
    try:
        target.mkdir(parents=True, exist_ok=True)
        path, told = _make(target, prefix, step)
    except OSError as error:
        facts = {"path": target, "why": error.strerror or error}
        raise Refusal("no-backup", _("No backup was made: %(path)s: %(why)s.") % facts, status=507) from error
    result: dict[str, Any] = {
        "path": str(path), "sha256": manifest.hash_of_file(path), "bytes": path.stat().st_size,
        "rows": sum(told.counts.values()), "events": told.events, "files": len(told.files), "verified": True,
        "photos_missing": pictures.missing(told),
    }  # fmt: skip
    read_back.note(path, result["sha256"])
    return note_backup(ctx, Installation(), told=result)


@command("installation.backup", "backup made", needs="installation.backup")
def note_backup(ctx: Context, target: Installation, *, told: dict[str, Any]) -> Change:
    """Note in the log that a backup was made."""
    return Change(told, "installation", None, {name: told[name] for name in ("sha256", "bytes", "rows")})


def _make(folder: Path, prefix: str, step: Step) -> tuple[Path, Manifest]:
    with tempfile.TemporaryDirectory(prefix=".td-backup-", dir=folder) as work:
        copy = Path(work) / engine().FILE
        step(0, STEPS, _("Copying the database"))
        engine().dump(copy)
        pictures.hold(Path(work))
        step(1, STEPS, _("Counting rows and hashing files"))
        told = _describe(copy)
        part = Path(work) / "part.zip"
        step(2, STEPS, _("Writing the file"))
        _write(part, told, copy)
        step(3, STEPS, _("Reading it back"))
        with opened(part):
            pass
        path = _free_name(folder, prefix)
        os.replace(part, path)
    return path, told


def _describe(copy: Path) -> Manifest:
    migrations, counts = engine().facts(copy)
    files = {name: _stamp(path) for name, path in _files(copy)}
    events = list(Event.objects.order_by("sequence").values_list("slug", flat=True))
    moment = clock.now().isoformat()
    return Manifest(connection.vendor, engine().FILE, moment, migrations, counts, events, files)


def _files(copy: Path) -> Iterator[tuple[str, Path]]:
    yield copy.name, copy
    for prefix, (folder, leave_out) in folders().items():
        source = copy.parent / prefix if prefix == pictures.PREFIX else folder
        yield from manifest.files_below(source, prefix, leave_out)


def _stamp(path: Path) -> tuple[str, int]:
    with path.open("rb") as stream:
        return manifest.hash_of(stream)


def _write(part: Path, told: Manifest, copy: Path) -> None:
    with part.open("xb") as stream:
        part.chmod(0o600)
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(manifest.NAME, told.as_bytes())
            for name, path in _files(copy):
                archive.write(path, name)
        stream.flush()
        os.fsync(stream.fileno())


def _free_name(folder: Path, prefix: str) -> Path:
    stamp = timezone.localtime(clock.now()).strftime("%Y%m%d-%H%M%S")
    names = (f"{prefix}-{stamp}{suffix}.zip" for suffix in ["", *(f"-{n}" for n in range(2, 1000))])
    return next(folder / name for name in names if not (folder / name).exists())


@contextmanager
def opened(path: Path, beside: Path | None = None) -> Iterator[tuple[Manifest, Path, Path]]:
    """A backup's manifest, its database and the folder it was unpacked to, after every check that needs no database
    server: hashes, names, wholeness, rows. Refuses with one sentence. `beside`: a folder to unpack in, where the
    backup's own may be read-only.
    """
    with tempfile.TemporaryDirectory(prefix=".td-restore-", dir=beside or path.parent) as work:
        try:
            with zipfile.ZipFile(path) as archive:
                told = manifest.read(archive)
                manifest.check_files(archive, told)
                pictures.check(told)
                # Every name and size was checked against the manifest.
                archive.extractall(work)
        except (zipfile.BadZipFile, zipfile.LargeZipFile) as error:
            raise manifest.damaged(_("it is no backup of this program")) from error
        _refuse_foreign(told)
        copy = Path(work) / told.database
        migrations, counts = engine().facts(copy)
        if (migrations, counts) != (told.migrations, told.counts):
            raise manifest.damaged(_("its database does not hold what its manifest says"))
        yield told, copy, Path(work)


def _refuse_foreign(told: Manifest) -> None:
    if told.vendor != connection.vendor:
        facts = {"theirs": told.vendor, "ours": connection.vendor}
        raise manifest.damaged(
            _("it is of a %(theirs)s database, and this installation uses %(ours)s") % facts
        )
    if told.database not in told.files:
        raise manifest.damaged(_("it holds no database"))
    if newer := sorted(set(told.migrations) - manifest.own_migrations() - manifest.lived_with()):
        raise manifest.damaged(
            _("it was made by a newer version of this program (it has %(name)s)") % {"name": newer[-1]}
        )


def copy_tree(source: Path, target: Path) -> None:
    """Copy a folder's files over another's."""
    if source.is_dir():
        shutil.copytree(source, target, dirs_exist_ok=True)
