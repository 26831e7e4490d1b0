"""Two laptops with the same event: which of them counts, said by one message each way, or by six words typed in.

Messages and words are signed with the event's own secret, which only its copies hold: a stranger in the hall's network
cannot stop the event. Who took over later counts; the other one is fenced, and both keep what the other had.
"""

from __future__ import annotations

import hashlib
import hmac
import http.client
import ipaddress
import json
import secrets
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from django.utils.translation import gettext as _

from core import canonical
from tdapp.events.day import notices
from tdapp.events.models import Event
from tdapp.interchange.copies import plans, results, spoken_words
from tdapp.interchange.models import CopyPlan, Handover
from tdapp.kernel import clock, context, fence
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Missing, Refusal
from tdapp.kernel.tabular.limits import MIB

PATH = "/copies/meet"
MOST = 2 * MIB
# Somebody waits at a page; the worker has other things to do.
PATIENCE_SECONDS, IN_PASSING_SECONDS = 8.0, 2.0
# While the other one was not seen it is looked for often; afterwards now and then, in case it was restored.
SOON, LATER, LONG_ENOUGH = timedelta(seconds=30), timedelta(minutes=10), timedelta(days=2)
State = dict[str, Any]


def my_state(event: Event, plan: CopyPlan) -> State:
    """What this laptop tells the other one, signed."""
    head = fence.state(event.scope_key)
    told: State = {
        "event": str(event.pk), "term": head.term, "holder": head.holder, "fenced": bool(head.fenced),
        "name": plans.my_name(), "address": plans.my_address(), "at": clock.now().isoformat(),
        "results": results.of_event(event),
    }  # fmt: skip
    return told | {"sign": _sign(plan, told)}


def _sign(plan: CopyPlan, told: State) -> str:
    plain = canonical.dumps({name: value for name, value in told.items() if name != "sign"})
    return hmac.new(bytes.fromhex(plan.secret), plain.encode(), hashlib.sha256).hexdigest()


def heard(data: bytes) -> tuple[Event, CopyPlan, State]:
    """The event of a message, and what it says. Refuses (400) everything that is not signed by a copy of it."""
    try:
        told = json.loads(data)
        plan = CopyPlan.objects.select_related("event").filter(event=UUID(told["event"])).first()
        fine = plan and secrets.compare_digest(_sign(plan, told), str(told["sign"])) and _is_whole(told)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        plan, fine = None, False
    if not fine or plan is None:
        raise Refusal(
            "not-signed", _("This message is not signed by a copy of an event of this laptop."), status=400
        )
    return plan.event, plan, told


def _is_whole(told: State) -> bool:
    texts = all(isinstance(told[name], str) for name in ("holder", "name", "address", "at"))
    return texts and isinstance(told["term"], int) and isinstance(told["results"], list)


def answer(data: bytes) -> State:
    """What is done with a message of the other laptop, and what it is told."""
    event, plan, told = heard(data)
    take_note(event, told)
    return my_state(event, plan)


def take_note(event: Event, told: State) -> None:
    """Fence this laptop when the other one took over later; else keep what it told."""
    head = fence.state(event.scope_key)
    mine, theirs = fence.order(head.term, head.holder), fence.order(told["term"], told["holder"])
    if mine == theirs:
        return
    ctx = context.system(event.scope_key)
    if theirs > mine and not (head.fenced and head.fenced["holder"] == told["holder"]):
        put_fence(ctx, event, told=_runner(told))
    row = Handover.objects.filter(event=event).first()
    if row is None or row.results != told["results"] or (told["fenced"] and not row.stopped_at):
        keep_other(ctx, event, told=told)


def _runner(told: State) -> State:
    return {name: told[name] for name in ("term", "holder", "address", "at")} | {"name": told["name"][:80]}


@command("copy.fence", "fenced: another laptop runs the event", needs="event.edit", past_fence=True)
def put_fence(ctx: Context, event: Event, *, told: State) -> Change:
    """Another laptop runs the event: nothing is written here from now on."""
    head = fence.raise_fence(event.scope_key, told)
    if head.fenced:
        notices.keep(event, fenced=head.fenced)
    return Change({"fenced": bool(head.fenced)}, str(event), None, told)


@command("copy.seen_other", "met the other laptop", needs="event.edit", private=("told",), past_fence=True)
def keep_other(ctx: Context, event: Event, *, told: State) -> Change:
    """Keep the results of the other laptop, to be shown beside our own."""
    row, _made = Handover.objects.get_or_create(event=event)
    changed = row.results != told["results"]
    row.results, row.other_name, row.met_at = told["results"], told["name"][:80], clock.now()
    row.own = False
    row.addresses = list(dict.fromkeys([one for one in [told["address"], *row.addresses] if one]))[:5]
    row.stopped_at = row.stopped_at or (clock.now() if told["fenced"] else None)
    row.seen_at = None if changed else row.seen_at
    row.save()
    facts = {"from": row.other_name, "results": len(told["results"]), "fenced": told["fenced"]}
    return Change(facts, str(event), None, facts)


