"""A web host by SFTP: a real OpenSSH server on this machine, whole and broken."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from tdapp.publishing.site import folder
from tdapp.publishing.site.push import sealing, sending
from tdapp.publishing.site.push.faults import Fault
from tdapp.publishing.site.push.holds import Holds
from tdapp.publishing.site.push.targets import sftp
from tests.conftest import needed
from tests.publishing.push.hosts import SshHost, cutting, ssh_host
from tests.publishing.push.places import written

pytestmark = pytest.mark.services
SITE = {
    "index.html": b"door",
    "t/open/index.html": b"home",
    **{f"t/open/a/players/{n}/index.html": bytes([n]) * 3000 for n in range(1, 41)},
    "static/abc/letters.woff2": bytes(range(256)) * 1000,
}


@pytest.fixture
def host(tmp_path: Path, settings: object) -> Iterator[SshHost]:
    settings.DATA_DIR = tmp_path / "data"  # type: ignore[attr-defined]
    home = tmp_path / "host"
    home.mkdir()
    with ssh_host(Path(needed("TD_SSHD")), home) as made:
        yield made


def account(host: SshHost, key: str = "", **more: object) -> sftp.Account:
    said = {
        "host_key": key or met(host),
        "private_key": host.ours,
        "folder": str(host.folder),
        "port": host.port,
    }
    return sftp.Account(**{"host": "127.0.0.1", "user": host.user, **said, **more})  # type: ignore[arg-type]


def met(host: SshHost, **more: object) -> str:
    """The key the host shows to who comes for the first time."""
    said = {
        "host": "127.0.0.1",
        "port": host.port,
        "user": host.user,
        "folder": "x",
        "password": "never sent",
        **more,
    }
    with pytest.raises(sftp.UnknownKey) as met, sftp.opened(sftp.Account(**said)):  # type: ignore[arg-type]
        pass
    assert met.value.code == "unknown-key"
    return met.value.offered


def sent(files: dict[str, bytes], account: sftp.Account, key: object) -> sending.Plan:
    with sftp.opened(account) as target:
        return sending.send(
            sending.with_list(files), target, Holds(key), lambda _done, _of: None, event="open"
        )


def fault_of(account: sftp.Account, files: dict[str, bytes] = SITE) -> Fault:
    with pytest.raises(Fault) as met:
        sent(files, account, uuid4())
    return met.value


def test_the_whole_site_lies_there_as_it_was_built_and_what_is_hidden_goes(host: SshHost) -> None:
    there, key = account(host), uuid4()
    assert len(sent(SITE, there, key).changed) == len(SITE) + 1
    lies = written(host.folder)
    assert lies.pop(folder.LIST)
    assert lies == SITE
    sent({path: data for path, data in SITE.items() if "/players/1/" not in path}, there, key)
    assert not (host.folder / "t/open/a/players/1").exists(), "nor the folder that is empty now"
    sent({}, there, key)
    assert written(host.folder) == {}
    assert list(host.folder.iterdir()) == []
    assert host.folder.is_dir()


def test_a_page_is_replaced_in_one_step_and_a_reader_never_meets_a_half_one(host: SshHost) -> None:
    there, key = account(host), uuid4()
    sent(SITE, there, key)
    before = (host.folder / "index.html").stat().st_ino
    sent({**SITE, "index.html": b"new door"}, there, key)
    assert (host.folder / "index.html").stat().st_ino != before
    assert (host.folder / "index.html").read_bytes() == b"new door"
    assert not list(host.folder.rglob("*.part"))


def test_a_host_nobody_confirmed_is_told_nothing_and_its_key_is_offered(host: SshHost) -> None:
    key = met(host)
    assert key.startswith("ssh-ed25519 AAAA")
    assert "password" not in (host.home / "log").read_text()


def test_a_host_with_another_key_than_before_is_told_nothing(host: SshHost) -> None:
    there = account(host)
    host.new_key()
    host.again()
    fault = fault_of(there)
    assert fault.code == "changed-key"
    assert isinstance(fault, sftp.UnknownKey)
    assert fault.offered != there.host_key
    assert written(host.folder) == {}


def test_a_wrong_password_and_a_key_that_is_not_there_wait_for_a_person(host: SshHost) -> None:
    stranger, _public = sealing.new_key()
    for said in ({"private_key": "", "password": "wrong"}, {"private_key": stranger}):
        fault = fault_of(account(host, **said))
        assert fault.code == "refused"
        assert not fault.passing
        assert "wrong" not in str(fault.as_data())


def test_the_right_password_lets_in_and_stands_nowhere(host: SshHost) -> None:
    host.password = "seven quiet tiles"
    host.again()
    there = account(host, private_key="", password=host.password)
    sent(SITE, there, uuid4())
    assert (host.folder / "index.html").read_bytes() == b"door"
    assert fault_of(account(host, private_key="", password="seven loud tiles")).code == "refused"
    assert host.password not in (host.home / "log").read_text()


def test_a_folder_that_is_not_there_and_one_that_is_not_ours(host: SshHost) -> None:
    fault = fault_of(account(host, folder=str(host.home / "other")))
    assert (fault.code, fault.facts["path"]) == ("no-folder", str(host.home / "other"))
    (host.folder / "index.html").write_text("the club's own")
    assert fault_of(account(host)).code == "occupied"
    assert (host.folder / "index.html").read_text() == "the club's own"


def test_a_full_disk_leaves_the_old_page_and_goes_on_when_there_is_room(host: SshHost) -> None:
    there, key = account(host), uuid4()
    sent({path: data for path, data in SITE.items() if "static" not in path}, there, key)
    host.most = 100_000
    host.again()
    with pytest.raises(Fault) as met:
        sent(SITE, there, key)
    assert met.value.code in ("full", "cut")
    assert met.value.passing
    assert "static/abc/letters.woff2" not in written(host.folder)
    host.most = 0
    host.again()
    sent(SITE, there, key)
    assert written(host.folder)["static/abc/letters.woff2"] == SITE["static/abc/letters.woff2"]


def test_a_line_cut_in_the_middle_goes_on_from_there(host: SshHost) -> None:
    key, known = uuid4(), met(host)
    files = {path: data for path, data in SITE.items() if "static" not in path}
    with cutting("127.0.0.1", host.port, 60_000) as port:
        there = account(host, known, port=port)
        with pytest.raises(Fault) as cut:
            sent(files, there, key)
        assert cut.value.code == "cut"
        had = sum("players" in path for path in Holds(key).files if Holds(key).files[path] != "?")
        assert 0 < had < 40
        todo = sent(files, there, key)
    assert len(todo.changed) <= len(files) + 1 - had
    lies = written(host.folder)
    assert {path: lies[path] for path in files} == files


def test_no_host_is_a_passing_fault(host: SshHost) -> None:
    there = account(host)
    host.stop()
    fault = fault_of(there)
    assert (fault.code, fault.passing) == ("no-network", True)


def test_nothing_of_a_secret_reaches_a_log(host: SshHost, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        fault_of(account(host, private_key="", password="open-sesame"))
        sent(SITE, account(host), uuid4())
    assert "open-sesame" not in caplog.text
    assert host.ours.splitlines()[1] not in caplog.text
