"""A team challenge as its people meet it: who left, who sat out, exports, the API, public data, phones, the team prize."""

from __future__ import annotations

import io

import openpyxl
import pytest
from django.test import Client

from tdapp.desk.day.prints import of_round
from tdapp.desk.models import Certificate, Finalisation
from tdapp.desk.pairing.commands import release
from tdapp.desk.pairing.commands.line_ups import set_line_ups
from tdapp.desk.pairing.teams import matches, team_table
from tdapp.desk.phones.codes import code_of
from tdapp.desk.prizes import page as pages
from tdapp.desk.prizes import ties
from tdapp.desk.prizes.commands import ceremony as giving
from tdapp.desk.prizes.commands import finalising, prizes
from tdapp.desk.prizes.rules import lines, why_nobody, words
from tdapp.desk.prizes.rules.winners import table as won_table
from tdapp.events.entries.commands import presence
from tdapp.events.models import Division, Entrant, Event, Round
from tdapp.interchange.exports.render import Wish, render
from tdapp.kernel import clock
from tdapp.people.models import Club
from tdapp.publishing.certificates import facts
from tdapp.publishing.certificates import making as certificates
from tests import factories as f
from tests.desk.test_team_matches import division, published, score
from tests.kept import once

pytestmark = pytest.mark.django_db


def fresh(row: Division) -> Division:
    return Division.objects.select_related("event").get(pk=row.pk)


def entrant(row: Division, number: int) -> Entrant:
    return Entrant.objects.select_related("division__event", "event", "club", "player").get(
        division=row, number=number
    )


def begun() -> Division:
    """Round 1: Cebu sits out, Davao beats Lipa 2-1 (+60). Number 2 has a substitute from round 2 on."""
    row = division()
    Event.objects.filter(pk=row.event_id).update(public=True, guards_unknown="no")
    published(row, 1)
    score(row, 1, {2: 0, 6: 50, 8: 10})
    Round.objects.filter(division=row).update(public_at=clock.now())
    release.release_standings(f.program(row.event), fresh(row), after=1)
    presence.substitute(f.program(row.event), entrant(row, 2), given="Sub", surname="Stitute", from_round=2)
    return fresh(row)


whole, challenge = once(begun)


def leave(row: Division, team: str, round_: int) -> None:
    for one in row.entrants.filter(team=team).exclude(absences__kind="withdrawn"):
        presence.withdraw(
            f.program(row.event), entrant(row, one.number), from_round=round_, intent="unscored"
        )


def test_a_team_that_sat_out_stands_among_the_matches_with_its_match_points(challenge: Division) -> None:
    found = team_table.table(challenge, 1, team_table.MATCHES).matches
    assert [(one.teams, one.points, one.halves) for one in found] == [
        (("Davao", "Lipa"), (2, 0), (4, 2)), (("Cebu", ""), (2, 0), (6, 0)),
    ]  # fmt: skip


def test_a_team_that_left_keeps_its_place_and_is_called_so(challenge: Division, client: Client) -> None:
    leave(challenge, "Davao", 2)
    published(challenge, 2)
    rows = team_table.table(fresh(challenge), 2, team_table.MATCHES).lines
    assert [(one.row.team, one.gone) for one in rows if one.gone] == [("Davao", True)]
    assert not any(one.gone for one in team_table.table(fresh(challenge), 1, team_table.MATCHES).lines)
    client.force_login(f.member(challenge.event, "director"))
    page = client.get(f"/e/{challenge.event.slug}/open/standings/2/teams/").content.decode()
    assert 'Davao <span class="unit">withdrawn</span>' in page


def test_a_team_that_left_is_marked_on_a_screen(challenge: Division, client: Client) -> None:
    leave(challenge, "Davao", 2)
    published(challenge, 2)
    score(challenge, 2, dict.fromkeys((1, 4, 7), 10))
    release.release_standings(f.program(challenge.event), fresh(challenge), after=2)
    screen = client.get(f"/t/{challenge.event.slug}/screen/feed?show=teams").content.decode()
    assert "<span>Davao <small>withdrawn</small></span>" in screen
    assert screen.count("withdrawn") == 1


