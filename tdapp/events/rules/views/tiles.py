"""The tile table editor at a division's rules."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.rules.loading import Ruleset
from tdapp.events.access import web_division
from tdapp.events.models import Division
from tdapp.events.models.library import NamedSet
from tdapp.events.rules import rulesets, tile_sets
from tdapp.events.rules.commands import rules as commands
from tdapp.events.rules.divisions import fingerprint
from tdapp.events.rules.forms import TilesForm
from tdapp.events.screens import attempt, done, page, posted, sent
from tdapp.kernel.managers import find

SPARE_ROWS = 3


@require_http_methods(["GET", "POST"])
def tiles(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """The division's tile table, row by row."""
    ctx, row = web_division(request, event, division, "division.edit")
    base = rulesets.base_of(row)
    opened = _opened(request, row, base)
    initial = {name: opened[name] for name in ("name", "total", "confirmed")}
    form = TilesForm(posted(request), initial={**initial, "seen": fingerprint(row)})
    told = (
        attempt(form, lambda: commands.set_tiles(ctx, row, **form.values())) if sent(request, form) else None
    )
    if told is not None:
        return done(request, _("The tile table is saved."), "events:tiles", row.event.slug, row.slug)
    row.refresh_from_db()
    return page(
        request, "rules/tiles", form, **_facts(row, base, form.typed() if form.is_bound else opened["rows"])
    )


def _opened(request: HttpRequest, row: Division, base: Ruleset) -> dict[str, Any]:
    """The table to start from: the division's own, the ruleset's, or one kept by name."""
    wanted = request.GET.get("from", "")
    if wanted and wanted != "ruleset":
        kept = find(NamedSet.library_of(row.event), kind=NamedSet.Kind.TILES, pk=wanted)
        return {
            "rows": kept.content["rows"],
            "total": kept.content["total"],
            "name": kept.name,
            "confirmed": False,
        }
    ruleset = base if wanted else rulesets.of_division(row)
    rules = ruleset.tiles
    facts = {"total": rules.total, "name": rules.name, "confirmed": rules.confirmed}
    return {"rows": tile_sets.shown(rules.table), **facts}


def _facts(row: Division, base: Ruleset, rows: list[tile_sets.Row]) -> dict[str, Any]:
    ruleset = rulesets.of_division(row)
    missing = ruleset.tiles.total - ruleset.tile_set.size
    return {
        "event": row.event, "division": row, "base": base, "rows": [*rows, *({} for _n in range(SPARE_ROWS))],
        "ruleset": ruleset, "missing": missing, "confirmed": ruleset.tiles.confirmed,
        "two_bags": base.bag.policy == "two" or any(one.get("bag") for one in rows),
        "kept": NamedSet.library_of(row.event).filter(kind=NamedSet.Kind.TILES), "scope": row.scope_key,
    }  # fmt: skip
