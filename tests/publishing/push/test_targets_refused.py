"""What a place refuses before anything is sent, without a server: its key, its sign-in, its folder, its disk."""

from __future__ import annotations

import io
import stat
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tdapp.publishing.site.push.faults import Fault
from tdapp.publishing.site.push.targets import MOST_READ, local, s3, sftp

ACCOUNT = {"host": "sftp.example.org", "port": 22, "user": "club", "folder": "web", "password": "p"}
KEY = "ssh-ed25519 AAAA"


class Transport:
    """A host that shows a key, and takes the password for the first of two steps."""

    def get_remote_server_key(self) -> Any:
        kind, _, text = KEY.partition(" ")
        return SimpleNamespace(get_name=lambda: kind, get_base64=lambda: text)

    def auth_password(self, _user: str, _password: str) -> list[str]:
        return ["keyboard-interactive"]

    def is_authenticated(self) -> bool:
        return False


def account(**more: Any) -> sftp.Account:
    return sftp.Account(**{**ACCOUNT, **more})


@pytest.mark.parametrize(
    ("confirmed", "code"), [("", "unknown-key"), ("ssh-ed25519 BBBB", "changed-key"), (KEY, "")]
)
def test_a_host_is_known_by_the_key_that_was_confirmed(confirmed: str, code: str) -> None:
    if not code:
        sftp._compare(account(host_key=confirmed), Transport())
        return
    with pytest.raises(sftp.UnknownKey) as met:
        sftp._compare(account(host_key=confirmed), Transport())
    assert (met.value.code, met.value.offered) == (code, KEY)


def test_a_host_that_wants_more_than_the_password_has_not_let_us_in() -> None:
    with pytest.raises(Fault) as met:
        sftp._sign_in(account(), Transport())
    assert met.value.code == "refused"


@pytest.mark.parametrize("mode", [None, stat.S_IFREG], ids=["nothing", "a file"])
def test_a_folder_that_is_none_is_told(mode: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    def found(_path: str) -> Any:
        if mode is None:
            raise FileNotFoundError
        return SimpleNamespace(st_mode=mode)

    client = SimpleNamespace(
        stat=found, get_channel=lambda: SimpleNamespace(settimeout=lambda _seconds: None)
    )
    monkeypatch.setattr("paramiko.SFTPClient.from_transport", lambda _transport: client)
    with pytest.raises(Fault) as met:
        sftp.SftpHost(account(), Transport()).look()
    assert met.value.code == "no-folder"


class Endless(io.RawIOBase):
    """A list that never ends; how much of it was read."""

    read_so_far = 0

    def read(self, size: int = -1) -> bytes:
        assert size > 0, "somebody wants all of it"
        self.read_so_far += size
        return bytes(size)

    def release_conn(self) -> None:
        return


def test_a_place_that_answers_without_end_is_read_no_further_than_a_list_may_be_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Who runs the place would fill the memory of the computer that sends."""
    endless = Endless()
    client = SimpleNamespace(
        open=lambda _path, _how: endless,
        get_channel=lambda: SimpleNamespace(settimeout=lambda _seconds: None),
    )
    monkeypatch.setattr("paramiko.SFTPClient.from_transport", lambda _transport: client)
    bucket = s3.Bucket(
        s3.Account("https://s3.example.org", "results", "", "AK", "s"),
        SimpleNamespace(get_object=lambda **_asked: endless),
    )
    for place in (sftp.SftpHost(account(), Transport()), bucket):
        endless = Endless()
        with pytest.raises(Fault, match="occupied"):
            place.read("site.json")
        assert endless.read_so_far == MOST_READ + 1


def test_a_folder_that_is_shut_since_and_a_disk_that_is_out_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fault() -> str:
        with pytest.raises(Fault) as met, local.opened(str(tmp_path / "disk")):
            pass
        return met.value.code

    monkeypatch.setattr("django.conf.settings.PUSH_FOLDERS", [str(tmp_path)])
    assert fault() == "no-disk"
    (tmp_path / "disk").mkdir()
    monkeypatch.setattr("django.conf.settings.PUSH_FOLDERS", [])
    assert fault() == "folder-shut"
