"""A picture somebody took of the paper, or of a board: looked at before it is unpacked, made anew, kept by its digest.

What is stored is never what was sent: the pixels alone, upright, at most 1800 a side, as JPEG without metadata
(a phone writes place and time into its pictures).
"""

from __future__ import annotations

import hashlib
import io
import os
import tempfile
import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.http import HttpResponse
from django.utils.translation import gettext as _
from PIL import Image, ImageOps

from tdapp.kernel.ports import Port
from tdapp.kernel.refusals import Missing, Refusal
from tdapp.kernel.tabular.limits import MIB

MOST_BYTES = 7 * MIB
LONGEST = 1800
QUALITY = 85
FOLDER, PART = "photos", ".new-"
STRAY_SECONDS, DAY_SECONDS = 60 * 60, 24 * 60 * 60
# Pixels that may be unpacked: a phone's largest JPEG (scaled while it is read), less for formats that are not.
MOST_PIXELS = {"JPEG": 60_000_000, "PNG": 25_000_000, "WEBP": 25_000_000}
SIGNATURES = {b"\xff\xd8\xff": "JPEG", b"\x89PNG\r\n\x1a\n": "PNG"}
# What Pillow raises on files that somebody cut, bent or made up.
UNREADABLE = (
    OSError, SyntaxError, ValueError, TypeError, KeyError, IndexError, EOFError, OverflowError, MemoryError,
    ZeroDivisionError, ArithmeticError, AttributeError, RuntimeError, Image.DecompressionBombError,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as it is stored."""

    jpeg: bytes
    width: int
    height: int

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.jpeg).hexdigest()


def made_anew(data: bytes) -> Picture:
    """The picture in an upload. Raises Refusal: 413 too large or too many pixels, 422 for what is no picture."""
    if len(data) > MOST_BYTES:
        raise Refusal("file-too-large", _("A photo has at most 7 MB."), status=413)
    kind = kind_of(data)
    if not kind:
        raise Refusal("not-a-photo", _("This is no photo. Send a JPEG, PNG or WebP picture."))
    try:
        return _made(data, kind)
    except UNREADABLE as error:
        raise Refusal(
            "photo-damaged", _("This photo cannot be read; it is damaged. Take it again.")
        ) from error


def kind_of(data: bytes) -> str:
    """JPEG, PNG or WEBP by the first bytes, "" for anything else; names and declared types prove nothing."""
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "WEBP"
    return next((kind for start, kind in SIGNATURES.items() if data.startswith(start)), "")


def _made(data: bytes, kind: str) -> Picture:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)
        image: Image.Image = Image.open(io.BytesIO(data), formats=[kind])
    with image:
        _refuse_large(image, kind)
        image.draft("RGB", (LONGEST, LONGEST))
        upright = ImageOps.exif_transpose(image)
    flat = _flat(upright)
    flat.thumbnail((LONGEST, LONGEST))
    out = io.BytesIO()
    flat.save(out, "JPEG", quality=QUALITY, optimize=True)
    return Picture(out.getvalue(), flat.width, flat.height)


def _refuse_large(image: Image.Image, kind: str) -> None:
    """From the header alone: nothing is unpacked yet."""
    if image.width * image.height > MOST_PIXELS[kind]:
        facts = {"width": image.width, "height": image.height, "most": MOST_PIXELS[kind] // 1_000_000}
        sentence = _("This picture has %(width)s × %(height)s pixels; at most %(most)s million are taken.")
        raise Refusal("photo-too-large", sentence % facts, status=413)


def _flat(image: Image.Image) -> Image.Image:
    """Colours without transparency, on white; and without anything that came along with the pixels."""
    if image.mode in ("RGBA", "LA", "PA") or "transparency" in image.info:
        seen = image.convert("RGBA")
        flat = Image.new("RGB", seen.size, "white")
        flat.paste(seen, mask=seen.getchannel("A"))
        return flat
    flat = image.convert("RGB")
    flat.info = {}
    return flat


def folder() -> Path:
    """Where pictures lie, beside the database."""
    return Path(settings.DATA_DIR) / FOLDER


def path_of(sha256: str) -> Path:
    """A picture's file."""
    return folder() / f"{sha256}.jpg"


def keep(picture: Picture) -> None:
    """Write a picture under its digest, whole or not at all; one that is there already stays, as if it were new.

    Raises Refusal 507 when the disk does not take it.
    """
    target = path_of(picture.sha256)
    try:
        _write(picture, target)
    except OSError as error:
        raise Refusal("not-kept", _("The photo could not be written to the disk."), status=507) from error
    # Somebody who takes the same picture away meanwhile does not see the row that shows it before it is stored.
    transaction.on_commit(lambda: _write(picture, target), robust=True)


def _write(picture: Picture, target: Path) -> None:
    if target.exists():
        target.touch()
        return
    folder().mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=PART, dir=folder())
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(picture.jpeg)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(name, target)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise


# Whether a room still shows a picture, by its digest: two rooms may keep the same one.
SHOWN: Port[Callable[[str], bool]] = Port("is a picture still shown")


def _shown(sha256: str) -> bool:
    return any(shows(sha256) for shows in SHOWN)


def forget(sha256: str) -> None:
    """Take a picture off the disk, once no room shows it.

    It goes aside first: whoever stores the same picture in between is seen afterwards, or misses the file and writes it.
    """
    if _shown(sha256):
        return
    path, aside = path_of(sha256), folder() / f"{PART}{sha256}"
    with suppress(FileNotFoundError):
        os.replace(path, aside)
        if _shown(sha256):
            os.replace(aside, path)
        else:
            aside.unlink()


def forget_strays() -> int:
    """Take away what writes that failed, or were cut off, left in the folder an hour ago or longer; how many files.

    A file is always written before the row that shows it is there for others: younger ones are left alone.
    """
    before, gone = time.time() - STRAY_SECONDS, 0
    for path in [*folder().glob("*.jpg"), *folder().glob(f"{PART}*")]:
        if path.stat().st_mtime < before and not _shown(path.stem):
            path.unlink(missing_ok=True)
            gone += 1
    return gone


def tick() -> None:
    """Look for strays once a day; nothing at all the other times it is asked."""
    if cache.add("photos:strays", True, DAY_SECONDS):
        forget_strays()


def served(sha256: str) -> HttpResponse:
    """The picture for who may see it; no cache keeps it. Missing (404) when its file is gone."""
    try:
        data = path_of(sha256).read_bytes()
    except OSError:
        raise Missing("file-gone", _("The file of this photo is missing.")) from None
    headers = {
        "X-Content-Type-Options": "nosniff", "Cache-Control": "private, no-store",
        "Content-Disposition": 'inline; filename="paper.jpg"',
    }  # fmt: skip
    return HttpResponse(data, "image/jpeg", headers=headers)
