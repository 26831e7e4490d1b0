"""Which tests a change concerns: `python -m tests.changed [FILE ...]` prints their files, nearest first.

Without files: what git sees changed since the last commit, or the last commit itself when nothing is. A test file is
concerned when it changed, when it imports what changed (by as few steps as there are), or when it watches over it.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from tests.guards.watched import watchers

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("core", "tdapp", "scoring", "pairings", "lexicon_admin", "bench", "tests")
IMPORT = re.compile(r"^from ([\w.]+) import (\([^)]*\)|[^\n#]+)|^import ([\w.]+)", re.MULTILINE)


def concerned(files: Iterable[str]) -> list[str]:
    """The test files for these changed files, each once."""
    found = (test for file in files for test in _tests_of(file) if (ROOT / test).exists())
    return list(dict.fromkeys(found))


def _tests_of(file: str) -> Iterator[str]:
    if _is_test(file):
        yield file
        return
    yield from _nearest(file) or _of_the_room(file)
    yield from watchers(file)


def _is_test(file: str) -> bool:
    return file.startswith("tests/") and Path(file).name.startswith("test_")


def _nearest(file: str) -> list[str]:
    """The test files that reach `file` by the fewest imports."""
    ring, seen = {file}, {file}
    while ring:
        ring = {above for one in ring for above in imported_by().get(one, ())} - seen
        seen |= ring
        if tests := sorted(one for one in ring if _is_test(one)):
            return tests
    return []


def _of_the_room(file: str) -> list[str]:
    """For what no import leads to (a template, a script, a rule page): the tests of its room."""
    rooms = [part for part in Path(file).parts if (ROOT / "tests" / part).is_dir()]
    return sorted(str(path.relative_to(ROOT)) for room in rooms[:1] for path in _tests_in(room))


def _tests_in(room: str) -> Iterator[Path]:
    return (ROOT / "tests" / room).rglob("test_*.py")


@cache
def imported_by() -> dict[str, set[str]]:
    """File -> the files that import it, over the whole tree."""
    files = {str(path.relative_to(ROOT)) for room in ROOMS for path in (ROOT / room).rglob("*.py")}
    above: dict[str, set[str]] = {}
    for file in files:
        for name in _imports((ROOT / file).read_text(encoding="utf-8")):
            if (target := _file_of(name, files)) and target != file:
                above.setdefault(target, set()).add(file)
    return above


def _imports(text: str) -> Iterator[str]:
    """Dotted names a source imports, each name of `from a import b, c` as `a.b` and `a.c`."""
    for module, names, plain in IMPORT.findall(text):
        if plain:
            yield plain
        for name in re.findall(r"\w+(?: as \w+)?", names):
            yield f"{module}.{name.split()[0]}"


def _file_of(name: str, files: set[str]) -> str:
    """The file of a dotted name: a module, a package, or the module that holds the name."""
    for dotted in (name, name.rpartition(".")[0]):
        path = dotted.replace(".", "/")
        if found := next((file for file in (f"{path}.py", f"{path}/__init__.py") if file in files), ""):
            return found
    return ""


def changed() -> list[str]:
    """What differs from the last commit, new files too; the last commit's own files when nothing does."""
    return since("HEAD") or _git("diff", "--name-only", "HEAD~1", "HEAD")


def since(commit: str) -> list[str]:
    """What differs from a commit, new files too. Raises CalledProcessError: no such commit."""
    return _git("diff", "--name-only", commit) + _git("ls-files", "--others", "--exclude-standard")


def _git(*words: str) -> list[str]:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


if __name__ == "__main__":
    print("\n".join(concerned(sys.argv[1:] or changed())))
