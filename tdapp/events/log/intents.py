"""What each entry of the log is called for people: commands say it themselves; an unknown one is shown as it is."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tdapp.events.titles import Title
from tdapp.kernel.commands import REGISTRY

# What is written by no command of today: refused tries, and the commands of older logs.
OTHERS: dict[str, Title] = {
    "event.taken_over": _("taken over by this laptop"),
    "entrant.late": _("entered late"),
    "member.wrong_pin": _("wrong PIN"),
    "phone.wrong_code": _("wrong code at a phone"),
    "installation.restore": _("backup restored"),
}


def title_of(intent: str) -> Title:
    """The words for what was done, in the language of the page."""
    run = REGISTRY.get(intent)
    return gettext(run.title) if run else OTHERS.get(intent, intent)
