"""What is sent to an address: a body that succeeds, who sends it, what the log says afterwards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.contracts.worlds import World

Body = dict[str, Any]


@dataclass(frozen=True)
class Send:
    """A body that succeeds, and the intents of the log entries it leaves, in order."""

    body: Callable[[World], Body]
    intents: tuple[str, ...]
    by: str = "director"


def send(*intents: str, by: str = "director", **body: Any) -> Send:
    """A body that is the same at every world."""
    return Send(lambda _here: body, intents, by)
