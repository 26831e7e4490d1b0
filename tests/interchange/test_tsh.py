"""tsh files: a whole event in, the same event out."""

from __future__ import annotations

import io
import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core import canonical
from pairings.formats.tsh import read_t
from tdapp.desk.ledger import division_standings
from tdapp.desk.ledger import history as halls
from tdapp.desk.models import Result, ResultLine, Snapshot
from tdapp.desk.rehearsal import invariants
from tdapp.events.models import Division, Entrant, Event, Presence, Slot, Table
from tdapp.interchange.tsh.exporting import export_t
from tdapp.interchange.tsh.importing import import_event
from tdapp.kernel import context
from tdapp.kernel.commands import Installation
from tdapp.kernel.models import AuditEntry
from tdapp.kernel.refusals import NotAllowed, Refusal
from tdapp.people.models import Player
from tests import factories

pytestmark = pytest.mark.django_db

# Five players, four rounds: a tie, two byes, a withdrawal after round 2 and a start left to a draw. The ranks were
# worked out by hand: wins, then spread, shared when both are equal. Who withdrew is shown the place he would have in
# the round he first missed, without taking it, and is out of the ranking after that.
OPEN = b"""\
Amorsolo, Fe            1510 2 3 5 3; 400 300 410 420; board 1 1 1 1; class A; lifeg 120; newr 1512 1500; p12 1 2 1 2; rrank 1 1 4 3 2
Balagtas, Gat           1490 1 5 3 5; 350 400 333 350; board 1 2 2 2; class A; excwins 1.25; p12 2 2 3 2; rrank 2 5 5 4 4
Cayabyab, Lu:AA004823   1400 4 1 2 1; 380 420 444 400; board 2 1 2 1; p12 1 1 3 1; rrank 3 3 2 1 3; team Blue
Dagohoy, Ro             1300 3 0 0 0; 380 50 -50 -50; board 2; off -50; p12 2 0 1 2; rrank 4 3 3 4
Enriquez, Sto           1200 0 2 1 2; 50 410 390 380; board 0 2 1 2; p12 0 1 2 1; rrank 5 1 1 2 1
"""  # noqa: E501
RANKS = [[1, 5, 3, 3, 1], [4, 5, 2, 3, 1], [3, 4, 1, 4, 2], [2, 4, 3, None, 1]]


def imported(*files: tuple[str, bytes], slug: str = "past", **more: Any) -> Event:
    named = files or (("a.t", OPEN),)
    facts = {
        "name": "Past open",
        "starts_on": date(2024, 5, 1),
        "preset": "local-club",
        "minors": "no",
    } | more
    import_event(context.system(), Installation(), files=named, slug=slug, **facts)
    return Event.objects.get(slug=slug)


def only(event: Event) -> Division:
    return event.divisions.select_related("event").get()


def digest(division: Division) -> str:
    history = halls.of_division(division)
    return halls.digest(history, len(history.rounds), halls.numbers_of(history))


def test_the_fixture_says_of_itself_what_we_compute():
    division = only(imported())
    for after, ranks in enumerate(RANKS, start=1):
        rows = {line.entrant.number: line.row.rank for line in division_standings.table(division, after)}
        assert [rows.get(number) for number in range(1, 6)] == ranks
        told = [player.numbers("rrank")[after : after + 1] for player in read_t(OPEN).players]  # type: ignore[union-attr]
        assert [list(rank) or [None] for rank in told] == [[rank] for rank in ranks]


def test_wins_and_spreads_are_those_of_the_file():
    rows = {line.entrant.number: line.row for line in division_standings.table(only(imported()), 4)}
    assert [(rows[n].wins, rows[n].spread) for n in range(1, 6)] == [
        (6, -30), (0, -201), (5, 211), (3, -50), (6, 70),
    ]  # fmt: skip


def test_an_imported_event_exports_the_same_bytes():
    assert export_t(only(imported())) == OPEN


def test_an_exported_event_imports_as_the_same_event():
    first = only(imported())
    second = only(imported(("a.t", export_t(first)), slug="again"))
    assert digest(first) == digest(second)
    assert export_t(first) == export_t(second)
    assert [e.extras for e in first.entrants.all()] == [e.extras for e in second.entrants.all()]


