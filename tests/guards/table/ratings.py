"""Ratings and the federation's bundle: all or nothing, from what was looked at, and nothing private on the way."""

from __future__ import annotations

from tests.guards.guard import Guard, guard

STORING = "tdapp/ratings/runs/storing.py"
BATCHES = "tdapp/ratings/runs/commands/batches.py"
IDENTITY = "tdapp/ratings/identity/commands/identity.py"
LONG, RUNS = "tests/ratings/test_long_works.py", "tests/ratings/test_runs.py"
MAKING, BRINGING = "tdapp/interchange/federation/making.py", "tdapp/interchange/federation/import_bundle.py"
BUNDLE, READING = "tdapp/interchange/federation/bundle.py", "tdapp/interchange/federation/reading.py"
FEDERATION = "tests/interchange/test_federation.py"

GUARDS: tuple[Guard, ...] = (
    guard(
        "a list that moved meanwhile is not rated over",
        STORING,
        "filter(pk=rating_list.pk, version=seen)",
        "filter(pk=rating_list.pk)",
        RUNS,
    ),
    guard("a batch in part is not put in force", STORING, ".count() != runs:", ".count() < 0:", LONG),
    guard(
        "one long work on a list at a time",
        BATCHES,
        "if at_work(rating_list):",
        "if False:",
        LONG,
    ),
    guard(
        "a merge waits for the lists being rated",
        IDENTITY,
        "if any(batches.at_work(row) for row, _point in lists) or merging():",
        "if False:",
        LONG,
    ),
    guard(
        "values that wait survive the tidying before them",
        STORING,
        "pending = pending.exclude(pk=keep)",
        "pass",
        LONG,
    ),
    guard(
        "the order by age stays at home",
        MAKING,
        '"guarded": row.guarded, "seniority": 0,',
        '"guarded": row.guarded,',
        FEDERATION,
    ),
    guard(
        "a temporary number stays at home",
        MAKING,
        'return "" if player.is_temporary else player.number',
        "return player.number",
        FEDERATION,
    ),
    guard("only finished divisions are signed", MAKING, "refuse_open(rows)\n    told", "told", FEDERATION),
    guard("who was guarded there is guarded here", BRINGING, "if one.guarded:", "if False:", FEDERATION),
    guard(
        "a bundle is brought in once",
        BRINGING,
        "if (row := brought_before(sent)) is None:",
        "if True:",
        FEDERATION,
    ),
    guard(
        "an event of our own is not brought in",
        BRINGING,
        "if own := Event.objects.filter(pk=sent.origin, deleted_at=None).first():",
        "own = None\n    if own:",
        FEDERATION,
    ),
    guard(
        "a bundle with other pairings corrects nothing",
        BRINGING,
        "if [_frame(one) for one in own] != [_frame(one) for one in theirs]:",
        "if False:",
        FEDERATION,
    ),
    guard("a changed manifest is noticed", BUNDLE, "if not whole:", "if False:", FEDERATION),
    guard(
        "a changed file is noticed",
        BUNDLE,
        'if told["files"].get(name) != [_hash(content), len(content)]:',
        "if False:",
        FEDERATION,
    ),
    guard(
        "a bundle does not unpack without end",
        BUNDLE,
        "if sum(info.file_size for info in infos) > MOST_UNPACKED:",
        "if False:",
        FEDERATION,
    ),
    guard(
        "a bundle of a thousand files is not opened",
        BUNDLE,
        "if data.count(DIRECTORY_ENTRY) > MOST_ENTRIES:",
        "if False:",
        FEDERATION,
    ),
    guard("a bundle too large is not read", BUNDLE, "if len(data) > MOST_PACKED:", "if False:", FEDERATION),
    guard(
        "a signature stands under these results",
        READING,
        'or told["results"] != found.digest:',
        "or False:",
        FEDERATION,
    ),
)
