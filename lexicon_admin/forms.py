"""Forms of the word lists."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from lexicon_admin import rulesets
from lexicon_admin.models import Lexicon, Proposal, Seat, Vote
from lexicon_admin.words.files.encoding import KNOWN
from tdapp.kernel.pages.forms import NO_SUGGESTIONS, DeskForm, day, number

LANGUAGES = [
    ("fil", _("Filipino")), ("es", _("Spanish")), ("en", _("English")), ("ceb", _("Cebuano")), ("ilo", _("Ilocano")),
    ("de", _("German")), ("fr", _("French")),
    ("hil", _("Hiligaynon")), ("bik", _("Bikol")), ("pam", _("Kapampangan")), ("war", _("Waray")), ("pag", _("Pangasinan")),
]  # fmt: skip
ENCODINGS = [("", _("as it is found")), *((name, name) for name in KNOWN)]
POLICY_CHOICES: dict[str, tuple[Any, list[tuple[str, Any]]]] = {
    "capitals": (
        _("Capitals"),
        [
            ("proper", _("a proper noun: leave it out")),
            ("words", _("words like others in this list (German nouns)")),
            ("ignore", _("say nothing in this file: it is all in capitals")),
        ],
    ),
    "diacritics": (_("Diacritics"), [("fold", _("do not count")), ("keep", _("count: Ä is no A"))]),
    "hyphen": (
        _("Hyphens"),
        [
            ("exclude", _("leave the word out")),
            ("strip", _("take the hyphen off")),
            ("keep", _("keep it in print only")),
        ],
    ),
    "apostrophe": (_("Apostrophes"), [("exclude", _("leave the word out")), ("strip", _("take it off"))]),
    "no_tile": (
        _("Letters without a tile"),
        [("keep", _("keep: a blank can be one")), ("exclude", _("leave the word out"))],
    ),
    "unplayable": (_("Words nobody can lay"), [("keep", _("keep")), ("exclude", _("leave out"))]),
    "linker": (
        _("Linker forms in -ng"),
        [("flag", _("keep and count")), ("exclude", _("leave out")), ("off", _("do not look"))],
    ),
}


class SeenForm(DeskForm):
    """A form that says what was looked at (`seen`)."""

    seen = forms.CharField(widget=forms.HiddenInput, max_length=64)

    def look_at(self, seen: str) -> None:
        """What the page shows from now on, after it was refused because something had changed."""
        self.data = {**self.data.dict(), "seen": seen} if isinstance(self.data, QueryDict) else self.data


class PolicyForm(DeskForm):
    """How a list is to be read."""

    encoding = forms.ChoiceField(label=_("Encoding"), required=False, choices=ENCODINGS)

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        for name, (label, choices) in POLICY_CHOICES.items():
            self.fields[name] = forms.ChoiceField(label=label, choices=choices, required=False)

    def choices(self) -> dict[str, Any]:
        """Arguments of the import commands; what was not chosen is as usual."""
        given = self.cleaned_data
        policy = {name: given[name] for name in POLICY_CHOICES if given.get(name)}
        return {"encoding": given.get("encoding", ""), "policy": policy}

    @property
    def policies(self) -> list[forms.BoundField]:
        return [self["encoding"], *(self[name] for name in POLICY_CHOICES)]


class ImportForm(PolicyForm):
    """A list, perhaps with its affix file."""

    file = forms.FileField(
        label=_("List of words"), allow_empty_file=True,
        help_text=_("Plain text, CSV, .xlsx, Hunspell .dic, Aspell .cwl, or a zip with one. At most 25 MB and a million words."),
        widget=forms.ClearableFileInput(attrs={"accept": ".txt,.csv,.tsv,.xlsx,.dic,.zip,.lst,.wl,.cwl,.gz"}),
    )  # fmt: skip
    affixes = forms.FileField(
        label=_("Its .aff file"), required=False, allow_empty_file=True, help_text=_("Only with a .dic: its forms are expanded."),
        widget=forms.ClearableFileInput(attrs={"accept": ".aff"}),
    )  # fmt: skip


class ApplyForm(SeenForm):
    """The facts of an edition made from a list."""

    name = forms.CharField(label=_("Edition"), max_length=40, help_text=_("Short, like 2027 or 2027-2."))
    effective_from = forms.DateField(label=_("In force from"), widget=day())
    source = forms.CharField(label=_("Source"), max_length=300)
    licence = forms.CharField(label=_("Licence"), max_length=120)
    attribution = forms.CharField(label=_("Attribution"), max_length=500, required=False)
    public = forms.BooleanField(
        label=_("The licence lets everybody search and take these words"), required=False
    )
    note = forms.CharField(
        label=_("What changed, for the public"),
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class LexiconForm(DeskForm):
    """A new list."""

    name = forms.CharField(label=_("Name"), max_length=80, widget=forms.TextInput(attrs=NO_SUGGESTIONS))
    slug = forms.SlugField(
        label=_("Short name"), max_length=40, help_text=_("For addresses: letters, digits, hyphens.")
    )
    kind = forms.ChoiceField(label=_("Kind"), choices=Lexicon.Kind.choices)
    blocks = forms.ChoiceField(
        label=_("A block list of"), choices=[("", "–"), *Lexicon.Blocks.choices], required=False
    )
    ruleset = forms.ChoiceField(label=_("Tiles of"), required=False)
    language = forms.ChoiceField(
        label=_("Language"), required=False, choices=[("", _("that of the tiles")), *LANGUAGES]
    )
    diacritics = forms.ChoiceField(
        label=_("Diacritics"),
        required=False,
        choices=[("", _("as its language has them")), *Lexicon.Diacritics.choices],
    )
    quorum = number(1, 100, _("Quorum (votes)"), initial=3)
    threshold = number(1, 100, _("Threshold (percent yes)"), initial=60)
    days = number(
        0, 365, _("Days a vote is open"), initial=0, help_text=_("0: until the secretary closes it.")
    )

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.fields["ruleset"].choices = [("", _("no board: letters alone")), *rulesets.titles()]  # type: ignore[attr-defined]


class SettingsForm(LexiconForm):
    """What may change about a list."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        for name in ("slug", "kind", "blocks", "diacritics"):
            del self.fields[name]
        self.fields["language"] = forms.ChoiceField(label=_("Language"), choices=LANGUAGES)


