"""An event of 40 players, from its creation to its prizes, run by the generated client alone."""

from __future__ import annotations

import sys
from itertools import count, cycle
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest

from tdapp.api.commands import create_wide_token, token_of
from tdapp.api.models import ApiToken
from tdapp.api.scopes import SCOPES
from tdapp.events import access
from tdapp.kernel import jobs
from tdapp.kernel.commands import Installation
from tests import factories as f
from tests.api import recorded
from tests.api.checked import Checked, client_code
from tests.judging.words import edition

pytestmark = pytest.mark.django_db
ROUNDS = 3
FAMILIES = """
Abad Aguilar Bautista Bonifacio Cabrera Castillo Cruz Dimaculangan Domingo Enriquez Escudero Fernandez Flores Garcia
Gatchalian Guevarra Hernandez Ilagan Jacinto Katigbak Lacson Lopez Mabini Magbanua Manalo Mendoza Navarro Ocampo
Pacheco Panganiban Quijano Ramos Reyes Salonga Santos Tolentino Umali Villanueva Ybañez Zamora
"""
GIVEN = "Liwayway Jose Teresa Andres Ligaya Emilio Rosa Mateo Luningning"


def everywhere(user: Any, *scopes: str) -> str:
    """A token of the installation that this person made."""
    ctx = access.installation_context(user, "web")
    told = create_wide_token(ctx, Installation(), label="federation", scopes=scopes)
    return token_of(ApiToken.objects.get(pk=told["id"]))


def desk(secret: str, through: Any) -> Any:
    return client_code()["Desk"]("http://testserver", secret, through)


def test_the_generated_client_runs_an_event_of_40_players_and_every_answer_is_as_described() -> None:
    through = Checked()
    td = desk(everywhere(f.user(operator=True), *SCOPES), through)
    refused = client_code()["Refused"]
    slug = td.event_create(
        name="Sinulog Open 2027", starts_on="2027-01-16", venue="Cebu City Sports Institute",
        divisions=[{"name": "Open", "plan": f"swiss 1-{ROUNDS}", "confirm_policy": "single"}],
    )["slug"]  # fmt: skip
    td.event_edit(slug, venue="Town hall")
    td.division_add(slug, name="Novice", plan="swiss 1-3")
    here = (slug, "open")
    td.words_set_up(*here, mode="list", editions=[str(edition(["BAHAY", "TUBIG"]).pk)])
    _entered(td, slug)
    people = list(td.every(td.entrants, *here, page_size=7))
    assert len(people) == 40
    td.entrant_check_in_together(slug, entrants=[one["id"] for one in people[:-1]])
    td.entrant_check_in(*here, people[-1]["number"])
    td.division_wishes(*here, forbidden="1 2")
    td.prize_add(
        slug, wanted=[{"kind": "rank", "places": [[50000, ""]], "division": td.division(*here)["id"]}]
    )
    for number in range(1, ROUNDS + 1):
        _round(td, here, number)
    with pytest.raises(refused) as told:
        td.round_draft(*here, number=ROUNDS + 1)
    assert told.value.status == 422
    td.standings_release(*here, after=ROUNDS)
    td.division_finalise(*here)
    rows = td.standings(*here)["rows"]
    assert [rows[0]["rank"], len(rows)] == [1, 40]
    _beside(td, slug)
    assert _file(td, slug).startswith(b"\xef\xbb\xbf") or b"," in _file(td, slug)
    recorded.hold(through.answers)
    assert {"round_recall", "table_as_played", "result_correct", "round_show", "job_file"} <= through.used


def _entered(td: Any, slug: str) -> None:
    """Forty people by a list whose columns are said."""
    rows = [
        {"Familia": family, "Pangalan": given, "Lakas": str(1560 - 14 * n)}
        for n, (family, given) in enumerate(zip(FAMILIES.split(), cycle(GIVEN.split()), strict=False))
    ]
    columns = {"Familia": "surname", "Pangalan": "given", "Lakas": "rating"}
    seen = td.roster_preview(slug, rows=rows, columns=columns, division="open")
    preview = td.one_of_rosters(slug, seen["id"])
    assert preview["counts"]["add"] == 40
    assert td.roster_apply(slug, seen["id"], seen=preview["digest"], minors="no")["counts"]["add"] == 40


