"""Folders on sticks and other disks that hold sealed copies. Held open while they are written to: what is written goes
to the disk that was there when it was looked at, or nowhere, and never into the folder a disk leaves behind.
"""

from __future__ import annotations

import hashlib
import os
import re
import secrets
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BufferedReader
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.utils.translation import gettext as _

from tdapp.events.models import Event
from tdapp.interchange.copies import plans
from tdapp.interchange.models import CopyPlan
from tdapp.kernel.refusals import Refusal
from tdapp.kernel.tabular.limits import MIB
from tdapp.launch.host import disks
from tdapp.launch.host.disks import Disk

# The folder the program makes for itself on a disk it found, and what tells a finder what it is.
FOLDER, NOTE = "tournament-desk-copies", "READ-ME.txt"
# In the installation's second place (`TD_BACKUP_TO`), beside the copies of everything.
EVENTS = "events"
KEPT = 12
PART = ".part"
# Windows knows no folders that are held; there a disk that is gone leaves none behind.
HELD = os.open in os.supports_dir_fd
_READ = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)
TEXT = """\
Sealed copies of tournaments, one file for each round. Nobody reads them without the words of their key.
To go on with a tournament on another computer: start the program there, New event, Restore an event; give the newest
file and the words of the key, which stand on a printed sheet.

Mga selyadong kopya ng paligsahan, isang file bawat round. Walang makababasa nito kung wala ang mga salita ng susi.
Para ituloy ang paligsahan sa ibang computer: buksan doon ang programa, Bagong paligsahan, Ibalik ang isang
paligsahan; ibigay ang pinakabagong file at ang mga salita ng susi na nasa naka-print na papel.
"""


@dataclass(frozen=True)
class Folder:
    """A folder that is held: `number` is its descriptor, None where the system has none for folders."""

    path: Path
    number: int | None

    def _at(self, name: str) -> str:
        return name if self.number is not None else str(self.path / name)

    def names(self) -> list[str]:
        return os.listdir(self.path if self.number is None else self.number)

    def read(self, name: str) -> BufferedReader:
        return open(os.open(self._at(name), _READ, dir_fd=self.number), "rb")

    def write(self, name: str, source: IO[bytes]) -> None:
        """A new file that is on the disk, not only on its way there, when this returns."""
        with open(os.open(self._at(name), _NEW, 0o600, dir_fd=self.number), "wb") as out:
            shutil.copyfileobj(source, out, MIB)
            out.flush()
            os.fsync(out.fileno())

    def put(self, part: str, name: str) -> None:
        """A written file takes its place; the folder remembers it through a power cut."""
        os.replace(self._at(part), self._at(name), src_dir_fd=self.number, dst_dir_fd=self.number)
        if self.number is not None:
            with suppress(OSError):
                os.fsync(self.number)

    def forget(self, name: str) -> None:
        with suppress(OSError):
            os.unlink(self._at(name), dir_fd=self.number)

    def device(self) -> int:
        """What disk it belongs to, whatever stands at its path by now."""
        return os.fstat(self.number).st_dev if self.number is not None else _device_of(self.path)

    def size(self, name: str) -> int:
        """-1: no such file."""
        try:
            return os.stat(self._at(name), dir_fd=self.number, follow_symlinks=False).st_size
        except OSError:
            return -1

    @contextmanager
    def inner(self, name: str, make: bool) -> Iterator[Folder]:
        """The folder of that name in this one, held; on the same disk."""
        if make:
            with suppress(FileExistsError):
                os.mkdir(self._at(name), 0o700, dir_fd=self.number)
        with held(self.path / name, self, name) as folder:
            yield folder


@contextmanager
def held(path: Path, outer: Folder | None = None, name: str = "") -> Iterator[Folder]:
    """Hold a folder that is there; OSError when it is not, or is none. It is never made."""
    if not HELD:
        if not path.is_dir():
            raise NotADirectoryError(20, _("the folder is not there; is the stick in?"))
        yield Folder(path, None)
        return
    flags = os.O_RDONLY | os.O_DIRECTORY | (os.O_NOFOLLOW if outer else 0)
    try:
        number = os.open(name or path, flags, dir_fd=outer.number if outer else None)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise type(error)(error.errno, _("the folder is not there; is the stick in?")) from error
    try:
        folder = Folder(path, number)
        _refuse_other(folder, outer.device() if outer else None)
        yield folder
    finally:
        os.close(number)


def _refuse_other(folder: Folder, device: int | None) -> None:
    """A folder of another disk than was looked at is what the disk left behind, or what somebody put in its way."""
    if device is not None and folder.device() != device:
        raise FileNotFoundError(2, _("the disk is not there any more"))


def is_apart(path: Path) -> bool:
    """Whether a folder is on another disk than the data: if it is not any more, the disk is away."""
    return _device_of(path) != _device_of(Path(settings.DATA_DIR))


def _device_of(path: Path) -> int:
    return path.stat().st_dev


