"""Bundles as another installation would have sent them, whole ones and spoilt ones."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from typing import Any
from uuid import uuid4

from core import canonical
from tdapp.interchange.federation import bundle

Change = Callable[[dict[str, Any]], None]


def unchanged(_event: dict[str, Any]) -> None:
    """Leave the event as it is."""


def elsewhere(data: bytes, change: Change = unchanged, origin: str = "") -> bytes:
    """The bundle as if its event had been played on another installation, signed again over what `change` made of it."""
    found = bundle.unpack(data)
    event = found.data(bundle.EVENT)
    event["origin"] = origin or str(uuid4())
    change(event)
    digest = canonical.digest(event)
    signed = {**found.data(bundle.SIGNED), "results": digest}
    files = dict(found.files) | {
        bundle.EVENT: canonical.dumps(event).encode(), bundle.SIGNED: canonical.dumps(signed).encode()
    }  # fmt: skip
    return bundle.pack(event["origin"], digest, files)[0]


def origin_of(data: bytes) -> str:
    return bundle.unpack(data).origin


def files_of(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def zipped(files: dict[str, bytes]) -> bytes:
    """A zip of these, whatever its manifest says."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return stream.getvalue()


def with_manifest(data: bytes, **facts: Any) -> bytes:
    """The bundle with other words in its manifest, its own digest left as it was."""
    files = files_of(data)
    told = json.loads(files[bundle.MANIFEST]) | facts
    return zipped(files | {bundle.MANIFEST: json.dumps(told).encode()})


def sealed_anew(data: bytes, **facts: Any) -> bytes:
    """The bundle with other words in its manifest, and a digest that fits them."""
    files = files_of(data)
    told = {**json.loads(files[bundle.MANIFEST]), **facts}
    del told["manifest"]
    told["manifest"] = canonical.digest(told)
    return zipped(files | {bundle.MANIFEST: canonical.dumps(told).encode()})


def with_file(data: bytes, name: str, told: Any) -> bytes:
    """The bundle with something else in one of its files, and a manifest that fits it."""
    found = bundle.unpack(data)
    return bundle.pack(found.origin, found.digest, {**found.files, name: json.dumps(told).encode()})[0]


def locked(data: bytes) -> bytes:
    """The bundle whose directory says of its first file that a password is needed."""
    at = data.index(b"PK\x01\x02") + 8
    return data[:at] + bytes([data[at] | 1]) + data[at + 1 :]


def promising_more(data: bytes) -> bytes:
    """The bundle whose directory says of its first file that it has a byte more than it has."""
    at = data.index(b"PK\x01\x02") + 24
    size = int.from_bytes(data[at : at + 4], "little") + 1
    return data[:at] + size.to_bytes(4, "little") + data[at + 4 :]
