"""A real OpenSSH server for tests, with a folder, a key of its own that can be changed, and room that can run out."""

from __future__ import annotations

import getpass
import os
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from tdapp.launch.host.services import free_port
from tdapp.publishing.site.push import sealing

CONFIG = """\
Port {port}
ListenAddress 127.0.0.1
HostKey {key}
PidFile none
AuthorizedKeysFile {keys}
StrictModes no
UsePAM no
PasswordAuthentication yes
PermitRootLogin yes
LogLevel ERROR
Subsystem sftp internal-sftp
"""


@dataclass
class SshHost:
    """An sshd. `folder`: where the website lies; `ours`: a private key it lets in; `most`: bytes a file may have (0: any);
    `password`: of the user on this host alone, "" whatever the machine says."""

    program: Path
    home: Path
    port: int = 0
    ours: str = ""
    most: int = 0
    user: str = field(default_factory=getpass.getuser)
    process: subprocess.Popen[bytes] | None = None
    password: str = ""

    @property
    def folder(self) -> Path:
        return self.home / "public_html"

    def new_key(self) -> None:
        """The host gets another key, as after a new installation."""
        private, _public = sealing.new_key()
        (self.home / "host_key").write_text(private)
        (self.home / "host_key").chmod(0o600)

    def start(self) -> None:
        config = self.home / "sshd_config"
        config.write_text(
            CONFIG.format(port=self.port, key=self.home / "host_key", keys=self.home / "authorized_keys")
        )
        Path("/run/sshd").mkdir(exist_ok=True) if os.getuid() == 0 else None
        command = [str(self.program), "-D", "-e", "-f", str(config)]
        if self.password:
            command = [
                "unshare",
                "--mount",
                "sh",
                "-c",
                f"mount --bind {self._shadow()} /etc/shadow && exec {' '.join(command)}",
            ]
        if self.most:
            # A file that grows beyond it is refused by the system, as on a full disk.
            command = ["prlimit", f"--fsize={self.most}", *command]
        with open(self.home / "log", "ab") as log:
            self.process = subprocess.Popen(
                command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, start_new_session=True,
                preexec_fn=lambda: signal.signal(signal.SIGXFSZ, signal.SIG_IGN),
            )  # fmt: skip
        until = time.monotonic() + 20
        while not self._answers():
            assert self.process.poll() is None, (self.home / "log").read_text()
            assert time.monotonic() < until, "sshd does not listen"

    def _shadow(self) -> Path:
        """A list of passwords with this one alone, which the server sees in a mount space of its own. Needs root, as asking
        about anybody's password does.
        """
        ask = ["openssl", "passwd", "-6", "-stdin"]
        told = subprocess.run(
            ask, input=self.password, text=True, capture_output=True, check=True
        ).stdout.strip()
        place = self.home / "shadow"
        place.write_text(f"{self.user}:{told}:20000:0:99999:7:::\n")
        return place

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), 1) as line:
                return line.recv(4) == b"SSH-"
        except OSError:
            return False

    def stop(self) -> None:
        """The server and whatever serves a connection: the line is cut."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None

    def again(self) -> None:
        self.stop()
        self.start()


@contextmanager
def ssh_host(program: Path, home: Path) -> Iterator[SshHost]:
    """A host that runs; gone afterwards."""
    host = SshHost(program, home, free_port())
    host.folder.mkdir()
    host.new_key()
    host.ours, public = sealing.new_key()
    (home / "authorized_keys").write_text(f"{public}\n")
    host.start()
    try:
        yield host
    finally:
        host.stop()


@contextmanager
def cutting(host: str, port: int, after: int) -> Iterator[int]:
    """A way to a server that breaks when so many bytes went there; its port. The second connection goes through whole."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        over = threading.Event()
        count = {"lines": 0}

        def serve() -> None:
            while not over.is_set():
                try:
                    near, _address = door.accept()
                except OSError:
                    return
                count["lines"] += 1
                far = socket.create_connection((host, port))
                most = after if count["lines"] == 1 else 1 << 60
                threading.Thread(target=_carry, args=(near, far, most), daemon=True).start()
                threading.Thread(target=_carry, args=(far, near, 1 << 60), daemon=True).start()

        threading.Thread(target=serve, daemon=True).start()
        try:
            yield int(door.getsockname()[1])
        finally:
            over.set()


def _carry(source: socket.socket, target: socket.socket, most: int) -> None:
    went = 0
    with suppress(OSError):
        while data := source.recv(4096):
            part = data[: most - went]
            target.sendall(part)
            went += len(part)
            if len(part) < len(data):
                break
    for line in (source, target):
        with suppress(OSError):
            line.shutdown(socket.SHUT_RDWR)
        line.close()
