"""The words for every system: its title and sentence, what its parameters and their values are called, what is usual."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.messages import say
from pairings.rounds.parameters import Value

Words = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class About:
    """The words for one system: title, sentence, what its parameters are called, their usual values."""

    title: str
    sentence: str
    labels: Words = field(default_factory=dict)
    usual: Mapping[str, Value] = field(default_factory=dict)


PATTERNS = {
    "slide": say("top half against bottom half"),
    "fold": say("first against last"),
    "adjacent": "neighbours",
    "random": say("by lot"),
    "swiss": say("by score, top against bottom"),
    "koth": say("neighbours in the standings"),
}
WORDS: dict[str, Words] = {
    "pattern": PATTERNS,
    "starts": {
        "weighed": say("count when choosing opponents"),
        "ignored": say("do not count when choosing opponents"),
        "circle": say("by the schedule, reversed in every second leg"),
        "balanced": say("by the rule of the event"),
    },
    "gibson": {
        "off": say("pair them like everybody else"),
        "on": say("pair them out of the way"),
        "strict": say("pair them out of the way, whatever they have played"),
    },
    "caps": {"usual": say("2, 4, 8, 12 players"), "nsc2008": say("2, 4, 6, 12 players")},
    "third": {"yes": say("the losers of the semi-finals play for it"), "no": say("it is not played")},
    "rest": {"out": say("do not play"), "swiss": say("go on with a Swiss of their own")},
    "legs": {
        "whole": say("one leg after the other"),
        "paired": say("all games against an opponent in a row"),
    },
    "order": {
        "circle": say("the circle"),
        "berger": say("the Berger tables of FIDE"),
        "free": say("as the line-up says"),
        "seed": say("by seed among those who play"),
    },
    "byes": {"bottom": say("from the lowest up"), "top": say("from the highest down, who had the fewest")},
    "second": {"no": say("only when nobody is left without one"), "yes": say("weigh nothing")},
    "slots": {"seeds": say("by seed"), "drawn": say("by lot")},
    "groups": {
        "clustered": say("neighbours in the standings together"),
        "distributed": say("groups alike, one player from each part of the standings"),
        "snaked": say("groups alike, dealt forth and back"),
        "drawn": say("one player from each part of the field, by lot"),
    },
    "against": {
        "2": say("first against second quarter, third against fourth"),
        "3": say("first against third quarter, second against fourth"),
        "4": say("first against fourth quarter, second against third"),
    },
    "repeats": {"avoid": say("are avoided"), "ignored": say("may happen")},
    "by": {
        "rr": say("all teams meet each other"),
        "swiss": say("teams with as many match points"),
        "koth": say("neighbours in the standings of the teams"),
    },
    "bye": {
        "win": say("has won a match"),
        "tie": say("has tied a match"),
        "none": say("gets no match points"),
    },
}
UNSET = {
    "repeats": say("earlier games do not matter"),
    "rematch": say("no gap is worth one"),
    "places": say("no gap is worth one"),
    "size": say("everybody plays"),
    "boards": say("everybody plays"),
    "spread": say("the event's own, else 250 in the last round and 200 before"),
}
LAG_LABEL = say("Rounds the standings may lie back")
CAP_LABEL = say("Games two players may have had before")
GIBSON_LABEL = say("Leaders nobody can catch")
CLASSES_LABEL = say("Last rounds in which rivals for a class prize meet")
COP_LABELS = {
    "hope": say("Hopefulness in percent, from the last round backwards"),
    "loss": say("Control loss in percent"),
    "control": say("Last rounds in which control loss is looked at"),
    "spread": say("Gibson spread, from the last round backwards"),
    "sims": say("Endings played for the contenders"),
    "chases": say("Endings played for each chaser of the leader"),
    "byes": say("The bye of an odd field"),
    "second": say("Second byes"),
    "lag": LAG_LABEL,
}
COP_USUAL: Mapping[str, Value] = {
    "hope": "10/10/5/2/1",
    "loss": 30,
    "control": 4,
    "sims": 100_000,
    "chases": 10_000,
    "byes": "bottom",
    "second": "no",
    "lag": 0,
}
BRACKET_LABELS = {
    "size": say("Players in the bracket"),
    "best_of": say("Games in a match, at most"),
    "third": say("Third place"),
    "rest": say("Those outside the bracket"),
}
GROUP_LABELS = {"groups": say("How the groups are formed"), "lag": LAG_LABEL}
ABOUT: dict[str, About] = {
    "swiss": About(
        say("Swiss"),
        say("Players with the same score meet, nobody twice as long as that is possible."),
        {
            "pattern": say("Inside a score group"),
            "starts": say("First and second"),
            "repeats": say("Rematches of a pair that cost nothing"),
            "rematch": say("Gap in wins that a rematch is worth"),
            "places": say("Gap in places that a rematch is worth"),
            "lag": LAG_LABEL,
            "gibson": GIBSON_LABEL,
            "classes": CLASSES_LABEL,
        },
        {"pattern": "slide", "starts": "weighed", "repeats": 0, "lag": 0, "gibson": "off", "classes": 1},
    ),
    "koth": About(
        say("King of the hill"),
        say("First meets second, third meets fourth, and so on down the standings."),
        {"repeats": CAP_LABEL, "lag": LAG_LABEL, "gibson": GIBSON_LABEL, "classes": CLASSES_LABEL},
        {"lag": 0, "gibson": "off", "classes": 1},
    ),
    "chew": About(
        say("Chew pairings"),
        say("Players who can still win a prize meet those who can catch them; the others play a Swiss."),
        {
            "caps": say("Players in the top group with 1, 2, 3 and more rounds left"),
            "gibson": GIBSON_LABEL,
            "classes": CLASSES_LABEL,
            "lag": LAG_LABEL,
        },
        {"caps": "usual", "gibson": "on", "classes": 1, "lag": 0},
    ),
    "cop": About(
        say("COP (Castellano-O'Connor)"),
        say(
            "The rest of the event is played thousands of times; who can still win something meets who can take it away."
        ),
        COP_LABELS,
        COP_USUAL,
    ),
    "auto": About(
        say("Automatic"),
        say(
            "Round robins as long as whole ones fit; else Initial Fontes, Swiss to half of the event, then COP."
        ),
        COP_LABELS,
        COP_USUAL,
    ),
    "australian": About(
        say("Australian draw"),
        say(
            "From the top down everybody meets the highest player they have not met yet; it can be checked by hand."
        ),
        {"reset": say("Round before which games are forgiven"), "lag": LAG_LABEL},
        {"reset": 1, "lag": 0},
    ),
    "elimination": About(
        say("Elimination"),
        say("Who loses is out, until one player is left."),
        BRACKET_LABELS,
        {"best_of": 1, "third": "no", "rest": "out"},
    ),
    "playoff": About(
        say("Playoff"),
        say("The best play matches of several games; who loses a match is out."),
        BRACKET_LABELS,
        {"size": 4, "best_of": 3, "third": "no", "rest": "out"},
    ),
    "rr": About(
        say("Round robin"),
        say("Everybody meets everybody, once or more often."),
        {
            "times": say("Games against each opponent"),
            "legs": say("Several games against each opponent"),
            "order": say("Order of the rounds"),
            "slots": say("Places in the schedule"),
            "starts": say("Who goes first"),
        },
        {"times": 1, "legs": "whole", "order": "circle", "slots": "seeds", "starts": "circle"},
    ),
    "team_rr": About(
        say("Team round robin"),
        say("Everybody meets all players of the other teams and nobody of their own."),
        {"games": say("Games in a row against each opponent")},
        {"games": 1},
    ),
    "matches": About(
        say("Team matches"),
        say("Teams meet teams, board 1 against board 1, board 2 against board 2, and so on."),
        {
            "boards": say("Boards in a match"),
            "by": say("Which teams meet"),
            "win": say("Match points of a match won"),
            "tie": say("Match points of a match tied"),
            "bye": say("A team that sits out"),
            "order": say("Boards of a team"),
            "lag": LAG_LABEL,
        },
        {"by": "rr", "win": 2, "tie": 1, "bye": "win", "order": "free", "lag": 0},
    ),
    "interleaved": About(
        say("Interleaved round robin"),
        say("The odd seeds meet all even seeds: half a round robin in half the rounds."),
    ),
    "quads": About(
        say("Quads"),
        say("Groups of four; everybody in a group meets everybody in three rounds."),
        GROUP_LABELS,
        {"groups": "clustered", "lag": 0},
    ),
    "sixes": About(
        say("Sixes"),
        say("Groups of six: three rounds against three of the others, or five against them all."),
        GROUP_LABELS,
        {"groups": "snaked", "lag": 0},
    ),
    "fontes": About(
        say("Initial Fontes"),
        say("Groups with one player of each strength, everybody meeting everybody; for the first rounds."),
        {"groups": say("How the groups are formed")},
        {"groups": "drawn"},
    ),
    "quartile": About(
        say("Quartiles"),
        say("The field in four quarters by the standings, quarter against quarter by lot."),
        {"against": say("Which quarters meet"), "lag": LAG_LABEL},
        {"against": 3, "lag": 0},
    ),
    "qoth": About(
        say("Queen of the hill"),
        say("In every four of the standings first meets third and second meets fourth."),
        {"repeats": CAP_LABEL, "lag": LAG_LABEL},
        {"lag": 0},
    ),
    "factor": About(
        say("Factor"),
        say("The leaders meet the player a fixed number of places below; the others play a Swiss."),
        {
            "k": say("Places between opponents at the top"),
            "pattern": say("Inside a score group of the others"),
            "repeats": CAP_LABEL,
            "lag": LAG_LABEL,
        },
        {"k": 3, "pattern": "slide", "lag": 0},
    ),
    "random": About(
        say("Random"),
        say("Everybody is drawn by lot, whatever the standings are."),
        {"repeats": say("Second games of a pair")},
        {"repeats": "avoid"},
    ),
    "manual": About(
        say("By hand"), say("The director says who meets whom; the engine checks it and says what it costs.")
    ),
    "tables": About(
        say("Tables of three or four"),
        say("Three or four players at a table, seated by score with as few repeated meetings as can be."),
        {
            "size": say("Players at a table"),
            "least": say("Players at a table, at least"),
            "most": say("Players at a table, at most"),
            "pattern": say("Who sits together"),
            "repeats": CAP_LABEL,
            "lag": LAG_LABEL,
        },
        {"size": 4, "least": 2, "most": 4, "pattern": "swiss", "lag": 0},
    ),
}
NEEDS_TEAMS = frozenset({"team_rr", "matches"})
NEEDS_ROUNDS = frozenset({"chew", "cop", "auto"})
