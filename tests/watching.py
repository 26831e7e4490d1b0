"""A browser page under watch: what no page of ours may do, whatever a test looks at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from playwright.sync_api import Page, Request

# The computer may be busy: nothing takes as long as this unless it never comes.
PATIENCE_MS = 90_000
LOCAL = {"127.0.0.1", "localhost", ""}
# A file every page of ours can ask for, asked for as no page does.
ASKED = "/static/td/lib.js?who-answers"


def watch(page: Page) -> list[str]:
    """The list that fills with script errors, reports of the content policy and requests to the outside."""
    from playwright.sync_api import expect  # noqa: PLC0415 - who drives no browser does not wait for its library

    page.set_default_timeout(PATIENCE_MS)
    expect.set_options(timeout=PATIENCE_MS)
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(f"script error: {error}"))
    page.on("console", lambda message: _judge(message.text, troubles))
    page.on("request", lambda request: _stay_inside(request, troubles))
    return troubles


def stand_between(page: Page, requests: Any, answer: Any, **options: Any) -> None:
    """`page.route` for a page that is at work: from here on `answer` has its requests. Chromium says so before the page knows:
    of a page that is busy the first request, or that of the twelfth key, still went to the server. So it asks until it is
    answered from here.
    """
    page.route(requests, answer, **options)
    page.route(f"**{ASKED}", lambda route: route.fulfill(status=204))
    page.evaluate("async url => { while ((await fetch(url, { cache: 'no-store' })).status !== 204); }", ASKED)
    page.unroute(f"**{ASKED}")


def _judge(text: str, troubles: list[str]) -> None:
    if "Content Security Policy" in text or "Content-Security-Policy" in text:
        troubles.append(text)


def _stay_inside(request: Request, troubles: list[str]) -> None:
    if (urlsplit(request.url).hostname or "") not in LOCAL:
        troubles.append(f"request to the outside: {request.url}")
