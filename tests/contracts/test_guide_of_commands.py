"""Every command of ours stands in the guide's page of commands, one line each, with options it has."""

from __future__ import annotations

import re
from pathlib import Path

from django.core.management import get_commands, load_command_class

PAGE = Path(__file__).parents[2] / "docs" / "guide" / "commands.md"
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


def _options(name: str) -> set[str]:
    parser = load_command_class(OURS[name], name).create_parser("manage.py", name)
    return set(parser._option_string_actions)
