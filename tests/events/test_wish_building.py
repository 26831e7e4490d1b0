"""Constraints found by the words people use and built by pressing; tie-breaks chosen in order."""

from __future__ import annotations

import pytest
from django.http import QueryDict
from django.test import Client
from django.utils import translation

from tdapp.events.entries import wish_building
from tdapp.events.entries.wish_kinds import KINDS
from tdapp.events.models import Division
from tdapp.events.rules.divisions import problems
from tdapp.events.setup.forms import DivisionForm
from tdapp.events.setup.ranking_field import RankingInput
from tests import factories as f

SOUGHT = {
    "siblings": "apart", "apart": "apart", "Magkapatid": "apart", "kambal": "apart", "car pool": "", "never": "forbidden no_bye",
    "bawal": "forbidden", "wheelchair": "access", "PWD": "access", "hagdan": "access", "tahimik": "access", "bye": "byes no_bye",
    "pahinga": "byes no_bye", "sib twin": "apart", "spaceship": "", "": "apart forbidden access byes no_bye",
}  # fmt: skip


def test_a_kind_is_found_by_the_words_people_use_in_either_language() -> None:
    for language in ("en", "fil"):
        with translation.override(language):
            found = {word: " ".join(kind.field for kind in KINDS if kind.fits(word)) for word in SOUGHT}
        assert found == SOUGHT, language


@pytest.fixture
def hall() -> f.Hall:
    return f.hall(players=6)


def press(hall: f.Hall, what: str, **typed: str) -> tuple[dict[str, str], wish_building.WishPickForm]:
    people = list(hall.division.entrants.order_by("number"))
    data = {
        "pick-need": "step-free",
        "pick-tables": "1",
        **{name.replace("pick_", "pick-"): text for name, text in typed.items()},
    }
    return wish_building.pressed(hall.division, people, what, data)


@pytest.mark.django_db
def test_a_press_makes_the_line_that_would_be_typed(hall: f.Hall) -> None:
    made = {
        "apart": press(hall, "add", pick_kind="apart", pick_one="1", pick_two="4", apart="2 3")[0],
        "forbidden": press(hall, "add", pick_kind="forbidden", pick_one="1", pick_two="4", pick_three="5")[0],
        "access": press(
            hall, "add", pick_kind="access", pick_one="6", pick_need="near the door", pick_tables="1-4"
        )[0],
        "byes": press(hall, "add", pick_kind="byes", pick_one="6", pick_round="1")[0],
        "no_bye": press(hall, "add", pick_kind="no_bye", pick_one="6")[0],
    }
    assert made == {
        "apart": {"apart": "2 3\n1 4"}, "forbidden": {"forbidden": "1 4"}, "access": {"access": "near-the-door 1-4: 6"},
        "byes": {"byes": "1: 6"}, "no_bye": {"no_bye": "6"},
    }  # fmt: skip
    assert press(hall, "remove:apart:0", apart="2 3\n1 4")[0] == {"apart": "1 4"}


WRONG = (
    ({"pick_kind": "apart", "pick_one": "1", "pick_two": "1"}, "one and the same player"),
    ({"pick_kind": "forbidden", "pick_one": "1"}, "Choose two players"),
    ({"pick_kind": "no_bye"}, "Choose who"),
    ({"pick_kind": "byes", "pick_one": "1"}, "Say in which round"),
    ({"pick_kind": "byes", "pick_one": "1", "pick_round": "99"}, "no number from 1 to 7"),
    ({"pick_kind": "access", "pick_one": "1", "pick_tables": "9-2"}, "is no range"),
    ({"pick_kind": "access", "pick_one": "1", "pick_tables": " ", "pick_need": ""}, "Say which tables"),
    ({"pick_kind": "", "pick_one": "1"}, "required"),
    ({"pick_kind": "apart", "pick_one": "77", "pick_two": "1"}, "valid choice"),
)


