"""The guards are where the table says, and a removed one is noticed: a sample always, all of them in `./td soak`."""

from __future__ import annotations

import ast
import re

import pytest

from tests.guards.found import ROOT, sources, unwatched
from tests.guards.guard import Guard
from tests.guards.mutate import every_guard, verdicts
from tests.guards.watched import WATCHED, unreached

# One by hand; `test_a_guard_stands_where_it_is_taken_from_and_the_rest_still_reads` takes every other one away, too, those
# the database has are asked one by one in `test_every_constraint`, and all of them have their tests run in the soak.
SAMPLE = ("a command's target is of the context's scope",)


def test_a_guard_stands_where_it_is_taken_from_and_the_rest_still_reads() -> None:
    """In one item: which guards there are is read from the whole source, and only who runs this should pay for that.

    Those that are a line each are taken from their file one by one, and what is left without all of them is read once.
    """
    texts = {
        file: (ROOT / file).read_text(encoding="utf-8") for guard in every_guard() for file in guard.files
    }
    told = [f"{guard.name} in {file}: {wrong}" for guard in every_guard() for file in guard.files
            if (wrong := _without(guard, file, texts[file], reads=bool(guard.edits)))]  # fmt: skip
    alone = [guard for guard in every_guard() if not guard.edits]
    for file in sorted({file for guard in alone for file in guard.files}):
        lines = tuple(line for guard in alone for line in guard.lines if line[0] == file)
        wrong = _without(Guard(f"all lines of {file}", (), (), lines=lines), file, texts[file], reads=True)
        told += [wrong] * bool(wrong)
    assert told == []


def _without(guard: Guard, file: str, text: str, reads: bool) -> str:
    """What is wrong with a file when a guard was taken from it, "" when it is gone and (`reads`) the rest reads."""
    try:
        without = guard.applied(text, file)
        if reads:
            compile(without, file, "exec", ast.PyCF_ONLY_AST)
    except (AssertionError, SyntaxError, ValueError) as error:
        return repr(error)
    return "still there" if without == text else ""


@pytest.mark.parametrize(
    ("kind", "least"),
    [
        (r": .* refuses .* \(line", 700),
        ("^constraint ", 20),
        ("^[a-z_.]+ asks for ", 50),
        (r"\.py:\d+ asks for ", 40),
    ],
    ids=["refusals", "constraints", "commands", "views"],
)
def test_the_source_is_read_for_guards_of_every_kind(kind: str, least: int) -> None:
    assert sum(bool(re.search(kind, guard.name)) for guard in every_guard()) >= least


def test_no_guard_has_two_names() -> None:
    names = [guard.name for guard in every_guard()]
    assert sorted({name for name in names if names.count(name) > 1}) == []


def test_no_file_refuses_anything_unwatched_and_no_row_is_in_vain() -> None:
    files = [path.relative_to(ROOT).as_posix() for path in sources()]
    assert unwatched() == []
    assert list(unreached()) == []
    assert [start for start, _tests in WATCHED if not any(file.startswith(start) for file in files)] == []
    assert sorted({test for _start, tests in WATCHED for test in tests if not (ROOT / test).exists()}) == []


@pytest.mark.parametrize(
    "raised", ['Refusal("no", "No.")', "Conflict(STALE)", "damaged()", "gate.nothing_here()", "Wrong(_(1))"]
)
def test_a_new_file_that_refuses_is_found(raised: str) -> None:
    text = f"def look(n):\n    if n:\n        raise {raised}\n"
    assert unwatched({"tdapp/fresh/looking.py": text}) == ["tdapp/fresh/looking.py"]
    assert unwatched({"tdapp/launch/looking.py": text, "tdapp/desk/pairing/commands/looking.py": text}) == []
    assert unwatched({"tdapp/fresh/looking.py": text.replace(raised, "ValueError(n)")}) == []


@pytest.mark.slow
def test_a_removed_guard_is_noticed() -> None:
    chosen = [guard for guard in every_guard() if guard.name in SAMPLE]
    assert len(chosen) == len(SAMPLE)
    assert [verdict.guard.name for verdict in verdicts(chosen) if not verdict.caught] == []


@pytest.mark.soak
def test_every_removed_guard_is_noticed() -> None:
    assert [verdict.guard.name for verdict in verdicts(every_guard()) if not verdict.caught] == []
