"""The day by `./td manage`: what a command says, and what it refuses."""

from __future__ import annotations

import io

import pytest
from django.core.management import call_command

from tests import factories


def run(name: str, hall: factories.Hall, *words: str) -> str:
    """What the command says of the hall's event."""
    out = io.StringIO()
    call_command(name, hall.event.slug, *words, stdout=out)
    return out.getvalue()


def refused(capsys: pytest.CaptureFixture[str], name: str, hall: factories.Hall, *words: str) -> str:
    """The sentences of a command that ends with exit 2."""
    with pytest.raises(SystemExit) as stopped:
        call_command(name, hall.event.slug, *words)
    assert stopped.value.code == 2
    return capsys.readouterr().err
