"""Questions on tables: raised, seen, answered; and what differing slips leave behind."""

from __future__ import annotations

import pytest

from tdapp.desk.day.division_states import states
from tdapp.desk.ledger.result_entry import Entry
from tdapp.desk.ledger.tables import to_confirm
from tdapp.desk.models import TableQuestion
from tdapp.desk.overview import steps
from tdapp.desk.results import intake
from tdapp.desk.results.commands.questions import answer_question, raise_question
from tdapp.desk.results.commands.results import confirm_result, enter_result
from tdapp.events.models import Division
from tdapp.kernel.models import AuditEntry
from tdapp.kernel.refusals import Conflict, Missing, NotAllowed, Refusal
from tests import factories as f
from tests.kept import first

pytestmark = pytest.mark.django_db
whole, ready = first(f.hall, 4)


def the_question() -> TableQuestion:
    """The only question there is, as a command wants it."""
    return TableQuestion.objects.select_related("table__round__division__event").get()


def test_a_question_stands_until_it_is_answered_and_is_in_the_log() -> None:
    hall = f.hall(8)
    raise_question(hall.as_(hall.clerk), hall.table(2), text="  the slip   is torn ")
    assert [(row.number, row.word) for row in to_confirm(hall.event)] == [(2, "question")]
    answer_question(hall.as_(hall.checker), the_question(), answer="read out by both")
    row = the_question()
    assert (row.text, row.by_name, row.resolved_name, row.answer) == (
        "the slip is torn", "Clerk", "Checker", "read out by both",
    )  # fmt: skip
    assert to_confirm(hall.event) == []
    log = [(entry.intent, entry.target) for entry in AuditEntry.objects.order_by("number")]
    assert log == [("result.question", "open round 1 table 2"), ("result.answer", "open round 1 table 2")]


@pytest.mark.parametrize(("text", "code"), [("  ", "no-text"), ("x" * 301, "too-long")])
def test_a_question_needs_a_few_words(text: str, code: str) -> None:
    hall = f.hall(4)
    with pytest.raises(Refusal) as caught:
        raise_question(hall.as_(hall.clerk), hall.table(1), text=text)
    assert caught.value.code == code


def test_a_viewer_raises_none_a_clerk_answers_none_and_a_foreign_one_does_not_exist() -> None:
    hall, foreign = f.hall(4), f.hall(4)
    with pytest.raises(NotAllowed):
        raise_question(hall.as_(hall.viewer), hall.table(1), text="hm")
    raise_question(hall.as_(hall.clerk), hall.table(1), text="hm")
    with pytest.raises(NotAllowed):
        answer_question(hall.as_(hall.clerk), the_question())
    with pytest.raises(Missing):
        answer_question(foreign.as_(foreign.director), the_question())


def test_a_question_is_answered_once_and_not_by_a_player_of_the_table() -> None:
    hall = f.hall(4)
    playing = f.member(hall.event, "checker", "playing", player=hall.seats(1)[0].entrant.player)
    raise_question(hall.as_(hall.clerk), hall.table(1), text="hm")
    with pytest.raises(NotAllowed) as own:
        answer_question(hall.as_(playing), the_question())
    assert own.value.code == "own-game"
    answer_question(hall.as_(hall.checker), the_question())
    with pytest.raises(Refusal) as again:
        answer_question(hall.as_(hall.director), the_question())
    assert again.value.code == "answered"


def test_a_question_waits_on_the_overview_until_it_is_settled() -> None:
    hall = f.hall(4)
    raise_question(hall.as_(hall.clerk), hall.table(1), text="slip says 354")
    [step] = steps.waiting(hall.event, states(hall.event))
    assert step.sentence == "Table 1. Clerk asks: slip says 354"
    assert step.url.endswith("/open/round/1/table/1/#questions")
    answer_question(hall.as_(hall.director), the_question())
    assert steps.waiting(hall.event, states(hall.event)) == []


def test_a_question_tells_the_open_pages() -> None:
    hall = f.hall(4)
    before = Division.objects.get().entries
    raise_question(hall.as_(hall.clerk), hall.table(1), text="hm")
    assert Division.objects.get().entries == before + 1


def test_differing_slips_leave_a_question_that_a_counting_result_settles() -> None:
    hall = f.hall(8, confirm_policy="two-slips")
    intake.enter(hall.as_(hall.clerk), hall.event, "1 412 388")
    for typed in ("1 401 388", "1 402 388"):
        with pytest.raises(Conflict):
            intake.enter(hall.as_(hall.checker), hall.event, typed)
    row = the_question()
    assert (row.kind, row.text, row.resolved_at) == ("slips", "The second slip says 402–388.", None)
    confirm_result(hall.as_(hall.director), hall.table(1), seen=1)
    assert the_question().resolved_name == "Director"


def test_a_counting_result_leaves_what_a_person_asked_open() -> None:
    hall = f.hall(8, confirm_policy="two-people")
    enter_result(hall.as_(hall.clerk), hall.table(1), entry=Entry(scores=(412, 388)))
    raise_question(hall.as_(hall.clerk), hall.table(1), text="which of the two Cruz?")
    confirm_result(hall.as_(hall.checker), hall.table(1), seen=1)
    assert the_question().resolved_at is None
