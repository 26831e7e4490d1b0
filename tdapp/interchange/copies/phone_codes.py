"""Players' codes go along with a copy: what they are made from travels inside the sealed file and nowhere else.

On the second laptop it is kept sealed with that laptop's own secret, so that there too the database alone tells no code.
Who has a copy and its passphrase can work the codes out; he has everything else of the event as well.
"""

from __future__ import annotations

import re
from uuid import UUID

from tdapp.desk.models import PhoneBinding
from tdapp.desk.phones import codes
from tdapp.events.models import Event
from tdapp.interchange.copies import plans
from tdapp.interchange.copies.content import EventCopy
from tdapp.interchange.copies.sealed import damaged
from tdapp.interchange.models import CopyPlan
from tdapp.kernel import clock

FACT = "codes"
ROOT = re.compile(r"[0-9a-f]{64}")


def fact_of(event: Event) -> dict[str, str]:
    """What a copy tells of the codes."""
    return {FACT: codes.root_of(event.pk).hex()}


def keep(plan: CopyPlan, told: EventCopy) -> None:
    """Keep what a copy told, on an unsaved plan; copies of before it was told leave the codes to this laptop."""
    said = told.facts.get(FACT, "")
    if said and not (isinstance(said, str) and ROOT.fullmatch(said)):
        raise damaged(FACT)
    plan.codes = plans.boxed(plan.event_id, bytes.fromhex(said)) if said else ""


def leave_phones(event: Event) -> None:
    """Phones were known by cookies of the other laptop, which mean nothing here: each finds its player again, by the same
    card, and is the first to come by it.
    """
    PhoneBinding.objects.filter(device__event=event, left_at=None).update(left_at=clock.now())


def root(event_id: UUID) -> bytes | None:
    """What an event's codes are made from since it was taken over; None: by this installation. One query."""
    kept = CopyPlan.objects.filter(event=event_id).exclude(codes="").values_list("codes", flat=True).first()
    return plans.unboxed(event_id, kept) if kept else None
