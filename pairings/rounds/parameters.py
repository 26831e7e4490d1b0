"""The systems by name, what each may be told, and the words that say it.

`SYSTEMS` has a row for each system; a parameter is one of some words, a whole number, or a short list of numbers
("10/5/2.5"). `BARE` words stand for a parameter and its value, a bare number for the one number a system takes
(`NUMBERED`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.messages import joined, say

Value = str | int
Params = dict[str, Value]
ROUNDS_MAX = 200
# The widest gap, in wins, that a rematch may be weighed against.
GAP_MAX = 50


LISTED = re.compile(r"\d{1,6}(\.\d{1,3})?(/\d{1,6}(\.\d{1,3})?)*")


def numbers_in(value: Value) -> tuple[int, ...]:
    """The numbers of a list like "10/5/2.5" in thousandths; none where it is no list."""
    text = str(value)
    if not LISTED.fullmatch(text):
        return ()
    parts = (one.partition(".") for one in text.split("/"))
    return tuple(int(whole) * 1000 + int(rest.ljust(3, "0")) for whole, _, rest in parts)


@dataclass(frozen=True, slots=True)
class Param:
    """What a parameter may be: one of some words, a whole number from `low` to `high`, a text of `text` signs, or up to
    `listed` numbers in that range with strokes between them, which may have `decimals` decimals.
    """

    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    text: int = 0
    listed: int = 0
    decimals: int = 0

    def allows(self, value: Value) -> bool:
        """Whether the value is one of them."""
        if self.choices:
            return value in self.choices
        if self.text:
            return isinstance(value, str) and len(value) <= self.text
        if self.listed:
            return not isinstance(value, bool) and self.lists(numbers_in(value))
        return isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high

    def lists(self, numbers: tuple[int, ...]) -> bool:
        """Whether numbers in thousandths are a list this parameter takes."""
        step = 10 ** (3 - self.decimals)
        fits = all(self.low * 1000 <= one <= self.high * 1000 and one % step == 0 for one in numbers)
        return 1 <= len(numbers) <= self.listed and fits

    def spoken(self) -> str:
        """The choice in words."""
        if self.listed:
            return say(
                "up to %(listed)s numbers from %(low)s to %(high)s with strokes between them, as 10/5/2",
                listed=self.listed,
                low=self.low,
                high=self.high,
            )
        if self.text:
            return say("a text of at most %(text)s signs", text=self.text)
        return (
            joined(" or ", self.choices)
            if self.choices
            else say("a whole number from %(low)s to %(high)s", low=self.low, high=self.high)
        )


LAG = Param(low=0, high=2)
ROUND = Param(low=1, high=ROUNDS_MAX)
REPEATS = Param(low=0, high=ROUNDS_MAX)
PATTERN = Param(("slide", "fold", "adjacent", "random"))
GROUPS = Param(("clustered", "distributed", "snaked"))
GIBSON = Param(("off", "on", "strict"))
CLASSES = Param(low=0, high=ROUNDS_MAX)
BRACKET = {
    "size": Param(low=2, high=1024),
    "best_of": Param(low=1, high=15),
    "third": Param(("yes", "no")),
    "rest": Param(("out", "swiss")),
    "first": ROUND,
}
COP: dict[str, Param] = {
    "hope": Param(low=0, high=100, listed=10, decimals=2),
    "loss": Param(low=0, high=100),
    "control": CLASSES,
    "spread": Param(low=0, high=10_000, listed=10),
    "sims": Param(low=100, high=1_000_000),
    "chases": Param(low=100, high=100_000),
    "byes": Param(("bottom", "top")),
    "second": Param(("no", "yes")),
    "lag": LAG,
}
SYSTEMS: dict[str, dict[str, Param]] = {
    "swiss": {
        "pattern": PATTERN,
        "starts": Param(("weighed", "ignored")),
        "repeats": REPEATS,
        "rematch": Param(low=1, high=GAP_MAX),
        "places": Param(low=1, high=1000),
        "lag": LAG,
        "gibson": GIBSON,
        "classes": CLASSES,
    },
    "koth": {"repeats": REPEATS, "lag": LAG, "gibson": GIBSON, "classes": CLASSES},
    "chew": {
        "caps": Param(("usual", "nsc2008")),
        "gibson": GIBSON,
        "classes": CLASSES,
        "lag": LAG,
    },
    "cop": COP,
    # What its COP rounds are told; its other systems have nothing to set.
    "auto": {**COP, "first": ROUND, "length": ROUND},
    "australian": {"reset": ROUND, "lag": LAG},
    "elimination": BRACKET,
    "playoff": BRACKET,
    "rr": {
        "times": Param(low=1, high=20),
        "legs": Param(("whole", "paired")),
        "order": Param(("circle", "berger")),
        "slots": Param(("seeds", "drawn")),
        "starts": Param(("circle", "balanced")),
        "first": ROUND,
    },
    "team_rr": {"games": Param(low=1, high=20), "first": ROUND},
    "matches": {
        "boards": Param(low=1, high=100),
        "by": Param(("rr", "swiss", "koth")),
        "win": Param(low=1, high=10),
        "tie": Param(low=0, high=10),
        "bye": Param(("win", "tie", "none")),
        "order": Param(("free", "seed")),
        "lag": LAG,
        "first": ROUND,
        "lineups": Param(text=200_000),
    },
    "interleaved": {"first": ROUND},
    "quads": {"groups": GROUPS, "lag": LAG, "first": ROUND},
    "sixes": {"groups": GROUPS, "lag": LAG, "first": ROUND, "length": ROUND},
    "fontes": {"groups": Param(("drawn", "snaked")), "first": ROUND, "length": ROUND},
    "quartile": {"against": Param(low=2, high=4), "lag": LAG},
    "qoth": {"repeats": REPEATS, "lag": LAG},
    "factor": {"k": Param(low=1, high=100), "pattern": PATTERN, "repeats": REPEATS, "lag": LAG},
    "random": {"repeats": Param(("avoid", "ignored"))},
    "manual": {},
    "tables": {
        "size": Param(low=3, high=4),
        "least": Param(low=2, high=4),
        "most": Param(low=3, high=4),
        "pattern": Param(("swiss", "random", "koth")),
        "repeats": REPEATS,
        "lag": LAG,
    },
}
WITHOUT_STANDINGS = frozenset({"rr", "team_rr", "interleaved", "fontes", "random", "manual"})
SPANNING = frozenset(
    {"elimination", "playoff", "rr", "team_rr", "matches", "interleaved", "quads", "sixes", "fontes", "auto"}
)
BASED_ON_BEGINNING = frozenset({"quads", "sixes"})
# Where `repeats` is how many meetings cost nothing, not how many there may be; the line may add the word.
FREE_REPEATS = frozenset({"swiss", "tables"})
FREE = "free"
SET_BY_PLAN = frozenset({"first", "length", "lineups"})
BARE: dict[str, tuple[str, Value]] = {
    "slide": ("pattern", "slide"),
    "fold": ("pattern", "fold"),
    "adjacent": ("pattern", "adjacent"),
    "random": ("pattern", "random"),
    "single": ("times", 1),
    "double": ("times", 2),
    "circle": ("starts", "circle"),
    "balanced": ("starts", "balanced"),
    "berger": ("order", "berger"),
    "paired": ("legs", "paired"),
    "drawn": ("slots", "drawn"),
    "clustered": ("groups", "clustered"),
    "distributed": ("groups", "distributed"),
    "snaked": ("groups", "snaked"),
    "avoid": ("repeats", "avoid"),
    "ignored": ("repeats", "ignored"),
    "gibson": ("gibson", "on"),
    "strict": ("gibson", "strict"),
    "nsc2008": ("caps", "nsc2008"),
    "third": ("third", "yes"),
    "threes": ("size", 3),
    "fours": ("size", 4),
    "swiss": ("pattern", "swiss"),
    "koth": ("pattern", "koth"),
}
NUMBERED: dict[str, str] = {
    "koth": "repeats",
    "australian": "reset",
    "elimination": "size",
    "playoff": "size",
    "rr": "times",
    "team_rr": "games",
    "matches": "boards",
    "quartile": "against",
    "qoth": "repeats",
    "factor": "k",
    "tables": "size",
}


def word_after(system: str, name: str) -> str:
    """What a line adds to a value: the meetings of a Swiss that cost nothing, told from the most there may be elsewhere."""
    return f" {FREE}" if name == "repeats" and system in FREE_REPEATS - {"tables"} else ""


def settable(system: str) -> tuple[str, ...]:
    """The parameters a director may name; the others follow from the plan."""
    return tuple(name for name in SYSTEMS[system] if name not in SET_BY_PLAN)


def param_mistake(system: str, name: str, value: Value) -> str:
    """One sentence on a parameter a system does not take, or a value it may not have; empty when all is
    well.
    """
    known = SYSTEMS[system]
    if name not in known and name == "lag":
        return say("%(system)s does not go by the standings, so it cannot lag behind them.", system=system)
    if name not in known:
        takes = ", ".join(settable(system)) or say("none")
        return say(
            "%(system)s has no parameter %(name)s; it takes %(takes)s.",
            system=system,
            name=f"{name!r}",
            takes=takes,
        )
    if not known[name].allows(value):
        return say(
            "%(system)s: %(name)s is %(value)s; it has to be %(spoken)s.",
            system=system,
            name=name,
            value=f"{value!r}",
            spoken=known[name].spoken(),
        )
    return ""
