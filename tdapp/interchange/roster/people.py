"""Names as rosters write them: in one column or two, with suffixes and particles, and everything odd about them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from django.utils.translation import gettext as _

from tdapp.interchange.roster.reader import RowReader
from tdapp.kernel.tabular import mended, scripts, stacked_marks
from tdapp.people import names

LONGEST = 80
SUFFIXES = frozenset({"jr", "sr", "ii", "iii", "iv", "v", "jr.", "sr."})
# Words that begin a surname of several words: dela Cruz, Sto. Domingo, van der Berg, San Juan.
PARTICLES = names.PARTICLES | {
    "san", "santa", "santo", "sta", "sta.", "sto", "sto.", "e", "al", "bin", "binti", "mac", "mc", "st", "st.",
}  # fmt: skip
FORMULA = tuple("=+-@\t\r＝＋－＠")
ODD = re.compile(r"[<>{}\[\]|\\/=*^~_#$%&;:!\"“”]|://|@")
LETTERS = re.compile(r"[^\W\d_]")


def name(reader: RowReader) -> tuple[str, str]:
    """(surname, given); ("", "") after an error. One word alone is a surname: a person may have one name."""
    if reader.has("surname"):
        surname, given = _two_columns(reader)
        fields = ("surname", "given")
    else:
        surname, given = _one_column(reader)
        fields = ("name", "name")
    surname = _with_suffix(reader, surname)
    for field, part in zip(fields, (surname, given), strict=True):
        _look(reader, field, part)
    _look_at_case(reader, fields[0], surname + given)
    return surname, given


def _two_columns(reader: RowReader) -> tuple[str, str]:
    surname, given = reader.text("surname", LONGEST), reader.text("given", LONGEST)
    if not surname:
        sentence = _("Cell %(cell)s is empty: the surname is missing.")
        reader.error("surname", "surname-missing", sentence, _("Type the surname."))
    elif not given and "," in surname:
        surname, given = _around_comma(reader, "surname", surname)
        sentence = _("Cell %(cell)s holds surname and given name; read as “%(surname)s, %(given)s”.")
        reader.ask("surname", "name-in-one-cell", sentence, surname=surname, given=given)
    elif not given:
        sentence = _("Row %(row)s has no given name; the person is entered as “%(surname)s”.")
        reader.ask("given", "given-missing", sentence, _("Type the given name."), surname=surname)
    return surname, given


def _one_column(reader: RowReader) -> tuple[str, str]:
    field = "name" if reader.has("name") else "given"
    whole = reader.text(field, 2 * LONGEST)
    if not whole:
        reader.error(
            field, "name-missing", _("Cell %(cell)s is empty: the name is missing."), _("Type the name.")
        )
        return "", ""
    if "," in whole:
        return _around_comma(reader, field, whole)
    surname, given = split_name(whole, surname_first=reader.rules.surname_first)
    sentence = _("“%(value)s” was read as surname “%(surname)s”, given name “%(given)s”.")
    if not given:
        sentence = _("“%(value)s” is one word; it was read as a surname.")
    reader.ask(field, "name-split", sentence, _("Write “Surname, Given”."), surname=surname, given=given)
    return surname, given


def _around_comma(reader: RowReader, field: str, whole: str) -> tuple[str, str]:
    """ "Cruz, Ana", "Cruz, Jr., Juan" and "Cruz, Juan, Jr."; more commas than that are asked about."""
    parts = [part.strip() for part in whole.split(",") if part.strip()]
    suffixes = [part for part in parts[1:] if part.casefold() in SUFFIXES]
    rest = [part for part in parts[1:] if part.casefold() not in SUFFIXES]
    if len(rest) > 1:
        sentence = _("Cell %(cell)s holds more than one comma; read as “%(surname)s, %(given)s”.")
        reader.ask(field, "name-commas", sentence, surname=parts[0], given=" ".join(rest))
    return " ".join([*parts[:1], *suffixes]), " ".join(rest)


def split_name(whole: str, *, surname_first: bool = False) -> tuple[str, str]:
    """(surname, given) of "Juan dela Cruz Jr.": the last word, with the particles before and the suffix after it; or, with
    the surname first, of "dela Cruz Juan Jr.".
    """
    words = whole.split()
    if surname_first:
        return _surname_first(words)
    end = len(words)
    while end > 1 and words[end - 1].casefold() in SUFFIXES:
        end -= 1
    start = end - 1
    while start > 1 and words[start - 1].casefold() in PARTICLES:
        start -= 1
    return (" ".join(words[start:]), " ".join(words[:start])) if start > 0 else (whole, "")


def _surname_first(words: Sequence[str]) -> tuple[str, str]:
    end = next((at for at, word in enumerate(words) if word.casefold() not in PARTICLES), len(words) - 1) + 1
    suffixes = [word for word in words[end:] if word.casefold() in SUFFIXES]
    given = [word for word in words[end:] if word.casefold() not in SUFFIXES]
    return " ".join([*words[:end], *suffixes]), " ".join(given)


def _with_suffix(reader: RowReader, surname: str) -> str:
    suffix = reader.text("suffix", 10)
    return f"{surname} {suffix}" if surname and suffix else surname


def _look(reader: RowReader, field: str, part: str) -> None:
    """Everything that makes a name look like something else; the first thing that fits is said."""
    if part.startswith(FORMULA):
        sentence = _("“%(part)s” in cell %(cell)s starts like a formula, not like a name.")
        reader.error(field, "name-formula", sentence, _("Type the name itself."), part=part)
    elif "\ufffd" in part or stacked_marks(part):
        sentence = _("“%(part)s” in cell %(cell)s holds characters that were lost on the way.")
        reader.error(field, "name-broken", sentence, _("Type the name again."), part=part)
    elif was := mended(part):
        sentence = _("“%(part)s” in cell %(cell)s looks like “%(was)s” saved in the wrong encoding.")
        reader.ask(
            field, "name-encoding", sentence, _("Save the file again as CSV UTF-8."), part=part, was=was
        )
    elif "?" in part:
        sentence = _("“%(part)s” in cell %(cell)s holds a question mark: perhaps a letter was lost.")
        reader.ask(field, "name-question-mark", sentence, part=part)
    elif len(scripts(part)) > 1:
        sentence = _("“%(part)s” in cell %(cell)s mixes alphabets; two letters may only look alike.")
        reader.ask(field, "name-mixed-alphabets", sentence, _("Type the name again."), part=part)
    elif part and (ODD.search(part) or any(char.isdigit() for char in part) or not LETTERS.search(part)):
        sentence = _("“%(part)s” in cell %(cell)s holds characters that names seldom have.")
        reader.ask(field, "name-odd", sentence, part=part)


def _look_at_case(reader: RowReader, field: str, both: str) -> None:
    letters = "".join(LETTERS.findall(both))
    if len(letters) > 3 and letters.isupper():
        reader.tell(field, "name-capitals", _("The name in row %(row)s is all capitals; it is kept so."))
    elif len(letters) > 3 and letters.islower():
        reader.tell(field, "name-small", _("The name in row %(row)s has no capitals; it is kept so."))
