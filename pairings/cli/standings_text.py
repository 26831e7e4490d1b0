"""What `python -m pairings` says of standings beyond the plain table: classes, teams, what is clinched, who can
still win.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import replace

from pairings.cli.cli_text import as_json, row_data, row_text
from pairings.event.history import History, without_the_withdrawn
from pairings.event.refusals import Refusals, refuse
from pairings.formats.event_file import Count, Event
from pairings.plan.plan import Plan
from pairings.plan.read_plan import parse_plan
from pairings.rounds.parameters import ROUNDS_MAX
from pairings.standings.clinch import Mark, marks
from pairings.standings.own_places import class_standings, members_of
from pairings.standings.stakes import GIBSON_SPREAD, ClassPrize, Stakes, mistakes_in
from pairings.standings.standings import Row, standings
from pairings.standings.team_standings import TeamRow, match_standings, team_standings
from pairings.standings.winning_chances import SIMULATIONS, Chance, Chances, Question, chances

CAP_MAX = 2000
Line = dict[str, object]
Answer = str | Refusals


def add_options(command: ArgumentParser) -> None:
    """The further options of `standings`."""
    command.add_argument("--class", dest="klass", default="", help="only this class, with places inside it")
    command.add_argument(
        "--teams", choices=("sum", "matches"), help="teams by their members' sum or by matches"
    )
    command.add_argument("--counting", type=int, default=0, help="only the best so many of a team; 0: all")
    command.add_argument(
        "--clinch", action="store_true", help="what each can still reach; needs to know --of"
    )
    command.add_argument(
        "--cap", "--spread-cap", dest="cap", default="", metavar="POINTS",
        help="the most spread one game counts for, either way: 200 for every round, or one a round as in 200,700, the "
        "last for all rounds after it; byes and forfeits count as they are. Without it: all of it, or as EVENT.json says",
    )  # fmt: skip
    command.add_argument(
        "--withdrawn", choices=("ranked", "out"), default="ranked",
        help="who withdrew, in the rounds before: ranked as they stood then (as usual), or out: past rounds are ranked "
        "anew without them and everybody below moves up",
    )  # fmt: skip
    add_stakes(command)


def count_of(options: Namespace) -> Count | Refusals:
    """How a command line wants an event counted: its spread caps, and whether who withdrew has a place in rounds before."""
    caps = numbers(options.cap)
    if caps is None or not all(0 < cap <= CAP_MAX for cap in caps) or (options.cap and not caps):
        text = f"--cap {options.cap[:40]}: a spread cap is a whole number from 1 to {CAP_MAX}, or one a round as in 200,700."
        return refuse("unreadable", text)
    if len(caps) > ROUNDS_MAX:
        return refuse("unreadable", f"--cap names {len(caps)} rounds; at most {ROUNDS_MAX} are read.")

    def count(history: History) -> History:
        found = replace(history, spread_cap=None, spread_caps=caps, spread_growth=0) if caps else history
        return without_the_withdrawn(found) if options.withdrawn == "out" else found

    return count


def add_who(command: ArgumentParser) -> None:
    """The further options of `simulate`."""
    command.add_argument(
        "--who", metavar="FILE", default="", help="who can still win this event; needs to know --of"
    )
    command.add_argument("--after", type=int, help="after this round; all rounds unless given")
    command.add_argument("--simulations", type=int, default=SIMULATIONS)
    command.add_argument("--model", choices=("coin", "ratings"), default="coin")
    add_stakes(command)


def add_stakes(command: ArgumentParser) -> None:
    """What an event plays for."""
    command.add_argument(
        "--of", type=int, default=0, metavar="ROUNDS", help="rounds of the event; else as its plan says"
    )
    command.add_argument("--prizes", type=int, default=0, help="prize places; 0: a quarter of the field")
    command.add_argument("--gibson-spread", default="", help="as in 250,200: counted from the last round")
    command.add_argument("--reading", choices=("tsh", "liwords", "cop"), default="tsh")
    command.add_argument("--class-prizes", default="", help="as in A=1,B=2")


def numbers(text: str) -> tuple[int, ...] | None:
    """Whole numbers between commas, none of them left out, or None."""
    parts = [part.strip() for part in text.split(",")] if text.strip() else []
    return (
        tuple(map(int, parts))
        if all(part.isascii() and part.isdigit() and len(part) < 7 for part in parts)
        else None
    )


def stakes_of(options: Namespace) -> Stakes | Refusals:
    """The stakes of a command line, or every mistake in them."""
    spread = numbers(options.gibson_spread)
    prizes = [part.partition("=") for part in options.class_prizes.split(",") if part.strip()]
    if spread is None or not all(places.strip().isdigit() for _, _, places in prizes):
        text = "A Gibson spread is written as 250,200 and class prizes as A=1,B=2."
        return refuse("unreadable", text)
    made = Stakes(
        options.prizes,
        gibson_spread=spread or GIBSON_SPREAD,
        reading=options.reading,
        class_prizes=tuple(ClassPrize(klass.strip(), int(places)) for klass, _, places in prizes),
    )
    wrong = list(mistakes_in(made))
    return refuse("unreadable", " ".join(wrong)) if wrong else made


def wins_of(halves: int) -> float:
    """Half points as a whole or half number."""
    return halves / 2 if halves % 2 else halves // 2


def team_line(row: TeamRow) -> Line:
    """One team as data."""
    return {
        "rank": row.rank,
        "team": row.team,
        "match_points": wins_of(row.match_points),
        "matches": row.matches,
        "wins": wins_of(row.wins),
        "losses": wins_of(row.losses),
        "spread": row.spread,
        "members": list(row.members),
        "counted": list(row.counted),
        "why": row.why,
    }


def teams_answer(options: Namespace, history: History, after: int) -> Answer:
    """The teams."""
    if not any(entrant.team for entrant in history.entrants):
        return refuse("no_teams", "Nobody in this event is in a team.")
    by_matches = options.teams == "matches"
    rows = (
        match_standings(history, after)
        if by_matches
        else team_standings(history, after, max(0, options.counting))
    )
    if options.json:
        return as_json([team_line(row) for row in rows])
    return "\n".join(f"{row.rank:>4}  {row.team}: {row.why}" for row in rows)


def chosen(options: Namespace, history: History, rows: Sequence[Row]) -> list[Row] | Refusals:
    """The rows of the class asked for with their places in it, or all rows that have a place."""
    if not options.klass:
        return [row for row in rows if row.rank is not None]
    known = sorted({entrant.klass for entrant in history.entrants if entrant.klass})
    if options.klass not in known:
        text = f"There is no class {options.klass!r}; there are {', '.join(known) or 'none'}."
        return refuse("unreadable", text)
    return [
        replace(row, rank=place) for place, row in class_standings(members_of(history, options.klass), rows)
    ]


def mark_data(mark: Mark | None) -> Line:
    """What a mark adds to a line of data."""
    if mark is None:
        return {}
    return {"state": mark.state, "best": mark.best, "worst": mark.worst, "clinch": mark.sentence}


def rounds_of(options: Namespace, found: Event) -> int:
    """How many rounds the event has: as said, else as its plan says, else 0."""
    plan = parse_plan(found.plan) if found.plan else None
    return int(options.of) or (plan.rounds if isinstance(plan, Plan) else 0)


def marks_asked(
    options: Namespace, found: Event, after: int, order: Sequence[str]
) -> dict[str, Mark] | Refusals:
    """The marks, when they are asked for."""
    if not options.clinch:
        return {}
    rounds = rounds_of(options, found)
    if rounds < max(1, after):
        text = f"What is clinched after round {after} depends on how many rounds there are; say it with --of."
        return refuse("rounds_unknown", text)
    stakes = stakes_of(options)
    return stakes if isinstance(stakes, Refusals) else marks(found.history, after, rounds, stakes, order)


def answer(options: Namespace, found: Event, after: int, order: Sequence[str]) -> Answer | None:
    """Standings of teams, of a class or with marks; None when only the plain table is asked for."""
    history = found.history
    if options.teams:
        return teams_answer(options, history, after)
    if not options.klass and not options.clinch:
        return None
    rows = chosen(options, history, standings(history, after, order))
    if isinstance(rows, Refusals):
        return rows
    marked = marks_asked(options, found, after, order)
    if isinstance(marked, Refusals):
        return marked
    return players_answer(options, history, rows, marked, found.kind != "json")


def players_answer(
    options: Namespace, history: History, found: Sequence[Row], marked: dict[str, Mark], numbered: bool
) -> str:
    """Players with their places and marks."""
    names = {entrant.id: entrant.name or entrant.id for entrant in history.entrants}
    if options.json:
        return as_json(
            [{**row_data(row, names, numbered), **mark_data(marked.get(row.entrant))} for row in found]
        )
    # A mark's sentence begins with the name, so it stands in its place.
    told = names | {one: mark.sentence for one, mark in marked.items()}
    return "\n".join(row_text(row, told) for row in found)


def who(options: Namespace, found: Event) -> Answer:
    """Who can still win."""
    stakes, rounds, history = stakes_of(options), rounds_of(options, found), found.history
    if isinstance(stakes, Refusals):
        return stakes
    if rounds < 1:
        text = "Who can still win depends on how many rounds there are; say it with --of."
        return refuse("rounds_unknown", text)
    after = len(history.rounds) if options.after is None else options.after
    asked = Question(
        history,
        after,
        rounds,
        stakes,
        simulations=options.simulations,
        model=options.model,
        seed=options.seed,
    )
    counted = chances(asked)
    if isinstance(counted, Refusals):
        return counted
    if options.json:
        return as_json([who_line(line, counted, history, found.kind != "json") for line in counted.lines])
    return "\n".join([*(line.sentence for line in counted.lines), counted.sentence])


def who_line(line: Chance, counted: Chances, history: History, numbered: bool) -> Line:
    """One player's chances as data."""
    return {
        "id": int(line.entrant) if numbered else line.entrant,
        "name": history.entrant(line.entrant).name or line.entrant,
        "firsts": line.firsts,
        "prizes": line.prizes,
        "class_prizes": line.class_prizes,
        "simulations": counted.simulations,
        "low": line.low,
        "high": line.high,
        "best": line.best,
        "worst": line.worst,
        "why": line.sentence,
    }
