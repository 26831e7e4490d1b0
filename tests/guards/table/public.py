"""Children and the public: names, pages, rounds, exports."""

from __future__ import annotations

from tests.guards.guard import Guard, guard

EVENT_FILE = "tests/interchange/test_event_file.py"

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
    guard(
        "a file for anybody holds public columns only",
        "tdapp/interchange/event_file/table_spec.py",
        "return self.columns if private else self.public",
        "return self.columns",
        EVENT_FILE,
    ),
    guard(
        "a file for anybody names nobody who is hidden",
        "tdapp/interchange/event_file/table_spec.py",
        "if private or name not in self.hidden}",
        "if True}",
        EVENT_FILE,
    ),
    guard(
        "a file for anybody holds open tables only",
        "tdapp/interchange/event_file/writing.py",
        "if book.private or inner.open:",
        "if True:",
        EVENT_FILE,
    ),
    guard(
        "a file for anybody holds open lists only",
        "tdapp/interchange/event_file/writing.py",
        "if private or one.open:",
        "if True:",
        EVENT_FILE,
    ),
    guard(
        "what stays at home is in no copy",
        "tdapp/interchange/event_file/event_tables.py",
        "or model in found or model._meta.label in STAY:",
        "or model in found:",
        EVENT_FILE,
    ),
    guard(
        "a number of another name is not that person",
        "tdapp/people/matching.py",
        "if said.name not in (None, player.key) or player.pk in self._met:",
        "if player.pk in self._met:",
        "tests/people/test_matching.py",
    ),
)
