"""The data folder's doorkeeper."""

from __future__ import annotations

from pathlib import Path

import pytest

from tdapp.launch.host import data_folder, environment
from tdapp.launch.host.data_folder import Tenancy, chosen, tighten, writable
from tdapp.launch.requests import secret
from tdapp.launch.sentences import Stop


@pytest.fixture(autouse=True)
def _noted_apart(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is noted of starts here is no start of this checkout."""
    monkeypatch.setattr(environment, "VENV", tmp_path_factory.mktemp("venv"))
    monkeypatch.setattr(environment, "setting", lambda name: "")


def test_a_missing_folder_is_made_for_its_owner_only(tmp_path: Path) -> None:
    folder = writable(tmp_path / "a" / "b", "data folder")
    assert folder.stat().st_mode & 0o777 == 0o700
    assert list(folder.iterdir()) == []


def test_a_look_makes_no_data_folder_and_what_brings_data_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(environment, "setting", lambda name: str(tmp_path / "data"))
    for command in ("", "check", "standings", "help"):
        data_folder.make_for(command)
    first, second = secret.kept(tmp_path / "data"), secret.kept(tmp_path / "data")
    assert first != second
    assert secret.checked(first)
    assert not (tmp_path / "data").exists()
    data_folder.make_for("migrate")
    assert secret.kept(tmp_path / "data") == secret.kept(tmp_path / "data")


def test_a_file_in_the_folders_place_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("x")
    with pytest.raises(
        Stop, match=r"^The data folder .*data cannot be written to \(File exists\)\. Choose another one\.$"
    ):
        writable(tmp_path / "data", "data folder")


def test_the_second_tenant_is_refused_and_the_first_note_stays(tmp_path: Path) -> None:
    first, second = Tenancy(tmp_path), Tenancy(tmp_path)
    first.take()
    with pytest.raises(Stop, match=r"Another \./td run is using the data folder"):
        second.take()
    assert first.note.exists()


def test_who_left_well_is_not_waited_for(tmp_path: Path) -> None:
    first = Tenancy(tmp_path)
    first.take()
    first.leave()
    second = Tenancy(tmp_path)
    second.take()
    assert not second.predecessor_died


def test_who_died_left_a_note(tmp_path: Path) -> None:
    first = Tenancy(tmp_path)
    first.take()
    assert first.handle is not None
    first.handle.close()
    second = Tenancy(tmp_path)
    second.take()
    assert second.predecessor_died


def test_a_folder_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    """However it was made: files and folders lose what others may do, and keep what their owner may."""
    (tmp_path / "lexicons").mkdir(mode=0o755)
    for name, mode in (("db.sqlite3", 0o664), ("lexicons/a.sqlite3", 0o444), ("run.sh", 0o755)):
        (tmp_path / name).write_text("x")
        (tmp_path / name).chmod(mode)
    (tmp_path / "elsewhere").symlink_to("/")
    tmp_path.chmod(0o755)
    tighten(tmp_path)
    modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.rglob("*") if not path.is_symlink()}
    assert modes == {"lexicons": 0o700, "db.sqlite3": 0o600, "a.sqlite3": 0o400, "run.sh": 0o700}
    assert tmp_path.stat().st_mode & 0o777 == 0o700
    assert Path("/").stat().st_mode & 0o005 == 0o005


def test_a_command_works_on_the_data_of_the_running_program(tmp_path: Path) -> None:
    usual = (environment.ROOT / "data", "the usual one")
    assert chosen("") == usual
    old, new = Tenancy(tmp_path / "old"), Tenancy(tmp_path / "new")
    for one in (old, new):
        one.take()
    assert chosen("") == (tmp_path / "new", "of the running program")
    new.leave()
    assert chosen("") == (tmp_path / "old", "of the running program")
    assert old.handle is not None
    old.handle.close()
    assert chosen("") == usual, "a program that died runs no more"


def test_who_names_a_folder_is_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Tenancy(tmp_path / "running").take()
    monkeypatch.setattr(environment, "setting", {"TD_DATA": str(tmp_path / "told")}.__getitem__)
    assert chosen("") == (tmp_path / "told", "TD_DATA")
    (tmp_path / "named").mkdir()
    assert chosen(str(tmp_path / "named")) == (tmp_path / "named", "--data")


def test_a_look_makes_no_folder(tmp_path: Path) -> None:
    with pytest.raises(Stop, match=r"There is no data folder .*none\. `\./td run --data .*none` makes one"):
        chosen(str(tmp_path / "none"))
    assert list(tmp_path.iterdir()) == []
