"""Every system in a director's words: what it does, what may be chosen, what it has to know.

Made for plan editors: a form for any system can be drawn from it. What a parameter may be comes from
`parameters.SYSTEMS`; the words, the usual value and what the system needs stand in `system_words.py`.
"""

from __future__ import annotations

from dataclasses import dataclass

from pairings.rounds.parameters import SYSTEMS, WITHOUT_STANDINGS, Param, Value, settable, word_after
from pairings.systems.system_words import ABOUT, NEEDS_ROUNDS, NEEDS_TEAMS, UNSET, WORDS


@dataclass(frozen=True, slots=True)
class Choice:
    """One value a parameter may have, and what to call it."""

    value: Value
    label: str


@dataclass(frozen=True, slots=True)
class Parameter:
    """One thing to choose: some words (`choices`), a whole number from `low` to `high`, or up to `listed` of them.

    `default` None: nothing is asked for, and `unset` says what that means. `after`: what a line adds to the value.
    """

    name: str
    label: str
    choices: tuple[Choice, ...] = ()
    low: int = 0
    high: int = 0
    default: Value | None = None
    unset: str = ""
    listed: int = 0
    after: str = ""


@dataclass(frozen=True, slots=True)
class Described:
    """One system as a director should meet it."""

    name: str
    title: str
    sentence: str
    parameters: tuple[Parameter, ...]
    needs_standings: bool
    needs_teams: bool = False
    needs_rounds: bool = False


def choices_of(name: str, param: Param) -> tuple[Choice, ...]:
    """The values of a parameter with their words; a few numbers with words of their own are choices too."""
    words = WORDS.get(name, {})
    if param.choices:
        return tuple(Choice(value, words.get(value, "")) for value in param.choices)
    numbers = range(param.low, param.high + 1) if set(words) & {str(param.low)} else ()
    return tuple(Choice(number, words[str(number)]) for number in numbers)


def parameter(system: str, name: str) -> Parameter:
    """One parameter of a system in words."""
    param, about = SYSTEMS[system][name], ABOUT[system]
    usual = about.usual.get(name)
    unset = UNSET.get(name, "") if usual is None else ""
    return Parameter(
        name,
        about.labels.get(name, ""),
        choices_of(name, param),
        param.low,
        param.high,
        usual,
        unset,
        param.listed,
        word_after(system, name),
    )


def described(name: str) -> Described:
    """One system in words."""
    about = ABOUT[name]
    parameters = tuple(parameter(name, one) for one in settable(name))
    return Described(
        name,
        about.title,
        about.sentence,
        parameters,
        name not in WITHOUT_STANDINGS,
        name in NEEDS_TEAMS,
        name in NEEDS_ROUNDS,
    )


def catalogue() -> tuple[Described, ...]:
    """Every system in a director's words, in the order in which they should be offered."""
    return tuple(described(name) for name in SYSTEMS)
