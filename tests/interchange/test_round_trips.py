"""Events of every kind of outcome come in, go out and come back with the same standings, through every kind of file."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client

from pairings.event import history as h
from pairings.event.history import Bye, Forfeit, History, Played, Seat
from pairings.formats.tsh import write_t
from pairings.formats.tsh_history import from_history
from pairings.standings.standings import standings as table
from tdapp.desk.ledger import division_standings
from tdapp.desk.ledger import history as halls
from tdapp.desk.models import Result, ResultLine
from tdapp.desk.rehearsal import invariants
from tdapp.events.models import Division, Event, Slot
from tdapp.interchange.archives.importing import import_archive
from tdapp.interchange.exports.render import Wish, render
from tdapp.interchange.models import EventPreview
from tdapp.interchange.tsh import importing, rounds
from tdapp.interchange.tsh.importing import import_event
from tdapp.kernel import context
from tdapp.kernel.commands import Installation
from tdapp.kernel.refusals import Refusal
from tests import factories
from tests.pairings.making import field
from tests.pairings.outcomes import any_event
from tests.sweeps import SOAK

pytestmark = pytest.mark.django_db
Figures = dict[int, tuple[int | None, int, int, int, int, int]]
SEEDS = range(8 if SOAK else 3)
# Two players met, and the second did not come: by hand a win and +50, a loss and -50.
FORFEIT = b"Cruz, Ana  1500 0; 50; board 3; forfeit 2\nGo, Ben    1400 0; -50; board 3; forfeit 1\n"
# By hand: a win each, Ana +50 -20, Ben -30; the file says that Ben is first.
OTHERWISE = b"Cruz, Ana  1500 2 2; 400 400; rrank 1 1 2\nGo, Ben    1400 1 1; 350 420; rrank 2 2 1\n"


def taken(data: bytes, name: str, slug: str) -> Division:
    facts = {
        "name": "Back", "slug": slug, "starts_on": date(2024, 5, 1), "preset": "local-club", "minors": "no",
    }  # fmt: skip
    import_event(context.system(), Installation(), files=[(name, data)], **facts)  # type: ignore[arg-type]
    return Division.objects.select_related("event").get(event__slug=slug)


def here(division: Division, after: int = 5) -> Figures:
    return {
        line.entrant.number: (
            line.row.rank, line.row.wins, line.row.losses, line.row.ties, line.row.spread, line.row.games
        )
        for line in division_standings.table(division, after)
    }  # fmt: skip


def there(event: History, after: int = 5) -> Figures:
    seeds = {one.id: one.seed for one in event.entrants}
    return {
        seeds[row.entrant]: (row.rank, row.wins, row.losses, row.ties, row.spread, row.games)
        for row in table(event, after)
    }


def test_what_is_stored_of_a_division_file_goes_out_as_file_and_archive_and_stands_the_same() -> None:
    for seed in SEEDS:
        event = any_event(seed)
        first = taken(write_t(from_history(event)), "a.t", f"first-{seed}")
        for after in (1, 3, 5):
            assert here(first, after) == there(event, after), (seed, after)
        second = taken(render(first.event, Wish("t")), "a.t", f"second-{seed}")
        assert here(second) == here(first), seed
        archive = render(first.event, Wish("json", private=True))
        import_archive(context.system(), Installation(), data=archive, slug=f"third-{seed}", name="Third")
        assert here(Division.objects.get(event__slug=f"third-{seed}")) == here(first), seed
        assert invariants.broken(first.event) == []


def test_wins_and_losses_of_what_is_stored_stand_the_same_after_a_chess_file() -> None:
    for seed in SEEDS:
        first = taken(write_t(from_history(any_event(seed))), "a.t", f"first-{seed}")
        second = taken(render(first.event, Wish("trf")), "a.trf", f"second-{seed}")
        assert {n: row[1:4] for n, row in here(second).items()} == {
            n: row[1:4] for n, row in here(first).items()
        }, seed


def test_the_winner_of_a_forfeit_wins_here_too_and_both_sit_at_their_table() -> None:
    division = taken(FORFEIT, "a.t", "past")
    assert here(division, 1) == {1: (1, 2, 0, 0, 50, 0), 2: (2, 0, 2, 0, -50, 0)}
    line = ResultLine.objects.get(absent=True)
    assert (line.slot.entrant.number, line.result.table.number, line.result.kind) == (2, 3, "forfeit")


def test_a_forfeit_that_counts_otherwise_than_the_division_has_it_counts_as_in_the_file() -> None:
    """Two forfeits of different spreads cannot both be the division's setting; by hand +100/-100 and +30/0."""
    games = (Forfeit(1, ("b",), ("a",), -100, 100),), (Forfeit(1, ("b",), ("a",), 0, 30),)
    division = taken(write_t(from_history(History(field(2), games))), "a.t", "past")
    assert here(division, 2) == {1: (1, 4, 0, 0, 130, 0), 2: (2, 0, 4, 0, -100, 0)}