def test_people_are_entered_with_everything_the_file_says():
    rows = list(only(imported()).entrants.select_related("player").order_by("number"))
    assert (rows[0].surname, rows[0].given, rows[0].rating) == ("Amorsolo", "Fe", 1510)
    assert (rows[0].lifetime_games, rows[0].klass, rows[2].team) == (120, "A", "Blue")
    assert rows[2].player.number == "AA004823"
    assert rows[0].player.is_temporary
    assert all(row.checked_in_at for row in rows)


def test_starts_byes_forfeits_and_the_withdrawal_are_facts_of_the_hall():
    division = only(imported())
    kinds = [
        tuple(row.slots.order_by("round__number").values_list("kind", flat=True))
        for row in division.entrants.all()
    ]
    assert kinds[3] == ("seat", "bye", "forfeit", "forfeit")
    assert kinds[4] == ("bye", "seat", "seat", "seat")
    seats = Slot.objects.filter(round__division=division, round__number=2, table__number=1).order_by("seat")
    assert [slot.entrant.surname for slot in seats] == ["Cayabyab", "Amorsolo"]
    assert Slot.objects.get(entrant__surname="Dagohoy", round__number=3).spread == -50
    gone = Presence.objects.get()
    assert (gone.entrant.surname, gone.first, gone.kind, gone.intent) == (
        "Dagohoy",
        3,
        "withdrawn",
        "forfeit",
    )
    assert Table.objects.get(round__number=3, number=2).starts == "drawn"


def test_rounds_are_closed_with_confirmed_results_and_every_invariant_holds():
    event = imported()
    division = only(event)
    assert [row.status for row in division.rounds.all()] == ["closed"] * 4
    assert Result.objects.filter(in_force=True, is_current=True).count() == 8
    assert Snapshot.objects.count() == 4
    assert division.frozen_at
    assert (division.plan, division.rounds_planned) == ("manual 1-4", 4)
    assert invariants.broken(event) == []
    assert invariants.notes(event) == []


def test_snapshots_are_those_that_closing_the_rounds_would_have_stored():
    division = only(imported())
    for stored in Snapshot.objects.order_by("after"):
        ranked = division_standings.compute(division, stored.after)
        assert stored.rows == division_standings.stored_rows(division, stored.after, ranked)
        assert stored.digest == canonical.digest(stored.rows)


def test_a_round_without_all_results_stays_open():
    text = "Cruz, A 1500 2 2; 400; p12 1 2\nGo, B 1400 1 1; 350; p12 2 1\n"
    event = imported(("a.t", text.encode()))
    assert [row.status for row in only(event).rounds.all()] == ["closed", "published"]
    assert Result.objects.count() == 1
    assert invariants.broken(event) == []
    again = only(imported(("a.t", export_t(only(event))), slug="again"))
    assert digest(again) == digest(only(event))


def test_a_file_with_entries_only_is_an_event_before_round_1():
    event = imported(("a.t", b"Cruz, A  1500\nGo, B   0\n"))
    division = only(event)
    assert division.entrants.count() == 2
    assert not division.rounds.exists()
    assert division.plan == "swiss 1-4, koth 5"


def test_penalties_come_in_and_go_out():
    text = OPEN.replace(b"; rrank 2 5 5 4 4", b"; penalty 0 -10; rrank 2 5 5 4 4")
    division = only(imported(("a.t", text)))
    assert ResultLine.objects.get(penalty__gt=0).penalty == 10
    assert {line.entrant.number: line.row.spread for line in division_standings.table(division, 4)}[2] == -211
    assert export_t(division) == text


def test_a_password_in_the_file_is_not_kept():
    event = imported(("a.t", OPEN.replace(b"class A; lifeg", b"class A; password hush; lifeg")))
    assert b"hush" not in export_t(only(event))
    assert "hush" not in json.dumps(list(Entrant.objects.values_list("extras", flat=True)))


def test_two_files_are_two_divisions_with_tables_of_their_own():
    event = imported(("a.t", OPEN), ("b.t", OPEN.replace(b":AA004823", b"         ")))
    first, second = event.divisions.select_related("event").order_by("order")
    assert (first.name, second.slug) == ("A", "b")
    assert first.table_last < second.table_first
    numbers = Table.objects.filter(round__division=second).values_list("number", flat=True)
    assert min(numbers) == second.table_first
    assert export_t(second) == OPEN.replace(b":AA004823", b"         ")
    assert invariants.broken(event) == []


