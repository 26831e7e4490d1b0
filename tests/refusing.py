"""What is pressed and must be refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tdapp.kernel.refusals import Refusal


def refused(code: str, press: Callable[[], Any]) -> Refusal:
    """The refusal a call ends with; it has this code."""
    with pytest.raises(Refusal) as met:
        press()
    assert met.value.code == code, f"refused, but as {met.value.code}: {met.value}"
    return met.value
