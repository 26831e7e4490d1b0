"""How a website travels to an inbox (docs/programmers/inbox.md): one ZIP, signed. Both ends read it here."""

from __future__ import annotations

import base64
import binascii
import hashlib
import io
import json
import zipfile
from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from core import zip_faults
from core.later import later
from tdapp.kernel.refusals import Refusal
from tdapp.kernel.tabular.limits import MIB
from tdapp.publishing.site import folder
from tdapp.publishing.site.addresses import INDEX, language_root

if TYPE_CHECKING:
    from cryptography import exceptions
    from cryptography.hazmat.primitives.asymmetric import ed25519
else:
    exceptions = later("cryptography.exceptions")
    ed25519 = later("cryptography.hazmat.primitives.asymmetric.ed25519")

VERSION = "td-inbox 1"
MOST_PACKED, MOST_UNPACKED, MOST_FILES = 50 * MIB, 300 * MIB, 60_000
# What may be shown: everything else has no business in a website of ours.
ENDS = (
    ".html",
    ".css",
    ".json",
    ".txt",
    ".xml",
    ".ics",
    ".png",
    ".svg",
    ".woff2",
    ".woff",
    ".ttf",
    ".otf",
    ".md",
    ".gcg",
)
TOP = frozenset({INDEX, "sitemap.xml", "robots.txt", folder.LIST})
# What every program packs with.
PACKED = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
DIRECTORY_ENTRY = b"PK\x01\x02"


def said(event: str, made: str, digest: str) -> bytes:
    """What is signed: the event, when its website was made, and the sha256 of the ZIP ("" takes it down)."""
    return f"{VERSION}\n{event}\n{made}\n{digest}\n".encode()


def digest_of(data: bytes) -> str:
    """The sha256 of a ZIP; "" of none."""
    return hashlib.sha256(data).hexdigest() if data else ""


def moment(text: str) -> datetime:
    """When a website was made. Refuses what is no moment with a time zone."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        found = None
    if found is None or found.tzinfo is None:
        raise Refusal("bad-moment", _("It does not say when it was made."))
    return found


def check_signature(key: str, signature: str, signed: bytes) -> None:
    """Refuse (403) what this key did not sign."""
    try:
        public = ed25519.Ed25519PublicKey.from_public_bytes(base64.b64decode(key, validate=True))
        public.verify(base64.b64decode(signature, validate=True), signed)
    except (exceptions.InvalidSignature, binascii.Error, ValueError):
        raise Refusal(
            "bad-signature", _("The signature is not right: nothing was kept."), status=403
        ) from None


def too_large() -> Refusal:
    """What is more than is kept."""
    return Refusal(
        "too-large", _("A website may have %(n)s MB, packed.") % {"n": MOST_PACKED // MIB}, status=413
    )


def check_site(event: str, data: bytes) -> int:
    """Refuse (413, 422) what is not the website of this event, whole and as its list says; how many files it has."""
    archive = _opened(data)
    names = [info.filename for info in archive.infolist()]
    for info in archive.infolist():
        if not _belongs(info.filename, event) or info.flag_bits & 0x1:
            raise _damaged(_("%(path)s does not belong there") % {"path": info.filename[:120]})
    listed = _listed(archive)
    if len(set(names)) != len(names) or {*listed, folder.LIST} != set(names):
        raise _damaged(_("files are missing, or too many"))
    for path, digest in listed.items():
        if hashlib.sha256(_read(archive, path)).hexdigest() != digest:
            raise _damaged(_("%(path)s is not as its list says") % {"path": path[:120]})
    return len(names)


def _opened(data: bytes) -> zipfile.ZipFile:
    """The zip, judged by its directory alone, and by how much there is of that before it is read."""
    if data.count(DIRECTORY_ENTRY) > MOST_FILES:
        raise _unpacked_too_large()
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        infos = archive.infolist()
    except zip_faults.FAULTS:
        raise _damaged(_("it is no zip file, or not a whole one")) from None
    if len(infos) > MOST_FILES or sum(info.file_size for info in infos) > MOST_UNPACKED:
        raise _unpacked_too_large()
    if any(info.compress_type not in PACKED for info in infos):
        raise _damaged(_("it is no zip file, or not a whole one"))
    return archive


def _unpacked_too_large() -> Refusal:
    return Refusal("too-large", _("Unpacked, this website is too large."), status=413)


def _belongs(path: str, event: str) -> bool:
    plain = path.removeprefix(language_root("fil"))
    inside = plain.startswith((f"t/{event}/", "static/")) or path in TOP
    return inside and path.isprintable() and folder.is_inside(path) and path.lower().endswith(ENDS)


def _listed(archive: zipfile.ZipFile) -> Mapping[str, str]:
    try:
        files = json.loads(_read(archive, folder.LIST))["files"]
        return {str(path): str(digest) for path, digest in files.items()}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise _damaged(_("its list cannot be read")) from None


def _read(archive: zipfile.ZipFile, path: str) -> bytes:
    """A file, never more of it than the directory promised; whether it is whole, its digest says."""
    try:
        info = archive.getinfo(path)
        with archive.open(info) as stream:
            return stream.read(info.file_size)
    except zip_faults.FAULTS:
        raise _damaged(_("%(path)s cannot be read") % {"path": path[:120]}) from None


def _damaged(why: str) -> Refusal:
    return Refusal("bad-site", _("This website cannot be kept: %(why)s.") % {"why": why})
