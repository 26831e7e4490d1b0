"""A web host by SFTP. Its key is compared before anything is told it, the password included; files are written beside their
name and take it when they are whole.
"""

from __future__ import annotations

import errno
import io
import queue
import secrets
import stat
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from core.later import later
from tdapp.publishing.site.push import guarded
from tdapp.publishing.site.push.faults import Fault
from tdapp.publishing.site.push.targets import MOST_READ

if TYPE_CHECKING:
    import paramiko
else:
    paramiko = later("paramiko")

LANES = 4
SPEAK_SECONDS = 20.0
PIECE = 30_000
# How each kind of key signs, the best first: the server is asked for the kind that was confirmed.
SIGNS = {"ssh-rsa": ("rsa-sha2-512", "rsa-sha2-256")}


@dataclass(frozen=True, slots=True)
class Account:
    """Where and as whom. `host_key`: as it was confirmed ("ssh-ed25519 AAAA..."), "" when nobody did; one of `password`
    and `private_key` is given.
    """

    host: str
    port: int
    user: str
    folder: str
    host_key: str = ""
    password: str = ""
    private_key: str = ""


class UnknownKey(Fault):
    """The server showed a key that nobody confirmed: `offered`."""

    def __init__(self, code: str, host: str, offered: str) -> None:
        super().__init__(code, host=host)
        self.offered = offered


class SftpHost:
    """An open connection, with some lanes."""

    whole = False

    def __init__(self, account: Account, transport: Any) -> None:
        self.account, self._transport = account, transport
        self._root = PurePosixPath(account.folder or ".")
        self._free: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._made: set[PurePosixPath] = set()
        self._making = threading.Lock()
        self.lanes = 0
        self._open_lanes()

    def _open_lanes(self) -> None:
        """As many as the server grants, at least one."""
        for _lane in range(LANES):
            try:
                with self._told():
                    client = paramiko.SFTPClient.from_transport(self._transport)
                    client.get_channel().settimeout(guarded.ANSWER_SECONDS)
            except Fault:
                if not self.lanes:
                    raise
                return
            self._free.put(client)
            self.lanes += 1

    def occupied(self) -> Fault:
        return Fault("occupied", host=self.account.host, path=str(self._root))

    def look(self) -> None:
        """Fault unless the folder is there."""
        with self._lane(str(self._root)) as client:
            try:
                there = stat.S_ISDIR(client.stat(str(self._root)).st_mode or 0)
            except FileNotFoundError:
                there = False
            if not there:
                raise Fault("no-folder", host=self.account.host, path=str(self._root))

    def read(self, path: str) -> bytes | None:
        with (
            self._lane(path) as client,
            suppress(FileNotFoundError),
            client.open(str(self._root / path), "rb") as file,
        ):
            data = bytes(file.read(MOST_READ + 1))
            if len(data) > MOST_READ:
                raise self.occupied()
            return data
        return None

    def put(self, path: str, data: bytes) -> None:
        place = self._root / path
        part = place.with_name(f".{place.name}.{secrets.token_hex(3)}.part")
        with self._lane(path) as client:
            try:
                self._write(client, part, data)
                self._rename(client, part, place)
            except OSError:
                with suppress(Exception):
                    client.remove(str(part))
                raise

    def _write(self, client: Any, part: PurePosixPath, data: bytes) -> None:
        self._make(client, part.parent)
        with client.open(str(part), "wb") as file:
            # Each piece is answered before the next one goes: sent on ahead, the library loses what a full disk says.
            for start in range(0, len(data), PIECE):
                file.write(data[start : start + PIECE])
        if (came := client.stat(str(part)).st_size) != len(data):
            raise OSError(errno.EIO, f"{came} of {len(data)} bytes came there")

    def _rename(self, client: Any, part: PurePosixPath, place: PurePosixPath) -> None:
        try:
            client.posix_rename(str(part), str(place))
        except OSError as error:
            if not _is_unsupported(error):
                raise
            # A server without that extension replaces nothing: for a moment the page is missing there.
            with suppress(FileNotFoundError):
                client.remove(str(place))
            client.rename(str(part), str(place))

    def _make(self, client: Any, folder: PurePosixPath) -> None:
        """The folder and those above it, as far as they are not there."""
        with self._making:
            for one in reversed([folder, *folder.parents]):
                if one in self._made or not one.is_relative_to(self._root) or one == self._root:
                    continue
                try:
                    client.stat(str(one))
                except FileNotFoundError:
                    client.mkdir(str(one), 0o755)
                self._made.add(one)

    def remove(self, paths: Sequence[str]) -> None:
        for path in paths:
            with self._lane(path) as client:
                with suppress(FileNotFoundError):
                    client.remove(str(self._root / path))
                self._tidy(client, (self._root / path).parent)

    def _tidy(self, client: Any, folder: PurePosixPath) -> None:
        """Folders that are empty now; the server refuses any other."""
        while folder != self._root and folder.is_relative_to(self._root):
            try:
                client.rmdir(str(folder))
            except OSError:
                return
            self._made.discard(folder)
            folder = folder.parent

    @contextmanager
    def _lane(self, path: str) -> Iterator[Any]:
        client = self._free.get()
        try:
            with self._told(path):
                yield client
        finally:
            self._free.put(client)

    @contextmanager
    def _told(self, path: str = "") -> Iterator[None]:
        """What the library raises as a fault with a sentence."""
        facts = {"host": self.account.host, "path": path, "user": self.account.user}
        try:
            yield
        except (EOFError, TimeoutError, ConnectionError, paramiko.SSHException) as error:
            raise Fault("cut", **facts, why=str(error) or type(error).__name__) from None
        except PermissionError as error:
            raise Fault("not-allowed", **facts, why=str(error)) from None
        except OSError as error:
            lost = error.errno in (errno.EPIPE, errno.ECONNRESET) or "closed" in str(error).lower()
            raise Fault("cut" if lost else "full", **facts, why=error.strerror or str(error)) from None


