"""Lines built by pressing: a button named `press` changes what a form's lines say, a list beside them shows what they mean.

The lines are all there is: a press makes other lines of them, and nothing is stored before the form is saved. Without a
script the page comes back with the new lines; `td/pressing.js` asks for the parts that change and puts them in place.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.http import HttpRequest, QueryDict

READ = "read"


def press_of(request: HttpRequest) -> str:
    """What was pressed ("read": the lines were typed, show what they mean); "" for a form that is saved."""
    return request.POST.get("press", "") if request.method == "POST" else ""


def for_script(request: HttpRequest) -> bool:
    """Whether the script asks, which wants the parts alone."""
    return "X-Pressed" in request.headers


def retold(typed: QueryDict, told: Mapping[str, str]) -> QueryDict:
    """A form's data with other lines in it."""
    data = typed.copy()
    for name, value in told.items():
        data[name] = value
    return data


def without_line(text: str, at: str) -> str:
    """A text without its line of that number (from 0); as it was when there is none."""
    lines = text.splitlines()
    if at.isdecimal() and len(at) < 5 and int(at) < len(lines):
        del lines[int(at)]
    return "\n".join(lines)


def with_line(text: str, line: str) -> str:
    """A text with one line more."""
    return "\n".join([*(one for one in text.splitlines() if one.strip()), line]) if line else text
