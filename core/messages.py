"""Sentences as data: English as it stands, and the template and facts it was made of, so that a page can say it otherwise.

A `Message` is a string, the English sentence, wherever a string is wanted: in a test, a terminal, a file of JSON. Who
speaks another language translates its template and fills in its facts, which may be messages themselves (the hall does,
in `tdapp.kernel.messages.sentences`). Templates are written out in calls of `say`, where the catalogue finds them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

# What a number and the word behind it are joined by: a language may link them, as Filipino does (4 na ulit).
COUNTED, COUNT = "a number and what is counted", "%(n)s %(what)s"
_COUNTED = re.compile(r"(?<!of )%\((\w+)\)s (play|point|second|tile|time|turn)s\b( are| were)?")
_OF_ONE = {" are": " is", " were": " was"}
NO_FACTS: Mapping[str, object] = {}


def gettext_noop(text: str) -> str:
    """Mark a template for the translation catalogue; returns it unchanged."""
    return text


class Message(str):
    """One sentence or a part of one, a string in English.

    `code` is stable for programs; `template` is %-formatted with `facts`: texts, whole numbers, messages, or anything that
    is told by its text; `context` tells apart templates that are alike; `number`: the one that chooses among plural
    forms; `capital`: it begins a sentence, whatever it begins with; `english`: where that is not what the template says.
    """

    __slots__ = ("capital", "code", "context", "facts", "number", "template")
    code: str
    template: str
    facts: Mapping[str, object]
    context: str
    number: int | None
    capital: bool

    def __new__(
        cls, code: str, template: str, facts: Mapping[str, object] = NO_FACTS, *, context: str = "",
        number: int | None = None, capital: bool = False, english: str | None = None,
    ) -> Message:  # fmt: skip
        text = filled(template, facts) if english is None else english
        made = super().__new__(cls, text[:1].upper() + text[1:] if capital else text)
        made.code, made.template, made.facts = code, template, facts
        made.context, made.number, made.capital = context, number, capital
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        facts = {name: fact if type(fact) in PLAIN else str(fact) for name, fact in self.facts.items()}
        return _again, (str(self), self.code, self.template, facts, self.context, self.number, self.capital)

    def __deepcopy__(self, _memo: object) -> Message:
        return self


PLAIN = (str, int, Message)


def _again(
    english: str,
    code: str,
    template: str,
    facts: Mapping[str, object],
    context: str,
    number: int | None,
    capital: bool,
) -> Message:
    """A message as it was; thousands are read for one page of standings, so nothing is put together anew."""
    made = str.__new__(Message, english)
    made.code, made.template, made.facts = code, template, facts
    made.context, made.number, made.capital = context, number, capital
    return made


def filled(template: str, facts: Mapping[str, object]) -> str:
    """A template with its facts in it; `%%` is a per cent sign."""
    return template % facts if facts else template.replace("%%", "%")


def say(template: str, /, **facts: object) -> Message:
    """A sentence, marked for the catalogue: `say("%(name)s is absent but paired.", name=name)`."""
    return Message("", template, facts)


def say_as(context: str, template: str, /, **facts: object) -> Message:
    """The same where a word means one thing here and another elsewhere: `say_as("counted", "wins")`."""
    return Message("", template, facts, context=context)


def put(template: str, /, **facts: object) -> str:
    """Facts put together without a word of its own, so nothing for the catalogue: `put("%(text)s.", text=text)`."""
    found = any(isinstance(fact, Message) for fact in facts.values())
    return Message("", template, facts) if found else filled(template, facts)


def joined(joint: str, parts: Iterable[str]) -> str:
    """Parts with a joint between them; a message where one of them is."""
    facts = {f"part{at}": part for at, part in enumerate(parts)}
    return put(joint.replace("%", "%%").join(f"%({name})s" for name in facts), **facts)


def listed(words: Sequence[str]) -> str:
    """'3', '3 and 7', '3, 7, 11 and 15'."""
    *others, last = words
    return say("%(one)s and %(other)s", one=joined(", ", others), other=last) if others else last


def agreeing(code: str, template: str, facts: Mapping[str, object]) -> Message:
    """A message whose English goes with its numbers: `1 point is written`, `2 points are written`.

    The languages of the catalogue have their own ways; Filipino counts without a plural.
    """

    def agreed(found: re.Match[str]) -> str:
        if str(facts.get(found[1])) != "1":
            return found[0]
        return f"%({found[1]})s {found[2]}{_OF_ONE.get(found[3], '')}"

    one = _COUNTED.sub(agreed, template)
    return Message(code, template, facts, english=None if one == template else filled(one, facts))


def capital(text: str) -> str:
    """The text as the beginning of a sentence."""
    if isinstance(text, Message):
        return Message("", "%(text)s", {"text": text}, capital=True)
    return text[:1].upper() + text[1:]


def unpointed(text: str) -> str:
    """A sentence without its point, as a part of another one."""
    if isinstance(text, Message) and text.endswith("."):
        return Message("", "%(text)s", {"text": text}, english=text[:-1])
    return text.removesuffix(".")


class Noun(NamedTuple):
    """What is counted: the word behind 1, and behind any other number."""

    one: Message
    many: Message


def counted(number: int | str, noun: Noun, *, none: str = "0") -> Message:
    """'1 repeat', '3 repeats', '2.5 wins': a number and what is counted. `none`: what English says for 0."""
    shown = str(number)
    what, whole = noun.one if shown == "1" else noun.many, int(shown) if shown.isdecimal() else 1
    english = f"{none if shown == '0' else shown} {what}"
    return Message("", COUNT, {"n": shown, "what": what}, context=COUNTED, number=whole, english=english)


def as_data(message: Message) -> dict[str, Any]:
    """A message as JSON can hold it: its English, and what is not usual of the rest."""
    facts = {name: _as_fact(fact) for name, fact in message.facts.items()}
    rest = {
        "code": message.code, "context": message.context, "number": message.number, "capital": message.capital,
    }  # fmt: skip
    unusual = {name: value for name, value in rest.items() if value not in ("", None, False)}
    return {"message": message.template, "facts": facts, "english": str(message), **unusual}


def _as_fact(fact: object) -> object:
    if isinstance(fact, Message):
        return as_data(fact)
    return fact if type(fact) in (int, str) else str(fact)


def of_data(data: Mapping[str, Any]) -> Message:
    """A message from what `as_data` wrote."""
    facts = {name: of_data(fact) if is_message(fact) else fact for name, fact in data["facts"].items()}
    return _made(data, facts)


def _made(data: Mapping[str, Any], facts: Mapping[str, object]) -> Message:
    get = data.get
    return _again(
        data["english"],
        get("code", ""),
        data["message"],
        facts,
        get("context", ""),
        get("number"),
        get("capital", False),
    )


def is_message(data: object) -> bool:
    """Whether plain data is a message written by `as_data`."""
    return isinstance(data, dict) and data.keys() >= {"message", "facts", "english"}


def kept(value: Any) -> Any:
    """Plain data to be stored, with the messages in it as data."""
    if isinstance(value, Message):
        return as_data(value)
    if isinstance(value, dict):
        return {name: kept(one) for name, one in value.items()}
    return [kept(one) for one in value] if isinstance(value, list | tuple) else value


def decoded(data: dict[str, Any]) -> Any:
    """What a dict of JSON stands for, the ones within it read before: for `json.loads(text, object_hook=decoded)`."""
    return _made(data, data["facts"]) if "english" in data and "facts" in data and "message" in data else data


def read(value: Any) -> Any:
    """Stored data with its messages; what was stored as English is English."""
    if isinstance(value, dict):
        return of_data(value) if is_message(value) else {name: read(one) for name, one in value.items()}
    return [read(one) for one in value] if isinstance(value, list) else value
