"""Before the first page: the update to this version, the demo event, the first director."""

from __future__ import annotations

import io
import json
import sys
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command, get_commands
from django.db import connection, transaction
from django.db.utils import DatabaseError

from tdapp.launch import turns
from tdapp.launch.host.data_folder import tighten
from tdapp.launch.process import control
from tdapp.launch.updating import update, versions
from tdapp.launch.updating.versions import Unusable


def prepare(demo: bool) -> bool:
    """Bring the data folder up to date; False (and a sentence to the supervisor) when that is impossible."""
    try:
        tighten(settings.DATA_DIR)
        with turns.one_at_a_time():
            before = turns.had_owners()
            _migrate()
            if not get_user_model()._default_manager.exists():
                _first_start(demo)
            elif told := turns.owners_sentence(before):
                control.tell(say=told)
    except (Unusable, DatabaseError, OSError) as error:
        control.tell(stop=f"{settings.DATA_DIR}: {error}")
        return False
    finally:
        connection.close()
    return True


def _migrate() -> None:
    """Apply what is missing. The fast path reads one table."""
    update.look_back()
    if versions.lacking():
        call_command("migrate", verbosity=0, interactive=False)


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
