"""What is asked of a row of an archive's games beside its columns: one sentence for each thing wrong, with its place.

Each check sees the row, where it stands, and the row it stands in. It ends with whether what stands in the row can be
looked at too.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator
from typing import Any

from django.utils.translation import gettext as _

from tdapp.desk.models import PhoneRule
from tdapp.events.models import Entrant
from tdapp.interchange.event_file import value_checks
from tdapp.interchange.event_file.fields import Data, faults

Check = Generator[str, None, bool]


def listed(row: Any, name: str) -> list[Any] | None:
    """A list in a row; None where there is none."""
    found = row.get(name) if isinstance(row, dict) else None
    return found if isinstance(found, list) else None


def nothing(_row: Any, _where: str, _above: Any) -> Check:
    """Its columns say everything."""
    yield from ()
    return True


def division(row: Any, where: str, _above: Any) -> Check:
    entrants, rounds = listed(row, "entrants"), listed(row, "rounds")
    if entrants is None or rounds is None:
        yield _("%(where)s: entrants or rounds are missing.") % {"where": where}
        return False
    yield from value_checks.substitute_faults(entrants, where)
    asked = row.get("wishes") or {}
    if not isinstance(asked, dict) or not _texts(asked.values()):
        yield _("%(where)s: the wishes are no texts by name.") % {"where": where}
    yield from faults(PhoneRule, ("mode",), {"mode": row.get("phones", PhoneRule.Mode.REPORT)}, where)
    yield from _line_ups(row, where)
    if not isinstance(row.get("snapshots", []), list):
        yield value_checks.misfit(where, "snapshots")
    if value_checks.is_number(row.get("released_round")) and row["released_round"] > _rounds(row):
        yield value_checks.misfit(where, "released_round")
    numbers = _numbers(entrants)
    if len(set(map(str, numbers))) < len(numbers):
        yield _("%(where)s: two entrants have one number.") % {"where": where}
    if _numbers(rounds) != list(range(1, len(rounds) + 1)):
        yield _("%(where)s: the rounds are not numbered 1, 2, 3 and so on.") % {"where": where}
    return True


def _numbers(rows: list[Any]) -> list[Any]:
    return [one.get("number") for one in rows if isinstance(one, dict)]


def _rounds(row: Data) -> int:
    """How many rounds a division has: an archive for anybody leaves out those that are kept back."""
    planned, rounds = row.get("rounds_planned"), len(row["rounds"])
    return max(rounds, planned) if isinstance(planned, int) else rounds


def _line_ups(row: Data, where: str) -> Iterator[str]:
    """Line-ups are lines by the number of a round; conditions of entry are an object."""
    lines, asked = row.get("line_ups") or {}, row.get("eligible") or {}
    if not isinstance(lines, dict) or not isinstance(asked, dict):
        yield _("%(where)s: the line-ups or conditions are not as they should be.") % {"where": where}
    elif not _texts(lines.values()) or not all(number.isdecimal() and len(number) < 4 for number in lines):
        yield _("%(where)s: the line-ups are no lines by round.") % {"where": where}


def _texts(found: Collection[Any]) -> bool:
    return all(isinstance(text, str) for text in found)


def snapshot(row: Any, where: str, above: Any) -> Check:
    yield from value_checks.snapshot_faults(row, _rounds(above), where)
    return True


def round_time(row: Any, where: str, _above: Any) -> Check:
    minutes = row.get("minutes") if isinstance(row, dict) else None
    if isinstance(minutes, int) and not 1 <= minutes <= 600:
        yield _("%(where)s: a round takes 1 to 600 minutes.") % {"where": where}
    return True


def entrant(row: Any, where: str, _above: Any) -> Check:
    if not isinstance(row, dict):
        return False
    yield from value_checks.private_faults(row, where)
    yield from value_checks.text_faults(row, ("name",), where)
    named = {"surname": row.get("surname") or row.get("name"), "given": row.get("given", "")}
    yield from faults(Entrant, ("surname", "given"), named, where)
    texts = (row.get("club", ""), row.get("member_number", ""))
    if not _texts(texts) or any(len(text) > most for text, most in zip(texts, (120, 24), strict=True)):
        yield _("%(where)s: club or member number is no text, or too long.") % {"where": where}
    if listed(row, "absences") is None:
        yield _("%(where)s: the absences are missing.") % {"where": where}
    return True


def round_(row: Any, where: str, above: Any) -> Check:
    if isinstance(row, dict) and not _is_based(row):
        yield value_checks.misfit(where, "based_on")
    tables, alone = listed(row, "tables"), listed(row, "without_table")
    if tables is None or alone is None:
        yield _("%(where)s: its tables are missing.") % {"where": where}
        return False
    placed = [number for one in tables for number in listed(one, "seats") or []]
    placed += [one.get("entrant") if isinstance(one, dict) else None for one in alone]
    known = {number for number in _numbers(above["entrants"]) if isinstance(number, int)}
    if any(not value_checks.is_number(number) or number not in known for number in placed):
        yield _("%(where)s: somebody plays who is not entered.") % {"where": where}
    elif len(set(placed)) < len(placed):
        yield _("%(where)s: somebody is in two places.") % {"where": where}
    return True


def _is_based(row: Data) -> bool:
    """Paired on standings of before it; what is no number was told already."""
    based, number = row.get("based_on", 0), row.get("number")
    told = isinstance(based, int) and isinstance(number, int)
    return not told or based < (number or 1)


def table(row: Any, where: str, _above: Any) -> Check:
    if isinstance(row, dict):
        yield from value_checks.text_faults(row, ("as_played",), where)
    seats, results = listed(row, "seats"), listed(row, "results")
    if seats is None or results is None or not 2 <= len(seats) <= 4:
        yield _("%(where)s: a table has 2 to 4 seats, and results or none.") % {"where": where}
        return False
    return True


def result(row: Any, where: str, above: Any) -> Check:
    if isinstance(row, dict):
        yield from value_checks.text_faults(row, ("entered_name", "confirmed_name", "reason"), where)
    lines = listed(row, "lines") or []
    yield from value_checks.line_faults(lines, where)
    if not _fits([line.get("seat") for line in lines if isinstance(line, dict)], len(above["seats"]), row):
        yield _("%(where)s: a result does not fit its seats.") % {"where": where}
    return True


def _fits(lines: list[Any], seats: int, result: Any) -> bool:
    """A line for each seat, in order; of a result that was undone perhaps fewer."""
    whole = list(range(1, seats + 1))
    undone = isinstance(result, dict) and result.get("withdrawn") is True
    return lines == whole or (undone and set(lines) <= set(whole) and len(set(lines)) == len(lines))
