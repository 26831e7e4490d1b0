"""Each command asks for what it says it needs, whoever calls it and by whatever door."""

from __future__ import annotations

import importlib
import re
from dataclasses import replace

import pytest

from tdapp.kernel import context
from tdapp.kernel.commands import REGISTRY, Command, Installation
from tdapp.kernel.permissions import EVERYTHING, ROLES, can
from tdapp.kernel.refusals import Missing, NotAllowed
from tests.guards.found import ROOT
from tests.sweeps import swept

# May be asked of whoever has any part in an event, or of anybody signed in.
OPEN = {"member.join", "member.come_back", "pin.told", "session.begin", "session.confirm", "session.end"}


def every_command() -> dict[str, Command]:
    """Every command of the tree, by its intent: whatever file makes one is loaded."""
    for path in (*(ROOT / "tdapp").rglob("*.py"), *(ROOT / "lexicon_admin").rglob("*.py")):
        if re.search(r"^@command\(", path.read_text(encoding="utf-8"), re.MULTILINE):
            importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
    return {intent: run for intent, run in REGISTRY.items() if not intent.startswith("test.")}


COMMANDS = every_command()
by_command = swept("intent", sorted(COMMANDS), name=lambda intent: f"commands:{intent}")


@by_command
def test_a_command_refuses_whoever_has_everything_but_what_it_asks_for(
    intent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(ROLES, "almost", EVERYTHING - {COMMANDS[intent].needs})
    ctx = replace(context.system(), roles=frozenset({"almost"}))
    assert not can(ctx, COMMANDS[intent].needs)
    with pytest.raises(NotAllowed):
        REGISTRY[intent](ctx, Installation())


@by_command
def test_a_command_knows_nothing_of_another_scope(intent: str) -> None:
    ctx = context.system("event:somewhere-else")
    with pytest.raises(Missing):
        REGISTRY[intent](ctx, Installation(scope_key="event:here"))


def test_only_what_is_meant_to_is_open_to_everybody_at_an_event() -> None:
    open_to_all = {"event.view", "session.own"}
    assert {intent for intent, run in COMMANDS.items() if run.needs in open_to_all} == OPEN


def test_no_role_of_an_event_reaches_the_installation() -> None:
    inside = [
        name
        for role, names in ROLES.items()
        if role not in {"system", "owner", "operator", "person", "invited"}
        for name in names
    ]
    assert not [name for name in inside if name.startswith(("installation.", "session.", "account."))]


def test_each_command_says_in_words_what_it_did() -> None:
    titles = [run.title for run in COMMANDS.values()]
    assert len(COMMANDS) > 200
    assert [title for title in titles if not title.strip() or title != title.strip()] == []
