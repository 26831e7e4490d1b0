"""What a table's link is to the server: its token, whether it still opens, who acts with it."""

from __future__ import annotations

import base64

from django.http import HttpRequest
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from tdapp.events.access import request_facts
from tdapp.events.members.commands.members import hashed
from tdapp.events.models import Table
from tdapp.judging.models import TableLink
from tdapp.kernel import clock
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find
from tdapp.kernel.refusals import Missing, Refusal

NEVER, ENDED = "no-table-link", "table-link-over"
OVER = frozenset({NEVER, ENDED})


def token_of(link: TableLink) -> str:
    """The link's token (192 bits): made from its id and the installation's secret, for the sheet that answers its making.

    A copy of the database alone opens no link.
    """
    digest = salted_hmac("td.table-link", str(link.pk), algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest[:24]).decode()


def find_link(token: str) -> TableLink | None:
    """The link of a token, whether it opens anything or not. One query, the same for every token."""
    rows = TableLink.objects.select_related("round__division__event", "table")
    return rows.filter(token_hash=hashed(token)).first()


def opens(link: TableLink) -> bool:
    """Whether it is in force: its table still there, its round being played, its hours not over, not revoked."""
    at_table = link.table is not None and link.table.round_id == link.round_id
    in_time = link.revoked_at is None and clock.now() < link.expires_at
    return at_table and in_time and link.round.is_open and link.round.division.event.deleted_at is None


def link_of(token: str) -> TableLink:
    """The link a phone came by. One that never was is Missing (404), one that is over is gone (410); both say the same."""
    link = find_link(token)
    if link is None:
        raise Missing(NEVER, _sentence())
    refuse_over(link)
    return link


def refuse_over(link: TableLink) -> None:
    """Refuse (410) a link that is not in force."""
    if not opens(link):
        raise Refusal(ENDED, _sentence(), status=410)


def _sentence() -> str:
    return _("This table link opens nothing now. Raise your hand and ask for a judge.")


def table_of(link: TableLink) -> Table:
    """Its table, as commands want it; refuses a link whose table is gone."""
    refuse_over(link)
    return find(Table.objects.select_related("round__division__event"), pk=link.table_id)


def context_of(request: HttpRequest, link: TableLink) -> Context:
    """A phone acts as the table's link: nobody is signed in at it, and it may do nothing else anywhere."""
    number = link.table.number if link.table else "?"
    name = _("Table %(n)s, by phone") % {"n": number}
    return Context(
        f"table:{link.pk}", name, link.scope_key, frozenset({"table"}), "web", **request_facts(request)
    )
