"""How a player's phone is known: six digits to type, and a longer secret in the QR code of the card. Stored nowhere.

Both come from what its event's codes are made from (the root: by the installation's secret, or what came along in a
sealed copy), the entrant and how often the desk renewed it: a copy of the database alone tells no code, and renewing makes
the old ones useless at once.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
from collections.abc import Callable, Iterable
from uuid import UUID

from django.db.models import QuerySet
from django.utils.crypto import constant_time_compare, salted_hmac

from tdapp.desk.models import PhoneCode
from tdapp.events.models import Entrant
from tdapp.kernel.ports import Port
from tdapp.kernel.running.written_once import WrittenOnce

DIGITS = 6
# Of the card's secret, after the 16 bytes that name the entrant: 128 bits.
SECRET_BYTES, ID_BYTES = 16, 16
# Event -> the root that came along from another installation; None: none did.
CAME_ALONG: Port[Callable[[UUID], bytes | None]] = Port("what codes came along with an event")


def root_of(event: UUID) -> bytes:
    """What the codes of an event are made from: 32 bytes that leave this program in sealed copies only. One query."""
    came = (found for asked in CAME_ALONG if (found := asked(event)))
    return next(came, None) or salted_hmac("td.phone-codes", str(event), algorithm="sha256").digest()


def code_of(entrant: Entrant) -> str:
    """An entrant's code as it is now. Two queries; for a list use `codes_of`."""
    return codes_of([entrant])[entrant.pk]


def codes_of(entrants: Iterable[Entrant]) -> dict[UUID, str]:
    """The codes of many, by entrant id. One query, and one for each event."""
    rows = list(entrants)
    renewed, roots = renewals(rows), {event: root_of(event) for event in {row.event_id for row in rows}}
    return {row.pk: _code(roots[row.event_id], row.pk, renewed.get(row.pk, 0)) for row in rows}


def renewals(entrants: Iterable[Entrant]) -> dict[UUID, int]:
    """How often the codes of these entrants were renewed; those never renewed are left out."""
    wanted = [row.pk for row in entrants]
    return dict(_renewed(wanted)) if wanted else {}


@WrittenOnce
def _renewed(entrants: list[UUID]) -> QuerySet[PhoneCode, tuple[UUID, int]]:
    return PhoneCode.objects.filter(entrant__in=entrants).values_list("entrant_id", "renewed")


def fits(entrant: Entrant, renewed: int, typed: str) -> bool:
    """Whether somebody typed this entrant's code. One query."""
    return constant_time_compare(_code(root_of(entrant.event_id), entrant.pk, renewed), typed)


def cards_of(entrants: Iterable[Entrant]) -> dict[UUID, str]:
    """What the QR code of each card carries, by entrant id. One query, and one for each event."""
    rows = list(entrants)
    renewed, roots = renewals(rows), {event: root_of(event) for event in {row.event_id for row in rows}}
    return {row.pk: _card(roots[row.event_id], row.pk, renewed.get(row.pk, 0)) for row in rows}


def named_by(card: str) -> UUID | None:
    """Whose card it says it is; None for what is no card."""
    try:
        told = base64.b64decode(f"{card}=", altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        return None
    return UUID(bytes=told[:ID_BYTES]) if len(told) == ID_BYTES + SECRET_BYTES else None


def card_fits(entrant: Entrant, renewed: int, card: str) -> bool:
    """Whether it is this entrant's card, not one from before the code was made anew. One query."""
    return constant_time_compare(_card(root_of(entrant.event_id), entrant.pk, renewed), card)


def _code(root: bytes, pk: UUID, renewed: int) -> str:
    # Named: the four digits of earlier versions, which stood in lists, tell nothing of these six.
    digest = hmac.new(root, f"code-{DIGITS}:{pk}:{renewed}".encode(), hashlib.sha256).digest()
    return f"{int.from_bytes(digest[:8], 'big') % 10**DIGITS:0{DIGITS}d}"


def _card(root: bytes, pk: UUID, renewed: int) -> str:
    digest = hmac.new(root, f"card:{pk}:{renewed}".encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(pk.bytes + digest[:SECRET_BYTES]).decode().rstrip("=")


def spaced(code: str) -> str:
    """A code as it is printed, so that it is read off without a slip: 123 456."""
    return f"{code[: DIGITS // 2]} {code[DIGITS // 2 :]}"
