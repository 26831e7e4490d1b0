"""Children and the public: names, pages, rounds, exports."""

from __future__ import annotations

from tests.guards.found import Guard, guard

GUARDS: tuple[Guard, ...] = (
    guard(
        "a guarded child's name is short",
        "tdapp/people/names.py",
        "    if consent or not is_guarded(age, school):",
        "    if True:",
        "tests/events/test_names.py",
    ),
    guard(
        "only an event with a public page has one",
        "tdapp/publishing/released/public_access.py",
        "filter(slug=slug, public=True, deleted_at=None)",
        "filter(slug=slug)",
        "tests/publishing",
    ),
    guard(
        "only shown rounds are shown",
        "tdapp/publishing/released/public_access.py",
        "rounds.filter(public_at__isnull=False).exclude(status=Round.Status.PLANNED)",
        "rounds",
        "tests/publishing",
    ),
    guard(
        "exports of names take their permission",
        "tdapp/interchange/commands/export.py",
        "    require(ctx, wish.needs)\n",
        "",
        "tests/interchange/test_exports.py",
    ),
)
