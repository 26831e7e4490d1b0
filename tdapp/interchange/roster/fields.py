"""Every other column: numbers, divisions, consent, contacts."""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import lru_cache

from django.utils.translation import gettext as _

from tdapp.interchange.roster.headings import folded
from tdapp.interchange.roster.reader import RowReader
from tdapp.interchange.roster.reading import division_key
from tdapp.people.names import fold

HIGHEST_RATING = 4000
UNRATED = frozenset(
    {"", "-", "--", "0", "unrated", "ur", "nr", "n/a", "na", "none", "new", "wala", "bago", "sin rating"}
)
WHOLE = re.compile(r"[+-]?\d+(?:\.0+)?")
THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+")
LONGEST = 25
MEMBER = re.compile(r"(?=.*\d)[0-9A-Za-z][0-9A-Za-z./_-]{0,23}")
MAIL = re.compile(r"[^@\s,;]+@[^@\s,;]+\.[^@\s,;.]{2,}")
LOOK_ALIKES = str.maketrans("OoQIlSsBZz", "0001155822")
YES = frozenset({
    "yes", "y", "true", "t", "1", "x", "ok", "okay", "given", "agreed", "signed", "oo", "opo", "oho", "meron",
    "mayroon", "may", "si", "s", "con", "✓", "✔", "☑", "√",
})  # fmt: skip
NO = frozenset({
    "no", "n", "false", "f", "0", "not", "none", "hindi", "wala", "di", "sin", "✗", "✘", "☐",
})  # fmt: skip
FEMALE = frozenset({"f", "female", "girl", "woman", "babae", "w", "mujer", "femenino"})
MALE = frozenset({"m", "male", "boy", "man", "lalaki", "hombre", "masculino"})


def whole(text: str) -> int | None:
    """A whole number as spreadsheets write it ("1481", "1481.0", "1,481"); None for anything else."""
    if len(text) >= LONGEST:
        return None
    if THOUSANDS.fullmatch(text):
        return int(text.replace(",", ""))
    return int(text.partition(".")[0]) if WHOLE.fullmatch(text) else None


def rating(reader: RowReader) -> int | None:
    """0 for "unrated", None when there is no such column or cell; an error when it is no rating."""
    text = reader.text("rating", 40)
    if text.casefold() in UNRATED:
        return 0 if text else None
    number = whole(text)
    if number is None:
        sentence = _("“%(value)s” in cell %(cell)s is not a number: a rating is a whole number.")
        reader.error("rating", "rating-not-a-number", sentence, _did_you_mean(text))
    elif number < 0:
        sentence = _("The rating %(value)s in cell %(cell)s is below zero.")
        reader.error("rating", "rating-negative", sentence, _("Leave the cell empty for an unrated player."))
    elif number > HIGHEST_RATING:
        sentence = _("The rating %(value)s in cell %(cell)s is not possible; the highest is %(highest)s.")
        reader.error("rating", "rating-absurd", sentence, _("Type the rating again."), highest=HIGHEST_RATING)
    else:
        return number
    return None


def _did_you_mean(text: str) -> str:
    guess = whole(text.translate(LOOK_ALIKES))
    if guess is None:
        return _("Type a whole number, or leave the cell empty for an unrated player.")
    return _("Did you mean %(guess)s?") % {"guess": guess}


def member(reader: RowReader) -> str:
    """The member number as text, "" for none; spreadsheets' "12.0" is 12."""
    text = reader.text("member")
    number = whole(text)
    if number is not None and number >= 0:
        text = text.partition(".")[0].replace(",", "")
    if text and not MEMBER.fullmatch(text):
        sentence = _("“%(value)s” in cell %(cell)s is not a member number.")
        remedy = _(
            "Type the number (letters, digits, dots and hyphens, a digit among them), or leave it empty."
        )
        reader.error("member", "member-unreadable", sentence, remedy)
        return ""
    return text


