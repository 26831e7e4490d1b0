"""`import_lexicon FILE --lexicon NAME --edition E`: a list becomes an edition; `--dry-run` says what it would be."""

from __future__ import annotations

import re
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from lexicon_admin.commands.imports import apply_import, discard_import, start_import
from lexicon_admin.commands.lexicons import create_lexicon, refuse_unsound, unsaved
from lexicon_admin.commands.list_reading import Progress, look_at, read_import, set_choices, stands
from lexicon_admin.committee.access import cli_context
from lexicon_admin.lists import reports, storage
from lexicon_admin.models import Lexicon, ListImport
from lexicon_admin.refusals import refusing
from lexicon_admin.words.files.reading import Place
from lexicon_admin.words.normalise import CHOICES
from tdapp.kernel import clock
from tdapp.kernel.cli import DeskCommand
from tdapp.kernel.commands import Installation, check
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Missing, Refusal

USUALLY = {
    "linker": "flag for Filipino, else off",
    "capitals": "as the list was read last; at first proper, in German words",
    "diacritics": "as the list was read last; at first fold, in German keep",
}
CHUNK = 256 * 1024
# A line of a .dic with flags: `bahay/S`.
FLAGGED = re.compile(rb"^[^\s/#]+/[^\s/]", re.MULTILINE)
FACTS = ("source", "licence", "attribution", "note")


class Command(DeskCommand):
    help = "Import a list of words (text, CSV, xlsx, .dic with its .aff, or a zip of these) as an edition; exit 2 when refused."

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file")
        parser.add_argument("--lexicon", required=True, help="short name of the lexicon")
        parser.add_argument("--edition", required=True, help="name of the edition, like 2027")
        parser.add_argument("--aff", default="", help="affix file of a .dic; default: the one beside it")
        parser.add_argument(
            "--dry-run", action="store_true", help="say what would be imported, publish nothing"
        )
        parser.add_argument(
            "--anew",
            action="store_true",
            help="read from the start a list whose import was stopped or killed",
        )
        parser.add_argument(
            "--create", action="store_true", help="make the lexicon if there is none of this name"
        )
        parser.add_argument("--name", default="", help="with --create: its full name")
        parser.add_argument("--kind", default="main", choices=Lexicon.Kind.values, help="with --create")
        parser.add_argument(
            "--blocks", default="", choices=["", *Lexicon.Blocks.values], help="with --create --kind block"
        )
        parser.add_argument("--ruleset", default="", help="with --create: whose tiles count")
        parser.add_argument(
            "--language", default="", help="with --create: fil, es, en ...; default: that of the ruleset"
        )
        parser.add_argument(
            "--effective", type=date.fromisoformat, help="first day it counts (YYYY-MM-DD); default: today"
        )
        parser.add_argument("--encoding", default="", help="default: as it is found")
        for name in FACTS:
            parser.add_argument(f"--{name}", default="")
        parser.add_argument(
            "--public", action="store_true", help="the licence lets everybody search and take it"
        )
        for name, choices in CHOICES.items():
            usually = USUALLY.get(name, choices[0])
            parser.add_argument(f"--{name.replace('_', '-')}", choices=choices, help=f"default: {usually}")

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        try:
            if options["dry_run"]:
                return _looked_at(options, self.told)
            return _imported(options, self.told, self.stderr.write)
        except KeyboardInterrupt:
            raise Refusal("stopped", _("Stopped; no edition was touched.")) from None

    def told(self, done: int, total: int) -> None:
        """Progress in one line, for who watches: lines read, then (negative) words stored."""
        if self.stderr.isatty():
            facts = {"done": f"{abs(done):,}", "total": f"{total:,}"}
            said = _("storing words: %(done)s") if done < 0 else _("reading: %(done)s of %(total)s lines")
            self.stderr.write(f"\r{said % facts}  ", ending="")

    def say(self, result: dict[str, Any]) -> None:
        told = reports.sums(result)
        sentence = _(
            "entries: %(entries)s = words: %(words)s + left out: %(left_out)s + duplicates, kept once: %(once)s"
        )
        self.stdout.write(sentence % told._asdict())
        if result["encoding"]:
            self.stdout.write(
                _("encoding %(encoding)s") % result + (_(" (a guess)") if result["encoding_guessed"] else "")
            )
        fates = reports.fate_words()
        for group in reports.groups(result):
            examples = ", ".join(group.examples[:5])
            self.stdout.write(f"{fates[group.fate]}: {group.title}: {group.times} ({examples})")
        grown = {key: result["growth"][key] for key in ("added", "removed", "changed")}
        self.stdout.write(_("added %(added)s, removed %(removed)s, changed %(changed)s") % grown)
        if lost := reports.unmade(result):
            self.stdout.write(lost)
        self.stdout.write(_("sample: %(words)s") % {"words": ", ".join(result["sample"])})
        self.stdout.write(f"sha256 {result['sha256']}")
        self.stdout.write(_("Published.") if result["applied"] else _("Dry run: nothing was published."))
        if result.get("warning"):
            self.stdout.write(result["warning"])


