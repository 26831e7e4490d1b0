"""`./td federation`: a whole server installation on this machine, as processes, as `deploy/container/compose.yaml` has it in
containers: nginx with TLS in front, web processes each with a data folder of its own, job workers, PostgreSQL and Redis.

Everything is gone afterwards. It is for trying: how a member is started anew while people work, what becomes of a kill.
`./td federation drill [NAME ...]` does such things by itself and prints what came of them (`bench/drills`).
"""

from __future__ import annotations

import argparse
import contextlib
import http.client
import os
import re
import secrets
import shutil
import signal
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tdapp.devtools import own_certificate
from tdapp.launch.host import environment, machine, programs, services, webservers
from tdapp.launch.sentences import Stop, Terminated, say

HERE, NAME, WEBSITES = "127.0.0.1", "td.example.ph", "results.example.ph"
START_SECONDS, STOP_SECONDS = 300, 30
SHARED = ("media", "copies", "pushed")
DEPLOY = environment.ROOT / "deploy" / "nginx"
PASSWORD = re.compile(r"password\s+(\S+)")


def sites(plain: int, tls: int, behind: Iterable[int], websites: Path) -> str:
    """The nginx files we give out, on other ports, in front of these processes and of this folder."""
    names = ("td-processes.conf", "td.conf", "td-folder.conf")
    text = "".join((DEPLOY / name).read_text(encoding="utf-8") for name in names)
    servers = "\n".join(f"    server {HERE}:{port} max_fails=0;" for port in behind)
    for old, new in (
        ("listen 80;", f"listen {HERE}:{plain};"),
        ("listen 443 ssl;", f"listen {HERE}:{tls} ssl;"),
        ("/etc/ssl/", ""),
        ("    server 127.0.0.1:8000 max_fails=0;", servers),
        ("root /srv/websites;", f"root {websites};"),
    ):
        assert old in text, old
        text = text.replace(old, new)
    return text


@dataclass
class Member:
    """One `./td run`: pages on a port, or jobs (port 0), of the program that lies in a folder."""

    name: str
    port: int
    folder: Path
    variables: dict[str, str]
    program: Path = environment.ROOT
    process: subprocess.Popen[bytes] | None = None

    @property
    def output(self) -> Path:
        return self.folder.with_suffix(".txt")

    def start(self) -> None:
        """Start it, without waiting."""
        serving = ["--only", "web", "--host", HERE, "--port", str(self.port)]
        words = serving if self.port else ["--only", "worker"]
        command = [
            sys.executable, str(self.program / "td"), "run", "--data", str(self.folder), *words, "--no-demo", "--no-browser",
        ]  # fmt: skip
        with open(self.output, "ab") as written:
            self.process = machine.spawn(
                command,
                stdout=written,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
                env=self.variables,
                cwd=self.program,
            )

    def is_ready(self) -> bool:
        """Whether pages can be asked for; of jobs, whether it said that it is ready."""
        return _answers(self.port) if self.port else b"Ready after" in self.output.read_bytes()

    def wait(self) -> None:
        """Until it is ready; Stop with what it said when it is not to be."""
        until = time.monotonic() + START_SECONDS
        while not self.is_ready():
            if self.process is None or self.process.poll() is not None or time.monotonic() > until:
                raise Stop(f"{self.name} does not start: {self.output.read_text(errors='replace')[-800:]}", 1)
            time.sleep(0.1)

    def stop(self, how: int = signal.SIGTERM) -> None:
        """End it: politely, so that what is under way goes out, or with `SIGKILL`."""
        if self.process is None:
            return
        with contextlib.suppress(OSError):
            self.process.send_signal(how)
        try:
            self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process = None


def _answers(port: int) -> bool:
    door = http.client.HTTPConnection(HERE, port, timeout=5)
    try:
        door.request("GET", "/readyz")
        return door.getresponse().status == 200
    except OSError:
        return False
    finally:
        door.close()


@dataclass
class Federation:
    """What runs. `port`: of https; `trusted`: the certificate to trust; `database`, `queue`: their addresses; `websites`: the
    folder nginx serves under the name WEBSITES.
    """

    port: int
    trusted: Path
    database: str
    queue: str
    websites: Path
    members: dict[str, Member] = field(default_factory=dict)
    password: str = ""

    @property
    def tls(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.trusted))

    @property
    def webs(self) -> list[Member]:
        return [member for member in self.members.values() if member.port]

    def restart(self, name: str, how: int = signal.SIGTERM) -> None:
        """Start a member anew while the others go on; returns when it is ready."""
        member = self.members[name]
        member.stop(how)
        member.output.write_bytes(b"")
        member.start()
        member.wait()


