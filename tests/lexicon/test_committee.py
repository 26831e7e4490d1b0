"""Proposals, votes, decisions, and the editions they become."""

from __future__ import annotations

import pytest

from lexicon_admin.commands import lexicons, proposals
from lexicon_admin.models import Decision, Lexicon, Proposal, Remark, Seat, Vote
from tdapp.kernel import context
from tdapp.kernel.commands import Installation
from tdapp.kernel.models import AuditEntry
from tdapp.kernel.refusals import Conflict, Missing, NotAllowed, Refusal
from tests import factories as f
from tests.lexicon import making as m

pytestmark = pytest.mark.django_db


@pytest.fixture
def here() -> Lexicon:
    row = m.lexicon()
    m.edition(row, "salita,kahulugan\nbahay,house\nnga,\nwala,\n")
    return row


def test_a_proposal_has_its_word_and_its_sources(here: Lexicon) -> None:
    row = m.proposal(here, word="piña", definition="pineapple")
    assert (row.key, row.printed, row.status, row.number) == ("PIÑA", "piña", "open", 1)
    assert AuditEntry.objects.get(intent="proposal.make").scope == here.scope_key


@pytest.mark.parametrize(
    ("action", "word", "more", "code"),
    [
        ("add", "bahay", {}, "senseless"), ("remove", "pusa", {}, "senseless"),
        ("define", "pusa", {"definition": "x"}, "senseless"),
        ("define", "bahay", {}, "no-definition"), ("burn", "bahay", {}, "bad-action"), ("add", "b4", {}, "no-word"),
        ("add", "", {}, "no-word"), ("add", "pusa", {"citations": " "}, "no-citation"),
        ("add", "pusa", {"definition": "x" * 1001}, "too-long"),
    ],
)  # fmt: skip
def test_senseless_proposals_are_refused(
    here: Lexicon, action: str, word: str, more: dict[str, str], code: str
) -> None:
    with pytest.raises(Refusal) as refused:
        m.proposal(here, action, word, **more)
    assert refused.value.code == code
    assert not Proposal.objects.exists()


def test_a_word_is_proposed_once_until_it_is_decided_and_printed(here: Lexicon) -> None:
    first = m.accepted(here, "add", "pusa")
    assert first.status == "accepted"
    with pytest.raises(Conflict) as refused:
        m.proposal(here, "add", "PUSA")
    assert refused.value.code == "proposed-already"


def test_a_ruling_comes_as_a_draft_and_is_opened_with_citations(here: Lexicon) -> None:
    row = m.proposal(
        here,
        word="pusa",
        citations="",
        draft=True,
        precedent="Open 2026, round 3, table 7",
        origin="ruling:1",
    )
    assert row.status == "draft"
    with pytest.raises(Refusal):
        proposals.open_proposal(m.program(here), row, citations="")
    proposals.open_proposal(m.program(here), row, citations="KWF, 5", definition="cat")
    row.refresh_from_db()
    assert (row.status, row.definition, row.precedent) == ("open", "cat", "Open 2026, round 3, table 7")
    with pytest.raises(Refusal) as refused:
        proposals.open_proposal(m.program(here), row, citations="again")
    assert refused.value.code == "wrong-status"


def test_members_vote_and_may_think_again(here: Lexicon) -> None:
    row, voter = m.proposal(here, word="pusa"), m.member(here)
    proposals.vote(m.acting(voter, here), row, choice="no")
    proposals.vote(m.acting(voter, here), row, choice="yes")
    assert list(Vote.objects.values_list("choice", flat=True)) == ["yes"]
    assert AuditEntry.objects.filter(intent="proposal.vote").count() == 2
    with pytest.raises(Refusal) as refused:
        proposals.vote(m.acting(voter, here), row, choice="maybe")
    assert refused.value.code == "bad-vote"


def test_only_members_of_this_committee_vote(here: Lexicon) -> None:
    row, other = m.proposal(here, word="pusa"), m.lexicon("other")
    foreign, operator = m.member(other), f.user(operator=True)
    for ctx, wrong in (
        (m.acting(foreign, here), NotAllowed), (m.acting(operator, here), NotAllowed), (m.acting(foreign, other), Missing),
    ):  # fmt: skip
        with pytest.raises(wrong):
            proposals.vote(ctx, row, choice="yes")


