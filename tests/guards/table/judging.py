"""The players' screen and what it asks."""

from __future__ import annotations

from tests.guards.found import Guard, guard

SETTINGS = "tdapp/settings.py"
KIOSKS = "tdapp/judging/commands/kiosks.py"
RULINGS = "tdapp/judging/commands/rulings.py"
AT_KIOSK = ("tests/judging/test_kiosk.py",)
FENCE = ("tests/judging/test_kiosk_fence.py",)

GUARDS: tuple[Guard, ...] = (
    guard(
        "a kiosk's browser stays at the kiosk",
        "tdapp/judging/guard.py",
        "if not kiosk_id(request) or is_inside(request.path_info):",
        "if True:",
        *FENCE,
    ),
    guard("the kiosk's fence is up", SETTINGS, '    "tdapp.judging.guard.KioskOnly",\n', "", *FENCE),
    guard(
        "a kiosk rules once in five seconds",
        KIOSKS,
        "if rows.filter(seen_at__lte=now - PAUSE).update(seen_at=now):",
        "if rows.update(seen_at=now):",
        *AT_KIOSK,
    ),
    guard(
        "who may not challenge is refused before a word is looked up",
        RULINGS,
        "    _refuse_challenge(rulesets.of_division(division), table, asked, None)\n",
        "",
        *AT_KIOSK,
    ),
    guard(
        "a kiosk's session begins empty",
        "tdapp/judging/views/kiosks.py",
        "    request.session.flush()\n",
        "",
        *AT_KIOSK,
    ),
    guard(
        "a kiosk is left by a director of its event",
        "tdapp/judging/kiosk.py",
        ' or "division.edit" not in granted(access.roles_of(user, event))',
        "",
        *AT_KIOSK,
    ),
)