def test_whoever_is_away_or_has_a_substitute_is_no_reserve(challenge: Division) -> None:
    presence.withdraw(
        f.program(challenge.event), entrant(challenge, 1), from_round=2, to_round=2, intent="unscored"
    )
    round_ = published(challenge, 2)
    reserves = {team: names for one in matches.of_printed(of_round(round_)) for team, names in
                zip(one.teams, one.reserves, strict=True)}  # fmt: skip
    assert entrant(challenge, 2).listed not in str(reserves)
    assert entrant(challenge, 1).listed not in str(reserves)
    assert reserves["Davao"] == ("Stitute, Sub #13",)


def test_the_line_ups_of_a_published_round_are_those_that_were_played(
    challenge: Division, client: Client
) -> None:
    client.force_login(f.member(challenge.event, "director"))
    address = f"/e/{challenge.event.slug}/open/line-ups/"
    set_line_ups(f.program(challenge.event), challenge, number=2, lines="Cebu: 10 7 4")
    published(challenge, 2)
    leave(challenge, "Cebu", 3)
    Entrant.objects.filter(division=challenge, number=1).update(team="Lipa")
    page = client.get(f"{address}2/").content.decode()
    order = [page.index(f">{entrant(challenge, number).listed}") for number in (10, 7, 4)]
    assert order == sorted(order)


def test_the_workbook_and_csv_have_team_standings_and_matches(challenge: Division) -> None:
    book = openpyxl.load_workbook(io.BytesIO(render(challenge.event, Wish("xlsx"))))
    teams = list(book["Teams"].iter_rows(min_row=2, values_only=True))
    assert [row[:7] for row in teams] == [
        (1, "Cebu", 2, 1, 3, 0, 150), (2, "Davao", 2, 1, 2, 1, 60), (3, "Lipa", 0, 1, 1, 2, -60),
    ]  # fmt: skip
    played = list(book["Team matches"].iter_rows(min_row=2, values_only=True))
    assert played == [
        (1, "Davao", "Lipa", 2, 2, 0, 1, 60, 3, None), (1, "Cebu", None, 2, 3, None, None, 150, 0, "sits out"),
    ]  # fmt: skip
    text = render(challenge.event, Wish("csv", sheet="teams")).decode("utf-8-sig")
    assert text.splitlines()[0].startswith('"Rank","Team","Match points","Matches","Wins"')
    plain = f.division(f.event())
    f.entrants(plain, 2)
    assert "Teams" not in openpyxl.load_workbook(io.BytesIO(render(plain.event, Wish("xlsx")))).sheetnames


def test_the_api_and_the_public_data_tell_the_same_teams(challenge: Division, client: Client) -> None:
    public = client.get(f"/t/{challenge.event.slug}/open/teams.json").json()
    client.force_login(f.member(challenge.event, "viewer"))
    told = client.get(f"/api/v1/events/{challenge.event.slug}/divisions/open/teams").json()
    assert [(row["team"], row["match_points"], row["wins"]) for row in told["rows"]] == [
        ("Cebu", 2, 3.0), ("Davao", 2, 2.0), ("Lipa", 0, 1.0),
    ]  # fmt: skip
    assert told["matches"][1] == {
        "round": 1, "teams": ["Cebu"], "spread": 150, "games": 0, "match_points": [2, 0], "game_points": [3.0, 0.0],
    }  # fmt: skip
    assert public["matches"] == told["matches"]
    assert [(row["team"], row["rank"]) for row in public["rows"]] == [("Cebu", 1), ("Davao", 2), ("Lipa", 3)]
    # The substitute came after the release and stands in nothing public yet.
    assert [one["number"] for one in public["rows"][1]["members"]] == [2, 5, 8, 11]
    assert (
        client.get(f"/api/v1/events/{challenge.event.slug}/divisions/open/teams?after=9").status_code == 422
    )


