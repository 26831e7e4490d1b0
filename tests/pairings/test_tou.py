"""AUPAIR's .tou: read with its columns kept or lost, written again the same; figures of the golden file worked out by hand."""

from __future__ import annotations

from datetime import date
from random import Random

import pytest

from pairings.event.history import Bye, Forfeit, History, Played, Seat, Unfinished, Unscored
from pairings.event.refusals import Refusals
from pairings.formats.aupair.reading import TouFile, looks_like_one, read_tou, to_history
from pairings.formats.aupair.writing import Section, write_tou
from pairings.standings.standings import standings
from tests.pairings.making import field
from tests.pairings.outcomes import any_event

# Round 1: Ana went first and won 448-367 against Ben, Cora sat out (+50). Round 2: Ben and Cora tied at 400, Ana sat out.
GOLDEN = (
    "*M 14.03.2026 Lungsod Open\r\n"
    "*Premier\r\n"
    "                                      0\r\n"
    "Ana Cruz             2448  +2 2 50   1\r\n"
    "Ben Go                367   1 1400  +3\r\n"
    "Cora Uy              2 50   3 1400   2\r\n"
    "*** END OF FILE ***\r\n"
)  # fmt: skip
HEAD = "*M 14.03.2026 X\r\n*A\r\n"
EVENTS = range(150)


def read(text: str | bytes) -> TouFile:
    found = read_tou(text if isinstance(text, bytes) else text.encode())
    assert isinstance(found, TouFile), found
    return found


def refused(text: str | bytes) -> list[str]:
    found = read_tou(text if isinstance(text, bytes) else text.encode())
    assert isinstance(found, Refusals)
    return [str(sentence) for sentence in found.sentences]


def figures(history: History) -> dict[str, tuple[int, int, int]]:
    seeds = {
        one.id: str(at) for at, one in enumerate(sorted(history.entrants, key=lambda one: one.seed), start=1)
    }
    rows = standings(history, len(history.rounds))
    return {seeds[row.entrant]: (row.wins, row.losses, row.spread) for row in rows}


def written(history: History) -> bytes:
    found = write_tou("Open", date(2026, 3, 14), [Section("A", history)])
    assert isinstance(found, bytes)
    return found


def test_the_golden_file_is_read_and_written_again_to_the_byte():
    file = read(GOLDEN)
    assert (file.title, file.day, file.sections[0].name) == ("Lungsod Open", date(2026, 3, 14), "Premier")
    history = to_history(file.sections[0])
    assert history.rounds == (
        (Played(0, (Seat("1", 448), Seat("2", 367))), Bye("3", 50)),
        (Bye("1", 50), Played(0, (Seat("2", 400), Seat("3", 400)))),
    )
    assert figures(history) == {"1": (4, 0, 131), "2": (1, 3, -81), "3": (3, 1, 50)}
    assert write_tou(file.title, date(2026, 3, 14), [Section("Premier", history)]) == GOLDEN.encode()


def test_the_same_file_without_its_columns_or_with_its_head_before_each_section():
    loose = GOLDEN.replace("     ", " ").replace("2 50", "2050")
    for _round in range(3):
        loose = loose.replace("   ", " ").replace("  ", " ")
    loose = "\n".join(line.lstrip() if line.lstrip() != "0" else " 0" for line in loose.split("\r\n"))
    assert to_history(read(loose).sections[0]) == to_history(read(GOLDEN).sections[0])
    twice = GOLDEN.replace("*** END OF FILE ***\r\n", "") + GOLDEN.replace("Premier", "B")
    assert [one.name for one in read(twice).sections] == ["Premier", "B"]


def test_what_other_programs_write_of_rounds_without_an_opponent():
    text = HEAD + "A B  50 1 150 1 100 1 0 1\r\n"
    [one] = [to_history(read(text).sections[0])]
    assert [outcomes[0] for outcomes in one.rounds] == [
        Bye("1", 50), Bye("1", 50), Forfeit(None, ("1",), loss_spread=-50), Unscored("1"),
    ]  # fmt: skip


def test_a_score_of_a_thousand_is_told_by_its_outcome():
    history = History(field(2), ((Played(1, (Seat("a", 1005), Seat("b", 300))),),))
    back = to_history(read(written(history)).sections[0])
    assert back.rounds[0] == (Played(0, (Seat("1", 1005), Seat("2", 300))),)


