"""What a new password must be, said in one refusal."""

from __future__ import annotations

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from tdapp.kernel.models import User
from tdapp.kernel.refusals import Refusal

LONGEST = 128  # beyond it the hasher would be kept busy for nothing


def refuse_weak(password: str, user: User) -> None:
    """Refuse (422) a password that is too short, common, or the person's own name, with all that is wrong."""
    try:
        validate_password(password[:LONGEST], user)
    except ValidationError as error:
        raise Refusal("weak-password", *error.messages, status=422) from None
