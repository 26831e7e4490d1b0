"""A ruling told beside the row it is about: the verdict, by whom, when, and where it stands."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from django.urls import reverse
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from tdapp.judging.models import Ruling
from tdapp.kernel.context import Context
from tdapp.kernel.permissions import can
from tdapp.scoresheets.models import Sheet
from tdapp.scoresheets.rulings.rulings_on_plays import Found, Overlay

Told = dict[str, Any]


def ruled_rows(ctx: Context, sheet: Sheet, overlay: Overlay) -> Mapping[int, list[Told]]:
    """By the row's place from 0: `sign`, `word` for the chip, `text`, and `url` for who may rule."""
    found: dict[int, list[Told]] = defaultdict(list)
    slug = sheet.table.round.division.event.slug if can(ctx, "judge.rule") else ""
    for one in overlay.found:
        place = one.play.place if one.play else one.place
        if place is not None:
            found[place].append(_told(one, slug))
    return found


def _told(one: Found, slug: str) -> Told:
    row = one.ruling
    sign, word = ("ok", _("stands")) if row.acceptable else ("stop", _("falls"))
    who = _("kiosk") if row.ruled_by == Ruling.By.KIOSK else (row.judge_name.split() or [""])[0]
    time = localtime(row.at).strftime("%H:%M")
    url = reverse("judging:ruling", args=[slug, row.pk]) if slug else ""
    return {
        "sign": "ask" if one.doubt else sign,
        "word": f"{word} · {who} · {time}",
        "text": _sentence(row, time),
        "url": url,
    }


def _sentence(row: Ruling, time: str) -> str:
    facts = {"words": ", ".join(str(word).upper() for word in row.words), "time": time, "who": row.judge_name}
    if row.ruled_by == Ruling.By.KIOSK:
        stands = _("Ruled at %(time)s at the kiosk: the play stands (%(words)s).")
        return (
            stands if row.acceptable else _("Ruled at %(time)s at the kiosk: the play falls (%(words)s).")
        ) % facts
    stands = _("Ruled at %(time)s by %(who)s: the play stands (%(words)s).")
    return (
        stands if row.acceptable else _("Ruled at %(time)s by %(who)s: the play falls (%(words)s).")
    ) % facts
