"""The image as `deploy/container/Containerfile` makes it, its steps carried out in namespaces of their own in place of an
engine: what is built starts as nobody on a file system that is only read, is healthy by the image's own question, and ends
when it is asked to. It takes Linux, whose namespaces these are.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tdapp.launch.host import environment

pytestmark = pytest.mark.soak
CONTAINERFILE = environment.ROOT / "deploy" / "container" / "Containerfile"
MINUTES = 15
# In a mount namespace of our own what the image's first stage does, and its second; then, in a network namespace too, a
# container of it. What is read only here is so as `read_only: true` has it; a volume and /tmp can be written to.
IMAGE = """
set -eu
mount --make-rprivate /
# Python lies where the image has it.
mount --bind {python} /usr/local
export PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LD_LIBRARY_PATH=/usr/local/lib
mount -t tmpfs none /opt
mkdir -p /opt/td
mount --bind {here}/tree /opt/td
cd /opt/td
{made}
mkdir {here}/etc
cp -a /etc/. {here}/etc
mount --bind {here}/etc /etc
mount -t tmpfs none /var/lib
{image}
exec unshare --net --kill-child --fork sh -eu -c "$CONTAINER"
"""
CONTAINER = """
ip link set lo up
mount --bind {volume} {volume}
for place in / /usr/local /opt /opt/td /etc /var/lib; do mount -o remount,bind,ro $place; done
mount -t tmpfs none /tmp
as_nobody() {{
    exec setpriv --reuid {user} --regid {user} --clear-groups --bounding-set=-all --no-new-privs \\
        env -i PATH="$PATH" LD_LIBRARY_PATH=$LD_LIBRARY_PATH {variables} "$@"
}}
touch /opt/td/mine 2>/dev/null || touch /etc/mine 2>/dev/null || touch /mine 2>/dev/null || echo "only read"
as_nobody {start} &
running=$!
for _try in $(seq 600); do
    if (as_nobody {healthy}) 2>/dev/null; then echo healthy; break; fi
    kill -0 $running || break
    sleep 0.5
done
echo "of $(stat -c %u /proc/$running)"
test -s /opt/td/bill.json && echo billed
ls -d /opt/td/tests /opt/td/bench /opt/td/.git 2>/dev/null || true
kill $running || true
wait $running && echo ended
"""


def ignored(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]


def copied(to: Path) -> None:
    """`COPY . .`, but for what `.dockerignore` names."""
    patterns = ignored((environment.ROOT / ".dockerignore").read_text(encoding="utf-8"))

    def left_out(folder: str, names: list[str]) -> list[str]:
        under = Path(folder).relative_to(environment.ROOT).as_posix()
        return [
            name
            for name in names
            for path in [name if under == "." else f"{under}/{name}"]
            if any(fnmatch(path, one.removeprefix("**/")) or fnmatch(path, one) for one in patterns)
        ]

    shutil.copytree(environment.ROOT, to, ignore=left_out, symlinks=True)


def steps(stage: str) -> list[str]:
    """What `RUN` says in a stage, each as one line of a shell."""
    joined = re.sub(r"\\\n(?:\s*#.*\n)*", " ", stage)
    return [f"{one} || exit 9" for one in re.findall(r"^RUN (.*)$", joined, re.MULTILINE)]


def test_what_the_image_holds_starts_as_nobody_where_nothing_can_be_written_and_is_healthy(
    tmp_path: Path,
) -> None:
    text = CONTAINERFILE.read_text(encoding="utf-8")
    made, image = re.split(r"^FROM ", text, flags=re.MULTILINE)[1:]
    copied(tmp_path / "tree")

    def words(name: str) -> str:
        return shlex.join(json.loads(re.findall(rf"^\s*{name} (\[.*\])$", image, re.MULTILINE)[-1]))

    variables = {
        **dict(re.findall(r"^ENV (\w+)=(\S+)$", image, re.MULTILINE)),
        "TD_MODE": "server", "TD_SECRET_KEY": os.urandom(40).hex(), "TD_HOSTS": "td.example.ph",
        "TD_TRUSTED_PROXIES": "172.30.0.0/24",
    }  # fmt: skip
    values = {
        "here": tmp_path, "python": sys.base_prefix, "made": "\n".join(steps(made)), "image": "\n".join(steps(image)),
        "volume": re.findall(r"^VOLUME (\S+)$", image, re.MULTILINE)[-1],
        "user": re.findall(r"^USER (\d+)$", image, re.MULTILINE)[-1],
        "variables": shlex.join(f"{name}={value}" for name, value in variables.items()),
        "start": f"{words('ENTRYPOINT')} {words('CMD')}", "healthy": words("CMD(?=.*healthz)"),
    }  # fmt: skip
    done = subprocess.run(
        ["unshare", "--mount", "--kill-child", "--fork", "sh", "-c", IMAGE.format(**values)],
        env=os.environ | {"CONTAINER": CONTAINER.format(**values)},
        capture_output=True, text=True, timeout=MINUTES * 60,
    )  # fmt: skip
    told = [
        line
        for line in done.stdout.splitlines()
        if line in ("only read", "healthy", "of 10001", "billed", "ended")
    ]
    assert told == ["only read", "healthy", "of 10001", "billed", "ended"], (
        done.stdout[-3000:] + done.stderr[-3000:]
    )
