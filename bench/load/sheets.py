"""Scoresheets brought to their tables and finished, against a lexicon of words made by a seed.

Each sheet is a whole honest game of two (`bench/engine/paper_games`), sent as a file by way of the API and then finished:
only a finished sheet of a game that is over asks the lexicon, every word of every play. The lexicon holds the words of the
games and made-up ones up to its size, so that none is refused and each is looked for among all of them.
"""

from __future__ import annotations

import itertools
import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.test import override_settings

from bench.engine.lexicon import made, words
from bench.engine.paper_games.honest import honest_game
from bench.engine.paper_games.rules import read_rules
from bench.load.generator import Line, Told, post
from lexicon_admin.lists import storage
from lexicon_admin.models import Edition, Lexicon
from lexicon_admin.words import building
from scoring.checks.validate import validate
from scoring.sheets.sheet_json import sheet_from_data
from tdapp.events.models import Division
from tdapp.events.rules import rulesets
from tdapp.judging.models import Pin
from tdapp.kernel import clock
from tdapp.scoresheets.models import Sheet

if TYPE_CHECKING:
    from bench.load.running import Stage

WORDS, GAMES, SEED = 280_000, 40, 3
TURNS = range(22, 29)  # about 25


class Asked(set[str]):
    """Knows every word, and which were looked for."""

    def __contains__(self, word: object) -> bool:
        self.add(str(word))
        return True


def games(ruleset: str) -> Iterator[dict[str, Any]]:
    """Honest games of about 25 turns, the same ones on every machine."""
    rules = read_rules(ruleset, {})
    every = (honest_game(rules, 2, seed) for seed in itertools.count(SEED))
    yield from itertools.islice((game for game in every if len(game["turns"]) in TURNS), GAMES)


def looked_for(division: Division, played: list[dict[str, Any]]) -> set[str]:
    """The words that finishing these games asks for."""
    asked = Asked()
    for game in played:
        sheet = sheet_from_data(game).sheet
        assert sheet is not None
        validate(rulesets.of_division(division), sheet, words=asked)
    return set(asked)


def pinned(division: Division, data: Path, folder: Path, some: set[str]) -> None:
    """An edition of `some` words and as many made-up ones as it takes, in the hall's own folder, as the division's main list."""
    built = made(folder, "load", sorted({*some, *words(WORDS - len(some))}))
    digest, file = built.facts["sha256"], building.hash_of(built.path)
    with override_settings(DATA_DIR=data):
        target = storage.store_path(file)
    target.parent.mkdir(parents=True, exist_ok=True)
    os.replace(built.path, target)
    row = Lexicon.objects.create(slug="load", name="Load", kind="main")
    edition = Edition.objects.create(
        lexicon=row, number=1, name="2026", status="published", effective_from=clock.today(), sha256=digest,
        file_sha256=file, words=WORDS, published_at=clock.now(), made_by="system", made_name="",
    )  # fmt: skip
    Pin.objects.create(division=division, edition=edition, layer="main", place=1)


class Keepers:
    """Clerks who bring the next table's sheet when it is due, and finish it."""

    def __init__(self, stage: Stage, folder: Path) -> None:
        self.stage, self.told, self.next, self.turns = stage, Told(), 0, 0
        self.lines: list[Line] = []
        row = stage.divisions[0]
        self.games = list(games(row.ruleset))
        pinned(row, stage.hall.data, folder, looked_for(row, self.games))

    @property
    def left(self) -> int:
        return len(self.stage.waiting) - self.next

    async def keep(self, due: float) -> None:
        """One sheet, brought and finished."""
        _at, table, event = self.stage.waiting[self.next]
        number, game = self.next, self.games[self.next % len(self.games)]
        self.next += 1
        slug, line = (
            self.stage.divisions[0].slug,
            self.lines.pop() if self.lines else Line(self.stage.hall.port),
        )
        brought = {"sheet": game, "order": "1 2", "sure": True}
        api = f"/api/v1/events/{event}/divisions/{slug}/rounds/1/tables/{table}/scoresheets"
        answer = await line.ask(self._request(number, api, brought))
        if answer.status == 201:
            told = json.loads(answer.body)
            page = f"/e/{event}/{slug}/round/1/table/{table}/sheet/{told['sheet']}/finish"
            answer = await line.ask(self._request(number, page, {"seen": told["version"]}))
            self.turns += told["turns"] if answer.status == 200 else 0
        self.lines.append(line)
        self.told.note((time.perf_counter() - due) * 1000, answer.status)

    def _request(self, number: int, path: str, body: dict[str, Any]) -> bytes:
        who = self.stage.clerks[number % len(self.stage.clerks)]
        cookies = "; ".join(f"{name}={value}" for name, value in who.browser.cookies.items())
        return post(path, json.dumps(body), {**who._headers(f"{number}-{path[-6:]}"), "Cookie": cookies})

    def lost(self) -> int:
        """Sheets that were acknowledged and do not stand as finished without an error; a word that is missing is one."""
        found = Sheet.objects.filter(status=Sheet.Status.FINISHED, errors=0).count()
        return self.told.statuses.get(200, 0) - found
