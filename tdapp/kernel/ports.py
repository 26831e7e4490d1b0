"""A port: what a room asks of rooms above it, which it may not import. `tdapp/wiring.py` connects every one of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Generic, TypeVar

Answer = TypeVar("Answer")


class NotConnected(RuntimeError):
    """A port was asked that nobody connected: its line is missing in `tdapp/wiring.py`."""


class Port(Generic[Answer]):
    """Who answers a question, or is told of something, by rooms above: walk through it to get the answers.

    Asking one that was never connected raises NotConnected, so that nothing is passed over in silence; connected to
    nobody (`connect()`) is an answer too.
    """

    made: ClassVar[list[Port[Any]]] = []

    def __init__(self, about: str) -> None:
        self.about = about
        self.answers: tuple[Answer, ...] | None = None
        Port.made.append(self)

    def connect(self, *answers: Answer) -> None:
        """Say who answers, all at once."""
        self.answers = answers

    def __iter__(self) -> Iterator[Answer]:
        if self.answers is None:
            raise NotConnected(
                f"nobody is connected to the port “{self.about}”: add its line to tdapp/wiring.py"
            )
        return iter(self.answers)


def refuse_unconnected() -> None:
    """Raise NotConnected, naming every port without a line; called once all rooms are loaded."""
    left = [port.about for port in Port.made if port.answers is None]
    if left:
        raise NotConnected(f"no line in tdapp/wiring.py for: {', '.join(left)}")
