"""What an address is filled in with at a world."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.contracts.worlds import World

Filling = dict[str, Any]
Fill = Callable[[World], Filling]
