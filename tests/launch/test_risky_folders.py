"""A data folder on a network drive, or in a folder that a service copies away: said at the start, not refused."""

from __future__ import annotations

from pathlib import Path, PureWindowsPath

import pytest

from tdapp.launch.sqlite import risky_folders

MOUNTED = """\
overlay / overlay rw,relatime 0 0
proc /proc proc rw 0 0
/dev/sda2 /home ext4 rw,relatime 0 0
server:/export /home/ana/school nfs4 rw 0 0
//office/desk /mnt/office\\040desk cifs rw 0 0
ana@far: /mnt/far fuse.sshfs rw 0 0
/dev/sdb1 /mnt/far/stick vfat rw 0 0
server:/old /mnt/twice nfs rw 0 0
/dev/sdc1 /mnt/twice ext4 rw 0 0
broken
"""
DRIVES = {
    "/": "",
    "/home/ana/td": "",
    "/home/ana/school": "nfs4",
    "/home/ana/school/td/data": "nfs4",
    "/home/ana/schoolbag": "",
    "/mnt/office desk/td": "cifs",
    "/mnt/far/td": "fuse.sshfs",
    "/mnt/far/stick/td": "",
    "/mnt/twice/td": "",
}
SYNCED = {
    "Dropbox/td": "Dropbox",
    "Dropbox (Club)/td": "Dropbox",
    "OneDrive/td": "OneDrive",
    "OneDrive - Word Club/td": "OneDrive",
    "Library/CloudStorage/OneDrive-Personal/td": "OneDrive",
    "Google Drive/td": "Google Drive",
    "GoogleDrive-ana@example.org/My Drive/td": "Google Drive",
    "Library/Mobile Documents/com~apple~CloudDocs/td": "iCloud",
    "iCloudDrive/td": "iCloud",
    "Syncthing/td": "Syncthing",
    "Nextcloud/td": "Nextcloud",
    "dropbox": "Dropbox",
    "Dropboxes/td": "",
    "drives/td": "",
    "Documents/td": "",
}


@pytest.fixture
def mounted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(risky_folders, "MOUNTS", tmp_path / "mounts")
    risky_folders.MOUNTS.write_text(MOUNTED, encoding="utf-8")
    return risky_folders.MOUNTS


@pytest.mark.parametrize(("folder", "kind"), DRIVES.items())
def test_a_network_drive_is_known_by_what_is_mounted_above_the_folder(
    mounted: Path, folder: str, kind: str
) -> None:
    assert risky_folders.network_drive(Path(folder)) == kind


@pytest.mark.parametrize(("folder", "service"), SYNCED.items())
def test_a_folder_that_is_copied_away_is_known_by_its_name(tmp_path: Path, folder: str, service: str) -> None:
    assert risky_folders.synced_by(tmp_path / folder) == service


@pytest.mark.parametrize(("mark", "service"), risky_folders.MARKS.items())
def test_and_by_what_the_service_left_there(tmp_path: Path, mark: str, service: str) -> None:
    (tmp_path / "shared" / mark).mkdir(parents=True)
    assert risky_folders.synced_by(tmp_path / "shared" / "td" / "data") == service
    assert risky_folders.synced_by(tmp_path / "own") == ""


def test_a_windows_share_is_a_network_drive() -> None:
    assert risky_folders.network_drive(PureWindowsPath(r"\\server\share\td")) == "Windows share"


def test_where_no_mounts_are_told_nothing_is_said(mounted: Path) -> None:
    mounted.unlink()
    assert risky_folders.warning(Path("/home/ana/school")) == ""


def test_one_sentence_says_what_is_wrong_and_what_to_do(mounted: Path, tmp_path: Path) -> None:
    for folder, word in (
        (Path("/mnt/far/td"), "network drive (fuse.sshfs)"),
        (tmp_path / "Dropbox", "Dropbox"),
    ):
        said = risky_folders.warning(folder)
        assert str(folder) in said
        assert word in said
        assert "--data" in said
        assert said.endswith(".")
    assert risky_folders.warning(Path("/home/ana/td")) == ""
