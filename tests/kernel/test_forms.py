"""What every form has beyond Django's own."""

from __future__ import annotations

from typing import Any

import pytest
from django import forms
from django.test.html import parse_html

from tdapp.kernel.pages.forms import LongSelect

CHOICES = [("", "–"), ("7", "7 dela Cruz, <Ana>"), ("12", "12 Peña & Co")]


def form_with(
    widget: type[forms.Select], data: dict[str, str] | None, required: bool, **attrs: str
) -> forms.Form:
    """A form of one choice."""

    class Asking(forms.Form):
        one = forms.ChoiceField(choices=CHOICES, widget=widget(attrs=attrs), required=required)

    return Asking(data, initial={"one": "7"}, auto_id="ask_%s")


@pytest.mark.parametrize("data", [None, {"one": "12"}, {"one": ""}, {"one": "99"}])
@pytest.mark.parametrize("required", [True, False])
@pytest.mark.parametrize("attrs", [{}, {"class": "w-name", "autofocus": "autofocus"}])
def test_a_long_select_says_what_a_select_says(
    data: dict[str, str] | None, required: bool, attrs: dict[str, Any]
) -> None:
    kinds = (LongSelect, forms.Select)
    long, usual = (parse_html(str(form_with(kind, data, required, **attrs)["one"])) for kind in kinds)
    assert long == usual
