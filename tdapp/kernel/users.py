"""Make people who can sign in."""

from __future__ import annotations

import secrets

from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tdapp.kernel.commands import Change, Installation, command
from tdapp.kernel.context import Context
from tdapp.kernel.models import User
from tdapp.kernel.refusals import Conflict, Refusal

LONGEST = 150
ODD = UnicodeUsernameValidator()
ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"


def random_password(groups: int = 3, length: int = 5) -> str:
    """A password that can be read out: about 74 bits in three groups, no look-alike letters."""
    return "-".join("".join(secrets.choice(ALPHABET) for _place in range(length)) for _group in range(groups))


def _refuse_odd(username: str) -> None:
    """What somebody has to type at every log-in: nothing invisible, nothing that means something to a shell or a page."""
    if not 1 <= len(username) <= LONGEST:
        raise Refusal("bad-username", _("A user name has 1 to %(most)s characters.") % {"most": LONGEST})
    try:
        ODD(username)
    except ValidationError:
        sentence = _("%(name)s cannot be a user name; use letters, digits and . _ - + @, without spaces.")
        raise Refusal("bad-username", sentence % {"name": repr(username)[:80]}) from None


@command("user.create", needs="installation.people", private=("password",))
def create_user(
    ctx: Context,
    target: Installation,
    *,
    username: str,
    password: str,
    name: str = "",
    operator: bool = False,
) -> Change:
    """Create a user; an operator may create events. 409 when the user name is taken."""
    _refuse_odd(username)
    if User.objects.filter(username=username).exists():
        raise Conflict("user-taken", _("There is already a user %(name)s.") % {"name": username})
    User.objects.create_user(
        username=username, password=password, display_name=name or username.capitalize(), operator=operator
    )
    told = {"username": username, "operator": operator}
    return Change(told, f"user {username}", None, told)
