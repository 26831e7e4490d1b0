"""From a stick to a page with no network at all: `python -m bench.people.bundle`.

Builds the bundle (which needs the network), copies it as onto a stick, and starts it in a network namespace of its own
that has no route anywhere: it installs from its wheels, answers its first page, lets the director in, and stops. The
namespace's own counters say whether anything was sent outside. `--whole` builds it for every system and Python.
"""

from __future__ import annotations

import argparse
import http.cookiejar
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tdapp.launch.host.services import free_port  # noqa: E402
from tdapp.launch.sentences import Stop, complain, say  # noqa: E402

APART = ["unshare", "--map-root-user", "--net", "--kill-child"]
# The program asks the routing table about this address to know its own (RFC 5737: it is nobody's, and nothing is sent).
ASKED = "192.0.2.1"
ELSEWHERE = ("198.51.100.1", 9)
PATIENCE_SECONDS = 900.0
FIRST = re.compile(r"^ {4}(name|password) +(\S+)$", re.MULTILINE)
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


def main() -> int:
    """0 with the figures; 1 when something outside was asked for; 2 with one sentence when it cannot be tried here."""
    parser = argparse.ArgumentParser(prog="python -m bench.people.bundle", description=__doc__)
    parser.add_argument(
        "--whole", action="store_true", help="for every system and Python, not this one alone"
    )
    parser.add_argument("--wheels", type=Path, help="take the wheels from this folder instead of the network")
    parser.add_argument("--inside", nargs=2, type=Path, metavar=("STICK", "HOME"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    try:
        if options.inside:
            return inside(*options.inside)
        refuse_without_namespaces()
        with tempfile.TemporaryDirectory(prefix="td-bundle-") as work:
            return outside(Path(work), options.whole, options.wheels)
    except Stop as stop:
        complain(str(stop))
        return stop.status


def refuse_without_namespaces() -> None:
    """Stop with one sentence where the system lets nobody make a network of his own."""
    if not all(map(shutil.which, ("unshare", "ip"))):
        raise Stop("The tools `unshare` and `ip` are missing: install util-linux and iproute2 (Linux only).")
    done = subprocess.run([*APART, "true"], capture_output=True, text=True)
    if done.returncode:
        raise Stop(f"This machine makes no network namespace ({done.stderr.strip()}). Try as root.")


def outside(work: Path, whole: bool, wheels: Path | None) -> int:
    """Build, copy, and go on where there is no network."""
    built, stick = work / "built", work / "stick"
    this = ["--system", "linux", "--python", f"{sys.version_info[0]}.{sys.version_info[1]}"]
    command = [sys.executable, "-m", "tdapp.devtools.bundle", str(built), *([] if whole else this)]
    begun = time.perf_counter()
    if subprocess.run([*command, *(["--wheels", str(wheels)] if wheels else [])], cwd=ROOT).returncode:
        raise Stop("The bundle is not complete, so it was not tried.")
    say(f"building it: {time.perf_counter() - begun:.0f} s")
    begun = time.perf_counter()
    shutil.copytree(built, stick)
    files = [path for path in stick.rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files) / 2**20
    say(f"onto the stick: {len(files)} files, {size:.0f} MB, {time.perf_counter() - begun:.1f} s")
    again = [sys.executable, str(Path(__file__).resolve()), "--inside", str(stick), str(work / "home")]
    return subprocess.run([*APART, *again], cwd=work).returncode


def inside(stick: Path, home: Path) -> int:
    """In the namespace: start twice, sign in, and say what it took; 1 when the outside was asked for."""
    cut_off()
    before = refused()
    say(f"a network: none (routes: {routes() or 'none'})")
    home.mkdir()
    first, output = run(stick, home)
    say(f"from the stick to the first page, installing: {first:.1f} s")
    names = dict(FIRST.findall(output))
    if set(names) != {"name", "password"}:
        raise Stop(f"No name and password were shown:\n{output}", 1)
    again, _output = run(stick, home, names)
    say(f"the second start, from the laptop's own disk: {again:.1f} s; the director is let in")
    tried = refused() - before
    say(f"addresses outside that were tried: {tried or 'none'}")
    return 1 if tried else 0


def cut_off() -> None:
    """Loopback alone, and proof that the counter below notices who wants more."""
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    subprocess.run(["ip", "route", "add", "blackhole", ASKED], check=True)
    before = refused()
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
        with socket.socket(socket.AF_INET, kind) as probe:
            if probe.connect_ex(ELSEWHERE) == 0:
                raise Stop("There is a network here.", 1)
    if refused() - before != 2:
        raise Stop("The counters of this system do not tell who tried to reach the outside.", 1)


def refused() -> int:
    """How often something in this namespace wanted to go where no route leads, by the kernel's own count."""
    names, values = (
        line.split() for line in Path("/proc/net/snmp").read_text().splitlines() if line.startswith("Ip:")
    )
    old = int(dict(zip(names, values, strict=True))["OutNoRoutes"])
    return old + sum(
        int(line.split()[1])
        for line in Path("/proc/net/snmp6").read_text().splitlines()
        if line.startswith("Ip6OutNoRoutes")
    )


def routes() -> str:
    """What leads out of here."""
    shown = subprocess.run(["ip", "route", "show"], capture_output=True, text=True, check=True).stdout
    return "; ".join(line.strip() for line in shown.splitlines() if not line.startswith("blackhole"))


def run(stick: Path, home: Path, names: dict[str, str] | None = None) -> tuple[float, str]:
    """Start as by a double click; seconds to the first page, and what the console said. With `names` signs in too."""
    port, output = free_port(), home / "console.txt"
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    begun = time.perf_counter()
    with output.open("w") as handle:
        process = subprocess.Popen(
            ["sh", str(stick / "start.sh"), "run", "--port", str(port)],
            env=kept | {"HOME": str(home)}, stdout=handle, stderr=subprocess.STDOUT,
        )  # fmt: skip
    try:
        await_page(process, port, output)
        took = time.perf_counter() - begun
        if names:
            sign_in(port, names)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)
    return took, output.read_text()


def await_page(process: subprocess.Popen[bytes], port: int, output: Path) -> None:
    """Wait for the first page that answers."""
    until = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < until and process.poll() is None:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/login", timeout=5):
                return
        except OSError:
            time.sleep(0.05)
    raise Stop(f"No page came:\n{output.read_text()[-2000:]}", 1)


def sign_in(port: int, names: dict[str, str]) -> None:
    """Fill in the form as a browser does."""
    here = f"http://127.0.0.1:{port}"
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
    page = browser.open(f"{here}/login", timeout=30).read().decode()
    token = TOKEN.search(page)
    form = {"csrfmiddlewaretoken": token[1] if token else "", "username": names["name"]}
    sent = urllib.parse.urlencode(form | {"password": names["password"]}).encode()
    asked = urllib.request.Request(f"{here}/login", sent, {"Referer": f"{here}/login"})
    with browser.open(asked, timeout=30) as answer:
        if answer.url.rstrip("/").endswith("/login") or "/logout" not in answer.read().decode():
            raise Stop("The name and password of the first start do not let the director in.", 1)


if __name__ == "__main__":
    raise SystemExit(main())
