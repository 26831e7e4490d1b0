"""An event as a tsh folder in a zip: `config.tsh` and a `.t` file a division, so that tsh can go on with it, or we can."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Sequence

from pairings.event.refusals import Refusals
from pairings.plan.read_plan import parse_plan
from tdapp.events.models import Division, Event
from tdapp.interchange.tsh.exporting import export_t

CONFIG = "config.tsh"
# The same event gives the same bytes on any machine and day.
MOMENT = (1980, 1, 1, 0, 0, 0)
COMMANDS = {"swiss": "ns {repeats}", "koth": "koth {repeats}", "qoth": "qoth {repeats}", "chew": "cp"}


def export_folder(
    event: Event,
    divisions: Sequence[Division],
    *,
    full_names: bool = False,
    after: dict[str, int] | None = None,
) -> bytes:
    """The zip, rounds up to `after` by slug. Refuses tables of three or four, which the format cannot hold."""
    files = {
        f"{_name(row)}.t": export_t(
            row,
            full_names=full_names,
            after=(after or {}).get(row.slug),
            offset=row.table_first - 1,
            encoding="utf-8",
        )
        for row in divisions
    }
    lines = [*_event_lines(event, divisions), *(line for row in divisions for line in _division_lines(row))]
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in {CONFIG: ("\n".join(lines) + "\n").encode("utf-8"), **files}.items():
            archive.writestr(zipfile.ZipInfo(f"{event.slug}/{name}", MOMENT), data, zipfile.ZIP_DEFLATED)
    return stream.getvalue()


def _name(row: Division) -> str:
    """What tsh calls a division: one word of letters, digits and underscores."""
    return row.slug.replace("-", "_").upper()


def _text(words: str) -> str:
    """Words as Perl has them; nothing in them is run."""
    plain = " ".join(words.split()).replace("\\", "\\\\").replace("'", "\\'")
    return f"'{plain}'"


def _event_lines(event: Event, divisions: Sequence[Division]) -> Iterator[str]:
    yield from (f"division {_name(row)} {_name(row)}.t" for row in divisions)
    yield "encoding utf-8"
    yield "config tfile_encoding = 'utf8'"
    yield f"config event_name = {_text(event.name)}"
    yield f"config event_date = '{event.starts_on.isoformat()}'"
    yield f"config max_rounds = {max(row.rounds_planned for row in divisions)}"
    yield "config track_firsts = 1"


def _division_lines(row: Division) -> Iterator[str]:
    key = f"{{'{_name(row)}'}}"
    yield f"config division_label{key} = {_text(row.name)}"
    yield f"config max_div_rounds{key} = {row.rounds_planned}"
    yield f"config tables{key} = [{row.table_first} .. {row.table_last}]"
    yield f"config bye_spread{key} = {row.bye_spread}"
    if caps := row.wishes.get("spread_caps", ()):
        yield f"config spread_cap{key} = [{', '.join(map(str, caps))}]"
    elif row.spread_cap is not None:
        yield f"config spread_cap{key} = {row.spread_cap}"
    yield from _autopairs(row)


def _autopairs(row: Division) -> Iterator[str]:
    """How the rounds to come are paired, where tsh has the like."""
    plan = parse_plan(row.plan)
    if isinstance(plan, Refusals):
        return
    for number in range(1, plan.rounds + 1):
        one = plan.round(number)
        if command := COMMANDS.get(one.system, ""):
            words = command.format(repeats=one.params.get("repeats", 0))
            yield f"autopair {_name(row)} {one.based_on} {number} {words} {one.based_on} {_name(row)}"
