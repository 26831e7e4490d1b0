"""Sentences of the pairing engine in Filipino: found by their template, facts put back in, names left alone."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.utils import translation

from pairings.cli.simulate import Setting, Simulated, simulate
from pairings.plan.advice import advice
from pairings.plan.plan import Plan, parse_plan
from pairings.rounds.parameters import SYSTEMS
from pairings.rounds.request import Constraints
from pairings.rounds.result import Result
from tdapp.kernel.telling import all_told, told

SAID = {
    "Same score group, ranks 3 and 11, first meeting": "Parehong grupo ng puntos, ranggo 3 at 11, unang pagtatapat",
    "nearest alternative costs one repeat": "pinakamalapit na kapalit: ang kapalit ay isang ulit",
    "Against the best round this would save one club meeting.":
        "Kung ihahambing sa pinakamahusay na round: makakatipid ng isang laban ng magkasamahan.",
    "They cannot meet: Ana Cruz and Bea Reyes must not meet.":
        "Hindi sila maaaring magtapat: hindi dapat magtapat sina Ana Cruz at Bea Reyes.",
    "1st: above Umali by spread (+120 to +80).": "ika-1: lamang kay Umali sa kalamangan (+120 laban sa +80).",
    "Round 3 is valid; nothing could have been avoided.": "Tama ang round 3; wala ang naiwasan sana.",
    "The plan is empty; write for example 'swiss 1-7'.": "Walang laman ang plano; isulat halimbawa ang 'swiss 1-7'.",
    "4 match points from 2 matches, 6 wins, +268: above Cebu by match points (4 to 3).":
        "4 na puntos ng laban mula sa 2 laban, 6 na panalo, +268: lamang kay Cebu sa puntos ng laban (4 laban sa 3).",
    "Match Cebu - Lipa, board 1, seeds 1 and 2, first meeting, Abad, Ana starts as Cebu does on the odd boards":
        "Laban Cebu - Lipa, board 1, mga seed 1 at 2, unang pagtatapat, nauuna si Abad, Ana gaya ng Cebu sa mga board na odd",
    "set by hand": "mano-manong itinakda",
    "3 repeats": "3 ulit",
    "4 repeats": "4 na ulit",
    "Cruz, Ana": "Cruz, Ana",
    "": "",
}  # fmt: skip
# A number takes "na" before what it counts where it ends in 4, 6 or 9; an ordinal number always does.
COUNTED = {
    "Ana is sure of 1st place: Ben is 2 wins behind with 3 rounds left.":
        "Tiyak na kay Ana ang ika-1 na puwesto: huli nang 2 panalo si Ben, 3 round pa.",
    "Ana is sure of 3rd place: Ben is 4 wins and 19 points of spread behind with 6 rounds left.":
        "Tiyak na kay Ana ang ika-3 na puwesto: huli nang 4 na panalo at 19 na puntos ng kalamangan si Ben, 6 na round pa.",
    "Ana is sure of 1st place: Ben is 2.5 wins behind with no round left.":
        "Tiyak na kay Ana ang ika-1 na puwesto: huli nang 2.5 panalo si Ben, wala nang round.",
    "2 byes where 1 bye would do: Ana, Ben.": "2 bye kung saan sapat ang 1 bye: Ana, Ben.",
    "4 byes so far": "4 na bye sa ngayon",
    "5 byes so far": "5 bye sa ngayon",
    "Ana and Ben have met 1 time before.": "1 beses nang nagtapat sina Ana at Ben.",
    "Ana and Ben have met 2 times before.": "2 beses nang nagtapat sina Ana at Ben.",
    "Ana and Ben have met 4 times before.": "4 na beses nang nagtapat sina Ana at Ben.",
    "Ana and Ben have met 2 times before; at most 1 is allowed.":
        "2 beses nang nagtapat sina Ana at Ben; hanggang 1 lang ang pinapayagan.",
    "Ana starts against Ben with 1 start to 2.": "Nauuna si Ana laban kay Ben na may 1 pag-una laban sa 2.",
    "Ana starts against Ben with 6 starts to 2.": "Nauuna si Ana laban kay Ben na may 6 na pag-una laban sa 2.",
    "Ana starts against Ben with 1 reply to 2 and as many starts.":
        "Nauuna si Ana laban kay Ben na may 1 pagsunod laban sa 2 at kasindami ang pag-una.",
    "Ana starts against Ben with 4 replies to 6 and as many starts.":
        "Nauuna si Ana laban kay Ben na may 4 na pagsunod laban sa 6 at kasindami ang pag-una.",
    "Ana starts with 4 starts to 6": "Nauuna si Ana: 4 na beses nauna laban sa 6",
    "starts with 4 starts to 5, 6 and 6": "nauuna dahil 4 na pag-una ang kaniya laban sa 5, 6 at 6",
    # A name begins the English, a verb the Filipino: it is capital only where the sentence begins.
    "Same score group, first meeting, Cruz, Ana starts with 4 starts to 5":
        "Parehong grupo ng puntos, unang pagtatapat, nauuna si Cruz, Ana: 4 na beses nauna laban sa 5",
    "3 to 1 wins": "3 hanggang 1 panalo",
    "9 to 6 wins": "9 hanggang 6 na panalo",
    "2 1/3 to 4 points": "2 1/3 hanggang 4 na puntos",
    "fourth meeting": "ikaapat na pagtatapat",
    "6th meeting": "ika-6 na pagtatapat",
    "Round 3 is not valid: 1 error, 4 warnings.": "May mali sa round 3: 1 mali, 4 na babala.",
    "1 pair meets more than 1 time again, which could be avoided: Ana and Ben.":
        "1 pares ang magtatapat muli nang higit sa 1 beses, na maiiwasan sana: Ana at Ben.",
    "4 pairs meet more than 2 times again, which could be avoided: Ana and Ben; Carlo and Dina.":
        "4 na pares ang magtatapat muli nang higit sa 2 beses, na maiiwasan sana: Ana at Ben; Carlo at Dina.",
    "2 pairs meet again, which could be avoided: Ana and Ben; Carlo and Dina.":
        "2 pares ang magtatapat muli, na maiiwasan sana: Ana at Ben; Carlo at Dina.",
    "Leg 1 of the round robin ends and 4 pairs have not met: Ana and Ben.":
        "Tapos na ang leg 1 ng round robin at 4 na pares ang hindi nagtapat: Ana at Ben.",
    "2 repeats where 0 would have been possible, by letting Ana and Ben change places.":
        "2 ulit kung saan 0 sana ang maaari, kung magpapalit ng lugar sina Ana at Ben.",
}  # fmt: skip
TOGETHER = {
    "Ana and Ben have met once": "Minsan nang nagtapat sina Ana at Ben",
    "Ana and Ben have met twice": "Dalawang beses nang nagtapat sina Ana at Ben",
    "Ana and Ben have met 6 times": "6 na beses nang nagtapat sina Ana at Ben",
    "Ana and Ben are both of Cebu Club": "Parehong taga-Cebu Club sina Ana at Ben",
    "Ana and Ben both play for Team Amihan": "Parehong naglalaro para sa Team Amihan sina Ana at Ben",
    "Ana, Ben and Carlo are all of Cebu Club": "Pawang taga-Cebu Club sina Ana, Ben at Carlo",
    "Ana, Ben and Carlo all play for Amihan": "Pawang naglalaro para sa Amihan sina Ana, Ben at Carlo",
    # Names that hold commas, between parts that commas hold together.
    "Ranks 1, 2 and 3, 2 to 1 wins, 2 of 3 pairs have met before, Cruz, Ana and Reyes, Bea are both of Cebu, a table "
    "of 3 because of the number of players; nearest alternative, Cruz, Ana for Luna, Dina, costs one club meeting.":
        "Ranggo 1, 2 at 3, 2 hanggang 1 panalo, 2 sa 3 pares ang nagtapat na, parehong taga-Cebu sina Cruz, Ana at Reyes, "
        "Bea, mesang 3 dahil sa bilang ng manlalaro; pinakamalapit na kapalit, Cruz, Ana para kay Luna, Dina, ang kapalit "
        "ay isang laban ng magkasamahan.",
    "2 wins against 1, ranks 4 and 9, first meeting; nearest alternative costs 4 points of wider score gaps.":
        "2 panalo laban sa 1, ranggo 4 at 9, unang pagtatapat; pinakamalapit na kapalit: ang kapalit ay 4 na puntos ng mas "
        "malaking agwat ng iskor.",
    "Optimal: proven over all pairs, in order of bye, back to back, starts.":
        "Pinakamahusay: napatunayan sa lahat ng pares, ayon sa ayos na bye, magkasunod na tapatan, pag-una.",
}  # fmt: skip
SAID |= COUNTED | TOGETHER
# Words that English needs and Filipino does not have ("at" and "may" are words of both).
ENGLISH = re.compile(
    r"\b(a|again|and|against|are|before|behind|both|by|cannot|costs|each|everybody|for|from|had|has|have|he|him|his|if|"
    r"is|it|left|meet|meets|met|nearest|nobody|none|not|nothing|of|once|other|others|points|rounds|so|somebody|starts|"
    r"than|that|the|their|them|they|times|twice|was|were|which|who|wins|with|would)\b",
    re.IGNORECASE,
)
# Terms of the game that are said in English.
TERMS = re.compile(r"(king|queen) of the hill")
BY_PLAN = sorted(set(SYSTEMS) - {"manual"})


@pytest.mark.parametrize("sentence", SAID)
def test_a_sentence_is_told_by_its_template(sentence: str) -> None:
    with translation.override("fil"):
        assert told(sentence) == SAID[sentence]


def test_an_english_page_gets_the_sentence_as_it_is() -> None:
    with translation.override("en"):
        assert all_told(SAID) == list(SAID)


@pytest.mark.parametrize("system", BY_PLAN)
def test_nothing_english_is_left_of_what_a_draft_says_of_itself(system: str) -> None:
    """Reasons, alternatives, byes, certificates, notes, the checker's findings, advice: of a whole event each."""
    said = sorted(set(of_an_event(system)))
    with translation.override("fil"):
        left = {one: told(one) for one in said if ENGLISH.search(TERMS.sub("", told(one)))}
    assert len(said) > 10
    assert left == {}


