"""A `Problem` of the words, as a refusal in the language of the page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.utils.translation import gettext as _

from lexicon_admin.words.problem import Problem
from tdapp.kernel.refusals import Refusal

TOO_LARGE = frozenset(
    {"file-too-large", "too-many-entries", "too-many-words", "zip-refused", "too-many-forms"}
)


def refusal_of(problem: Problem) -> Refusal:
    """The refusal with the same code; 413 for what is too much."""
    sentence = _(problem.sentence) % problem.facts if problem.facts else _(problem.sentence)
    return Refusal(problem.code, sentence, status=413 if problem.code in TOO_LARGE else 422)


@contextmanager
def refusing() -> Iterator[None]:
    """Turn a Problem raised inside the block into a refusal."""
    try:
        yield
    except Problem as problem:
        raise refusal_of(problem) from problem