def put_second(event: Event, plan: CopyPlan, told: dict[str, Any]) -> str:
    """Put the newest copy into the second place and compare it there; its path. Refuses (507) when the place is away."""
    place = Path(plan.folder)
    try:
        with held(place) as folder:
            if plan.apart and folder.device() == _device_of(Path(settings.DATA_DIR)):
                raise FileNotFoundError(2, _("the folder is not there; is the stick in?"))
            return str(place / _put(event, told, folder))
    except OSError as error:
        raise unwritable(place, error) from error


def put_in_common(event: Event, told: dict[str, Any]) -> str:
    """Put the newest copy into the installation's second place (`TD_BACKUP_TO`); its path. Refuses (507) when it is away."""
    place = Path(settings.BACKUP_TO)
    try:
        with held(place) as root, root.inner(EVENTS, make=True) as folder:
            return str(place / EVENTS / _put(event, told, folder))
    except OSError as error:
        raise unwritable(place, error) from error


def put_on(disk: Disk, event: Event, told: dict[str, Any]) -> str:
    """Put the newest copy on a disk that was seen, in a folder of the program's own; its path. Refuses (507)."""
    place = Path(disk.path)
    try:
        with held(place) as root:
            _refuse_other(root, disk.device)
            with root.inner(FOLDER, make=True) as folder:
                if folder.size(NOTE) < 0:
                    _written(folder, NOTE, TEXT.encode())
                return str(place / FOLDER / _put(event, told, folder))
    except OSError as error:
        raise unwritable(place, error) from error


def lacks(disk: Disk, event: Event, told: dict[str, Any]) -> bool:
    """Whether the newest copy is not on a disk that was seen; a disk that cannot be read lacks it too."""
    try:
        found = (Path(disk.path) / FOLDER / plans.file_name(event, told)).stat()
    except OSError:
        return True
    return found.st_size != told["bytes"] or disk.device not in (None, found.st_dev)


@dataclass(frozen=True)
class Copy:
    """A copy in one of the places beside this laptop: the rounds it holds, its place in the log, when it was put there."""

    place: Path
    rounds: int
    number: int
    at: datetime


def copies(event: Event, plan: CopyPlan | None, found: Iterable[Disk]) -> list[Copy]:
    """The event's copies on the disks that are in and in the second place, the newest first; none where nothing is read."""
    ours = re.compile(rf"{re.escape(plans.stem(event))}-r(\d+)-(\d+)\.tdcopy")
    folders = [Path(disk.path) / FOLDER for disk in found]
    folders += [Path(plan.folder)] if plan and plan.folder else []
    folders += [Path(settings.BACKUP_TO) / EVENTS] if settings.BACKUP_TO else []
    there: list[Copy] = []
    for folder in dict.fromkeys(folders):
        with suppress(OSError), os.scandir(folder) as files:
            there += [
                Copy(folder, int(match[1]), int(match[2]), datetime.fromtimestamp(one.stat().st_mtime, UTC))
                for one in files
                if (match := ours.fullmatch(one.name))
            ]
    return sorted(there, key=lambda one: (-one.number, str(one.place)))


def seen() -> list[Disk]:
    """The disks copies go to by themselves; none where nobody plugs in any (a server), and where it is turned off."""
    return disks.seen(Path(settings.DATA_DIR)) if settings.COPY_DISKS else []


def unwritable(folder: Path, error: OSError) -> Refusal:
    """Why a copy could not be written."""
    facts = {"path": folder, "why": error.strerror or error}
    return Refusal("no-copy-written", _("No copy was written to %(path)s: %(why)s.") % facts, status=507)


def _put(event: Event, told: dict[str, Any], folder: Folder) -> str:
    """The newest copy, whole or not at all, read again; its name."""
    name = plans.file_name(event, told)
    part = f".{name}.{secrets.token_hex(4)}{PART}"
    _forget_parts(folder, plans.stem(event))
    try:
        with plans.newest(event).open("rb") as source:
            folder.write(part, source)
        with folder.read(part) as again:
            if hashlib.file_digest(again, "sha256").hexdigest() != told["sha256"]:
                raise OSError(5, _("what was read back is not what was written"))
        folder.put(part, name)
    finally:
        folder.forget(part)
    _forget_old(event, folder, name)
    return name


def _written(folder: Folder, name: str, text: bytes) -> None:
    with suppress(OSError):
        number = os.open(folder._at(name), _NEW, 0o600, dir_fd=folder.number)
        with open(number, "wb") as out:
            out.write(text)


def _forget_parts(folder: Folder, stem: str) -> None:
    """What a stick that was pulled out in the middle still holds."""
    for left in folder.names():
        if left.startswith(f".{stem}-r") and left.endswith(PART):
            folder.forget(left)


def _forget_old(event: Event, folder: Folder, newest: str) -> None:
    """All but the last copies of this event, by their place in its log."""
    ours = re.compile(rf"{re.escape(plans.stem(event))}-r\d+-(\d+)\.tdcopy")
    found = [(int(match[1]), name) for name in folder.names() if (match := ours.fullmatch(name))]
    for _number, name in sorted(found)[:-KEPT]:
        if name != newest:
            folder.forget(name)
