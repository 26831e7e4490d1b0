"""The folder for a stick: what it holds, what it says is missing, and that it installs with no network at all."""

from __future__ import annotations

import base64
import hashlib
import importlib.metadata
import os
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from bench.people import bundle as trial
from tdapp.devtools import bundle
from tdapp.launch.host import pins
from tdapp.launch.host.pins import Pin, Target
from tests.servers import ROOT

LINUX, WINDOWS, MAC, INTEL = (
    Target(system, "3.12") for system in ("linux", "windows", "macos-arm", "macos-intel")
)
REAL = pins.read(ROOT / "requirements.txt")


def test_every_pin_has_hashes_and_every_line_is_read() -> None:
    lines = [
        line
        for line in (ROOT / "requirements.txt").read_text().splitlines()
        if "==" in line and line[0].isalnum()
    ]
    assert len(REAL) == len(lines) > 50
    assert all(pin.hashes for pin in REAL)


@pytest.mark.parametrize(
    ("target", "there", "away"),
    [
        (WINDOWS, {"pywin32==312", "numpy==2.5.5"}, {"numpy==2.4.6"}),
        (LINUX, {"numpy==2.5.5"}, {"pywin32==312", "numpy==2.4.6"}),
        (Target("macos-arm", "3.11"), {"numpy==2.4.6"}, {"pywin32==312", "numpy==2.5.5"}),
        (LINUX, {"cryptography==50.0.2"}, {"cryptography==48.0.1"}),
        (MAC, {"cryptography==50.0.2"}, {"cryptography==48.0.1"}),
        (INTEL, {"cryptography==48.0.1"}, {"cryptography==50.0.2"}),
    ],
    ids=["windows", "linux", "mac with 3.11", "linux's seal", "the mac's seal", "the Intel mac's seal"],
)
def test_markers_are_read_for_the_other_system_not_for_this_one(
    target: Target, there: set[str], away: set[str]
) -> None:
    names = {f"{pin.name}=={pin.version}" for pin in pins.wanted(REAL, target)}
    assert there <= names
    assert not away & names


@pytest.mark.parametrize(
    ("wheel", "fits"),
    [
        ("a-1.0-py3-none-any.whl", {LINUX, WINDOWS, MAC}),
        ("a-1.0-cp311-abi3-win_amd64.whl", {WINDOWS}),
        ("a-1.0-cp312-cp312-manylinux_2_17_x86_64.manylinux2014_x86_64.whl", {LINUX}),
        ("a-1.0-cp312-cp312-macosx_11_0_arm64.whl", {MAC}),
        ("a-1.0-cp39-abi3-macosx_10_12_universal2.whl", {MAC}),
        ("a-1.0-cp313-cp313-win_amd64.whl", set()),
        ("a-1.0-cp312-cp312-musllinux_1_2_x86_64.whl", set()),
        ("a-1.0-cp312-cp312-manylinux_2_39_x86_64.whl", set()),
        ("a-1.1-py3-none-any.whl", set()),
        ("nonsense.whl", set()),
    ],
    ids=lambda one: (
        one if isinstance(one, str) else "-".join(sorted(target.system for target in one)) or "nowhere"
    ),
)
def test_a_wheel_counts_where_it_can_be_installed(tmp_path: Path, wheel: str, fits: set[Target]) -> None:
    (tmp_path / wheel).write_bytes(b"wheel")
    pin = Pin("A", "1.0", "", frozenset({hashlib.sha256(b"wheel").hexdigest()}))
    assert {LINUX, WINDOWS, MAC} - set(pins.missing([pin], tmp_path, [LINUX, WINDOWS, MAC])) == fits
    (tmp_path / wheel).write_bytes(b"another file of this name")
    assert set(pins.missing([pin], tmp_path, [LINUX, WINDOWS, MAC])) == {LINUX, WINDOWS, MAC}


def shelf_of(folder: Path, targets: list[Target]) -> list[Pin]:
    """A pure package, one with a wheel for each system, and one for Windows alone, as wheels; their pins."""
    hashes: dict[str, set[str]] = {"pure": set(), "compiled": set(), "windows-only": set()}
    names = {"pure-1.0-py3-none-any.whl": "pure", "windows_only-1.0-py3-none-win_amd64.whl": "windows-only"}
    for target in targets:
        tag = f"cp{target.python.replace('.', '')}"
        names[f"compiled-1.0-{tag}-{tag}-{pins.SYSTEMS[target.system].platforms[-1]}.whl"] = "compiled"
    folder.mkdir()
    for file, name in names.items():
        (folder / file).write_text(file)
        hashes[name].add(hashlib.sha256(file.encode()).hexdigest())
    markers = {"windows-only": 'sys_platform == "win32"'}
    return [Pin(name, "1.0", markers.get(name, ""), frozenset(found)) for name, found in hashes.items()]


EVERY = [Target(system, python) for system in pins.SYSTEMS for python in pins.PYTHONS]