def _round(td: Any, here: tuple[str, str], number: int) -> None:
    draft = td.round_draft(*here, number=number)
    table = draft["boards"]["tables"][0]["table"]
    draft = td.round_edit(*here, number, seen=draft["version"], action="lock", table=table)
    td.round_publish(*here, number, seen=td.draft(*here, number)["version"])
    if number == 1:
        td.round_recall(*here, number, reason="posted too early")
        td.round_publish(*here, number, seen=td.round_draft(*here, number=number)["version"])
    tables = td.pairings(*here, number)["tables"]
    if number == 2:
        _as_played(td, here, number, tables)
        _challenged(td, here, number, tables[0]["table"])
    td.round_show(*here, number)
    score = count(380)
    for one in td.pairings(*here, number)["tables"]:
        entry = {"scores": [next(score), 350]}
        td.result_enter(*here, number, one["table"], entry=entry, idempotency_key=f"{number}-{one['table']}")
    first = td.table(*here, number, tables[0]["table"])
    td.result_correct(
        *here, number, first["table"], entry={"scores": [401, 350]}, seen=first["result"]["version"],
        reason="read again",
    )  # fmt: skip
    td.round_close(*here, number)


def _as_played(td: Any, here: tuple[str, str], number: int, tables: list[Any]) -> None:
    """The first two tables sat down with their second players exchanged."""
    one, other = ([seat["number"] for seat in row["seats"]] for row in tables[:2])
    sat = {str(tables[0]["table"]): [one[0], other[1]], str(tables[1]["table"]): [other[0], one[1]]}
    td.table_as_played(*here, number, tables=sat, reason="they sat down otherwise", sure=True)


def _challenged(td: Any, here: tuple[str, str], number: int, table: int) -> None:
    """A play is challenged, a judge takes the call and rules; what was ruled is read back, word by word."""
    call = td.challenge_call(*here, number, table, words=["bahay"], challengers=[2], challenged=1)
    assert [(one["id"], one["state"]) for one in td.every(td.calls, here[0])] == [(call["call"], "waiting")]
    taken = td.challenge_take(here[0], call["call"], seen=call["version"])
    ruled = td.ruling_make(
        here[0], call["call"], seen=taken["version"],
        asked={"words": ["bahay"], "challengers": [2], "challenged": 1, "turn": 4},
    )  # fmt: skip
    assert ruled["verdict"] == "acceptable"
    told = next(td.every(td.rulings, here[0]))
    assert (told["ruling"], told["table"], told["round"]) == (ruled["ruling"], table, number)
    assert (told["acceptable"], told["turn"], told["superseded_by"]) == (True, 4, None)
    assert [(one["typed"], one["acceptable"]) for one in told["words"]] == [("bahay", True)]


def _beside(td: Any, slug: str) -> None:
    """What happens in a hall beside the results."""
    td.announcement_post(slug, text="Lunch is served.", minutes=30)
    assert [one["text"] for one in td.every(td.announcements, slug)] == ["Lunch is served."]
    told = td.incident_report(slug, kind="other", text="A tile was found under table 3.")
    assert told["incident"] == 1
    found = next(td.every(td.incidents, slug))
    td.incident_note(slug, found["id"], text="It was a blank.")


def _file(td: Any, slug: str) -> bytes:
    told = td.event_export(slug, wish={"format": "csv", "sheet": "standings", "division": "open"})
    jobs.run(told["job"])
    assert td.wait(slug, told["job"])["status"] == "done"
    found: bytes = td.job_file(slug, told["job"])
    return found


def test_the_event_of_the_guide_runs_as_it_is_written() -> None:
    names = client_code()
    td = desk(everywhere(f.user(operator=True), *SCOPES), Checked())
    told = Path(__file__).parents[2].joinpath("docs/guide/api.md").read_text()
    code = told.split("```python\n# ./td manage api_client > td_client.py\n")[1].split("```")[0]
    assert "from td_client import Desk, Refused" in code
    module = SimpleNamespace(Desk=lambda *_where: td, Refused=names["Refused"])
    with patch.dict(sys.modules, td_client=module):
        exec(compile(code, "api.md", "exec"), {})
    assert [row["name"] for row in td.standings("manila-open", "open")["rows"]] == [
        "Reyes, Ana",
        "Cruz, Jose",
    ]


@pytest.mark.parametrize("secret", ["td_año", "td_\u200b1", "td_1\n"])
def test_a_token_with_a_strange_sign_in_it_is_refused_in_a_sentence_before_anything_is_sent(
    secret: str,
) -> None:
    names, sent = client_code(), []
    td = names["Desk"]("http://testserver", secret, lambda *asked: sent.append(asked))
    with pytest.raises(names["Refused"]) as told:
        td.events()
    assert [one.split(" has ")[0] for one in told.value.sentences] == ["The token"]
    assert (told.value.code, sent) == ("unsendable", [])
