"""Lists may be larger than any other upload; the door for them opens only once the sender's right was looked at."""

from __future__ import annotations

from django.core.files.uploadhandler import MemoryFileUploadHandler, TemporaryFileUploadHandler
from django.http import HttpRequest

from lexicon_admin.words.files.packing import MIB
from lexicon_admin.words.files.reading import MOST_BYTES
from tdapp.kernel.tabular.uploads import Bounded


class ListUpload(Bounded):
    """The bound of lists: a form's other fields and the multipart frame come on top of the files."""

    most = MOST_BYTES + 3 * MIB


def allow_list(request: HttpRequest) -> None:
    """Take this request's files by the bounds of lists. Call before anything reads the form."""
    handlers = [ListUpload(request), MemoryFileUploadHandler(request), TemporaryFileUploadHandler(request)]
    request.upload_handlers = handlers
