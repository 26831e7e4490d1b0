"""Uploads are cut off at the door: nothing larger than a table file reaches the disk, whoever sends it."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import FileUploadHandler, StopUpload
from django.http import HttpRequest

from tdapp.kernel.tabular.limits import LIMITS, MIB

# A form's other fields and the multipart frame come on top of the file.
MOST = LIMITS.packed + 3 * MIB


def handled_by(request: HttpRequest, *handlers: FileUploadHandler) -> None:
    """Have a request's files handled by these instead. A form of another kind brings none and may be read already."""
    if request.content_type == "multipart/form-data":
        request.upload_handlers = list(handlers)


class UploadTooLarge(RequestDataTooBig):
    """A body beyond the bound of its door; `most` is that bound in bytes."""

    def __init__(self, most: int) -> None:
        super().__init__("The request is larger than any upload here may be.")
        self.most = most


class Bounded(FileUploadHandler):
    """The first of FILE_UPLOAD_HANDLERS: refuses a body that says it is too large, stops one that turns out so."""

    most = MOST
    received = 0

    def handle_raw_input(
        self,
        input_data: Any,
        META: Any,  # noqa: N803 - Django's name
        content_length: int,
        boundary: Any,
        encoding: Any = None,
    ) -> None:
        if content_length > self.most:
            raise UploadTooLarge(self.most)

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        self.received += len(raw_data)
        if self.received > self.most:
            raise StopUpload(connection_reset=True)
        return raw_data

    def file_complete(self, file_size: int) -> None:
        """The handlers after this one keep the file."""