def of_an_event(system: str) -> Iterator[str]:
    """What the engine says while 9 players play 5 rounds, or as many as its bracket has."""
    rounds = {"elimination": 3}.get(system, 5)
    teams, plan = (2 if system in ("team_rr", "matches") else 3), f"{system} 1-{rounds}"
    keep = "ignore" if teams == 2 else "avoid"
    wishes = Constraints(clubs="avoid", teams=keep)  # type: ignore[arg-type]
    made = simulate(
        Setting(
            9,
            rounds,
            3,
            plan,
            late=1,
            withdrawn=1,
            ties=100,
            clubs=2,
            teams=teams,
            classes=2,
            constraints=wishes,
        )
    )
    assert isinstance(made, Simulated), made
    for result, verdict in zip(made.results, made.verdicts, strict=True):
        yield from of_a_round(result)
        yield from (verdict.sentence, *(finding.sentence for finding in verdict.findings))
    parsed = parse_plan(plan, rounds)
    assert isinstance(parsed, Plan)
    yield from (one.sentence for one in advice(parsed, 9))


def of_a_round(result: Result) -> Iterator[str]:
    yield from (result.certificate.sentence, *result.notes)
    for given in (*result.boards, *result.byes):
        yield from (given.why, *(reason.sentence for reason in given.reasons))
    yield from (board.alternative.sentence for board in result.boards if board.alternative)
