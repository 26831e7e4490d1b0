"""Every command of ours stands in the guide's page of commands, one line each, with options it has; and every command any
guide shows can be typed as it is written.
"""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from django.core.management import CommandError, get_commands, load_command_class

from tdapp.command_line import COMMANDS

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "guide" / "commands.md"
PAGES = (*sorted(PAGE.parent.glob("*.md")), ROOT / "README.md")
SHOWN = re.compile(r"^```.*?\n(.*?)^```|(?<!`)`((?:\./td|python)\b[^`]*)`", re.MULTILINE | re.DOTALL)
# Named in a sentence, without what it is asked about.
NAMED_ALONE = {
    "python",
    "./td manage COMMAND",
    "./td manage COMMAND --help",
    "./td manage check_event",
}
LINE = re.compile(r"^\| `(\w+)([^`]*)` \| \S.*\|$", re.MULTILINE)
OURS = {
    name: app
    for name, app in get_commands().items()
    if isinstance(app, str) and app.split(".")[0] in ("tdapp", "lexicon_admin")
}


def test_no_command_is_missing_in_the_guide_and_none_of_it_is_made_up() -> None:
    told = [name for name, _rest in LINE.findall(PAGE.read_text(encoding="utf-8"))]
    assert sorted(told) == sorted(OURS)


def test_the_guide_names_no_option_a_command_does_not_have() -> None:
    wrong = [
        (name, option)
        for name, rest in LINE.findall(PAGE.read_text(encoding="utf-8"))
        for option in re.findall(r"--[a-z-]+", rest)
        if option not in _options(name)
    ]
    assert not wrong


def test_every_command_a_guide_shows_is_one_that_can_be_typed() -> None:
    shown = [(page.name, command) for page in PAGES for command in _shown(page.read_text(encoding="utf-8"))]
    wrong = [(page, command, why) for page, command in shown if (why := _wrong(command))]
    assert not wrong
    assert len(shown) > 100


def _shown(text: str) -> Iterator[str]:
    """Command lines of a page, without what follows them on their line and without the files they are fed."""
    for block, inline in SHOWN.findall(text):
        for line in block.replace("\\\n", " ").splitlines() if block else [" ".join(inline.split())]:
            for part in line.strip().removeprefix("$ ").split(" && "):
                typed = re.sub(r"\s+(?:[<>|] .*|# .*)|\s{3,}.*", "", part.strip())
                if re.match(r"(\./td|python)\b", typed):
                    yield typed


def _wrong(command: str) -> str:
    """Why a command line cannot be typed so; "" where it can."""
    words = shlex.split(command)
    if command in NAMED_ALONE:
        return ""
    if words[:2] == ["python", "-m"]:
        return "" if find_spec(words[2]) else "no such module"
    if words[0] == "python" and words[1].endswith(".py") and words[1] != "manage.py":
        return "" if (ROOT / words[1]).is_file() else "no such file"
    if words[:2] == ["./td", "manage"]:
        return _not_ours(words[2], words[3:])
    known = {"run", "takeover", *(name for name, _help, _do in COMMANDS)}
    return "" if words in (["./td"], ["python", "td", "run"]) or words[1] in known else "no command of td"


def _not_ours(name: str, words: list[str]) -> str:
    if name not in OURS:
        return "no such command"
    said = io.StringIO()
    try:
        with contextlib.redirect_stderr(said):
            load_command_class(OURS[name], name).create_parser("manage.py", name).parse_args(
                [word.strip("[]") for word in words]
            )
    except (CommandError, SystemExit) as error:
        return said.getvalue() or str(error)
    return ""


def _options(name: str) -> set[str]:
    parser = load_command_class(OURS[name], name).create_parser("manage.py", name)
    return set(parser._option_string_actions)
