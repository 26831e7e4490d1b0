"""The maintenance lock: while it is held no `./td run` starts, and while one runs it cannot be had."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

from tdapp.kernel.refusals import Refusal
from tdapp.launch.host import data_folder


@contextmanager
def maintenance() -> Iterator[None]:
    """Hold the data folder for this block; refuses (409) while the program, or another restore, uses it."""
    with data_folder.alone_in(Path(settings.DATA_DIR)) as alone:
        if not alone:
            raise Refusal(
                "in-use", _("The program is running on this data. Stop it, then restore."), status=409
            )
        yield
