"""What the checker is given and what it answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from core.messages import counted, say
from pairings.event.nouns import ERRORS, THINGS, WARNINGS

Severity = Literal["error", "warning", "info"]
Keep = Literal["ignore", "avoid", "never"]
StartRule = Literal["", "tsh", "balanced", "head_to_head", "eldest"]
Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Round:
    """A round to be checked: seats of each table (starter first), their numbers if known, byes, and who is
    absent.
    """

    number: int
    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    table_numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Claim:
    """Rounds `first` to `last` of a plan: the system's name and its parameters, as plain data."""

    system: str
    first: int
    last: int
    params: tuple[tuple[str, str | int], ...] = ()

    def value(self, name: str, usual: int) -> int:
        """A parameter that is a whole number; the usual value where the plan does not say."""
        found = dict(self.params).get(name, usual)
        return found if isinstance(found, int) else usual


@dataclass(frozen=True, slots=True)
class Promise:
    """Something the system said it would keep, as plain data: a code, a sentence, two who meet or one who sits out."""

    code: str
    sentence: str
    entrants: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rules:
    """What the round was asked to keep.

    King of the hill repeats games by design (`repeats_matter`), a round robin's schedule names the byes.
    `apart` and `groups` only tell of meetings inside a club, team or group; `clubs` and `teams` forbid them
    with "never". `suited`: need -> the tables that meet it.
    `given_wins`: whether a win by forfeit counts as a bye had; "all": a round missed as well.
    `free_repeats` meetings of a pair cost nothing; `rematch`: one more costs as much as a gap of so many wins (0: more than any),
    `rematch_places`: of so many places.
    `promises`: what the system of the round said it keeps; `contest`: rounds still to be played, this one included, the most
    spread a game may bring, and the last place that wins a prize (0: nobody said), where Gibsons are counted; `top_down`:
    byes go to the highest placed.
    `starts` is the rule by which starters are said to have been chosen ("": none), `claim` the plan's system.
    """

    forbidden: tuple[Pair, ...] = ()
    asked_byes: tuple[str, ...] = ()
    apart: Literal["", "club", "team"] = ""
    order: tuple[str, ...] = ()
    repeats_matter: bool = True
    byes_by_standing: bool = True
    no_bye: tuple[str, ...] = ()
    locked: tuple[Pair, ...] = ()
    clubs: Keep = "ignore"
    teams: Keep = "ignore"
    groups: tuple[tuple[str, ...], ...] = ()
    repeat_cap: int | None = None
    back_to_back: Keep = "ignore"
    given_wins: Literal["byes", "ignore", "all"] = "byes"
    starters: tuple[str, ...] = ()
    suited: tuple[tuple[str, tuple[tuple[int, int], ...]], ...] = ()
    free_repeats: int = 0
    rematch: int = 0
    rematch_places: int = 0
    starts: StartRule = ""
    claim: Claim | None = None
    promises: tuple[Promise, ...] = ()
    contest: tuple[int, int, int] = (0, 0, 0)
    top_down: bool = False


def hard_wishes(rules: Rules) -> bool:
    """Whether the director asked for anything a round must keep."""
    hard = "never" in (rules.clubs, rules.teams, rules.back_to_back) or rules.repeat_cap is not None
    return hard or bool(rules.locked or rules.forbidden or rules.asked_byes or rules.no_bye)


@dataclass(frozen=True, slots=True)
class RoundFinding:
    """One thing found: an error makes the round invalid, a warning could have been avoided, info is only
    said.
    """

    severity: Severity
    code: str
    sentence: str
    entrants: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundVerdict:
    """All findings and all numbers of one round."""

    round: int
    findings: tuple[RoundFinding, ...]
    numbers: dict[str, int] = field(default_factory=dict)

    def count(self, severity: Severity) -> int:
        """How many findings are that serious."""
        return sum(finding.severity == severity for finding in self.findings)

    @property
    def valid(self) -> bool:
        """No error in it."""
        return not self.count("error")

    @property
    def sentence(self) -> str:
        """The verdict in one sentence."""
        warnings = self.count("warning")
        if not self.valid:
            faults = counted(self.count("error"), ERRORS, none="no")
            return say(
                "Round %(round)s is not valid: %(faults)s, %(warnings)s.",
                round=self.round,
                faults=faults,
                warnings=counted(warnings, WARNINGS, none="no"),
            )
        avoidable = counted(warnings, THINGS) if warnings else say("nothing")
        return say(
            "Round %(round)s is valid; %(avoidable)s could have been avoided.",
            round=self.round,
            avoidable=avoidable,
        )
