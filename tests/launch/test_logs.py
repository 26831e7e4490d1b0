"""A log that cannot be written loses its line and nothing else."""

from __future__ import annotations

import errno
import io
import logging
import re
from pathlib import Path
from typing import Any

import pytest

from tdapp.kernel.tabular.uploads import UploadTooLarge
from tdapp.launch.process.supervisor import Rotated, open_log
from tdapp.launch.requests import logs
from tests.contracts.addresses import every_address


class Full(io.StringIO):
    """A stream on a full disk."""

    def write(self, text: str) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")


def logger(handler: logging.Handler) -> logging.Logger:
    made = logging.Logger("test")
    made.addHandler(handler)
    return made


def test_a_full_stream_prints_no_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    logger(logs.Unbroken(Full())).warning("lost")
    assert capsys.readouterr().err == ""


def test_a_full_log_file_prints_no_traceback_and_goes_on_afterwards(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = open_log(tmp_path)
    handler: Any = made.handlers[0]
    assert isinstance(handler, Rotated)
    stream, handler.stream = handler.stream, Full()
    made.warning("lost")
    handler.stream = stream
    made.warning("kept")
    assert capsys.readouterr().err == ""
    assert (tmp_path / "td.log").read_text() == "kept\n"


def test_a_fault_in_the_line_itself_is_still_said(capsys: pytest.CaptureFixture[str]) -> None:
    logger(logs.Unbroken(io.StringIO())).warning("%s %s", "one")
    assert "not enough arguments" in capsys.readouterr().err


def test_what_is_refused_of_a_visitor_is_one_sentence_and_no_traceback() -> None:
    try:
        raise UploadTooLarge(1)
    except UploadTooLarge as error:
        told = (logging.ERROR, __file__, 1, str(error), (), (type(error), error, error.__traceback__))
    line, fault = (
        logs.JsonLines().format(logging.LogRecord(name, *told))
        for name in ("django.security.UploadTooLarge", "td")
    )
    assert ("larger than any upload" in line, "traceback" in line, "traceback" in fault) == (
        True,
        False,
        True,
    )


def test_the_settings_log_through_it() -> None:
    told: Any = logs.config("INFO", "stdout")
    assert told["handlers"]["stream"]["class"] == "tdapp.launch.requests.logs.Unbroken"


# What in an address opens nothing: a certificate is looked up by everybody, a session or a copy by who is signed in.
OPENS_NOTHING = frozenset({
    "accounts:end_session", "clubs:certificate", "publishing:certificate", "interchange:backup_check",
    "interchange:backup_file", "interchange:backup_restore",
})  # fmt: skip


def test_no_address_that_opens_a_door_stands_in_a_log() -> None:
    """Free text in an address is a token or a code, unless it is named above."""
    free = [one for one in every_address() if "<str:" in one.pattern and one.name not in OPENS_NOTHING]
    assert {"accounts:invited", "events:join", "publishing:card"} <= {one.name for one in free}
    for one in free:
        path = "/" + re.sub(r"<str:\w+>", "f9qj" * 8, re.sub(r"<(?!str)\w+:\w+>", "x", one.pattern))
        assert "f9qj" not in logs.without_tokens(f"Forbidden (CSRF cookie not set.): {path}"), one.name
    assert (
        logs.without_tokens("Not Found: /c/lipa-tile-club/members/")
        == "Not Found: /c/lipa-tile-club/members/"
    )