@pytest.mark.parametrize(
    ("gone", "short", "missed"),
    [
        (None, [], ""),
        ("compiled-1.0-cp314-cp314-win_amd64.whl", [Target("windows", "3.14")], "compiled 1.0"),
        ("compiled-1.0-cp311-cp311-macosx_10_9_universal2.whl", [Target("macos-arm", "3.11"),
         Target("macos-intel", "3.11")], "compiled 1.0"),
        ("windows_only-1.0-py3-none-win_amd64.whl", [Target("windows", one) for one in pins.PYTHONS], "windows-only 1.0"),
        ("pure-1.0-py3-none-any.whl", EVERY, "pure 1.0"),
    ],
    ids=["nothing", "one of Windows", "one of both Macs", "Windows alone", "everybody's"],
)  # fmt: skip
def test_a_bundle_is_complete_or_says_for_which_system_which_wheel_is_missing(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    gone: str | None,
    short: list[Target],
    missed: str,
) -> None:
    """Without being asked for one system every one is looked at, Macs with Intel processors too."""
    wanted = shelf_of(tmp_path / "wheels", EVERY)
    if gone:
        (tmp_path / "wheels" / gone).unlink()
    monkeypatch.setattr(pins, "read", lambda _path: wanted)
    monkeypatch.setattr(bundle, "write_program", lambda folder: (folder / "program").mkdir(parents=True))
    assert bundle.main([str(tmp_path / "stick"), "--wheels", str(tmp_path / "wheels")]) == (1 if short else 0)
    said = capsys.readouterr().out
    assert said.count(": complete.") == len(EVERY) - len(short)
    assert said.count(f": not complete. No wheel of {missed};") == len(short)
    assert all(f"{target.title}: not complete" in said for target in short)


@pytest.mark.parametrize(
    ("tools", "apart", "said"),
    [
        ([], ["true"], "The tools `unshare` and `ip` are missing"),
        (["unshare", "ip"], ["false"], "This machine makes no network namespace"),
    ],
    ids=["no tools", "not allowed"],
)
def test_where_no_network_of_ones_own_can_be_made_the_trial_says_so_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tools: list[str],
    apart: list[str],
    said: str,
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: name if name in tools else None)
    monkeypatch.setattr(trial, "APART", apart)
    monkeypatch.setattr(sys, "argv", ["bench.people.bundle"])
    assert trial.main() == 2
    told = capsys.readouterr()
    assert told.err.startswith(said)
    assert (told.out, told.err.count("\n")) == ("", 1)


def test_a_folder_with_other_things_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "holiday.jpg").write_bytes(b"x")
    assert bundle.main([str(tmp_path)]) == 2
    assert "holds other things" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["holiday.jpg"]


def at_hand(name: str, folder: Path) -> str:
    """An installed package as a wheel again, its line for a requirements file returned."""
    found = importlib.metadata.distribution(name)
    tag = f"{name}-{found.version}"
    wheel = folder / f"{tag}-py3-none-any.whl"
    record = []
    with zipfile.ZipFile(wheel, "w") as archive:
        for file in found.files or []:
            path = Path(str(file.locate()))
            outside = str(file).startswith("..") or "__pycache__" in str(file) or str(file).endswith("RECORD")
            if outside or not path.is_file():
                continue
            data = path.read_bytes()
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
            record.append(f"{file},sha256={digest},{len(data)}")
            archive.writestr(str(file), data)
        archive.writestr(f"{tag}.dist-info/RECORD", "\n".join([*record, f"{tag}.dist-info/RECORD,,"]) + "\n")
    return f"{name}=={found.version} \\\n    --hash=sha256:{hashlib.sha256(wheel.read_bytes()).hexdigest()}\n"


ALONE = """
import socket, sys
sys.path.insert(0, sys.argv[1])
try:
    socket.create_connection(("192.0.2.1", 9), timeout=1)
    raise SystemExit("there is a network")
except OSError:
    pass
from tdapp.launch.host import environment
print(environment.python("run"))
"""


def bare_environment(place: Path) -> None:
    """An environment with nothing but pip in it, copied from ours: making pip anew costs seconds and no network either."""
    venv.EnvBuilder(symlinks=True).create(place)
    found = importlib.metadata.distribution("pip")
    (there,) = place.glob("lib/python*/site-packages")
    for name in {Path(str(file)).parts[0] for file in found.files or []} - {".."}:
        shutil.copytree(str(found.locate_file(name)), there / name)


@pytest.mark.parametrize(
    "anew", [False, pytest.param(True, marks=pytest.mark.soak)], ids=["pip there", "from nothing"]
)
def test_it_installs_with_no_network_at_all(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], anew: bool
) -> None:
    """In a namespace without a route; where the system allows none, every proxy leads nowhere. Pins: one, from what is here."""
    wheels, stick, home = tmp_path / "wheels", tmp_path / "stick", tmp_path / "home"
    wheels.mkdir()
    line = at_hand("segno", wheels)
    assert bundle.main([str(stick), "--wheels", str(wheels), "--system", "windows"]) == 1
    said = capsys.readouterr().out
    assert "Windows (x86-64), Python 3.11: not complete. No wheel of " in said
    assert not {"tests", "data", ".venv", ".git"} & {path.name for path in (stick / "program").iterdir()}
    assert os.access(stick / "start.sh", os.X_OK)
    assert b"\r\n" in (stick / "start.bat").read_bytes()
    (stick / "program" / "requirements.txt").write_text(line)
    placed = subprocess.run(
        [sys.executable, "-c", "import start, pathlib, sys; print(start.placed(*map(pathlib.Path, sys.argv[1:])))",
         str(stick / "program"), str(home)], cwd=stick, capture_output=True, text=True,
    )  # fmt: skip
    assert placed.returncode == 0, placed.stderr
    if not anew:
        bare_environment(home / ".venv")
    nowhere = dict.fromkeys(("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"), "http://127.0.0.1:9")
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PIP_")}
    apart = ["unshare", "--map-root-user", "--net"] if shutil.which("unshare") else []
    if apart and subprocess.run([*apart, "true"], capture_output=True).returncode:
        apart = []
    done = subprocess.run(
        [*apart, sys.executable, "-c", ALONE, str(home)],
        env=kept | nowhere,
        capture_output=True,
        text=True,
        cwd=home,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "from the wheels of this folder" in done.stdout
    python = done.stdout.strip().splitlines()[-1]
    assert subprocess.run([python, "-c", "import segno"], cwd=home).returncode == 0
