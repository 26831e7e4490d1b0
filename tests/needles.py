"""What must not be told, looked for where ids and digests are told too: digits inside one of those are chance."""

from __future__ import annotations

import re


def standing(text: str, *needles: str) -> list[str]:
    """Those of the needles that stand in a text by themselves, not inside a longer word or number."""
    return [one for one in needles if re.search(rf"(?<![0-9A-Za-z]){re.escape(one)}(?![0-9A-Za-z])", text)]
