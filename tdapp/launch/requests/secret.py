"""The installation's secret key: from the environment, or on a laptop a random one kept beside its data."""

from __future__ import annotations

import contextlib
import os
import secrets
import time
from pathlib import Path

WEAK_PREFIXES = ("django-insecure", "change-me", "changeme", "secret", "default")
SHORTEST = 50
SHORTEST_TOKEN = 24
READINGS = 20


class Unsafe(ValueError):
    """The key is missing or guessable; the text is the sentence for the person who starts the program."""


def checked(key: str) -> str:
    """A key for server mode, refused when it is missing, short or a well-known one."""
    if not key:
        raise Unsafe("TD_SECRET_KEY is not set: server mode needs a random key of 50 characters or more.")
    if len(key) < SHORTEST or len(set(key)) < 10 or key.lower().startswith(WEAK_PREFIXES):
        raise Unsafe("TD_SECRET_KEY is too weak: server mode needs a random key of 50 characters or more.")
    return key


def watcher(token: str) -> str:
    """What `/metrics` is asked with; none set, nothing is counted and nobody may ask."""
    if token and len(token) < SHORTEST_TOKEN:
        raise Unsafe(f"TD_METRICS_TOKEN is too short: take {SHORTEST_TOKEN} characters or more, at random.")
    return token


def kept(folder: Path) -> str:
    """The laptop's own key, made on the first start (mode 0600) and the same ever after. Where no data folder is, a look
    makes none: the key of that process is forgotten with it, for there is nothing it could seal.
    """
    path = folder / "secret.key"
    if not folder.is_dir():
        return secrets.token_urlsafe(64)
    with contextlib.suppress(FileExistsError):
        _create(path)
    return _read(path)


def _create(path: Path) -> None:
    """Write a new key; whoever of two processes creates the file first wins."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as handle:
        handle.write(secrets.token_urlsafe(64) + "\n")


def _read(path: Path) -> str:
    """The stored key; another process may be writing it this very moment, so a short one is read again."""
    for _ in range(READINGS):
        key = path.read_text(encoding="ascii").strip()
        if len(key) >= SHORTEST:
            return key
        time.sleep(0.05)
    raise Unsafe(f"{path} is damaged: delete it, and everybody signs in again.")
