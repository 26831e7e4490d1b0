"""What stands around a command at its page, said for programs: a list as rows, a round that takes a worker, a file."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from tdapp.api.models import Webhook
from tdapp.api.webhooks import commands as webhooks
from tdapp.api.webhooks import signing
from tdapp.api.webhooks.topics import USUAL
from tdapp.clubs.commands import seasons
from tdapp.clubs.models import Season
from tdapp.desk.ledger.entry_line import Entry
from tdapp.desk.pairing.views.drafts import draw
from tdapp.desk.results.intake import enter_at
from tdapp.events.models import Division, Event, Round, Table
from tdapp.interchange.commands import entering, roster
from tdapp.interchange.commands.export import export_event
from tdapp.interchange.exports.render import Wish
from tdapp.interchange.models import RosterPreview
from tdapp.interchange.roster import Reading
from tdapp.interchange.roster.headings import SYNONYMS, folded
from tdapp.kernel.commands import Installation
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find
from tdapp.kernel.refusals import Refusal
from tdapp.people.models import ClubHome


def pair(
    ctx: Context, division: Division, *, number: int, again: bool = False, system: str = "",
    params: Mapping[str, Any] | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Pair a round as a draft; a large field is given to a worker, and the answer holds its job."""
    row = Round(division=division, number=number)
    return draw(ctx, row, again=again, system=system, params=dict(params) if params is not None else None)


def enter(
    ctx: Context, table: Table, *, entry: Entry, sure: bool = False, second: bool = False
) -> dict[str, Any]:
    """Enter a table's result in seat order; under two-slips `second` is the other player's slip."""
    return enter_at(ctx, table, entry, sure=sure, second=second)


def preview_roster(
    ctx: Context, event: Event, *, rows: Sequence[Mapping[str, str]] = (), data: bytes = b"", name: str = "",
    division: str = "", sheet: str = "", totals: bool = False, columns: Mapping[str, str] | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Look at a list of people, as `rows` (heading -> cell) or as a file's `data` with its `name`; nobody is entered yet.

    `columns` says what a heading is ("" leaves its column out); `division`: where rows without one go.
    """
    if bool(rows) == bool(data):
        raise Refusal("bad-list", _("Send rows or a file, one of the two."))
    what: dict[str, Any] = {
        "division": division,
        "sheet": sheet,
        "totals": totals,
        "reading": _reading(columns),
    }
    if rows:
        return roster.preview_roster(
            ctx, event, data=_as_table(rows), name=name or "API", pasted=True, **what
        )
    return roster.preview_roster(ctx, event, data=data, name=name or "API", **what)


def examine_roster(
    ctx: Context, preview: RosterPreview, *, division: str | None = None, sheet: str | None = None,
    totals: bool | None = None, columns: Mapping[str, str] | None = None, remember: bool = False,
) -> dict[str, Any]:  # fmt: skip
    """Look at a list again: another sheet, other columns, or against entries that moved on meanwhile."""
    reading = None if columns is None else _reading(columns)
    return roster.examine_roster(
        ctx, preview, division=division, sheet=sheet, totals=totals, reading=reading, remember=remember,
        at_once=False,
    )  # fmt: skip


def apply_roster(
    ctx: Context, preview: RosterPreview, *, seen: str, skip_refused: bool = False, minors: str = ""
) -> dict[str, Any]:
    """Enter a list, all of it or nothing; a large one is given to a worker, and the answer holds its job."""
    how = entering.apply_roster_later if entering.is_large(preview) else entering.apply_roster
    return how(ctx, preview, seen=seen, skip_refused=skip_refused, minors=minors)


def _reading(columns: Mapping[str, str] | None) -> Reading:
    if not columns:
        return Reading()
    if unknown := sorted(set(columns.values()) - {"", *SYNONYMS}):
        facts = {"names": ", ".join(unknown), "known": ", ".join(sorted(SYNONYMS))}
        raise Refusal("bad-columns", _("A column is none of %(names)s; there are %(known)s.") % facts)
    return Reading(headings={folded(heading): field for heading, field in columns.items()}, settled=True)


def _as_table(rows: Sequence[Mapping[str, str]]) -> bytes:
    """Rows as the table they are, in the order in which headings first stand."""
    headings = list(dict.fromkeys(name for row in rows for name in row))
    text = io.StringIO()
    writer = csv.DictWriter(text, headings, restval="")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()


def export(ctx: Context, event: Event, *, wish: Wish) -> dict[str, Any]:
    """Have a file made by the worker; `/jobs/{id}/file` of the event gives it when the job is done."""
    return export_event(ctx, event, wish=wish, background=True)


def edit_season(ctx: Context, season: Season, *, seen: int, **values: Any) -> dict[str, Any]:
    """Change a season; `seen` is the version that was looked at (409 when it moved on)."""
    return seasons.edit_season(ctx, season, home=season.club.home, seen=seen, **values)


def add_webhook(
    ctx: Context, event: Event, *, name: str, address: str, topics: Sequence[str] = USUAL
) -> dict[str, Any]:
    """Have a program told what happens at an event, from now on; `secret`, which signs what is sent, is answered this once."""
    return _with_secret(webhooks.add_webhook(ctx, event, name=name, address=address, topics=topics))


def add_club_webhook(
    ctx: Context, home: ClubHome, *, name: str, address: str, topics: Sequence[str] = USUAL
) -> dict[str, Any]:
    """The same for a club and the events it runs, those to come among them."""
    return _with_secret(webhooks.add_club_webhook(ctx, home, name=name, address=address, topics=topics))


def add_wide_webhook(
    ctx: Context, target: Installation, *, name: str, address: str, topics: Sequence[str] = USUAL
) -> dict[str, Any]:
    """The same for wherever its maker has a part."""
    return _with_secret(webhooks.add_wide_webhook(ctx, target, name=name, address=address, topics=topics))


def renew_secret(ctx: Context, webhook: Webhook) -> dict[str, Any]:
    """Sign by a new secret from now on, which is answered this once; the old one is worth nothing at once."""
    return _with_secret(webhooks.renew_secret(ctx, webhook))


def _with_secret(told: dict[str, Any]) -> dict[str, Any]:
    """The answer with the secret, which no log and no stored answer has."""
    return {**told, "secret": signing.secret_of(find(Webhook.objects.all(), pk=told["id"]))}


INSTEAD: Mapping[str, Callable[..., dict[str, Any]]] = {
    "round.draft": pair,
    "result.enter": enter,
    "roster.preview": preview_roster,
    "roster.examine": examine_roster,
    "roster.apply": apply_roster,
    "event.export": export,
    "club.season_edit": edit_season,
    "webhook.add": add_webhook,
    "webhook.add_club": add_club_webhook,
    "webhook.add_everywhere": add_wide_webhook,
    "webhook.renew": renew_secret,
}
