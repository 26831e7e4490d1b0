"""Complete games written by hand for the tests: every ruleset, two to four players, each variant, each end, each way a
challenge can go. The plays from SAL:145-209 open most Salitaan games; everything else is made up for this file."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from scoring import Ruleset, load_ruleset
from scoring.sheets.scoresheet import Scoresheet
from tests.scoring.sheets import sheet

CONFIRMED = ("board.confirmed=true", "tiles.confirmed=true")
# A bag small enough to be played out by hand.
SMALL: dict[str, Any] = {
    "tiles.table": [
        {"id": "A", "value": 1, "count": 8},
        {"id": "B", "value": 4, "count": 4},
        {"id": "T", "value": 1, "count": 4},
        {"id": "NG", "value": 5, "count": 2},
        {"id": "?", "value": 0, "count": 1},
    ],
    "tiles.total": 19,
    "tiles.confirmed": True,
    "rack.size": 5,
    "players.most": 2,
    "bonus.by_tiles": {"5": 20},
    "bag.policy": "one",
    "board.confirmed": True,
}


@dataclass(frozen=True)
class HandGame:
    """`ends`: why the fold says it is over (None: it does not say); `totals`: by the rules; `winners` from 1."""

    name: str
    ruleset: str
    players: int
    script: str
    totals: tuple[int, ...]
    ends: str | None
    winners: tuple[int, ...]
    overrides: tuple[str, ...] = ()
    racks: tuple[str, ...] = ()
    small: bool = False
    codes: frozenset[str] = field(default=frozenset())

    def rules(self) -> Ruleset:
        if self.small:
            return load_ruleset(self.ruleset, {**SMALL, **dict(one.split("=") for one in self.overrides)})
        return load_ruleset(self.ruleset, (*CONFIRMED, *self.overrides))

    def sheet(self) -> Scoresheet:
        written = self.totals if self.racks else ()
        winners = tuple(seat - 1 for seat in self.winners)
        return sheet(self.script, self.players, racks=self.racks, totals=written, winners=winners)


GAMES: tuple[HandGame, ...] = (
    HandGame(
        "competition, two players, everybody passes twice",
        "salitaan-competition",
        2,
        """
        1 10E MABAIT +22
        2 H7 MAGANDA +24
        1 8G HATI +19
        2 13G DALAGA +18
        1 J10 TAGALOG +36
        2 K11 TAGAK +24
        1 pass
        2 pass
        1 pass
        2 pass
        """,
        (74, 54),
        "passes",
        (1,),
        racks=("LUI", "WK"),
    ),
    HandGame(
        "competition, two players, equal scores go to the higher before unplayed tiles",
        "salitaan-competition",
        2,
        """
        1 10E MABAIT +22
        2 H7 MAGANDA +24
        1 8G HATI +19
        2 13G DALAGA +18
        1 J10 TAGALOG +36
        2 K11 TAGAK +24
        1 pass
        2 pass
        1 pass
        2 pass
        """,
        (64, 64),
        "passes",
        (1,),
        racks=("WKL", "K"),
    ),
    HandGame(
        "competition, three players, a wrong challenge costs the next turn, nobody can move",
        "salitaan-competition",
        3,
        """
        1 10E MABAIT +22
        2 H7 MAGANDA +24
        3? valid MAGANDA
        3 lost
        1 8G HATI +19
        2 13G DALAGA +18
        3 J10 TAGALOG +36
        1 K11 TAGAK +24
        end nobody_can_move
        """,
        (63, 40, 35),
        "recorded",
        (1,),
        racks=("AA", "IU", "T"),
    ),
    HandGame(
        "competition, four players, a play is ruled out and taken back",
        "salitaan-competition",
        4,
        """
        1 10E MABAIT +22
        2 H7 MAGANDI +24
        3? invalid MAGANDI
        3 H7 MAGANDA +24
        4 8G HATI +19
        1 13G DALAGA +18
        2 J10 TAGALOG +36
        3 swap 4
        4 K11 TAGAK +24
        1 pass
        2 pass
        3 pass
        4 pass
        1 pass
        2 pass
        3 pass
        4 pass
        """,
        (36, 30, 24, 41),
        "passes",
        (4,),
        racks=("B", "[NG]A", "?", "II"),
    ),
    HandGame(
        "family, two players, three challenges each are allowed",
        "salitaan-family",
        2,
        """
        1 10E MABAIT +22
        2? valid
        2 lost
        1 H7 MAGANDA +24
        2? valid
        2 lost
        1 8G HATI +19
        2? valid
        2 lost
        1 13G DALAGA +18
        2 J10 TAGALOG +36
        1 K11 TAGAK +24
        2 pass
        1 pass
        2 pass
        1 pass
        """,
        (105, 27),
        "passes",
        (1,),
        racks=("AN", "SE"),
    ),
    HandGame(
        "family, three players, a lost turn neither counts as a pass nor breaks the run",
        "salitaan-family",
        3,
        """
        1 10E MABAIT +22
        2 H7 MAGANDA +24
        3? valid
        3 lost
        1 pass
        2 pass
        3 pass
        1 pass
        2 pass
        3 pass
        """,
        (20, 23, -2),
        "passes",
        (2,),
        racks=("AI", "U", "K"),
    ),
    HandGame(
        "family, four players, the short version ends after two turns each",
        "salitaan-family",
        4,
        """
        1 10E MABAIT +22
        2 H7 MAGANDA +24
        3 8G HATI +19
        4 13G DALAGA +18
        1 J10 TAGALOG +36
        2 swap KAB
        3 K11 TAGAK +24
        4 pass
        """,
        (56, 23, 41, 9),
        "turn_limit",
        (1,),
        overrides=("variants.short_turns=2",),
        racks=("AI", "U", "K", "M[NG]O"),
    ),
    HandGame(
        "theme: five points for every theme word, gone with the play",
        "salitaan-competition",
        2,
        """
        1 10E MABAIT +22
        1 theme +5 MABAIT
        2 H7 MAGANDA +24
        2 theme +5 MAGANDA
        1? invalid MAGANDA
        1 E9 AMA +4
        2 pass
        1 pass
        2 pass
        1 pass
        """,
        (30, -1),
        "passes",
        (1,),
        overrides=("variants.theme=true",),
        racks=("A", "T"),
    ),
    HandGame(
        "recycled blank: taken for the letter and laid at once",
        "salitaan-competition",
        2,
        """
        1 10E MAbAIT +14
        2 recycle G10 B
        2 H7 MaGANDA +23
        1 pass
        2 pass
        1 pass
        2 pass
        """,
        (13, 22),
        "passes",
        (2,),
        overrides=("variants.recycled_blanks=true",),
        racks=("A", "T"),
    ),
    HandGame(
        "open dictionary: a wrong challenge costs a turn all the same",
        "salitaan-competition",
        2,
        """
        1 10E MABAIT +22
        2? valid MABAIT
        2 lost
        1 H7 MAGANDA +24
        2 8G HATI +19
        1 pass
        2 pass
        1 pass
        2 pass
        """,
        (45, 18),
        "passes",
        (1,),
        overrides=("variants.open_dictionary=true",),
        racks=("A", "T"),
    ),
    HandGame(
        "competition, timer with points: running over is charged",
        "salitaan-competition",
        2,
        """
        1 10E MABAIT +22 @95
        2 H7 MAGANDA +24 @190
        2 time -20
        1 8G HATI +19 @120
        end nobody_can_move
        """,
        (40, 3),
        "recorded",
        (1,),
        overrides=("timer.overrun=points",),
        racks=("A", "T"),
        codes=frozenset({"overrun_costs_points"}),
    ),
    HandGame(
        "set-words, two players, a wrong challenge costs nothing and equal is a tie",
        "set-words",
        2,
        """
        1 8H NA +4
        2? valid NA
        2 H8 NOD +4
        1 pass
        2 pass
        1 pass
        2 pass
        """,
        (4, 4),
        "passes",
        (1, 2),
        racks=("Q", "Z"),
    ),
    HandGame(
        "set-words, three players, nobody can move",
        "set-words",
        3,
        """
        1 8F READS +12
        2 G7 LEASE +7
        3 J8 SILENT +8
        1 13G MOUTH +14
        end nobody_can_move
        """,
        (26, 7, 8),
        "recorded",
        (1,),
        racks=("A", "T", "E"),
    ),
    HandGame(
        "club, two players, a bonus of 50 and the customary end",
        "set-words-club",
        2,
        """
        1 8B READING +70
        2 C7 LEASE +7
        1 11B TENOR +10
        2 swap 2
        1 pass
        2 pass
        1 pass
        2 pass
        1 rack QI -11
        2 rack EE -2
        """,
        (69, 5),
        "passes",
        (1,),
    ),
    HandGame(
        "club, four players, a phoney is withdrawn as other programs write it",
        "set-words-club",
        4,
        """
        1 8F READS +12
        2 G7 LEASX +14
        2 back -14
        3 G7 LEASE +7
        4 J8 SILENT +8
        1 13G MOUTH +14
        2 swap LX
        3 pass
        4 pass
        1 pass
        2 pass
        3 pass
        4 pass
        1 pass
        2 pass
        """,
        (25, -1, 6, 7),
        "passes",
        (1,),
        racks=("A", "T", "E", "I"),
    ),
    HandGame(
        "bisonte, two players, one tile for CH and LL, time is called",
        "bisonte",
        2,
        """
        1 8E NO[CH]E +16
        2 G7 A[CH]AS +10
        1 10G SA[LL]E +13
        2 swap 2
        1 pass
        2 J10 EL +2
        end time_called
        """,
        (18, 4),
        "recorded",
        (1,),
        racks=("ZA", "[RR]"),
    ),
    HandGame(
        "bisonte, three players, lost turns queue up",
        "bisonte",
        3,
        """
        1 8F CASAS +14
        2? valid CASAS
        2 lost
        3 H7 ESO +3
        2? valid ESO
        1 J8 SALA +6
        2? valid SALA
        2 lost
        3 11I LAS +6
        1 G7 LAS +11
        2 lost
        3 pass
        end time_called
        """,
        (30, -10, 8),
        "recorded",
        (1,),
        racks=("A", "[CH]Q", "E"),
    ),
    HandGame(
        "bisonte, four players, a play is ruled out",
        "bisonte",
        4,
        """
        1 8F CASAS +14
        2 H7 ESO +3
        3 J8 SALX +13
        4? invalid SALX
        4 J8 SALA +6
        1 pass
        2 11I LAS +6
        3 pass
        end time_called
        """,
        (13, 7, -8, 5),
        "recorded",
        (1,),
        racks=("A", "EE", "X", "O"),
    ),
    HandGame(
        "a small bag played out: who goes out gains the others' tiles",
        "salitaan-competition",
        2,
        """
        1 10I BATA +8
        2 I10 BABAT +12
        1 L10 ATA[NG] +18
        2 14I TAB +10
        1 K14 BATA[NG] +22
        """,
        (52, 18),
        "out",
        (1,),
        small=True,
        racks=("", "B?"),
    ),
)
