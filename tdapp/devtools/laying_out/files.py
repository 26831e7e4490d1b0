"""Every template of ours: which is not laid out, and where; rewritten on demand. Standard library only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from tdapp.devtools.laying_out.printing import LIMIT, laid_out
from tdapp.kernel.folding.fold import fold
from tdapp.launch.host import environment
from tdapp.launch.sentences import say

ROOMS = ("tdapp/*/templates", "lexicon_admin/templates")
MEND = "python -m tdapp.devtools.laying_out --mend"


def templates(root: Path) -> list[Path]:
    """All of them, in order."""
    return sorted(path for room in ROOMS for path in root.glob(f"{room}/**/*.html"))


def main(arguments: Sequence[str], root: Path = environment.ROOT) -> int:
    """0 when all is laid out; with `--mend` when it is so afterwards."""
    found = []
    for path in templates(root):
        source = path.read_text(encoding="utf-8")
        laid = laid_out(source)
        if fold(laid) != fold(source):
            # A fault of ours: nothing is written that would change a page.
            found.append(f"{path.relative_to(root)}: cannot be laid out without a change to its page")
            continue
        if "--mend" in arguments and laid != source:
            path.write_text(laid, encoding="utf-8", newline="\n")
            source = laid
        found += [f"{path.relative_to(root)}:{told}" for told in faults(source, laid)]
    for line in found:
        say(line)
    return 1 if found else 0


def faults(source: str, laid: str) -> Iterator[str]:
    """What is wrong, with its line: the first that stands elsewhere when laid out, and every one that is too long."""
    if source != laid:
        yield f"{_first_difference(source, laid)}: not laid out; {MEND}"
    for number, line in enumerate(laid.split("\n"), 1):
        if len(line) > LIMIT:
            yield (
                f"{number}: {len(line)} characters and no white space to break at; shorten it, or say"
                " {% blocktranslate trimmed %} instead of {% translate %}, {% url … as … %} before the tag"
            )


def _first_difference(one: str, other: str) -> int:
    pairs = zip(one.split("\n"), other.split("\n"), strict=False)
    return next((at for at, (a, b) in enumerate(pairs, 1) if a != b), len(one.split("\n")))
