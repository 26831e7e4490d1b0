"""One row of the matrix, and the words for those whom no permission names."""

from __future__ import annotations

from dataclasses import dataclass

ANYBODY = "anybody"  # the signed-out too
MEMBER = "member"  # whoever has any role at the event
MAKER = "maker"  # who made it, of those who may create events; for the others of them there is nothing here
SELF = "signed in"  # whoever is signed in, at an event or not
OWN = "account.own"  # whoever is signed in, in their own account; a PIN asks for the password
KIOSK = "kiosk"  # the browser of a kiosk: for everybody else, signed in or not, there is nothing here

WATCHER = (
    "watcher"  # whoever has the token of this installation; where none is set, as here, there is nothing
)


@dataclass(frozen=True)
class Row:
    """What one address needs for looking and for changing; `method` is the one that changes.

    `own`: what whoever made the thing needs to end it; `change` is then what everybody else needs.
    """

    look: str = ""
    change: str = ""
    method: str = "POST"
    own: str = ""


def look(needs: str) -> Row:
    return Row(look=needs)


def change(needs: str) -> Row:
    return Row(change=needs)


def ends(needs: str, own: str) -> Row:
    return Row(change=needs, own=own)
