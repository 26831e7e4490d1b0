"""One line of the table: what is measured, what it is today, what is wanted, whether that is met."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

Value = float | int | str


@dataclass(frozen=True, slots=True)
class Row:
    """`met` is None where nothing is wanted. `details`: what stands behind the number, such as the files that are too long."""

    name: str
    today: Value
    wanted: str = ""
    met: bool | None = None
    details: list[str] = field(default_factory=list)

    def written(self) -> dict[str, Any]:
        """The row as it goes into JSON."""
        return asdict(self)


def at_most(name: str, today: float, limit: float, details: Iterable[str] = (), unit: str = "") -> Row:
    """A row that is met up to `limit`."""
    return Row(name, today, f"<= {limit:,}{unit}" if limit else "0", today <= limit, list(details))


def at_least(name: str, today: float, limit: float, details: Iterable[str] = (), unit: str = "") -> Row:
    """A row that is met from `limit` on."""
    return Row(name, today, f">= {limit:,}{unit}", today >= limit, list(details))


def table(rows: Iterable[Row], *, details: bool = True) -> str:
    """The rows as aligned text; under each row that is not met, what stands behind it."""
    shown = [(row.name, _figure(row.today), row.wanted, _verdict(row.met), row) for row in rows]
    widths = [max([len(str(line[at])) for line in shown] + [8]) for at in range(3)]
    lines = [_line(("measured", "today", "wanted", ""), widths)]
    for name, today, wanted, met, row in shown:
        lines.append(_line((name, today, wanted, met), widths))
        if details and row.met is not True:
            lines += [f"      {one}" for one in row.details]
    return "\n".join(lines)


def _line(cells: tuple[str, str, str, str], widths: list[int]) -> str:
    name, today, wanted, met = cells
    return f"{name:<{widths[0]}}  {today:>{widths[1]}}  {wanted:<{widths[2]}}  {met}".rstrip()


def _figure(value: Value) -> str:
    if isinstance(value, str):
        return value
    return f"{value:,}" if isinstance(value, int) else f"{value:,.1f}"


def _verdict(met: bool | None) -> str:
    return "" if met is None else "met" if met else "NOT MET"
