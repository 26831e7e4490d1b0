"""`enter_result EVENT 7 412 388 [spread]`: enter results, in seat order as printed on the slip; several lines, or `-`."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tdapp.desk.management.commands import undo_result
from tdapp.desk.results import echo, intake, typed_lines
from tdapp.events.cli import (
    EXIT_REFUSED,
    DeskCommand,
    division_of,
    event_and_context,
    refuse_nameless,
    with_names,
)
from tdapp.events.models import Event
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Refusal

CORRECTED = gettext_lazy("To replace it: correct_result %(event)s --reason WHY %(text)s")


class Command(DeskCommand):
    is_intermixed = True
    help = (
        "Enter results: table and scores in seat order; f2 forfeit, x not scored, u 300 280 unfinished; u alone takes your "
        "last one back. Several lines each in quotes, or one a line on standard input with -."
    )

    hints = {
        "ask": gettext_lazy("If it is right as it stands, say --sure."),
        "already-in": CORRECTED,
        **undo_result.HINTS,
        "none-open": gettext_lazy(
            "A result of a closed round is replaced: correct_result %(event)s --round N --reason WHY %(text)s"
        ),
        "round-closed": gettext_lazy(
            "To replace its result: correct_result %(event)s --reason WHY %(text)s. "
            "To open it again: close_round %(event)s --reopen --reason WHY"
        ),
    }

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--division", default="")
        parser.add_argument("--round", type=int, default=0)
        parser.add_argument("--sure", action="store_true", help="keep what is unusual")
        parser.add_argument("--key", default="", help="idempotency key")
        parser.add_argument("event")
        parser.add_argument(
            "line", nargs="+",
            help="table score score [score score] [spread]; u: take your last entry back; -: lines on standard input",
        )  # fmt: skip

    def act(self, options: dict[str, Any]) -> dict[str, Any]:
        event, ctx = event_and_context(options["event"], options["user"], key=options["key"])
        lines = typed_lines.lines_of(options["line"], sys.stdin)
        if len(lines) == 1 and options["line"] != ["-"]:
            return _enter(ctx, event, {**options, "text": lines[0][1]})
        entered, refused = [], []
        for number, text in lines:
            one = {**options, "text": text}
            keyed = replace(ctx, key=f"{ctx.key[:70]}:{number}") if ctx.key else ctx
            try:
                entered.append({"line": number, **_enter(keyed, event, one)})
            except Refusal as refusal:
                if refusal.code == "same-already-in":
                    entered.append({"line": number, "code": refusal.code, "told": str(refusal)})
                    continue
                sentences = [*refusal.sentences, *self.hint(refusal.code, one)]
                refused.append({"line": number, "text": text, "code": refusal.code, "sentences": sentences})
        self.exit_code = EXIT_REFUSED if refused else 0
        return {"entered": entered, "refused": refused}

    def hint(self, code: str, options: Mapping[str, Any]) -> list[str]:
        return super().hint(code, {"text": " ".join(options["line"]), **options})

    def say(self, result: dict[str, Any]) -> None:
        for one in result.get("entered", [result]):
            self.stdout.write(one["told"])
        for one in result.get("refused", ()):
            said = {"line": one["line"], "text": one["text"], "sentence": " ".join(one["sentences"])}
            self.stderr.write(_("Line %(line)s (%(text)s): %(sentence)s") % said)
        if "refused" in result:
            told = {"entered": len(result["entered"]), "refused": len(result["refused"])}
            self.stdout.write(_("%(entered)s lines are in, %(refused)s refused.") % told)


def _enter(ctx: Context, event: Event, options: Mapping[str, Any]) -> dict[str, Any]:
    """One line's answer, with what is said of it."""
    text = options["text"]
    if text.casefold() == "u":
        undone = intake.undo_last(
            ctx, event, check=lambda table: refuse_nameless(options["user"], table.round.division)
        )
        return {**undone, "told": echo.as_sentence(echo.undone(undone))}
    division = division_of(event, options["division"]) if options["division"] else None
    answer = intake.enter(
        ctx, event, text, sure=options["sure"], division=division, round_number=options["round"],
        check=lambda table: refuse_nameless(options["user"], table.round.division),
    )  # fmt: skip
    if "text" in answer:
        return {**answer, "told": echo.as_sentence(echo.asked_aside(answer))}
    named = with_names(echo.table_of(event, answer), answer)
    return {**named, "told": echo.as_sentence(echo.saved(event, answer))}