class SeatForm(DeskForm):
    """A seat in the committee."""

    username = forms.CharField(
        label=_("Username"), max_length=150, widget=forms.TextInput(attrs=NO_SUGGESTIONS)
    )
    role = forms.ChoiceField(label=_("Seat"), choices=Seat.Role.choices, initial=Seat.Role.COMMITTEE)


class ProposeForm(DeskForm):
    """A word to add, remove or define."""

    action = forms.ChoiceField(label=_("Proposal"), choices=Proposal.Action.choices)
    word = forms.CharField(label=_("Word"), max_length=60, widget=forms.TextInput(attrs=NO_SUGGESTIONS))
    definition = forms.CharField(label=_("Definition"), max_length=1000, required=False)
    citations = forms.CharField(
        label=_("Sources"), max_length=4000, required=False, help_text=_("Dictionary and page, one a line."),
        widget=forms.Textarea(attrs={"rows": 3}),
    )  # fmt: skip


class OpenForm(DeskForm):
    """What a draft still needs."""

    citations = forms.CharField(
        label=_("Sources"), max_length=4000, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )
    definition = forms.CharField(label=_("Definition"), max_length=1000, required=False)


class RemarkForm(DeskForm):
    text = forms.CharField(
        label=_("Remark"), max_length=4000, required=False, widget=forms.Textarea(attrs={"rows": 2})
    )


class VoteForm(DeskForm):
    choice = forms.ChoiceField(label=_("Your vote"), choices=Vote.Choice.choices, widget=forms.RadioSelect)
    conflict = forms.CharField(
        label=_("Conflict of interest"), max_length=300, required=False,
        help_text=_("If you have one, say it: your vote is kept and does not count."),
    )  # fmt: skip


