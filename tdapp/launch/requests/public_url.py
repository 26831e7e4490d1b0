"""Where everybody reaches this installation from outside (`TD_PUBLIC_URL`), as an operator wrote it. Standard library only."""

from __future__ import annotations

from urllib.parse import urlsplit


def checked(text: str) -> str:
    """The address without a slash at its end, "" for nothing. ValueError with a sentence for what is none."""
    text = text.strip().rstrip("/")
    if not text:
        return ""
    parts = urlsplit(text)
    if (
        parts.scheme not in ("http", "https")
        or not parts.hostname
        or parts.path
        or parts.query
        or parts.fragment
    ):
        raise ValueError(
            f"TD_PUBLIC_URL is {text!r}: write it like https://results.example.org, without a path."
        )
    return text
