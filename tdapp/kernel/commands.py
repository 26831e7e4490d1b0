"""The one way to write: permission, idempotency, transaction, the change itself, its audit entry."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Protocol, cast

from django.db import IntegrityError, NotSupportedError, connection, transaction
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from core import canonical
from tdapp.kernel import audit, fence
from tdapp.kernel.audit import lock as take_turn
from tdapp.kernel.audit import lock_all as take_turns
from tdapp.kernel.context import Context
from tdapp.kernel.log.gathering import Gathered, gathering
from tdapp.kernel.models import IdempotencyKey
from tdapp.kernel.permissions import EVERYTHING, require
from tdapp.kernel.ports import Port
from tdapp.kernel.refusals import Conflict, Missing, Refusal, refuse_broken_text
from tdapp.kernel.running.legs import Legs, Turn, walk
from tdapp.kernel.running.written_once import WrittenOnce


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


type_of_body = Callable[..., Change | Legs]


class Command(Protocol):
    """What callers call: `(ctx, target, **what)`, and what was said of it where it was made."""

    intent: str
    title: str
    needs: str
    private: frozenset[str]
    past_fence: bool
    parameters: Mapping[str, inspect.Parameter]

    def __call__(self, ctx: Context, target: Any, **what: Any) -> dict[str, Any]: ...


REGISTRY: dict[str, Command] = {}
CARRIED_OUT: Port[Callable[[str, str], None]] = Port(
    "told of each command: its intent, and `done`, or why not (`fault`: an error)"
)
_kept = WrittenOnce(lambda of, by, key: IdempotencyKey.objects.filter(scope=of, actor=by, key=key))


def command(
    intent: str, title: str, *, needs: str, private: tuple[str, ...] = (), past_fence: bool = False,
    ahead: Mapping[str, Callable[[Any], Any]] | None = None, also: Callable[[], Collection[str]] = tuple,
) -> Callable[[type_of_body], Callable[..., dict[str, Any]]]:  # fmt: skip
    """Make a function `(ctx, target, **what) -> Change` the command `intent`; callers get `Change.result`.

    `title` is what the log calls it for people, in English; it is gathered for translation from here.
    Refuses with NotAllowed without the permission, Missing when the target is of another scope. A Conflict
    raised by the body is audited as a refused attempt, so that nothing a second clerk typed is lost;
    arguments named in `private` never reach the log. Where another installation took the scope over everything is
    refused (Fenced), except what is `past_fence`: the fence itself, and what tells of it. `ahead`: arguments of which
    something is made that takes long (a picture unpacked), after the permission and before the transaction, so that
    nobody waits for it; the body gets what was made. `also`: the other scopes whose rows it changes; their turns are taken
    before its own, so that whoever waits for one of them keeps nobody waiting.

    A body that is a generator works in legs: what it wrote is committed at every `yield`, so it must be out of sight
    until the last leg makes it valid, which is also the one whose rows the log tells of: what the others wrote it notes
    itself (`facts.note_all`). What is yielded is called with nothing held, and its value sent back; an `Undo` is kept,
    and called when nothing comes of it all.
    """
    if needs not in EVERYTHING:
        raise ValueError(f"unknown permission {needs!r}")

    def wrap(body: type_of_body) -> Callable[..., dict[str, Any]]:
        @functools.wraps(body)
        def run(ctx: Context, target: Scoped, **what: Any) -> dict[str, Any]:
            carry_out = _in_legs if inspect.isgeneratorfunction(body) else _carry_out
            outcome = "fault"
            try:
                check(ctx, target, needs)
                refuse_broken_text(what)
                made = {name: make(what[name]) for name, make in (ahead or {}).items() if name in what}
                turn = partial(_turn, ctx.scope, past_fence, also)
                answer = carry_out(_given(body, made), intent, ctx, target, what, turn)
                outcome = "done"
                return answer
            except Refusal as refusal:
                outcome = refusal.code
                if isinstance(refusal, Conflict):
                    shown = {name: value for name, value in what.items() if name not in private}
                    _audit_refusal(ctx, intent, target, shown, refusal)
                raise
            finally:
                for tell in CARRIED_OUT:
                    tell(intent, outcome)

        said = {
            "intent": intent, "title": title, "needs": needs, "private": frozenset(private),
            "past_fence": past_fence, "parameters": inspect.signature(body).parameters,
        }  # fmt: skip
        vars(run).update(said)
        REGISTRY[intent] = cast(Command, run)
        return run

    return wrap


def check(ctx: Context, target: Scoped, needs: str) -> None:
    """Refuse a target of another scope and whoever lacks a permission: before long work that a command is to keep."""
    if target.scope_key != ctx.scope:
        raise Missing("missing", _("There is no such thing here."))
    require(ctx, needs)


def _given(body: type_of_body, made: dict[str, Any]) -> type_of_body:
    """The body with what was made ahead in place of what was sent."""
    return lambda ctx, target, **what: body(ctx, target, **{**what, **made})


class _Answered(Exception):
    """The same call with the same key was quicker: nothing of this one stays, and its caller gets that one's answer."""

    def __init__(self, answer: dict[str, Any]) -> None:
        super().__init__()
        self.answer = answer


