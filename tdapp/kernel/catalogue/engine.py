"""The sentences of the pure rooms that mark none (the pairing engine, the rating formulas, the books of rules), gathered.

Every text of its files that reads like words becomes a template; what an f-string fills in becomes `%(name)s`, named
after the last word of the expression. `told` (tdapp.kernel.telling) finds a sentence's template again and says it in
the language of the page. What only its command line or the files it reads speak of is left out.
"""

from __future__ import annotations

import ast
import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from tdapp.kernel.catalogue.marked import ROOT

TO = ROOT / "tdapp" / "kernel" / "engine_sentences.py"
# Speak to a terminal only, or write files: nothing of theirs reaches a page.
SILENT = (
    "__main__.py", "standings_text.py", "codec.py", "commands.py", "event_file.py", "cancellation.py", "recount.py",
    "simulate.py", "cli_text.py",
)  # fmt: skip
PLACES = ("pairings", "tdapp/ratings/formulas")
TOLD = {"name", "note", "text", "unconfirmed", "assumed", "departure"}
# What its source shows only in pieces, and its single words.
SINGLE = """
byes error errors nothing lot rating repeat repeats round rounds seed spread thing things
warning warnings wins first second third fourth fifth withdrawn now club team usual yes no none
contenders Swiss Quads Sixes Factor Elimination Playoff Quartiles Random Australian
"""
MORE = (
    *("worse: %(what)s", "better: %(what)s"),
    *("would save %(what)s", "%(one)s and %(other)s", "no bye", "set by hand", "plays nothing this round"),
    "a list of at most %(limit)s different short texts",
    "a list of at most %(limit)s different entries out of %(known)s",
    "There is no ranking rule called %(name)s; use any of %(known)s.",
    # What the books of rules fill into their sentences.
    "%(points)s for %(laid)s tiles",
    *("blue", "black"),
    *SINGLE.split(),
)
WORDS = re.compile(r"[^\W\d_]{2,} |[^\W\d_]{2,}\.$| [^\W\d_]{2,}|^[^\W\d_]{3,}$")
HEAD = '''"""Sentences of the pairing engine, the rating formulas, the ruleset files (`python -m tdapp.kernel.catalogue`)."""
# ruff: noqa: E501
# fmt: off

from __future__ import annotations

from django.utils.translation import gettext_noop

SENTENCES = (
'''


def templates(root: Path = ROOT) -> list[str]:
    """Every template of the engine, once, in the order of its files."""
    found = {
        text: None for path in _files(root) for text in _texts(ast.parse(path.read_text(encoding="utf-8")))
    }
    said = dict.fromkeys((*MORE, *_of_the_books(root)))
    return [*found, *(text for text in said if text not in found)]


def _files(root: Path) -> Iterator[Path]:
    for folder in PLACES:
        yield from (path for path in sorted((root / folder).rglob("*.py")) if path.name not in SILENT)
    yield root / "scoring" / "rules" / "value_kinds.py"


def _of_the_books(root: Path) -> Iterator[str]:
    """Names, notes and doubts that stand in the ruleset files."""
    for path in sorted((root / "scoring" / "rules" / "rulesets").glob("*.toml")):
        yield from _told_in(tomllib.loads(path.read_text(encoding="utf-8")))


def _told_in(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if isinstance(inner, str) and key in TOLD:
                yield inner
            # A name with its mark beside it.
            if key == "name" and isinstance(inner, dict) and isinstance(inner.get("value"), str):
                yield inner["value"]
            yield from _told_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _told_in(inner)


def _texts(tree: ast.Module) -> Iterator[str]:
    passed = set(_not_said(tree))
    for node in ast.walk(tree):
        if id(node) not in passed and (text := _template(node)) and _is_said(text):
            yield text


def _not_said(tree: ast.Module) -> Iterator[int]:
    """Docstrings, the parts of f-strings, keys, and what is raised: that is for programmers."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise):
            yield from map(id, ast.walk(node))
        elif isinstance(node, ast.Expr):
            yield id(node.value)
        elif isinstance(node, ast.JoinedStr):
            yield from map(id, node.values)
        elif isinstance(node, ast.Dict):
            yield from map(id, node.keys)


def _template(node: ast.AST) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    return _of_parts(node) if isinstance(node, ast.JoinedStr) else ""


def _of_parts(node: ast.JoinedStr) -> str:
    text, taken = "", set[str]()
    for part in node.values:
        if isinstance(part, ast.FormattedValue):
            text += f"%({_named(part.value, taken)})s"
        elif isinstance(part, ast.Constant):
            text += str(part.value).replace("%", "%%")
    return text


def _named(expression: ast.expr, taken: set[str]) -> str:
    words = re.findall(r"[a-z_]{2,}", ast.unparse(expression)) or ["it"]
    name = words[-1].strip("_")
    while name in taken:
        name += "_"
    taken.add(name)
    return name


def _is_said(text: str) -> bool:
    bare = re.sub(r"%\(\w+\)s", "", text)
    return " " in text.strip() and bool(WORDS.search(bare)) and not set(text) & {"\n", "|"}


def source(texts: list[str]) -> str:
    """The file that marks them, as ruff would write it."""
    return HEAD + "".join(f"    gettext_noop({_quoted(text)}),\n" for text in texts) + ")\n"


def _quoted(text: str) -> str:
    return repr(text) if '"' in text and "'" not in text else json.dumps(text, ensure_ascii=False)
