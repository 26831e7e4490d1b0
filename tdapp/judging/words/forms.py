"""Forms of a division's words: decide one for the event, choose the lists."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from lexicon_admin.models import Edition
from tdapp.judging.models import Pin, WordOverride, WordRules
from tdapp.kernel.pages.forms import FOCUS, NO_SUGGESTIONS, DeskForm

IN_PLAY = (
    (
        WordRules.InPlay.CLOSED,
        _("Nobody: judges and members of the committee hear whether all words of a slip stand."),
    ),
    (
        WordRules.InPlay.OFFICIALS,
        _("Judges and members of the lists' committee who do not play in the round."),
    ),
)
JUDGES = (
    ("1", _("One judge, with a source.")),
    (
        "2",
        _("Two judges: neither sees the other's verdict before giving their own; a third where they differ."),
    ),
)
MODES = (
    (WordRules.Mode.LIST, _("The lists decide: a word in none of them is unacceptable.")),
    (WordRules.Mode.JUDGE, _("A judge decides what no list knows, with a source.")),
)


class SlipForm(DeskForm):
    """A slip of words to be checked at once. What is missing is said by the page, not by the browser's own bubble."""

    use_required_attribute = False

    words = forms.CharField(
        label=_("Words"), max_length=4000, error_messages={"required": _("Type or paste the words of the slip.")},
        help_text=_(
            "one a line, or with commas, from three on with blanks between; numbers before them are left off; at most 60"
        ),
        widget=forms.Textarea(attrs={**FOCUS, **NO_SUGGESTIONS, "rows": 12, "autocapitalize": "characters"}),
    )  # fmt: skip


class InPlayForm(DeskForm):
    """Who may look single words up while a round is played; may change during the event, with a reason."""

    in_play = forms.ChoiceField(
        label=_("Single words while a round is played"), choices=IN_PLAY, widget=forms.RadioSelect
    )
    judges = forms.ChoiceField(
        label=_("Who decides a word no list knows"), choices=JUDGES, widget=forms.RadioSelect
    )
    reason = forms.CharField(
        label=_("Why it changes"), required=False, max_length=300, widget=forms.TextInput(NO_SUGGESTIONS),
        help_text=_("needed once round 1 is posted"),
    )  # fmt: skip


class OverrideForm(DeskForm):
    """One word, decided for the whole event."""

    word = forms.CharField(label=_("Word"), max_length=60, widget=forms.TextInput(FOCUS))
    verdict = forms.ChoiceField(
        label=_("Decision"),
        choices=(
            ("", _("choose")),
            (WordOverride.Verdict.ACCEPTABLE, _("acceptable")),
            (WordOverride.Verdict.UNACCEPTABLE, _("unacceptable")),
            (WordOverride.Verdict.WITHDRAWN, _("decision withdrawn: the lists decide again")),
        ),
    )
    reason = forms.CharField(label=_("Reason"), max_length=300, widget=forms.TextInput(NO_SUGGESTIONS))


class WordsForm(DeskForm):
    """The editions a division goes by, layer by layer, and who decides what they do not know."""

    main = forms.ChoiceField(label=_("Dictionary"), required=False)
    dialects = forms.MultipleChoiceField(
        label=_("Dialect lists"), required=False, widget=forms.CheckboxSelectMultiple
    )
    blocks = forms.MultipleChoiceField(
        label=_("Block lists"), required=False, widget=forms.CheckboxSelectMultiple,
        help_text=_("words that are refused whatever the other lists say"),
    )  # fmt: skip
    theme = forms.ChoiceField(
        label=_("Theme list"), required=False, help_text=_("earns points and admits nothing")
    )
    mode = forms.ChoiceField(label=_("Words in no list"), choices=MODES, widget=forms.RadioSelect)

    def __init__(self, *args: Any, editions: Iterable[Edition], **more: Any) -> None:
        super().__init__(*args, **more)
        known = list(editions)
        self.has_editions = bool(known)
        for name, layer in LAYERS.items():
            rows = [(str(row.pk), edition_in_words(row)) for row in known if row.lexicon.kind == layer]
            field: Any = self.fields[name]
            field.choices = rows if name in {"dialects", "blocks"} else [("", now("none")), *rows]
            if not rows and name != "main":
                del self.fields[name]

    def editions(self) -> list[str]:
        """The chosen editions' ids in the order they are asked in."""
        values = self.values()
        single = [values.get("main", ""), values.get("theme", "")]
        return [
            pk for pk in (single[0], *values.get("dialects", ()), *values.get("blocks", ()), single[1]) if pk
        ]


LAYERS = {
    "main": Pin.Layer.MAIN,
    "dialects": Pin.Layer.DIALECT,
    "blocks": Pin.Layer.BLOCK,
    "theme": Pin.Layer.THEME,
}


def edition_in_words(row: Edition) -> str:
    """Name, day and the beginning of the digest, so that two editions are never taken for one another."""
    facts = {"edition": row, "day": row.effective_from, "hash": row.sha256[:12], "words": row.words}
    sentence = ngettext(
        "%(edition)s, from %(day)s, %(words)s word, %(hash)s",
        "%(edition)s, from %(day)s, %(words)s words, %(hash)s",
        row.words,
    )
    return sentence % facts
