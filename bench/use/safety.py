"""What destroys or takes away at the desk, and how each is safe: another button brings it back, or it asks before."""

from __future__ import annotations

import re
from pathlib import Path

from django.urls import URLPattern, URLResolver, get_resolver

ROOT = Path(__file__).resolve().parents[2]
# The address that takes the action back; "" where nothing does: then its form asks first (a dialog, a reason, a tick,
# the name typed).
ACTIONS = {
    "desk:round_discard": "", "desk:round_recall": "", "desk:close_round": "desk:reopen", "desk:reopen": "desk:close_round",
    "desk:enter": "desk:undo", "desk:table_correct": "desk:table_correct", "desk:round_edit": "desk:round_undo",
    "desk:round_repair": "desk:round_undo", "desk:show_pairings": "desk:show_pairings", "desk:release": "desk:release",
    "desk:leaving": "desk:leaving_undo", "desk:freeze": "desk:freeze", "desk:unveil": "",
    "desk:ceremony_end": "desk:ceremony_start",
    "desk:phone_renew_all": "", "desk:finalise": "desk:finalise", "desk:prize_remove": "",
    "events:withdraw": "events:rejoin", "events:check_in": "events:check_in", "events:move": "events:move",
    "events:pair_without": "events:check_in", "events:remove": "", "events:put_away": "events:bring_back",
    "events:remove_member": "events:add_member", "events:revoke_link": "events:invite", "screens:remove": "",
    "judging:call_off": "judging:call_from_table", "judging:incident_withdraw": "judging:incident_note",
}  # fmt: skip
ASKS = re.compile(r"data-confirm|_field\.html|name=\"(?:reason|sure)\"|data-reason")


def destructive() -> tuple[int, int, list[str]]:
    """How many are safe, of how many, and the names of those that are not."""
    known = set(_names(get_resolver().url_patterns))
    bad = [name for name, back in ACTIONS.items() if name not in known or not _safe(name, back, known)]
    return len(ACTIONS) - len(bad), len(ACTIONS), [f" NOT: {name}" for name in bad]


def _safe(name: str, back: str, known: set[str]) -> bool:
    return back in known if back else all(ASKS.search(form) for form in _forms(name)) and bool(_forms(name))


def _forms(name: str) -> list[str]:
    """Every form of ours that posts there."""
    pages = [*ROOT.glob("tdapp/*/templates/**/*.html"), *ROOT.glob("lexicon_admin/templates/**/*.html")]
    texts = (page.read_text() for page in pages)
    form = re.compile(
        rf"<form[^>]*?\{{% url '{name}'.*?</form>|formaction=\"\{{% url '{name}'.*?>", re.DOTALL
    )
    return [one for text in texts for one in form.findall(text)]


def _names(patterns: list[URLPattern | URLResolver], space: str = "") -> list[str]:
    found = []
    for one in patterns:
        if isinstance(one, URLResolver):
            found += _names(one.url_patterns, f"{one.namespace}:" if one.namespace else space)
        elif one.name:
            found.append(space + one.name)
    return found