def test_public_pairings_stand_match_by_match(challenge: Division, client: Client) -> None:
    page = client.get(f"/t/{challenge.event.slug}/open/").content.decode()
    assert page.count('scope="rowgroup"') == 1
    assert "Davao – Lipa" in page or "Lipa – Davao" in page


def phone(row: Division, number: int) -> str:
    client = Client()
    client.get(f"/t/{row.event.slug}/me/")
    sent = client.post(f"/t/{row.event.slug}/me/find", {"who": number, "code": code_of(entrant(row, number))})
    assert sent.status_code == 303
    return client.get(f"/t/{row.event.slug}/me/").content.decode()


def test_a_phone_tells_the_match_the_board_and_who_is_a_reserve(challenge: Division) -> None:
    player = phone(challenge, 5)
    assert "Davao – Lipa" in player or "Lipa – Davao" in player
    assert "this is board 2 of the match" in player
    assert "You are not in the line-up of Lipa this round." in phone(challenge, 12)
    assert "not in the line-up" not in phone(challenge, 1)
    assert f'href="/t/{challenge.event.slug}/open/teams/"' in player


def give(row: Division, text: str) -> None:
    found, faults = lines.read(text)
    assert not faults
    prizes.add_prizes(f.program(row.event), row.event, wanted=[prizes.of_line(one, row) for one in found])


def test_the_best_team_wins_a_prize_and_the_sentence_says_by_what(challenge: Division) -> None:
    give(challenge, "team 1-2: 3000 + cup, 1000\nrank 1: 500")
    found = won_table(challenge.event)
    names = words.names_of(challenge.event, words.public)
    teams = [one for one in found.won if one.kind == "team"]
    assert [(one.text, one.place, one.cents, one.thing) for one in teams] == [
        ("Cebu", 1, 300000, "cup"), ("Davao", 2, 100000, ""),
    ]  # fmt: skip
    assert words.why(teams[0], names) == "Cebu: 2 match points, 3 game points and spread +150."
    assert words.title(teams[1]) == "Best team, 2nd place"


def test_a_team_that_left_wins_nothing(challenge: Division) -> None:
    give(challenge, "team 1-3: 3000, 1000, 500")
    leave(challenge, "Cebu", 2)
    published(challenge, 2)
    found = won_table(challenge.event)
    assert [(one.text, one.place) for one in found.won] == [("Davao", 1), ("Lipa", 2)]
    assert [one.place for one in found.nobody] == [3]


def test_without_teams_a_team_prize_finds_nobody_and_says_why() -> None:
    row = f.division(f.event())
    f.entrants(row, 2)
    f.play(f.published(row))
    give(row, "team: cup")
    (place,) = won_table(row.event).nobody
    assert why_nobody.sentence(place.why) == "No player has a team."


def test_the_checklist_names_how_teams_level_on_match_points_are_separated(challenge: Division) -> None:
    told = list(ties.sentences(challenge))
    assert "Cebu (place 1) stands above Davao by game points: 3 to 2." in told


def test_the_checklist_looks_as_far_as_a_team_prize_of_the_whole_event_goes(challenge: Division) -> None:
    """Of several divisions the teams are those of all together: Cebu 2 points, 3 games; Davao 2 points, 2 games."""
    found, _faults = lines.read("team 1-5: 3000, 2000, 1000, 500, 200")
    prizes.add_prizes(
        f.program(challenge.event), challenge.event, wanted=[prizes.of_line(one, None) for one in found]
    )
    assert ties.prize_places(challenge)["team"] == 5
    other = f.division(challenge.event, "Second", plan="swiss 1-3", rounds_planned=3)
    assert ties.prize_places(challenge)["team"] == 1
    f.entrants(other, 2)
    told = list(ties.sentences(fresh(challenge)))
    assert "Whole event: Cebu (place 1) stands above Davao by game points: 3 to 2." in told


