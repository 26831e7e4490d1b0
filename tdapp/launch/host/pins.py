"""What `requirements.txt` pins, and which of its wheels another system needs: read here, never guessed by an installer.

pip looks at markers with the Python it runs on, so for other systems they are looked at here, with `packaging`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from packaging.markers import Marker, default_environment
from packaging.tags import Tag, compatible_tags, cpython_tags
from packaging.utils import InvalidWheelFilename, canonicalize_name, parse_wheel_filename

PIN = re.compile(r"(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^\s;]+)(?:\s*;\s*(?P<marker>[^\\]+))?")
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
PYTHONS = ("3.11", "3.12", "3.13", "3.14")


@dataclass(frozen=True, slots=True)
class Pin:
    """One package at one version, where it is wanted, and the files it may be."""

    name: str
    version: str
    marker: str
    hashes: frozenset[str]

    @property
    def line(self) -> str:
        """As an installer reads it, without the marker: whoever writes it has looked at that."""
        return f"{self.name}=={self.version} " + " ".join(
            f"--hash=sha256:{one}" for one in sorted(self.hashes)
        )


@dataclass(frozen=True, slots=True)
class Target:
    """A system with a Python: `linux` 3.11."""

    system: str
    python: str

    @property
    def title(self) -> str:
        return f"{SYSTEMS[self.system].title}, Python {self.python}"


@dataclass(frozen=True, slots=True)
class System:
    """What one of the three systems calls itself; its wheels' platforms, best first."""

    title: str
    platforms: tuple[str, ...]
    markers: dict[str, str]


def _glibc(newest: int) -> tuple[str, ...]:
    named = [f"manylinux_2_{minor}_x86_64" for minor in range(newest, 16, -1)]
    return (*named, "manylinux2014_x86_64", "linux_x86_64")


def _mac(machine: str) -> tuple[str, ...]:
    """macOS 12 and older: what a Mac bought since 2015 can run."""
    new = [f"macosx_{major}_0_{kind}" for major in (12, 11) for kind in (machine, "universal2")]
    old = [f"macosx_10_{minor}_{kind}" for minor in range(16, 8, -1) for kind in (machine, "universal2")]
    return (*new, *(old if machine == "x86_64" else [one for one in old if "universal2" in one]))


SYSTEMS: dict[str, System] = {
    "linux": System(
        "Linux (x86-64, glibc 2.34 or newer)", _glibc(34),
        {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix", "platform_machine": "x86_64"},
    ),
    "windows": System(
        "Windows (x86-64)", ("win_amd64",),
        {"sys_platform": "win32", "platform_system": "Windows", "os_name": "nt", "platform_machine": "AMD64"},
    ),
    "macos-arm": System(
        "macOS 12 (Apple silicon)", _mac("arm64"),
        {"sys_platform": "darwin", "platform_system": "Darwin", "os_name": "posix", "platform_machine": "arm64"},
    ),
    "macos-intel": System(
        "macOS 12 (Intel)", _mac("x86_64"),
        {"sys_platform": "darwin", "platform_system": "Darwin", "os_name": "posix", "platform_machine": "x86_64"},
    ),
}  # fmt: skip


def read(path: Path) -> list[Pin]:
    """The pins of a requirements file with hashes."""
    blocks = re.split(r"\n(?=[A-Za-z0-9])", path.read_text(encoding="utf-8"))
    found = []
    for block in blocks:
        if match := PIN.match(block):
            marker = (match["marker"] or "").strip()
            found.append(Pin(match["name"], match["version"], marker, frozenset(HASH.findall(block))))
    return found


def wanted(pins: Iterable[Pin], target: Target) -> list[Pin]:
    """The pins a system needs."""
    usual = {name: str(value) for name, value in default_environment().items()}
    facts = {
        **usual, **SYSTEMS[target.system].markers, "python_version": target.python,
        "python_full_version": f"{target.python}.4", "implementation_name": "cpython",
        "platform_python_implementation": "CPython", "extra": "",
    }  # fmt: skip
    return [pin for pin in pins if not pin.marker or Marker(pin.marker).evaluate(facts)]


def tags(target: Target) -> set[Tag]:
    """The kinds of wheels a system can install."""
    version = tuple(int(part) for part in target.python.split("."))
    platforms = list(SYSTEMS[target.system].platforms)
    return {
        *cpython_tags(version, platforms=platforms),
        *compatible_tags(version, f"cp{''.join(target.python.split('.'))}", platforms),
    }


def missing(pins: Iterable[Pin], folder: Path, targets: Iterable[Target]) -> dict[Target, list[Pin]]:
    """The pins of which a system finds no wheel in the folder that is the file that was pinned; {} when it has all."""
    wheels = list(_wheels(folder))
    gaps = {}
    for target in targets:
        fits = tags(target)
        gap = [pin for pin in wanted(pins, target) if not any(_is(pin, wheel, fits) for wheel in wheels)]
        if gap:
            gaps[target] = gap
    return gaps


Wheel = tuple[str, str, frozenset[Tag], str]


def _wheels(folder: Path) -> Iterator[Wheel]:
    for path in sorted(folder.glob("*.whl")):
        try:
            name, version, _build, found = parse_wheel_filename(path.name)
        except InvalidWheelFilename:
            continue
        yield name, str(version), found, hashlib.sha256(path.read_bytes()).hexdigest()


def _is(pin: Pin, wheel: Wheel, fits: set[Tag]) -> bool:
    name, version, found, digest = wheel
    right = (canonicalize_name(pin.name), pin.version) == (name, version) and digest in pin.hashes
    return right and bool(found & fits)
