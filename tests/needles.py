"""What must not be told, looked for where ids, digests and counted names are told too: digits inside one are chance."""

from __future__ import annotations

import re

# As `tests.factories` names events, people and players: by counting up.
COUNTED = re.compile(r"\b(?:event-|user|M-)\d+")


def standing(text: str, *needles: str) -> list[str]:
    """Those of the needles that stand in a text by themselves, not inside a longer word or number."""
    text = COUNTED.sub("", text)
    return [one for one in needles if re.search(rf"(?<![0-9A-Za-z]){re.escape(one)}(?![0-9A-Za-z])", text)]
