"""What the rooms say of their addresses, put together."""

from __future__ import annotations

from typing import TypeVar

Said = TypeVar("Said")


def joined(*rooms: dict[str, Said]) -> dict[str, Said]:
    """All of them in one; nothing is said twice, and no address stands with another room's."""
    found: dict[str, Said] = {}
    spaces: dict[str, int] = {}
    for number, room in enumerate(rooms):
        for name, said in room.items():
            assert name not in found, f"{name} is said by two rooms"
            space = name.rpartition(":")[0]
            assert spaces.setdefault(space, number) == number, (
                f"{name}: the others of {space} stand in another room"
            )
            found[name] = said
    return found
