"""`docs/` as a site: every link leads somewhere, every page is led to."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bench.house.tree import ROOT
from tdapp.devtools.testing import SITE


def built(source: Path, place: Path, **instead: str) -> subprocess.CompletedProcess[str]:
    """One build as `./td docs` makes it, its own notes kept beside what it makes. `instead`: of words of its options."""
    words = instead | {"build/docs-read": str(place / "read")}
    options = [words.get(word, word) for word in SITE]
    command = [sys.executable, "-m", "sphinx", *options, str(source), str(place / "made")]
    return subprocess.run(command, cwd=source, capture_output=True, text=True, timeout=600)


@pytest.mark.slow
def test_the_pages_are_read_without_a_warning(tmp_path: Path) -> None:
    """Every page and every link is read; the pages of a site are made of a few, below, and of all in the soak."""
    done = built(ROOT, tmp_path, html="dummy")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.soak
def test_the_pages_make_a_site_without_a_warning(tmp_path: Path) -> None:
    done = built(ROOT, tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "docs/index.html" in (tmp_path / "made" / "index.html").read_text("utf-8")
    assert (tmp_path / "made" / "docs" / "guide" / "the-day.html").exists()


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["html", "dummy"])
def test_a_link_that_leads_nowhere_and_a_page_nobody_leads_to_are_told(tmp_path: Path, kind: str) -> None:
    docs = tmp_path / "tree" / "docs"
    shutil.copytree(ROOT / "docs" / "site", docs / "site")
    gone, alone = (str(Path(name).with_suffix(".md")) for name in ("gone", "alone"))
    docs.joinpath("index").with_suffix(".md").write_text(f"# First\n\n[a]({gone}), [b](#no-part)\n", "utf-8")
    docs.joinpath(alone).write_text("# Alone\n", "utf-8")
    done = built(tmp_path / "tree", tmp_path, html=kind)
    assert done.returncode == 1
    found = [line for line in done.stderr.splitlines() if "WARNING" in line]
    assert [line.rpartition("[")[2] for line in found] == [
        "toc.not_included]",
        "myst.xref_missing]",
        "myst.xref_missing]",
    ]
    page = tmp_path / "made" / "docs" / "index.html"
    assert kind == "dummy" or "First" in page.read_text("utf-8")
