"""Prizes, finals and what is kept back from the public."""

from __future__ import annotations

from tests.guards.guard import Guard, guard

FINAL = "tdapp/desk/prizes/commands/finalising.py"
GATE = "tdapp/publishing/released/public_access.py"
RELEASE = "tdapp/desk/pairing/commands/release.py"
PRIZES = "tdapp/desk/prizes/commands/prizes.py"
RULES = "tdapp/desk/prizes/rules/awards.py"

GUARDS: tuple[Guard, ...] = (
    guard(
        "the public page ends before the freeze",
        GATE,
        'min(row["divisions__released_round"], bound)',
        'row["divisions__released_round"]',
        "tests/prizes/test_freeze.py",
    ),
    guard(
        "a round kept back is not released alone",
        RELEASE,
        "    _refuse_held(division, after)\n",
        "",
        "tests/prizes/test_freeze.py",
    ),
    guard(
        "nothing open is finalised",
        FINAL,
        "if stops := finishing.blockers(division):",
        "if stops := []:",
        "tests/prizes/test_finals.py",
    ),
    guard(
        "after the protests the director alone",
        FINAL,
        'if not can(ctx, "final.correct"):',
        "if False:",
        "tests/prizes/test_finals.py",
    ),
    guard(
        "a prize is changed as it was seen",
        PRIZES,
        "Prize.objects.filter(pk=prize.pk, version=seen)",
        "Prize.objects.filter(pk=prize.pk)",
        "tests/prizes/test_finals.py",
    ),
    guard(
        "nobody gets more prizes than allowed",
        RULES,
        "return 0 < self.most <= len(self.held.get(key, ()))",
        "return False",
        "tests/prizes/test_rules.py",
    ),
    guard(
        "what was finalised is never written again",
        "tdapp/desk/models/prize_giving.py",
        "if not self._state.adding:",
        "if False:",
        "tests/prizes/test_finals.py",
    ),
    guard(
        "a certificate of a division kept back tells nothing",
        "tdapp/publishing/certificates/views/certificates.py",
        "if row is None or _held(row):",
        "if row is None:",
        "tests/prizes/test_certificates.py",
    ),
)