@pytest.mark.django_db
def test_what_cannot_be_is_told_beside_the_controls_and_changes_nothing(hall: f.Hall) -> None:
    Division.objects.filter(pk=hall.division.pk).update(rounds_planned=7)
    hall.division.refresh_from_db()
    for typed, said in WRONG:
        lines, form = press(hall, "add", **typed)
        assert lines == {}
        assert said in str(form.errors), typed


@pytest.mark.django_db
def test_the_page_shows_what_the_lines_say_with_names_and_stores_it_when_it_is_saved(hall: f.Hall) -> None:
    client, page = Client(), f"/e/{hall.event.slug}/{hall.division.slug}/wishes/"
    client.force_login(hall.director)
    name = hall.division.entrants.get(number=1).listed
    typed = {"apart": "1 2", "access": "quiet 2: 3", "no_bye": "x"}
    part = client.post(page, {**typed, "press": "read"}, headers={"X-Pressed": "1"}).content.decode()
    assert f"{name} (1)" in part
    assert "quiet, tables 2" in part
    assert "no player has number x" in part
    assert "<html" not in part
    assert client.get(f"{page}?q=kambal").content.decode().count("data-words") == 1
    assert client.post(page, {"apart": "1 2"}).status_code == 303
    assert len(Division.objects.get(pk=hall.division.pk).wishes["apart"][0]) == 2


def told(**typed: str) -> str:
    data = QueryDict(mutable=True)
    data.update({name.replace("_at_", "-"): text for name, text in typed.items()})
    return str(RankingInput().value_from_datadict(data, None, "precedence"))


def test_tie_breaks_count_from_the_lists_or_from_the_line_whichever_was_changed() -> None:
    was = {"precedence_at_was": "wins, spread", "precedence_at_0": "wins", "precedence_at_1": "spread"}
    assert (
        told(**was, precedence="wins, spread", precedence_at_2="head_to_head") == "wins, spread, head_to_head"
    )
    assert told(**was, precedence="wins, losses") == "wins, losses"
    assert told(**was, precedence="wins, spread") == "wins, spread"
    assert told(precedence="wins") == "wins"
    form = DivisionForm(initial={"precedence": "wins, lot:77"})
    assert '<option value="lot:77" selected>' in str(form["precedence"])


@pytest.mark.django_db
def test_a_tie_break_named_twice_is_refused(hall: f.Hall) -> None:
    hall.division.precedence = ["wins", "spread", "wins"]
    assert [one for one in problems(hall.division) if "twice" in one] == [
        "wins stands twice in the order of ranking; the second time it can decide nothing."
    ]


@pytest.mark.django_db
def test_the_plan_is_shaped_by_rounds_and_end_without_a_script(hall: f.Hall) -> None:
    client, page = Client(), f"/e/{hall.event.slug}/{hall.division.slug}/plan/"
    client.force_login(hall.director)
    shown = client.get(page, {"rounds": "8", "end": "koth:2"}).content.decode()
    assert 'value="swiss 1-6, koth 7-8"' in shown
    for rounds in ("0", "999", "x"):
        assert "An event has 1 to" in client.get(page, {"rounds": rounds, "end": ""}).content.decode()
    read = client.get(f"{page}read", {"line": "swiss 1-5", "rounds": "6", "end": "none"}).json()
    assert (read["line"], read["end"]) == ("swiss 1-6", "none")


@pytest.mark.django_db
def test_who_was_slower_sees_what_is_stored_and_may_save_again(hall: f.Hall) -> None:
    base = f"/e/{hall.event.slug}/{hall.division.slug}"
    for page, mine, theirs in ((f"{base}/wishes/", "no_bye", "1"), (f"{base}/plan/", "plan", "swiss 1-3")):
        client = Client()
        client.force_login(hall.director)
        seen = str(client.get(page).context["form"]["seen"].value())
        assert client.post(page, {mine: theirs, "seen": seen}).status_code == 303
        late = client.post(page, {mine: "2" if mine == "no_bye" else "swiss 1-4", "seen": seen})
        assert late.status_code == 409
        again = str(late.context["form"]["seen"].value())
        assert again != seen
        assert (
            client.post(page, {mine: "2" if mine == "no_bye" else "swiss 1-4", "seen": again}).status_code
            == 303
        )
