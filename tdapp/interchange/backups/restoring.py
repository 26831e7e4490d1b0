"""Restore: check everything on a copy, then swap, keeping what was there. The one write that is no command."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tdapp.interchange.backups import making
from tdapp.interchange.backups.lock import maintenance
from tdapp.interchange.backups.manifest import Manifest, damaged, own_migrations
from tdapp.kernel import audit, clock
from tdapp.kernel.context import Context
from tdapp.kernel.models import BrowserSession, Job
from tdapp.kernel.permissions import can
from tdapp.kernel.refusals import NotAllowed, Refusal

SECONDS = 1800
Say = Callable[[str], None]


def restore(ctx: Context, path: Path, *, sure: bool, say: Say = lambda _text: None) -> dict[str, Any]:
    """Put the installation back to what a backup holds. `sure` False: check it and say what would happen, refuse.

    Under the maintenance lock: hashes, schema, row counts, migrations and every event's invariants are checked on a
    copy first; the present data is kept in `backups`, and nothing is touched when anything is wrong.
    """
    if not can(ctx, "installation.backup"):
        raise NotAllowed("not-allowed", _("Your role does not allow this."), needs="installation.backup")
    if not path.is_file():
        raise Refusal("unreadable-file", _("%(path)s is not a file.") % {"path": path})
    with maintenance(), _workspace(path) as local, making.opened(local) as (told, copy, work):
        say(_("Hashes and rows are as the backup says."))
        if not sure:
            raise _not_sure(told)
        with making.engine().rehearsal(copy) as address:
            _rehearse(address, told)
            say(_("Every event in it holds its invariants."))
            kept = making.engine().replace(address, copy, _aside())
        _replace_folders(work, kept)
    return _finish(ctx, told, kept)


class _workspace:  # noqa: N801 - a context manager by name
    """The backup, copied into the data folder first: a stick may be read-only, or be pulled out half-way."""

    def __init__(self, path: Path) -> None:
        self.path, self.folder = path, Path(settings.DATA_DIR) / "restoring"

    def __enter__(self) -> Path:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            return Path(shutil.copy2(self.path, self.folder / "backup.zip"))
        except OSError as error:
            shutil.rmtree(self.folder, ignore_errors=True)
            facts = {"path": self.path, "why": error.strerror or error}
            raise Refusal("unreadable-file", _("%(path)s cannot be read: %(why)s.") % facts) from error

    def __exit__(self, *_about: object) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)


def _not_sure(told: Manifest) -> Refusal:
    facts = {"when": told.made_at[:16], "events": ", ".join(told.events) or "-"}
    sentence = _("This backup of %(when)s (events: %(events)s) would replace everything. Say --yes to do it.")
    return Refusal("not-sure", sentence % facts, made_at=told.made_at, events=told.events)


def _rehearse(address: str, told: Manifest) -> None:
    """Migrate the copy when it is older, then let a process of its own check every event in it.

    Not the files of the word lists: the manifest vouches for those, and they are in their place only after the swap. Not
    whether rows are as the log says: what was found wrong at home is no reason to refuse the only backup.
    """
    if own_migrations() - set(told.migrations):
        _manage(address, "migrate", "--no-input", "--verbosity=0", "--expendable")
    _manage(address, "check_installation", "--no-words", "--no-log")


def _manage(address: str, *arguments: str) -> None:
    """A management command on another database."""
    env = os.environ | {
        "DJANGO_SETTINGS_MODULE": "tdapp.settings", "DATABASE_URL": address, "TD_DATA": str(settings.DATA_DIR),
        "TD_SECRET_KEY": settings.SECRET_KEY, "PYTHONPATH": str(settings.BASE_DIR),
    }  # fmt: skip
    command = [sys.executable, "-m", "django", *arguments]
    done = subprocess.run(  # noqa: S603 - our own program, no shell
        command, env=env, cwd=settings.BASE_DIR, capture_output=True, text=True, timeout=SECONDS, check=False
    )
    if done.returncode:
        said = (done.stdout.strip() or done.stderr.strip()).splitlines()
        raise damaged(
            _("%(command)s says: %(why)s") % {"command": arguments[0], "why": said[0] if said else "-"}
        )


def _aside() -> Path:
    folder = Path(settings.DATA_DIR) / "backups"
    folder.mkdir(parents=True, exist_ok=True)
    stamp = timezone.localtime(clock.now()).strftime("%Y%m%d-%H%M%S-%f")
    return folder / f"before-restore-{stamp}.x"


def _replace_folders(work: Path, kept: Path) -> None:
    """Media and lexicons as the backup has them; the present ones stay beside the database kept aside."""
    for name, (folder, leave_out) in making.folders().items():
        if folder.is_dir():
            making.copy_tree(folder, kept.with_suffix("") / name)
            for path in folder.iterdir():
                if path.name not in leave_out:
                    shutil.rmtree(path) if path.is_dir() else path.unlink()
        making.copy_tree(work / name, folder)


def _forget_own_jobs() -> None:
    """A backup holds the very job that made it, still running; nobody waits for that one any more."""
    waiting = Job.objects.filter(status__in=[Job.Status.QUEUED, Job.Status.RUNNING])
    waiting.filter(kind__startswith="installation.").update(
        status=Job.Status.CANCELLED, finished_at=clock.now(), message=_("Cancelled.")
    )


def _finish(ctx: Context, told: Manifest, kept: Path) -> dict[str, Any]:
    cache.clear()
    _forget_own_jobs()
    BrowserSession.objects.all().delete()  # on SQLite they lie beside the database, and were of other accounts
    result = {
        "restored": told.made_at, "events": told.events, "rows": sum(told.counts.values()), "kept": str(kept),
    }  # fmt: skip
    with transaction.atomic():
        audit.write(ctx, "installation.restore", "installation", after=result)
    return result
