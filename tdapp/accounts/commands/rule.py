"""Of whom a second factor is asked at this installation."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db.models import F
from django.utils.translation import gettext as _

from tdapp.accounts.models import SecondFactorRule
from tdapp.accounts.second import required
from tdapp.kernel.commands import Change, Installation, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Conflict, Refusal


@command("account.second_rule", "second factor asked of", needs="installation.people")
def ask_of(ctx: Context, target: Installation, *, kinds: Sequence[str], seen: int) -> Change:
    """Ask everybody who is one of these for a second factor, from their next log-in on; nobody: `kinds` empty.

    Refuses 422 what nobody is here, and who has none of their own: whoever asks it must be able to take it back. 409 stale.
    """
    known = [kind.name for kind in required.KINDS]
    if unknown := sorted(set(kinds) - set(known)):
        raise Refusal("unknown-kind", _("Nobody here is called %(name)s.") % {"name": unknown[0][:40]})
    if kinds and not _has_one(ctx):
        sentence = _("Set up your own second factor first, under My account; then ask it of others.")
        raise Refusal("none-of-your-own", sentence)
    chosen = [name for name in known if name in kinds]
    row, _made = SecondFactorRule.objects.get_or_create(only=SecondFactorRule.ONLY)
    if not SecondFactorRule.objects.filter(version=seen).update(kinds=chosen, version=F("version") + 1):
        sentence = _("Somebody else changed this. Nothing was saved; it stands below as it is now.")
        raise Conflict("stale", sentence, stored={"kinds": row.kinds})
    return Change({"kinds": chosen}, "second factor", {"kinds": row.kinds}, {"kinds": chosen})


def _has_one(ctx: Context) -> bool:
    """Whether who asks has a second factor; on the console nobody is asked for one."""
    kind, _colon, pk = ctx.actor.partition(":")
    return kind != "user" or bool(required.having([UUID(pk)]))
