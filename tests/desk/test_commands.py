"""The command line: who acts, what is refused, in one sentence and with exit 2."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.management import call_command

from tests import factories

pytestmark = pytest.mark.django_db
EXIT_REFUSED = 2


def refused(capsys: pytest.CaptureFixture[str], *words: Any) -> str:
    with pytest.raises(SystemExit) as left:
        call_command(*(str(word) for word in words))
    assert left.value.code == EXIT_REFUSED
    return capsys.readouterr().err


def test_a_whole_round_by_commands(capsys: pytest.CaptureFixture[str]) -> None:
    hall = factories.hall(players=4, rounds=0, confirm_policy="two-people")
    slug = hall.event.slug
    call_command("pair", slug, "--as", hall.director.username)
    call_command("publish_round", slug, "--as", hall.director.username)
    for number in (hall.division.table_first, hall.division.table_first + 1):
        call_command("enter_result", slug, str(number), "412", "388", "--as", hall.clerk.username)
    assert "role does not allow" in refused(
        capsys, "confirm_result", slug, "--all", "--as", hall.clerk.username
    )
    call_command("confirm_result", slug, "--all", "--as", hall.checker.username)
    capsys.readouterr()
    call_command("standings", slug, "--json")
    told = json.loads(capsys.readouterr().out)
    assert [row["wins"] for row in told["standings"]] == [1.0, 1.0, 0.0, 0.0]
    call_command(
        "correct_result",
        slug,
        str(hall.division.table_first),
        "388",
        "412",
        "--reason",
        "slip misread",
        "--json",
    )
    call_command("check_event", slug)
    assert "all invariants hold" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("enter_result", "SLUG", "7", "412"), "needs 2 scores"),
        (("enter_result", "SLUG", "99", "412", "388"), "Nobody is paired at table 99."),
        (("enter_result", "SLUG", "1", "412", "388", "--as", ""), "--as needs a user name"),
        (("enter_result", "SLUG", "1", "412", "388", "--as", "nobody"), "There is no user nobody."),
        (("standings", "SLUG", "--after", "99999999999999999999"), "from 0 to 1"),
        (("standings", "SLUG", "--after=-1"), "from 0 to 1"),
        (("standings", "nowhere"), "There is no event nowhere."),
        (("standings", "SLUG", "--division", "nope"), "There is no division nope"),
        (("pair", "SLUG", "--round", "2"), "is still out"),
        (("publish_round", "SLUG"), "There is no draft to publish"),
        (("check_in", "SLUG", "77"), "There is no entrant number 77."),
        (("create_event", "X", "--preset", "none"), "is not a preset"),
        (("create_event", "X", "--starts", "tomorrow"), "is not a date"),
        (("create_event", "X", "--division", "Open;luck=7"), "is not FIELD=VALUE"),
    ],
)
def test_what_is_refused_is_said_in_a_sentence(
    words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    hall = factories.hall(players=4)
    typed = [hall.event.slug if word == "SLUG" else word for word in words]
    typed = [str(hall.division.table_first) if word == "7" else word for word in typed]
    assert said in refused(capsys, *typed)
