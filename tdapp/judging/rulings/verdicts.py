"""Two judges on a word no list knows, where the division asks for two: neither sees the other's verdict before giving their own.

The first verdict is kept with the call, which waits again for somebody else. Two that agree are the ruling; two that differ are
decided by a third, who sees neither. The lists' own answers need no second judge.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from tdapp.judging.models import Call, Ruling, WordRules
from tdapp.judging.rulings.ruling_request import Asked
from tdapp.judging.words.layers import marks_at
from tdapp.judging.words.words_of_play import keys_of
from tdapp.kernel import clock
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Conflict, NotAllowed

MOST = 3


def two_decide(row: Ruling) -> bool:
    """Whether this ruling, not stored yet, needs a second judge: a judge decided a word, and the division asks for two."""
    return not row.by_list and WordRules.objects.filter(division=row.division, judges=2).exists()


def gave(ctx: Context, call: Call) -> bool:
    """Whether the actor has given a verdict on this call."""
    return any(one["judge"] == ctx.actor for one in call.verdicts)


def refuse_given(ctx: Context, call: Call) -> None:
    """Nobody is the second judge of their own verdict."""
    if gave(ctx, call):
        raise NotAllowed("gave", _("Your verdict on this call is kept. Another judge gives theirs now."))


def refuse_other_words(call: Call, words: Sequence[str]) -> None:
    """All judges of a call decide the same words."""
    if call.verdicts and not _are_same(words, call.words, marks_at(call.table)):
        sentence = _(
            "The first verdict on this call was about %(words)s. Rule on these, or call the table's other play anew."
        )
        raise Conflict("other-words", sentence % {"words": ", ".join(call.words).upper()})


def _are_same(words: Sequence[str], others: Sequence[str], marks: bool) -> bool:
    return keys_of(words, marks) == keys_of(others, marks)


def verdict_of(ctx: Context, asked: Asked, row: Ruling) -> dict[str, Any]:
    """What a judge decided, as it is kept with the call."""
    decided = {answer["key"]: answer["acceptable"] for answer in row.answers if answer["layer"] == "judge"}
    return {
        "judge": ctx.actor, "name": ctx.actor_name[:150], "decided": decided, "source": row.source, "page": row.page,
        "note": asked.note.strip()[:300], "at": clock.now().isoformat(),
    }  # fmt: skip


def is_settled(verdicts: Sequence[dict[str, Any]]) -> bool:
    """Whether the newest verdict makes the ruling: it agrees with the first, or it is the third."""
    return len(verdicts) >= MOST or (len(verdicts) == 2 and verdicts[0]["decided"] == verdicts[1]["decided"])


def sources_of(verdicts: Sequence[dict[str, Any]]) -> str:
    """Every source once, in the order of the verdicts."""
    return "; ".join(dict.fromkeys(one["source"] for one in verdicts))[:200]
