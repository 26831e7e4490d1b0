"""The one way to write: permission, idempotency, transaction, the change itself, its audit entry."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from django.db import IntegrityError, transaction
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from tdapp.kernel import audit, canonical, fence
from tdapp.kernel.audit import lock as take_turn
from tdapp.kernel.context import Context
from tdapp.kernel.models import IdempotencyKey
from tdapp.kernel.permissions import EVERYTHING, can
from tdapp.kernel.refusals import Conflict, Missing, NotAllowed, Refusal


class Scoped(Protocol):
    """Anything a command may act on: it knows the scope it belongs to."""

    @property
    def scope_key(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Change:
    """What a command's body did: the JSON-able answer, and what the audit entry tells of it."""

    result: dict[str, Any]
    target: str
    before: Any = None
    after: Any = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Installation:
    """The target of commands that act on no event."""

    scope_key: str = "installation"


@dataclass(frozen=True, slots=True)
class Undo:
    """Yielded by work in legs: what takes away again what the legs so far left behind."""

    call: Callable[[], None]


Legs = Generator[Callable[[], Any] | Undo | None, Any, Any]
type_of_body = Callable[..., Change | Legs]
REGISTRY: dict[str, Callable[..., dict[str, Any]]] = {}


def command(
    intent: str, *, needs: str, private: tuple[str, ...] = (), past_fence: bool = False,
    ahead: Mapping[str, Callable[[Any], Any]] | None = None,
) -> Callable[[type_of_body], Callable[..., dict[str, Any]]]:  # fmt: skip
    """Make a function `(ctx, target, **what) -> Change` the command `intent`; callers get `Change.result`.

    Refuses with NotAllowed without the permission, Missing when the target is of another scope. A Conflict
    raised by the body is audited as a refused attempt, so that nothing a second clerk typed is lost;
    arguments named in `private` never reach the log. Where another installation took the scope over everything is
    refused (Fenced), except what is `past_fence`: the fence itself, and what tells of it. `ahead`: arguments of which
    something is made that takes long (a picture unpacked), after the permission and before the transaction, so that
    nobody waits for it; the body gets what was made.

    A body that is a generator works in legs: what it wrote is committed at every `yield`, so it must be out of sight
    until the last leg makes it valid. What is yielded is called with nothing held, and its value sent back; an `Undo`
    is kept, and called when nothing comes of it all.
    """
    if needs not in EVERYTHING:
        raise ValueError(f"unknown permission {needs!r}")

    def wrap(body: type_of_body) -> Callable[..., dict[str, Any]]:
        @functools.wraps(body)
        def run(ctx: Context, target: Scoped, **what: Any) -> dict[str, Any]:
            check(ctx, target, needs)
            made = {name: make(what[name]) for name, make in (ahead or {}).items() if name in what}
            carry_out = _in_legs if inspect.isgeneratorfunction(body) else _carry_out
            try:
                return carry_out(_given(body, made), intent, ctx, target, what, past_fence)
            except Conflict as refusal:
                shown = {name: value for name, value in what.items() if name not in private}
                _audit_refusal(ctx, intent, target, shown, refusal)
                raise

        run.intent = intent  # type: ignore[attr-defined]
        run.needs = needs  # type: ignore[attr-defined]
        run.private = frozenset(private)  # type: ignore[attr-defined]
        run.past_fence = past_fence  # type: ignore[attr-defined]
        run.parameters = inspect.signature(body).parameters  # type: ignore[attr-defined]
        REGISTRY[intent] = run
        return run

    return wrap


def check(ctx: Context, target: Scoped, needs: str) -> None:
    """Refuse a target of another scope and whoever lacks a permission: before long work that a command is to keep."""
    if target.scope_key != ctx.scope:
        raise Missing("missing", _("There is no such thing here."))
    if not can(ctx, needs):
        raise NotAllowed("not-allowed", _("Your role does not allow this."), needs=needs)


def _given(body: type_of_body, made: dict[str, Any]) -> type_of_body:
    """The body with what was made ahead in place of what was sent."""
    return lambda ctx, target, **what: body(ctx, target, **{**what, **made})


def walk(
    legs: Legs, begin: Callable[[], Any] = lambda: None, end: Callable[[Any], Any] = lambda made: made
) -> Any:
    """Carry out work in legs, each in a transaction of its own that starts with `begin`; the last one ends with `end`."""
    undo: list[Callable[[], None]] = []
    try:
        return _walked(legs, begin, end, undo)
    except BaseException:
        for call in undo:
            call()
        raise


