"""An event's copies as this laptop keeps them: the key, the newest file, the second place, who this laptop is."""

from __future__ import annotations

import base64
import os
import secrets
import socket
from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings
from django.db.models import Count, F, Max, OuterRef, Q, Subquery, Sum
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from core import canonical
from tdapp.desk.models import Result
from tdapp.events.day import notices
from tdapp.events.models import Event, Round, Table
from tdapp.interchange.copies import spoken_words
from tdapp.interchange.copies.sealed import Key, key_of
from tdapp.interchange.models import CopyPlan
from tdapp.kernel import clock
from tdapp.kernel.managers import find
from tdapp.kernel.refusals import Refusal
from tdapp.launch.running import lan_address


def plan_of(event: Event) -> CopyPlan | None:
    """How the event is copied; None while nobody set it up."""
    return CopyPlan.objects.filter(event=event).first()


def is_thrown_away(event: Event) -> bool:
    """Whether nobody would miss the event: a rehearsal, or one of the demo. Copies are made of them when asked for."""
    return event.demo or notices.is_rehearsal(event)


def new_plan(event: Event) -> CopyPlan:
    """The event's plan, made with a secret of its own when there is none yet."""
    return CopyPlan.objects.get_or_create(event=event, defaults={"secret": secrets.token_hex(32)})[0]


def _box(event_id: Any) -> AESGCM:
    return AESGCM(salted_hmac("td.copy-key", str(event_id), algorithm="sha256").digest())


def boxed(event_id: Any, data: bytes) -> str:
    """Bytes sealed with the installation's secret, for this event alone: the database alone does not tell them."""
    nonce = secrets.token_bytes(12)
    return base64.b64encode(nonce + _box(event_id).encrypt(nonce, data, None)).decode()


def unboxed(event_id: Any, text: str) -> bytes | None:
    """What was sealed here; None when another installation did, or somebody changed it."""
    try:
        sealed = base64.b64decode(text or "")
        return _box(event_id).decrypt(sealed[:12], sealed[12:], None)
    except (InvalidTag, ValueError):
        return None


def keep_key(plan: CopyPlan, key: Key) -> None:
    """Keep a passphrase's key, sealed with the installation's secret: the database alone opens no copy."""
    plan.salt, plan.key = key.salt.hex(), boxed(plan.event_id, key.secret)


def key_kept(plan: CopyPlan) -> Key | None:
    """The kept key; None before a passphrase was chosen, and after the data moved to another installation."""
    secret = unboxed(plan.event_id, plan.key)
    return Key(bytes.fromhex(plan.salt), secret) if secret else None


def key_here(salt: bytes) -> Key:
    """The key this installation keeps that a copy with this salt was sealed with. Refuses where it keeps none."""
    for plan in CopyPlan.objects.filter(salt=salt.hex()).exclude(key=""):
        if key := key_kept(plan):
            return key
    sentence = _("This installation does not keep the key of this copy. Give the words of its key.")
    raise Refusal("no-key-here", sentence)


def invent_key(plan: CopyPlan) -> None:
    """A key of six words nobody chose, on an unsaved plan. The words are kept, sealed like the key, until they were shown."""
    words = spoken_words.invented()
    keep_key(plan, key_of(words))
    plan.words = boxed(plan.event_id, words.encode())
    plan.passphrase_at, plan.held, plan.fault = clock.now(), "", ""


def words_waiting(plan: CopyPlan) -> str:
    """The words of the key while nobody has seen them; "" afterwards."""
    found = unboxed(plan.event_id, plan.words)
    return found.decode() if found else ""


def folder() -> Path:
    """Where the newest copy of each event stands on this laptop."""
    return Path(settings.DATA_DIR) / "copies"


def newest(event: Event) -> Path:
    """The event's newest copy, whether there is one or not; its name is the event's id."""
    return folder() / f"{event.pk}.tdcopy"


def stem(event: Event) -> str:
    """How the copies of an event begin elsewhere; two events of one name, of two clubs on one stick, begin unlike."""
    return f"{event.slug}-{event.pk.hex[:6]}"


def file_name(event: Event, told: dict[str, Any]) -> str:
    """What a copy is called elsewhere: the event, the rounds it holds, and its place in the log."""
    return f"{stem(event)}-r{told.get('rounds', 0)}-{told.get('number', 0)}.tdcopy"


def rounds_digests(events: Iterable[Any]) -> dict[Any, str]:
    """By event, what changes when a round is published, recalled or closed, when one that is closed is corrected, when a
    division is called final and when the ceremony is over; "" before the first round. One query for all of them.
    """
    closed = Table.objects.filter(round__division__event=OuterRef("pk"), round__status=Round.Status.CLOSED)
    rows = Event.objects.filter(pk__in=events).values(
        "pk",
        "prize_giving__ended_at",
        # An entry makes the next version of its table, a correction too.
        entries=Subquery(
            closed.order_by().values("round__division__event").annotate(n=Sum("version")).values("n")
        ),
        finals=Count("divisions__finalisations", distinct=True),
        n=Count(
            "divisions__rounds", distinct=True, filter=~Q(divisions__rounds__status=Round.Status.PLANNED)
        ),
        published=Max("divisions__rounds__published_at"),
        closed=Max("divisions__rounds__closed_at"),
    )
    told: Iterable[dict[str, Any]] = (dict(row) for row in rows)
    return {row.pop("pk"): canonical.digest(row) if row["n"] else "" for row in told}


def rounds_digest(event: Event) -> str:
    """`rounds_digests` of one."""
    return rounds_digests([event.pk]).get(event.pk, "")


def decided(names: Iterable[str] = ()) -> Any:
    """Events with the columns `names`, and when a round was last closed, one that is closed corrected, a division called
    final, the ceremony over: what `newest_decision` makes one moment of.
    """
    late = Result.objects.filter(in_force=True, confirmed_at__gt=F("table__round__closed_at"))
    late = late.filter(table__round__division__event=OuterRef("pk")).order_by("-confirmed_at")
    return Event.objects.values(
        *names,
        ceremony=F("prize_giving__ended_at"),
        corrected=Subquery(late.values("confirmed_at")[:1]),
        final=Max("divisions__finalisations__at"),
        closed=Max("divisions__rounds__closed_at"),
    )


def newest_decision(found: Mapping[str, Any]) -> datetime | None:
    """The newest of what `decided` asked for; None before a round is closed."""
    at = [found[name] for name in ("closed", "corrected", "final", "ceremony") if found[name]]
    return max(at) if found["closed"] else None


def last_decided(event: Event) -> str:
    """When something was last decided; "" before a round is closed. One query."""
    found = newest_decision(find(decided(), pk=event.pk))
    return found.isoformat() if found else ""


def my_name() -> str:
    """What this laptop is called."""
    return (os.environ.get("TD_NAME") or socket.gethostname() or "laptop")[:80]


def my_address() -> str:
    """Where others reach this laptop; "" without a network."""
    here = lan_address()
    return f"http://{here}:{os.environ.get('TD_PORT', '8000')}" if here else ""