def test_tables_the_file_gives_twice_or_not_at_all_get_free_numbers():
    text = (
        "Aa, A 1 2; 400; board 1\nBb, B 1 1; 300; board 1\nCc, C 1 4; 400; board 1\nDd, D 1 3; 300; board 1\n"
    )
    text += "Ee, E 1 6; 1\nFf, F 1 5; 2\n"
    tables = Table.objects.filter(round__division=only(imported(("a.t", text.encode()))))
    assert sorted(tables.values_list("number", flat=True)) == [1, 2, 3]


def test_the_file_keeps_its_encoding_and_line_ends():
    text = OPEN.decode().replace("Cayabyab", "Peñaflor").replace("\n", "\r\n").encode("latin-1")
    assert export_t(only(imported(("a.t", text)))) == text


def test_an_event_of_our_own_goes_out_and_comes_back():
    here = factories.hall(players=7, rounds=4, played=4)
    Entrant.objects.filter(number=1).update(lifetime_games=40, klass="B")
    data = export_t(here.division)
    assert data.startswith(b"Abad, Ana:M-")
    back = only(imported(("open.t", data)))
    ours = [
        (line.entrant.listed, line.row.wins, line.row.spread, line.row.rank)
        for line in division_standings.table(here.division, 4)
    ]
    theirs = [
        (line.entrant.listed, line.row.wins, line.row.spread, line.row.rank)
        for line in division_standings.table(back, 4)
    ]
    assert ours == theirs
    assert digest(here.division) == digest(back)
    assert back.entrants.get(number=1).lifetime_games == 40


def test_a_guarded_child_leaves_as_given_name_and_initial():
    here = factories.hall(players=2, rounds=1, played=1)
    Entrant.objects.filter(number=1).update(age="minor")
    assert export_t(here.division).startswith(b"Ana A.  ")
    assert export_t(here.division, full_names=True).startswith(b"Abad, Ana:")


def test_a_name_that_would_break_the_line_is_bent():
    here = factories.hall(players=2, rounds=1, played=1)
    Entrant.objects.filter(number=1).update(surname="Cruz 2", given="Ana; 3:x", player=None)
    back = only(imported(("open.t", export_t(here.division))))
    assert back.entrants.get(number=1).listed == "Cruz_2, Ana,_3 x"


def test_a_table_of_three_cannot_go_into_a_file():
    here = factories.hall(players=3, rounds=0)
    round_ = factories.published(here.division, [list(here.division.entrants.all())])
    factories.play(round_)
    with pytest.raises(Refusal, match="games of two"):
        export_t(here.division)


BAD = [
    (b"", ["no player"]),
    (b"\x00\x01", ["This is no text, as .t"]),
    (b"Cruz, Ana\n", ["Line 1"]),
    (b"Cruz, A 1500 2; 400\nGo, B 1400 0; 350\n", ["Line 1"]),
    (b"Cruz, A 1500 1; 400\n", ["paired with themselves"]),
    (b"Cruz, A 1500 9; 400\n", ["opponent is number 9"]),
    (b"Cruz, A 1500 0; 9999\n", ["Line 1: 9999 in round 1 cannot be the spread"]),
    (b"Cruz, A 1500 2; 9999\nGo, B 1400 1; 1\n", ["Line 1: 9999 in round 1 cannot be a score"]),
    (b"Cruz, A 99999\n", ["99999 cannot be a rating"]),
    (b"x" * 90 + b", A 1500\n", ["surname is longer than 80"]),
    (b", A 1500\n", ["no surname"]),
    (b"Cruz\x01\x02, A 1500\n", ["Line 1: the name holds a character that is not text"]),
    (b"Cruz, A:X1 1\nGo, B:X1 1\n", ["Line 2: member number X1 is also in line 1"]),
    (b"Cruz, A 1500; ; penalty 9999\n", ["9999 in round 1 cannot be a penalty"]),
    (b"Cruz, A 1500 " + b"0 " * 300 + b"\n", ["at most 200"]),
]


@pytest.mark.parametrize(("data", "words"), BAD)
def test_a_mistake_in_a_file_is_named_with_its_line_and_nothing_is_made(data: bytes, words: list[str]):
    with pytest.raises(Refusal) as caught:
        imported(("a.t", data))
    for word in words:
        assert word in " ".join(caught.value.sentences)
    assert not Event.objects.exists()
    assert not Player.objects.exists()


def test_a_member_number_of_somebody_else_stops_the_import():
    Player.objects.create(number="AA004823", surname="Uy", given="Cora", key="uy cora")
    with pytest.raises(Refusal, match="belongs to somebody of another name"):
        imported()
    assert not Event.objects.exists()