def test_a_half_bye_is_half_a_win() -> None:
    division = taken(write_t(from_history(History(field(1), ((Bye("a", 0, half=True),),)))), "a.t", "past")
    assert Slot.objects.get().kind == "half"
    assert here(division, 1) == {1: (1, 1, 1, 0, 0, 0)}


def test_points_off_the_score_come_back_as_they_were_typed() -> None:
    """410 less 10 is 400 against 405: the second won, by 5."""
    game = Played(1, (Seat("a", 400, None, 0, 10), Seat("b", 405)))
    division = taken(write_t(from_history(History(field(2), ((game,),)))), "a.t", "past")
    assert division.penalty_rule == "score"
    stored = ResultLine.objects.get(penalty__gt=0)
    assert (stored.score, stored.penalty) == (410, 10)
    assert here(division, 1) == {2: (1, 2, 0, 0, 5, 1), 1: (2, 0, 2, 0, -5, 1)}


def test_a_file_that_places_somebody_otherwise_is_refused_on_the_command_line_with_the_way_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.t"
    path.write_bytes(OTHERWISE)
    with pytest.raises(SystemExit) as end:
        call_command("import_event", str(path), "--slug", "past")
    said = capsys.readouterr().err
    assert end.value.code == 2
    assert "Cruz, Ana is in place 2 in the file and in place 1 here." in said
    assert "say --sure" in said
    assert not Event.objects.exists()
    out = io.StringIO()
    call_command("import_event", str(path), "--slug", "past", "--sure", "--json", stdout=out)
    assert "place 2 in the file" in json.loads(out.getvalue())["divisions"][0]["lost"][0]


def test_the_page_shows_the_difference_before_anything_is_applied(client: Client) -> None:
    client.force_login(factories.user("creator", operator=True))
    upload = SimpleUploadedFile("a.t", OTHERWISE)
    answer = client.post("/new/import", {"upload": upload, "name": "N", "starts_on": "2025-05-01"})
    page = client.get(answer["Location"]).content.decode()
    assert "Cruz, Ana is in place 2 in the file and in place 1 here." in page
    assert "spread cap" in page
    assert not Event.objects.exists()
    client.post(f"{answer['Location']}apply", {"seen": EventPreview.objects.get().digest})
    assert Event.objects.count() == 1


def test_a_writer_that_drops_an_outcome_is_caught_before_it_is_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The control: what the first writer did with the winner of a forfeit."""
    whole = rounds.write

    def dropping(ctx, division, history, people, offset, drawn=frozenset()):  # type: ignore[no-untyped-def]
        first = tuple(
            one if not isinstance(one, Forfeit) else Forfeit(None, one.absent) for one in history.rounds[0]
        )
        return whole(ctx, division, replace(history, rounds=(first,)), people, offset, drawn)

    monkeypatch.setattr(importing.rounds, "write", dropping)
    with pytest.raises(Refusal, match=r"Cruz, Ana has 1-0 \+50 in the file and 0-0 \+0 here"):
        taken(FORFEIT, "a.t", "past")


def test_somebody_who_sits_out_without_a_spread_gets_the_division_s_and_it_is_said() -> None:
    data = b"Cruz, Ana  1500 2; 400\nGo, Ben    1400 1; 350\nUy, Cora   1300 0\n"
    division = taken(data, "a.t", "past")
    assert here(division, 1)[3][1:5] == (2, 0, 0, 50)
    assert division.extras["not_in_the_file"] == [
        "Number 3 sits out in round 1 without a spread: taken as a bye of +50."
    ]


def test_an_unscored_table_comes_in_with_its_number_and_both_players() -> None:
    data = b"Cruz, Ana  1500 0; 0; board 4; forfeit 2\nGo, Ben    1400 0; 0; board 4; forfeit 1\n"
    division = taken(data, "a.t", "past")
    assert Result.objects.get().kind == "unscored"
    one, other = halls.of_division(division).rounds[0]
    assert isinstance(one, h.Unscored)
    assert isinstance(other, h.Unscored)
    assert (one.table, one.against, other.against) == (4, (other.entrant,), (one.entrant,))
