"""A Chromium for the browser tests: one that is there, else the system's package, else a sentence. Standard library only."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from tdapp.launch.host import machine
from tdapp.launch.host.programs import apt_install, version_of
from tdapp.launch.sentences import Stop

# The shell without windows comes first: a page costs it a third of what it costs the browser for people.
SHELL = "chromium-headless-shell"
NAMES = (
    SHELL,
    "chrome-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
    "chrome",
    "msedge",
    "microsoft-edge",
)
HOW = (
    "No Chromium was found. Install one (Debian: apt install chromium-headless-shell; macOS, Windows: Google Chrome), "
    "or say where it is: TD_CHROMIUM=/path/to/chromium ./td test"
)


def chromium() -> tuple[Path, str]:
    """The browser to use and its version; Stop when there is none and none can be installed."""
    found = _named() or _found()
    if found is None and (apt_install(SHELL) or apt_install("chromium")):
        found = _found()
    if found is None:
        raise Stop(HOW, 1)
    return found


def _named() -> tuple[Path, str] | None:
    """The one TD_CHROMIUM names; a wrong name is an error, not a hint."""
    name = os.environ.get("TD_CHROMIUM")
    if not name:
        return None
    if not (version := _version(Path(name))):
        raise Stop(f"TD_CHROMIUM is {name}, which is no browser that runs.", 1)
    return Path(name), version


def _found() -> tuple[Path, str] | None:
    on_path = [Path(place) for name in NAMES if (place := shutil.which(name))]
    candidates = ((place, _version(place)) for place in [*on_path, *machine.browser_places()])
    return next(((place, version) for place, version in candidates if version), None)


def _version(place: Path) -> str:
    """Windows' browsers answer `--version` by opening a window, so there the file's existence has to do."""
    if machine.WINDOWS:
        return place.name if place.is_file() else ""
    return version_of(place)
