"""`adjudicate --edition LEXICON[/EDITION] WORD...`, or `--event SLUG [--division SLUG]`: what a division goes by.

Exit 0 when the play is acceptable, 1 when it is not, 2 when refused, 3 when a judge has to decide.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.utils.translation import gettext as _

from lexicon_admin import rulesets
from lexicon_admin.lists.editions import edition_named, layer_of
from lexicon_admin.lists.event_layers import layers_at
from lexicon_admin.models import Edition, Lexicon
from lexicon_admin.words.adjudicate import Answer, Layer, Layers, adjudicate
from tdapp.kernel.cli import DeskCommand
from tdapp.kernel.refusals import Refusal

EXIT_UNACCEPTABLE, EXIT_JUDGE = 1, 3
NOBODY = "none"
PLACES = {
    Lexicon.Kind.MAIN: "main",
    Lexicon.Kind.DIALECT: "dialects",
    Lexicon.Kind.BLOCK: "blocks",
    Lexicon.Kind.THEME: "theme",
}


class Command(DeskCommand):
    help = "Judge the words of one play by named editions (exit 0 acceptable, 1 not, 3 ask a judge)."

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("words", nargs="+", metavar="WORD")
        parser.add_argument(
            "--edition",
            action="append",
            default=[],
            help="lexicon/edition, or a lexicon for the one in force; repeat it",
        )
        parser.add_argument(
            "--event", default="", help="judge by what an event goes by, in place of --edition"
        )
        parser.add_argument("--division", default="", help="its division; may be left out when it has one")
        parser.add_argument(
            "--ruleset",
            default=None,
            help="whose printed words count, none for nobody's; default: the dictionary's own",
        )

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        layers = _asked(options)
        verdict = adjudicate(options["words"], layers)
        waits = verdict.waits_for_a_judge(layers)
        self.status = EXIT_JUDGE if waits else 0 if verdict.acceptable else EXIT_UNACCEPTABLE
        answers = [_as_json(answer) for answer in verdict.answers]
        told = {"acceptable": verdict.acceptable, "judge": waits}
        return {**told, "words": answers, "layers": layers.as_data()}

    def say(self, result: dict[str, Any]) -> None:
        verdict = _("ACCEPTABLE") if result["acceptable"] else _("UNACCEPTABLE")
        self.stdout.write(_("ASK A JUDGE") if result["judge"] else verdict)
        for word in result["words"]:
            stands = _stands(word, result["judge"])
            theme = f"; {_('theme word')}" if word["theme"] else ""
            self.stdout.write(f"{word['key'] or '-'}: {stands}: {word['says']}{theme}")

    def handle(self, *args: Any, **options: Any) -> None:
        self.status = EXIT_UNACCEPTABLE
        super().handle(*args, **options)
        if self.status:
            sys.exit(self.status)


def _stands(word: dict[str, Any], judge: bool) -> str:
    """A word no list has is not refused where a judge decides: it waits for him."""
    if judge and word["layer"] == "nowhere":
        return _("a judge decides")
    return _("acceptable") if word["acceptable"] else _("not acceptable")


def _asked(options: dict[str, Any]) -> Layers:
    """The layers named by editions, or by an event; never by both."""
    if bool(options["edition"]) == bool(options["event"]):
        raise Refusal("which-words", _("Name either --edition or --event."))
    if options["event"]:
        return layers_at(options["event"], options["division"])
    found = [edition_named(name) for name in options["edition"]]
    rules = _rules(found, options["ruleset"])
    if rules is None:
        _refuse_unknown_book(options["words"], found)
    return layers_of(found, rules or "")


def _rules(found: list[Edition], asked: str | None) -> str | None:
    """Whose printed words count: as asked, else the one ruleset the editions were made for; None: nobody says."""
    if asked is not None:
        return "" if asked == NOBODY else asked
    main = {one.ruleset for one in found if one.lexicon.kind == Lexicon.Kind.MAIN and one.ruleset}
    named = main or {one.ruleset for one in found if one.ruleset}
    return named.pop() if len(named) == 1 else None


def _refuse_unknown_book(words: list[str], found: list[Edition]) -> None:
    """Refuse to judge a word that some book prints, and that so outranks every list, while nobody said by which book."""
    answers = adjudicate(words, layers_of(found, "")).answers
    hanging = [one for one in answers if not one.acceptable and rulesets.printing(one.key)]
    if not hanging:
        return
    facts = {
        "words": ", ".join(one.typed for one in hanging),
        "known": ", ".join(sorted({name for one in hanging for name in rulesets.printing(one.key)})),
        "nobody": NOBODY,
    }
    sentence = _(
        "%(words)s: the book prints these words, and its list outranks every dictionary; nothing says by which book is "
        "judged. Say --ruleset with one of %(known)s, or --ruleset %(nobody)s."
    )
    raise Refusal("which-book", sentence % facts)


def layers_of(found: list[Edition], ruleset: str) -> Layers:
    """Layers from editions, each in its place by the kind of its lexicon; `ruleset`: whose printed words count, "" nobody's."""
    by_place: dict[str, list[Layer]] = {"main": [], "dialects": [], "blocks": [], "theme": []}
    for edition in found:
        by_place[PLACES[Lexicon.Kind(edition.lexicon.kind)]].append(layer_of(edition))
    if len(by_place["main"]) > 1 or len(by_place["theme"]) > 1:
        raise Refusal("two-editions", _("At most one dictionary and one theme list can judge a play."))
    printed = rulesets.printed_words(ruleset)
    return Layers(
        next(iter(by_place["main"]), None), tuple(by_place["dialects"]), tuple(by_place["blocks"]),
        Layer("printed", printed) if printed else None, {}, next(iter(by_place["theme"]), None),
    )  # fmt: skip


def _as_json(answer: Answer) -> dict[str, Any]:
    return {**answer._asdict(), "says": says(answer)}


def says(answer: Answer) -> str:
    """Which layer answered, in words."""
    kinds = {"override": _("decided for this event by %(name)s"), "printed": _("two-tile list of the rulebook"),
             "block": _("block list %(name)s"), "dialect": _("dialect list %(name)s"), "main": "%(name)s"}  # fmt: skip
    return kinds.get(answer.layer, _("in no list")) % {"name": answer.name}
