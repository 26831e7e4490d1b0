"""What stands on a screen, read from the answers it gets."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from django.test import Client

from tdapp.publishing.screens.commands.screens import add_screen
from tests import factories as f
from tests.publishing.hall import Hall


def feed(here: Hall, asked: str = "", screen: str = "", **headers: str) -> Any:
    """The answer a screen gets: one set in its address, or a named one."""
    base = f"/t/{here.division.event.slug}/screen/"
    return Client().get(f"{base}{screen + '/' if screen else ''}feed?{asked}", headers=headers)


def slides(answer: Any) -> list[str]:
    """The keys of the slides, in order."""
    return re.findall(r'data-slide="([^"]+)"', answer.content.decode())


def text(answer: Any) -> str:
    """Everything there is to read."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", answer.content.decode())).split())


def named(here: Hall, name: str = "Front", **more: Any) -> str:
    """A screen made at the desk; its short name."""
    return str(add_screen(f.program(here.division.event), here.division.event, name=name, **more)["slug"])
