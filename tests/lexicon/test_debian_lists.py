"""The lists Debian really ships, installed or fetched: only in the soak, and never part of the product."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from lexicon_admin.words.building import build
from lexicon_admin.words.files.packing import Files
from lexicon_admin.words.files.reading import open_list
from lexicon_admin.words.normalise import Policy
from lexicon_admin.words.sifting import Tally
from lexicon_admin.words.tiles import TileTable
from tests.lexicon.lists import NONE, SALITAAN, SPANISH

# package: (list, affix file, tiles, at least so many words, encoding)
LISTS: dict[str, tuple[str, str, TileTable, int, str]] = {
    "wspanish": ("dict/spanish", "", SPANISH, 80_000, "utf-8"),
    "wamerican": ("dict/american-english", "", NONE, 60_000, "utf-8"),
    "wamerican-huge": ("dict/american-english-huge", "", NONE, 200_000, "utf-8"),
    "myspell-tl": ("hunspell/tl.dic", "hunspell/tl.aff", SALITAAN, 15_000, "iso-8859-1"),
    "aspell-tl": ("aspell/tl.cwl.gz", "", SALITAAN, 14_000, "iso-8859-1"),
    "hunspell-es": ("hunspell/es_ES.dic", "hunspell/es_ES.aff", SPANISH, 500_000, "utf-8"),
}


def found(package: str, folder: Path) -> Path:
    """Where the package's files are: installed here, else fetched and unpacked into a folder of our own."""
    installed = Path("/usr/share")
    if (installed / LISTS[package][0]).exists():
        return installed
    if not shutil.which("apt-get") or not shutil.which("dpkg-deb"):
        raise AssertionError(f"{package} is not installed, and this is no Debian that could fetch it.")
    done = subprocess.run(
        ["apt-get", "download", package], cwd=folder, capture_output=True, timeout=300, check=False
    )
    files = list(folder.glob(f"{package}_*.deb"))
    if done.returncode or not files:
        raise AssertionError(f"{package} is not installed, and could not be fetched: {_last(done.stderr)}")
    subprocess.run(["dpkg-deb", "-x", files[0].name, "x"], cwd=folder, check=True, timeout=60)
    return folder / "x" / "usr" / "share"


def _last(output: bytes) -> str:
    return (output.decode(errors="replace").strip().splitlines() or ["no reason was given"])[-1]


@pytest.mark.soak
@pytest.mark.parametrize("package", LISTS)
def test_a_list_debian_ships_is_read(package: str, tmp_path: Path) -> None:
    name, rules, table, least, encoding = LISTS[package]
    place = found(package, tmp_path)
    source = open_list(Files((place / name).read_bytes(), (place / rules).read_bytes() if rules else b""))
    tally = Tally()
    built = build(
        source.entries,
        Policy(linker="flag" if table is SALITAAN else "off"),
        table,
        tmp_path / "x.sqlite3",
        tally,
    )
    assert source.encoding == encoding
    assert built.words >= least
    assert tally.entries == built.words + tally.left_out.total() + tally.noticed["duplicate"]
