"""The quick way to take a guard away tells what the slow way tells, of what is noticed and of what is not."""

from __future__ import annotations

import ast
import shutil
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from tests.guards import mutate
from tests.guards.forked.hands import hand, search
from tests.guards.forked.places import Both, NotQuick, places
from tests.guards.found import ROOT
from tests.guards.guard import Guard, guard

DOOR = "hut/door.py"
TESTS = "looks/test_door.py"
TEXTS = {
    "pytest.ini": "[pytest]\naddopts = -p pytest_django.plugin\n",
    "hut/__init__.py": "",
    DOOR: """
        LIMIT = 18
        LEFT = []

        def enter(age, late, name=""):
            if age < LIMIT:
                raise ValueError("too young")
            if late:
                raise ValueError("too late")
            LEFT.append(name)
            return name.strip()
        """,
    TESTS: """
        import pytest
        from hut import door

        def test_children_stay_outside():
            with pytest.raises(ValueError):
                door.enter(17, late=False)

        def test_others_come_in():
            assert door.enter(18, late=False, name=" Ana") == "Ana"

        def test_this_passes_only_after_the_one_before():
            assert door.enter(19, late=False, name=" Ben") == "Ben"
            assert len(door.LEFT) > 1
        """,
}


def made(name: str, old: str, new: str) -> Guard:
    return guard(name, DOOR, old, new, TESTS)


def test_guards_are_asked_for_by_words_and_by_files_that_changed() -> None:
    guards = (made("children", "a", "b"), Guard("elsewhere", (), (), lines=(("hut/roof.py", 1, ""),)))
    names = [
        [guard.name for guard in mutate.chosen(guards, words, files)]
        for words, files in (
            ([], None),
            (["child"], None),
            ([], ["hut/roof.py"]),
            (["child"], ["hut/roof.py"]),
        )
    ]
    assert names == [["children", "elsewhere"], ["children"], ["elsewhere"], []]


NOTICED = made("children", "if age < LIMIT:", "if (age < LIMIT) and False:")
UNNOTICED = made("late comers", "if late:", "if (late) and False:")
# The only test that fails without it fails by itself, too: that says nothing of the guard.
UNSOUND = made("whoever came", "    LEFT.append(name)\n", "")
MORE = (
    UNSOUND,
    made("a name has no blanks", "name.strip()", "name"),
    made("how old is old", "LIMIT = 18", "LIMIT = 17"),
)


def _copied(source: Path, target: Path) -> None:
    if source.is_dir():
        shutil.copytree(source, target)
    else:
        target.parent.mkdir(exist_ok=True)
        shutil.copy(source, target)


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("DJANGO_SETTINGS_MODULE", raising=False)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    for file in ("__init__.py", "guards/__init__.py", "guards/guard.py", "guards/forked"):
        _copied(ROOT / "tests" / file, tmp_path / "tests" / file)
    for file, text in TEXTS.items():
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text(dedent(text), encoding="utf-8")
    return tmp_path


@pytest.fixture
def told(tree: Path) -> Iterator[dict[str, str]]:
    """Which test noticed, guard by guard, the quick way."""
    guards = (NOTICED, UNNOTICED, *MORE)
    one = hand(tree, guards, [TESTS])
    try:
        found = search(guards, [one.ready()])
        (nodeids,) = found.files()
        yield {guard.name: test.rpartition("::")[2] for guard, test in found.through(one, nodeids)}
    finally:
        one.end()


def test_both_ways_tell_the_same(tree: Path, told: dict[str, str]) -> None:
    assert told == {"children": "test_children_stay_outside", "a name has no blanks": "test_others_come_in"}
    assert mutate.tried(NOTICED, tree).caught
    assert not mutate.tried(UNNOTICED, tree).caught


def ran(text: str, removed: int, reached: set[int], both: ast.Module) -> list[Any]:
    """What `f` gives for each of some arguments, and what is raised."""

    def is_removed(number: int) -> bool:
        reached.add(number)
        return number == removed

    names: dict[str, Any] = {"__removed__": is_removed, "__kept__": lambda number: not is_removed(number)}
    exec(compile(both, "f.py", "exec"), names)
    answers: list[Any] = []
    for value in (0, 1, 5):
        try:
            answers.append(names["f"](value))
        except Exception as error:
            answers.append(repr(error))
    return answers


@pytest.mark.parametrize(
    "without",
    [
        ("if n > 3:", "if (n > 3) and False:"),
        ("if n > 3:", "if n > 2:"),
        ("    if n > 3:\n        raise ValueError(n)\n", ""),
        ("    m = n + 1\n", "    m = n\n    m += 2\n"),
        ('f"{m} of {n}"', 'f"{m} for {n}"'),
        ("[one for one in range(m) if one]", "[one for one in range(m)]"),
        ("return sorted(found)", "return found"),
        ("    with_more(found)\n", "    pass\n"),
        ("    else:\n        found.append(m)\n", ""),
        ("except TypeError:", "except (TypeError, ZeroDivisionError):"),
    ],
)
def test_a_program_with_both_ways_goes_each(without: tuple[str, str]) -> None:
    text = dedent(
        '''
        def f(n):
            """What is asked."""
            if n > 3:
                raise ValueError(n)
            m = n + 1
            found = [one for one in range(m) if one]
            if n:
                found.insert(0, f"{m} of {n}")
            else:
                found.append(m)
            def with_more(rows):
                try:
                    rows.append(1 / n)
                except TypeError:
                    rows.append("none")
            with_more(found)
            return sorted(found)
        '''
    )
    assert text.count(without[0]) == 1
    other, tree, both = text.replace(*without), ast.parse(text), Both()
    for number, each in enumerate((other, text.replace("n + 1", "n + 2"), other)):
        for place in places(tree, ast.parse(each)):
            both.add(number, place)
    mixed, reached = both.put_into(tree), set[int]()
    wanted = {-1: text, 0: other, 1: text.replace("n + 1", "n + 2"), 2: other}
    for number, alone in wanted.items():
        assert ran(text, number, reached, mixed) == ran(text, -1, set(), ast.parse(alone)), number
    assert reached == {0, 1, 2}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("LIMIT = 1", "LIMIT = 2"),
        ("class A:\n    limit = 1", "class A:\n    limit = 2"),
        ("@shut\ndef f(): pass", "def f(): pass"),
        ("def f(n=1): pass", "def f(n=2): pass"),
        ("def f():\n    yield 1", "def f():\n    return [1]"),
        ("def f():\n    n = 1\n    return n", "def f():\n    return n"),
        ("def f(): pass", "def f(): pass"),
    ],
)
def test_what_is_read_while_a_module_loads_is_left_to_a_new_process(old: str, new: str) -> None:
    with pytest.raises(NotQuick):
        places(ast.parse(old), ast.parse(new))
