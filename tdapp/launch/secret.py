"""The installation's secret key: from the environment, or on a laptop a random one kept beside its data."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

WEAK_PREFIXES = ("django-insecure", "change-me", "changeme", "secret", "default")
SHORTEST = 50


class Unsafe(ValueError):
    """The key is missing or guessable; the text is the sentence for the person who starts the program."""


def checked(key: str) -> str:
    """A key for server mode, refused when it is missing, short or a well-known one."""
    if not key:
        raise Unsafe("TD_SECRET_KEY is not set: server mode needs a random key of 50 characters or more.")
    if len(key) < SHORTEST or len(set(key)) < 10 or key.lower().startswith(WEAK_PREFIXES):
        raise Unsafe("TD_SECRET_KEY is too weak: server mode needs a random key of 50 characters or more.")
    return key


def kept(folder: Path) -> str:
    """The laptop's own key, made on the first start (mode 0600) and the same ever after."""
    path = folder / "secret.key"
    try:
        return _create(path)
    except FileExistsError:
        key = path.read_text(encoding="ascii").strip()
    if len(key) < SHORTEST:
        raise Unsafe(f"{path} is damaged: delete it, and everybody signs in again.")
    return key


def _create(path: Path) -> str:
    """Write a new key so that two processes starting together end with one: whoever creates the file wins."""
    if path.exists():
        raise FileExistsError(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    key = secrets.token_urlsafe(64)
    draft = path.with_name(f"secret.key.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as handle:
        handle.write(key + "\n")
    try:
        os.link(draft, path)
    finally:
        draft.unlink()
    return key