@command("copy.settle", "differences of two laptops settled", needs="event.edit")
def settle(ctx: Context, event: Event) -> Change:
    """Note that somebody looked at what the two laptops have differently, and entered what was right."""
    Handover.objects.filter(event=event).update(seen_at=clock.now())
    return Change({"settled": True}, str(event), None, {"settled": True})


def address_of(text: str) -> str:
    """Host and port of a laptop in this network, as typed or told. Refuses what is no numeric private address: this
    program never calls anywhere else.
    """
    parts = urlsplit(text if "//" in text else f"//{text}", scheme="http")
    try:
        host = ipaddress.ip_address(parts.hostname or "")
        port = parts.port or 8000
    except ValueError:
        host, port = None, 0
    if (
        host is None
        or parts.scheme != "http"
        or not (host.is_private or host.is_loopback or host.is_link_local)
    ):
        sentence = _(
            "Type the other laptop's address as its console shows it, such as http://192.168.1.20:8000."
        )
        raise Refusal("bad-address", sentence)
    return f"[{host}]:{port}" if host.version == 6 else f"{host}:{port}"


def meet(event: Event, address: str, patience: float = PATIENCE_SECONDS) -> State:
    """Tell the other laptop, hear it, and do what follows. Refuses (502) when it does not answer. No transaction is open."""
    plan = plans.plan_of(event)
    if plan is None:
        raise Refusal(
            "never-copied", _("No copy of this event was ever made here, so nobody can have taken it over.")
        )
    place = address_of(address)
    told = _exchanged(place, json.dumps(my_state(event, plan)).encode(), patience)
    found, _plan, said = heard(told)
    if found.pk != event.pk:
        raise Missing("missing", _("There is no such thing here."))
    take_note(event, said)
    return said


def _exchanged(place: str, body: bytes, patience: float) -> bytes:
    line = http.client.HTTPConnection(place, timeout=patience)
    try:
        line.request("POST", PATH, body, {"Content-Type": "application/json"})
        response = line.getresponse()
        data = response.read(MOST + 1)
    except (OSError, http.client.HTTPException) as error:
        raise _silent(place) from error
    finally:
        line.close()
    if response.status != 200 or len(data) > MOST:
        raise _silent(place)
    return data


def _silent(place: str) -> Refusal:
    sentence = _("No laptop with this event answers at %(address)s.")
    return Refusal("no-answer", sentence % {"address": place}, status=502)


def code(event: Event) -> str:
    """Six words that fence the old laptop where no network joins the two."""
    plan, head = plans.plan_of(event), fence.state(event.scope_key)
    return spoken_words.say(_code(plan, head.term, head.holder[:4])) if plan else ""


def _code(plan: CopyPlan, term: int, start: str) -> bytes:
    body = (term & 0xFFFF).to_bytes(2) + bytes.fromhex(start)
    sign = hmac.new(bytes.fromhex(plan.secret), b"code" + plan.event_id.bytes + body, hashlib.sha256)
    return body + sign.digest()[:8]


def type_code(ctx: Context, event: Event, text: str) -> dict[str, Any]:
    """Fence this laptop by the six words shown on the other one. Refuses words that are not of this event, or too old."""
    data, plan = spoken_words.hear(text), plans.plan_of(event)
    wrong = Refusal(
        "wrong-words", _("These are not the six words of this event. Read them from the other laptop again.")
    )
    if plan is None or data is None or len(data) != 12:
        raise wrong
    term, start = int.from_bytes(data[:2]), data[2:4].hex()
    if not secrets.compare_digest(_code(plan, term, start), data):
        raise wrong
    head = fence.state(event.scope_key)
    if fence.order(term, start) <= fence.order(head.term, head.holder):
        raise Refusal("not-later", _("The event was taken over here later than where these words are from."))
    told = {
        "term": term,
        "holder": start,
        "name": _("the other laptop"),
        "address": "",
        "at": clock.now().isoformat(),
    }
    return put_fence(ctx, event, told=told)


def look_for_others() -> None:
    """Asked by the worker now and then: events that were taken over here look for the laptop they came from."""
    now = clock.now()
    for row in Handover.objects.filter(taken_at__gt=now - LONG_ENOUGH, event__deleted_at=None).select_related(
        "event"
    ):
        if _is_time(row, now):
            _LOOKED[row.pk] = now
            for address in row.addresses[:3]:
                try:
                    meet(row.event, address, IN_PASSING_SECONDS)
                except Refusal:
                    continue


_LOOKED: dict[Any, Any] = {}


def _is_time(row: Handover, now: Any) -> bool:
    """By this process's own memory: an attempt that met nobody is no fact worth a write."""
    pause = LATER if row.stopped_at else SOON
    return now - _LOOKED.get(row.pk, now - LATER) >= pause