def _walked(
    legs: Legs, begin: Callable[[], Any], end: Callable[[Any], Any], undo: list[Callable[[], None]]
) -> Any:
    send: Any = None
    while True:
        with transaction.atomic():
            begin()
            try:
                aside = legs.send(send)
            except StopIteration as over:
                return end(over.value)
        if isinstance(aside, Undo):
            undo.append(aside.call)
            aside = None
        send = aside() if aside is not None else None


def _in_legs(
    body: Callable[..., Any],
    intent: str,
    ctx: Context,
    target: Scoped,
    what: dict[str, Any],
    past_fence: bool,
) -> dict[str, Any]:
    """As `_carry_out`, with the turn given back between the legs; the key is claimed by the last one."""
    asked = _digest_of(intent, target, what)
    known = (
        IdempotencyKey.objects.filter(scope=ctx.scope, actor=ctx.actor, key=ctx.key).first()
        if ctx.key
        else None
    )
    if known is not None:
        return _known(known, asked)

    def begin() -> None:
        head = take_turn(ctx.scope)
        if not past_fence:
            fence.check(head)

    def end(change: Change) -> dict[str, Any]:
        if _claim(ctx, intent, asked) is not None:
            raise _changed_meanwhile()
        return _note(ctx, intent, change)

    try:
        return walk(body(ctx, target, **what), begin, end)
    except IntegrityError as error:
        raise _changed_meanwhile() from error


def _changed_meanwhile() -> Conflict:
    sentence = _("Somebody else changed this at the same moment. Look again, then repeat.")
    return Conflict("changed-meanwhile", sentence)


def _carry_out(
    body: type_of_body, intent: str, ctx: Context, target: Scoped, what: dict[str, Any], past_fence: bool
) -> dict[str, Any]:
    asked = _digest_of(intent, target, what)
    try:
        with transaction.atomic():
            head = take_turn(ctx.scope)
            if not past_fence:
                fence.check(head)
            if (known := _claim(ctx, intent, asked)) is not None:
                return known
            change = body(ctx, target, **what)
            assert isinstance(change, Change)
            return _note(ctx, intent, change)
    except IntegrityError as error:
        # A constraint is the last guard behind every check: what lost the race is a conflict, not a crash.
        raise _changed_meanwhile() from error


def _note(ctx: Context, intent: str, change: Change) -> dict[str, Any]:
    """Write what was done into the log and keep the answer for who asks again."""
    result: dict[str, Any] = canonical.plain(change.result)
    audit.write(ctx, intent, change.target, before=change.before, after=change.after, reason=change.reason)
    _remember(ctx, result)
    return result


def _digest_of(intent: str, target: Scoped, what: dict[str, Any]) -> str:
    """What was asked, to recognise it again. Keyed: a PIN or a birth date must not be guessable from it."""
    asked = canonical.dumps([intent, str(getattr(target, "pk", "")), repr(sorted(what.items()))])
    return salted_hmac("td.idempotency", asked, algorithm="sha256").hexdigest()


def _claim(ctx: Context, intent: str, asked: str) -> dict[str, Any] | None:
    """The stored answer to the context's key, or None after claiming the key for this call."""
    if not ctx.key:
        return None
    row, created = IdempotencyKey.objects.get_or_create(
        scope=ctx.scope, actor=ctx.actor, key=ctx.key, defaults={"intent": intent, "asked": asked}
    )
    return None if created else _known(row, asked)


def _known(row: IdempotencyKey, asked: str) -> dict[str, Any]:
    """The stored answer, if it was the same question."""
    if row.asked != asked:
        raise Refusal("key-reused", _("This request key was already used for something else."), status=422)
    return dict(row.answer or {})


def _remember(ctx: Context, result: dict[str, Any]) -> None:
    if ctx.key:
        IdempotencyKey.objects.filter(scope=ctx.scope, actor=ctx.actor, key=ctx.key).update(answer=result)


def _audit_refusal(
    ctx: Context, intent: str, target: Scoped, what: dict[str, Any], refusal: Conflict
) -> None:
    with transaction.atomic():
        audit.write(ctx, intent, str(target), before=refusal.facts, after=_asked(what), refused=refusal.code)


def _asked(what: dict[str, Any]) -> dict[str, str]:
    return {name: str(value)[:300] for name, value in what.items()}
