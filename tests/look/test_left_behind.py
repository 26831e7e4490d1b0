"""Nothing is kept in the look that no page uses, and measuring leaves no folder behind."""

from __future__ import annotations

import re

from tdapp.kernel.catalogue.marked import ROOT

STATIC = ROOT / "tdapp" / "kernel" / "static" / "td"


def test_every_style_and_script_of_the_look_is_used_by_a_page_that_is_no_gallery() -> None:
    pages = [one for one in (ROOT / "tdapp").rglob("*.html") if "gallery" not in one.parts]
    said = "\n".join(one.read_text(encoding="utf-8") for one in pages)
    scripts = "\n".join(one.read_text(encoding="utf-8") for one in (ROOT / "tdapp").rglob("static/**/*.js"))
    python = "\n".join(one.read_text(encoding="utf-8") for one in (ROOT / "tdapp").rglob("*.py"))
    names = sorted(one.name for one in STATIC.iterdir() if one.suffix in {".css", ".js"})
    unused = [name for name in names if f"td/{name}" not in said + python and f"/{name}" not in scripts]
    assert unused == []


def test_a_benchmark_makes_no_folder_that_outlives_it() -> None:
    kept = [one.name for one in (ROOT / "bench").glob("*.py") if re.search(r"\bmkdtemp\(", one.read_text())]
    assert kept == []
