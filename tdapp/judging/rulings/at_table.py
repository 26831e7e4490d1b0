"""What a table's page shows of judges: the call that is open, the rulings with what follows. Verdicts of plays, never of
words.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tdapp.events.models import Table
from tdapp.events.rules import rulesets
from tdapp.judging.access import rulings
from tdapp.judging.models import Call
from tdapp.judging.rulings.commands.calls import OPEN
from tdapp.judging.rulings.log import RulingRow, rows_of
from tdapp.judging.tables.codes import code_of, spaced
from tdapp.kernel.context import Context
from tdapp.kernel.permissions import can
from tdapp.kernel.signing_in.owning import may_end


@dataclass(frozen=True, slots=True)
class AtTable:
    """The open call, the rulings in order, and what this person may do. `open`: the round is being played; `code`: what
    opens a kiosk for this table, for who may call.
    """

    call: Call | None
    rulings: tuple[RulingRow, ...]
    open: bool
    may_call: bool
    may_rule: bool
    may_call_off: bool = False
    code: str = ""

    @property
    def sign(self) -> str:
        return "ask" if self.call and self.call.state == Call.State.WAITING else "now"

    @property
    def word(self) -> str:
        if self.call is None or self.call.state == Call.State.WAITING:
            return _("waits for a judge")
        return _("%(who)s is on the way") % {"who": self.call.taken_name}


def at_table(ctx: Context, table: Table) -> AtTable | None:
    """For a table with round and division loaded; None where the rules know no challenges. Two queries and the seats."""
    if not rulesets.of_division(table.round.division).challenge.allowed:
        return None
    call = table.calls.filter(state__in=OPEN).first()
    found = rows_of(rulings().filter(table=table).order_by("at"))
    may = can(ctx, "challenge.call"), can(ctx, "judge.rule")
    ends = call is not None and may_end(ctx, call.called_by, "judge.rule")
    code = spaced(code_of(table)) if may[0] and table.round.is_open else ""
    return AtTable(call, tuple(found), table.round.is_open, *may, ends, code)
