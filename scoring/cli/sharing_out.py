"""`python -m scoring validate --jobs N`: the files in order, an even share to each of N processes.

Where processes can be forked they start with the rules read and the program loaded, so that a share costs what its sheets
cost; elsewhere each is a command of its own. What a process says goes to a file and from there to the output, in order.
"""

from __future__ import annotations

import os
import sys
import threading
from argparse import Namespace
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import IO, TYPE_CHECKING, NamedTuple

from core.later import later
from core.messages import gettext_noop
from scoring.cli.rules_in_use import Rules
from scoring.cli.validating import Result, tell_files

if TYPE_CHECKING:
    import subprocess
    import tempfile
else:
    subprocess, tempfile = later("subprocess"), later("tempfile")

_CHUNK = 1 << 20
_CODES = (0, 1, 2)
_BROKE_OFF = gettext_noop("a process broke off: sheets %(first)s to %(last)s may be missing above")


class _Share(NamedTuple):
    """One process at work: where it writes, and what waits for its exit code."""

    out: IO[str]
    wait: Callable[[], int]


def share_out(options: Namespace) -> Result:
    """As `validate_command`; the first share is done here, the others meanwhile."""
    jobs = max(min(options.jobs, len(options.files)), 1)
    (_, own), *rest = pairwise(len(options.files) * job // jobs for job in range(jobs + 1))
    rules = Rules(options)
    # A fork copies the one thread that asks for it, and none of the others: then what they hold stays locked.
    forks = hasattr(os, "fork") and threading.active_count() == 1
    files = [options.files[first:last] for first, last in rest]
    shares = [_forked(rules, one) if forks else _command(options, one) for one in files]
    codes, lines = [tell_files(rules, options.files[:own])], []
    for share, (first, last) in zip(shares, rest, strict=True):
        codes.append(_told(share))
        if codes[-1] not in _CODES:
            codes[-1] = 2
            lines.append(_BROKE_OFF % {"first": first + 1, "last": last})
    return max(codes), lines


def _told(share: _Share) -> int:
    """Wait for it and print what it said."""
    code = share.wait()
    sys.stdout.flush()
    with share.out as out:
        out.seek(0)
        while data := os.read(out.fileno(), _CHUNK):
            sys.stdout.buffer.write(data)
    return code


def _output() -> IO[str]:
    """A file without a name: in memory where there is such a thing."""
    if hasattr(os, "memfd_create"):
        return os.fdopen(os.memfd_create("share"), "w+", encoding="utf-8", errors="replace", newline="\n")
    return tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace", newline="\n")


def _forked(rules: Rules, files: Sequence[str]) -> _Share:
    """The child ends without the parent's endings: nothing that was open before is flushed twice."""
    sys.stdout.flush()
    out = _output()
    number = os.fork()
    if number:
        return _Share(out, lambda: os.waitstatus_to_exitcode(os.waitpid(number, 0)[1]))
    code = max(_CODES) + 1
    try:
        sys.stdout = out
        code = tell_files(rules, files)
        out.flush()
    finally:
        os._exit(code)


def _command(options: Namespace, files: Sequence[str]) -> _Share:
    out = _output()
    return _Share(out, subprocess.Popen(_arguments(options, files), stdout=out).wait)


def _arguments(options: Namespace, files: Sequence[str]) -> list[str]:
    given = {"--ruleset": options.ruleset, "--words": options.words, "--theme": options.theme}
    named = [part for name, value in given.items() if value for part in (name, value)]
    sets = [part for value in options.set for part in ("--set", value)]
    flags = [name for name, on in (("--confirmed", options.confirmed), ("--json", options.json)) if on]
    return [sys.executable, "-m", "scoring", "validate", *named, *sets, *flags, "--", *files]
