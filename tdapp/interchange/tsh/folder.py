"""A tsh folder in the middle of an event: `config.tsh` and the divisions it names, as a zip, as files, or as one archive.

What config.tsh sets becomes settings of the divisions; each thing that has no place here is told in a sentence.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from django.utils.text import slugify
from django.utils.translation import gettext as _

from pairings.event.refusals import Refusals
from pairings.formats import tsh_config
from pairings.formats.tsh_config import ENCODINGS, TshConfig, TshDivision
from pairings.formats.tsh_settings import Settings, first_day, not_carried, realm_of, settings_of
from pairings.plan.read_plan import parse_plan
from tdapp.interchange.tsh import aupair, chess, results_book
from tdapp.interchange.tsh.packed import Packed, is_inside, is_packed
from tdapp.interchange.tsh.reading import Read, read_files, read_one, refuse
from tdapp.kernel.messages.sentences import all_translated
from tdapp.kernel.refusals import Refusal

Files = Sequence[tuple[str, bytes]]
Reading = Callable[[str], bytes]
CONFIGS = ("config.tsh", "tsh.config")
HIGHEST_TABLE, SPARE_TABLES = 2000, 10


@dataclass(frozen=True, slots=True)
class Found:
    """The event some files hold: its divisions, and its name and first day where a config.tsh says them."""

    divisions: list[Read]
    name: str = ""
    starts_on: date | None = None


def names_itself(files: Files) -> bool:
    """Whether these files say how the event is called: a tsh folder, or a .tou file; a workbook is a zip and says nothing."""
    if any(results_book.looks_like_one(name, data) for name, data in files):
        return False
    return is_folder(files) or any(aupair.looks_like_one(data) for _name, data in files)


def is_folder(files: Files) -> bool:
    """Whether these files are a tsh folder, or a zip that may hold one."""
    return any(_is_config(name) for name, _data in files) or (len(files) == 1 and is_packed(files[0][1]))


def wanted(names: Sequence[str]) -> str | None:
    """The config.tsh among some paths, the one nearest the top. Refuses several that are equally near."""
    found = sorted((name.count("/"), name) for name in names if _is_config(name))
    nearest = [name for depth, name in found if depth == found[0][0]]
    if len(nearest) > 1:
        told = ", ".join(nearest[:5])
        raise Refusal(
            "which-folder", _("There are several events in it: %(names)s. Send one folder.") % {"names": told}
        )
    return nearest[0] if nearest else None


def read_event(files: Files, columns: str = "", more_games: bool = False) -> Found:
    """The event of some .t or TRF files, of a tsh folder, of one .tou file, or of one workbook of results, whose `columns` may
    be named and may hold `more_games` of somebody in one round. Refuses (422, 413) with one sentence for each mistake.
    """
    if not files:
        raise Refusal("no-files", _("Send at least one file."))
    if found := _whole(files, columns, more_games):
        return found
    if not is_folder(files):
        divisions = read_files(files)
        if len(files) > 1 or not divisions[0].is_chess:
            return Found(divisions)
        title, _planned, day = chess.heads(files[0][1])
        return Found(divisions, title, day)
    return _folder(files)


def _whole(files: Files, columns: str, more_games: bool) -> Found | None:
    """The event of a file that is a whole one, by itself; None for other files."""
    if any(results_book.looks_like_one(name, data) for name, data in files):
        if len(files) > 1:
            raise Refusal("one-book", _("A workbook or CSV file of results is a whole event; send it alone."))
        return Found(results_book.read_results(files[0][1], columns, more_games))
    if any(aupair.looks_like_one(data) for _name, data in files):
        if len(files) > 1:
            raise Refusal("one-tou", _("A .tou file is a whole event; send it alone."))
        whole = aupair.read_sections(files[0][1])
        return Found(whole.divisions, whole.name, whole.starts_on)
    return None


def _folder(files: Files) -> Found:
    if len(files) == 1 and is_packed(files[0][1]):
        packed = Packed(files[0][1])
        path = wanted(packed.names())
        if path is None:
            raise Refusal(
                "no-config", _("There is no config.tsh in this zip file; it should be a whole tsh folder.")
            )
        return _event(path, packed.read(path), packed.names(), packed.read)
    by_name = dict(files)
    path = wanted(list(by_name))
    if path is None or len(by_name) < len(files):
        raise Refusal("bad-tsh", _("Two of the files have the same name; send each once."))
    return _event(path, by_name[path], list(by_name), by_name.__getitem__)


def divisions_in(data: bytes) -> list[str]:
    """The files a config.tsh names and does not hold itself; none where it cannot be read."""
    config = tsh_config.read_config(data)
    return (
        []
        if isinstance(config, Refusals)
        else [one.file for one in config.divisions if one.file not in config.files]
    )


def _is_config(name: str) -> bool:
    base = posixpath.basename(name.replace("\\", "/")).lower()
    return base in CONFIGS or base.endswith(".tsh")


def _event(path: str, data: bytes, names: Sequence[str], read: Reading) -> Found:
    config = tsh_config.read_config(data)
    if isinstance(config, Refusals):
        refuse(all_translated(config.sentences))
        raise AssertionError("a refusal without a sentence")
    divisions, faults = [], list[str]()
    for one in config.divisions:
        found = _division(config, one, path, names, read)
        faults += [f"{one.file}: {sentence}" for sentence in found] if isinstance(found, list) else []
        divisions += [found] if isinstance(found, Read) else []
    refuse(faults)
    told = all_translated(tuple(not_carried(config)))
    day = config.text("event_date")
    starts_on = first_day(day)
    if day and starts_on is None:
        told.append(
            _("config.tsh: %(day)s is no date that is read here; set the first day.") % {"day": day[:40]}
        )
    placed = list(_placed(config, divisions, told))
    placed[0] = replace(placed[0], lost=(*placed[0].lost, *told))
    return Found(placed, config.text("event_name")[:120], starts_on)


def _division(
    config: TshConfig, one: TshDivision, path: str, names: Sequence[str], read: Reading
) -> Read | list[str]:
    """A division's file with what is set for it, or what is wrong."""
    data = config.files.get(one.file)
    if data is None:
        where = _path(one.file, path, names)
        if isinstance(where, list):
            return where
        data = read(where)
    encoding = ENCODINGS.get(config.text("tfile_encoding").lower(), "")
    found = read_one(one.file, data, encoding)
    if isinstance(found, list):
        return found
    set_ = settings_of(config, one.name, found.rounds)
    told = [*found.lost, *all_translated(set_.told)]
    name = set_.label.upper() if len(set_.label) == 1 else set_.label
    values = {
        "name": name[:80], "bye_spread": set_.bye_spread, "spread_cap": set_.cap, **_plan(set_, told),
        "first": set_.first,
    }  # fmt: skip
    caps = set_.caps or ((set_.cap,) if set_.cap else ())
    slug = slugify(one.name)[:40] or found.slug
    return replace(found, name=name[:80], slug=slug, lost=tuple(told), settings=values, caps=caps)