@pytest.mark.parametrize(
    ("votes", "outcome"),
    [
        ("yyy", "accepted"), ("yyn", "accepted"), ("yn-", "rejected"), ("nnn", "rejected"), ("---", "rejected"),
        ("yy", "no-quorum"),
        ("yyc", "no-quorum"), ("yyync", "accepted"), ("yyynn", "accepted"), ("yynn", "rejected"),
    ],
)  # fmt: skip
def test_quorum_and_threshold_decide(here: Lexicon, votes: str, outcome: str) -> None:
    """Quorum 3, threshold 60 %: c is a vote in conflict, it counts for nothing."""
    row = m.proposal(here, word="pusa")
    for sign in votes:
        choice = {"n": "no", "-": "abstain"}.get(sign, "yes")
        proposals.vote(
            m.acting(m.member(here), here), row, choice=choice, conflict="my own word" if sign == "c" else ""
        )
    if outcome == "no-quorum":
        with pytest.raises(Refusal) as refused:
            proposals.decide(m.program(here), row)
        assert refused.value.code == outcome
        return
    assert proposals.decide(m.program(here), row, reason="as counted")["status"] == outcome
    decision = Decision.objects.get()
    assert (decision.accepted, decision.quorum, decision.threshold) == (outcome == "accepted", 3, 60)
    assert decision.in_conflict == votes.count("c")
    with pytest.raises(Refusal):
        proposals.vote(m.acting(m.member(here), here), row, choice="no")


def test_the_vote_of_somebody_who_left_does_not_count(here: Lexicon) -> None:
    row, voters = m.proposal(here, word="pusa"), [m.member(here) for _ in range(3)]
    for voter in voters:
        proposals.vote(m.acting(voter, here), row, choice="yes")
    lexicons.take_seat(m.program(here), Seat.objects.select_related("lexicon", "user").get(user=voters[0]))
    with pytest.raises(Refusal) as refused:
        proposals.decide(m.program(here), row)
    assert refused.value.facts == {"counted": 2, "quorum": 3}


def test_the_rule_in_force_at_the_decision_is_kept_with_it(here: Lexicon) -> None:
    row = m.accepted(here, "add", "pusa")
    lexicons.change_lexicon(m.program(here), here, threshold=100)
    assert Decision.objects.get(proposal=row).threshold == 60


def test_remarks_are_kept_and_proposals_taken_back_by_who_made_them(here: Lexicon) -> None:
    one, other = m.member(here), m.member(here)
    told = proposals.propose(m.acting(one, here), here, action="add", word="pusa", citations="x")
    row = Proposal.objects.select_related("lexicon").get(pk=told["id"])
    proposals.remark(m.acting(other, here), row, text="found in three dictionaries")
    assert Remark.objects.get().made_name == other.shown_as
    for wrong in ("", "x" * 4001):
        with pytest.raises(Refusal):
            proposals.remark(m.acting(other, here), row, text=wrong)
    with pytest.raises(NotAllowed):
        proposals.withdraw(m.acting(other, here), row)
    proposals.withdraw(m.acting(one, here), row, reason="a typo")
    with pytest.raises(Refusal) as refused:
        proposals.withdraw(m.acting(one, here), row)
    assert refused.value.code == "decided"
    m.proposal(here, word="pusa")


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"slug": "salita"}, "name-taken"), ({"slug": "Two words"}, "bad-lexicon"), ({"slug": "new"}, "bad-lexicon"),
        ({"name": " "}, "bad-lexicon"),
        ({"kind": "block"}, "bad-lexicon"), ({"blocks": "affixes"}, "bad-lexicon"), ({"quorum": 0}, "bad-lexicon"),
        ({"threshold": 101}, "bad-lexicon"), ({"kind": "poem"}, "bad-lexicon"), ({"ruleset": "chess"}, "unknown-ruleset"),
    ],
)  # fmt: skip
def test_an_unsound_lexicon_is_refused(here: Lexicon, facts: dict[str, object], code: str) -> None:
    with pytest.raises(Refusal) as refused:
        lexicons.create_lexicon(context.system(), Installation(), **{"slug": "fresh", "name": "New", **facts})
    assert refused.value.code == code
    assert Lexicon.objects.count() == 1


def test_what_kind_of_list_it_is_is_fixed(here: Lexicon) -> None:
    with pytest.raises(Refusal) as refused:
        lexicons.change_lexicon(m.program(here), here, kind="theme")
    assert refused.value.code == "fixed"


def test_a_seat_is_for_somebody_there_is(here: Lexicon) -> None:
    for username, role in (("nobody", "committee"), (f.user().username, "emperor")):
        with pytest.raises(Refusal) as refused:
            lexicons.give_seat(m.program(here), here, username=username, role=role)
        assert refused.value.code == "no-such-person"
