"""What this room does between other things, asked by the worker now and then: copies that are due, files to forget."""

from __future__ import annotations

from tdapp.interchange import staging
from tdapp.interchange.backups import copies
from tdapp.interchange.commands import copies_due, entering, events, roster
from tdapp.interchange.copies import handover
from tdapp.kernel import context
from tdapp.kernel.commands import Installation


def tick() -> None:
    """A few light queries when there is nothing to do."""
    copies.tick()
    copies_due.tick()
    handover.look_for_others()
    entering.clear_left_behind()
    staging.clear_left_behind()
    if roster.overdue().exists():
        roster.forget_lists(context.system(), Installation())
    if events.overdue().exists():
        events.forget_imports(context.system(), Installation())