def _looked_at(options: dict[str, Any], step: Progress) -> dict[str, Any]:
    """A dry run: neither the list nor a lexicon that there is not yet is stored."""
    lexicon = _existing(options) or _unsaved(options)
    ctx = cli_context(options["user"], None if lexicon._state.adding else lexicon)
    told = {key: value for key, value in _list(options).items() if key != "at_once"}
    row = ListImport(lexicon=lexicon, made_by=ctx.actor, made_name=ctx.actor_name[:150], **told)
    return {**_outcome(options, look_at(ctx, row, step)), "applied": False}


def _imported(options: dict[str, Any], step: Progress, say: Callable[[str], object]) -> dict[str, Any]:
    """Read and publish. Whoever is killed or stopped leaves what was read, and the same command goes on from there."""
    lexicon = _existing(options) or _created(options)
    ctx = cli_context(options["user"], lexicon)
    row = _taken_up(ctx, lexicon, options, say)
    try:
        answer = read_import(ctx, row, step)
        edition = apply_import(ctx, row, seen=answer["sha256"], **_facts(options))
    except Refusal:
        _discard(ctx, row)
        raise
    except KeyboardInterrupt:
        if place := stands(row):
            sentences = (
                reports.stopped(place),
                _("The same command goes on from there, with --anew from the start."),
            )
            raise Refusal("stopped", *sentences) from None
        _discard(ctx, row)
        raise
    return {**_outcome(options, answer), "applied": True, "warning": edition["warning"]}


def _discard(ctx: Context, row: ListImport) -> None:
    if row.status in {ListImport.Status.WAITING, ListImport.Status.READY}:
        discard_import(ctx, row)


def _taken_up(
    ctx: Context, lexicon: Lexicon, options: dict[str, Any], say: Callable[[str], object]
) -> ListImport:
    """The import that was stopped or killed while it read this very list by these choices; else a new one.

    What was left of another reading of this file is discarded: nothing of it would fit.
    """
    check(ctx, lexicon, "lexicon.edit")
    told = _list(options)
    wanted = ListImport(lexicon=lexicon, content=told["content"], affixes=told["affixes"])
    set_choices(wanted, told["encoding"], told["policy"])
    chosen = ("content", "affixes", "encoding", "policy")
    left = lexicon.imports.select_related("lexicon").filter(status=ListImport.Status.WAITING, job="")
    others = [(row, stands(row)) for row in left.filter(Q(name=told["name"]) | Q(content=told["content"]))]
    same = [
        row for row, place in others if place and all(getattr(row, x) == getattr(wanted, x) for x in chosen)
    ]
    if same and not options["anew"]:
        taken = same[0]
        say(_("Going on from line %(line)s: %(entries)s entries are read.") % _shown(dict(others)[taken]))
    else:
        made = start_import(ctx, lexicon, **told)
        taken = ListImport.objects.select_related("lexicon").get(pk=made["id"])
    # Only now: the list just stored stays, for somebody wants it.
    for row, place in others:
        if place and (row.content, row.affixes) != (wanted.content, wanted.affixes):
            sentence = _(
                "%(name)s was changed since its import was stopped at line %(line)s: it is read from its start."
            )
            say(sentence % {"name": told["name"], **_shown(place)})
        if row.pk != taken.pk:
            discard_import(ctx, row)
    return taken


