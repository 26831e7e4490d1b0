"""What every form has: a key against double sending, refusals beside what was typed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import uuid4

from django import forms
from django.forms.utils import flatatt
from django.utils.datastructures import MultiValueDict
from django.utils.html import conditional_escape as escaped
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tdapp.kernel.refusals import Refusal

NO_SUGGESTIONS = {"autocomplete": "off", "spellcheck": "false"}
FOCUS = {**NO_SUGGESTIONS, "autofocus": True}
SELECTED = " selected"
NUMBER = {"class": "num w-num", "inputmode": "numeric", "autocomplete": "off"}


def day(**attrs: str) -> forms.DateInput:
    """A date field as browsers know it."""
    return forms.DateInput(attrs={"type": "date", **attrs}, format="%Y-%m-%d")


def number(low: int, high: int, label: Any, **more: Any) -> forms.IntegerField:
    """A whole number, short and right-aligned."""
    attrs = {**NUMBER, **more.pop("attrs", {})}
    widget = forms.NumberInput(attrs=attrs)
    return forms.IntegerField(min_value=low, max_value=high, label=label, widget=widget, **more)


class LongSelect(forms.Select):
    """One of hundreds: written in one piece, not with a template for each choice."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """The same as Django's own select writes."""
        chosen = set(self.format_value(value))
        offered: Iterable[tuple[Any, Any]] = self.choices
        options = "\n".join(
            f'<option value="{escaped(key)}"{SELECTED * (str(key) in chosen)}>{escaped(label)}</option>'
            for key, label in offered
        )
        said = flatatt({"name": name, **self.build_attrs(self.attrs, attrs)})
        return format_html("<select{}>\n{}\n</select>", said, SafeString(options))


# So many are chosen from a list; of more, one types the number, and the browser offers those whose name begins so.
LISTED = 200


class TypedNumber(forms.TextInput):
    """One of a thousand: its number, with one list of suggestions (`suggestions`) for all such fields of a page."""

    def __init__(self, suggestions: str) -> None:
        super().__init__(attrs={**NO_SUGGESTIONS, "list": suggestions, "class": "w-number-or-name"})

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        """What was typed, without what a thumb leaves around it."""
        typed = super().value_from_datadict(data, files, name)
        return typed.strip() if isinstance(typed, str) else typed


def suggestions(name: str, offered: Iterable[tuple[Any, Any]]) -> SafeString:
    """The list that fields of `TypedNumber` point at: what is filled in, and how it is called."""
    options = "\n".join(f'<option value="{escaped(key)}">{escaped(label)}</option>' for key, label in offered)
    return format_html('<datalist id="{}">\n{}\n</datalist>', name, SafeString(options))


class DeskForm(forms.Form):
    """A form whose refusals are shown beside what was typed; `status` is what the page answers with."""

    # No id: several forms stand on one page, and nothing points at the key.
    idempotency_key = forms.CharField(
        required=False, max_length=80, widget=forms.HiddenInput(attrs={"id": False})
    )

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.refusal: Refusal | None = None
        self.initial.setdefault("idempotency_key", uuid4().hex)
        if self.prefix:
            del self.fields["idempotency_key"]

    @property
    def status(self) -> int:
        if self.refusal is not None:
            return self.refusal.status
        return 422 if self.is_bound and self.errors else 200

    @property
    def torn(self) -> bool:
        """Whether a field nobody sees is wrong: no field on the page can say so."""
        return self.is_bound and any(field.errors for field in self.hidden_fields())

    def values(self) -> dict[str, Any]:
        """What was typed, without the key."""
        return {name: value for name, value in self.cleaned_data.items() if name != "idempotency_key"}

    def look_again(self, now: str) -> None:
        """After somebody else was faster: what was typed may be sent once more, over what is stored now and was told."""
        if self.refusal is not None and self.refusal.code == "stale":
            data = MultiValueDict({name: self.data.getlist(name) for name in self.data})  # type: ignore[attr-defined]
            data["seen"] = now
            self.data = data

    def refuse(self, refusal: Refusal) -> None:
        """Take over a command's sentences; a key that is spent is replaced, so that sending again is possible."""
        self.refusal = refusal
        sentences = list(refusal.sentences)
        if refusal.code == "key-reused":
            data = MultiValueDict({name: self.data.getlist(name) for name in self.data})  # type: ignore[attr-defined]
            data["idempotency_key"] = uuid4().hex
            self.data = data
            sentences = [
                _("This form was sent before. See whether it is already there; if not, send it again.")
            ]
        self.errors  # noqa: B018  (the lists of errors exist only after they were asked for)
        for sentence in sentences:
            self.add_error(None, sentence)
