"""Lists may be larger than any other upload; the door for them opens only once the sender's right was looked at."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import (
    FileUploadHandler,
    MemoryFileUploadHandler,
    StopUpload,
    TemporaryFileUploadHandler,
)
from django.http import HttpRequest

from lexicon_admin.words.packing import MIB
from lexicon_admin.words.reading import MOST_BYTES

# A form's other fields and the multipart frame come on top of the files.
MOST = MOST_BYTES + 3 * MIB


class ListUpload(FileUploadHandler):
    """Refuses a body that says it is larger than any list, stops one that turns out so."""

    received = 0

    def handle_raw_input(
        self,
        input_data: Any,
        META: Any,  # noqa: N803 - Django's name
        content_length: int,
        boundary: Any,
        encoding: Any = None,
    ) -> None:
        if content_length > MOST:
            raise RequestDataTooBig("The request is larger than any list of words may be.")

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        self.received += len(raw_data)
        if self.received > MOST:
            raise StopUpload(connection_reset=True)
        return raw_data

    def file_complete(self, file_size: int) -> None:
        """The handlers after this one keep the file."""


def allow_list(request: HttpRequest) -> None:
    """Take this request's files by the bounds of lists. Call before anything reads the form."""
    handlers = [ListUpload(request), MemoryFileUploadHandler(request), TemporaryFileUploadHandler(request)]
    request.upload_handlers = handlers