class ManyForm(DeskForm):
    """Many words proposed at once: pasted, or in a file."""

    action = forms.ChoiceField(label=_("What"), choices=Proposal.Action.choices)
    text = forms.CharField(
        label=_("Words"), required=False, max_length=400_000,
        help_text=_("One a line; behind it, if you like, its definition and its source, with tabs or semicolons between."),
        widget=forms.Textarea(attrs={**NO_SUGGESTIONS, "rows": 12}),
    )  # fmt: skip
    file = forms.FileField(
        label=_("Or a file"), required=False, allow_empty_file=True,
        help_text=_("Text or CSV in UTF-8: word, definition, source. At most 500 words."),
        widget=forms.ClearableFileInput(attrs={"accept": ".txt,.csv,.tsv"}),
    )  # fmt: skip
    citations = forms.CharField(
        label=_("Source of all of them"), required=False, max_length=1000,
        help_text=_("Dictionary and page, or where they were read, for the words whose line names none."),
        widget=forms.Textarea(attrs={"rows": 2}),
    )  # fmt: skip


class InviteForm(DeskForm):
    """An invitation to a seat in the committee."""

    name = forms.CharField(label=_("Name"), max_length=80, required=False, help_text=_("Whom it is for."))
    email = forms.EmailField(
        label=_("E-mail"), max_length=254, required=False, help_text=_("The code is sent there too. Nobody else sees it.")
    )  # fmt: skip
    role = forms.ChoiceField(label=_("Seat"), choices=Seat.Role.choices, initial=Seat.Role.COMMITTEE)
    days = number(1, 60, _("Works for so many days"), initial=14)

    def __init__(self, *args: Any, mail: bool, **more: Any) -> None:
        super().__init__(*args, **more)
        if not mail:
            del self.fields["email"]


class ReasonForm(DeskForm):
    reason = forms.CharField(label=_("Reason"), max_length=300, required=False)


class DraftForm(DeskForm):
    """The next edition."""

    name = forms.CharField(label=_("Edition"), max_length=40, help_text=_("Short, like 2027 or 2027-2."))
    feedback_until = forms.DateField(
        label=_("Feedback until"), required=False, widget=day(),
        help_text=_("The last day on which everybody may say something. Leave blank to ask nobody."),
    )  # fmt: skip
    effective_from = forms.DateField(label=_("In force from"), widget=day())
    note = forms.CharField(
        label=_("What changed, for the public"),
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class FirstDraftForm(DraftForm):
    """The first edition has none to take its source from."""

    source = forms.CharField(label=_("Source"), max_length=300)
    licence = forms.CharField(label=_("Licence"), max_length=120)
    attribution = forms.CharField(label=_("Attribution"), max_length=500, required=False)
    public = forms.BooleanField(
        label=_("The licence lets everybody search and take these words"), required=False
    )


class RedraftForm(DraftForm):
    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        del self.fields["name"]


class PublishForm(SeenForm):
    """The facts of an edition the committee made, looked at last before it is fixed."""

    effective_from = forms.DateField(label=_("In force from"), widget=day())
    source = forms.CharField(label=_("Source"), max_length=300)
    licence = forms.CharField(label=_("Licence"), max_length=120)
    attribution = forms.CharField(label=_("Attribution"), max_length=500, required=False)
    public = forms.BooleanField(
        label=_("The licence lets everybody search and take these words"), required=False
    )
    note = forms.CharField(
        label=_("What changed, for the public"), required=False, max_length=4000, widget=forms.Textarea(attrs={"rows": 3}),
    )  # fmt: skip
    early = forms.BooleanField(label=_("Publish it although feedback is still open"), required=False)
    sure = forms.BooleanField(label=_("I looked at the changes: once published, its words never change"))

    def __init__(self, *args: Any, early: bool = False, **more: Any) -> None:
        super().__init__(*args, **more)
        if not early:
            del self.fields["early"]

    def facts(self) -> dict[str, Any]:
        """What `publish_later` wants."""
        return {name: value for name, value in self.values().items() if name != "sure"}