def positive(reader: RowReader, field: str, code: str, highest: int) -> int | None:
    """A whole number from 1 to `highest`, None for an empty cell."""
    text = reader.text(field, 40)
    number = whole(text) if text else None
    if text and (number is None or not 1 <= number <= highest):
        sentence = _("“%(value)s” in cell %(cell)s is not a whole number from 1 to %(highest)s.")
        reader.error(field, code, sentence, _("Type the number, or leave the cell empty."), highest=highest)
        return None
    return number


def consent(reader: RowReader) -> bool | None:
    """True or False when the cell says so; None when it is empty or unclear (which counts as not given)."""
    text = reader.text("consent", 200)
    word = folded(text) or text
    if not text:
        return None
    if word in YES or text in YES:
        return True
    if word in NO or text in NO:
        return False
    sentence = _("“%(value)s” in cell %(cell)s is neither yes nor no; it counts as no consent.")
    reader.ask("consent", "consent-unclear", sentence, _("Type yes or no."))
    return None


def contact(reader: RowReader) -> str:
    """The guardian's number, e-mail and telephone in one line, kept apart from all that is public; what does not look like
    an address is asked about.
    """
    mail, other = reader.text("email", 120), reader.text("contact", 120)
    guardian = reader.text("guardian_contact", 60)
    if mail and not MAIL.fullmatch(mail):
        sentence = _("“%(value)s” in cell %(cell)s does not look like an e-mail address.")
        reader.ask("email", "email-odd", sentence, _("Type it again, or leave it empty."))
    return ", ".join(dict.fromkeys(part for part in (guardian, mail, other) if part))[:160]


def gender(reader: RowReader) -> str:
    """female or male, "" when the cell says neither; kept apart, for prizes that ask for it."""
    word = folded(reader.text("gender", 40))
    if word in FEMALE:
        return "female"
    if word in MALE:
        return "male"
    if word:
        sentence = _("“%(value)s” in cell %(cell)s is neither female nor male; it was left out.")
        reader.ask("gender", "gender-unclear", sentence, _("Type F or M, or leave it empty."))
    return ""


def division(reader: RowReader) -> str:
    """The division's short name; as written when the event's divisions were not given. "" after an error."""
    text, rules = reader.text("division", 80), reader.rules
    if not text:
        return _no_division(reader)
    if not rules.divisions:
        return text
    known = {_key(name): slug for slug, name in rules.divisions} | {
        _key(slug): slug for slug, _n in rules.divisions
    }
    said = rules.known_divisions.get(division_key(text))
    if said or _key(text) in known:
        return said or known[_key(text)]
    sentence = _("There is no division “%(value)s” (cell %(cell)s); the divisions are %(names)s.")
    names = ", ".join(name for _slug, name in rules.divisions)
    reader.error("division", "division-unknown", sentence, _division_remedy(reader, text, known), names=names)
    return ""


@lru_cache(maxsize=1024)
def _key(text: str) -> str:
    return division_key(fold(text))


def _no_division(reader: RowReader) -> str:
    rules = reader.rules
    if rules.default_division or len(rules.divisions) == 1:
        return rules.default_division or rules.divisions[0][0]
    if len(rules.divisions) > 1:
        names = ", ".join(name for _slug, name in rules.divisions)
        sentence = _("Row %(row)s has no division; the divisions are %(names)s.")
        remedy = _("Type the division, or say which one rows without a division go to.")
        reader.error("division", "division-missing", sentence, remedy, names=names)
    elif reader.has("division"):
        reader.error(
            "division", "division-missing", _("Row %(row)s has no division."), _("Type the division.")
        )
    return ""


def _division_remedy(reader: RowReader, text: str, known: dict[str, str]) -> str:
    if any(_key(reader.text(field)) in known for field in ("club", "school") if reader.text(field)):
        return _("Club and division look swapped in this row.")
    names = {_key(name): name for _slug, name in reader.rules.divisions}
    close = get_close_matches(_key(text), names, n=1, cutoff=0.6)
    return _("Did you mean “%(name)s”?") % {"name": names[close[0]]} if close else _("Type one of them.")
