"""Rounds: drafts as they were seen, fit to publish, recalled as they were seen."""

from __future__ import annotations

from tests.guards.guard import Guard, guard

DRAFTING = "tdapp/desk/pairing/commands/drafting.py"
PUBLISHING = "tdapp/desk/pairing/commands/publishing.py"
RECALLING = "tdapp/desk/pairing/commands/recalling.py"
LINE_UPS = "tdapp/desk/pairing/commands/line_ups.py"

GUARDS: tuple[Guard, ...] = (
    guard(
        "a draft is changed as it was seen",
        DRAFTING,
        'filter(pk=run.pk, version=seen, status="draft")',
        "filter(pk=run.pk)",
        "tests/desk/test_pairing.py",
        "tests/guards/test_refused.py",
    ),
    guard(
        "a draft is published as it was seen",
        PUBLISHING,
        "filter(pk=run.pk, version=seen, status=PairingRun.Status.DRAFT)",
        "filter(pk=run.pk)",
        "tests/desk/test_pairing.py",
        "tests/guards/test_refused.py",
    ),
    guard(
        "an unfit draft is not published",
        PUBLISHING,
        "    _refuse_unfit(run, round_)\n",
        "",
        "tests/desk/test_pairing.py",
    ),
    guard(
        "tables in use elsewhere",
        PUBLISHING,
        "    faults += _table_faults(run, round_)\n",
        "",
        "tests/desk/test_pairing.py",
    ),
    guard(
        "rules freeze with round 1",
        PUBLISHING,
        "    freeze(round_.division)\n",
        "",
        "tests/desk/test_pairing.py",
    ),
    guard(
        "a recall hits what was seen",
        RECALLING,
        'filter(pk=round_.pk, version=round_.version, status="published")',
        "filter(pk=round_.pk)",
        "tests/guards/test_refused.py",
    ),
    guard(
        "of two who set line-ups at once the second is shown the first's",
        LINE_UPS,
        "if seen and seen != lineups.fingerprint(division, number):",
        "if False:",
        "tests/races/test_line_ups.py",
        "tests/desk/test_team_matches.py",
    ),
    guard(
        "published line-ups are facts",
        LINE_UPS,
        "if lineups.is_fact(division, number):",
        "if False:",
        "tests/races/test_line_ups.py",
        "tests/desk/test_team_matches.py",
    ),
    guard(
        "a draft does not outlive the line-ups it was made with",
        LINE_UPS,
        "        discard(run)\n",
        "        pass\n",
        "tests/races/test_line_ups.py",
        "tests/desk/test_team_matches.py",
    ),
)
