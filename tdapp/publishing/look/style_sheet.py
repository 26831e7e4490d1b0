"""The colour of an event as a style sheet: the tones that are made of it, by day and by night."""

from __future__ import annotations

from tdapp.publishing.look import tones

NAMES = ("colour", "on", "day", "day_bg", "night", "night_bg", "on_night")
# On paper everything stays black, and for a weak projector the theme made for it is kept.
SHEET = """:root{--mark:%(colour)s;--on-mark:%(on)s}
@media screen{
:root{--sea:%(day)s;--on-sea:#ffffff;--sea-bg:%(day_bg)s}
:root[data-theme="dark"]{--sea:%(night)s;--on-sea:%(on_night)s;--sea-bg:%(night_bg)s}
}
@media screen and (prefers-color-scheme:dark){
:root:not([data-theme="light"],[data-theme="projector"]){--sea:%(night)s;--on-sea:%(on_night)s;--sea-bg:%(night_bg)s}
}
"""


def of(colour: str) -> str:
    """The sheet for a colour (`#0b5d7a`); "" for none."""
    found = tones.tones(colour) if colour else None
    return SHEET % {name: getattr(found, name) for name in NAMES} if found else ""
