"""Lists that come in, looked at before they count; lists and reports that go out."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core.problems import Problem
from tdapp.kernel.managers import find
from tdapp.kernel.pages.answers import attempt, done, go, posted, sent
from tdapp.kernel.refusals import Refusal
from tdapp.kernel.tabular import Column, Sheet, write_csv
from tdapp.people.models import RatingList
from tdapp.ratings.access import keeper, kept_list, web_list
from tdapp.ratings.exchange.commands.importing import import_list
from tdapp.ratings.exchange.import_effect import Effect, effect
from tdapp.ratings.exchange.matching import Match, Question, answered, matched
from tdapp.ratings.exchange.rating_rows import RatingRow, parse
from tdapp.ratings.keeping import overview
from tdapp.ratings.keeping.forms import ApplyForm, ImportForm
from tdapp.ratings.ranking import outgoing, ranking
from tdapp.ratings.ranking.ranking import Wish
from tdapp.ratings.ranking.views.lists import wish_of
from tdapp.ratings.runs.values import Value
from tdapp.ratings.screens import page

SHOWN = 300


@require_http_methods(["GET", "POST"])
def bring(request: HttpRequest, rating_list: str) -> HttpResponse:
    """Send a list; what it would do is shown and nothing is stored."""
    ctx, row = kept_list(request, rating_list)
    form = ImportForm(posted(request), request.FILES or None)
    if sent(request, form):
        try:
            return _looked_at(request, ctx, row, form)
        except Refusal as refusal:
            form.refuse(refusal)
    lead = _("First a dry run: you see who would get which rating.")
    return page(request, "exchange/import", row.name, lead, ctx=ctx, rating_list=row, form=form)


def _looked_at(request: HttpRequest, ctx: Any, row: RatingList, form: ImportForm) -> HttpResponse:
    found, problems = parse(form.data_sent())
    found = found if problems else answered(found, _answers(request.POST))
    start = {"on": form.cleaned_data["on"], "note": form.cleaned_data["note"], "seen": row.version}
    pasted = "" if form.cleaned_data["file"] else form.cleaned_data["text"]
    return _dry_run(request, ctx, row, found, problems, start, pasted=pasted)


def _answers(sent: QueryDict) -> dict[int, str]:
    """What was answered to "the same person?", by the row's place: a number, or that it is somebody new."""
    asked = (name for name in sent if re.fullmatch(r"is_\d{1,5}", name))
    return {int(name[3:]): str(sent[name]).strip()[:24] for name in asked}


def _dry_run(
    request: HttpRequest, ctx: Any, row: RatingList, found: Sequence[RatingRow], problems: Sequence[Problem],
    start: dict[str, Any], form: ApplyForm | None = None, pasted: str = "",
) -> HttpResponse:  # fmt: skip
    known, unclear = matched(found)
    form = form or ApplyForm(initial={**start, "text": _as_text(found)})
    does = effect(row, known, start["on"])
    facts: dict[str, Any] = {
        "problems": [*problems, *unclear][:SHOWN], "lines": _lines(row, known, does)[:SHOWN], "count": len(known),
        "new": sum(one.player is None for one in known), "effect": does,
        "questions": [] if problems else _questions(found, unclear), "asked_text": _as_text(found), "start": start,
        "resend": ImportForm(initial={**start, "text": pasted}),
    }  # fmt: skip
    return page(
        request,
        "exchange/dry_run",
        row.name,
        _("Dry run: nothing is stored yet"),
        ctx=ctx,
        rating_list=row,
        form=form,
        **facts,
    )


def _questions(found: Sequence[RatingRow], unclear: Sequence[Problem]) -> list[dict[str, Any]]:
    """Each question with the place of its row in the list."""
    places = {line.where: at for at, line in enumerate(found)}
    asked = [one for one in unclear if isinstance(one, Question)][:SHOWN]
    return [{"at": places[one.where], "problem": one, "players": one.players} for one in asked]


def _lines(row: RatingList, known: Sequence[Match], does: Effect) -> list[dict[str, Any]]:
    """Each line: where the player stands now, and where they would stand after everything is rated anew."""
    now = {stand.player: stand.rating for stand in ranking.stands(row)}
    return [
        {
            "said": one.line, "player": one.player, "now": now.get(one.player.pk) if one.player else None,
            "then": _then(one, does),
        }
        for one in known
    ]  # fmt: skip


def _then(one: Match, does: Effect) -> Value:
    if one.player and one.player.pk in does.then:
        return does.then[one.player.pk]
    return Value(one.line.rating, one.line.games or 0)


def _as_text(found: Sequence[RatingRow]) -> str:
    """The list as it was understood, so that what is stored is what was shown."""
    heads = ("Number", "Surname", "Given name", "Club", "Rating", "Games", "Deviation")
    rows = [(s.number, s.surname, s.given, s.club, s.rating, s.games, s.deviation) for s in found]
    stream = io.BytesIO()
    write_csv(stream, Sheet("list", [Column(head) for head in heads], rows))
    return stream.getvalue().decode("utf-8-sig")


@require_POST
def bring_in(request: HttpRequest, rating_list: str) -> HttpResponse:
    """Store what was shown."""
    ctx, row = kept_list(request, rating_list)
    form = ApplyForm(request.POST)
    if not form.is_valid():
        return go("ratings:import", row.slug)
    found, problems = parse(form.cleaned_data["text"].encode())
    order = {name: form.cleaned_data[name] for name in ("on", "note", "seen", "anew")}
    told = attempt(form, lambda: import_list(ctx, row, rows=found, **order)) if not problems else None
    if told and "job" in told:
        return go("ratings:job", row.slug, told["job"])
    if told:
        said = ngettext("%(n)s rating is set.", "%(n)s ratings are set.", told["players"]) % {
            "n": told["players"]
        }
        return done(request, said, "ratings:runs", row.slug)
    return _dry_run(request, ctx, row, found, problems, order, form, pasted=form.cleaned_data["text"])


@require_safe
def export(request: HttpRequest, rating_list: str, format: str) -> HttpResponse:
    """The list as a file, as filtered; public names, `?names=full` whole ones for whoever keeps it."""
    _ctx, row = web_list(request, rating_list)
    outgoing.refuse_unknown(format, outgoing.FORMATS)
    full = request.GET.get("names") == "full"
    if full:
        keeper(request)
    wish: Wish = wish_of(request)
    told = ranking.told(row, list(ranking.chosen(row, wish)))
    return _download(outgoing.list_file(row, told, format, full), row.slug, format)


@require_safe
def report(request: HttpRequest, rating_list: str, run: Any, format: str) -> HttpResponse:
    """What one run did, for the federation."""
    _ctx, row = kept_list(request, rating_list)
    formats = [name for name in outgoing.FORMATS if name != "rt"]
    outgoing.refuse_unknown(format, formats)
    found = find(overview.runs_of(row).select_related("rating_list", "division__event"), pk=run)
    return _download(outgoing.report_file(found, format), f"{row.slug}-{found.on}", format)


def _download(data: bytes, name: str, format: str) -> HttpResponse:
    answer = HttpResponse(data, content_type=outgoing.FORMATS[format])
    answer["Content-Disposition"] = f'attachment; filename="{name}.{format}"'
    return answer
