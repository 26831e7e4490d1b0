"""What the settings of a `config.tsh` mean here: rounds planned and how they are paired, byes, caps, tables, the day.

Names and defaults of settings: tsh's own list of them (J. Chew, `TSH::Config`), realms included.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from core.messages import say
from pairings.formats.tsh_config import Autopair, TshConfig
from pairings.rounds.parameters import ROUNDS_MAX

# What a realm sets that its files do not say again.
REALM_BYES = {"absp": 100, "go": 2, "ken": 100, "pol": 300, "thai": 100, "wespa": 100}
REALM_CAPS = {"thai": 350}
REALM_ROUNDS = {"ken": 18}
BYE, MOST_SPREAD, MOST_CAP, MOST_LAG, MOST_NAMED = 50, 500, 2000, 2, 12
# tsh's pairing commands that there is the like of; those whose first word of two numbers is how often a pair may meet.
COMMANDS = {
    "ns": "swiss", "newswiss": "swiss", "sw": "swiss", "swiss": "swiss", "koth": "koth", "qoth": "qoth", "cp": "chew",
    "chewpair": "chew", "rr": "rr", "roundrobin": "rr", "if": "fontes", "initfontes": "fontes",
}  # fmt: skip
REPEATING = frozenset({"koth", "qoth"})
LAGGING = frozenset({"swiss", "koth", "qoth", "chew"})
FONTES_ROUNDS = 3
TAKEN = frozenset({
    "assign_firsts", "auto_koth_repeats", "bye_spread", "division_label", "event_date", "event_name", "force_koth",
    "max_div_rounds", "max_rounds", "pairing_system", "realm", "session_breaks", "spread_cap",
    "standings_spread_cap", "table_method", "tables", "tfile_encoding", "track_firsts",
})  # fmt: skip
RANKED_OTHERWISE = ("thai_points", "sum_before_spread", "all_byes_tie")
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
MONTH_FIRST = re.compile(r"(?P<m>[A-Za-z]{3,9})\.? (?P<d>\d{1,2})\b[^,]{0,40}?,? (?P<y>\d{4})")
DAY_FIRST = re.compile(r"(?P<d>\d{1,2})\b[^,A-Za-z]{0,20} (?P<m>[A-Za-z]{3,9})\.?,? (?P<y>\d{4})")
ISO = re.compile(r"(?P<y>\d{4})[-/](?P<m>\d{1,2})[-/](?P<d>\d{1,2})")


@dataclass(frozen=True, slots=True)
class Settings:
    """One division's settings. `plan`: a round plan, empty where the number of rounds is not said; `caps`: one a round;
    `first`: the number of its first table, 0 where not said; `told`: a sentence for each thing that is not carried.
    """

    label: str
    plan: str = ""
    bye_spread: int = BYE
    cap: int | None = None
    caps: tuple[int, ...] = ()
    first: int = 0
    told: tuple[str, ...] = ()


def settings_of(config: TshConfig, division: str, paired: int) -> Settings:
    """What is set for a division of which so many rounds are paired."""
    told: list[str] = []
    planned = rounds_of(config, division)
    if planned is None:
        told.append(
            say(
                "Division %(name)s: config.tsh does not say how many rounds there are (max_rounds); set the plan.",
                name=division,
            )
        )
    elif planned < paired:
        told.append(
            say(
                "Division %(name)s: config.tsh plans %(planned)s rounds, but %(paired)s are paired; those count.",
                name=division,
                planned=planned,
                paired=paired,
            )
        )
    plan = plan_of(config, division, paired, planned, told) if planned else ""
    cap, caps = caps_of(config, division)
    label = config.text("division_label", division) or division
    return Settings(
        label,
        plan,
        byes_of(config, division, told),
        cap,
        caps,
        first_table(config, division, told),
        tuple(told),
    )


def rounds_of(config: TshConfig, division: str) -> int | None:
    """How many rounds the division plays; None where that is not said, or cannot be."""
    own, realm = config.number("max_div_rounds", division), realm_of(config)
    found = own or config.number("max_rounds") or REALM_ROUNDS.get(realm)
    return found if found is not None and 0 < found <= ROUNDS_MAX else None


def realm_of(config: TshConfig) -> str:
    """The body whose habits tsh follows."""
    return config.text("realm").lower()


def byes_of(config: TshConfig, division: str, told: list[str]) -> int:
    """The spread of a bye."""
    usual = REALM_BYES.get(realm_of(config), BYE)
    found = config.number("bye_spread", division)
    if found is None or abs(found) <= MOST_SPREAD:
        return usual if found is None else found
    told.append(
        say(
            "Division %(name)s: a bye of %(spread)s cannot be; it is %(usual)s here.",
            name=division,
            spread=found,
            usual=usual,
        )
    )
    return usual


def caps_of(config: TshConfig, division: str) -> tuple[int | None, tuple[int, ...]]:
    """The most spread a game counts for: one for all rounds, or one a round."""
    for key in ("standings_spread_cap", "spread_cap"):
        if caps := config.numbers(key, division):
            return None, tuple(one for one in caps[:ROUNDS_MAX] if 0 < one <= MOST_CAP)
        if (cap := config.number(key, division)) is not None:
            return (cap if 0 < cap <= MOST_CAP else None), ()
    return REALM_CAPS.get(realm_of(config)), ()


def first_table(config: TshConfig, division: str, told: list[str]) -> int:
    """The number of the first table where the division's tables are numbered one after the other; else 0."""
    if not config.value("tables", division):
        return 0
    found = config.numbers("tables", division)
    if found and found[0] > 0 and found == tuple(range(found[0], found[0] + len(found))):
        return found[0]
    told.append(
        say(
            "Division %(name)s: its tables are not numbered one after the other; boards 1, 2, 3 are tables in a row here.",
            name=division,
        )
    )
    return 0


