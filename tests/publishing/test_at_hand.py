"""What was unpickled once is at hand, as long as the cache has it too."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from django.core.cache import cache

from tdapp.publishing.released import at_hand


def test_it_is_made_once_and_anew_when_the_cache_forgot_it() -> None:
    made: list[int] = []

    def make() -> list[int]:
        made.append(len(made))
        cache.set("k", made[-1])
        return [made[-1]]

    first = at_hand.made("k", make)
    assert at_hand.made("k", make) is first
    cache.clear()
    assert at_hand.made("k", make) == [1]
    assert made == [0, 1]


def test_while_redis_is_away_what_is_at_hand_is_not_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    assert at_hand.made("a", lambda: "of Redis") == "of Redis"
    monkeypatch.setattr(at_hand, "cache", SimpleNamespace(is_away=True))
    assert at_hand.made("a", lambda: "made anew") == "of Redis"


def test_what_was_asked_for_the_longest_ago_goes() -> None:
    for number in range(at_hand.MOST + 5):
        cache.set(f"n{number}", number)
        at_hand.made(f"n{number}", lambda number=number: number + 1)  # type: ignore[misc]
    assert at_hand.made("n28", lambda: -1) == 29
    assert at_hand.made("n1", lambda: -1) == -1
