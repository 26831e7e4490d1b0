"""For which request something happens: its id and its visitor's address, for the log. A job carries on the id of the request
that ordered it.
"""

from __future__ import annotations

from contextvars import ContextVar

request_id: ContextVar[str] = ContextVar("request_id", default="")
visitor: ContextVar[str] = ContextVar("visitor", default="")
