"""The columns of an archive that hold JSON: whether they are what this program writes. A wrong shape may also raise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tdapp.desk.models import Prize
from tdapp.desk.prizes import finals
from tdapp.desk.prizes.rules import among, words
from tdapp.desk.prizes.rules.lines import MOST_CENTS, MOST_PLACES, THING_LENGTH
from tdapp.desk.prizes.rules.measures import BREAKERS
from tdapp.desk.prizes.rules.winners import Won, of_data
from tdapp.interchange.event_file.fields import Data
from tdapp.judging.rulings import penalty

ID_LENGTH = 36
MOST = 2**31 - 1
SEATS = range(1, 5)
NOBODY = words.Names({}, {})
TEXTS = ("title", "klass", "division", "text", "thing", "by", "how")
ANSWER = ("key", "typed", "layer", "name")


def prize(row: Data) -> bool:
    """What each place gets, and the rules that break ties."""
    places, breakers, whom = row["places"], row["breakers"], row.get("among", "")
    if whom and among.read(whom) is None:
        return False
    return 0 < len(places) <= MOST_PLACES and all(map(_place, places)) and set(breakers) <= set(BREAKERS)


def _place(one: Data) -> bool:
    cents, thing = one["cents"], one["thing"]
    return _number(cents) and 0 <= cents <= MOST_CENTS and len(thing + "") <= THING_LENGTH


def final(row: Data) -> bool:
    """Rows, awards and changes that can be told in words, under the digest they were called final with."""
    awards = [of_data({**one, "prize": ""}) for one in row["awards"]]
    finals.sentences(row["changes"], "", NOBODY)
    rows = row["rows"]
    fine = all(map(_ranked, rows)) and all(map(_award, awards)) and all(map(_prize, row["awards"]))
    return fine and finals.digest(rows, row["awards"]) == row["digest"]


def _ranked(one: Data) -> bool:
    numbers = [one[name] for name in finals.KEPT if name not in ("withdrawn", "rank")]
    rank = one["rank"] is None or _number(one["rank"])
    return (
        set(one) == set(finals.KEPT)
        and rank
        and all(map(_number, numbers))
        and type(one["withdrawn"]) is bool
    )


def _award(one: Won) -> bool:
    words.title(one), words.why(one, NOBODY), words.gets(one)
    numbers = (one.place, one.cents, one.first, one.most, *one.places)
    who = one.who is None or (isinstance(one.who[0], str) and _number(one.who[1]))
    texts = all(isinstance(getattr(one, name), str) for name in TEXTS)
    return texts and who and all(map(_number, numbers)) and one.kind in Prize.Kind.values and one.place > 0


def _prize(one: Data) -> bool:
    """The line of prizes it was won of, by its place in the list; 0 for one that is gone."""
    return _number(one["prize"]) and one["prize"] >= 0


def ruling(row: Data) -> bool:
    """Seats, words, answers, what followed, and which lists were asked."""
    penalty.in_words({**row["penalty"]})
    if not _plain(row["penalty"]) or not all(
        isinstance(row[name], list) for name in ("challengers", "words", "answers")
    ):
        return False
    named = set(row["challengers"]) <= set(SEATS) and all(isinstance(word, str) for word in row["words"])
    layers = all(_texts(*one) and len(one) == 2 for asked in row["layers"].values() for one in asked)
    return named and layers and all(map(_answer, row["answers"]))


def _answer(one: Mapping[str, Any]) -> bool:
    return _texts(*(one[name] for name in ANSWER)) and type(one["acceptable"]) is bool


def sheet(row: Data) -> bool:
    """Rows with their ids and versions; what a turn says is looked at when its table is known."""
    return isinstance(row["head"], dict) and all(
        _texts(one["id"])
        and len(one["id"]) <= ID_LENGTH
        and _number(one["version"])
        and isinstance(one["turn"], dict)
        for one in row["rows"]
    )


def _texts(*found: Any) -> bool:
    return all(isinstance(one, str) for one in found)


def _plain(found: Data) -> bool:
    """Texts, whole numbers, true or false by name, and lists of them."""
    values = [item for one in found.values() for item in (one if isinstance(one, list) else [one])]
    return all(one is None or isinstance(one, str | bool) or _number(one) for one in values)


def _number(one: Any) -> bool:
    return type(one) is int and abs(one) <= MOST
