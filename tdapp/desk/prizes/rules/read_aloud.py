"""A prize as it is read out: "Third, with five wins and a spread of plus 149". Words a voice can say, no signs."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from tdapp.desk.models import Prize
from tdapp.desk.prizes.rules.winners import Won
from tdapp.events.titles import Title
from tdapp.kernel.templatetags.td import ordinal, points, signed

MEDALS = 3
PLACES: tuple[Title, ...] = (
    pgettext_lazy("read out: place", "First"), pgettext_lazy("read out: place", "Second"),
    pgettext_lazy("read out: place", "Third"), pgettext_lazy("read out: place", "Fourth"),
    pgettext_lazy("read out: place", "Fifth"), pgettext_lazy("read out: place", "Sixth"),
    pgettext_lazy("read out: place", "Seventh"), pgettext_lazy("read out: place", "Eighth"),
    pgettext_lazy("read out: place", "Ninth"), pgettext_lazy("read out: place", "Tenth"),
)  # fmt: skip
NUMBERS: tuple[Title, ...] = (
    pgettext_lazy("read out: how many wins", "no"), pgettext_lazy("read out: how many wins", "one"),
    pgettext_lazy("read out: how many wins", "two"), pgettext_lazy("read out: how many wins", "three"),
    pgettext_lazy("read out: how many wins", "four"), pgettext_lazy("read out: how many wins", "five"),
    pgettext_lazy("read out: how many wins", "six"), pgettext_lazy("read out: how many wins", "seven"),
    pgettext_lazy("read out: how many wins", "eight"), pgettext_lazy("read out: how many wins", "nine"),
    pgettext_lazy("read out: how many wins", "ten"), pgettext_lazy("read out: how many wins", "eleven"),
    pgettext_lazy("read out: how many wins", "twelve"),
)  # fmt: skip


def record(won: Won) -> str:
    """The score line of a place: "5-3, +149"; "" where no place was won by games."""
    facts = won.facts
    if "rank" not in facts or "losses" not in facts:
        return ""
    return f"{points(facts['wins'])}-{points(facts['losses'])}, {signed(facts['spread'])}"


def medal(won: Won) -> int:
    """1 to 3 for a place with a medal, 0 for everything else."""
    with_place = won.several or won.kind in (Prize.Kind.RANK, Prize.Kind.CLASS)
    return won.place if with_place and won.place <= MEDALS else 0


def sentence(won: Won) -> str:
    """The place, the wins and the spread in words, without the name; "" where no place was won by games."""
    facts = won.facts
    if "rank" not in facts or "wins" not in facts:
        return ""
    told = {"place": place(won.place), "wins": wins(facts["wins"]), "spread": spread(facts["spread"])}
    return _("%(place)s, with %(wins)s and a spread of %(spread)s.") % told


def place(number: int) -> str:
    """First ... Tenth, 11th."""
    return str(PLACES[number - 1]) if number <= len(PLACES) else ordinal(number)


def wins(halves: int) -> str:
    """Half wins in words: "five wins", "one win", "five and a half wins"."""
    whole, half = divmod(halves, 2)
    number = str(NUMBERS[whole]) if whole < len(NUMBERS) else str(whole)
    if half:
        return _("%(number)s and a half wins") % {"number": number} if whole else _("half a win")
    return ngettext("%(number)s win", "%(number)s wins", whole) % {"number": number}


def spread(amount: int) -> str:
    """A spread as it is said: "plus 149", "minus 20", "zero"."""
    if not amount:
        return str(ZERO)
    return (_("plus %(n)s") if amount > 0 else _("minus %(n)s")) % {"n": abs(amount)}


ZERO = gettext_lazy("zero")
