"""Give a screen to the players, and take it back."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils.translation import gettext as _

from tdapp.events.models import Division, Round, Table
from tdapp.events.rules import rulesets
from tdapp.judging.models import Kiosk
from tdapp.kernel import clock
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Refusal

# Two players type for longer than this; somebody who wants to read the list out word by word would not.
PAUSE = timedelta(seconds=5)


@command("kiosk.open", "kiosk opened", needs="division.edit")
def open_kiosk(ctx: Context, division: Division, *, label: str = "") -> Change:
    """A new kiosk for a division; the session of the browser that asked becomes the kiosk's, and nobody's."""
    if not ctx.actor.startswith("user:"):
        raise Refusal("no-person", _("A kiosk is opened by a director at that screen."))
    _refuse_idle(division)
    row = Kiosk.objects.create(
        division=division, opened_at=clock.now(), seen_at=clock.now() - PAUSE,
        opened_by_id=ctx.actor.removeprefix("user:"), opened_name=ctx.actor_name[:150], label=label.strip()[:40],
    )  # fmt: skip
    return Change({"kiosk": row.pk}, str(division), None, {"label": row.label})


def _refuse_idle(division: Division) -> None:
    """Where there are no challenges there is nothing to rule on."""
    if not rulesets.of_division(division).challenge.allowed:
        raise Refusal("no-challenges", _("The rules of this division know no challenges."))


def open_round(division: Division) -> Round | None:
    """The newest round being played."""
    return division.rounds.filter(status=Round.Status.PUBLISHED).order_by("-number").first()


def playing_round(division: Division) -> Round:
    """The round being played; refuses while none is: a kiosk is no dictionary between the rounds."""
    found = open_round(division)
    if found is None:
        raise Refusal("no-round", _("No round is being played: there is nothing to challenge now."))
    return found


@command("kiosk.table", "opened a table at the kiosk", needs="kiosk.rule")
def open_table(ctx: Context, kiosk: Kiosk, *, table: Table) -> Change:
    """The players of a table stand at the screen: they showed its code, or its card. What stood there before is cleared."""
    refuse_closed_kiosk(kiosk)
    if table.round != playing_round(kiosk.division):
        raise Refusal("no-table", _("This is the code of another round. Take the card of this one."))
    Kiosk.objects.filter(pk=kiosk.pk).update(table=table, shown=None)
    return Change({"table": table.number}, str(table), None, {"table": table.number})


@command("kiosk.clear", "cleared the kiosk", needs="kiosk.rule")
def clear(ctx: Context, kiosk: Kiosk) -> Change:
    """The verdict was read: a reload shows it no more."""
    Kiosk.objects.filter(pk=kiosk.pk).update(table=None, shown=None)
    return Change({"kiosk": kiosk.pk}, str(kiosk.division))


def show(kiosk: Kiosk, shown: dict[str, Any]) -> None:
    """Let a verdict stand on the screen; the table that was opened is ruled on, and opened anew by its code only."""
    Kiosk.objects.filter(pk=kiosk.pk).update(table=None, shown=shown)


def refuse_closed_kiosk(kiosk: Kiosk) -> None:
    """Closed meanwhile, whatever the request had read (410)."""
    if not Kiosk.objects.filter(pk=kiosk.pk, closed_at=None).exists():
        raise Refusal("kiosk-closed", _("This kiosk was closed by a director. Ask a judge."), status=410)


def take_turn_at(kiosk: Kiosk) -> None:
    """Let a kiosk rule once in so many seconds, a new one at once; `seen_at` is its last ruling. Refuses a closed one (410)."""
    now = clock.now()
    rows = Kiosk.objects.filter(pk=kiosk.pk, closed_at=None)
    if rows.filter(seen_at__lte=now - PAUSE).update(seen_at=now):
        return
    refuse_closed_kiosk(kiosk)
    raise Refusal(
        "too-fast",
        _("One moment: this screen rules once in five seconds. Then press Enter again."),
        status=429,
    )


@command("kiosk.close", "kiosk closed", needs="division.edit")
def close_kiosk(ctx: Context, kiosk: Kiosk) -> Change:
    """End a kiosk: its browser is an ordinary one again, signed out."""
    Kiosk.objects.filter(pk=kiosk.pk, closed_at=None).update(closed_at=clock.now())
    return Change({"kiosk": kiosk.pk}, str(kiosk.division), None, {"label": kiosk.label})
