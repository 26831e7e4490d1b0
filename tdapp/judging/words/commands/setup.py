"""Which lists a division goes by, and single words decided for an event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from lexicon_admin.models import Edition
from lexicon_admin.words.normalise import typed
from tdapp.events.models import Division, Event
from tdapp.judging.models import Pin, WordOverride, WordRules
from tdapp.judging.words.layers import keeps_marks
from tdapp.kernel import clock
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Refusal

LONGEST = 300


@command("words.set_up", "word lists chosen", needs="division.edit")
def set_words(ctx: Context, division: Division, *, mode: str, editions: Sequence[Any]) -> Change:
    """Choose the editions a division goes by, in order, and whether a judge decides what they do not know.

    Refuses once round 1 is published (an edition is pinned for the whole event), an edition that is not
    published, two dictionaries or two theme lists.
    """
    if division.frozen_at:
        raise Refusal("frozen", _("Round 1 is posted: this division keeps its word lists to the end."))
    if mode not in WordRules.Mode.values:
        raise Refusal("bad-mode", _("Words are decided by the lists alone or by a judge."))
    before = answer_of(division)
    rows = _editions(editions)
    _refuse_two(rows)
    division.pins.all().delete()
    Pin.objects.bulk_create(
        Pin(division=division, edition=row, layer=row.lexicon.kind, place=place)
        for place, row in enumerate(rows, start=1)
    )
    WordRules.objects.update_or_create(division=division, defaults={"mode": mode})
    return Change(answer_of(division), str(division), before, answer_of(division))


@command("words.in_play", "rule of looking words up changed", needs="division.edit")
def set_in_play(
    ctx: Context, division: Division, *, in_play: str, judges: int = 1, reason: str = ""
) -> Change:  # fmt: skip
    """Who may look single words up while a round is played, and how many judges decide a word no list knows.

    It may change at any time (a judge falls ill); once round 1 is posted, with a reason.
    """
    if judges not in (1, 2):
        raise Refusal("bad-judges", _("One judge decides a word no list knows, or two."))
    if in_play not in WordRules.InPlay.values:
        raise Refusal(
            "bad-rule", _("Single words are closed while a round is played, or open to judges and members.")
        )
    if division.frozen_at and not reason.strip():
        raise Refusal("no-reason", _("Round 1 is posted: say why this changes."))
    row, _made = WordRules.objects.get_or_create(division=division)
    before, told = {"in_play": row.in_play, "judges": row.judges}, {"in_play": in_play, "judges": judges}
    row.in_play, row.judges = in_play, judges
    row.save(update_fields=["in_play", "judges"])
    return Change(told, str(division), before, told, " ".join(reason.split())[:LONGEST])


def _editions(ids: Sequence[Any]) -> list[Edition]:
    found = Edition.objects.filter(pk__in=ids, status=Edition.Status.PUBLISHED).select_related("lexicon")
    rows = {str(row.pk): row for row in found}
    missing = [pk for pk in map(str, ids) if pk not in rows]
    if missing:
        raise Refusal("no-edition", _("Choose published editions only; one of these is not."))
    return [rows[pk] for pk in dict.fromkeys(map(str, ids))]


def _refuse_two(rows: Sequence[Edition]) -> None:
    kinds = [row.lexicon.kind for row in rows]
    if kinds.count(Pin.Layer.MAIN) > 1:
        raise Refusal("two-main", _("A division goes by one dictionary; more words come from dialect lists."))
    if kinds.count(Pin.Layer.THEME) > 1:
        raise Refusal("two-themes", _("A division plays with one theme list."))


def answer_of(division: Division) -> dict[str, Any]:
    pins = division.pins.select_related("edition__lexicon").order_by("place")
    rules = WordRules.objects.filter(division=division).first()
    lists = [{"layer": pin.layer, "edition": str(pin.edition), "sha256": pin.edition.sha256} for pin in pins]
    return {"mode": rules.mode if rules else WordRules.Mode.LIST, "lists": lists}


@command("words.override", "word decided for the event", needs="judge.rule")
def override_word(ctx: Context, event: Event, *, word: str, verdict: str, reason: str) -> Change:
    """Decide a word for the whole event, before every list; a newer decision replaces it. Needs a reason."""
    key = typed(word, keeps_marks(Pin.objects.filter(division__event=event)))
    if not key.isalpha() or len(key) > 60:
        raise Refusal("no-word", _("Type one word of letters."))
    if verdict not in WordOverride.Verdict.values:
        raise Refusal("bad-verdict", _("A word is acceptable, unacceptable, or its decision is withdrawn."))
    if not reason.strip():
        raise Refusal("no-reason", _("Say why; players may ask."))
    _refuse_undecided(event, key, verdict)
    user = ctx.actor.removeprefix("user:") if ctx.actor.startswith("user:") else None
    WordOverride.objects.create(
        event=event, key=key, verdict=verdict, reason=" ".join(reason.split())[:LONGEST], at=clock.now(),
        by_id=user, by_name=ctx.actor_name[:150],
    )  # fmt: skip
    return Change(
        {"word": key, "verdict": verdict}, str(event), None, {"word": key, "verdict": verdict}, reason
    )


def _refuse_undecided(event: Event, key: str, verdict: str) -> None:
    """Refuse to withdraw what is not decided: a slip of the keyboard must not look like a decision taken back."""
    if verdict != WordOverride.Verdict.WITHDRAWN:
        return
    newest = WordOverride.objects.filter(event=event, key=key).order_by("at").last()
    if newest is None or newest.verdict == WordOverride.Verdict.WITHDRAWN:
        sentence = _("%(word)s is not decided in this event: there is nothing to withdraw.")
        raise Refusal("not-decided", sentence % {"word": key})
