"""An nginx for the tests of server mode: one that is there, else the system's package, else a sentence. Standard library only."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tdapp.launch.host import machine, services
from tdapp.launch.host.programs import apt_install
from tdapp.launch.sentences import Stop

PLACES = ("/usr/sbin/nginx", "/usr/local/sbin/nginx", "/opt/homebrew/bin/nginx", "/usr/local/bin/nginx")
HOW = (
    "No nginx was found. Install one (Debian, Ubuntu: apt install nginx; macOS: brew install nginx), "
    "or say where it is: TD_NGINX=/path/to/nginx ./td test"
)
# Everything it writes lies in a folder of ours; `%s` is what is served.
FRAME = """daemon off;
pid nginx.pid;
error_log error.log;
worker_rlimit_nofile 16384;
events { worker_connections 8192; }
http {
    access_log off;
    client_body_temp_path body;
    proxy_temp_path proxy;
    fastcgi_temp_path fastcgi;
    uwsgi_temp_path uwsgi;
    scgi_temp_path scgi;
%s
}
"""


def nginx() -> tuple[Path, str]:
    """The nginx to use and its version; Stop when there is none and none can be installed."""
    named = os.environ.get("TD_NGINX")
    found = _version(Path(named)) if named else _found()
    if named and not found:
        raise Stop(f"TD_NGINX is {named}, which is no nginx that runs.", 1)
    if found is None and apt_install("nginx"):
        found = _found()
    if found is None:
        raise Stop(HOW, 1)
    return found


def _found() -> tuple[Path, str] | None:
    on_path = shutil.which("nginx")
    places = [*([on_path] if on_path else []), *PLACES]
    return next((found for place in places if (found := _version(Path(place)))), None)


def _version(program: Path) -> tuple[Path, str] | None:
    """It tells its version on standard error, to `-v` alone."""
    try:
        done = subprocess.run([str(program), "-v"], capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.SubprocessError):
        return None
    return (program, done.stderr.strip().removeprefix("nginx version: ")) if done.returncode == 0 else None


@contextmanager
def serving(program: Path, sites: str, folder: Path, answers: Callable[[], bool]) -> Iterator[None]:
    """nginx with these `server` blocks, from `folder`, until the block ends."""
    user = "user root;\n" if machine.is_root() else ""
    (folder / "nginx.conf").write_text(user + FRAME % sites, encoding="utf-8")
    command = [
        str(program),
        "-p",
        f"{folder}/",
        "-e",
        str(folder / "error.log"),
        "-c",
        str(folder / "nginx.conf"),
    ]
    with services.running(command, {}, folder / "output", answers):
        yield
