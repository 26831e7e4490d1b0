"""Sentences of the pure rooms in Filipino: the template translated, facts filled in, names left alone."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from django.utils import translation

from core.messages import counted, kept, listed, read, say
from pairings.checks.shape import RoundVerdict
from pairings.cli.simulate import Setting, Simulated, simulate
from pairings.event.nouns import ERRORS, REPEATS, TIMES, WINS
from pairings.event.ordinals import ordinal
from pairings.plan.advice import advice
from pairings.plan.plan import Plan
from pairings.plan.read_plan import parse_plan
from pairings.rounds.explain import costs, ended, priced_by, sentence
from pairings.rounds.parameters import SYSTEMS
from pairings.rounds.request import Constraints
from pairings.rounds.result import Result
from pairings.systems.pods.reasons import bond
from pairings.what_if.handmade import against_the_best, as_found
from tdapp.kernel.messages.sentences import all_translated, translated

TWO = listed(["Ana", "Ben"])
MET = "%(names)s have met %(before)s before."
LEFT = "%(left)s left"
# How it is said in English and in Filipino. A number takes "na" before what it counts where it ends in 4, 6 or 9; an
# ordinal number always does.
SAID: list[tuple[str, str, str]] = [
    (counted(3, REPEATS), "3 rematches", "3 ulit"),
    (counted(4, REPEATS), "4 rematches", "4 na ulit"),
    (counted("2.5", WINS), "2.5 wins", "2.5 panalo"),
    (counted("1 1/3", WINS), "1 1/3 wins", "1 1/3 panalo"),
    (counted(0, ERRORS, none="no"), "no errors", "0 mali"),
    (say("%(times)s meeting", times=ordinal(4)), "fourth meeting", "ikaapat na pagtatapat"),
    (say("%(times)s meeting", times=ordinal(6)), "6th meeting", "ika-6 na pagtatapat"),
    (say("%(count)s byes so far", count=4), "4 byes so far", "4 na bye sa ngayon"),
    (say("%(count)s byes so far", count=5), "5 byes so far", "5 bye sa ngayon"),
    (say(MET, names=TWO, before=counted(1, TIMES)), "Ana and Ben have met 1 time before.",
     "1 beses nang nagtapat sina Ana at Ben."),
    (say(MET, names=TWO, before=counted(4, TIMES)), "Ana and Ben have met 4 times before.",
     "4 na beses nang nagtapat sina Ana at Ben."),
    (bond(listed(["Cruz, Ana", "Reyes, Bea"]), 2, "club", "Cebu"), "Cruz, Ana and Reyes, Bea are both of Cebu",
     "Parehong taga-Cebu sina Cruz, Ana at Reyes, Bea"),
    (bond(listed(["Ana", "Ben", "Carlo"]), 3, "team", "Amihan"), "Ana, Ben and Carlo all play for Amihan",
     "Pawang naglalaro para sa Amihan sina Ana, Ben at Carlo"),
    # A name begins the English, a verb the Filipino: it is capital only where the sentence begins.
    (say("%(first)s goes first (%(first_)s firsts against %(second)s)", first="Cruz, Ana", first_=4, second=5),
     "Cruz, Ana goes first (4 firsts against 5)", "Mauuna si Cruz, Ana (4 na beses nauna laban sa 5)"),
    (ended(sentence([say("same score group"), say("%(first)s goes first (%(first_)s firsts against %(second)s)",
     first="Cruz, Ana", first_=4, second=5)])), "Same score group, Cruz, Ana goes first (4 firsts against 5).",
     "Parehong grupo ng puntos, mauuna si Cruz, Ana (4 na beses nauna laban sa 5)."),
    (ended(sentence([say("%(times)s meeting", times=ordinal(1))]),
           say("nearest alternative %(extra)s", extra=costs((("repeats", 1),)))),
     "First meeting; nearest alternative costs one rematch.",
     "Unang pagtatapat; pinakamalapit na kapalit: ang kapalit ay isang ulit."),
    (against_the_best((("club", -1),)), "Against the best round this would save one club meeting.",
     "Kung ihahambing sa pinakamahusay na round: makakatipid ng isang laban ng magkasamahan."),
    (as_found((("club", -1),)), "Against the best round this would save one club meeting (the best that was found).",
     "Kung ihahambing sa pinakamahusay na round: makakatipid ng isang laban ng magkasamahan (ang pinakamahusay na nakita)."),
    (costs((("score_gap", 4),)), "costs 4 points of wider score gaps",
     "ang kapalit ay 4 na puntos ng mas malaking agwat ng iskor"),
    (priced_by(["bye", "back_to_back", "starts"]), "bye, back to back, firsts and seconds",
     "bye, magkasunod na tapatan, pag-una at pagsunod"),
    (RoundVerdict(3, ()).sentence, "Round 3 is valid; nothing could have been avoided.",
     "Tama ang round 3; wala ang naiwasan sana."),
    (say("%(name)s wins", name="Cruz, Ana"), "Cruz, Ana wins", "Cruz, Ana wins"),
    ("Cruz, Ana", "Cruz, Ana", "Cruz, Ana"),
    ("", "", ""),
]  # fmt: skip
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


@pytest.mark.parametrize(("message", "english", "filipino"), SAID, ids=[one[1] for one in SAID])
def test_a_message_is_its_english_and_is_said_in_filipino(message: str, english: str, filipino: str) -> None:
    assert message == english
    with translation.override("fil"):
        assert translated(message) == filipino
    with translation.override("en"):
        assert translated(message) == english


def test_a_message_comes_back_from_where_it_was_stored() -> None:
    messages = [one for one, _english, _filipino in SAID]
    read_back = read(json.loads(json.dumps(kept({"said": messages}))))["said"]
    assert read_back == messages
    with translation.override("fil"):
        assert all_translated(read_back) == all_translated(messages)


def test_what_was_stored_as_english_stays_english() -> None:
    with translation.override("fil"):
        assert translated(read(["first meeting"])[0]) == "first meeting"


@pytest.mark.parametrize("system", BY_PLAN)
def test_nothing_english_is_left_of_what_a_draft_says_of_itself(system: str) -> None:
    """Reasons, alternatives, byes, certificates, notes, the checker's findings, advice: of a whole event each."""
    said = sorted(set(of_an_event(system)))
    with translation.override("fil"):
        left = {one: translated(one) for one in said if ENGLISH.search(TERMS.sub("", translated(one)))}
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


def test_a_number_of_thousands_of_digits_is_a_fact_like_any_other() -> None:
    endless = "9" * 5000
    with translation.override("fil"):
        assert endless in translated(say("%(count)s byes so far", count=endless))
