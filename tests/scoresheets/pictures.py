"""Small pictures for tests, lawful and hostile, all made here."""

from __future__ import annotations

import io
import struct
import zlib
from typing import Any

from PIL import Image


def picture(
    kind: str = "JPEG",
    size: tuple[int, int] = (60, 40),
    mode: str = "RGB",
    colour: Any = "white",
    **more: Any,
) -> bytes:
    """A picture of one colour."""
    stream = io.BytesIO()
    Image.new(mode, size, colour).save(stream, kind, **more)
    return stream.getvalue()


def png() -> bytes:
    """A small PNG."""
    return picture("PNG")


def of_pixels(data: bytes, size: tuple[int, int]) -> bytes:
    """A PNG of these pixels, three bytes each."""
    stream = io.BytesIO()
    Image.frombytes("RGB", size, data).save(stream, "PNG")
    return stream.getvalue()


def with_place(orientation: int = 6) -> bytes:
    """A JPEG as a phone writes it: turned, with the place it was taken at, left half black."""
    image = Image.new("RGB", (60, 40), "white")
    image.paste("black", (0, 0, 30, 40))
    exif = Image.Exif()
    exif[0x0112], exif[0x010F] = orientation, "PhoneMaker"
    exif.get_ifd(0x8825)[2] = (14.0, 35.0, 0.0)
    stream = io.BytesIO()
    image.save(stream, "JPEG", exif=exif, comment=b"secret", quality=95)
    return stream.getvalue()


def chunk(name: bytes, body: bytes) -> bytes:
    """One part of a PNG with its check."""
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def png_that_says(width: int, height: int) -> bytes:
    """A PNG of a few bytes that promises so many pixels."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    data = zlib.compress(b"\0" * 100_000, 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def jpeg_that_says(width: int, height: int) -> bytes:
    """A JPEG whose header promises other dimensions than its data."""
    data = bytearray(picture("JPEG"))
    at = data.index(b"\xff\xc0") + 5
    data[at : at + 4] = struct.pack(">HH", height, width)
    return bytes(data)
