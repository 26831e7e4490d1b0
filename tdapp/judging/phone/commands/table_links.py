"""Make the links of a round's tables, revoke them; call a judge by one, and call it off."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.rules.loading import Ruleset
from tdapp.events.members.commands.members import hashed
from tdapp.events.models import Round, Table
from tdapp.events.rules import rulesets
from tdapp.judging.models import Call, TableLink
from tdapp.judging.rulings.commands.calls import OPEN, answer_of, placed, swap
from tdapp.judging.tables.links import table_of, token_of
from tdapp.kernel import clock
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find
from tdapp.kernel.refusals import Refusal

LIFE = timedelta(hours=12)
# A game has a few challenges; a phone in a pocket or a bored child has more.
MOST_CALLS, WITHIN = 6, timedelta(minutes=10)


@command("table_link.make", "table links made", needs="judge.rule")
def make_links(ctx: Context, round_: Round, *, table: int | None = None) -> Change:
    """A new link for every table of a round being played, or for one by its number; the ones before open nothing any more.

    Tells the links' ids. `token_of` gives their tokens, which are stored nowhere.
    """
    if not round_.is_open:
        raise Refusal("round-closed", _("Round %(n)s is not being played.") % {"n": round_.number})
    tables, now = _tables(round_, table), clock.now()
    TableLink.objects.filter(table__in=tables, revoked_at=None).update(revoked_at=now)
    links = [TableLink(round=round_, table=row, made_at=now, expires_at=now + LIFE) for row in tables]
    for link in links:
        link.token_hash = hashed(token_of(link))
    TableLink.objects.bulk_create(links)
    numbers = [row.number for row in tables]
    return Change({"links": [link.pk for link in links]}, _name(round_), None, {"tables": numbers})


@command("table_link.revoke", "table links revoked", needs="judge.rule")
def revoke_links(ctx: Context, round_: Round, *, table: int | None = None) -> Change:
    """Make the links of a round, or of one table, useless from now on; also after the round."""
    tables = _tables(round_, table)
    rows = TableLink.objects.filter(table__in=tables, revoked_at=None)
    revoked = sorted(rows.values_list("table__number", flat=True))
    rows.update(revoked_at=clock.now())
    return Change({"tables": revoked}, _name(round_), None, {"tables": revoked})


def _tables(round_: Round, number: int | None) -> list[Table]:
    rows = round_.tables.order_by("number")
    found = list(rows if number is None else rows.filter(number=number))
    if not found:
        raise Refusal("no-table", _("There is no such table in round %(n)s.") % {"n": round_.number})
    return found


def _name(round_: Round) -> str:
    return f"{round_.division.slug} round {round_.number}"


@command("table_link.call", "judge called by a table's phone", needs="link.call")
def call_by_link(
    ctx: Context, link: TableLink, *, seat: int | None = None, words: int | None = None
) -> Change:
    """Ask for a judge at the link's own table. `seat`: who calls; `words`: how many are challenged, None for anything else.

    Looked at anew inside the transaction: a link that was revoked meanwhile calls nobody.
    """
    link.refresh_from_db()
    table = table_of(link)
    _refuse_many(link)
    _refuse_words(rulesets.of_division(table.round.division), words)
    row = placed(
        ctx, table, challengers=[seat] if seat else [], challenged=_opponent(table, seat) if words else None,
        word_count=words, link=link,
    )  # fmt: skip
    return Change(answer_of(row), str(table), None, {"seat": seat, "words": words})


def _refuse_many(link: TableLink) -> None:
    if link.calls.filter(called_at__gt=clock.now() - WITHIN).count() >= MOST_CALLS:
        sentence = _("This table has called often. Raise your hand and ask for a judge.")
        raise Refusal("too-many-calls", sentence, status=429)


def _refuse_words(ruleset: Ruleset, words: int | None) -> None:
    if words is None:
        return
    if not ruleset.challenge.allowed:
        raise Refusal("no-challenges", _("The rules of this division know no challenges."))
    most = most_words(ruleset)
    if not 1 <= words <= most:
        sentence = ngettext(
            "A play forms at most %(most)s word.", "A play forms at most %(most)s words.", most
        )
        raise Refusal("too-many", sentence % {"most": most})


def most_words(ruleset: Ruleset) -> int:
    """How many words one play can form: one along it, and one across each tile of the rack."""
    return ruleset.rack.size + 1


def _opponent(table: Table, seat: int | None) -> int | None:
    """At a table of two the play is the other one's; at a larger one the judge asks."""
    others = [one for one in table.seats.values_list("seat", flat=True) if one != seat]
    return others[0] if seat and len(others) == 1 else None


@command("table_link.call_off", "call ended by the table's phone", needs="link.call")
def call_off_by_link(ctx: Context, link: TableLink, *, call: UUID, seen: int) -> Change:
    """The players agreed: a call that came by a phone of this table ends. What the kiosk or the desk called stays theirs."""
    link.refresh_from_db()
    table = table_of(link)
    row = find(Call.objects.select_related("table__round__division__event"), pk=call, table=table)
    if row.link_id is None:
        raise Refusal("not-yours", _("This call was not made by a phone. Tell the judge."), status=409)
    swap(row, seen, *OPEN, state=Call.State.OFF, closed_at=clock.now())
    return Change(answer_of(row), str(table), None, {"state": "off"})
