"""Which lists a division goes by; words decided for the whole event."""

from __future__ import annotations

from typing import Any

from django.forms.models import model_to_dict
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from lexicon_admin.models import Edition
from tdapp.events.access import web_division, web_event
from tdapp.events.models import Division
from tdapp.events.rules import rulesets
from tdapp.events.screens import act, attempt, done, posted, sent
from tdapp.judging.models import Pin, WordOverride, WordRules
from tdapp.judging.words.commands.setup import override_word, set_in_play, set_words
from tdapp.judging.words.forms import IN_PLAY, LAYERS, InPlayForm, OverrideForm, WordsForm
from tdapp.judging.words.layers import mode_of, pinned
from tdapp.judging.words.playing import rules_of
from tdapp.kernel.permissions import can


@require_http_methods(["GET", "HEAD", "POST"])
def division_words(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Choose the editions before round 1; afterwards they are only shown."""
    needs = "division.edit" if request.method == "POST" else "event.view"
    ctx, row = web_division(request, event, division, needs)
    pins = list(pinned(row))
    form = WordsForm(posted(request), editions=_editions(), initial=_chosen(row, pins))
    if sent(request, form):
        mode = form.values()["mode"]
        if attempt(form, lambda: set_words(ctx, row, mode=mode, editions=form.editions())):
            return done(request, _("The words are chosen."), "judging:words", event, division)
    rules, known = rulesets.of_division(row), rules_of(row)
    shown = {
        "event": row.event, "division": row, "pins": pins, "form": form, "judged": mode_of(row) == "judge",
        "asked": _in_order(pins), "has_main": any(pin.layer == Pin.Layer.MAIN for pin in pins),
        "any_edition": form.has_editions,
        "may_edit": can(ctx, "division.edit") and not row.frozen_at,
        "may_open": can(ctx, "division.edit"), "may_check": can(ctx, "judge.rule"),
        "in_play": dict(IN_PLAY)[WordRules.InPlay(known.in_play)],
        "in_play_form": InPlayForm(initial=model_to_dict(known, ["in_play", "judges"])),
        "printed": rules.words.printed_list_outranks, "theme": _theme(rules.variants.theme, pins),
    }  # fmt: skip
    return render(request, "judging/words/words.html", shown, status=form.status)


@require_POST
def in_play(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Who may look single words up while a round is played."""
    ctx, row = web_division(request, event, division, "division.edit")
    said = {"in_play": request.POST.get("in_play", ""), "reason": request.POST.get("reason", "")}
    judges = 2 if request.POST.get("judges") == "2" else 1
    return act(
        request, lambda: set_in_play(ctx, row, judges=judges, **said), _("The rules are changed."),
        "judging:words", event, division,
    )  # fmt: skip


def _theme(played: bool, pins: list[Pin]) -> str:
    """What does not go together: a theme list under rules without a theme, or a theme without its list."""
    chosen = any(pin.layer == Pin.Layer.THEME for pin in pins)
    if chosen and not played:
        return _("The rules of this division play no theme: the theme list earns nothing.")
    if played and not chosen:
        return _(
            "The rules play a theme, and no list says which words are of it: what the players claim is believed."
        )
    return ""


def _editions() -> list[Edition]:
    rows = Edition.objects.filter(status=Edition.Status.PUBLISHED).select_related("lexicon")
    return list(rows.order_by("lexicon__name", "-number"))


def _in_order(pins: list[Pin]) -> list[Pin]:
    """As words are looked up: block lists first, then dialects and the dictionary; the theme stands apart."""
    order = (Pin.Layer.BLOCK, Pin.Layer.DIALECT, Pin.Layer.MAIN, Pin.Layer.THEME)
    return sorted(pins, key=lambda pin: (order.index(Pin.Layer(pin.layer)), pin.place))


def _chosen(division: Division, pins: list[Pin]) -> dict[str, Any]:
    """What is chosen now, as the form's fields hold it."""
    by = {name: [str(pin.edition_id) for pin in pins if pin.layer == layer] for name, layer in LAYERS.items()}
    single = {name: next(iter(by[name]), "") for name in ("main", "theme")}
    return {**by, **single, "mode": mode_of(division)}


@require_http_methods(["GET", "HEAD", "POST"])
def overrides(request: HttpRequest, event: str) -> HttpResponse:
    """Words decided for the whole event, before every list."""
    ctx, row = web_event(request, event, "judge.rule")
    form = OverrideForm(posted(request))
    if sent(request, form) and attempt(form, lambda: override_word(ctx, row, **form.values())):
        return done(request, _("Decided for this event."), "judging:overrides", event)
    known = list(WordOverride.objects.filter(event=row).order_by("at"))
    newest = {one.key: one.pk for one in known}
    rows = [(one, newest[one.key] == one.pk) for one in reversed(known)]
    return render(
        request,
        "judging/words/overrides.html",
        {"event": row, "form": form, "rows": rows},
        status=form.status,
    )
