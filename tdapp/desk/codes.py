"""The four digits by which a player finds himself on his own phone. Made when they are needed, stored nowhere.

A code comes from the installation's secret, the entrant and how often the desk renewed it: a copy of the database alone
tells no code, and renewing makes the old one useless at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from django.utils.crypto import constant_time_compare, salted_hmac

from tdapp.desk.models import PhoneCode
from tdapp.events.models import Entrant

DIGITS = 4


def code_of(entrant: Entrant) -> str:
    """An entrant's code as it is now. One query; for a list use `codes_of`."""
    return codes_of([entrant])[entrant.pk]


def codes_of(entrants: Iterable[Entrant]) -> dict[UUID, str]:
    """The codes of many, by entrant id. One query."""
    rows = list(entrants)
    renewed = renewals(rows)
    return {row.pk: _code(row.pk, renewed.get(row.pk, 0)) for row in rows}


def renewals(entrants: Iterable[Entrant]) -> dict[UUID, int]:
    """How often the codes of these entrants were renewed; those never renewed are left out."""
    wanted = [row.pk for row in entrants]
    return dict(PhoneCode.objects.filter(entrant__in=wanted).values_list("entrant_id", "renewed"))


def fits(entrant: Entrant, renewed: int, typed: str) -> bool:
    """Whether somebody typed this entrant's code."""
    return constant_time_compare(_code(entrant.pk, renewed), typed)


def _code(pk: UUID, renewed: int) -> str:
    digest = salted_hmac("td.phone-code", f"{pk}:{renewed}", algorithm="sha256").digest()
    return f"{int.from_bytes(digest[:8], 'big') % 10**DIGITS:0{DIGITS}d}"
