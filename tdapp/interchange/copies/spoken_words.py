"""Bytes as words that can be read out over a hall: sixteen bits a word of five letters (proquints, arXiv:0901.4016)."""

from __future__ import annotations

import re
import secrets
import unicodedata

CONSONANTS, VOWELS = "bdfghjklmnprstvz", "aiou"
SHAPE = (12, 10, 6, 4, 0)  # how far each letter's bits are shifted
WORD = re.compile(f"[{CONSONANTS}][{VOWELS}][{CONSONANTS}][{VOWELS}][{CONSONANTS}]")


def say(data: bytes) -> str:
    """An even number of bytes as words with hyphens between."""
    return "-".join(_word(int.from_bytes(data[at : at + 2])) for at in range(0, len(data), 2))


def _word(number: int) -> str:
    return "".join(
        CONSONANTS[number >> shift & 15] if place % 2 == 0 else VOWELS[number >> shift & 3]
        for place, shift in enumerate(SHAPE)
    )


def hear(text: str) -> bytes | None:
    """The bytes behind words typed with any case and anything but letters between; None for what are no such words."""
    found = [word for word in re.split(r"[^a-z0-9]+", text.casefold()) if word]
    if not found or not all(WORD.fullmatch(word) for word in found):
        return None
    return b"".join(_number(word).to_bytes(2) for word in found)


def _number(word: str) -> int:
    return sum(
        (CONSONANTS if place % 2 == 0 else VOWELS).index(letter) << shift
        for place, (letter, shift) in enumerate(zip(word, SHAPE, strict=True))
    )


def invented() -> str:
    """A passphrase of six words: 96 bits."""
    return say(secrets.token_bytes(12))


def folded(passphrase: str) -> str:
    """A passphrase as it counts: letter case, and what stands between words, are forgiven."""
    text = unicodedata.normalize("NFKC", passphrase).casefold()
    return re.sub(r"[\s\-]+", "-", text).strip("-")
