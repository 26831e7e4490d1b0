"""Many findings of one kind as one line: a list without commas asks the same of every row."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

SPLIT = "name-split"
FEW, EXAMPLES = 3, 3
Found = dict[str, Any]


def folded(findings: list[Found]) -> list[Found]:
    """The findings (as data) with names of several words that were split gathered in one, where there are many.

    A name of one word stays by itself: there nobody can tell what it is.
    """
    split = [one for one in findings if one["code"] == SPLIT and " " in one["value"].strip()]
    if len(split) <= FEW:
        return findings
    return [_gathered(split), *(one for one in findings if one not in split)]


def _gathered(split: list[Found]) -> Found:
    examples = "; ".join(one["sentence"].rstrip(".") for one in split[:EXAMPLES])
    facts = {"count": len(split), "examples": examples}
    sentence = (
        _("%(count)s names have no comma; the last word was taken for the surname: %(examples)s ...") % facts
    )
    remedy = _("Look through the names; write “Surname, Given” where it is otherwise.")
    return {**split[0], "row": 0, "cell": "", "value": "", "sentence": sentence, "remedy": remedy}
