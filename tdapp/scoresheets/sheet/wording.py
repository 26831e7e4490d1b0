"""Sentences of the scoring room in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext

from scoring.messages import Message


def said(message: Message) -> str:
    """One sentence, its facts filled in; sentences among the facts are translated too."""
    return gettext(message.template) % {name: _fact(value) for name, value in message.facts.items()}


def _fact(value: object) -> object:
    return said(value) if isinstance(value, Message) else value


def all_said(messages: Iterable[Message]) -> list[str]:
    """Several sentences."""
    return [said(message) for message in messages]