def _plan(set_: Settings, told: list[str]) -> dict[str, str]:
    """The plan, where it can be one here."""
    if not set_.plan:
        return {}
    if isinstance(parse_plan(set_.plan), Refusals):
        told.append(_("The plan of config.tsh cannot be one here; set the plan before you pair."))
        return {}
    return {"plan": set_.plan}


def _path(file: str, config: str, names: Sequence[str]) -> str | list[str]:
    """Where the file of a line `division` is: beside config.tsh, small and capital letters being the same."""
    plain = posixpath.normpath(file.replace("\\", "/"))
    if not is_inside(plain):
        return [_("the path leads out of the folder.")]
    asked = posixpath.join(posixpath.dirname(config), plain).lower()
    beside = [name for name in names if name.lower() == asked]
    # Files chosen one by one have lost their folders.
    loose = [name for name in names if name.lower() == posixpath.basename(asked)]
    if found := beside or loose:
        return found[0]
    return [_("config.tsh names this file, but it is not there.")]


def _placed(config: TshConfig, divisions: list[Read], told: list[str]) -> Iterator[Read]:
    """The divisions with the tables tsh printed, where these can be had together; else numbered anew."""
    firsts = [int(one.settings["first"]) for one in divisions]
    method = config.text("table_method") or ("consecutive" if realm_of(config) == "absp" else "")
    if method == "consecutive" and not any(firsts):
        firsts = _consecutive(divisions)
    ranges = _ranges(firsts, [one.tables for one in divisions]) if all(firsts) else None
    if ranges is None and any(firsts) and len(divisions) > 1:
        told.append(_("The divisions' tables overlap, or only some have their own: they are numbered anew."))
    for at, one in enumerate(divisions):
        values = {name: value for name, value in one.settings.items() if name != "first"}
        if ranges is not None:
            values |= {"table_first": ranges[at][0], "table_last": ranges[at][1]}
        yield replace(one, settings=values)


def _consecutive(divisions: Sequence[Read]) -> list[int]:
    """tsh's own count: the divisions by name, each half as many tables as players."""
    places, base = dict[str, int](), 1
    for one in sorted(divisions, key=lambda read: read.slug):
        places[one.slug] = base
        base += len(one.file.players) // 2
    return [places[one.slug] for one in divisions]


def _ranges(firsts: Sequence[int], sizes: Sequence[int]) -> list[tuple[int, int]] | None:
    """First and last table of each division, with some to spare before the next one; None where they overlap."""
    order = sorted(range(len(firsts)), key=lambda at: firsts[at])
    found = dict[int, tuple[int, int]]()
    for at, following in zip(order, [*order[1:], None], strict=True):
        before = HIGHEST_TABLE if following is None else firsts[following] - 1
        need = firsts[at] + sizes[at] - 1
        if need > before:
            return None
        found[at] = (firsts[at], min(need + SPARE_TABLES, before))
    return [found[at] for at in range(len(firsts))]