def _is_unsupported(error: OSError) -> bool:
    return error.errno is None and "unsupported" in str(error).lower()


@contextmanager
def opened(account: Account) -> Iterator[SftpHost]:
    """The host, its key compared, signed in, the folder there."""
    line = guarded.connect(account.host, account.port)
    transport = None
    try:
        transport = _spoken(account, line)
        _compare(account, transport)
        _sign_in(account, transport)
        host = SftpHost(account, transport)
        host.look()
        yield host
    finally:
        if transport is not None:
            transport.close()
        line.close()


def _spoken(account: Account, line: Any) -> Any:
    try:
        transport = paramiko.Transport(line)
        transport.banner_timeout = transport.auth_timeout = SPEAK_SECONDS
        options = transport.get_security_options()
        kind = account.host_key.partition(" ")[0]
        first = [one for one in SIGNS.get(kind, (kind,)) if one in options.key_types]
        options.key_types = [*first, *(one for one in options.key_types if one not in first)]
        transport.start_client(timeout=SPEAK_SECONDS)
    except (paramiko.SSHException, EOFError, OSError) as error:
        raise Fault("no-network", host=account.host, why=str(error) or type(error).__name__) from None
    return transport


def _compare(account: Account, transport: Any) -> None:
    key = transport.get_remote_server_key()
    offered = f"{key.get_name()} {key.get_base64()}"
    if offered != account.host_key:
        code = "changed-key" if account.host_key else "unknown-key"
        raise UnknownKey(code, account.host, offered)


def _sign_in(account: Account, transport: Any) -> None:
    try:
        if account.private_key:
            key = paramiko.Ed25519Key.from_private_key(io.StringIO(account.private_key))
            transport.auth_publickey(account.user, key)
        else:
            transport.auth_password(account.user, account.password)
    except paramiko.AuthenticationException:
        raise Fault("refused", host=account.host, user=account.user) from None
    except (paramiko.SSHException, EOFError, OSError) as error:
        raise Fault("cut", host=account.host, why=str(error) or type(error).__name__) from None
    if not transport.is_authenticated():
        raise Fault("refused", host=account.host, user=account.user)
