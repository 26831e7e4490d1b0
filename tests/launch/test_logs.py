"""A log that cannot be written loses its line and nothing else."""

from __future__ import annotations

import errno
import io
import json
import logging
import re
from pathlib import Path
from typing import Any

import pytest
from django.template import Context, Template

from tdapp.kernel.tabular.uploads import UploadTooLarge
from tdapp.launch.process.supervisor import Rotated, open_log
from tdapp.launch.requests import logs
from tests.contracts.addresses import every_address

SECRET = "f9qj-whsec-7731"


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
    assert [json.loads(line)["message"] for line in (tmp_path / "td.log").open()] == ["kept"]


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


class Loud:
    """What fails when it is shown, and says in its fault what it holds."""

    def __init__(self, kept: str) -> None:
        self.kept = kept

    def shown(self) -> str:
        return str(int(self.kept))

    def __str__(self) -> str:
        raise ValueError(self.kept)


PAGES = (
    ("{{ wanted }}", False),
    ("{{ page.wanted.more }}", False),
    ("{{ code|default:wanted }}", True),
    ("{% if code|default:wanted %}.{% endif %}", False),
    ("{% for one in code|default:wanted %}.{% endfor %}", True),
    ("{% with it=page.wanted|add:wanted %}{{ it }}{% endwith %}", True),
    ("{{ loud }}", True),
    ("{{ loud.shown }}", True),
    ("{{ page|dictsort:wanted }}", True),
)


def test_a_page_that_fails_tells_the_log_where_and_no_value_it_was_handed() -> None:
    """Whatever of a template fails beside a secret, at the level that tells most."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logs.JsonLines())
    templates = logging.getLogger("django.template")
    level = templates.level
    templates.addHandler(handler)
    templates.setLevel(logging.DEBUG)
    try:
        for text, raises in PAGES:
            context = {"code": "", "secret": SECRET, "page": {"key": SECRET}, "loud": Loud(SECRET)}
            template = Template(text, name="some/page.html")
            try:
                template.render(Context(context))
            except Exception as error:
                assert raises, text
                told = RuntimeError("the page")
                told.__cause__ = error
                for one in (error, told):
                    templates.error("failed", exc_info=one)
            else:
                assert not raises, text
    finally:
        templates.removeHandler(handler)
        templates.setLevel(level)
    log = stream.getvalue()
    assert SECRET not in log
    assert all(word in log for word in ("which lacks [wanted]", "ValueError", "resolve_lookup"))


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
