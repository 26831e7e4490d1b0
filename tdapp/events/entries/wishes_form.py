"""The form of a division's wishes: lines with entrants' numbers."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tdapp.kernel.pages.forms import NO_SUGGESTIONS, DeskForm


def lines(label: Any, help_text: Any, rows: int = 3) -> forms.CharField:
    """A field of a few lines."""
    area = forms.Textarea(attrs={"rows": rows, "data-line": "", **NO_SUGGESTIONS})
    return forms.CharField(label=label, help_text=help_text, required=False, max_length=8000, widget=area)


def word(label: Any, help_text: Any) -> forms.CharField:
    """A field of one line."""
    return forms.CharField(
        label=label,
        help_text=help_text,
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs=NO_SUGGESTIONS),
    )


def choice(label: Any, *choices: tuple[str, Any]) -> forms.ChoiceField:
    """A list to choose from."""
    return forms.ChoiceField(label=label, choices=choices, required=False)


class WishesForm(DeskForm):
    """Who shall not meet, who sits out, what is at stake."""

    forbidden = lines(
        _("Never meet"), _("Two numbers a line: 12 15. The round is refused rather than to pair them.")
    )
    apart = lines(
        _("Families and travel mates"),
        _("A group a line: 3 7 9. Kept apart like club mates, as long as it costs nothing more important."),
    )
    byes = lines(_("Byes asked for"), _("A round and who sits out, a line each: 3: 12 14."))
    no_bye = lines(_("Never a bye"), _("Numbers: 4 8."), rows=2)
    access = lines(
        _("Tables for a need"),
        _("A need, the tables that suit it, a colon, and who needs it: step-free 1-4: 12 30."),
    )
    clubs = choice(_("Club mates"), ("", _("as set in the division")), ("never", _("never meet")))
    teams = choice(_("Team mates"), ("", _("kept apart")), ("never", _("never meet")))
    back_to_back = choice(
        _("A rematch of the round before"), ("", _("avoided")), ("never", _("never")), ("ignore", _("like any rematch"))
    )  # fmt: skip
    given_wins = choice(
        _("A win by forfeit"), ("", _("counts as a bye had")), ("ignore", _("is no bye"))
    )  # fmt: skip
    prizes = word(
        _("Prize places"),
        _("The last place that wins a prize. Leave blank for the upper quarter of the field."),
    )
    class_prizes = lines(_("Class prizes"), _("A class and how many prizes, a line each: B 2."), rows=2)
    reading = choice(
        _("Who cannot be caught (Gibson)"),
        ("", _("as tsh reads it")),
        ("liwords", _("as liwords reads it")),
        ("cop", _("as COP reads it")),
    )
    gibson_spread = word(
        _("Spread a player may still gain in a round"),
        _("From the last round backwards: 250 200. Leave blank for 500."),
    )
    spread_caps = word(
        _("Spread cap per game, round by round"),
        _(
            "Like 200 250 300; the last one stands for all later rounds. Leave blank for what the division sets."
        ),
    )
    withdrawn = choice(
        _("Who withdrew, in the standings of rounds before"),
        ("", _("ranked as they stood then")),
        ("out", _("ranked in no round")),
    )
    seen = forms.CharField(required=False, max_length=16, widget=forms.HiddenInput)

    LINES = ("forbidden", "apart", "byes", "access", "no_bye")
    MATES = ("clubs", "teams", "back_to_back", "given_wins")
    STAKES = ("prizes", "class_prizes", "reading", "gibson_spread", "spread_caps", "withdrawn")

    @property
    def line_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.LINES]

    @property
    def mate_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.MATES]

    @property
    def stake_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.STAKES]