def test_names_go_out_in_plain_letters():
    history = History((field(1)[0].__class__("a", 1, 0, "Iñigo Peñaflor-Søndergård"),))
    assert b"Inigo Penaflor-S" in written(history)
    assert written(history).isascii()


def test_rounds_go_out_up_to_the_first_that_is_still_open():
    game = Played(1, (Seat("a", 400), Seat("b", 300)))
    history = History(field(2), ((game,), (Unfinished(1, ("a", "b")),)))
    assert len(to_history(read(written(history)).sections[0]).rounds) == 1


def test_every_event_comes_back_with_the_same_wins_and_is_written_the_same_again():
    for seed in EVENTS:
        event = any_event(seed)
        data = written(event)
        back = to_history(read(data).sections[0])
        here, there = figures(back), figures(event.upto(len(back.rounds)))
        assert {n: row[:2] for n, row in here.items()} == {n: row[:2] for n, row in there.items()}, seed
        assert written(back) == data, seed


def test_events_of_games_and_byes_come_back_equal():
    for seed in EVENTS:
        chance = Random(seed)
        names = [one.id for one in field(chance.choice((5, 8, 101)))]
        rounds = []
        for _number in range(4):
            chance.shuffle(names)
            pairs = [names[at : at + 2] for at in range(0, len(names), 2)]
            rounds.append(tuple(
                Played(0, (Seat(pair[0], chance.randint(0, 999)), Seat(pair[1], chance.randint(0, 999))))
                if len(pair) == 2 else Bye(pair[0], 50)
                for pair in pairs
            ))  # fmt: skip
        event = History(field(len(names)), tuple(rounds))
        assert figures(to_history(read(written(event)).sections[0])) == figures(event), seed


HOSTILE = {
    "nothing": (b"", "no player"),
    "head only": (HEAD.encode(), "no player"),
    "no such day": (b"*M 99.99.2026 X\r\n*A\r\nA B 0 1\r\n", "no date"),
    "numbers only": (HEAD.encode() + b"1 2 3\r\n", "Line 3"),
    "half a game": (HEAD.encode() + b"A B 400\r\n", "Line 3"),
    "negative": (HEAD.encode() + b"A B -400 2\r\nC D 300 1\r\n", "Line 3"),
    "nobody there": (HEAD.encode() + b"A B 2400 9\r\n", "the section has 1 players"),
    "nought": (HEAD.encode() + b"A B 2400 0\r\n", "number 0"),
    "one-sided": (HEAD.encode() + b"A B 2400 2\r\nC D 300 2\r\n", "names somebody else"),
    "both won": (HEAD.encode() + b"A B 2400 2\r\nC D 2300 1\r\n", "who won"),
    "a sign inside a number": (GOLDEN.replace("2448  +2", "2448 0+2").encode(), "Line 4"),
    "a blank inside a number": (GOLDEN.replace("2448  +2", "24 8  +2").encode(), "Line 4"),
    "both first": (HEAD.encode() + b"A B 2400 +2\r\nC D 300 +1\r\n", "both players went first"),
    "100,000 rounds": (HEAD.encode() + b"A B" + b" 0 1" * 100_000, "letters; at most"),
    "300 rounds": (HEAD.encode() + b"A B" + b" 0 1" * 300, "300 rounds"),
    "binary": (b"*M 14.03.2026 \xff\xfe\r\n" + bytes(range(1, 256)) * 50, "Line"),
    "many lines": (HEAD.encode() + b"\r\n" * 30_000, "lines"),
    "long words": (HEAD.encode() + b"A " * 1_900 + b"\r\n" + (b"9 " * 1_900 + b"x\r\n") * 1_000, "Line"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_a_sentence_for_each_mistake(name: str):
    data, words = HOSTILE[name]
    told = refused(data)
    assert words in " ".join(told)
    assert len(told) <= 40


def test_a_table_of_three_cannot_go_into_a_file():
    seats = tuple(Seat(one.id, 300) for one in field(3))
    found = write_tou("X", date(2026, 3, 14), [Section("A", History(field(3), ((Played(1, seats),),)))])
    assert isinstance(found, Refusals)


@pytest.mark.parametrize(
    ("data", "known"), [(GOLDEN.encode(), True), (b"\xef\xbb\xbf*M 1.2.2026", True), (b"*Merry", False)]
)
def test_a_file_is_known_by_its_head(data: bytes, known: bool):
    assert looks_like_one(data) is known
