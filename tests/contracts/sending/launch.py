"""The program itself, whatever is installed in it."""

from __future__ import annotations

from tests.contracts.sending.send import Send, send

SENDS: dict[str, Send] = {
    "set_language": send(language="fil"),
}
