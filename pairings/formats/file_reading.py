"""Files as they come from outside: bounded, told apart by their content, JSON without surprises."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any, BinaryIO, Literal, NoReturn

from core.messages import say
from pairings.event.refusals import Refusals, refuse

LARGEST = 100_000_000
MEGABYTE = 1_000_000
MARKS_16 = (b"\xff\xfe", b"\xfe\xff")
BOM = b"\xef\xbb\xbf"
SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
PLAYER_LINE = re.compile(rb"^001[ \d]", re.MULTILINE)
Kind = Literal["json", "trf", "t"]


class Surprise(ValueError):
    """Something JSON allows and an event does not."""


def too_large(name: str) -> Refusals:
    """More than is read."""
    return refuse(
        "unreadable",
        say("%(name)s is larger than %(it)s MB, the most that is read.", name=name, it=LARGEST // MEGABYTE),
    )


def up_to_bound(file: BinaryIO, name: str) -> bytes | Refusals:
    """Everything a file holds, unless that is too much."""
    data = file.read(LARGEST + 1)
    return too_large(name) if len(data) > LARGEST else data


def read_file(name: str) -> bytes | Refusals:
    """The bytes of a file, 100 MB at most; '-' is standard input."""
    if name == "-":
        return up_to_bound(sys.stdin.buffer, say("Standard input"))
    try:
        with Path(name).open("rb") as file:
            return up_to_bound(file, name)
    except (OSError, ValueError) as mistake:
        why = (mistake.strerror if isinstance(mistake, OSError) else None) or say("it is no name of a file")
        return refuse("unreadable", say("%(name)s cannot be read: %(why)s.", name=name, why=why))


def no_text(data: bytes) -> Refusals | None:
    """Why bytes are no text of ours, or None."""
    if data.startswith(MARKS_16):
        return refuse("unreadable", say("The file is written in UTF-16; save it as UTF-8 and try again."))
    at = data.find(b"\0")
    if at < 0:
        return None
    line = data.count(b"\n", 0, at) + 1
    return refuse("unreadable", say("The file is no text file: line %(line)s holds a zero byte.", line=line))


def kind_of(data: bytes) -> Kind:
    """What a file is by its content: JSON begins with a bracket, TRF has lines that begin with 001."""
    if data.removeprefix(BOM).lstrip()[:1] in (b"{", b"["):
        return "json"
    return "trf" if PLAYER_LINE.search(data.removeprefix(BOM)) else "t"


def is_json(data: bytes) -> bool:
    """Whether a file begins like a JSON object or list."""
    return kind_of(data) == "json"


def no_such_number(text: str) -> NoReturn:
    """NaN and the infinities are no numbers here."""
    raise Surprise(f"{text} is no number an event can hold")


def each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose names all differ."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise Surprise(f"{twice[:40]!r} stands twice in one object")
    return found


def whole_letters(value: object, text: str) -> object:
    """The value, unless half a letter stands in it (a lone surrogate, which no file can hold)."""
    if SURROGATE.search(text):
        try:
            json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            raise Surprise("half a letter stands in it, a \\u escape without its other half") from None
    return value


def read_json(data: bytes) -> object | Refusals:
    """JSON from bytes, or the sentence that says where it breaks off."""
    try:
        text = data.decode("utf-8-sig")
        return whole_letters(
            json.loads(text, object_pairs_hook=each_once, parse_constant=no_such_number), text
        )
    except UnicodeDecodeError as mistake:
        line = data.count(b"\n", 0, mistake.start) + 1
        why: str = say("it is not written in UTF-8 (line %(line)s)", line=line)
    except json.JSONDecodeError as mistake:
        why = say("line %(lineno)s: %(msg)s", lineno=mistake.lineno, msg=mistake.msg)
    except RecursionError:
        why = say("brackets are nested too deep")
    except Surprise as mistake:
        why = str(mistake)
    except ValueError:
        why = say("a number in it has thousands of digits")
    return refuse("unreadable", say("The file is not JSON: %(why)s.", why=why))