@contextmanager
def federation(folder: Path, webs: int = 3, workers: int = 2, port: int = 0) -> Iterator[Federation]:
    """All of it until the block ends, in an empty folder."""
    with ExitStack() as until_the_end:
        database = until_the_end.enter_context(services.postgres())
        queue = until_the_end.enter_context(services.redis())
        (folder / "nginx").mkdir(parents=True)
        for shared in (*SHARED, "websites"):
            (folder / shared).mkdir()
        made = Federation(
            port or services.free_port(), own_certificate.make(folder / "nginx", NAME), database.url, queue.url,
            folder / "websites",
        )  # fmt: skip
        variables = _variables(made)
        for number in range(webs + workers):
            name = f"web-{number + 1}" if number < webs else f"worker-{number - webs + 1}"
            (folder / name).mkdir()
            for shared in SHARED:
                (folder / name / shared).symlink_to(folder / shared, target_is_directory=True)
            made.members[name] = Member(
                name, services.free_port() if number < webs else 0, folder / name, variables
            )
        until_the_end.callback(_end, made)
        _start(made)
        nginx, _version = webservers.nginx()
        text = sites(services.free_port(), made.port, [member.port for member in made.webs], made.websites)
        until_the_end.enter_context(
            webservers.serving(nginx, text, folder / "nginx", lambda: _through_nginx(made))
        )
        yield made


def _variables(made: Federation) -> dict[str, str]:
    """The environment of every member; nothing of ours but what every program has."""
    foreign = ("TD_", "DATABASE_", "REDIS_", "DJANGO_", "PYTHONPATH")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(foreign)}
    return kept | {
        "TD_MODE": "server", "TD_SECRET_KEY": secrets.token_urlsafe(64), "TD_HOSTS": f"{NAME},{HERE},localhost",
        "TD_TRUSTED_PROXIES": HERE, "TD_PUBLIC_URL": f"https://{HERE}:{made.port}", "DATABASE_URL": made.database,
        "REDIS_URL": made.queue, "TD_METRICS_TOKEN": secrets.token_urlsafe(32), "TD_PUSH_FOLDERS": str(made.websites),
    }  # fmt: skip


def _start(made: Federation) -> None:
    """The first alone, for it makes the tables; then the others together."""
    first, *others = made.members.values()
    for some in ([first], others):
        for member in some:
            member.start()
        for member in some:
            member.wait()
    found = PASSWORD.search(first.output.read_text(encoding="utf-8"))
    made.password = found[1] if found else ""


def _end(made: Federation) -> None:
    for member in made.members.values():
        if member.process is not None:
            member.process.send_signal(signal.SIGTERM)
    for member in made.members.values():
        member.stop()


def _through_nginx(made: Federation) -> bool:
    door = http.client.HTTPSConnection(HERE, made.port, timeout=5, context=made.tls)
    try:
        door.request("GET", "/healthz")
        return door.getresponse().status == 200
    except OSError:
        return False
    finally:
        door.close()


def main(words: list[str]) -> int:
    """Until Ctrl-C or a polite kill; or the drills that are named."""
    if words[:1] == ["drill"]:
        command = [str(environment.python("dev")), "-m", "bench.drills", *words[1:]]
        return programs.to_the_end(command, cwd=environment.ROOT)
    parser = argparse.ArgumentParser(prog="./td federation", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--webs", type=int, default=3, choices=range(1, 9), help="how many with pages (3)")
    parser.add_argument("--workers", type=int, default=2, choices=range(1, 9), help="how many for jobs (2)")
    parser.add_argument("--port", type=int, default=8443, help="of https (8443)")
    options = parser.parse_args(words)
    folder = Path(tempfile.mkdtemp(prefix="td-federation-"))
    try:
        with federation(folder, options.webs, options.workers, options.port) as made:
            _tell(made)
            with contextlib.suppress(KeyboardInterrupt):
                signal.pause()
    except Stop as stop:
        say(str(stop))
        return stop.status
    except KeyboardInterrupt:
        return 130
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return 0


def _tell(made: Federation) -> None:
    say(
        f"https://{HERE}:{made.port}/    through nginx; the browser warns of the certificate, which is made for this"
    )
    say(f"director / {made.password}")
    for member in made.members.values():
        place = f"http://{HERE}:{member.port}/" if member.port else "jobs"
        say(
            f"{member.name:10} {place:26} process {member.process and member.process.pid}, log {member.folder}/log"
        )
    say("kill any of them and look; Ctrl-C ends all of it, and everything is gone.")


if __name__ == "__main__":
    machine.on_terminate(Terminated)
    sys.exit(main(sys.argv[1:]))
