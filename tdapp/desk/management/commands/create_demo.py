"""`create_demo`: the demo event of a new installation, once."""

from __future__ import annotations

from typing import Any

from tdapp.desk.rehearsal.demo import demo
from tdapp.events.cli import DeskCommand, installation_context
from tdapp.events.members.commands.members import add_member
from tdapp.events.models import Event
from tdapp.kernel import context
from tdapp.kernel.models import User


class Command(DeskCommand):
    help = "Create the demo event (24 players, three rounds closed, round 4 half in); does nothing when it is there."

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        known = Event.objects.filter(slug="demo").first()
        if known:
            return {"event": known.slug, "created": False}
        event = demo(installation_context(options["user"]))
        inside = context.system(event.scope_key, via="cli")
        for user in User.objects.filter(operator=True, is_active=True):
            add_member(inside, event, user=user, role="director")
        return {"event": event.slug, "created": True}
