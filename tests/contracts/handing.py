"""A website handed in at the inbox, for the contracts: who sends, and what a sender posts."""

from __future__ import annotations

import io
import zipfile
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.core.files.uploadedfile import SimpleUploadedFile

from tdapp.kernel import clock
from tdapp.publishing.inbox import commands, keeping
from tdapp.publishing.models import InboxSender
from tdapp.publishing.site import inbox_protocol as protocol
from tdapp.publishing.site.push import sealing, sending
from tdapp.publishing.site.push.targets import inbox

if TYPE_CHECKING:
    from tests.contracts.worlds import World

EVENT, TOKEN = "own", "tdi_of-the-contracts"
SITE = {"index.html": b"<!doctype html>", "t/own/index.html": b"<!doctype html>"}


def _zip() -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for path, data in sending.with_list(SITE).items():
            archive.writestr(path, data)
    return stream.getvalue()


def sender() -> InboxSender:
    """Who sent one website yesterday."""
    row = InboxSender.objects.filter(slug="cebu-club").first()
    if row is None:
        told = {
            "made": (clock.now() - timedelta(days=1)).isoformat(),
            "files": 3,
            "bytes": 1,
            "at": clock.now().isoformat(),
        }
        row = InboxSender.objects.create(
            slug="cebu-club", name="Cebu club", token_hash=commands.hashed(TOKEN), sites={EVENT: told}
        )
    keeping.keep(row.pk, EVENT, _zip())
    return row


def body(_here: World) -> dict[str, Any]:
    """A newer one, signed."""
    data, made, (key, _public) = _zip(), clock.now().isoformat(), sealing.new_key()
    public, signature = inbox._signed(key, protocol.said(EVENT, made, protocol.digest_of(data)))
    site = SimpleUploadedFile("website.zip", data)
    return {"token": TOKEN, "made": made, "key": public, "signature": signature, "site": site}
