"""What is unfit for the words, as a refusal in the language of the page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from core.problems import Unfit
from tdapp.kernel.messages.sentences import translated
from tdapp.kernel.refusals import Refusal

TOO_LARGE = frozenset(
    {"file-too-large", "too-many-entries", "too-many-words", "zip-refused", "too-many-forms"}
)


def refusal_of(unfit: Unfit) -> Refusal:
    """The refusal with the same code; 413 for what is too much."""
    problem = unfit.problem
    return Refusal(problem.code, translated(problem.what), status=413 if problem.code in TOO_LARGE else 422)


@contextmanager
def refusing() -> Iterator[None]:
    """Turn an Unfit raised inside the block into a refusal."""
    try:
        yield
    except Unfit as error:
        raise refusal_of(error) from error
