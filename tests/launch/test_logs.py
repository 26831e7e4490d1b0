"""A log that cannot be written loses its line and nothing else."""

from __future__ import annotations

import errno
import io
import logging
from pathlib import Path
from typing import Any

import pytest

from tdapp.launch.process.supervisor import Rotated, open_log
from tdapp.launch.requests import logs


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


def test_the_settings_log_through_it() -> None:
    told: Any = logs.config("INFO", "stdout")
    assert told["handlers"]["stream"]["class"] == "tdapp.launch.requests.logs.Unbroken"
