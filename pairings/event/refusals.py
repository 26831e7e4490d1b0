"""How these rooms say no: a number, a short name, one plain sentence, the entrants concerned. Never raised.

| number | name | meaning |
|---|---|---|
| 1xx | reading | a file, a plan or a request that cannot be read |
| 2xx | field | who is there does not make a round |
| 3xx | wishes | constraints that cannot hold |
| 4xx | hall | tables |
"""

from __future__ import annotations

from dataclasses import dataclass

NUMBERS: dict[str, int] = {
    "unreadable": 101,
    "unknown_version": 102,
    "unknown_system": 103,
    "unknown_parameter": 104,
    "plan_overlap": 105,
    "plan_hole": 106,
    "unknown_entrant": 107,
    "duplicate_entrant": 108,
    "unknown_metric": 109,
    "unreadable_line": 110,
    "pairings_disagree": 111,
    "scores_disagree": 112,
    "twice_in_a_round": 113,
    "round_out_of_order": 114,
    "lag_across_break": 115,
    "impossible_plan": 116,
    "cannot_hold": 117,
    "rounds_unknown": 118,
    "wins_not_first": 119,
    "too_few_players": 201,
    "already_paired": 202,
    "not_present": 203,
    "not_paired": 204,
    "no_bye_possible": 205,
    "no_teams": 206,
    "results_missing": 207,
    "nothing_to_play": 208,
    "without_team": 209,
    "locked_twice": 301,
    "locked_and_forbidden": 302,
    "locked_with_oneself": 303,
    "over_constrained": 304,
    "locked_and_bye": 305,
    "locked_too_many": 306,
    "wrong_table_size": 307,
    "off_bracket": 308,
    "off_match": 309,
    "line_up_stranger": 310,
    "line_up_twice": 311,
    "bye_and_no_bye": 312,
    "more_pairs_than_tables": 401,
    "fixed_table_taken": 402,
    "fixed_table_unknown": 403,
    "fixed_tables_differ": 404,
    "table_named_twice": 405,
    "too_few_suited_tables": 406,
    "no_suited_table": 407,
}


@dataclass(frozen=True, slots=True)
class Refusal:
    """One reason why not."""

    name: str
    sentence: str
    entrants: tuple[str, ...] = ()

    @property
    def number(self) -> int:
        """The fixed number of this kind of refusal."""
        return NUMBERS[self.name]


@dataclass(frozen=True, slots=True)
class Refusals:
    """Every reason found, in the order they were met; never empty."""

    items: tuple[Refusal, ...]

    @property
    def sentences(self) -> tuple[str, ...]:
        """Only the sentences."""
        return tuple(item.sentence for item in self.items)

    def to_data(self) -> dict[str, object]:
        """As JSON-able data."""
        lines = [
            {
                "number": item.number,
                "name": item.name,
                "sentence": item.sentence,
                "entrants": list(item.entrants),
            }
            for item in self.items
        ]
        return {"refusals": lines}


def refuse(name: str, sentence: str, *entrants: str) -> Refusals:
    """A single refusal."""
    return Refusals((Refusal(name, sentence, entrants),))