def test_two_files_of_one_name_are_refused():
    with pytest.raises(Refusal, match="same name"):
        imported(("a.t", OPEN), ("A.T", OPEN.replace(b":AA004823", b"")))


def test_a_taken_short_name_is_refused():
    imported()
    with pytest.raises(Refusal, match="taken"):
        imported()


def test_only_who_may_create_events_may_import_one():
    here = factories.hall(players=2, rounds=0)
    ctx = factories.acting(here.director, here.event)
    with pytest.raises(NotAllowed):
        import_event(context.Context(ctx.actor, "D", "installation", frozenset({"director"}), "cli"), Installation(),
                     files=[("a.t", OPEN)], name="x", slug="x")  # fmt: skip


def test_the_import_has_its_line_in_the_event_s_log():
    event = imported()
    told = AuditEntry.objects.get(scope=event.scope_key, intent="event.import")
    assert told.payload["after"]["files"][0]["players"] == 5


NUMBERS = st.integers(-5, 900).map(str)
MANGLED = st.one_of(
    st.binary(max_size=300),
    st.lists(
        st.builds(
            lambda words, mark: " ".join(words) + mark,
            st.lists(NUMBERS, max_size=6),
            st.sampled_from(";,: \n"),
        ),
        max_size=8,
    ).map(lambda lines: ("Cruz, A 1500 " + "Go, B 1400 ".join(lines)).encode()),
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(MANGLED)
def test_whatever_stands_in_a_file_is_an_event_or_a_refusal(data: bytes):
    Event.objects.all()
    try:
        event = imported(("a.t", data), slug=f"e{Event.objects.count()}")
    except Refusal as refusal:
        told: Any = refusal.sentences
    else:
        told = event.slug
        assert invariants.broken(event) == []
    assert told


def test_the_command_line_imports_files(tmp_path: Path):
    path = tmp_path / "open.t"
    path.write_bytes(OPEN)
    out = io.StringIO()
    call_command(
        "import_event",
        str(path),
        "--slug",
        "past",
        "--name",
        "Past",
        "--starts",
        "2024-05-01",
        "--json",
        stdout=out,
    )
    assert json.loads(out.getvalue())["divisions"][0]["rounds"] == 4
    assert Event.objects.get().starts_on == date(2024, 5, 1)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["{file}", "--slug", "x", "--starts", "May"], "not a date"),
        (["{file}.none", "--slug", "x"], "cannot be read"),
        (["{file}", "--slug", "x", "--preset", "grand"], "not a preset"),
        (["{file}", "--slug", "x", "--ruleset", "whist"], "whist"),
        (["{file}", "--slug", "new"], "cannot be used"),
        (["{file}", "--slug", "x", "--as", "nobody"], "no user nobody"),
    ],
)
def test_a_mistake_on_the_command_line_is_one_sentence(
    tmp_path: Path, arguments: list[str], words: str, capsys: Any
):
    path = tmp_path / "open.t"
    path.write_bytes(OPEN)
    with pytest.raises(SystemExit) as end:
        call_command("import_event", *[part.format(file=path) for part in arguments])
    assert end.value.code == 2
    told = capsys.readouterr().err.strip()
    assert words in told
    assert len(told.splitlines()) == 1


def test_names_are_enough_to_be_known_where_whoever_imports_says_so_and_only_of_one_person():
    """The file has a member number once; two people of one name are nobody's guess, and a given name may stand first."""
    first = only(imported())
    people = {row.number: row.player_id for row in first.entrants.all()}
    assert {row.player_id for row in only(imported(slug="plain")).entrants.all()} & set(people.values()) == {
        people[3]
    }
    Player.objects.filter(entries__event__slug="plain").exclude(pk=people[3]).update(key="somebody else")
    one, two = first.entrants.get(number=1), first.entrants.get(number=2)
    Player.objects.create(number="X-1", given=two.given, surname=two.surname, key=two.player.key)
    turned = OPEN.replace(f"{one.surname}, {one.given}".encode(), f"{one.given}, {one.surname}".encode(), 1)
    before = Player.objects.count()
    division = only(imported(("a.t", turned), slug="again", known_people=True))
    again = {row.number: row.player_id for row in division.entrants.all()}
    assert {number for number, who in again.items() if who == people[number]} == {1, 3, 4, 5}
    assert Player.objects.count() == before + 1
    told = division.extras["not_in_the_file"]
    assert "3 of 5 players are people known here by name." in told
    assert any("Several people here have these names" in one and two.surname in one for one in told)
