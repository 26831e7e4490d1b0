"""A colour somebody chose, and the tones of it that can be read: as text by day and by night, and text upon it. Pure.

Contrast as WCAG 2.2 counts it: (lighter + 0.05) / (darker + 0.05) of relative luminance; 4.5 is the least for text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

LEAST = 4.5
# What a link may stand on (td/tokens.css): paper, panel and the rows and notes in sun, ok, ask and stop.
DAY = ("#fbfaf7", "#ffffff", "#fff3d1", "#e4f3ea", "#fdf1dd", "#fce9e7")
NIGHT = ("#14171a", "#1c2126", "#3a2f10", "#183325", "#38290f", "#3d1f1d")
PANEL, NIGHT_PANEL = DAY[1], NIGHT[1]
BLACK, WHITE = "#000000", "#ffffff"
TINT, STEPS = 0.1, 50
COLOUR = re.compile(r"#[0-9a-f]{6}")


@dataclass(frozen=True, slots=True)
class Tones:
    """`colour` as it was chosen, for surfaces; `on` text upon it. `day` and `night` are of its hue and can be read as
    text and filled as a button on light and on dark pages; `day_bg` and `night_bg` are its palest surfaces there."""

    colour: str
    on: str
    day: str
    day_bg: str
    night: str
    night_bg: str
    on_night: str


def read(text: str) -> str:
    """`#0b5d7a` of what was typed, with or without the sign, in large or small letters; "" for what is no colour."""
    typed = "#" + text.strip().lower().removeprefix("#")
    return typed if COLOUR.fullmatch(typed) else ""


def tones(colour: str) -> Tones:
    """The tones of a colour `read` has taken."""
    day_bg, night_bg = mixed(PANEL, colour, TINT), mixed(NIGHT_PANEL, colour, TINT)
    night = readable(colour, WHITE, (*NIGHT, night_bg))
    return Tones(
        colour,
        upon(colour),
        readable(colour, BLACK, (*DAY, day_bg)),
        day_bg,
        night,
        night_bg,
        upon(night),
    )


def readable(colour: str, towards: str, grounds: tuple[str, ...]) -> str:
    """The colour, moved towards black or white in the smallest step that can be read on every one of the grounds."""
    for step in range(STEPS + 1):
        tone = mixed(colour, towards, step / STEPS)
        if lowest(tone, grounds) >= LEAST:
            return tone
    return towards


def lowest(tone: str, grounds: tuple[str, ...]) -> float:
    """The contrast of the tone where it can be read worst."""
    return min(contrast(tone, ground) for ground in grounds)


def upon(colour: str) -> str:
    """White or black, whichever stands out more on it; one of the two always reaches 4.5."""
    return max((WHITE, BLACK), key=lambda text: contrast(text, colour))


def mixed(one: str, other: str, share: float) -> str:
    """`one` with so much of the other in it."""
    parts = ((a * (1 - share) + b * share) for a, b in zip(_parts(one), _parts(other), strict=True))
    return "#" + "".join(f"{round(part):02x}" for part in parts)


def contrast(one: str, other: str) -> float:
    """1 (the same) to 21 (black on white)."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _parts(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _luminance(colour: str) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in _parts(colour))
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
