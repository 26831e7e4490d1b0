"""Photos of scoresheets travel in a backup, come back with it, and are checked to be what their names say."""

from __future__ import annotations

import hashlib
import os
import zipfile
from pathlib import Path
from typing import Any

import pytest

from core import canonical
from tdapp.interchange.backups import making, pictures
from tdapp.interchange.backups.making import make_backup, opened
from tdapp.interchange.backups.restoring import restore
from tdapp.kernel import context
from tdapp.kernel.pages import photos
from tdapp.kernel.refusals import Refusal
from tdapp.scoresheets.files.commands.photos import attach, remove
from tdapp.scoresheets.models import Photo
from tests.scoresheets.factories import Desk, desk
from tests.scoresheets.pictures import picture, png

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def data(settings: Any, tmp_path: Path) -> Path:
    settings.DATA_DIR, settings.MEDIA_ROOT = tmp_path / "data", tmp_path / "data" / "media"
    return tmp_path / "data"


@pytest.fixture
def at(data: Path) -> Desk:
    return desk()


def kept(at: Desk, image: bytes | None = None) -> Photo:
    told = attach(at.hall.as_(at.hall.clerk), at.fresh(), data=image or png())
    return Photo.objects.select_related("sheet__table__round__division__event").get(pk=told["photo"])


def names(path: str) -> list[str]:
    with zipfile.ZipFile(path) as archive:
        return [name for name in archive.namelist() if name.startswith("photos/")]


def test_a_backup_holds_the_photos_that_are_shown(at: Desk) -> None:
    row, gone = kept(at), kept(at, picture("PNG", colour="red"))
    remove(at.hall.as_(at.hall.clerk), gone)
    told = make_backup(context.system())
    assert names(told["path"]) == [f"photos/{row.sha256}.jpg"]
    assert told["photos_missing"] == 0


def test_a_lost_photo_does_not_stop_a_backup_and_is_told(at: Desk) -> None:
    photos.path_of(kept(at).sha256).unlink()
    assert make_backup(context.system())["photos_missing"] == 1


def test_a_restore_brings_the_photos_back_and_takes_later_ones_away(at: Desk, data: Path) -> None:
    row = kept(at)
    told = make_backup(context.system())
    photos.path_of(row.sha256).unlink()
    later = kept(at, picture("PNG", colour="red"))
    result = restore(context.system(), Path(told["path"]), sure=True)
    assert hashlib.sha256(photos.path_of(row.sha256).read_bytes()).hexdigest() == row.sha256
    assert not photos.path_of(later.sha256).exists()
    assert list(Photo.objects.values_list("sha256", flat=True)) == [row.sha256]
    assert (Path(result["kept"]).with_suffix("") / "photos" / f"{later.sha256}.jpg").exists()


def test_photos_that_come_and_go_while_a_backup_is_written_do_not_spoil_it(
    at: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = kept(at)
    write = making._write

    def meanwhile(*what: Any) -> None:
        kept(at, picture("PNG", colour="red"))
        photos.path_of(row.sha256).unlink()
        write(*what)

    monkeypatch.setattr(making, "_write", meanwhile)
    told = make_backup(context.system())
    assert names(told["path"]) == [f"photos/{row.sha256}.jpg"]


def test_where_a_file_cannot_have_two_names_it_is_copied(at: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    row = kept(at)

    def no_links(*_about: object) -> None:
        raise OSError(1, "Operation not permitted")

    monkeypatch.setattr(pictures.os, "link", no_links)
    assert os.link is not None
    assert names(make_backup(context.system())["path"]) == [f"photos/{row.sha256}.jpg"]


def test_a_photo_that_is_not_what_its_name_says_is_found(at: Desk, tmp_path: Path) -> None:
    """Also when somebody made the manifest fit: the name is the hash."""
    row = kept(at)
    path = Path(make_backup(context.system())["path"])
    target, name = path.with_name("changed.zip"), f"photos/{row.sha256}.jpg"
    other = picture("JPEG", colour="red")
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(target, "w") as new:
        for part in old.namelist():
            body = other if part == name else old.read(part)
            if part == "manifest.json":
                told = canonical.loads(body.decode())
                told["files"][name] = [hashlib.sha256(other).hexdigest(), len(other)]
                del told["digest"]
                body = canonical.dumps({**told, "digest": canonical.digest(told)}).encode()
            new.writestr(part, body)
    with pytest.raises(Refusal, match="is not the picture its name says"), opened(target):
        pass
