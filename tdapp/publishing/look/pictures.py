"""A logo that is sent in: looked at before it is unpacked, made anew as a small PNG."""

from __future__ import annotations

import io
import warnings
from dataclasses import dataclass

from django.utils.translation import gettext as _
from PIL import Image, ImageOps

from tdapp.kernel.pages.photos import UNREADABLE, kind_of
from tdapp.kernel.refusals import Refusal
from tdapp.kernel.tabular.limits import MIB

MOST_BYTES, MOST_KEPT, MOST_PIXELS = 2 * MIB, 600 * 1024, 16_000_000
SIDE = (900, 450)
KINDS = ("PNG", "JPEG")


@dataclass(frozen=True, slots=True)
class Logo:
    """A logo as it is kept: a PNG with its size in pixels."""

    png: bytes
    width: int
    height: int


def made_anew(data: bytes) -> Logo:
    """The logo in an upload. Raises Refusal: 413 too large, 422 for what is no such picture."""
    if len(data) > MOST_BYTES:
        raise Refusal("file-too-large", _("A logo has at most 2 MB."), status=413)
    kind = kind_of(data)
    if kind not in KINDS:
        raise Refusal("not-a-picture", _("This is no logo. Send a PNG or JPEG picture."))
    try:
        return _made(data, kind)
    except UNREADABLE as error:
        raise Refusal("picture-damaged", _("This picture cannot be read; it is damaged.")) from error


def _made(data: bytes, kind: str) -> Logo:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)
        image: Image.Image = Image.open(io.BytesIO(data), formats=[kind])
    with image:
        if image.width * image.height > MOST_PIXELS:
            raise Refusal("picture-too-large", _("A logo has at most 16 million pixels."), status=413)
        clean = ImageOps.exif_transpose(image).convert("RGBA")
    clean.info = {}
    clean.thumbnail(SIDE)
    out = _png(clean)
    if len(out) > MOST_KEPT:
        out = _png(clean.quantize(256))
    if len(out) > MOST_KEPT:
        raise Refusal("picture-too-large", _("This picture is too detailed for a logo. Send a simpler one."))
    return Logo(out, clean.width, clean.height)


def _png(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()
