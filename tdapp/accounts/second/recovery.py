"""Codes on paper for the day the phone is gone: ten, shown once, each good for one time."""

from __future__ import annotations

import re

from django.utils.crypto import salted_hmac

from tdapp.accounts.models import RecoveryCode
from tdapp.kernel.models import User
from tdapp.kernel.signing_in.users import random_password

HOW_MANY = 10


def renew(user: User) -> list[str]:
    """Ten new codes in place of the old ones, in the caller's command. They are kept nowhere but here."""
    RecoveryCode.objects.filter(user=user).delete()
    codes = [random_password(groups=2, length=4) for _code in range(HOW_MANY)]
    RecoveryCode.objects.bulk_create(
        [RecoveryCode(user=user, code_hash=hashed(user, code)) for code in codes]
    )
    return codes


def found(user: User, typed: str) -> RecoveryCode | None:
    """The account's code, however it was typed."""
    return RecoveryCode.objects.filter(user=user, code_hash=hashed(user, typed)).first()


def hashed(user: User, code: str) -> str:
    """What is stored of a code: keyed, for it is short, and of this account alone."""
    plain = re.sub(r"[\s-]+", "", code[:40]).lower()
    return salted_hmac("td.recovery-code", f"{user.pk}:{plain}", algorithm="sha256").hexdigest()