def _shown(place: Place | None) -> dict[str, str]:
    place = place or Place()
    return {"line": f"{place.line:,}", "entries": f"{place.entries:,}"}


def _outcome(options: dict[str, Any], answer: dict[str, Any]) -> dict[str, Any]:
    named = {key: options[key] for key in ("lexicon", "edition")}
    return {**named, "sha256": answer["sha256"], **answer["report"]}


def _existing(options: dict[str, Any]) -> Lexicon | None:
    found = Lexicon.objects.filter(slug=options["lexicon"]).first()
    if found is None and not options["create"]:
        raise Missing(
            "unknown-lexicon",
            _("There is no lexicon %(name)s; --create makes it.") % {"name": options["lexicon"]},
        )
    return found


def _new_facts(options: dict[str, Any]) -> dict[str, Any]:
    facts = {key: options[key] for key in ("kind", "blocks", "language", "ruleset")}
    return {"slug": options["lexicon"], "name": options["name"] or options["lexicon"], **facts}


def _unsaved(options: dict[str, Any]) -> Lexicon:
    lexicon = unsaved(**_new_facts(options))
    refuse_unsound(lexicon)
    return lexicon


def _created(options: dict[str, Any]) -> Lexicon:
    create_lexicon(cli_context(options["user"], None), Installation(), **_new_facts(options))
    return Lexicon.objects.get(slug=options["lexicon"])


def _list(options: dict[str, Any]) -> dict[str, Any]:
    path = Path(options["file"])
    beside = path.with_suffix(".aff")
    affixes = (
        Path(options["aff"])
        if options["aff"]
        else beside
        if path.suffix == ".dic" and beside.is_file()
        else None
    )
    stored = _keep(path)
    if path.suffix == ".dic" and affixes is None:
        _refuse_flags(path)
    return {
        "name": path.name, "size": stored.size, "content": stored.content, "encoding": options["encoding"],
        "affixes": _keep(affixes).content if affixes else "", "at_once": True,
        "policy": {name: options[name] for name in CHOICES if options[name]},
    }  # fmt: skip


def _refuse_flags(path: Path) -> None:
    """A .dic whose words have flags is half a dictionary: without the other half most forms would be missing, unnoticed."""
    with path.open("rb") as stream:
        if not FLAGGED.search(stream.read(4 * CHUNK)):
            return
    sentence = _(
        "%(name)s has flags, and no %(beside)s lies beside it, in which their forms are: put it there, or name it with --aff."
    )
    raise Refusal("no-affixes", sentence % {"name": path.name, "beside": path.with_suffix(".aff").name})


def _facts(options: dict[str, Any]) -> dict[str, Any]:
    facts = {name: options[name] for name in FACTS}
    effective = options["effective"] or clock.today()
    return {**facts, "name": options["edition"], "effective_from": effective, "public": options["public"]}


def _keep(path: Path) -> storage.Kept:
    try:
        with refusing():
            return storage.keep(_pieces(path))
    except OSError as error:
        facts = {"path": path, "why": error.strerror or error}
        raise Refusal("unreadable-file", _("%(path)s cannot be read: %(why)s.") % facts) from error


def _pieces(path: Path) -> Iterator[bytes]:
    with path.open("rb") as stream:
        while piece := stream.read(CHUNK):
            yield piece
