"""The tokens of the look, their contrast, and what the content policy forbids."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.sweeps import swept

KERNEL = Path(__file__).resolve().parents[2] / "tdapp" / "kernel"
STATIC = KERNEL / "static" / "td"
SHEETS = sorted(STATIC.glob("*.css"))
SCRIPTS = sorted(STATIC.glob("*.js"))
TEMPLATES = sorted(KERNEL.glob("templates/**/*.html"))
TOKENS = (STATIC / "tokens.css").read_text()
BLOCKS = re.findall(r":root[^{]*\{([^}]*)\}", TOKENS)


def values(block: str) -> dict[str, str]:
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{3,6})", block))


LIGHT, DARK_SYSTEM, DARK_CHOSEN = values(BLOCKS[0]), values(BLOCKS[1]), values(BLOCKS[2])


def brightness(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """WCAG 2.2: (lighter + 0.05) / (darker + 0.05)."""
    low, high = sorted((brightness(one), brightness(other)))
    return (high + 0.05) / (low + 0.05)


TEXT = [
    *[(ink, ground) for ink in ("ink", "ink-2", "sea") for ground in ("paper", "panel", "sun-bg", "sea-bg")],
    *[(ink, f"{s}-bg") for s in ("ok", "ask", "stop") for ink in (s, "ink", "ink-2")],
    *[(s, ground) for s in ("ok", "ask", "stop") for ground in ("paper", "panel")],
    ("on-sea", "sea"),
    *[(f"on-{square}", square) for square in ("dl", "tl", "dw", "tw")],
]
SHAPES = [("edge", "panel"), ("edge", "paper"), *[(f"line-{n}", "panel") for n in (1, 2, 3)]]


in_both = pytest.mark.parametrize("theme", [LIGHT, DARK_CHOSEN], ids=["light", "dark"])


@in_both
@swept("ink, ground", TEXT)
def test_text_has_a_contrast_of_four_and_a_half(theme: dict[str, str], ink: str, ground: str) -> None:
    assert contrast(theme[ink], theme[ground]) >= 4.5


@in_both
@swept("shape, ground", SHAPES)
def test_field_edges_and_chart_lines_have_a_contrast_of_three(
    theme: dict[str, str], shape: str, ground: str
) -> None:
    assert contrast(theme[shape], theme[ground]) >= 3


def test_dark_by_system_and_dark_by_choice_are_the_same() -> None:
    assert DARK_SYSTEM == DARK_CHOSEN
    assert set(DARK_CHOSEN) == set(LIGHT)


def test_every_property_used_is_a_token() -> None:
    defined = set(re.findall(r"--([\w-]+):", TOKENS))
    used = {name for sheet in SHEETS for name in re.findall(r"var\(--([\w-]+)\)", sheet.read_text())}
    assert used <= defined


def test_colours_are_written_only_as_tokens_and_on_paper() -> None:
    """White is the exception: a QR code is read on white, whatever the theme."""
    for sheet in SHEETS:
        if sheet.name not in ("tokens.css", "print.css"):
            assert set(re.findall(r"#[0-9a-fA-F]{3,8}\b", sheet.read_text())) <= {"#fff"}, sheet.name


@swept("file", [*SHEETS, *SCRIPTS])
def test_files_stay_small(file: Path) -> None:
    assert len(file.read_text().splitlines()) < 300


@swept("file", TEMPLATES)
def test_templates_hold_nothing_the_content_policy_forbids(file: Path) -> None:
    text = file.read_text()
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", text)
    assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", text))


@swept("file", SCRIPTS)
def test_scripts_evaluate_nothing_and_reach_nowhere_outside(file: Path) -> None:
    text = file.read_text()
    assert not re.search(r"\beval\(|new Function|document\.write|https?://", text)
    assert not re.search(r"\.style\b|setAttribute\(.style.", text)


def test_every_sentence_a_script_says_is_in_the_page() -> None:
    said = {name for file in SCRIPTS for name in re.findall(r'\bword\("(\w+)"', file.read_text())}
    known = set(re.findall(r'data-word="(\w+)"', (KERNEL / "templates/td/shell/_words.html").read_text()))
    assert said <= known
    assert known - said <= {"ok", "ask", "stop"}


def test_every_text_in_a_shell_is_marked_for_translation() -> None:
    """What is left of a template without tags, variables and markup is no word."""
    for file in TEMPLATES:
        text = re.sub(r"\{% comment %\}.*?\{% endcomment %\}", "", file.read_text(), flags=re.S)
        text = re.sub(r"\{% blocktranslate.*?\{% endblocktranslate %\}", "", text, flags=re.S)
        text = re.sub(r'\{%.*?%\}|\{\{.*?\}\}|<[^>]*>|[\w-]+="[^"]*"|data-\w+', " ", text, flags=re.S)
        if "gallery" not in file.parts:
            left = set(re.findall(r"[A-Za-z]{3,}", text)) - {
                "Alt",
                "Ctrl",
                "Enter",
                "Esc",
                "html",
                "doctype",
                "paper",
            }
            assert left == set(), file.name
