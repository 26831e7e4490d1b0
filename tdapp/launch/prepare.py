"""Before the first page: the update to this version, the demo event, the first director."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command, get_commands
from django.db import connection, transaction
from django.db.utils import DatabaseError

from tdapp.kernel.ports import Port
from tdapp.launch import counting, turns
from tdapp.launch.host.data_folder import tighten
from tdapp.launch.process import control
from tdapp.launch.steps import DATA, PAGES
from tdapp.launch.updating import update, versions
from tdapp.launch.updating.versions import Unusable

MOST_EVENTS = 3
NEWEST: Port[Callable[[int], list[dict[str, Any]]]] = Port(
    "which events are the newest, for who starts the program"
)


def prepare(demo: bool) -> bool:
    """Bring the data folder up to date; False (and a sentence to the supervisor) when that is impossible."""
    try:
        tighten(settings.DATA_DIR)
        with turns.one_at_a_time():
            before = turns.had_owners()
            control.tell(step=DATA)
            counting.forget()
            _migrate()
            if not get_user_model()._default_manager.exists():
                _first_start(demo)
            elif told := turns.owners_sentence(before):
                control.tell(say=told)
            control.tell(step=PAGES, events=_events())
    except (Unusable, DatabaseError, OSError) as error:
        control.tell(stop=f"{settings.DATA_DIR}: {error}")
        return False
    finally:
        connection.close()
    return True


def _migrate() -> None:
    """Apply what is missing. The fast path reads one table."""
    update.look_back()
    if lacking := versions.lacking():
        call_command("migrate", verbosity=1, interactive=False, stdout=Counted(len(lacking)))


class Counted(io.StringIO):
    """What `migrate` says, counted for who waits for it."""

    def __init__(self, of: int) -> None:
        super().__init__()
        self.done, self.of = 0, of

    def write(self, text: str) -> int:
        """Each migration is named once, as it begins."""
        if begun := text.count("Applying "):
            self.done += begun
            control.tell(step=DATA, done=min(self.done, self.of), of=self.of)
        return super().write(text)


def _events() -> list[dict[str, Any]]:
    """The newest events, for the lines that say what is where."""
    return [event for newest in NEWEST for event in newest(MOST_EVENTS)]


def _first_start(demo: bool) -> None:
    """The director, and the order for the demo, which the worker makes beside the first page: both or neither."""
    with transaction.atomic():
        director = _run("create_director")
        event = _run("create_demo", "--later") if demo else {}
        # Before they are there for good: a kill in between costs another password, not the way in.
        control.tell(director=director, event=event)


def _run(command: str, *arguments: str) -> dict[str, Any]:
    """A management command's JSON answer; {} when this installation has no such command."""
    if command not in get_commands():
        return {}
    answer = io.StringIO()
    call_command(command, *arguments, "--json", stdout=answer, stderr=sys.stderr)
    found = json.loads(answer.getvalue() or "{}")
    return found if isinstance(found, dict) else {"answer": found}
