"""What every form of the desk has, from the kernel, where rooms below the events find it too."""

from __future__ import annotations

from tdapp.kernel.pages.forms import FOCUS, NO_SUGGESTIONS, NUMBER, DeskForm, LongSelect, day, number

__all__ = ["FOCUS", "NO_SUGGESTIONS", "NUMBER", "DeskForm", "LongSelect", "day", "number"]
