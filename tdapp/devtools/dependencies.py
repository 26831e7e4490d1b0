"""What the program is made of: each pinned package with version, licence, age and digests; and the bill of materials.

A package's licence is what its installed metadata say. Its age comes from `docs/dependencies.tsv`, which is written when
pins change (`python -m tdapp.devtools.dependencies --dates LOCK` reads the dates of a `uv.lock` made for that); nothing
is asked of a network here.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
import tomllib
import uuid
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from importlib import metadata
from pathlib import Path
from typing import Any

from packaging.utils import canonicalize_name

from tdapp.kernel import clock
from tdapp.launch.host.pins import Pin, read

ROOT = Path(__file__).resolve().parents[2]
PINNED = (
    "requirements.txt",
    "requirements-dev.txt",
    "requirements-services.txt",
    "requirements-javascript.txt",
    "requirements-docs.txt",
    "requirements-storage.txt",
    "requirements-openapi.txt",
)
RELEASED = ROOT / "docs" / "dependencies.tsv"
# Older than this is looked at by a person: whether it is still kept.
OLD_DAYS = 730
UNKNOWN = "unknown"
NAMESPACE = uuid.UUID("5f0c3c52-7d0a-4d0e-9c8f-6b7a3b0f5a11")


@dataclass(frozen=True, slots=True)
class Kept:
    """What is written down of one version: the day it came out, and its licence."""

    released: date
    licence: str


@dataclass(frozen=True, slots=True)
class Part:
    """One pinned package. `released`: the day its version came out; `wanted`: the pin files that name it."""

    pin: Pin
    licence: str
    released: date | None
    wanted: tuple[str, ...]

    def days(self, today: date) -> int | None:
        """How old this version is."""
        return (today - self.released).days if self.released else None


def parts() -> list[Part]:
    """Every package of every pin file, once, by name."""
    found: dict[tuple[str, str], tuple[Pin, list[str]]] = {}
    for file in (name for name in PINNED if (ROOT / name).exists()):
        for pin in read(ROOT / file):
            found.setdefault((canonicalize_name(pin.name), pin.version), (pin, []))[1].append(file)
    kept = written_down()
    return [
        Part(
            pin,
            licence_of(pin.name, kept.get(key)),
            kept[key].released if key in kept else None,
            tuple(files),
        )
        for key, (pin, files) in sorted(found.items())
    ]


def licence_of(name: str, kept: Kept | None = None) -> str:
    """What a package says of its licence, in one line; of one that is not installed here (it is for another system) what
    was written down, else `unknown`."""
    try:
        told = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        return kept.licence if kept else UNKNOWN
    classified = [
        line.rpartition("::")[2].strip() for line in told.get_all("Classifier") or [] if "License" in line
    ]
    plain = [
        *(told.get_all("License-Expression") or []),
        "; ".join(classified),
        *(told.get_all("License") or []),
    ]
    text = next((line for line in plain if line.strip()), "")
    return text.strip().splitlines()[0][:80] if text.strip() else UNKNOWN


def written_down() -> dict[tuple[str, str], Kept]:
    """(name, version) -> what the kept list says."""
    with open(RELEASED, encoding="utf-8", newline="") as handle:
        rows = list(csv.reader(handle, delimiter="\t"))
    return {(row[0], row[1]): Kept(date.fromisoformat(row[2]), row[3]) for row in rows}


def lacking(found: Iterable[Part]) -> list[str]:
    """One sentence for each package whose age nobody wrote down."""
    return [
        f"{part.pin.name} {part.pin.version} has no date in {RELEASED.relative_to(ROOT)}: write it anew (see this module)."
        for part in found
        if part.released is None
    ]


def table(found: Iterable[Part], today: date) -> Iterator[str]:
    """A line a package: name, version, licence, day, age in days, `OLD` where somebody should look."""
    for part in found:
        days = part.days(today)
        age = (
            f"{part.released} {days:5d} d{'  OLD' if days and days > OLD_DAYS else ''}"
            if days is not None
            else UNKNOWN
        )
        yield f"{part.pin.name:32} {part.pin.version:14} {age:30} {part.licence}"


def bill(found: Iterable[Part], of: str, day: date) -> dict[str, Any]:
    """A software bill of materials of what runs (CycloneDX 1.6): the program and the packages of `requirements.txt`."""
    components = [_component(part) for part in found if "requirements.txt" in part.wanted]
    program = {"type": "application", "bom-ref": "td", "name": "td", "version": of}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(NAMESPACE, json.dumps(components, sort_keys=True))}",
        "version": 1,
        "metadata": {"timestamp": f"{day.isoformat()}T00:00:00Z", "component": program},
        "components": components,
        "dependencies": [{"ref": "td", "dependsOn": [one["bom-ref"] for one in components]}],
    }


def write_bill(file: Path) -> None:
    """The bill of materials of today's pins, as a file."""
    told = bill(parts(), version(), clock.now().date())
    file.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


def version() -> str:
    """The program's own version."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["version"])


def _component(part: Part) -> dict[str, Any]:
    address = f"pkg:pypi/{canonicalize_name(part.pin.name)}@{part.pin.version}"
    return {
        "type": "library",
        "bom-ref": address,
        "name": part.pin.name,
        "version": part.pin.version,
        "purl": address,
        "licenses": [{"license": {"name": part.licence}}],
        "properties": [{"name": "td:sha256", "value": digest} for digest in sorted(part.pin.hashes)],
    }


def dates_of(lock: Path) -> dict[tuple[str, str], date]:
    """The days on which the versions of a `uv.lock` came out: of each the first file."""
    found: dict[tuple[str, str], date] = {}
    for package in tomllib.loads(lock.read_text(encoding="utf-8"))["package"]:
        files = [*package.get("wheels", []), *([package["sdist"]] if "sdist" in package else [])]
        if days := sorted(file["upload-time"] for file in files if "upload-time" in file):
            found[canonicalize_name(package["name"]), package["version"]] = date.fromisoformat(
                str(days[0])[:10]
            )
    return found


def write_dates(lock: Path) -> None:
    """Keep the days of what is pinned: of the lock, else those kept before."""
    kept = written_down() if RELEASED.exists() else {}
    days = {key: one.released for key, one in kept.items()} | dates_of(lock)
    wanted = {(canonicalize_name(pin.name), pin.version) for file in PINNED for pin in read(ROOT / file)}
    rows = [
        (*key, days[key].isoformat(), licence_of(key[0], kept.get(key))) for key in sorted(wanted & set(days))
    ]
    with open(RELEASED, "w", encoding="utf-8", newline="") as handle:
        csv.writer(handle, delimiter="\t", lineterminator="\n").writerows(rows)


def main(words: list[str]) -> int:
    """Print the list, write the bill, or keep the dates."""
    parser = argparse.ArgumentParser(prog="python -m tdapp.devtools.dependencies", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--dates", type=Path, metavar="LOCK", help="keep the days of a uv.lock")
    parser.add_argument("--bill", type=Path, metavar="FILE", help="write the bill of materials")
    options = parser.parse_args(words)
    today = clock.now().date()
    if options.dates:
        write_dates(options.dates)
    found = parts()
    if options.bill:
        write_bill(options.bill)
    sys.stdout.write("\n".join([*table(found, today), *lacking(found), ""]))
    return 1 if lacking(found) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
