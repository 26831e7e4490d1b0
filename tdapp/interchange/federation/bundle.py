"""The bundle as a file: one zip with a manifest of the sha256 of everything in it. Bounded before it is unpacked."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from core import canonical, zip_faults
from tdapp.kernel.refusals import Refusal
from tdapp.kernel.tabular.limits import MIB

FORMAT, VERSION = "td-federation", 1
MANIFEST = "manifest.json"
EVENT, SIGNED, RULINGS, INCIDENTS = "event.json", "signed.json", "rulings.json", "incidents.json"
SHEETS = ("roster.csv", "attendance.csv", "results.csv")
FILES = (EVENT, SIGNED, RULINGS, INCIDENTS, *SHEETS)
MOST_PACKED, MOST_UNPACKED, MOST_ENTRIES = 8 * MIB, 64 * MIB, 20
# Our own bundles nest less than ten; what is nested by the hundred makes every walk over it run out of stack.
DEEPEST = 20
DIRECTORY_ENTRY, ENCRYPTED = b"PK\x01\x02", 0x1
KNOWN = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
# The same event gives the same bytes on any machine and day.
MOMENT = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Bundle:
    """A checked bundle. `origin`: the event where it was played; `digest`: of its facts; `files`: bytes by name."""

    origin: str
    digest: str
    files: Mapping[str, bytes]
    fingerprint: str

    def data(self, name: str) -> Any:
        """One of the JSON files. Refuses one that is none."""
        try:
            told = json.loads(self.files[name])
            deep = canonical.nested_deeper(told, DEEPEST)
        except RecursionError:
            deep = True
        except ValueError:
            raise damaged(_("%(name)s cannot be read") % {"name": name}) from None
        if deep:
            raise damaged(_("%(name)s is nested too deeply") % {"name": name})
        return told


def damaged(why: str) -> Refusal:
    """The refusal of a bundle, with what is wrong with it."""
    return Refusal("bad-bundle", _("This bundle cannot be used: %(why)s.") % {"why": why})


def looks_like_one(data: bytes) -> bool:
    """Whether the bytes begin as a zip does."""
    return data.startswith(b"PK\x03\x04")


def pack(origin: str, digest: str, files: Mapping[str, bytes]) -> tuple[bytes, str]:
    """The zip, and its fingerprint: the sha256 of the manifest, short enough to be read out over the telephone."""
    told = {
        "format": FORMAT, "version": VERSION, "origin": origin, "digest": digest,
        "files": {name: [_hash(data), len(data)] for name, data in files.items()},
    }  # fmt: skip
    manifest = canonical.dumps({**told, "manifest": canonical.digest(told)}).encode()
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in {MANIFEST: manifest, **files}.items():
            info = zipfile.ZipInfo(name, MOMENT)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, data)
    return stream.getvalue(), fingerprint_of(manifest)


def fingerprint_of(manifest: bytes) -> str:
    """The first sixteen digits of the manifest's sha256, in fours."""
    digits = _hash(manifest)[:16]
    return " ".join(digits[at : at + 4] for at in range(0, 16, 4))


def unpack(data: bytes) -> Bundle:
    """The bundle in `data`, every file compared with the manifest. Refuses (422, 413) with one sentence."""
    archive = _opened(data)
    manifest = _read(archive, MANIFEST)
    told = _manifest(manifest)
    files = {name: _read(archive, name) for name in FILES}
    for name, content in files.items():
        if told["files"].get(name) != [_hash(content), len(content)]:
            raise damaged(_("%(name)s is not as its manifest says") % {"name": name})
    return Bundle(str(told["origin"]), str(told["digest"]), files, fingerprint_of(manifest))


def _opened(data: bytes) -> zipfile.ZipFile:
    """The zip, judged by its directory alone."""
    if len(data) > MOST_PACKED:
        raise _too_large(_("it is larger than %(most)s MB") % {"most": MOST_PACKED // MIB})
    # Counted before zipfile builds an object for each entry.
    if data.count(DIRECTORY_ENTRY) > MOST_ENTRIES:
        raise _too_large(_("it holds more than %(most)s files") % {"most": MOST_ENTRIES})
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except zip_faults.FAULTS:
        raise damaged(_("it is no zip file, or not a whole one")) from None
    infos = archive.infolist()
    if sorted(info.filename for info in infos) != sorted((MANIFEST, *FILES)):
        raise damaged(_("it is no bundle of an event, or files are missing or too many"))
    if any(info.flag_bits & ENCRYPTED or info.compress_type not in KNOWN for info in infos):
        raise damaged(_("it is locked, or packed in a way that is not read here"))
    if sum(info.file_size for info in infos) > MOST_UNPACKED:
        raise _too_large(_("it unpacks to more than %(most)s MB") % {"most": MOST_UNPACKED // MIB})
    return archive


def _too_large(why: str) -> Refusal:
    return Refusal("bundle-too-large", _("This bundle is refused: %(why)s.") % {"why": why}, status=413)


def _read(archive: zipfile.ZipFile, name: str) -> bytes:
    """A file, never more of it than the directory promised."""
    info = archive.getinfo(name)
    try:
        with archive.open(info) as stream:
            content = stream.read(info.file_size + 1)
    except zip_faults.FAULTS:
        raise damaged(_("%(name)s cannot be read") % {"name": name}) from None
    if len(content) != info.file_size:
        raise damaged(_("%(name)s cannot be read") % {"name": name})
    return content


def _manifest(content: bytes) -> dict[str, Any]:
    try:
        told = json.loads(content)
        if canonical.nested_deeper(told, DEEPEST):
            raise damaged(_("its manifest cannot be read"))
        claimed = told.pop("manifest")
        whole = canonical.digest(told) == claimed
        kind, version, files = told["format"], told["version"], told["files"]
    except (ValueError, TypeError, AttributeError, KeyError, RecursionError):
        raise damaged(_("its manifest cannot be read")) from None
    if not whole:
        raise damaged(_("its manifest was changed"))
    if kind != FORMAT or not isinstance(version, int) or version > VERSION:
        raise damaged(_("it was made by a newer version of this program"))
    if not isinstance(files, dict) or not {"origin", "digest"} <= set(told):
        raise damaged(_("its manifest cannot be read"))
    return dict(told)


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
