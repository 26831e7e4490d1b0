"""Tie-breaks chosen in order, with the line beside them: both say the same, and whichever was changed counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from pairings.standings.metrics import LOT, RULES
from tdapp.kernel import clock
from tdapp.kernel.messages.sentences import translated
from tdapp.kernel.pages.forms import NO_SUGGESTIONS, SELECTED

MOST = 6


class RankingInput(forms.TextInput):
    """The line, and a list to choose from for each place of the order."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """Lists first, then the line; `name-was` tells what the line said, so that a change of either is seen."""
        line = str(value or "")
        words = read(line)
        lists = format_html_join("", "{}", ((_list(name, at, words),) for at in range(MOST)))
        return format_html(
            '<div class="ranking" data-ranking="{}"><ol class="btn-row" role="list">{}</ol>{}'
            '<input type="hidden" name="{}-was" value="{}"></div>',
            name, lists, super().render(name, line, {**(attrs or {}), **NO_SUGGESTIONS}, renderer), name, line,
        )  # fmt: skip

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> Any:
        """The line where it was changed or stands alone, else what the lists say."""
        line, was = data.get(name), data.get(f"{name}-was")
        picked = [str(data.get(f"{name}-{at}", "")) for at in range(MOST)]
        if was is None or line != was or not any(picked):
            return line
        chosen, before = [word for word in picked if word], read(was)
        return ", ".join(chosen + before[MOST:]) if chosen != before[:MOST] else line


def read(line: str) -> list[str]:
    """The words of a line."""
    return line.replace(",", " ").split()


def _list(name: str, at: int, words: Sequence[str]) -> SafeString:
    chosen = words[at] if at < len(words) else ""
    label = _("Tie-break %(n)s") % {"n": at + 1} if at else _("First by")
    offered = {"": "\N{EN DASH}", **{rule.name: translated(rule.label) for rule in RULES.values()}}
    lot = next((word for word in words if word.startswith("lot:")), f"lot:{clock.today():%Y%m%d}")
    offered |= {lot: translated(LOT)} | ({chosen: chosen} if chosen not in {*offered, lot} else {})
    options = format_html_join(
        "", '<option value="{}"{}>{}</option>',
        ((word, SELECTED if word == chosen else "", title) for word, title in offered.items()),
    )  # fmt: skip
    return format_html(
        '<li><select name="{}-{}" aria-label="{}" data-rank>{}</select></li>', name, at, label, options
    )
