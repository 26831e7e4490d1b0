"""What a file or a question is refused for: a stable code, a sentence to translate, the facts that go into it."""

from __future__ import annotations


def gettext_noop(sentence: str) -> str:
    """Mark a sentence for translation; it is translated where it is shown."""
    return sentence


class Problem(ValueError):
    """A refusal. `sentence` is a %-template for `facts`; `code` is stable for programs."""

    def __init__(self, code: str, sentence: str, **facts: object) -> None:
        super().__init__(sentence % facts if facts else sentence)
        self.code, self.sentence, self.facts = code, sentence, facts
