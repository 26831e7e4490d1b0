"""What a director decides about the turn timer when a division is made: fields of its form, house rules of the division."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.rules.schema import ALIASES

Line = tuple[str, str]
# Fields of the form, and the rules they say.
FIELDS = {"overrun": "timer.overrun", "stops_at": "timer.stops_at"}
_AS_WRITTEN = ("", gettext_lazy("as the rules chosen above have it"))
OVERRUN = (
    _AS_WRITTEN,
    ("record", gettext_lazy("is recorded, without a penalty")),
    ("points", gettext_lazy("costs points for each started minute")),
    ("turn_lost", gettext_lazy("costs the turn")),
)
STOPS_AT = (
    _AS_WRITTEN,
    ("score_called", gettext_lazy("calling the score")),
    ("tiles_laid", gettext_lazy("laying the last tile")),
)
CHOICES = {"overrun": OVERRUN, "stops_at": STOPS_AT}


def apart(lines: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """House rules without those that have a field, and what stands in the fields; a value no field offers stays a line."""
    found: dict[str, str] = {}
    kept = []
    for line in lines:
        name, value = _read(line)
        field = next((one for one, rule in FIELDS.items() if rule == name), "")
        if field and value in dict(CHOICES[field]):
            found[field] = value
        else:
            kept.append(line)
    return kept, found


def among(lines: Sequence[str], chosen: Mapping[str, str]) -> list[str]:
    """House rules with what the fields say; a field left as it is adds nothing."""
    written = dict(map(_read, lines))
    more = [
        f"{FIELDS[name]}={value}" for name, value in chosen.items() if value and FIELDS[name] not in written
    ]
    return [*lines, *more]


def twice(lines: Sequence[str], chosen: Mapping[str, object]) -> list[str]:
    """One sentence for each rule that a line says otherwise than its field."""
    sentence = _("%(rule)s is chosen above as %(field)s; the line says %(line)s. Take one of them out.")
    written = dict(map(_read, lines))
    pairs = ((rule, chosen.get(name), written.get(rule)) for name, rule in FIELDS.items())
    return [
        sentence % {"rule": rule, "field": field, "line": line}
        for rule, field, line in pairs
        if field and line and field != line
    ]


def _read(line: str) -> Line:
    name, _sign, value = line.partition("=")
    return ALIASES.get(name.strip(), name.strip()), value.strip()
