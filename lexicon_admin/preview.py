"""What a draft would make of the list, looked at before it is published: nothing is written."""

from __future__ import annotations

from typing import NamedTuple

from lexicon_admin.commands.publishing import changes_of, changes_seen
from lexicon_admin.lists import editions
from lexicon_admin.models import Edition
from lexicon_admin.words.sifting import Row


class Preview(NamedTuple):
    """Words that come, go, or mean something else; `idle`: the list has it so already. `seen`: to publish just this."""

    added: tuple[Row, ...]
    removed: tuple[Row, ...]
    changed: tuple[Row, ...]
    idle: tuple[str, ...]
    before: int
    seen: str

    @property
    def words(self) -> int:
        """How many words the edition would hold."""
        return self.before + len(self.added) - len(self.removed)


def of(draft: Edition) -> Preview:
    """The changes of a draft against the edition it starts from."""
    base = editions.store_of(draft.base) if draft.base else None
    parts: dict[str, list[Row]] = {"added": [], "removed": [], "changed": []}
    idle: list[str] = []
    for key, row in sorted(changes_of(draft)[1].items()):
        known = base.get(key) if base else None
        there = Row(known.key, known.printed, known.definition) if known else None
        if row == there:
            idle.append(key)
        elif row is None and there is not None:
            parts["removed"].append(there)
        elif row is not None:
            parts["changed" if there else "added"].append(row)
    lists = {name: tuple(rows) for name, rows in parts.items()}
    return Preview(**lists, idle=tuple(idle), before=len(base) if base else 0, seen=changes_seen(draft))
