"""What a file handed to us may cost, and how one that would cost more is refused."""

from __future__ import annotations

from dataclasses import dataclass

from tdapp.kernel.refusals import Refusal

MIB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of a table file, checked before anything is unpacked (ASVS 5.2.1, 5.2.3). Sizes in bytes.

    `ratio` counts only for entries that unpack to more than `ratio_from`: a small sheet of equal rows
    honestly shrinks a hundredfold.
    """

    packed: int = 5 * MIB
    unpacked: int = 64 * MIB
    entries: int = 200
    ratio: int = 100
    ratio_from: int = MIB
    rows: int = 20_000
    columns: int = 64
    cell: int = 32_767
    text: int = 24 * MIB
    elements: int = 4_200_000
    depth: int = 64
    token: int = MIB
    strings: int = 1_300_000


LIMITS = Limits()


class Unreadable(Refusal):
    """A file that was not read, or not read to its end, and why. Nothing of it may be used."""


class TooLarge(Unreadable):
    """A file beyond the limits (413)."""

    status = 413
