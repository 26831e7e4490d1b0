"""What does not fit the tables in an archive's event and divisions: one sentence for each, with its place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from tdapp.desk.models import PhoneRule
from tdapp.events import schedule
from tdapp.events.commands.day_plan import LONGEST as DAY_PLAN_MOST
from tdapp.events.models import Entrant
from tdapp.interchange.event_file import games, parts, value_checks
from tdapp.interchange.event_file.fields import Data, faults


def faults_in(told: Data) -> Iterator[str]:
    """What does not fit the tables, one sentence each, with its place."""
    yield from games.EVENT.faults(told.get("event"), _("event"))
    yield from _day_plan(told)
    divisions = told.get("divisions")
    if not isinstance(divisions, list) or not divisions:
        yield _("The archive holds no division.")
        return
    for at, row in enumerate(divisions, start=1):
        yield from _division(row, _("division %(n)s") % {"n": at})
    yield from parts.faults_in(told)
    yield from _beyond(told)


def _beyond(told: Data) -> Iterator[str]:
    """Rounds kept back that the division does not have."""
    rows = told["divisions"]
    planned = {row.get("slug"): row.get("rounds_planned") for row in rows if _is_plain(row)}
    for at, one in enumerate(_list(told.get("parts", {}), "freezes") or [], start=1):
        most = planned.get(one.get("division")) if isinstance(one, dict) and _is_named(one) else None
        if most is not None and value_checks.is_number(one.get("last")) and one["last"] > most:
            yield value_checks.misfit(f"freezes {at}", "last")


def _is_plain(row: Any) -> bool:
    return (
        isinstance(row, dict)
        and isinstance(row.get("slug"), str)
        and value_checks.is_number(row.get("rounds_planned"))
    )


def _is_named(row: Data) -> bool:
    return isinstance(row.get("division"), str)


def _division(row: Any, where: str) -> Iterator[str]:
    yield from games.DIVISION.faults(row, where)
    entrants, rounds = _list(row, "entrants"), _list(row, "rounds")
    if entrants is None or rounds is None:
        yield _("%(where)s: entrants or rounds are missing.") % {"where": where}
        return
    for at, one in enumerate(entrants, start=1):
        yield from _entrant(one, f"{where}, {_('entrant')} {at}")
    yield from value_checks.substitute_faults(entrants, where)
    asked = row.get("wishes") or {}
    if not isinstance(asked, dict) or not all(isinstance(text, str) for text in asked.values()):
        yield _("%(where)s: the wishes are no texts by name.") % {"where": where}
    yield from _of_the_day(row, where)
    yield from _line_ups(row, where)
    # An archive for anybody leaves out rounds that are kept back.
    planned = row.get("rounds_planned")
    most = max(len(rounds), planned) if isinstance(planned, int) else len(rounds)
    yield from _snapshots(row.get("snapshots", []), most, where)
    if value_checks.is_number(row.get("released_round")) and row["released_round"] > most:
        yield value_checks.misfit(where, "released_round")
    numbers = [one.get("number") for one in entrants if isinstance(one, dict)]
    if len(set(map(str, numbers))) < len(numbers):
        yield _("%(where)s: two entrants have one number.") % {"where": where}
    known = {number for number in numbers if isinstance(number, int)}
    for at, one in enumerate(rounds, start=1):
        yield from _round(one, known, f"{where}, {_('round')} {at}")
    if [one.get("number") for one in rounds if isinstance(one, dict)] != list(range(1, len(rounds) + 1)):
        yield _("%(where)s: the rounds are not numbered 1, 2, 3 and so on.") % {"where": where}


def _snapshots(rows: Any, rounds: int, where: str) -> Iterator[str]:
    if not isinstance(rows, list):
        yield value_checks.misfit(where, "snapshots")
        return
    for at, one in enumerate(rows, start=1):
        place = f"{where}, snapshots {at}"
        yield from games.SNAPSHOT.faults(one, place)
        yield from value_checks.snapshot_faults(one, rounds, place)


def _line_ups(row: Data, where: str) -> Iterator[str]:
    """Line-ups are lines by the number of a round; conditions of entry are an object."""
    lines, asked = row.get("line_ups") or {}, row.get("eligible") or {}
    if not isinstance(lines, dict) or not isinstance(asked, dict):
        yield _("%(where)s: the line-ups or conditions are not as they should be.") % {"where": where}
    elif not all(
        number.isdecimal() and len(number) < 4 and isinstance(text, str) for number, text in lines.items()
    ):
        yield _("%(where)s: the line-ups are no lines by round.") % {"where": where}


def _of_the_day(row: Data, where: str) -> Iterator[str]:
    """What a division says of its day: its round time, and what phones may do."""
    yield from _round_time(row.get("round_time"), where)
    yield from faults(PhoneRule, ("mode",), {"mode": row.get("phones", PhoneRule.Mode.REPORT)}, where)


def _round_time(told: Any, where: str) -> Iterator[str]:
    if not told:
        return
    yield from games.ROUND_TIME.faults(told, where)
    minutes = told.get("minutes") if isinstance(told, dict) else None
    if isinstance(minutes, int) and not 1 <= minutes <= 600:
        yield _("%(where)s: a round takes 1 to 600 minutes.") % {"where": where}


def _day_plan(told: Data) -> Iterator[str]:
    """The day plan of an archive that has one; it names rounds by number, whatever the divisions play."""
    line = told.get("day_plan") or ""
    if not isinstance(line, str) or len(line) > DAY_PLAN_MOST:
        yield _("The day plan is not as it should be.")
    else:
        yield from schedule.read(line, None).faults


def _list(row: Any, name: str) -> list[Any] | None:
    found = row.get(name) if isinstance(row, dict) else None
    return found if isinstance(found, list) else None


def _entrant(row: Any, where: str) -> Iterator[str]:
    yield from games.ENTRANT.faults(row, where)
    if not isinstance(row, dict):
        return
    yield from value_checks.private_faults(row, where)
    yield from value_checks.text_faults(row, ("name",), where)
    named = {"surname": row.get("surname") or row.get("name"), "given": row.get("given", "")}
    yield from faults(Entrant, ("surname", "given"), named, where)
    texts = (row.get("club", ""), row.get("member_number", ""))
    if not all(
        isinstance(text, str) and len(text) <= most for text, most in zip(texts, (120, 24), strict=True)
    ):
        yield _("%(where)s: club or member number is no text, or too long.") % {"where": where}
    absences = _list(row, "absences")
    if absences is None:
        yield _("%(where)s: the absences are missing.") % {"where": where}
    for one in absences or []:
        yield from games.PRESENCE.faults(one, where)


def _round(row: Any, known: set[int], where: str) -> Iterator[str]:
    yield from games.ROUND.faults(row, where)
    if isinstance(row, dict) and not _is_based(row):
        yield value_checks.misfit(where, "based_on")
    tables, alone = _list(row, "tables"), _list(row, "without_table")
    if tables is None or alone is None:
        yield _("%(where)s: its tables are missing.") % {"where": where}
        return
    placed: list[Any] = []
    for one in tables:
        placed += _list(one, "seats") or []
        yield from _table(one, f"{where}, {_('table')} {one.get('number') if isinstance(one, dict) else '?'}")
    for one in alone:
        yield from games.SLOT.faults(one, where)
        placed.append(one.get("entrant") if isinstance(one, dict) else None)
    if any(not value_checks.is_number(number) or number not in known for number in placed):
        yield _("%(where)s: somebody plays who is not entered.") % {"where": where}
    elif len(set(placed)) < len(placed):
        yield _("%(where)s: somebody is in two places.") % {"where": where}


def _is_based(row: Data) -> bool:
    """Paired on standings of before it; what is no number was told already."""
    based, number = row.get("based_on", 0), row.get("number")
    told = isinstance(based, int) and isinstance(number, int)
    return not told or based < (number or 1)


def _table(row: Any, where: str) -> Iterator[str]:
    yield from games.TABLE.faults(row, where)
    if isinstance(row, dict):
        yield from value_checks.text_faults(row, ("as_played",), where)
    seats, results = _list(row, "seats"), _list(row, "results")
    if seats is None or results is None or not 2 <= len(seats) <= 4:
        yield _("%(where)s: a table has 2 to 4 seats, and results or none.") % {"where": where}
        return
    for one in results:
        yield from games.RESULT.faults(one, where)
        if isinstance(one, dict):
            yield from value_checks.text_faults(one, ("entered_name", "confirmed_name", "reason"), where)
        lines = _list(one, "lines") or []
        yield from value_checks.line_faults(lines, where)
        for line in lines:
            yield from games.LINE.faults(line, where)
        if not _fits([line.get("seat") for line in lines if isinstance(line, dict)], len(seats), one):
            yield _("%(where)s: a result does not fit its seats.") % {"where": where}


def _fits(lines: list[Any], seats: int, result: Any) -> bool:
    """A line for each seat, in order; of a result that was undone perhaps fewer."""
    whole = list(range(1, seats + 1))
    undone = isinstance(result, dict) and result.get("withdrawn") is True
    return lines == whole or (undone and set(lines) <= set(whole) and len(set(lines)) == len(lines))
