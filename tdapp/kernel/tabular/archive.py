"""The zip around a workbook, checked from its directory alone: nothing is unpacked before it passes."""

from __future__ import annotations

import io
import zipfile
from typing import IO

from django.utils.translation import gettext as _

from core import zip_faults
from tdapp.kernel.tabular.limits import MIB, Limits, TooLarge, Unreadable

DIRECTORY_ENTRY = b"PK\x01\x02"
KNOWN = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
ENCRYPTED_FLAG = 0x1


class Archive:
    """A workbook's zip. `open` streams a part, never more of it than the directory promised."""

    def __init__(self, data: bytes, limits: Limits) -> None:
        self._zip = _opened(data, limits)
        infos = self._zip.infolist()
        for info in infos:
            _check_entry(info, limits)
        _check_sum(infos, limits)
        self._names = {info.filename.lstrip("/").lower(): info for info in infos}
        _refuse_kinds(frozenset(self._names))

    def has(self, name: str) -> bool:
        return name.lower() in self._names

    def open(self, name: str) -> IO[bytes]:
        """The part as a stream; refuses one that is not there or not whole."""
        try:
            return self._zip.open(self._names[name.lower()])
        except zip_faults.FAULTS as error:
            raise damaged() from error


def damaged() -> Unreadable:
    """The refusal of a workbook that does not hold together."""
    return Unreadable(
        "workbook-damaged",
        _("The workbook is damaged. Open it in the spreadsheet program and save it again."),
    )


def _opened(data: bytes, limits: Limits) -> zipfile.ZipFile:
    # Counted before zipfile builds an object for each entry.
    if data.count(DIRECTORY_ENTRY) > limits.entries:
        raise _bomb(_("it holds more than %(limit)s files") % {"limit": limits.entries})
    try:
        return zipfile.ZipFile(io.BytesIO(data))
    except zip_faults.FAULTS as error:
        raise damaged() from error


def _bomb(why: str) -> TooLarge:
    return TooLarge("workbook-too-large", _("The workbook is refused: %(why)s.") % {"why": why})


def _check_entry(info: zipfile.ZipInfo, limits: Limits) -> None:
    if info.flag_bits & ENCRYPTED_FLAG:
        raise Unreadable(
            "file-encrypted", _("The file is locked with a password. Remove it, then send it again.")
        )
    if info.compress_type not in KNOWN:
        raise damaged()
    if info.file_size > limits.ratio_from and info.file_size > limits.ratio * max(info.compress_size, 1):
        raise _bomb(_("a part of it unpacks to more than %(ratio)s times its size") % {"ratio": limits.ratio})


def _check_sum(infos: list[zipfile.ZipInfo], limits: Limits) -> None:
    if sum(info.file_size for info in infos) > limits.unpacked:
        raise _bomb(_("it unpacks to more than %(limit)s MB") % {"limit": limits.unpacked // MIB})


def _refuse_kinds(names: frozenset[str]) -> None:
    """Refuse what is a zip, even a workbook, but not one that is read here."""
    if any(name.endswith("vbaproject.bin") or "/macrosheets/" in name for name in names):
        raise Unreadable("file-macros", _("The workbook holds macros. Save it as .xlsx, without macros."))
    if "xl/workbook.bin" in names:
        raise Unreadable("file-xlsb", _("This is a binary workbook (.xlsb). Save it as .xlsx or CSV."))
    if "content.xml" in names and "mimetype" in names:
        raise Unreadable("file-ods", _("This is an OpenDocument file. Save it as .xlsx or CSV."))
    if "[content_types].xml" not in names:
        raise Unreadable(
            "file-not-a-workbook", _("This is a zip file, not a workbook. Send an .xlsx or CSV file.")
        )