def plan_of(config: TshConfig, division: str, paired: int, planned: int, told: list[str]) -> str:
    """The line of the plan: what is paired stands as it is, the rest as config.tsh has it, or as it is mostly done."""
    last = max(planned, paired)
    systems = [*["manual"] * paired, *later_rounds(config, division, paired, last, told)]
    pieces, at = [], 0
    while at < last:
        end = at
        while end < last and systems[end] == systems[at]:
            end += 1
        pieces.append(f"{systems[at]} {at + 1}" + (f"-{end}" if end > at + 1 else ""))
        at = end
    if not any("lag" in system for system in systems):
        breaks = [one for one in config.numbers("session_breaks") if paired <= one < last]
        pieces += [f"break {one}" for one in sorted(set(breaks)) if one]
    return ", ".join(pieces)


def later_rounds(config: TshConfig, division: str, paired: int, last: int, told: list[str]) -> Iterator[str]:
    """The system of each round that is not paired yet."""
    known = {
        one.round: one
        for one in config.autopairs
        if one.division == division.upper() and one.source < one.round
    }
    running, until = "", 0
    guessed = []
    for number in range(1, last + 1):
        one = known.get(number)
        system = system_of(one, told if number > paired else []) if one else ""
        if one and system in ("rr", "fontes"):
            running, until = system, last if system == "rr" else number + fontes_rounds(one) - 1
        elif one:
            until = 0
        if number <= paired:
            continue
        if not system and number <= until:
            system = running
        if not system:
            guessed += [number] if config.text("pairing_system") != "manual" else []
            system = usual_system(config, number, last)
        yield system
    if guessed:
        told.append(
            say(
                "Division %(name)s: how rounds from %(first)s on are paired is not in config.tsh, or not known here; "
                "look at the plan before you pair.",
                name=division,
                first=guessed[0],
            )
        )


def fontes_rounds(one: Autopair) -> int:
    """How many rounds `if` pairs at once."""
    said = numbers_in(one.words)
    return said[0] if said and 0 < said[0] <= ROUNDS_MAX else FONTES_ROUNDS


def numbers_in(words: Sequence[str]) -> list[int]:
    """The whole numbers among some words."""
    return [int(word) for word in words if re.fullmatch(r"\d{1,3}", word)]


def system_of(one: Autopair, told: list[str]) -> str:
    """The system of a round that tsh pairs by itself, empty where there is none like it."""
    system = COMMANDS.get(one.command, "")
    if not system:
        told.append(
            say(
                "Division %(name)s: round %(round)s is paired by %(command)s in tsh, which has no counterpart here.",
                name=one.division,
                round=one.round,
                command=one.command,
            )
        )
        return ""
    words, said = [], numbers_in(one.words)
    if system in REPEATING and len(said) > 1:
        words.append(f"repeats={min(said[0], ROUNDS_MAX)}")
    lag = one.round - 1 - one.source
    if system in LAGGING and 0 < lag <= MOST_LAG and one.source:
        words.append(f"lag={lag}")
    return f"{system}({', '.join(words)})" if words else system


def usual_system(config: TshConfig, number: int, last: int) -> str:
    """Of a round nothing is said of: manual or Chew where that is set; king of the hill at the end, before it a Swiss."""
    if config.text("pairing_system") == "manual":
        return "manual"
    hill = config.number("force_koth")
    if number > last - (1 if hill is None else hill):
        repeats = config.number("auto_koth_repeats")
        return "koth" if repeats is None or not 0 <= repeats <= ROUNDS_MAX else f"koth(repeats={repeats})"
    return "chew" if config.text("pairing_system") == "chew" else "swiss"


def not_carried(config: TshConfig) -> Iterator[str]:
    """One sentence for each thing of the whole event that has no place here."""
    kept = config.kept
    if prizes := len(kept.get("prize", ())):
        yield say(
            "config.tsh: its lines of prizes (%(prizes)s) are not carried; enter the prizes here.",
            prizes=prizes,
        )
    if run := (*kept.get("perl", ()), *kept.get("begin", ())):
        yield say(
            "config.tsh, line %(line)s: lines of Perl and commands at the start are never run here.",
            line=min(run),
        )
    if config.unread:
        lines = ", ".join(map(str, config.unread[:MOST_NAMED]))
        yield say(
            "config.tsh: the settings in line %(lines)s are no plain values and are left out.", lines=lines
        )
    for key in RANKED_OTHERWISE:
        if config.value(key):
            yield say(
                "config.tsh ranks by %(key)s; here the ranking is by wins and spread unless you set it.",
                key=key,
            )
    if config.text("entry").lower() in ("spread", "absp"):
        yield say("tsh took spreads instead of scores (entry): what stands here as scores are those.")
    others = sorted({key for key, _part in config.settings} - TAKEN - {*RANKED_OTHERWISE, "entry"})
    if others:
        more = f" + {len(others) - MOST_NAMED}" if len(others) > MOST_NAMED else ""
        named = ", ".join(others[:MOST_NAMED]) + more
        yield say("Settings of tsh without a counterpart here: %(named)s.", named=named)


def first_day(text: str) -> date | None:
    """The first day of what tsh writes of an event's date: 2026-03-14, March 14-15, 2026, 14-15 March 2026."""
    for shape in (ISO, MONTH_FIRST, DAY_FIRST):
        found = shape.search(text[:200])
        if found is None:
            continue
        month = found["m"].lower()[:3]
        number = int(month) if month.isdigit() else MONTHS.index(month) + 1 if month in MONTHS else 0
        try:
            return date(int(found["y"]), number, int(found["d"]))
        except ValueError:
            continue
    return None
