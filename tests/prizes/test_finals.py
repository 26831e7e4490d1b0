"""Calling a division final: what stands in the way, what is kept, what a later version says, who may make one."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from tdapp.desk.ledger import history as halls
from tdapp.desk.models import Finalisation, Prize
from tdapp.desk.prizes import ceremony, finals, finishing, ties
from tdapp.desk.prizes.commands import ceremony as shows
from tdapp.desk.prizes.commands import prizes as commands
from tdapp.desk.prizes.commands.freezing import unveil
from tdapp.desk.prizes.page import script
from tdapp.desk.prizes.rules import words
from tdapp.desk.prizes.rules.winners import table
from tdapp.desk.results.commands.questions import raise_question
from tdapp.judging.models import Call
from tdapp.kernel import clock
from tdapp.kernel.refusals import Conflict, NotAllowed, Refusal
from tests import factories as f
from tests.kept import first
from tests.prizes.hall import ROUNDS, SECRET, Hall, hall, played_out

pytestmark = pytest.mark.django_db
whole, ready = first(hall)


def codes(here: Hall) -> set[str]:
    return {point.code for point in finishing.blockers(here.fresh())}


def test_a_division_with_nothing_open_is_called_final_once() -> None:
    here = hall()
    row = here.final()
    assert (row.version, row.after, len(row.rows), row.changes) == (1, ROUNDS, 8, [])
    with pytest.raises(Refusal, match="Nothing has changed"):
        here.final()
    with pytest.raises(TypeError):
        row.save()


def test_a_correction_by_command_after_the_end_says_that_the_final_version_is_not_true_any_more(
    capsys: pytest.CaptureFixture[str],
) -> None:
    here = hall()
    here.final()
    line = [
        here.division.event.slug,
        str(here.division.table_first),
        "200",
        "500",
        "--sure",
        "--reason",
        "misread",
    ]
    call_command("correct_result", *line, "--round", str(ROUNDS))
    assert "The final standings, version 1, say otherwise now" in capsys.readouterr().out


def test_each_thing_that_is_open_stands_in_the_way_with_its_own_sentence() -> None:
    here = hall(played=3)
    assert codes(here) == {"rounds-missing"}
    row = f.published(here.division, f.turned(here.division, 4))
    assert codes(here) == {"rounds-open", "results-out"}
    here.division.confirm_policy = "two-people"
    here.division.save()
    first = f.table(here.division, here.division.table_first, 4)
    f.enter(first, 400, 390, by=f.acting(f.member(here.event, "clerk"), here.event), confirm=False)
    raise_question(here.ctx, first, text="is it 390?")
    Call.objects.create(table=f.table(here.division, here.division.table_first + 1, 4), called_name="x")
    assert codes(here) == {"rounds-open", "results-out", "unconfirmed", "questions", "calls-open"}
    with pytest.raises(Refusal) as refusal:
        here.final()
    assert len(refusal.value.sentences) == 5
    assert "round 4 table 1" in " ".join(refusal.value.sentences)
    assert row.number == 4


def test_ties_are_named_with_what_separates_them_and_stop_nothing(django_assert_max_num_queries: Any) -> None:
    here = hall()
    told = [point.sentence for point in finishing.checklist(here.fresh()) if point.code == "tie"]
    read = halls.Read(here.fresh(), ROUNDS)
    assert read.history
    # What was read for the places is not read again.
    with django_assert_max_num_queries(3):
        assert list(ties.sentences(read.division, read)) == told
    assert told
    assert all("stands above" in text or "tied for place" in text for text in told)


def test_a_correction_makes_version_two_that_says_in_sentences_what_changed_at_the_desk_and_in_public() -> (
    None
):
    here = hall()
    here.prizes("rank 1-2: 5000, 3000\nhigh game: 500")
    here.release(ROUNDS)
    here.final()
    here.correct(4, here.division.table_first, 300, 372)
    here.release(ROUNDS)
    row = here.final()
    names = words.names_of(here.event, words.public)
    told = finals.sentences(row.changes, here.division.slug, names)
    assert row.version == 2
    assert any(text.startswith("High game:") for text in told)
    page = (
        Client()
        .get(reverse("publishing:standings", args=(here.event.slug, here.division.slug)))
        .content.decode()
    )
    assert "Final standings, version 2" in page
    assert all(text in page for text in told)


def test_a_final_version_that_waits_for_its_release_is_not_told_in_public() -> None:
    here = hall()
    here.release(ROUNDS)
    here.correct(4, here.division.table_first, 300, 372)
    here.final()
    page = (
        Client()
        .get(reverse("publishing:standings", args=(here.event.slug, here.division.slug)))
        .content.decode()
    )
    assert "Final standings" not in page
    assert "These standings are being corrected" in page


def test_nothing_says_final_before_it_was_called_final() -> None:
    """The last round released is not the end: a protest may still change it."""
    here = hall()
    here.release(ROUNDS)
    text = reverse("publishing:standings_text", args=(here.event.slug, here.division.slug))
    player = reverse("publishing:player", args=(here.event.slug, here.division.slug, 1))

    home = reverse("publishing:home", args=(here.event.slug,))

    def first() -> str:
        """What the event page offers first."""
        shown = Client().get(home).content.decode()
        return shown.split('btn-go"')[1].split("</a>")[0].split(">")[1].strip()

    assert first() == f"Standings after round {ROUNDS}"

    def said() -> tuple[str, bool]:
        told = Client().get(text).content.decode().splitlines()[1]
        return told, "standings below are final" in Client().get(player).content.decode()

    assert said() == (f"Standings after round {ROUNDS}", False)
    here.final()
    assert said() == ("Final standings", True)
    assert first() == "Final standings"


def test_after_the_time_for_protests_a_new_version_takes_the_director_and_a_reason() -> None:
    here = hall()
    deputy, director = (f.acting(f.member(here.event, role), here.event) for role in ("deputy", "director"))
    first = here.final()
    here.correct(4, here.division.table_first, 300, 372)
    with clock.at(first.protest_until + timedelta(seconds=1)):
        with pytest.raises(NotAllowed, match="only the director"):
            here.final(deputy, "protest upheld")
        with pytest.raises(Refusal, match="say why"):
            here.final(director)
        assert here.final(director, "protest upheld").reason == "protest upheld"


def test_within_the_time_for_protests_a_deputy_makes_the_next_version() -> None:
    here = hall()
    deputy = f.acting(f.member(here.event, "deputy"), here.event)
    here.final()
    here.correct(4, here.division.table_first, 300, 372)
    assert here.final(deputy).version == 2


KINDS: dict[str, tuple[str, tuple[str, int, Any, int]]] = {
    "high game": ("high game: 5", ("high-game", 1, 5, 500)),
    "high win": ("high win: 5", ("high-win", 1, 5, 500)),
    "high loss": ("high loss: 5", ("high-loss", 1, 4, 500)),
    "best spread": ("spread: 5", ("spread", 1, 5, 500)),
}


@pytest.mark.parametrize("name", KINDS)
def test_a_single_game_wins_its_prize(name: str) -> None:
    here = hall()
    text, (kind, place, _number, cents) = KINDS[name]
    here.prizes(text)
    found = here.won()
    assert [(one[0], one[1], one[3]) for one in found] == [(kind, place, cents)]
    told = table(here.event).won[0]
    sentence = words.why(told, words.names_of(here.event, words.spoken))
    assert str(SECRET) in sentence or name in ("best spread", "high loss")


def test_who_holds_as_many_prizes_as_anybody_may_is_passed_over_and_the_sentence_says_so() -> None:
    here = hall()
    here.prizes("high game: 500\nhigh win: 300")
    commands.set_giving(
        here.ctx, here.event, protest_minutes=15, most_each=1, withdrawn_win=False, currency="₱"
    )
    first, second = table(here.event).won
    names = words.names_of(here.event, words.spoken)
    assert first.who != second.who
    assert f"{names.winner(first)} stood before and holds a prize already (High game)" in words.why(
        second, names
    )


def test_house_players_win_nothing_and_whoever_withdrew_wins_games_only_where_that_is_allowed() -> None:
    here = hall()
    winner = next(
        one for one in here.division.entrants.all() if one.slots.filter(lines__score=SECRET).exists()
    )
    here.prizes("high game: 500")
    assert here.won()[0][2] == winner.number
    winner.absences.create(first=ROUNDS, kind="withdrawn", intent="unscored")
    here.division.entrants.filter(pk=winner.pk).update(version=2)
    type(here.division).objects.filter(pk=here.division.pk).update(version=99)
    assert here.won()[0][2] != winner.number
    allowed = {"protest_minutes": 15, "most_each": 0, "withdrawn_win": True, "currency": "₱"}
    commands.set_giving(here.ctx, here.event, **allowed)  # type: ignore[arg-type]
    assert here.won()[0][2] == winner.number
    here.division.entrants.filter(pk=winner.pk).update(house=True)
    assert here.won()[0][2] != winner.number


def test_schools_are_ranked_by_the_sum_of_their_best() -> None:
    here = hall()
    here.prizes("school 1-2 best 1: trophy, medal")
    schools = [one[2] for one in here.won()]
    assert len(schools) == 2
    assert set(schools) <= {
        entrant.club.name for entrant in here.division.entrants.select_related("club") if entrant.club
    }


def test_a_place_is_not_given_twice_and_stale_changes_are_refused() -> None:
    here = hall(0)
    here.prizes("rank 1-3: 5, 3, 2")
    with pytest.raises(Refusal, match="Places 1 to 3 of this have a prize already"):
        here.prizes("rank 3: 1")
    row = Prize.objects.select_related("event").get()
    wanted = commands.Wanted("rank", ((700, ""),), here.division.pk)
    commands.edit_prize(here.ctx, row, wanted=wanted, seen=1)
    with pytest.raises(Conflict):
        commands.edit_prize(here.ctx, row, wanted=wanted, seen=1)
    with pytest.raises(Conflict):
        commands.order_prizes(here.ctx, here.event, order=[])


def test_the_ceremony_goes_from_the_last_place_to_the_first_and_shows_children_by_their_public_names() -> (
    None
):
    here = hall(precedence=["wins", "spread", "rating"])
    here.division.entrants.update(age="minor")
    here.prizes("rank 1-2: 5000, 3000")
    with pytest.raises(Refusal, match="Call these divisions final first"):
        shows.start_ceremony(here.ctx, here.event)
    here.final()
    shows.start_ceremony(here.ctx, here.event)
    giving = ceremony.current(here.event.pk)
    assert giving is not None
    cards = ceremony.cards(giving)
    assert [card.title for card in cards[1:4]] == ["Final standings", "2nd place", "Champion"]
    for seen in (0, 1):
        shows.step_ceremony(here.ctx, here.event, to="next", seen=seen)
    with pytest.raises(Conflict):
        shows.step_ceremony(here.ctx, here.event, to="next", seen=1)
    page = Client().get(reverse("publishing:screen", args=(here.event.slug,))).content.decode()
    second = cards[2].winners[0].name
    child = here.division.entrants.get(number=_number_of(here, 2))
    assert second in page
    assert child.surname not in page
    assert [level[0].place for level in script(here.event).scenes[0].winners] == [2, 1]


def test_nothing_given_before_the_places_tells_one_and_the_champion_is_last_in_whatever_order_lines_were_made() -> (
    None
):
    here = hall()
    here.division.entrants.update(klass="A")
    here.prizes("class A 1: book\nrank 1: cup\ncomeback: pen\nrank 2-3: medal, medal\nhigh game: medal")
    here.final()
    shows.start_ceremony(here.ctx, here.event)
    giving = ceremony.current(here.event.pk)
    assert giving is not None
    cards = [card for card in ceremony.cards(giving) if card.winners]
    assert [card.title for card in cards] == [
        "High game", "Class A", "Best comeback", "3rd place", "2nd place", "Champion"
    ]  # fmt: skip
    scenes = [level[0] for scene in script(here.event).scenes for level in scene.winners]
    assert [one.title for one in scenes] == [card.title for card in cards]
    for card, read_out in zip(cards, scenes, strict=True):
        one, before = card.winners[0], card.title in ("High game", "Class A", "Best comeback")
        assert [bool(said) for said in (one.record, one.told, read_out.told)] == [not before] * 3
        assert one.why == read_out.why
        assert ("1st" in one.why) == (card.title == "Champion")
    assert "round 4" in cards[0].winners[0].why


def test_a_prize_of_the_whole_event_is_kept_by_one_final_and_given_once() -> None:
    here = hall()
    other = played_out(here.event, name="Second")
    here.prizes("high game: 500")
    here.final()
    other.final()
    assert not finals.changed(here.fresh(), Finalisation.objects.get(division=here.division))
    here.correct(ROUNDS, 2, 700, 300)
    here.final()
    # Both divisions have the same high game.
    assert [one.who for one in ceremony.awards_of(here.event)] == [one.who for one in table(here.event).won]
    here.correct(ROUNDS, 2, 1999, 300)
    assert not finals.changed(here.fresh(), here.final())
    told = finals.changed(other.fresh(), Finalisation.objects.get(division=other.division))
    assert [one["code"] for one in told] == ["award"]
    other.final()
    assert [one.who for one in ceremony.awards_of(here.event)] == [
        (here.division.slug, _winner(here)),
    ]


def _winner(here: Hall) -> int:
    """Who sits first at the second table of the last round."""
    seat = here.round(ROUNDS).tables.get(number=2).seats.order_by("seat").first()
    assert seat is not None
    return seat.entrant.number


def _number_of(here: Hall, rank: int) -> int:
    rows = Finalisation.objects.get(division=here.division).rows
    return int(next(row["number"] for row in rows if row["rank"] == rank))


def test_unveiling_is_one_action_and_the_final_standings_are_public_at_once() -> None:
    here = hall()
    here.release(2)
    here.freeze(2)
    here.final()
    unveil(here.ctx, here.event)
    page = (
        Client()
        .get(reverse("publishing:standings", args=(here.event.slug, here.division.slug)))
        .content.decode()
    )
    assert f"After round {ROUNDS}" in page
    assert "Final since " in page
