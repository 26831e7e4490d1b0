"""What the independent checker and the price list say of a draft, as data for the desk."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

from pairings.checks import check_round
from pairings.event.refusals import Refusals
from pairings.plan.rules_for_round import of_request
from pairings.rounds.request import Request
from pairings.rounds.result import Alternative, Result, Vector
from pairings.what_if import nearer, whatif
from pairings.what_if.handmade import at_tables
from pairings.what_if.price_by_hand import beside
from tdapp.kernel.messages.sentences import all_translated
from tdapp.kernel.refusals import Refusal

LARGE = 300


def report(asked: Request, boards: dict[str, Any], before: dict[str, Any] | None = None) -> dict[str, Any]:
    """`{"valid", "sentence", "findings", "numbers", "other", "price": {"sentence", "sentences", "broken", "best"}}` of a draft.

    Hand edits included; findings carry severity error | warning | info, entrant ids and one sentence. `before`: a
    report on another draft of the same request; what the best round costs is taken from it, not searched again.
    """
    pairs = tuple(tuple(table["seats"]) for table in boards["tables"])
    byes = tuple(bye["entrant"] for bye in boards["byes"])
    found = check_round.check_round(asked.history, _round(asked, boards, pairs, byes), of_request(asked))
    findings = [
        {"severity": f.severity, "code": f.code, "sentence": f.sentence, "entrants": list(f.entrants)}
        for f in found.findings
    ]
    told = {"valid": found.valid, "sentence": found.sentence, "findings": findings, "numbers": found.numbers}
    known = before or {}
    other = {"other": known["other"]} if known.get("other") else {}
    return {**told, **other, "price": _price(asked, boards, pairs, byes, _best(known))}


def other_round(asked: Request, outcome: Result) -> dict[str, Any]:
    """`{"system", "params", "rematches", "gaps", "own_rematches", "own_gaps"}` of the round beside the best one: rematches for
    nearer scores, or the other way; nothing where there is no such round.
    """
    found = nearer.beside(asked, outcome)
    return {} if found is None else {"system": asked.system, **asdict(found)}


def _round(asked: Request, boards: dict[str, Any], pairs: Any, byes: tuple[str, ...]) -> check_round.Round:
    absent = (*(row["entrant"] for row in boards["absent"]), *boards.get("out", ()))
    return check_round.Round(
        asked.round, pairs, byes, absent, tuple(table["table"] for table in boards["tables"])
    )


def _best(report: dict[str, Any]) -> Vector:
    """What the best round costs by an earlier report; nothing where it does not say."""
    return tuple((name, amount) for name, amount in report.get("price", {}).get("best", ()))


def _price(
    asked: Request, boards: dict[str, Any], pairs: Any, byes: tuple[str, ...], best: Vector
) -> dict[str, Any]:
    plain = replace(asked, constraints=replace(asked.constraints, starters=()))
    priced = beside(plain, best, pairs, byes) if best else whatif.price(plain, pairs, byes)
    if isinstance(priced, Refusals):
        return {"sentence": " ".join(priced.sentences), "sentences": list(priced.sentences), "broken": []}
    priced = at_tables(priced, asked, pairs, [table["table"] for table in boards["tables"]])
    said = {"sentence": priced.sentence, "sentences": list(priced.sentences), "broken": list(priced.broken)}
    return {**said, "best": [list(tier) for tier in priced.best]}


def options(asked: Request, entrant: str) -> list[dict[str, Any]]:
    """An entrant's possible opponents, cheapest first: `{"against": [ids], "sentence"}`; no id means the bye.

    Each is priced exactly for the whole round, while a page waits: half as many in a large field.
    """
    limit = whatif.OPTIONS // 2 if len(asked.history.entrants) > LARGE else whatif.OPTIONS
    found = whatif.alternatives(asked, entrant, limit)
    if isinstance(found, Refusals):
        raise Refusal("cannot-pair", *all_translated(found.sentences))
    return [_option(one) for one in found]


def _option(one: Alternative) -> dict[str, Any]:
    return {"against": list(one.against), "sentence": one.sentence}


def wish(asked: Request, one: str, other: str) -> str:
    """What it would cost to let two entrants meet, or why they cannot."""
    found = whatif.wish(asked, one, other)
    return " ".join(found.sentences) if isinstance(found, Refusals) else found.sentence


def against(asked: Request, boards: dict[str, Any]) -> list[str]:
    """What a draft breaks of what it was asked to keep: the checker's errors, one sentence each."""
    pairs = tuple(tuple(table["seats"]) for table in boards["tables"])
    byes = tuple(bye["entrant"] for bye in boards["byes"])
    found = check_round.check_round(asked.history, _round(asked, boards, pairs, byes), of_request(asked))
    return [one.sentence for one in found.findings if one.severity == "error"]