def _in_legs(
    body: Callable[..., Any],
    intent: str,
    ctx: Context,
    target: Scoped,
    what: dict[str, Any],
    turn: Turn,
) -> dict[str, Any]:
    """As `_carry_out`, with the turn given back between the legs; the key is stored by the last one."""
    asked = _digest_of(ctx, intent, target, what)
    keys = IdempotencyKey.objects.filter(scope=ctx.scope, actor=ctx.actor, key=ctx.key)
    if ctx.key and (known := keys.first()) is not None:
        return _stored_answer(known, asked)

    def end(change: Change, gathered: Gathered) -> dict[str, Any]:
        if (known := _known(ctx, asked)) is not None:
            raise _Answered(known)
        return _done(ctx, intent, asked, target, change, gathered)

    try:
        return walk(body(ctx, target, **what), turn, end)
    except _Answered as quicker:
        return quicker.answer
    except IntegrityError as error:
        raise _changed_meanwhile() from error


@contextmanager
def _turn(scope: str, past_fence: bool, also: Callable[[], Collection[str]]) -> Iterator[Gathered]:
    """Hold the scope's turn, after those it needs beside it, and gather what is stored in it."""
    with gathering() as gathered:
        take_turns(held := set(also()))
        head = gathered.head = take_turn(scope)
        if not past_fence:
            fence.check(head)
        # One that was made while this waited could only be taken out of order, and two would wait for each other.
        if not held.issuperset(also()):
            raise _changed_meanwhile()
        yield gathered


def _changed_meanwhile() -> Conflict:
    sentence = _("Somebody else changed this at the same moment. Look again, then repeat.")
    return Conflict("changed-meanwhile", sentence)


def _carry_out(
    body: type_of_body, intent: str, ctx: Context, target: Scoped, what: dict[str, Any], turn: Turn
) -> dict[str, Any]:
    """The command in one transaction; once more, on a new line to the database, where an update beside us has changed the
    shape of what the old line had prepared.
    """
    try:
        return _in_one_go(body, intent, ctx, target, what, turn)
    except NotSupportedError:
        if connection.in_atomic_block:
            raise
        connection.close()
        return _in_one_go(body, intent, ctx, target, what, turn)


def _in_one_go(
    body: type_of_body, intent: str, ctx: Context, target: Scoped, what: dict[str, Any], turn: Turn
) -> dict[str, Any]:
    asked = _digest_of(ctx, intent, target, what)
    try:
        with transaction.atomic(), turn() as gathered:
            if (known := _known(ctx, asked)) is not None:
                return known
            change = body(ctx, target, **what)
            assert isinstance(change, Change)
            return _done(ctx, intent, asked, target, change, gathered)
    except IntegrityError as error:
        # A constraint is the last guard behind every check: what lost the race is a conflict, not a crash.
        raise _changed_meanwhile() from error


def _done(
    ctx: Context, intent: str, asked: str, target: Scoped, change: Change, gathered: Gathered
) -> dict[str, Any]:
    """Write what was done into the log and keep the answer for who asks again."""
    result: dict[str, Any] = canonical.plain(change.result)
    _log(ctx, intent, target, change, gathered)
    if ctx.key:
        told = {"intent": intent, "asked": asked, "answer": result}
        IdempotencyKey.objects.create(scope=ctx.scope, actor=ctx.actor, key=ctx.key, **told)
    return result


def _log(ctx: Context, intent: str, target: Scoped, change: Change, gathered: Gathered) -> None:
    """The command's entry; and one in the log of each event of which an installation's command stored rows."""
    subject = change.subject if any(change.subject) else subject_of(target)
    audit.write(
        ctx, intent, change.target, before=change.before, after=change.after, reason=change.reason,
        subject=subject,
    )  # fmt: skip
    for scope, part in sorted(gathered.apart().items()):
        with gathering(part):
            audit.write(replace(ctx, scope=scope), intent, change.target, subject=subject)


def subject_of(target: object) -> audit.Subject:
    """Kind and id of a row, for an entry that is about it."""
    key = getattr(target, "pk", None)
    return (type(target).__name__.lower()[:30], str(key)) if key is not None else audit.NOTHING


def _digest_of(ctx: Context, intent: str, target: Scoped, what: dict[str, Any]) -> str:
    """What was asked, to recognise it again. Keyed: a PIN or a birth date must not be guessable from it."""
    # A job asks one thing by its key, but hands over what each attempt draws anew: a batch, how to tell of progress.
    facts = "" if ctx.via == "job" else repr(sorted(what.items()))
    asked = canonical.dumps([intent, str(getattr(target, "pk", "")), facts])
    return salted_hmac("td.idempotency", asked, algorithm="sha256").hexdigest()


def _known(ctx: Context, asked: str) -> dict[str, Any] | None:
    """The stored answer to the context's key; None means that nobody asked, for the scope's turn holds its keys too."""
    known = _kept(ctx.scope, ctx.actor, ctx.key) if ctx.key else []
    return _stored_answer(known[0], asked) if known else None


def _stored_answer(row: IdempotencyKey, asked: str) -> dict[str, Any]:
    """The stored answer, if it was the same question."""
    if row.asked != asked:
        raise Refusal("key-reused", _("This request key was already used for something else."), status=422)
    return dict(row.answer or {})


def _audit_refusal(
    ctx: Context, intent: str, target: Scoped, what: dict[str, Any], refusal: Conflict
) -> None:
    asked = {name: str(value)[:300] for name, value in what.items()}
    with transaction.atomic():
        audit.write(
            ctx, intent, str(target), before=refusal.facts, after=asked, refused=refusal.code,
            subject=subject_of(target),
        )  # fmt: skip
