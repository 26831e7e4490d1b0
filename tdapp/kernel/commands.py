"""The one way to write: permission, idempotency, transaction, the change itself, its audit entry."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

from django.db import IntegrityError, transaction
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from tdapp.kernel import audit, canonical, fence
from tdapp.kernel.audit import lock as take_turn
from tdapp.kernel.context import Context
from tdapp.kernel.log import facts
from tdapp.kernel.models import IdempotencyKey
from tdapp.kernel.permissions import EVERYTHING, require
from tdapp.kernel.refusals import Conflict, Missing, Refusal


class Scoped(Protocol):
    """Anything a command may act on: it knows the scope it belongs to."""

    @property
    def scope_key(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Change:
    """What a command's body did: the JSON-able answer, and what the audit entry tells of it.

    `subject` is what the entry is about where that is not the command's target.
    """

    result: dict[str, Any]
    target: str
    before: Any = None
    after: Any = None
    reason: str = ""
    subject: audit.Subject = audit.NOTHING


@dataclass(frozen=True, slots=True)
class Installation:
    """The target of commands that act on no event."""

    scope_key: str = "installation"


type_of_body = Callable[..., Change]
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
    """
    if needs not in EVERYTHING:
        raise ValueError(f"unknown permission {needs!r}")

    def wrap(body: type_of_body) -> Callable[..., dict[str, Any]]:
        @functools.wraps(body)
        def run(ctx: Context, target: Scoped, **what: Any) -> dict[str, Any]:
            _check(ctx, target, needs)
            made = {name: make(what[name]) for name, make in (ahead or {}).items() if name in what}
            try:
                return _carry_out(_given(body, made), intent, ctx, target, what, past_fence)
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


def _check(ctx: Context, target: Scoped, needs: str) -> None:
    if target.scope_key != ctx.scope:
        raise Missing("missing", _("There is no such thing here."))
    require(ctx, needs)


def _given(body: type_of_body, made: dict[str, Any]) -> type_of_body:
    """The body with what was made ahead in place of what was sent."""
    return lambda ctx, target, **what: body(ctx, target, **{**what, **made})


def _carry_out(
    body: type_of_body, intent: str, ctx: Context, target: Scoped, what: dict[str, Any], past_fence: bool
) -> dict[str, Any]:
    asked = _digest_of(intent, target, what)
    try:
        with transaction.atomic(), facts.gathering() as gathered:
            head = gathered.head = take_turn(ctx.scope)
            if not past_fence:
                fence.check(head)
            if (known := _claim(ctx, intent, asked)) is not None:
                return known
            change = body(ctx, target, **what)
            result: dict[str, Any] = canonical.plain(change.result)
            _log(ctx, intent, target, change, gathered)
            _remember(ctx, result)
        return result
    except IntegrityError as error:
        # A constraint is the last guard behind every check: what lost the race is a conflict, not a crash.
        sentence = _("Somebody else changed this at the same moment. Look again, then repeat.")
        raise Conflict("changed-meanwhile", sentence) from error


def _log(ctx: Context, intent: str, target: Scoped, change: Change, gathered: facts.Gathered) -> None:
    """The command's entry; and one in the log of each event of which an installation's command stored rows."""
    subject = change.subject if any(change.subject) else subject_of(target)
    audit.write(
        ctx, intent, change.target, before=change.before, after=change.after, reason=change.reason,
        subject=subject,
    )  # fmt: skip
    for scope, part in sorted(gathered.apart().items()):
        with facts.gathering(part):
            audit.write(replace(ctx, scope=scope), intent, change.target, subject=subject)


def subject_of(target: object) -> audit.Subject:
    """Kind and id of a row, for an entry that is about it."""
    key = getattr(target, "pk", None)
    return (type(target).__name__.lower()[:30], str(key)) if key is not None else audit.NOTHING


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
    if created:
        return None
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
        audit.write(
            ctx, intent, str(target), before=refusal.facts, after=_asked(what), refused=refusal.code,
            subject=subject_of(target),
        )  # fmt: skip


def _asked(what: dict[str, Any]) -> dict[str, str]:
    return {name: str(value)[:300] for name, value in what.items()}
