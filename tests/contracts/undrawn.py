"""Addresses asked for what they answer, not for what stands on their pages."""

from __future__ import annotations

import pytest
from django.template.backends.django import Template

from tdapp.api.reference import pages


def nothing_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Templates give nothing, and what a process keeps of them is forgotten with the test."""
    monkeypatch.setattr(Template, "render", lambda *_page, **_more: "")
    monkeypatch.setattr(pages, "MADE", {})
