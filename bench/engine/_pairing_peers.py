"""The other engines of `pairings.py`, each made ready to pair one request; they need not be installed."""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

from pairings.formats.trf_history import Exported, from_history
from pairings.optimum.matching import Problem
from pairings.optimum.pricing import Prices
from pairings.rounds.field import Field, field_of
from pairings.rounds.request import Request
from pairings.systems.by_standings.swiss import scheme
from pairings.systems.drawing.draw import problem_of

Pairs = list[tuple[str, ...]]
Engine = Callable[[], Pairs]


def py4swiss(request: Request, name: str) -> Engine:
    from py4swiss import engines  # noqa: PLC0415 - a peer that may not be there
    from py4swiss.trf import TrfParser  # noqa: PLC0415

    exported = from_history(request.history, "Bench", request.round + 6)
    assert isinstance(exported, Exported)
    folder = tempfile.TemporaryDirectory(prefix="td-bench-")
    file = Path(folder.name) / "bench.trf"
    file.write_bytes(exported.data)
    ids = {at + 1: one.id for at, one in enumerate(request.history.entrants)}
    engine = getattr(engines, name)

    def run() -> Pairs:
        # Read anew each time; `folder` is gone with this function.
        found = engine.generate_pairings(TrfParser.parse(Path(folder.name) / file.name))
        return [tuple(sorted((ids[p.white], ids[p.black]))) for p in found if p.black]

    return run


def met_by(field: Field) -> list[set[str]]:
    """Whom each player has met, by id."""
    return [{field.players[j].id for j in met} for met in field.met]


def swisspair(request: Request, name: str) -> Engine:
    import swisspair as module  # noqa: PLC0415

    field = field_of(request)
    met = met_by(field)

    def run() -> Pairs:
        players = [
            module.Player(one.id, field.halves[i], i + 1, not field.byes[i], met[i])
            for i, one in enumerate(field.players)
        ]
        found = module.create_matches(players)
        return [tuple(sorted((match.p1.id, match.p2.id))) for match in found if match.p2]

    return run


def networkx(request: Request, name: str) -> Engine:
    import networkx as module  # noqa: PLC0415

    field = field_of(request)
    problem: Problem = problem_of(field, scheme(field), [], set())
    prices = Prices(problem.tiers, problem.players, problem.bye)
    cost = {pair: prices.one(*pair) or 0 for pair in combinations(range(prices.nodes), 2)}
    top = max(cost.values()) + 1

    def run() -> Pairs:
        graph = module.Graph()
        graph.add_weighted_edges_from((i, j, top - price) for (i, j), price in cost.items())
        found = module.max_weight_matching(graph, maxcardinality=True)
        return [tuple(sorted((field.players[i].id, field.players[j].id))) for i, j in found]

    return run


SCRIPT = """
import { Swiss } from 'tournament-pairings';
import { readFileSync } from 'fs';
const players = JSON.parse(readFileSync(process.argv[2]));
const began = process.cpuUsage();
const found = Swiss(players, 7);
const used = process.cpuUsage(began);
console.log(JSON.stringify([(used.user + used.system) / 1e6, found.map(m => [m.player1, m.player2])]));
"""


def npm(request: Request, folder: Path) -> Callable[[], tuple[float, Pairs]]:
    """The npm package times itself, so that the start of node is not counted."""
    field = field_of(request)
    met = met_by(field)
    rows = [
        {
            "id": one.id,
            "score": field.halves[i] / 2,
            "avoid": sorted(met[i]),
            "receivedBye": field.byes[i] > 0,
        }
        for i, one in enumerate(field.players)
    ]
    (folder / "bench.mjs").write_text(SCRIPT)
    (folder / "bench.json").write_text(json.dumps(rows))

    def run() -> tuple[float, Pairs]:
        command = ["node", "bench.mjs", "bench.json"]
        out = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout
        seconds, found = json.loads(out)
        return seconds, [tuple(sorted(pair)) for pair in found if pair[1]]

    return run