def test_a_final_keeps_the_team_prize_as_it_was_won() -> None:
    row = division("matches(boards=3) 1", players=6)
    Division.objects.filter(pk=row.pk).update(rounds_planned=1)
    Entrant.objects.filter(division=row, team="Cebu").update(team="Davao")
    published(fresh(row), 1)
    score(row, 1, dict.fromkeys((3, 6), 0))
    release.close_round(
        f.program(row.event), Round.objects.select_related("division__event").get(division=row)
    )
    give(fresh(row), "team: cup")
    told = finalising.finalise(f.program(row.event), fresh(row), reason="")
    kept = Finalisation.objects.get(division=row, version=told["version"])
    assert [(one["kind"], one["text"]) for one in kept.awards] == [("team", "Lipa")]


@pytest.fixture
def won() -> Division:
    """One round, final: Lipa (3 6) beats Davao 2-0; number 3 is a child, and a school is called Lipa too."""
    row = division("matches(boards=2) 1", players=6)
    Division.objects.filter(pk=row.pk).update(rounds_planned=1)
    Event.objects.filter(pk=row.event_id).update(public=True)
    Entrant.objects.filter(division=row, team="Cebu").update(team="Davao")
    Entrant.objects.filter(division=row).update(club=Club.objects.create(name="Lipa"))
    Entrant.objects.filter(division=row, number=3).update(age="minor")
    published(fresh(row), 1)
    score(row, 1, dict.fromkeys((3, 6), 0))
    release.close_round(
        f.program(row.event), Round.objects.select_related("division__event").get(division=row)
    )
    give(fresh(row), "team 1-2: 3000 + cup, 1000")
    finalising.finalise(f.program(row.event), fresh(row), reason="")
    return fresh(row)


def test_a_team_that_won_is_named_with_its_players_from_the_script_to_the_screen(
    won: Division, client: Client
) -> None:
    child, other = entrant(won, 3), entrant(won, 6)
    full, public = ("; ".join(map(name, (child, other))) for name in (words.spoken, words.public))
    told = pages.script(won.event).scenes[0].winners
    assert [(one.name, one.members, one.gets) for level in told for one in level][1] == (
        "Lipa", full, "₱3,000 and cup",
    )  # fmt: skip
    assert pages.receipts(won.event).rows[0].members == full
    giving.start_ceremony(f.program(won.event), won.event)
    for seen in range(3):
        giving.step_ceremony(f.program(won.event), won.event, to="next", seen=seen)
    screen = client.get(f"/t/{won.event.slug}/screen/feed?show=ceremony").content.decode()
    assert f'<p class="sc-also">{public}</p>' in screen
    assert child.surname not in screen


def test_a_team_that_won_has_one_certificate_and_a_school_of_its_name_another(
    won: Division, client: Client
) -> None:
    wish = certificates.Wish(schools=True)
    certificates.make(f.program(won.event), won.event, wish=wish)
    teams = [
        row for row in Certificate.objects.filter(event=won.event, entrant=None) if row.says.get("members")
    ]
    school = Certificate.objects.exclude(pk__in=[row.pk for row in teams]).get(event=won.event, entrant=None)
    assert sorted(row.school for row in teams) == ["Davao", "Lipa"]
    assert (school.school, school.says["titles"]) == ("Lipa", [])
    lipa = next(row for row in teams if row.school == "Lipa")
    assert facts.titles_of(lipa.says) == ["Best team, 1st place"]
    shown = client.get(f"/t/{won.event.slug}/certificate/{lipa.code}").content.decode()
    assert entrant(won, 3).public_name in shown
    assert entrant(won, 3).surname not in shown
    certificates.make(f.program(won.event), won.event, wish=wish)
    assert not Certificate.objects.exclude(replaced_at=None).exists()
